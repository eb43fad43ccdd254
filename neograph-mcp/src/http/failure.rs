//! What can go wrong on the way, told from what rmcp makes of it.

use std::error::Error as StdError;

use neograph_core::BoxError;
use rmcp::{
    service::{ClientInitializeError, ServiceError},
    transport::{DynamicTransportError, streamable_http_client::StreamableHttpError},
};

use crate::connection::{Failure, Refusal};

/// Why a request did not get through.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpFailure {
    #[error("{}", chain(.0))]
    Send(reqwest::Error),
    #[error("there is no token: {0}")]
    Token(BoxError),
    #[error("`{0}` is no header that can be sent, or one that the protocol sets")]
    Header(String),
}

/// An error with its causes: reqwest's own words leave out what happened.
fn chain(error: &reqwest::Error) -> String {
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        words = format!("{words}: {error}");
        source = error.source();
    }
    words
}

/// Why a request over HTTP has no answer; `None` if that is not for the transport to say.
pub(crate) fn failure(error: &ServiceError) -> Option<Failure> {
    let ServiceError::TransportSend(error) = error else { return None };
    Some(of_transport(error))
}

fn of_transport(error: &DynamicTransportError) -> Failure {
    let mut source: Option<&(dyn StdError + 'static)> = Some(&*error.error);
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<StreamableHttpError<HttpFailure>>() {
            return of_http(error);
        }
        source = error.source();
    }
    Failure::Lost
}

fn of_http(error: &StreamableHttpError<HttpFailure>) -> Failure {
    match error {
        StreamableHttpError::AuthRequired(challenge) => Failure::Unauthorized {
            status: 401,
            challenge: challenge.www_authenticate_header.clone(),
        },
        StreamableHttpError::InsufficientScope(challenge) => Failure::Unauthorized {
            status: 403,
            challenge: challenge.www_authenticate_header.clone(),
        },
        StreamableHttpError::Client(HttpFailure::Send(error)) if error.is_connect() => {
            Failure::NotSent
        }
        StreamableHttpError::Client(HttpFailure::Token(error)) => {
            Failure::NoToken(error.to_string())
        }
        StreamableHttpError::SessionExpired | StreamableHttpError::ReinitializationFailed(_) => {
            Failure::NotSent
        }
        StreamableHttpError::HttpStatus(status) => Failure::Other(match &status.retry_after {
            Some(after) => format!("HTTP {}; try again after {after}", status.status),
            None => format!("HTTP {}", status.status),
        }),
        StreamableHttpError::UnexpectedServerResponse(message) => {
            Failure::Other(message.to_string())
        }
        StreamableHttpError::UnexpectedContentType(_)
        | StreamableHttpError::ResponseBodyTooLarge { .. } => Failure::Other(error.to_string()),
        _ => Failure::Lost,
    }
}

/// Why a server behind a URL did not become a connection.
pub(crate) fn refusal(error: &ClientInitializeError) -> Refusal {
    match error {
        ClientInitializeError::TransportError { error, .. } => match of_transport(error) {
            Failure::Unauthorized { status, challenge } => {
                Refusal::Unauthorized { status, challenge }
            }
            Failure::NoToken(message) => Refusal::NoToken(message),
            Failure::Other(message) => Refusal::Refused(message, None),
            _ => Refusal::Unreachable(transport_words(error)),
        },
        ClientInitializeError::LegacyFallbackFailed { discover, fallback } => {
            match refusal(fallback) {
                // What the first question was refused with may say more.
                Refusal::Unreachable(_) => refusal(discover),
                refusal => refusal,
            }
        }
        ClientInitializeError::JsonRpcError(error) => {
            Refusal::Refused(format!("{} (code `{}`)", error.message, error.code.0), None)
        }
        error => Refusal::Refused(error.to_string(), None),
    }
}

fn transport_words(error: &DynamicTransportError) -> String {
    let mut source: Option<&(dyn StdError + 'static)> = Some(&*error.error);
    let mut words = String::new();
    while let Some(error) = source {
        words = error.to_string();
        if let Some(StreamableHttpError::Client(failure)) =
            error.downcast_ref::<StreamableHttpError<HttpFailure>>()
        {
            return failure.to_string();
        }
        source = error.source();
    }
    words
}
