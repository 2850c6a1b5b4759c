//! Fuzz target for the entry point `query`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::asked::query(data));
