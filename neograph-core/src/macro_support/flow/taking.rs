//! How a function takes the output that it looks at: as it is, or what a `Vec` or a `String`
//! lends, which is what lints ask for.
//!
//! The methods are found by the number of references in front of [`Takes`], so that a generic
//! function takes the output as it is, and so that what fits in no way is said of that one.

use std::marker::PhantomData;

/// The output as it is.
#[derive(Debug)]
pub struct Whole;

/// The slice that a `Vec` lends.
#[derive(Debug)]
pub struct Slice;

/// The text that a `String` lends.
#[derive(Debug)]
pub struct Text;

/// A function of type `F` that looks at an `O`.
#[derive(Debug)]
pub struct Takes<O, F>(PhantomData<fn(O, F)>);

/// How this function takes an `O`.
pub fn takes<O, F>(_: &F) -> Takes<O, F> {
    Takes(PhantomData)
}

/// A function that takes the output as it is.
pub trait TakesWhole {
    /// How.
    fn by(&self) -> Whole {
        Whole
    }
}
impl<O, F: Fn(&O) -> R, R> TakesWhole for &&Takes<O, F> {}

/// A function that takes what the output lends.
pub trait TakesLent {
    /// How.
    type By;
    /// How.
    fn by(&self) -> Self::By;
}
impl<T, F: Fn(&[T]) -> R, R> TakesLent for &Takes<Vec<T>, F> {
    type By = Slice;

    fn by(&self) -> Slice {
        Slice
    }
}
impl<F: Fn(&str) -> R, R> TakesLent for &Takes<String, F> {
    type By = Text;

    fn by(&self) -> Text {
        Text
    }
}

/// Anything else.
pub trait TakesAny {
    /// As it is, which is refused.
    fn by(&self) -> Whole {
        Whole
    }
}
impl<O, F> TakesAny for Takes<O, F> {}
