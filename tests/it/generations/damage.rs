//! Damaged files: always an error that names them, never a panic, never a wrong figure.

use std::path::{Path, PathBuf};

use super::fixture::{Corpus, files, roots};
use shinglescope::index::{Generation, IndexError, Start, Writer};

/// An index with two segments, pairs, removed rows and deleted documents in the full text.
fn index(dir: &Path) -> Corpus {
    let mut corpus = Corpus::with_documents(120);
    corpus.write(dir, Start::Continue);
    corpus.change(3);
    corpus.remove(50);
    corpus.write(dir, Start::Continue);
    corpus
}

/// Opens everything and compares it with `corpus`.
fn read(dir: &Path, corpus: &Corpus) -> Result<(), IndexError> {
    let Some(generation) = Generation::open(dir)? else {
        panic!("a generation has vanished");
    };
    generation.full_text()?;
    corpus.check(&generation);
    Ok(())
}

/// The offset files of an open generation are overwritten, then truncated.
#[test]
fn offsets_that_are_damaged_after_opening_change_nothing_that_is_read() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = index(temp.path());
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
    assert!(matches!(reopened, Err(IndexError::Damaged { .. })));
}

/// Two files of one kind swap their names. Each still has a correct checksum.
#[test]
fn swapped_files_are_detected() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = index(temp.path());
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
                Err(error @ IndexError::Damaged { .. }) => {
                    let message = error.to_string();
                    let named = [a, b].map(|p| p.file_name().unwrap().to_string_lossy());
                    assert!(named.iter().any(|n| message.contains(&**n)), "{message}");
                    let writer = Writer::open(temp.path(), &roots(), Start::Continue);
                    let is_damaged = matches!(writer, Err(IndexError::Damaged { .. }));
                    assert!(is_damaged, "{a:?} {b:?}");
                }
                other => panic!("{a:?} {b:?}: {other:?}"),
            }
            swap();
        }
    }
    assert!(tried >= 10, "{tried}");
    read(temp.path(), &corpus).unwrap();
}
