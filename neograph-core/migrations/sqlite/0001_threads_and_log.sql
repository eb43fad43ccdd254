-- A thread, its head and its lease.
CREATE TABLE neograph_threads (
    id             INTEGER PRIMARY KEY,
    thread_id      TEXT    NOT NULL UNIQUE,
    pipeline       TEXT    NOT NULL,
    status         TEXT    NOT NULL,
    -- The position of the last log entry; 0 before the first.
    head           INTEGER NOT NULL,
    -- The current turn, and the head at which it began: its entries are those after it.
    turn           INTEGER NOT NULL,
    turn_head      INTEGER NOT NULL,
    -- Raised by every acquire; a commit with another fence is refused.
    fence          INTEGER NOT NULL,
    -- Both NULL while nobody holds the lease.
    owner          TEXT,
    lease_until_ms INTEGER,
    created_ms     INTEGER NOT NULL,
    updated_ms     INTEGER NOT NULL
) STRICT;

-- The channel writes of all threads. Rows are only ever added. The value stands last, so
-- that the other columns are read without its overflow pages.
CREATE TABLE neograph_log (
    thread   INTEGER NOT NULL REFERENCES neograph_threads (id),
    position INTEGER NOT NULL,
    turn     INTEGER NOT NULL,
    channel  TEXT    NOT NULL,
    key      TEXT    NOT NULL,
    idx      INTEGER NOT NULL,
    type_tag TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    json     TEXT    NOT NULL,
    PRIMARY KEY (thread, position)
) STRICT;
