//! Large corpora, made from a seed: texts of their own, near-duplicates of some, boilerplate that hundreds
//! have in common, and a thousand copies of one.

use std::path::Path;

use rayon::prelude::*;

use crate::support::{edited, words};

/// A corpus to make.
#[derive(Clone, Copy, Debug)]
pub struct MethodConfig {
    pub files: usize,
    /// Words of a text, boilerplate aside.
    pub words: usize,
    /// Identical copies of one text among them.
    pub copies: usize,
}

/// Texts of boilerplate; each stands in one of so many files.
const BOILERPLATE: usize = 40;

/// Words of each.
const COMMON: usize = 60;

/// Files in a folder.
const FOLDER: usize = 500;

impl MethodConfig {
    /// The text of a file. One in ten is an earlier text with some words changed.
    pub fn text(&self, file: usize) -> String {
        if file < self.copies {
            return words(u64::MAX, self.words).join(" ");
        }
        let (of, every) = match file % 10 {
            3 => (file - 3, 30 + file % 90),
            _ => (file, 0),
        };
        let body = edited(of as u64, self.words, every);
        let boilerplate = words(1 << 40 | (of % BOILERPLATE) as u64, COMMON).join(" ");
        format!("{boilerplate}.\n\n{body}\n")
    }

    /// Writes all of it; the bytes written.
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
