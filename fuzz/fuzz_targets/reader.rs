//! Any bytes through the door `reader`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::doors::reading::reader(data));
