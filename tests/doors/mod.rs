//! The doors through which bytes of others come in. Each is one function that takes any bytes, hands them
//! to the program and panics where the answer is not what the program promises.
//!
//! The fuzz targets in `fuzz/` and the tests in `tests/it/doors.rs` go through the same doors, so what a
//! fuzzer finds is a test as soon as its input lies in `fuzz/corpus`.

#![allow(dead_code)] // Either user has its own half of it.

pub mod asked;
pub mod kept;
pub mod reading;
pub mod stored;
pub mod words;

/// A door: its name, which is that of its fuzz target and of its folder in `fuzz/corpus`.
pub type Door = (&'static str, fn(&[u8]));

/// All of them.
pub const DOORS: [Door; 10] = [
    ("decoding", reading::decoding),
    ("reader", reading::reader),
    ("html", reading::html),
    ("jsonl", reading::jsonl),
    ("terms", words::terms),
    ("store", stored::store),
    ("query", asked::query),
    ("labels", asked::labels),
    ("kept", kept::kept),
    ("arguments", asked::arguments),
];

/// A temporary folder, in memory where the system has such a place: doors are gone through thousands of
/// times a second.
fn folder() -> tempfile::TempDir {
    let shared = std::path::Path::new("/dev/shm");
    let made = tempfile::tempdir_in(shared).or_else(|_| tempfile::tempdir());
    made.expect("a temporary folder")
}

/// The first byte, to choose by, and the rest.
fn chosen(data: &[u8]) -> (usize, &[u8]) {
    data.split_first()
        .map_or((0, data), |(first, rest)| (usize::from(*first), rest))
}
