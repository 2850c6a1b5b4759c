//! The version of the program, the commit it was built from and the features it was built with.

use std::sync::LazyLock;

/// The version of the program.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// The commit that the program was built from; empty if it is not known.
pub const COMMIT: &str = env!("SHINGLESCOPE_COMMIT");

/// Version, commit and features in one line: `0.1.0 (1a2b3c4d5e; documents, tables)`.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = match COMMIT {
        "" => "commit unknown",
        commit => commit,
    };
    let features = features().join(", ");
    format!("{NUMBER} ({commit}; {features})")
});

/// Version and commit in short: `0.1.0 (1a2b3c4d5e)`, or `0.1.0` if the commit is not known.
#[must_use]
pub fn with_commit(version: &str, commit: &str) -> String {
    match commit {
        "" => version.to_owned(),
        commit => format!("{version} ({commit})"),
    }
}

/// The optional parts that the program was built with.
#[must_use]
pub fn features() -> Vec<&'static str> {
    let all = [
        ("documents", cfg!(feature = "documents")),
        ("tables", cfg!(feature = "tables")),
    ];
    let built = all.into_iter().filter(|(_, is)| *is);
    built.map(|(name, _)| name).collect()
}
