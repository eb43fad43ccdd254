//! Fakes for tests, of this crate and of its users.
