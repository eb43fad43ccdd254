//! Reads a case file by its format and runs each case.

mod cache;
mod hydration;
mod lift;
mod lint;
mod mime;
mod rfc6570;
mod size;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use neograph::{
    BoxError,
    resource::{Body, ResourceContent},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// Why a case does not hold.
type Fault = String;

/// Runs every case of a file: how many there are, or what is wrong with which.
pub fn run(text: &str) -> Result<usize, Vec<Fault>> {
    let file: Value = serde_json::from_str(text).map_err(|error| vec![error.to_string()])?;
    let format =
        file["format"].as_str().ok_or_else(|| vec!["the file has no `format`".to_owned()])?;
    match format {
        "neograph-cases/rfc6570/1" => rfc6570::run(text),
        "neograph-cases/lint/1" => lint::run(text),
        "neograph-cases/lift/1" => each(text, lift::run),
        "neograph-cases/cache/1" => each(text, cache::run),
        "neograph-cases/hydration/1" => each(text, hydration::run),
        "neograph-cases/mime/1" => each(text, mime::run),
        "neograph-cases/size/1" => each(text, size::run),
        other => Err(vec![format!("unknown format `{other}`")]),
    }
}

/// A case of any format.
trait Case {
    fn id(&self) -> &str;
}

macro_rules! cases {
    ($($case:ty),*) => {$(
        impl Case for $case {
            fn id(&self) -> &str {
                &self.id
            }
        }
    )*};
}
cases!(cache::Cache, lift::Lift, hydration::Hydration, mime::Typing, size::Size);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<C> {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "about")]
    _about: String,
    cases: Vec<C>,
}

fn each<C: Case + DeserializeOwned>(
    text: &str,
    run: impl Fn(&C) -> Result<(), Fault>,
) -> Result<usize, Vec<Fault>> {
    let file: File<C> = serde_json::from_str(text).map_err(|error| vec![error.to_string()])?;
    all(&file.cases, |case| run(case).map_err(|fault| format!("{}: {fault}", case.id())))
}

fn all<C>(cases: &[C], run: impl Fn(&C) -> Result<(), Fault>) -> Result<usize, Vec<Fault>> {
    if cases.is_empty() {
        return Err(vec!["the file has no cases".to_owned()]);
    }
    let faults: Vec<Fault> = cases.iter().filter_map(|case| run(case).err()).collect();
    if faults.is_empty() { Ok(cases.len()) } else { Err(faults) }
}

fn same<T: PartialEq + std::fmt::Debug + ?Sized>(
    what: &str,
    found: &T,
    expected: &T,
) -> Result<(), Fault> {
    if found == expected {
        return Ok(());
    }
    Err(format!("expected {what} to be {expected:?}, found {found:?}"))
}

/// Text or base64.
#[derive(Clone, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Content {
    Text { text: String },
    Base64 { base64: String },
}

impl Content {
    fn content(&self, mime: Option<&str>) -> Result<ResourceContent, BoxError> {
        let body = match self {
            Self::Text { text } => Body::from(text.as_str()),
            Self::Base64 { base64 } => Body::from(STANDARD.decode(base64)?),
        };
        Ok(ResourceContent { uri: String::new(), mime: mime.map(str::to_owned), body })
    }
}

/// Names of the library live as long as the program that declares them.
fn name(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(future)
}
