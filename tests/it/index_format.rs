//! An index of another format or with a damaged marker is built again with a message. A folder that is not an index is
//! not changed.

use std::path::{Path, PathBuf};

use shinglescope::index::FORMAT;

use crate::support::{Work, copy};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// A corpus with an index.
fn indexed() -> Work {
    let work = Work::new();
    copy(&fixtures().join("docs"), &work.corpus());
    work.done(&["index", "corpus", "--index", "index", "--quiet"]);
    work
}

const PAIRS: [&str; 6] = ["pairs", "corpus", "--index", "index", "--format", "csv"];

/// Asserts that the figures are right before and after, and that `index` says what it rebuilds and
/// why.
fn assert_rebuilt(work: &Work, why: &str) {
    let memory = work.run(&["pairs", "corpus", "--in-memory", "--format", "csv"]);
    assert_eq!(memory.rows().len(), 3, "{}", memory.talk);
    assert_eq!(work.run(&PAIRS).out, memory.out);
    let ran = work.done(&["index", "corpus", "--index", "index"]);
    assert!(ran.talk.contains(why), "{}", ran.talk);
    assert!(ran.talk.contains("building it again"), "{}", ran.talk);
    assert_eq!(work.run(&PAIRS).out, memory.out);
    let again = work.run(&["index", "corpus", "--index", "index"]);
    assert!(!again.talk.contains("again"), "{}", again.talk);
}

#[test]
fn an_index_of_another_format_is_rebuilt_with_a_message() {
    let work = indexed();
    for format in [0, FORMAT + 1] {
        let marker = work.index().join("shinglescope.toml");
        let text = std::fs::read_to_string(&marker).unwrap();
        let other = text.replace(&format!("format = {FORMAT}"), &format!("format = {format}"));
        assert_ne!(text, other);
        std::fs::write(&marker, other).unwrap();
        assert_rebuilt(&work, &format!("has format {format}"));
    }
}

#[test]
fn an_index_whose_marker_was_emptied_cut_zeroed_or_lost_is_rebuilt() {
    let work = indexed();
    let marker = work.index().join("shinglescope.toml");
    let content = std::fs::read(&marker).unwrap();
    let zeroed = vec![0; content.len()];
    for damaged in [&[][..], &content[..40], &zeroed] {
        std::fs::write(&marker, damaged).unwrap();
        assert_rebuilt(&work, "shinglescope.toml no longer marks");
        assert_eq!(std::fs::read(&marker).unwrap(), content);
    }
    std::fs::remove_file(&marker).unwrap();
    assert_rebuilt(&work, "shinglescope.toml no longer marks");
}

#[test]
fn an_index_without_a_marker_but_with_foreign_files_is_not_changed() {
    let work = indexed();
    let index = work.index();
    std::fs::write(index.join("shinglescope.toml"), "").unwrap();
    std::fs::write(index.join("thesis.txt"), "years of work").unwrap();
    let before: Vec<PathBuf> = files(&index);
    let ran = work.run(&["index", "corpus", "--index", "index"]);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert!(ran.talk.contains("was left as it is"), "{}", ran.talk);
    assert_eq!(files(&index), before);
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name();
    entries
        .into_iter()
        .map(|e| e.unwrap().into_path())
        .collect()
}
