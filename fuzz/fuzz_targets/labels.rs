//! Fuzz target for the entry point `labels`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::asked::labels(data));
