//! Fuzz target for the entry point `crawl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::targets::reading::crawl(data));
