//! JSON that reads back as what was written, or an error.
//!
//! `serde_json` writes `NaN` and the infinities as `null`, and writes what is nested deeper
//! than it reads. Either would change or lose a value that is stored and read back, so this
//! serialiser refuses both and passes everything else on.

use std::fmt::Display;

use serde::ser::{
    self, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// How deep `serde_json` reads.
const DEPTH: usize = 127;

/// The JSON of a value that reads back as the same value.
pub(crate) fn to_string<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    serde_json::to_string(&Lossless { value, depth: 0 })
}

/// Reads what was written, however deep a model or a server nested it: a log that was written is
/// read.
pub(crate) fn reader(json: &str) -> serde_json::Deserializer<serde_json::de::StrRead<'_>> {
    let mut reader = serde_json::Deserializer::from_str(json);
    reader.disable_recursion_limit();
    reader
}

/// The same as a tree.
pub(crate) fn to_value<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(Lossless { value, depth: 0 })
}

/// A value at a depth of its document.
struct Lossless<'a, T: ?Sized> {
    value: &'a T,
    depth: usize,
}

impl<T: Serialize + ?Sized> Serialize for Lossless<'_, T> {
    fn serialize<S: Serializer>(&self, inner: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(Checked { inner, depth: self.depth })
    }
}

/// A serialiser, or one of its compounds, at a depth of its document.
struct Checked<S> {
    inner: S,
    depth: usize,
}

impl<S> Checked<S> {
    fn deeper<E: ser::Error>(&self) -> Result<usize, E> {
        if self.depth >= DEPTH {
            let reason = format!("the value is nested deeper than {DEPTH} levels");
            return Err(E::custom(reason));
        }
        Ok(self.depth + 1)
    }
}

fn finite<E: ser::Error>(number: impl Into<f64> + Display) -> Result<(), E> {
    let text = number.to_string();
    if number.into().is_finite() {
        return Ok(());
    }
    Err(E::custom(format!("`{text}` has no JSON form; make the field an `Option` or a text")))
}

macro_rules! pass_on {
    ($($method:ident($type:ty)),* $(,)?) => {$(
        fn $method(self, value: $type) -> Result<S::Ok, S::Error> {
            self.inner.$method(value)
        }
    )*};
}

macro_rules! open {
    ($($method:ident($($arg:ident: $type:ty),*) -> $compound:ident),* $(,)?) => {$(
        fn $method(self, $($arg: $type),*) -> Result<Self::$compound, S::Error> {
            let depth = self.deeper()?;
            Ok(Checked { inner: self.inner.$method($($arg),*)?, depth })
        }
    )*};
}

impl<S: Serializer> Serializer for Checked<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Checked<S::SerializeSeq>;
    type SerializeTuple = Checked<S::SerializeTuple>;
    type SerializeTupleStruct = Checked<S::SerializeTupleStruct>;
    type SerializeTupleVariant = Checked<S::SerializeTupleVariant>;
    type SerializeMap = Checked<S::SerializeMap>;
    type SerializeStruct = Checked<S::SerializeStruct>;
    type SerializeStructVariant = Checked<S::SerializeStructVariant>;

    pass_on!(
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128),
        serialize_char(char),
        serialize_str(&str),
        serialize_bytes(&[u8]),
        serialize_unit_struct(&'static str),
    );

    open!(
        serialize_seq(len: Option<usize>) -> SerializeSeq,
        serialize_tuple(len: usize) -> SerializeTuple,
        serialize_tuple_struct(name: &'static str, len: usize) -> SerializeTupleStruct,
        serialize_tuple_variant(
            name: &'static str, index: u32, variant: &'static str, len: usize
        ) -> SerializeTupleVariant,
        serialize_map(len: Option<usize>) -> SerializeMap,
        serialize_struct(name: &'static str, len: usize) -> SerializeStruct,
        serialize_struct_variant(
            name: &'static str, index: u32, variant: &'static str, len: usize
        ) -> SerializeStructVariant,
    );

    fn serialize_f32(self, number: f32) -> Result<S::Ok, S::Error> {
        finite(number)?;
        self.inner.serialize_f32(number)
    }

    fn serialize_f64(self, number: f64) -> Result<S::Ok, S::Error> {
        finite(number)?;
        self.inner.serialize_f64(number)
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_none()
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&Lossless { value, depth: self.depth })
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit_variant(name, index, variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_newtype_struct(name, &Lossless { value, depth: self.depth })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let depth = self.deeper()?;
        self.inner.serialize_newtype_variant(name, index, variant, &Lossless { value, depth })
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.collect_str(value)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! elements {
    ($($compound:ident::$method:ident),* $(,)?) => {$(
        impl<S: $compound> $compound for Checked<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.inner.$method(&Lossless { value, depth: self.depth })
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        }
    )*};
}
elements!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
);

macro_rules! fields {
    ($($compound:ident),* $(,)?) => {$(
        impl<S: $compound> $compound for Checked<S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), S::Error> {
                self.inner.serialize_field(key, &Lossless { value, depth: self.depth })
            }

            fn skip_field(&mut self, key: &'static str) -> Result<(), S::Error> {
                self.inner.skip_field(key)
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        }
    )*};
}
fields!(SerializeStruct, SerializeStructVariant);

impl<S: SerializeMap> SerializeMap for Checked<S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.inner.serialize_key(&Lossless { value: key, depth: self.depth })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.inner.serialize_value(&Lossless { value, depth: self.depth })
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Shape {
        Unit,
        New(f64),
        Tuple(u8, Option<String>),
        Struct { number: f32, map: BTreeMap<i32, Vec<Shape>> },
    }

    #[test]
    fn numbers_that_json_does_not_have_are_refused_wherever_they_stand() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(to_string(&number).is_err());
            assert!(to_value(&Some(number)).is_err());
            let deep = BTreeMap::from([(1, vec![Shape::New(number)])]);
            let error = to_string(&Shape::Struct { number: 1.0, map: deep }).unwrap_err();
            assert!(error.to_string().contains("has no JSON form"), "{error}");
        }
        assert!(to_string(&f32::NAN).is_err());
    }

    #[test]
    fn what_is_written_is_read_back() {
        for shape in [
            Shape::Unit,
            Shape::New(-0.5),
            Shape::Tuple(1, None),
            Shape::Struct { number: 0.1, map: BTreeMap::from([(-3, vec![Shape::Unit])]) },
        ] {
            let json = to_string(&shape).unwrap();
            assert_eq!(json, serde_json::to_string(&shape).unwrap());
            assert_eq!(serde_json::from_str::<Shape>(&json).unwrap(), shape);
        }
    }

    #[test]
    fn what_is_too_deep_to_read_is_not_written() {
        let nested = |depth| (0..depth).fold(json!(1), |inner, _| json!([inner]));
        for depth in 100..140 {
            let value = nested(depth);
            let written = to_string(&value);
            let reads = serde_json::from_str::<Value>(&value.to_string()).is_ok();
            assert_eq!(written.is_ok(), reads, "depth {depth}");
        }
    }

    proptest! {
        #[test]
        fn finite_numbers_pass(number in any::<f64>()) {
            prop_assert_eq!(to_string(&number).is_ok(), number.is_finite());
        }
    }
}
