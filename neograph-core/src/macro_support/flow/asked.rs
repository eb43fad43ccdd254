//! Conditions: what they say, and what a function can be asked about whose types the macro
//! has not seen.

use std::{marker::PhantomData, sync::Arc};

use crate::{
    __private::{AskedAs, EdgeFrom},
    AnyValue, BoxError,
    pipeline::{Args, NodeSpec, Param},
};

/// What a condition says.
#[diagnostic::on_unimplemented(
    message = "a condition returns `bool`, and this one returns `{Self}`",
    label = "does not say whether the node runs",
    note = "write `fn condition(node: &Output) -> bool`"
)]
pub trait Holds {
    /// Whether the node runs.
    fn holds(self) -> bool;
}
impl Holds for bool {
    fn holds(self) -> bool {
        self
    }
}

/// What a condition has said.
pub fn holds<H: Holds>(answer: H) -> bool {
    answer.holds()
}

/// What can be lent by a value that the run holds.
pub trait Lent {
    /// The value.
    type Owned: Send + Sync + 'static;

    /// What it lends.
    fn lent(owned: &Self::Owned) -> &Self;
}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Lent for T {
    type Owned = T;

    fn lent(owned: &T) -> &T {
        owned
    }
}
#[diagnostic::do_not_recommend]
impl Lent for str {
    type Owned = String;

    fn lent(owned: &String) -> &str {
        owned
    }
}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Lent for [T] {
    type Owned = Vec<T>;

    fn lent(owned: &Vec<T>) -> &[T] {
        owned
    }
}

/// How a function takes what it is asked about.
#[diagnostic::on_unimplemented(
    message = "a condition cannot be asked about a `{Self}` by value",
    label = "takes a `{Self}`",
    note = "take `&T` or `Arc<T>`, or `Option<&T>` of a node that may be skipped"
)]
pub trait Asked<'a>: Sized {
    /// The type that the run holds.
    type Held: Send + Sync + 'static;
    /// The same in an `Option`, if the function takes one.
    type Whole: Send + Sync + 'static;
    /// Whether the function takes an `Option`.
    const IS_OPTIONAL: bool;

    /// The value as the function takes it; nothing when it is of another type.
    fn of(value: &'a AnyValue) -> Option<Self>;
}

fn found<T: 'static>(value: &AnyValue) -> Option<&T> {
    let shared = value.downcast_ref::<Arc<T>>().map(Arc::as_ref);
    value.downcast_ref::<T>().or(shared)
}

#[diagnostic::do_not_recommend]
impl<'a, T: Lent + ?Sized> Asked<'a> for &'a T {
    type Held = T::Owned;
    type Whole = T::Owned;
    const IS_OPTIONAL: bool = false;

    fn of(value: &'a AnyValue) -> Option<Self> {
        found(value).map(T::lent)
    }
}
#[diagnostic::do_not_recommend]
impl<'a, T: Lent + ?Sized> Asked<'a> for Option<&'a T> {
    type Held = T::Owned;
    type Whole = Option<T::Owned>;
    const IS_OPTIONAL: bool = true;

    fn of(value: &'a AnyValue) -> Option<Self> {
        match value.downcast_ref::<Option<T::Owned>>() {
            Some(perhaps) => Some(perhaps.as_ref().map(T::lent)),
            None => found(value).map(T::lent).map(Some),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Asked<'_> for Arc<T> {
    type Held = T;
    type Whole = T;
    const IS_OPTIONAL: bool = false;

    fn of(value: &AnyValue) -> Option<Self> {
        let value = AnyValue::clone(value);
        match value.downcast::<T>() {
            Ok(value) => Some(value),
            Err(value) => value.downcast_ref::<Self>().cloned(),
        }
    }
}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Asked<'_> for Option<Arc<T>> {
    type Held = T;
    type Whole = Option<T>;
    const IS_OPTIONAL: bool = true;

    fn of(value: &AnyValue) -> Option<Self> {
        match value.downcast_ref::<Option<T>>() {
            Some(None) => Some(None),
            _ => Arc::<T>::of(value).map(Some),
        }
    }
}

/// A node that may be skipped is asked about as an `Option`.
#[diagnostic::on_unimplemented(
    message = "a condition takes `{Self}` of a node that may be skipped",
    label = "takes no `Option`",
    note = "take `Option<&T>`"
)]
pub trait OrNone<'a>: Asked<'a> {}
#[diagnostic::do_not_recommend]
impl<'a, T: Lent + ?Sized> OrNone<'a> for Option<&'a T> {}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> OrNone<'_> for Option<Arc<T>> {}

/// A node that always runs is not.
#[diagnostic::on_unimplemented(
    message = "a condition takes `{Self}` of a node that always runs",
    label = "neither `&T` nor `Arc<T>`",
    note = "take `&T` or `Arc<T>`"
)]
pub trait AtHand<'a>: Asked<'a> {}
#[diagnostic::do_not_recommend]
impl<'a, T: Lent + ?Sized> AtHand<'a> for &'a T {}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> AtHand<'_> for Arc<T> {}

/// Values that a lint asks to be taken as they are.
macro_rules! by_value {
    ($($value:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Asked<'_> for $value {
            type Held = Self;
            type Whole = Self;
            const IS_OPTIONAL: bool = false;

            fn of(value: &AnyValue) -> Option<Self> {
                found(value).copied()
            }
        }
        #[diagnostic::do_not_recommend]
        impl AtHand<'_> for $value {}

        #[diagnostic::do_not_recommend]
        impl Asked<'_> for Option<$value> {
            type Held = $value;
            type Whole = Self;
            const IS_OPTIONAL: bool = true;

            fn of(value: &AnyValue) -> Option<Self> {
                match value.downcast_ref::<Self>() {
                    Some(perhaps) => Some(*perhaps),
                    None => found(value).copied().map(Some),
                }
            }
        }
        #[diagnostic::do_not_recommend]
        impl OrNone<'_> for Option<$value> {}
    )*};
}

