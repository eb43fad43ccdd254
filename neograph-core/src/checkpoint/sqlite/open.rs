//! Opening a file: checks with words of our own, options, and the schema.

use std::{
    path::{self, Path},
    sync::Arc,
    time::Duration,
};

use sqlx::{
    ConnectOptions, Connection, SqlSafeStr, SqliteConnection, SqlitePool,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{SqliteSaver, writer};
use crate::{BoxError, checkpoint::StoreError};

const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
const READERS: u32 = 4;

/// Apart from the table that an application's own migrations use by default.
const MIGRATIONS_TABLE: &str = "neograph_migrations";

/// The schema's history. An entry that was released never changes.
const MIGRATIONS: [(i64, &str, &str); 1] =
    [(1, "threads and log", include_str!("../../../migrations/sqlite/0001_threads_and_log.sql"))];

/// `SQLite`'s primary result codes: <https://www.sqlite.org/rescode.html>.
mod code {
    pub(super) const BUSY: i32 = 5;
    pub(super) const READONLY: i32 = 8;
    pub(super) const CANTOPEN: i32 = 14;
    pub(super) const NOTADB: i32 = 26;
}

pub(super) async fn open(given: &Path) -> Result<SqliteSaver, StoreError> {
    let refused = |reason: &str, source: Option<BoxError>| StoreError::Open {
        path: given.display().to_string(),
        reason: reason.to_owned(),
        source,
    };
    if given == Path::new(":memory:") {
        return Err(refused("a store in memory is a `MemorySaver`", None));
    }
    // Absolute, so that no later change of the working directory moves the store, and so
    // that SQLite never takes the name for a URI.
    let path = path::absolute(given)
        .map_err(|error| refused("it is no path; give the path of a file", Some(error.into())))?;
    if path.is_dir() {
        return Err(refused("it is a directory; give the path of a file", None));
    }
    if let Some(directory) = path.parent()
        && !directory.is_dir()
    {
        let reason = format!("the directory `{}` is not there; create it", directory.display());
        return Err(refused(&reason, None));
    }

    let failed = |error: sqlx::Error| refused(&reason(&error), Some(error.into()));
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .busy_timeout(BUSY_TIMEOUT)
        .foreign_keys(true)
        .disable_statement_logging();
    let writing = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .optimize_on_close(true, None);
    let mut connection = connect(&writing).await.map_err(failed)?;
    migrate(&mut connection).await.map_err(|error| match error {
        MigrateError::VersionMissing(found) => StoreError::NewerSchema {
            path: given.display().to_string(),
            found,
            known: MIGRATIONS.last().map_or(0, |(version, ..)| *version),
        },
        MigrateError::VersionMismatch(_) => {
            refused("its schema is not the one this neograph makes; give another file", None)
        }
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => failed(error),
        error => refused("its schema could not be brought up to date", Some(error.into())),
    })?;
    let readers = readers(options.read_only(true)).await.map_err(failed)?;
    let writer = writer::start(writing, connection)
        .await
        .map_err(|error| refused("no thread could be started", Some(error.into())))?;
    Ok(SqliteSaver { path: Arc::new(path), writer, readers })
}

/// Connects. The switch to the write-ahead log does not honour the busy timeout, so it is
/// tried again while somebody else opens or closes the same file.
async fn connect(options: &SqliteConnectOptions) -> sqlx::Result<SqliteConnection> {
    const PAUSE: Duration = Duration::from_millis(10);
    let mut waited = Duration::ZERO;
    loop {
        match options.connect().await {
            Err(error) if primary_code(&error) == Some(code::BUSY) && waited < BUSY_TIMEOUT => {
                tokio::time::sleep(PAUSE).await;
                waited += PAUSE;
            }
            outcome => return outcome,
        }
    }
}

/// Brings the schema up to date in one immediate transaction: sqlx takes no lock of its own
/// on `SQLite`, and two processes may open a new file at once.
async fn migrate(connection: &mut SqliteConnection) -> Result<(), MigrateError> {
    let migrations = MIGRATIONS
        .iter()
        .map(|&(version, description, sql)| {
            let sql = sql.into_sql_str();
            Migration::new(version, description.into(), MigrationType::Simple, sql, false)
        })
        .collect();
    let mut migrator = Migrator::with_migrations(migrations);
    migrator.dangerous_set_table_name(MIGRATIONS_TABLE);
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    migrator.run_direct(None, &mut *transaction, false).await?;
    transaction.commit().await?;
    Ok(())
}

/// The reading connections. They are opened when they are needed and kept.
async fn readers(options: SqliteConnectOptions) -> sqlx::Result<SqlitePool> {
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_with(options)
        .await
}

fn primary_code(error: &sqlx::Error) -> Option<i32> {
    let extended: i32 = error.as_database_error()?.code()?.parse().ok()?;
    Some(extended & 0xff)
}

fn reason(error: &sqlx::Error) -> String {
    let known = match primary_code(error) {
        Some(code::NOTADB) => "it is no SQLite database; it was left as it is, give another path",
        Some(code::READONLY) => {
            "it cannot be written; check the rights of the file and its directory"
        }
        Some(code::CANTOPEN) => {
            "it cannot be opened; check the rights of the file and its directory"
        }
        Some(code::BUSY) => "another process keeps it locked; try again when that is done",
        _ => return format!("SQLite failed: {error}"),
    };
    known.to_owned()
}
