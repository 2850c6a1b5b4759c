//! Enforces the module dependency order by reading the `use` lines: a module depends only on
//! earlier ones, and nothing below the screens depends on a terminal.

use std::collections::BTreeSet;
use std::path::Path;

/// The modules of this crate that each module may use. Itself, `base` and `settings` are always
/// allowed.
const MAY_USE: [(&str, &[&str]); 19] = [
    ("base", &[]),
    ("settings", &[]),
    ("corpus", &[]),
    ("text", &[]),
    ("sketch", &["text"]),
    ("collection", &["corpus", "text", "sketch"]),
    ("similarity", &["collection", "sketch", "text"]),
    (
        "candidates",
        &["collection", "similarity", "sketch", "text"],
    ),
    ("cluster", &["collection", "similarity", "candidates"]),
    (
        "lab",
        &[
            "collection",
            "text",
            "sketch",
            "similarity",
            "candidates",
            "cluster",
        ],
    ),
    (
        "assess",
        &["collection", "similarity", "candidates", "sketch", "text"],
    ),
    (
        "plot",
        &[
            "lab",
            "candidates",
            "cluster",
            "similarity",
            "sketch",
            "typeset",
        ],
    ),
    ("search", &["text"]),
    (
        "store",
        &[
            "collection",
            "corpus",
            "sketch",
            "candidates",
            "similarity",
            "search",
        ],
    ),
    (
        "engine",
        &[
            "collection",
            "corpus",
            "text",
            "sketch",
            "candidates",
            "similarity",
            "cluster",
            "lab",
            "plot",
            "search",
            "store",
        ],
    ),
    ("report", &[]),
    ("typeset", &["similarity", "sketch"]),
    (
        "app",
        &[
            "sketch",
            "collection",
            "corpus",
            "candidates",
            "similarity",
            "cluster",
            "lab",
            "plot",
            "engine",
            "typeset",
        ],
    ),
    (
        "ui",
        &[
            "sketch",
            "collection",
            "corpus",
            "candidates",
            "similarity",
            "cluster",
            "lab",
            "plot",
            "engine",
            "typeset",
            "app",
        ],
    ),
];

/// Crates that only some modules may use.
const ONLY_IN: [(&str, &[&str]); 8] = [
    ("ratatui", &["ui", "term", "app"]),
    ("crossterm", &["term", "app"]),
    ("tantivy", &["search", "store", "bench"]),
    (
        "std::thread",
        &["engine", "term", "search", "store", "bench"],
    ),
    (
        "std::fs",
        &[
            "corpus", "store", "search", "cli", "term", "bench", "engine", "typeset",
        ],
    ),
    ("clap", &["cli", "report"]),
    ("rayon::ThreadPoolBuilder", &["engine", "bench"]),
    ("html5ever", &["corpus"]),
];

fn part(path: &Path) -> String {
    let first = path
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_string_lossy()
        .into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The lines of the source without its tests.
fn lines(source: &str) -> impl Iterator<Item = &str> {
    source
        .lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .filter(|line| !line.trim_start().starts_with("//"))
}

fn sources() -> Vec<(std::path::PathBuf, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = walkdir::WalkDir::new(&src).into_iter().flatten();
    files
        .filter(|entry| entry.path().extension().is_some_and(|e| e == "rs"))
        .map(|entry| {
            let path = entry.path().strip_prefix(&src).unwrap().to_owned();
            (path, std::fs::read_to_string(entry.path()).unwrap())
        })
        .collect()
}

#[test]
fn parts_know_only_those_before_them() {
    let mut wrong = Vec::new();
    for (path, source) in sources() {
        let part = part(&path);
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == part) else {
            continue;
        };
        for line in lines(&source) {
            for (at, _) in line.match_indices("crate::") {
                let used: String = line[at + 7..]
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let fine = used == part
                    || used == "base"
                    || used == "settings"
                    || allowed.contains(&used.as_str());
                if !fine {
                    wrong.push(format!("{}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_are_named_only_where_they_belong() {
    let mut wrong = BTreeSet::new();
    for (path, source) in sources() {
        let part = part(&path);
        for line in lines(&source) {
            for (name, allowed) in ONLY_IN {
                let named =
                    line.contains(&format!("{name}::")) || line.contains(&format!("use {name}"));
                if named
                    && !allowed.contains(&part.as_str())
                    && !["main", "lib"].contains(&part.as_str())
                {
                    wrong.insert(format!("{} names {name}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{}",
        wrong.into_iter().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn every_file_says_what_lives_in_it() {
    for (path, source) in sources() {
        assert!(
            source.starts_with("//!"),
            "{} does not open with //! lines",
            path.display()
        );
    }
}
