//! Nothing: the cases in `fail/` and `pass/` are compiled by `tests/ui.rs`.
