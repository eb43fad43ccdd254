//! Fakes for tests, of this crate and of its users.

mod scripted_model;

pub use scripted_model::ScriptedModel;
