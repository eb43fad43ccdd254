//! Whether a type is a sequence, asked of its `Deserialize`.
//!
//! A struct can be read from a sequence of its fields, and one whose fields all have defaults
//! from any. Several contents of a read are no such thing, so the type is asked what it asks for.

use std::fmt;

use serde::{
    de::{DeserializeOwned, Deserializer, Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
};

/// Whether a type asks for a sequence.
pub(super) fn is_one<T: DeserializeOwned>() -> bool {
    T::deserialize(Probe { anything: false }).is_ok()
}

/// The same of a type that takes whatever there is.
pub(super) fn may_be_one<T: DeserializeOwned>() -> bool {
    T::deserialize(Probe { anything: true }).is_ok()
}

/// Gives an empty sequence to whom asks for one, and nothing to others.
#[derive(Clone, Copy)]
struct Probe {
    /// Whether who asks for anything is given it, too.
    anything: bool,
}

/// There is nothing to say: a probe is asked yes or no.
#[derive(Debug)]
struct No;

impl fmt::Display for No {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no sequence")
    }
}

impl std::error::Error for No {}

impl serde::de::Error for No {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

fn empty<'de, V: Visitor<'de>>(visitor: V) -> Result<V::Value, No> {
    visitor.visit_seq(SeqDeserializer::new(std::iter::empty::<()>()))
}

impl<'de> Deserializer<'de> for Probe {
    type Error = No;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, No> {
        if self.anything { empty(visitor) } else { Err(No) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, No> {
        empty(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, No> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, No> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, No> {
        Err(No)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde::Deserialize;
    use serde_json::Value;

    use super::{is_one, may_be_one};

    #[derive(Deserialize)]
    #[serde(default)]
    #[derive(Default)]
    struct Defaults {
        _a: u8,
        _b: u8,
    }

    #[derive(Deserialize)]
    struct List(#[expect(dead_code, reason = "it is only read")] Vec<u8>);

    #[derive(Deserialize)]
    struct Pair(
        #[expect(dead_code, reason = "it is only read")] u8,
        #[expect(dead_code, reason = "it is only read")] u8,
    );

    #[test]
    fn a_sequence_asks_for_one() {
        assert!(is_one::<Vec<String>>() && is_one::<BTreeSet<u8>>() && is_one::<List>());
        assert!(is_one::<Option<Vec<Defaults>>>());
        assert!(!is_one::<Defaults>() && !is_one::<BTreeMap<String, u8>>() && !is_one::<String>());
        assert!(!is_one::<Pair>() && !is_one::<Option<Defaults>>() && !is_one::<u8>());
        assert!(!is_one::<Value>() && may_be_one::<Value>());
        assert!(!may_be_one::<Defaults>() && may_be_one::<Vec<u8>>());
    }
}
