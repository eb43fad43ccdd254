//! What a driver is asked to do with a thread.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{Error, error::ConfigurationError, lossless};

/// What a driver is asked to do: [`Input`], [`Resume`] or [`Continue`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Command {
    /// Start a thread.
    Input(Input),
    /// Answer what a paused thread asks.
    Resume(Resume),
    /// Take up a thread whose run crashed or failed.
    Continue,
}

/// Starts a thread with the values of its `#[from_input]` parameters.
///
/// The input is stored, so that a resume in another process need not give it again.
///
/// ```
/// use neograph_core::run::Input;
///
/// let input = Input::new().set("deal_id", "D1")?.set("limit", 20)?;
/// # Ok::<_, neograph_core::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Input(pub(crate) Map<String, Value>);

impl Input {
    /// No values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the value of the parameters of this name.
    ///
    /// A value that cannot be made into JSON is a [`ConfigurationError::UnstorableInput`].
    pub fn set(mut self, name: impl Into<String>, value: impl Serialize) -> Result<Self, Error> {
        let name = name.into();
        match lossless::to_value(&value) {
            Ok(value) => {
                self.0.insert(name, value);
                Ok(self)
            }
            Err(error) => {
                Err(ConfigurationError::UnstorableInput { name, message: error.to_string() }.into())
            }
        }
    }
}

/// Answers what a paused thread asks.
///
/// ```
/// use neograph_core::run::Resume;
/// use serde_json::json;
///
/// let to_the_only_question = Resume::new(json!({ "approved": true }));
/// let by_id = Resume::answer("019f…", json!("yes")).and_answer("01a0…", json!("no"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Resume {
    pub(crate) answers: Vec<(Option<String>, Value)>,
}

impl Resume {
    /// Answers the one open interrupt. Where several people or processes may answer one
    /// thread, name the interrupt instead, with [`answer`](Self::answer).
    pub fn new(value: impl Into<Value>) -> Self {
        Self { answers: vec![(None, value.into())] }
    }

    /// Answers the interrupt of this id.
    pub fn answer(id: impl Into<String>, value: impl Into<Value>) -> Self {
        Self { answers: vec![(Some(id.into()), value.into())] }
    }

    /// Whether an answer leaves open which interrupt it is for.
    pub(crate) fn is_unnamed(&self) -> bool {
        self.answers.iter().any(|(id, _)| id.is_none())
    }

    /// Answers a further interrupt.
    #[must_use]
    pub fn and_answer(mut self, id: impl Into<String>, value: impl Into<Value>) -> Self {
        self.answers.push((Some(id.into()), value.into()));
        self
    }
}

/// Takes up a thread whose run crashed or failed, where it stopped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Continue;

/// What became of a call whose outcome is unknown, because the run crashed between the
/// intent to make it and its result.
///
/// ```
/// use neograph_core::run::{Answer, Resume};
///
/// let it_did_happen = Resume::new(Answer::Result("booked".into()));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Answer {
    /// It did not happen: make the call again.
    Retry,
    /// It happened, and this is its raw result.
    Result(Value),
    /// End the run with an error.
    Fail,
}

impl From<Answer> for Value {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Retry => Self::String("retry".to_owned()),
            Answer::Fail => Self::String("fail".to_owned()),
            Answer::Result(value) => serde_json::json!({ "result": value }),
        }
    }
}

impl From<Input> for Command {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

impl From<Resume> for Command {
    fn from(resume: Resume) -> Self {
        Self::Resume(resume)
    }
}

impl From<Continue> for Command {
    fn from(_: Continue) -> Self {
        Self::Continue
    }
}
