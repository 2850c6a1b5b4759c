//! Entry points for untrusted bytes. Each is a function that takes arbitrary bytes,
//! passes them to the program and panics if the result violates a guarantee.
//!
//! The fuzz targets in `fuzz/` and the tests in `tests/it/fuzz_targets.rs` use the same functions, so a
//! fuzzer finding becomes a regression test as soon as its input is in `fuzz/corpus`.

#![allow(dead_code)] // Tests and fuzz targets each use only some of it.

pub mod asked;
pub mod journal;
pub mod packed;
pub mod reading;
pub mod stored;
pub mod words;

/// An entry point with its name, which is also that of its fuzz target and of its folder in
/// `fuzz/corpus`.
pub type Target = (&'static str, fn(&[u8]));

/// All entry points.
pub const TARGETS: [Target; 17] = [
    ("decoding", reading::decoding),
    ("reader", reading::reader),
    ("html", reading::html),
    ("jsonl", reading::jsonl),
    ("crawl", reading::crawl),
    ("rows", packed::rows),
    ("tables", packed::tables),
    ("archives", packed::archives),
    ("documents", packed::documents),
    ("pdf", packed::pdf),
    ("mail", packed::mail),
    ("terms", words::terms),
    ("store", stored::store),
    ("query", asked::query),
    ("labels", asked::labels),
    ("journal", journal::journal),
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

thread_local!(static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });

/// While this value exists, the panic hook ignores panics of this thread; in the fuzzer it would end the process.
/// Panics of parsers are caught and become skip reasons. A panic that is not caught is still a finding.
pub(crate) struct Quiet;

impl Quiet {
    fn new() -> Self {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if !QUIET.get() {
                    before(panic);
                }
            }));
        });
        QUIET.set(true);
        Quiet
    }

    /// Runs code that is not a parser. Its panics are reported.
    fn loudly<T>(run: impl FnOnce() -> T) -> T {
        let before = QUIET.replace(false);
        let done = run();
        QUIET.set(before);
        done
    }
}

impl Drop for Quiet {
    fn drop(&mut self) {
        QUIET.set(false);
        if std::thread::panicking() {
            eprintln!("a panic was not caught");
        }
    }
}
