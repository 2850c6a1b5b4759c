//! The version of the program and the commit it was built from.

use std::sync::LazyLock;

/// The version of the program.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from; empty if unknown.
pub const COMMIT: &str = env!("SHINGLESCOPE_COMMIT");

/// Version and commit in one line: `0.1.0 (1a2b3c4d5e)`.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = match COMMIT {
        "" => "commit unknown",
        commit => commit,
    };
    format!("{NUMBER} ({commit})")
});
