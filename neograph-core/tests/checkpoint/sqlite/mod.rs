//! What is promised of the `SQLite` store alone.

mod file;
mod open;
mod share;

use std::path::Path;

use neograph_core::{
    Error,
    checkpoint::{SqliteSaver, StoreError},
};
use sqlx::{ConnectOptions, SqliteConnection, sqlite::SqliteConnectOptions};
use tempfile::TempDir;

pub(crate) async fn fresh() -> (TempDir, SqliteSaver) {
    let directory = tempfile::tempdir().unwrap();
    let store = SqliteSaver::open(directory.path().join("threads.db")).await.unwrap();
    (directory, store)
}

/// A connection of the test's own, to look at the file and to damage it.
async fn raw(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new().filename(path).create_if_missing(true).connect().await.unwrap()
}

async fn refusal(path: &Path) -> StoreError {
    match SqliteSaver::open(path).await {
        Err(Error::Store(error)) => *error,
        other => panic!("{other:?}"),
    }
}
