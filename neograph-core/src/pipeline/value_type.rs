//! A Rust type, for checks and messages.

use std::any::{TypeId, type_name};

/// A Rust type: its identity, and its path for messages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ValueType {
    id: TypeId,
    name: fn() -> &'static str,
}

impl ValueType {
    pub(crate) fn of<T: 'static>() -> Self {
        Self { id: TypeId::of::<T>(), name: type_name::<T> }
    }

    pub(super) fn new(id: TypeId, name: fn() -> &'static str) -> Self {
        Self { id, name }
    }

    pub(crate) fn id(self) -> TypeId {
        self.id
    }

    pub(crate) fn name(self) -> &'static str {
        (self.name)()
    }
}
