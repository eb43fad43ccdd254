//! Tokens that were given to a server, so that none shows up in an error message.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

/// More than are under way at a time.
const KEPT: usize = 32;

/// The last tokens.
#[derive(Default)]
pub(crate) struct Tokens(Mutex<VecDeque<String>>);

impl Tokens {
    pub(crate) fn remember(&self, token: &str) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.iter().any(|known| known == token) {
            return;
        }
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(token.to_owned());
    }

    pub(crate) fn all(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
