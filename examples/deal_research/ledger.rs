//! A file with a line for every model turn, tool call and read of all processes.

use std::{
    fs::{self, OpenOptions},
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
        if let Some(dir) = self.0.parent() {
            fs::create_dir_all(dir)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(&self.0)?;
        // One write, so that lines of several processes do not mix.
        file.write_all(format!("{line}\n").as_bytes())
    }
}
