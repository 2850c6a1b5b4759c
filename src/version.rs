//! The version of the program, the commit it was built from and the features it was built with.

use std::sync::LazyLock;

/// The commit that the program was built from; empty if it is not known.
pub const COMMIT: &str = env!("SHINGLESCOPE_COMMIT");

/// Version, commit and features in one line: `0.1.0 (1a2b3c4d5e; bench, documents, tables)`.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let commit = match COMMIT {
        "" => "commit unknown",
        commit => commit,
    };
    let features = features().join(", ");
    format!("{} ({commit}; {features})", env!("CARGO_PKG_VERSION"))
});

/// The optional parts that the program was built with.
#[must_use]
pub fn features() -> Vec<&'static str> {
    let all = [
        ("bench", cfg!(feature = "bench")),
        ("documents", cfg!(feature = "documents")),
        ("tables", cfg!(feature = "tables")),
    ];
    let built = all.into_iter().filter(|(_, is)| *is);
    built.map(|(name, _)| name).collect()
}
