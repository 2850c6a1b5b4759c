//! Damaged index files: every file with flipped bits, truncated, emptied or removed. The next run
//! prints the right figures or names the damage; rebuilding repairs it.

use std::path::{Path, PathBuf};

use crate::support::{Ran, Work, copy};

/// A corpus with an index, and the output of `pairs` for it.
struct Built {
    work: Work,
    want: String,
}

fn built() -> Built {
    let work = Work::new();
    work.write_families(30, 3, 200, 31);
    work.done(&["index", "corpus", "--index", "whole", "--quiet"]);
    let memory = work.ran("pairs corpus --in-memory --quiet --format csv");
    let want = memory.out;
    let stored = work.ran("pairs corpus --index whole --quiet --format csv");
    assert_eq!(stored.out, want);
    Built { work, want }
}

impl Built {
    /// Files of the index, by their relative paths.
    fn files(&self) -> Vec<PathBuf> {
        let backup = self.work.path().join("whole");
        let entries = walkdir::WalkDir::new(&backup).sort_by_file_name();
        let entries = entries.into_iter().map(Result::unwrap);
        let files = entries.filter(|entry| entry.file_type().is_file());
        let relative = |path: &Path| path.strip_prefix(&backup).unwrap().to_owned();
        files.map(|file| relative(file.path())).collect()
    }

    /// Runs `pairs` with a copy of the index in which `change` has been applied to this file.
    fn damaged(&self, file: &Path, change: impl FnOnce(&Path)) -> Ran {
        let damaged = self.work.path().join("copy");
        let _ = std::fs::remove_dir_all(&damaged);
        copy(&self.work.path().join("whole"), &damaged);
        change(&damaged.join(file));
        self.pairs()
    }

    fn length(&self, file: &Path) -> u64 {
        std::fs::metadata(self.work.path().join("whole").join(file))
            .unwrap()
            .len()
    }

    fn pairs(&self) -> Ran {
        self.work
            .ran("pairs corpus --index copy --quiet --format csv")
    }

    /// Asserts that the figures are right or an error names the damage, and that the index can be
    /// rebuilt.
    fn assert_survives(&self, what: &str, ran: &Ran) {
        assert!(!ran.talk.contains("panicked"), "{what}: {}", ran.talk);
        match ran.status {
            Some(0) => assert_eq!(ran.out, self.want, "{what}: {}", ran.talk),
            Some(1) => {
                assert!(ran.out.is_empty(), "{what}: {}", ran.out);
                assert!(ran.talk.contains("index"), "{what}: {}", ran.talk);
            }
            other => panic!("{what}: {other:?} {}", ran.talk),
        }
        let mended = self.work.ran("index corpus --index copy --quiet");
        assert!(!mended.talk.contains("panicked"), "{what}: {}", mended.talk);
        assert_eq!(mended.status, Some(0), "{what}: {}", mended.talk);
        let again = self.pairs();
        let again = (again.status, again.out);
        assert_eq!(again, (Some(0), self.want.clone()), "{what}");
    }
}

#[test]
fn flipped_bits_in_any_file_never_give_a_wrong_figure() {
    let built = built();
    let mut random = 11_u64;
    let mut next = |below: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below.max(1)
    };
    for file in built.files() {
        let length = built.length(&file);
        for _ in 0..2 {
            let (at, bit) = (next(length), next(8));
            let ran = built.damaged(&file, |path| {
                let mut bytes = std::fs::read(path).unwrap();
                if let Some(byte) = bytes.get_mut(at as usize) {
                    *byte ^= 1 << bit;
                }
                std::fs::write(path, bytes).unwrap();
            });
            built.assert_survives(&format!("{} at byte {at}, bit {bit}", file.display()), &ran);
        }
    }
}

#[test]
fn truncated_emptied_or_removed_files_never_give_a_wrong_figure() {
    let built = built();
    for (at, file) in built.files().into_iter().enumerate() {
        let length = built.length(&file);
        // Every other file is emptied, then cut by one byte. The files between them are cut in the middle.
        let lengths = [&[0, length.saturating_sub(1)][..], &[length / 2]];
        for &left in lengths[at % 2] {
            let ran = built.damaged(&file, |path| {
                let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
                file.set_len(left).unwrap();
            });
            let what = format!("{} cut to {left} of {length}", file.display());
            built.assert_survives(&what, &ran);
        }
        let ran = built.damaged(&file, |path| std::fs::remove_file(path).unwrap());
        built.assert_survives(&format!("without {}", file.display()), &ran);
    }
}
