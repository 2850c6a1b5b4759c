//! Any bytes through the door `arguments`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::doors::asked::arguments(data));
