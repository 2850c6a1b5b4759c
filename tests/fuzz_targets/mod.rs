//! Entry points for untrusted bytes. Each is a function that takes arbitrary bytes,
//! passes them to the program and panics if the result violates a guarantee.
//!
//! The fuzz targets in `fuzz/` and the tests in `tests/it/fuzz_targets.rs` use the same functions, so a
//! fuzzer finding becomes a regression test as soon as its input is in `fuzz/corpus`.

#![allow(dead_code)] // Tests and fuzz targets each use only some of it.

pub mod asked;
pub mod kept;
pub mod reading;
pub mod stored;
pub mod words;

/// An entry point with its name, which is also that of its fuzz target and of its folder in
/// `fuzz/corpus`.
pub type Target = (&'static str, fn(&[u8]));

/// All entry points.
pub const TARGETS: [Target; 11] = [
    ("decoding", reading::decoding),
    ("reader", reading::reader),
    ("html", reading::html),
    ("jsonl", reading::jsonl),
    ("crawl", reading::crawl),
    ("terms", words::terms),
    ("store", stored::store),
    ("query", asked::query),
    ("labels", asked::labels),
    ("kept", kept::kept),
    ("arguments", asked::arguments),
];

/// A temporary folder, in memory where the system provides that: entry points run thousands of
/// times per second.
fn folder() -> tempfile::TempDir {
    let shared = std::path::Path::new("/dev/shm");
    let made = tempfile::tempdir_in(shared).or_else(|_| tempfile::tempdir());
    made.expect("a temporary folder")
}

/// Splits off the first byte, which selects a variant, from the rest.
fn chosen(data: &[u8]) -> (usize, &[u8]) {
    data.split_first()
        .map_or((0, data), |(first, rest)| (usize::from(*first), rest))
}
