//! Everything that can go wrong, by the phase of a pipeline's life in which it does.

mod compile;
mod configuration;
mod construct;
mod execution;
mod place;
mod transient;

pub use compile::CompileError;
pub use configuration::ConfigurationError;
pub use construct::{ConstructError, ConstructErrors, FlowFault};
pub use execution::{ExecutionError, RefusedReplay};

pub(crate) use transient::is_transient;
pub use transient::{Transient, transient};

use crate::checkpoint::StoreError;

/// Any error that is sent and shared.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// What every fallible function of neograph returns.
///
/// One match on [`Error::Execution`] catches everything that happens while a pipeline
/// runs; the other variants are faults of the program or of its configuration.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The pipeline is wired wrongly, in one way or in several. `#[pipeline]` makes rustc
    /// find these.
    #[error(transparent)]
    Construct(Box<ConstructErrors>),
    /// The pipeline and what it was bound to do not fit.
    #[error(transparent)]
    Compile(Box<CompileError>),
    /// A call of a driver cannot be carried out as it was made; no node ran.
    #[error(transparent)]
    Configuration(Box<ConfigurationError>),
    /// The run failed.
    #[error(transparent)]
    Execution(Box<ExecutionError>),
    /// The checkpoint store refused or failed.
    #[error(transparent)]
    Store(Box<StoreError>),
}

macro_rules! phases {
    ($($phase:ident($error:ident)),*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$phase(Box::new(error))
            }
        }
    )*};
}
phases!(
    Construct(ConstructErrors),
    Compile(CompileError),
    Configuration(ConfigurationError),
    Execution(ExecutionError),
    Store(StoreError)
);

impl Error {
    /// An error of a node's body, from any error or text.
    ///
    /// ```
    /// use neograph_core::{Error, Result};
    ///
    /// fn positive(n: i64) -> Result<i64> {
    ///     if n > 0 { Ok(n) } else { Err(Error::node(format!("{n} is not positive"))) }
    /// }
    /// # assert!(positive(1).is_ok());
    /// ```
    pub fn node(error: impl Into<BoxError>) -> Self {
        ExecutionError::Body(error.into()).into()
    }

    /// How the pipeline is wired wrongly, if that is what it is.
    ///
    /// ```
    /// use neograph_core::{Node, Pipeline};
    ///
    /// let error = Pipeline::builder("flow").node(Node::scripted("gate")).build().unwrap_err();
    /// let faults = error.as_construct().unwrap();
    /// assert_eq!(faults[0].fault(), "scripted node `gate` has no body");
    /// ```
    pub fn as_construct(&self) -> Option<&ConstructErrors> {
        match self {
            Self::Construct(error) => Some(error),
            _ => None,
        }
    }

    /// What went wrong while running, if that is what it is.
    pub fn as_execution(&self) -> Option<&ExecutionError> {
        match self {
            Self::Execution(error) => Some(error),
            _ => None,
        }
    }

    /// What was wrong with the call, if that is what it is.
    pub fn as_configuration(&self) -> Option<&ConfigurationError> {
        match self {
            Self::Configuration(error) => Some(error),
            _ => None,
        }
    }
}
