//! Fuzz target for the entry point `pdf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::packed::pdf(data));
