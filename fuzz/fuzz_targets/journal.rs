//! Fuzz target for the entry point `journal`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::journal::journal(data));
