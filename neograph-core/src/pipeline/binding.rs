//! How a raw value becomes a parameter's typed one, erased.

use std::{
    any::{TypeId, type_name},
    fmt,
    sync::Arc,
};

use serde::{Serialize, de::DeserializeOwned};

use super::ValueType;
use crate::{
    AnyValue, BoxError, lossless,
    resource::{ParseError, ResourceContent, parse_contents},
};

type FromJson =
    fn(&serde_json::Value) -> Result<AnyValue, serde_path_to_error::Error<serde_json::Error>>;
type FromContents =
    Arc<dyn Fn(&[ResourceContent], Option<&str>) -> Result<AnyValue, ParseError> + Send + Sync>;
type Render = fn(&AnyValue, Written) -> Result<serde_json::Value, BoxError>;

/// What a value is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// To be seen, in a prompt or a URI.
    ForPeople,
    /// To be read back: what JSON does not have is refused.
    ForNodes,
}

fn written<T: Serialize>(value: &T, how: Written) -> Result<serde_json::Value, BoxError> {
    Ok(match how {
        Written::ForPeople => serde_json::to_value(value)?,
        Written::ForNodes => lossless::to_value(value)?,
    })
}

/// The functions that bind a parameter of one type.
#[derive(Clone)]
pub struct Binding {
    type_id: TypeId,
    type_name: fn() -> &'static str,
    from_json: Option<FromJson>,
    from_contents: Option<FromContents>,
    render: Option<Render>,
    absent: Option<fn() -> AnyValue>,
    /// Of an optional parameter, the type inside its `Option`, and the `Option`.
    inside: Option<(ValueType, ValueType)>,
    handle: fn(&AnyValue) -> Option<AnyValue>,
}

impl Binding {
    pub(super) fn opaque<T: 'static>() -> Self {
        Self {
            type_id: TypeId::of::<T>(),
            type_name: type_name::<T>,
            from_json: None,
            from_contents: None,
            render: None,
            absent: None,
            inside: None,
            handle: |_| None,
        }
    }

    /// A handle given as `T` or as `Arc<T>`.
    pub(super) fn handle<T: Send + Sync + 'static>() -> Self {
        Self {
            handle: |value| {
                let value = AnyValue::clone(value);
                if value.is::<T>() {
                    return Some(value);
                }
                let nested = value.downcast::<Arc<T>>().ok()?;
                Some(Arc::<T>::clone(&nested))
            },
            ..Self::opaque::<T>()
        }
    }

    pub(super) fn json<T: DeserializeOwned + Send + Sync + 'static>() -> Self {
        Self {
            from_json: Some(|value| {
                let value: T = serde_path_to_error::deserialize(value)?;
                Ok(Arc::new(value))
            }),
            ..Self::opaque::<T>()
        }
    }

    pub(super) fn resource<T: DeserializeOwned + Send + Sync + 'static>() -> Self {
        Self {
            from_contents: Some(Arc::new(|contents, fallback| {
                parse_contents::<T>(contents, fallback).map(|value| Arc::new(value) as AnyValue)
            })),
            ..Self::opaque::<T>()
        }
    }

    pub(super) fn parsed<T, E>(
        parse: impl Fn(ResourceContent) -> Result<T, E> + Send + Sync + 'static,
    ) -> Self
    where
        T: Send + Sync + 'static,
        E: Into<BoxError> + 'static,
    {
        Self {
            from_contents: Some(Arc::new(move |contents, fallback| {
                let mut content = ParseError::single(contents, type_name::<T>())?.clone();
                content.assume_mime(fallback);
                let value = parse(content).map_err(|error| ParseError::Parser(error.into()))?;
                Ok(Arc::new(value) as AnyValue)
            })),
            ..Self::opaque::<T>()
        }
    }

    pub(super) fn rendered<T: Serialize + 'static>(self) -> Self {
        Self {
            render: Some(|value, how| {
                // A handle may have been given as an `Arc<T>`, or be an absent `Option<T>`.
                let shared = value.downcast_ref::<Arc<T>>().map(Arc::as_ref);
                match (value.downcast_ref::<T>().or(shared), value.downcast_ref::<Option<T>>()) {
                    (Some(value), _) => written(value, how),
                    (None, Some(perhaps)) => written(perhaps, how),
                    (None, None) => Err(format!("the value is no `{}`", type_name::<T>()).into()),
                }
            }),
            ..self
        }
    }

    /// What an `Option<T>` parameter gets when there is nothing.
    pub(super) fn or_none<T: Send + Sync + 'static>(self) -> Self {
        Self {
            absent: Some(|| Arc::new(None::<T>)),
            inside: Some((ValueType::of::<T>(), ValueType::of::<Option<T>>())),
            ..self
        }
    }

    /// The type; of an optional parameter, the type inside.
    pub(crate) fn value_type(&self) -> ValueType {
        self.inside.map_or(self.whole(), |(inside, _)| inside)
    }

    /// The type of an optional parameter as a whole.
    pub(crate) fn option(&self) -> Option<ValueType> {
        self.inside.map(|(_, option)| option)
    }

    /// The type that a value is bound as.
    pub(crate) fn whole(&self) -> ValueType {
        ValueType::new(self.type_id, self.type_name)
    }

    pub(crate) fn type_name(&self) -> &'static str {
        (self.type_name)()
    }

    pub(crate) fn bind_input(
        &self,
        value: &serde_json::Value,
    ) -> Option<Result<AnyValue, serde_path_to_error::Error<serde_json::Error>>> {
        self.from_json.map(|from_json| from_json(value))
    }

    pub(crate) fn bind_contents(
        &self,
        contents: &[ResourceContent],
        fallback_mime: Option<&str>,
    ) -> Result<AnyValue, ParseError> {
        match &self.from_contents {
            Some(parse) => parse(contents, fallback_mime),
            None => Err(ParseError::Parser("the parameter is no resource".into())),
        }
    }

    /// The value for templates; `None` when the parameter must stay out of them.
    pub(crate) fn render(&self, value: &AnyValue) -> Option<Result<serde_json::Value, BoxError>> {
        self.render.map(|render| render(value, Written::ForPeople))
    }

    /// The value for the input of a sub-pipeline, which reads it back.
    pub(crate) fn pass_on(&self, value: &AnyValue) -> Option<Result<serde_json::Value, BoxError>> {
        self.render.map(|render| render(value, Written::ForNodes))
    }

    /// Whether templates may name the parameter.
    pub(crate) fn is_rendered(&self) -> bool {
        self.render.is_some()
    }

    /// The handle as the parameter's type, if it is of it.
    pub(crate) fn bind_handle(&self, value: &AnyValue) -> Option<AnyValue> {
        (self.handle)(value)
    }

    /// What the parameter gets when there is nothing; `None` when it must have something.
    pub(crate) fn absent(&self) -> Option<AnyValue> {
        self.absent.map(|absent| absent())
    }
}

impl fmt::Debug for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.type_name())
    }
}
