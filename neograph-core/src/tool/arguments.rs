//! The arguments that a tool of the program declares.

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use super::ToolError;

/// Collects the JSON schema of a tool's arguments.
pub(super) struct ArgumentSchema {
    generator: SchemaGenerator,
    properties: Map<String, Value>,
    required: Vec<&'static str>,
}

impl ArgumentSchema {
    pub(super) fn new() -> Self {
        // Not every model provider follows references inside a schema.
        let settings =
            SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
        Self { generator: settings.into_generator(), properties: Map::new(), required: Vec::new() }
    }

    pub(super) fn add<A: JsonSchema>(
        &mut self,
        name: &'static str,
        optional: bool,
        description: Option<&str>,
    ) {
        let mut schema: Schema = self.generator.subschema_for::<A>();
        if let Some(description) = description.map(str::trim).filter(|text| !text.is_empty()) {
            schema.insert("description".to_owned(), description.into());
        }
        self.properties.insert(name.to_owned(), schema.to_value());
        if !optional {
            self.required.push(name);
        }
    }

    pub(super) fn finish(mut self) -> Value {
        let mut schema = json!({
            "type": "object",
            "properties": self.properties,
            "required": self.required,
            "additionalProperties": false,
        });
        // What contains itself cannot be written out.
        let definitions = self.generator.take_definitions(true);
        if !definitions.is_empty() {
            schema["$defs"] = Value::Object(definitions);
        }
        schema
    }
}

/// Refuses arguments that the tool does not have.
pub(super) fn check_names<'a>(
    args: &Map<String, Value>,
    names: impl Iterator<Item = &'a str> + Clone,
) -> Result<(), ToolError> {
    let Some(unknown) = args.keys().find(|key| !names.clone().any(|name| name == *key)) else {
        return Ok(());
    };
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    Err(ToolError::Arguments(if names.is_empty() {
        format!("`{unknown}` is no argument; the tool takes none")
    } else {
        format!("`{unknown}` is no argument; the arguments are {}", names.join(", "))
    }))
}
