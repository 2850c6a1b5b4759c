//! The entry points for untrusted input, shared with the tests: see `tests/doors/mod.rs`.

#[path = "../tests/doors/mod.rs"]
pub mod doors;
