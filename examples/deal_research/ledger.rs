//! A file with a line for every model turn, tool call and read of all processes.

use std::{
    fs::OpenOptions,
    io::{self, Write},
    path::{Path, PathBuf},
};

#[derive(Debug, Clone)]
pub struct Ledger(PathBuf);

impl Ledger {
    pub fn new(dir: &Path) -> Self {
        Self(dir.join("calls.log"))
    }

    pub fn note(&self, line: &str) -> io::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.0)?;
        // One write, so that lines of several processes do not mix.
        file.write_all(format!("{line}\n").as_bytes())
    }
}
