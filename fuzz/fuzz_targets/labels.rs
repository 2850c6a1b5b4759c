//! Fuzz target for the entry point `labels`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::doors::asked::labels(data));
