//! Large corpora generated from a seed: unique texts, near-duplicates of some, boilerplate shared
//! by hundreds, and a thousand copies of one text.

use std::path::Path;

use rayon::prelude::*;

use crate::support::{edited, words};

/// Parameters of a generated corpus.
#[derive(Clone, Copy, Debug)]
pub struct CorpusSpec {
    pub files: usize,
    /// Words per text, without boilerplate.
    pub words: usize,
    /// Number of identical copies of one text.
    pub copies: usize,
}

/// Number of boilerplate texts; each file begins with one of them.
const BOILERPLATE: usize = 40;

/// Words per boilerplate text.
const COMMON: usize = 60;

/// Files per folder.
const FOLDER: usize = 500;

impl CorpusSpec {
    /// The text of a file. One in ten is an earlier text with some words changed.
    pub fn text(&self, file: usize) -> String {
        if file < self.copies {
            return words(u64::MAX, self.words).join(" ");
        }
        let (seed, every) = match file % 10 {
            3 => (file - 3, 30 + file % 90),
            _ => (file, 0),
        };
        let body = edited(seed as u64, self.words, every);
        let boilerplate = words(1 << 40 | (seed % BOILERPLATE) as u64, COMMON).join(" ");
        format!("{boilerplate}.\n\n{body}\n")
    }

    /// Writes all files; returns the number of bytes written.
    pub fn write(&self, folder: &Path) -> u64 {
        let folders: Vec<usize> = (0..self.files).step_by(FOLDER).collect();
        let bytes = folders.par_iter().map(|&first| {
            let inner = folder.join(format!("{:04}", first / FOLDER));
            std::fs::create_dir_all(&inner).expect("a folder");
            let files = first..self.files.min(first + FOLDER);
            let write = |file: usize| {
                let text = self.text(file);
                std::fs::write(inner.join(format!("{file:06}.txt")), &text).expect("a file");
                text.len() as u64
            };
            files.map(write).sum::<u64>()
        });
        bytes.sum()
    }
}
