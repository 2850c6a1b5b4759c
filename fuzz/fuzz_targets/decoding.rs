//! Any bytes through the door `decoding`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::doors::reading::decoding(data));
