//! Fuzz target for the entry point `arguments`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::asked::arguments(data));
