//! Lines of a stream, up to a length.

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

const BUFFER: usize = 64 * 1024;
/// How much of both ends of an overlong line is kept, to find out whose answer it was.
pub(super) const EDGE: usize = 256;

/// A line, or what is left of one that was too long.
pub(crate) enum Line<'a> {
    /// A whole line, without its end.
    Whole(&'a [u8]),
    /// A line that was longer than the limit.
    Overlong {
        /// Its first bytes.
        head: &'a [u8],
        /// Its last bytes.
        tail: &'a [u8],
        /// How long it was.
        length: usize,
    },
}

/// Reads lines. A cancelled read loses nothing: what has arrived stays here.
pub(super) struct Lines<R> {
    stream: BufReader<R>,
    limit: usize,
    line: Vec<u8>,
    /// How long the line is so far; more than `line` holds once it is overlong.
    length: usize,
    tail: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(stream: R, limit: usize) -> Self {
        Self {
            stream: BufReader::with_capacity(BUFFER, stream),
            limit,
            line: Vec::new(),
            length: 0,
            tail: Vec::new(),
        }
    }

    /// Hands the next line to `read`; `None` at the end of the stream, where an unfinished
    /// line is no line.
    pub(super) async fn next<T>(
        &mut self,
        read: &mut (impl FnMut(&Line<'_>) -> T + Send),
    ) -> std::io::Result<Option<T>> {
        loop {
            let arrived = self.stream.fill_buf().await?;
            if arrived.is_empty() {
                return Ok(None);
            }
            let end = arrived.iter().position(|byte| *byte == b'\n');
            let piece = &arrived[..end.unwrap_or(arrived.len())];
            self.length += piece.len();
            if self.length <= self.limit {
                self.line.extend_from_slice(piece);
            } else {
                self.line.truncate(EDGE);
                self.tail.extend_from_slice(&piece[piece.len().saturating_sub(EDGE)..]);
                let surplus = self.tail.len().saturating_sub(EDGE);
                self.tail.drain(..surplus);
            }
            let used = end.map_or(arrived.len(), |end| end + 1);
            self.stream.consume(used);
            if end.is_some() {
                let answer = read(&self.line());
                self.forget();
                return Ok(Some(answer));
            }
        }
    }

    fn line(&self) -> Line<'_> {
        if self.length > self.limit {
            return Line::Overlong { head: &self.line, tail: &self.tail, length: self.length };
        }
        Line::Whole(self.line.strip_suffix(b"\r").unwrap_or(&self.line))
    }

    fn forget(&mut self) {
        self.line.clear();
        // One large answer must not hold its memory for the life of the connection.
        self.line.shrink_to(BUFFER);
        self.tail.clear();
        self.length = 0;
    }
}
