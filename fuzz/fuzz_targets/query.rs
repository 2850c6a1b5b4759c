//! Fuzz target for the entry point `query`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::doors::asked::query(data));
