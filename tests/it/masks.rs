//! Masks from the command line and in the engine: what they leave out is as if it had never been there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::support::{Work, run};

/// Words that no two documents share by chance.
fn words(seed: u64, number: usize) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut text = String::new();
    for _ in 0..number {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        _ = write!(text, "w{} ", state % 50_000);
    }
    text
}
