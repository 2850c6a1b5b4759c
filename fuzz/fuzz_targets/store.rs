//! Fuzz target for the entry point `store`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::stored::store(data));
