//! Fuzz target for the entry point `mail`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::packed::mail(data));
