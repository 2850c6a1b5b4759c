//! The kinds of made-up corpora, each with the table of what is planted in it.

use std::io::{self, Write};

use crate::base::units;
use crate::synth::{Passages, PlantedPassage, Synth, SyntheticMirrors};

/// A made-up corpus.
pub trait SynthCorpus {
    /// Columns of the table of what is planted.
    const COLUMNS: &'static [&'static str];
    /// What a planted thing is called, one and many.
    const PLANTED: (&'static str, &'static str);

    /// Writes the corpus as JSON Lines; returns the bytes of text. It is not complete once `should_continue`, which
    /// is given documents and bytes so far, returns `false`.
    ///
    /// # Errors
    /// Output errors.
    fn write(
        &mut self,
        out: &mut dyn Write,
        should_continue: &mut dyn FnMut(usize, u64) -> bool,
    ) -> io::Result<u64>;

    /// What was written, counted.
    fn what(&self) -> String;

    /// Hands each row of the table to `row`, after [`SynthCorpus::write`]; `id` makes the id of a document, or the path of
    /// a tree, from its own. Returns the number of planted things.
    ///
    /// # Errors
    /// Errors of `row`.
    fn truth(
        &self,
        id: &dyn Fn(String) -> String,
        row: &mut dyn FnMut(&[String]) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64>;
}

impl SynthCorpus for Synth {
    const COLUMNS: &'static [&'static str] = &["a", "b", "shared", "union", "jaccard"];
    const PLANTED: (&'static str, &'static str) = ("planted pair", "planted pairs");

    fn write(
        &mut self,
        out: &mut dyn Write,
        should_continue: &mut dyn FnMut(usize, u64) -> bool,
    ) -> io::Result<u64> {
        self.write_jsonl(out, should_continue)
    }

    fn what(&self) -> String {
        units::counted(self.documents() as u64, "document", "documents")
    }

    fn truth(
        &self,
        id: &dyn Fn(String) -> String,
        row: &mut dyn FnMut(&[String]) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        let pairs = self.planted();
        for pair in &pairs {
            row(&[
                id(self.id(pair.a)),
                id(self.id(pair.b)),
                pair.shared.to_string(),
                pair.union.to_string(),
                pair.jaccard().to_string(),
            ])?;
        }
        Ok(pairs.len() as u64)
    }
}

/// Documents with planted passages.
pub struct WithPassages {
    synth: Passages,
    /// Those of the documents that were written.
    planted: Vec<PlantedPassage>,
}

impl WithPassages {
    /// `documents` documents of about `words` words.
    pub fn new(documents: usize, words: usize, seed: u64) -> Self {
        WithPassages {
            synth: Passages::new(documents, words, seed),
            planted: Vec::new(),
        }
    }
}

impl SynthCorpus for WithPassages {
    const COLUMNS: &'static [&'static str] =
        &["a", "a_start", "a_end", "b", "b_start", "b_end", "kind"];
    const PLANTED: (&'static str, &'static str) = ("planted passage", "planted passages");

    fn write(
        &mut self,
        out: &mut dyn Write,
        should_continue: &mut dyn FnMut(usize, u64) -> bool,
    ) -> io::Result<u64> {
        let note = |passage: &PlantedPassage| {
            self.planted.push(*passage);
            Ok(())
        };
        self.synth.write_jsonl(out, note, should_continue)
    }

    fn what(&self) -> String {
        units::counted(self.synth.documents() as u64, "document", "documents")
    }

    fn truth(
        &self,
        id: &dyn Fn(String) -> String,
        row: &mut dyn FnMut(&[String]) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        for p in &self.planted {
            row(&[
                id(self.synth.id(p.a)),
                p.in_a.0.to_string(),
                p.in_a.1.to_string(),
                id(self.synth.id(p.b)),
                p.in_b.0.to_string(),
                p.in_b.1.to_string(),
                p.kind.to_owned(),
            ])?;
        }
        Ok(self.planted.len() as u64)
    }
}

/// Sites with planted mirrors.
pub struct Mirrored {
    synth: SyntheticMirrors,
    /// Pages that were written.
    pages: usize,
}

impl Mirrored {
    /// About `documents` pages of `words` words, in sites of `pages` pages.
    pub fn new(documents: usize, pages: usize, words: usize, seed: u64) -> Self {
        Mirrored {
            synth: SyntheticMirrors::new(documents, pages, words, seed),
            pages: 0,
        }
    }
}

impl SynthCorpus for Mirrored {
    const COLUMNS: &'static [&'static str] = &["left", "right", "kind", "mirror"];
    const PLANTED: (&'static str, &'static str) = ("planted mirror", "planted mirrors");

    fn write(
        &mut self,
        out: &mut dyn Write,
        should_continue: &mut dyn FnMut(usize, u64) -> bool,
    ) -> io::Result<u64> {
        let (pages, bytes) = self.synth.write_jsonl(out, should_continue)?;
        self.pages = pages;
        Ok(bytes)
    }

    fn what(&self) -> String {
        format!(
            "{} of {}",
            units::counted(self.pages as u64, "page", "pages"),
            units::counted(self.synth.sites() as u64, "site", "sites"),
        )
    }

    fn truth(
        &self,
        id: &dyn Fn(String) -> String,
        row: &mut dyn FnMut(&[String]) -> anyhow::Result<()>,
    ) -> anyhow::Result<u64> {
        let planted = self.synth.planted();
        let mirrors = planted.iter().filter(|pair| pair.is_mirror).count() as u64;
        for pair in planted {
            let is_mirror = pair.is_mirror.to_string();
            row(&[
                id(pair.left),
                id(pair.right),
                pair.kind.to_owned(),
                is_mirror,
            ])?;
        }
        Ok(mirrors)
    }
}
