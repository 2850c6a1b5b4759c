//! Fuzz target for the entry point `kept`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::kept::kept(data));
