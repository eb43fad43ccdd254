//! A server's stderr: read to the end so that the server never blocks on it, kept off our
//! terminal, its last lines remembered for error messages.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt},
    sync::watch,
};

const LINES: usize = 20;
const LINE_BYTES: usize = 400;
/// How long a dead server's last words may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The last lines of a server's stderr.
pub(crate) struct Stderr {
    lines: Arc<Mutex<Lines>>,
    ended: watch::Receiver<bool>,
    drain: tokio::task::AbortHandle,
}

#[derive(Default)]
struct Lines {
    whole: VecDeque<Vec<u8>>,
    last: Vec<u8>,
}

impl Stderr {
    pub(crate) fn drain(mut pipe: impl AsyncRead + Send + Unpin + 'static) -> Self {
        let lines = Arc::new(Mutex::new(Lines::default()));
        let (end, ended) = watch::channel(false);
        let kept = Arc::clone(&lines);
        let drain = tokio::spawn(async move {
            let mut buffer = vec![0; 8 * 1024];
            while let Ok(read @ 1..) = pipe.read(&mut buffer).await {
                lock(&kept).push(&buffer[..read]);
            }
            end.send_replace(true);
        });
        Self { lines, ended, drain: drain.abort_handle() }
    }

    /// The last lines, after waiting a moment for a dead server's pipe to run dry.
    pub(crate) async fn last_words(&self) -> String {
        let mut ended = self.ended.clone();
        // Whatever has arrived by then will do.
        let _ = tokio::time::timeout(LAST_WORDS, ended.wait_for(|ended| *ended)).await;
        self.tail()
    }

    pub(crate) fn tail(&self) -> String {
        lock(&self.lines).text()
    }
}

impl Drop for Stderr {
    fn drop(&mut self) {
        self.drain.abort();
    }
}

impl Lines {
    fn push(&mut self, bytes: &[u8]) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let (text, ends) = match piece.strip_suffix(b"\n") {
                Some(text) => (text, true),
                None => (piece, false),
            };
            let room = LINE_BYTES.saturating_sub(self.last.len());
            self.last.extend_from_slice(&text[..text.len().min(room)]);
            if ends {
                if self.whole.len() == LINES {
                    self.whole.pop_front();
                }
                self.whole.push_back(std::mem::take(&mut self.last));
            }
        }
    }

    fn text(&self) -> String {
        let lines = self.whole.iter().chain((!self.last.is_empty()).then_some(&self.last));
        let lines: Vec<_> = lines.map(|line| String::from_utf8_lossy(line)).collect();
        lines.join("\n").trim_end().to_owned()
    }
}

fn lock(lines: &Mutex<Lines>) -> std::sync::MutexGuard<'_, Lines> {
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{LINE_BYTES, LINES, Lines};

    #[test]
    fn only_the_last_lines_are_kept_and_none_is_long() {
        let mut lines = Lines::default();
        lines.push(&vec![b'x'; 1_000_000]);
        lines.push(b"\n");
        assert_eq!(lines.text().len(), LINE_BYTES);
        for n in 0..100 {
            lines.push(format!("line {n}\n").as_bytes());
        }
        lines.push(b"half a li");
        let text = lines.text();
        assert_eq!(text.lines().count(), LINES + 1);
        assert!(text.ends_with("line 99\nhalf a li"));
    }
}
