//! The entry points for untrusted input, shared with the tests: see `tests/fuzz_targets/mod.rs`.

#[path = "../tests/fuzz_targets/mod.rs"]
pub mod targets;
