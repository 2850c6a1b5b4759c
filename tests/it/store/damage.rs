//! Damaged files: always an error that names them, never a panic, never a wrong figure.

use std::path::{Path, PathBuf};

use super::fixture::{Corpus, files, roots};
use shinglescope::index::{Generation, Start, StoreError, Writer};

/// A store with two segments, pairs, removed rows and deleted documents in the full text.
fn store(dir: &Path) -> Corpus {
    let mut corpus = Corpus::of(120);
    corpus.write(dir, Start::Continue);
    corpus.change(3);
    corpus.remove(50);
    corpus.write(dir, Start::Continue);
    corpus
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(|e| e.unwrap()) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Opens everything and compares it with `corpus`.
fn read(dir: &Path, corpus: &Corpus) -> Result<(), StoreError> {
    let Some(generation) = Generation::open(dir)? else {
        panic!("a generation has vanished");
    };
    generation.full_text()?;
    corpus.check(&generation);
    Ok(())
}

/// Applies `change` to a copy of each file of a store in turn, then reads the store.
fn damaged(change: impl Fn(&Path, usize)) {
    let temp = tempfile::tempdir().unwrap();
    let whole = temp.path().join("whole");
    let corpus = store(&whole);
    let mut names: Vec<PathBuf> = Vec::new();
    for folder in ["segments", "full-text"] {
        names.extend(files(&whole.join(folder)).into_keys());
    }
    assert!(names.len() > 15, "{names:?}");
    for (i, path) in names.iter().enumerate() {
        let name = path.strip_prefix(&whole).unwrap();
        let base = name.file_name().unwrap().to_string_lossy().into_owned();
        if base.ends_with(".lock") || base == ".managed.json" || path.metadata().unwrap().len() == 0
        {
            continue;
        }
        let dir = temp.path().join(format!("copy{i}"));
        copy(&whole, &dir);
        change(&dir.join(name), i);
        match read(&dir, &corpus) {
            Err(error @ StoreError::Damaged { .. }) => {
                assert!(error.needs_rebuild());
                // `meta.json` belongs to tantivy; damage to it may be reported elsewhere.
                let said = error.to_string();
                assert!(
                    base == "meta.json" || said.contains(&base),
                    "{base}: {said}"
                );
                let writer = Writer::open(&dir, &roots(), Start::Continue);
                assert!(matches!(writer, Err(StoreError::Damaged { .. })), "{base}");
            }
            other => panic!("{base}: {other:?}"),
        }
        corpus.write(&dir, Start::Afresh);
        read(&dir, &corpus).unwrap();
        std::fs::remove_dir_all(&dir).unwrap();
    }
}

/// The files that say where a document's terms begin are overwritten, then cut, under an open generation.
#[test]
fn offsets_that_are_damaged_after_opening_change_nothing_that_is_read() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = store(temp.path());
    let generation = Generation::open(temp.path()).unwrap().unwrap();
    corpus.check(&generation);
    let segments = files(&temp.path().join("segments"));
    let offsets: Vec<_> = segments
        .iter()
        .filter(|(path, _)| path.extension().is_some_and(|e| e == "starts"))
        .collect();
    assert!(!offsets.is_empty(), "{segments:?}");
    for (path, length) in offsets {
        let mut file = std::fs::File::options().write(true).open(path).unwrap();
        std::io::Write::write_all(&mut file, &vec![0xff; *length as usize]).unwrap();
        corpus.check(&generation);
        file.set_len(length / 2).unwrap();
        corpus.check(&generation);
    }
    let reopened = Generation::open(temp.path());
    assert!(matches!(reopened, Err(StoreError::Damaged { .. })));
}

/// Length of the footer that tantivy appends to each of its files.
fn footer(bytes: &[u8]) -> usize {
    let tail = bytes.len() - 8;
    8 + u32::from_le_bytes(bytes[tail..tail + 4].try_into().unwrap()) as usize
}

#[test]
fn a_flipped_bit_in_any_file_is_noticed() {
    // Bits of tantivy's footer name its version: another one there is harmless.
    damaged(|path, i| {
        let mut bytes = std::fs::read(path).unwrap();
        let at = if path.ends_with("meta.json") {
            // Within the payload.
            let text = String::from_utf8_lossy(&bytes);
            text.find("next_key").unwrap() + 12
        } else if path.parent().unwrap().ends_with("full-text") {
            i * 7919 % (bytes.len() - footer(&bytes))
        } else {
            i * 7919 % bytes.len()
        };
        bytes[at] ^= 1 << (i % 7);
        std::fs::write(path, bytes).unwrap();
    });
}

/// Tantivy's list of its segments has no checksum; a flipped bit in it is an error or changes
/// nothing.
#[test]
fn a_flipped_bit_anywhere_in_the_commit_is_an_error_or_harmless() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = store(temp.path());
    let path = temp.path().join("full-text/meta.json");
    let whole = std::fs::read(&path).unwrap();
    // The payload has its own checksum; each of its bytes is covered by another test.
    let payload = String::from_utf8_lossy(&whole).find("payload").unwrap() + 20;
    let mut harmless = 0;
    for at in (0..payload).chain((payload..whole.len()).step_by(31)) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        std::fs::write(&path, bytes).unwrap();
        match read(temp.path(), &corpus) {
            Ok(()) => harmless += 1,
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    assert!(harmless * 4 < whole.len(), "{harmless} of {}", whole.len());
    std::fs::write(&path, whole).unwrap();
    read(temp.path(), &corpus).unwrap();
}

/// A file of one tantivy segment under the name of another's: its own checksum is right.
#[test]
fn files_that_have_changed_places_are_noticed() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = store(temp.path());
    let all: Vec<PathBuf> = ["full-text", "segments"]
        .iter()
        .flat_map(|folder| files(&temp.path().join(folder)).into_keys())
        .collect();
    let mut tried = 0;
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            let same = |a: &Path, b: &Path| std::fs::read(a).unwrap() == std::fs::read(b).unwrap();
            if a.extension().is_none() || a.extension() != b.extension() || same(a, b) {
                continue;
            }
            let lock = |path: &Path| path.extension().is_some_and(|e| e == "lock" || e == "json");
            if lock(a) || lock(b) {
                continue;
            }
            tried += 1;
            let between = temp.path().join("between");
            let swap = || {
                std::fs::rename(a, &between).unwrap();
                std::fs::rename(b, a).unwrap();
                std::fs::rename(&between, b).unwrap();
            };
            swap();
            match read(temp.path(), &corpus) {
                Err(error @ StoreError::Damaged { .. }) => {
                    let said = error.to_string();
                    let named = [a, b].map(|p| p.file_name().unwrap().to_string_lossy());
                    assert!(named.iter().any(|n| said.contains(&**n)), "{said}");
                    let writer = Writer::open(temp.path(), &roots(), Start::Continue);
                    assert!(
                        matches!(writer, Err(StoreError::Damaged { .. })),
                        "{a:?} {b:?}"
                    );
                }
                other => panic!("{a:?} {b:?}: {other:?}"),
            }
            swap();
        }
    }
    assert!(tried >= 10, "{tried}");
    read(temp.path(), &corpus).unwrap();
}
