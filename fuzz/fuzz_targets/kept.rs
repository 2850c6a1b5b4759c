//! Any bytes through the door `kept`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| shinglescope_fuzz::doors::kept::kept(data));
