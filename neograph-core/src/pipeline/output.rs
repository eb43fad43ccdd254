//! What a node returns: how it is stored, read back, and described to a model.

use std::{
    any::{TypeId, type_name},
    fmt,
    sync::Arc,
};

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::{AnyValue, BoxError, lossless};

/// What a node may return: it can be stored in a checkpoint and read back.
///
/// Implemented for every type with `serde::Serialize` and `serde::Deserialize` that is
/// `Send + Sync + 'static`.
#[diagnostic::on_unimplemented(
    message = "a node cannot return `{Self}`",
    label = "this type cannot be stored in a checkpoint",
    note = "a node's output must implement `serde::Serialize` and `serde::Deserialize`, and be `Send + Sync + 'static`"
)]
pub trait Output: Serialize + DeserializeOwned + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned + Send + Sync + 'static> Output for T {}

/// What a node with a model may return: an [`Output`] with a JSON schema to ask for.
#[diagnostic::on_unimplemented(
    message = "a model cannot be asked for `{Self}`",
    label = "this type has no JSON schema",
    note = "the output of a `think`, `agent` or `act` node must implement `schemars::JsonSchema` besides serde's two traits"
)]
pub trait StructuredOutput: Output + JsonSchema {}
#[diagnostic::do_not_recommend]
impl<T: Output + JsonSchema> StructuredOutput for T {}

type Decode = fn(&str) -> Result<AnyValue, serde_path_to_error::Error<serde_json::Error>>;

/// A node's output type, erased: its name and the functions that store and read it.
#[derive(Clone, Copy)]
pub struct OutputType {
    id: TypeId,
    name: fn() -> &'static str,
    encode: fn(&AnyValue) -> Result<String, serde_json::Error>,
    decode: Decode,
    render: fn(&AnyValue) -> Result<serde_json::Value, serde_json::Error>,
    schema: Option<fn() -> serde_json::Value>,
    read_answer: Decode,
}

impl OutputType {
    #[doc(hidden)]
    pub fn __of<T: Output>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>,
            encode: |value| lossless::to_string(typed::<T>(value)?),
            decode: decode::<T>,
            render: |value| serde_json::to_value(typed::<T>(value)?),
            schema: None,
            read_answer: decode::<T>,
        }
    }

    #[doc(hidden)]
    pub fn __structured<T: StructuredOutput>() -> Self {
        let is_text = TypeId::of::<T>() == TypeId::of::<String>();
        Self {
            schema: Some(|| schemars::schema_for!(T).to_value()),
            // A node that returns a `String` takes what the model says as it is.
            read_answer: if is_text { |text| Ok(Arc::new(text.to_owned())) } else { decode::<T> },
            ..Self::__of::<T>()
        }
    }

    /// Of a node that is still built: it matches every edge, and a fault is reported anyway.
    pub(super) fn undeclared() -> Self {
        Self::__of::<Undeclared>()
    }

    pub(super) fn is_undeclared(&self) -> bool {
        self.id == TypeId::of::<Undeclared>()
    }

    /// The identity of the type: what an edge must be of.
    ///
    /// ```
    /// use std::any::TypeId;
    /// use neograph_core::{Node, Pipeline};
    ///
    /// let dice = Pipeline::builder("dice").node(Node::scripted("roll").run(async |_| Ok(4_u8)));
    /// assert_eq!(dice.build()?.nodes()[0].output().id(), TypeId::of::<u8>());
    /// # Ok::<_, neograph_core::Error>(())
    /// ```
    pub fn id(&self) -> TypeId {
        self.id
    }

    /// The Rust path of the type, for messages.
    pub fn name(&self) -> &'static str {
        (self.name)()
    }

    /// The JSON schema a model is given, if a model makes this output.
    pub fn schema(&self) -> Option<serde_json::Value> {
        self.schema.map(|schema| schema())
    }

    /// The value by itself. One that somebody still shares is copied the way a store would.
    pub(super) fn own<T: Send + Sync + 'static>(&self, value: AnyValue) -> Result<T, BoxError> {
        let shared = match value.downcast::<T>().map(Arc::try_unwrap) {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(shared)) => shared as AnyValue,
            Err(_) => return Err(format!("the value is no `{}`", self.name()).into()),
        };
        let copy = self.decode(&self.encode(&shared)?)?;
        let copy = copy.downcast::<T>().ok().and_then(Arc::into_inner);
        copy.ok_or_else(|| format!("the value is no `{}`", self.name()).into())
    }

    pub(crate) fn encode(&self, value: &AnyValue) -> Result<String, serde_json::Error> {
        (self.encode)(value)
    }

    pub(crate) fn decode(
        &self,
        json: &str,
    ) -> Result<AnyValue, serde_path_to_error::Error<serde_json::Error>> {
        (self.decode)(json)
    }

    pub(crate) fn read_answer(
        &self,
        text: &str,
    ) -> Result<AnyValue, serde_path_to_error::Error<serde_json::Error>> {
        (self.read_answer)(text)
    }

    pub(crate) fn render(&self, value: &AnyValue) -> Result<serde_json::Value, serde_json::Error> {
        (self.render)(value)
    }
}

/// Stands for an output type that nobody has said.
#[derive(Serialize, serde::Deserialize)]
struct Undeclared;

fn decode<T: Output>(
    json: &str,
) -> Result<AnyValue, serde_path_to_error::Error<serde_json::Error>> {
    let mut source = serde_json::Deserializer::from_str(json);
    let value: T = serde_path_to_error::deserialize(&mut source)?;
    Ok(Arc::new(value))
}

fn typed<T: 'static>(value: &AnyValue) -> Result<&T, serde_json::Error> {
    value.downcast_ref().ok_or_else(|| {
        serde::ser::Error::custom(format_args!("the value is no `{}`", type_name::<T>()))
    })
}

impl fmt::Debug for OutputType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