by_value! { bool char f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize }

/// Where a value comes from that a function takes as `A`.
pub trait Asking<'a, A> {
    /// The parameter.
    fn param(name: &'static str) -> Param;

    /// The value.
    fn of(value: &'a AnyValue) -> Option<A>;
}

/// A node that always runs.
#[derive(Debug)]
pub struct Always<O>(PhantomData<O>);
impl<'a, A, O> Asking<'a, A> for Always<O>
where
    A: AtHand<'a>,
    A::Held: EdgeFrom<O>,
{
    fn param(name: &'static str) -> Param {
        Param::__upstream::<A::Held>(name)
    }

    fn of(value: &'a AnyValue) -> Option<A> {
        A::of(value)
    }
}

/// A node that may be skipped.
#[derive(Debug)]
pub struct Perhaps<O>(PhantomData<O>);
impl<'a, A, O> Asking<'a, A> for Perhaps<O>
where
    A: OrNone<'a>,
    A::Held: EdgeFrom<O>,
{
    fn param(name: &'static str) -> Param {
        Param::__upstream::<A::Held>(name).__optional::<A::Held>()
    }

    fn of(value: &'a AnyValue) -> Option<A> {
        A::of(value)
    }
}

/// A node that is not known here.
#[derive(Debug)]
pub struct AnyEdge;
impl<'a, A: Asked<'a>> Asking<'a, A> for AnyEdge {
    fn param(name: &'static str) -> Param {
        or_none::<A>(Param::__upstream::<A::Held>(name))
    }

    fn of(value: &'a AnyValue) -> Option<A> {
        A::of(value)
    }
}

/// A parameter `T` of the node's own: an input, or a handle that the run must have. Where it
/// comes from is said at the node.
#[derive(Debug)]
pub struct Own<T>(PhantomData<T>);
impl<'a, A, T> Asking<'a, A> for Own<T>
where
    A: Asked<'a>,
    A::Whole: AskedAs<T>,
{
    fn param(name: &'static str) -> Param {
        Param::__upstream::<A::Whole>(name)
    }

    fn of(value: &'a AnyValue) -> Option<A> {
        A::of(value)
    }
}

/// A handle of the node's own that the run may not have.
#[derive(Debug)]
pub struct OwnPerhaps<T>(PhantomData<T>);
impl<'a, A, T> Asking<'a, A> for OwnPerhaps<T>
where
    A: HandleOrNone<'a>,
    A::Held: AskedAs<T>,
{
    fn param(name: &'static str) -> Param {
        Param::__upstream::<A::Held>(name)
    }

    fn of(value: &'a AnyValue) -> Option<A> {
        A::of(value)
    }
}

/// A handle that may be missing is asked about as an `Option`.
#[diagnostic::on_unimplemented(
    message = "a condition takes `{Self}` of a handle that may be missing",
    label = "takes no `Option`",
    note = "take `Option<&T>`"
)]
pub trait HandleOrNone<'a>: Asked<'a> {}
#[diagnostic::do_not_recommend]
impl<'a, A: OrNone<'a>> HandleOrNone<'a> for A {}

/// The same for a condition whose types the macro has seen: `A` is what it takes, and `T` the
/// node's parameter.
pub fn own<A, T>(name: &'static str) -> Param
where
    A: AskedAs<T> + Send + Sync + 'static,
{
    Param::__upstream::<A>(name)
}

fn or_none<'a, A: Asked<'a>>(param: Param) -> Param {
    if A::IS_OPTIONAL { param.__optional::<A::Held>() } else { param }
}

/// What a function is asked with: the values of a run, or none, to find out what it needs.
#[derive(Debug)]
pub struct Questions<'a> {
    args: Option<&'a Args>,
    params: Vec<Param>,
}

impl Questions<'_> {
    /// Nothing to ask with: a function is only looked at.
    #[must_use]
    pub const fn none() -> Self {
        Self { args: None, params: Vec::new() }
    }
}

/// The next value of a function, as the function takes it.
pub fn ask<'a, K, A>(questions: &mut Questions<'a>, name: &'static str) -> Result<A, BoxError>
where
    K: Asking<'a, A>,
{
    let index = questions.params.len();
    questions.params.push(K::param(name));
    let args = questions.args.ok_or("the function is not asked, but what it needs")?;
    let value = args.value(index).ok_or_else(|| format!("parameter `{name}` is not bound"))?;
    Ok(K::of(value).ok_or_else(|| format!("parameter `{name}` is of another type"))?)
}

#[doc(hidden)]
impl NodeSpec {
    /// A condition whose types only rustc knows. Every value is asked for before the function
    /// is called.
    #[must_use]
    pub fn __when_asked(
        self,
        name: &'static str,
        holds: impl for<'a> Fn(&mut Questions<'a>) -> Result<bool, BoxError> + Send + Sync + 'static,
    ) -> Self {
        let mut needs = Questions::none();
        // It fails because there are no values, and has told by then which ones it needs.
        let _ = holds(&mut needs);
        self.__when(name, needs.params, move |args| {
            holds(&mut Questions { args: Some(&args), params: Vec::new() })
        })
    }
}
