//! Fuzz target for the entry point `terms`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::words::terms(data));
