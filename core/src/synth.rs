//! Synthetic corpora with near-duplicates at known positions, for benchmarks and tests of recall.
//!
//! Every document is a pure function of the parameters and its number: identical on every platform (no floating-point
//! result influences it), in any order, without the others in memory. Words follow Zipf's law over a vocabulary of
//! invented words, lengths are distributed around the mean as in real texts. Punctuation, capitals and line breaks are
//! random for every copy, so a program that includes them in its terms finds no duplicates.
//!
//! Known weakness: words are drawn independently, so unrelated documents share fewer shingles than
//! real ones, which are full of boilerplate. Candidate generation and exact joins are cheaper here.

mod mirrors;
mod passages;
mod vocabulary;

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use rayon::prelude::*;
use serde::Serialize;

use crate::text::shingles::mix;
pub use mirrors::{Mirroring, PlantedMirror, SyntheticMirrors};
pub use passages::{Copying, Passages, PlantedPassage};
use vocabulary::{Random, ZipfVocabulary};

/// Shingle size of the planted pairs' figures: the program's default.
const K: usize = 4;

/// Number of documents that are generated in parallel and in memory before they are written.
const BATCH: usize = 4096;

/// Parameters of a synthetic corpus.
#[derive(Clone, Debug)]
pub struct Synth {
    documents: usize,
    words: usize,
    /// Number of copies per 2^32 documents.
    copies: u64,
    seed: u64,
    vocabulary: Arc<ZipfVocabulary>,
}

/// Origin of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An original document.
    New,
    /// The text of document `original`, byte for byte.
    Identical {
        /// The original document.
        original: usize,
    },
    /// The words of document `original` with other punctuation, capitals and line breaks.
    SameWords {
        /// The original document.
        original: usize,
    },
    /// The words of document `original` with edits: words replaced, removed or inserted.
    Edited {
        /// The original document.
        original: usize,
        /// Edits per 1,000 words.
        edits: u32,
    },
}

impl Origin {
    /// The original document, for a copy.
    pub fn original(self) -> Option<usize> {
        match self {
            Origin::New => None,
            Origin::Identical { original }
            | Origin::SameWords { original }
            | Origin::Edited { original, .. } => Some(original),
        }
    }
}

/// A pair of documents with one origin, with its exact overlap, counted on the words themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planted {
    /// Number of the earlier document.
    pub a: usize,
    /// Number of the later document.
    pub b: usize,
    /// Distinct 4-shingles in both documents.
    pub shared: u32,
    /// Distinct 4-shingles in either document.
    pub union: u32,
}

impl Planted {
    /// Exact Jaccard, 0..=1.
    pub fn jaccard(&self) -> f64 {
        f64::from(self.shared) / f64::from(self.union)
    }
}

impl Synth {
    /// A corpus of `documents` documents of about `words` words each. A share `duplicates` (0..=1)
    /// are copies of an earlier document: one in ten byte for byte, two in ten with the same words,
    /// the others with edits that leave a Jaccard distributed over 0.5..1.
    pub fn new(documents: usize, words: usize, duplicates: f64, seed: u64) -> Self {
        Synth {
            documents,
            words: words.max(1),
            copies: (duplicates.clamp(0.0, 1.0) * 4_294_967_296.0) as u64,
            seed,
            vocabulary: Arc::new(ZipfVocabulary::new(seed)),
        }
    }

    /// Number of documents.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Origin of document `number`. The original of a copy is never a copy itself.
    pub fn origin(&self, number: usize) -> Origin {
        let Some(original) = self.copy_source(number).map(|from| self.root(from)) else {
            return Origin::New;
        };
        let mut random = self.random(number, "origin");
        match random.below(10) {
            0 => Origin::Identical { original },
            1 | 2 => Origin::SameWords { original },
            _ => {
                // An edit affects up to k shingles, so e edits to n words leave a Jaccard of about
                // (n - ke) / (n + ke).
                let jaccard = 500 + random.below(500);
                let edits = 1_000 * (1_000 - jaccard) / (K as u64 * (1_000 + jaccard));
                Origin::Edited {
                    original,
                    edits: edits as u32,
                }
            }
        }
    }

    /// The earlier document that `number` was copied from, which can be a copy itself.
    fn copy_source(&self, number: usize) -> Option<usize> {
        let mut random = self.random(number, "copied");
        let is_copy = random.next() >> 32 < self.copies;
        (is_copy && number > 0).then(|| random.below(number as u64) as usize)
    }

    fn root(&self, mut number: usize) -> usize {
        while let Some(from) = self.copy_source(number) {
            number = from;
        }
        number
    }

    /// Text of document `number`.
    pub fn text(&self, number: usize) -> String {
        let style = match self.origin(number) {
            Origin::Identical { original } => original,
            _ => number,
        };
        let words = self.words(number);
        self.vocabulary
            .write(&words, &mut self.random(style, "face"))
    }

    /// Words of document `number`, as ranks in the vocabulary.
    fn words(&self, number: usize) -> Vec<u32> {
        let origin = self.origin(number);
        let mut random = self.random(origin.original().unwrap_or(number), "words");
        // Product of four factors of 0.5..=1.5: most lengths below the mean, with a tail of long
        // ones.
        let mut length = (self.words as u64) << 32;
        for _ in 0..4 {
            length = length / 256 * (128 + random.below(257));
        }
        let length = (length >> 32).max(1);
        let mut words: Vec<u32> = (0..length)
            .map(|_| self.vocabulary.draw(&mut random))
            .collect();
        if let Origin::Edited { edits, .. } = origin {
            let mut random = self.random(number, "edits");
            for _ in 0..(length * u64::from(edits)).div_ceil(1_000) {
                self.edit(&mut words, &mut random);
            }
        }
        words
    }

    fn edit(&self, words: &mut Vec<u32>, random: &mut Random) {
        let at = random.below(words.len() as u64) as usize;
        match random.below(4) {
            0 => words.insert(at, self.vocabulary.draw(random)),
            1 if words.len() > 1 => {
                words.remove(at);
            }
            _ => words[at] = self.vocabulary.draw(random),
        }
    }

    /// Id of document `number`; ids sort like numbers, up to a hundred million.
    pub fn id(&self, number: usize) -> String {
        format!("{number:08}")
    }

    /// All pairs of documents with one origin, with their exact overlap, sorted by number. Other
    /// pairs are similar only by chance, which is negligible from about twenty words on.
    pub fn planted(&self) -> Vec<Planted> {
        let mut originals: Vec<(usize, usize)> = (0..self.documents)
            .map(|number| (self.root(number), number))
            .collect();
        originals.sort_unstable();
        let groups: Vec<&[(usize, usize)]> = originals
            .chunk_by(|x, y| x.0 == y.0)
            .filter(|group| group.len() > 1)
            .collect();
        let mut planted: Vec<Planted> = groups
            .into_par_iter()
            .flat_map_iter(|group| self.pairs_among(group))
            .collect();
        planted.par_sort_unstable_by_key(|pair| (pair.a, pair.b));
        planted
    }

    /// All pairs among documents of one origin.
    fn pairs_among(&self, group: &[(usize, usize)]) -> Vec<Planted> {
        let sets: Vec<_> = group
            .iter()
            .map(|(_, n)| shingles(&self.words(*n)))
            .collect();
        let mut planted = Vec::new();
        for (i, &(_, a)) in group.iter().enumerate() {
            for (j, &(_, b)) in group.iter().enumerate().skip(i + 1) {
                let shared = shared(&sets[i], &sets[j]);
                let union = (sets[i].len() + sets[j].len()) as u32 - shared;
                planted.push(Planted {
                    a,
                    b,
                    shared,
                    union,
                });
            }
        }
        planted
    }

    /// Writes the corpus as JSON Lines with the fields `id` and `text`; returns the bytes of text.
    /// Before each batch, `should_continue` is called with the numbers of documents and of bytes of
    /// text so far; if it returns false, the rest is not written.
    pub fn write_jsonl(
        &self,
        out: impl Write,
        should_continue: impl FnMut(usize, u64) -> bool,
    ) -> io::Result<u64> {
        let row = |number: usize| vec![(self.id(number), self.text(number), ())];
        let ignore = |()| Ok(());
        let counts = write_rows(out, (self.documents, BATCH), row, ignore, should_continue);
        counts.map(|(_, bytes)| bytes)
    }

    /// Random number generator for one purpose of one document.
    fn random(&self, number: usize, purpose: &str) -> Random {
        let purpose = purpose
            .bytes()
            .fold(0, |bits, byte| bits << 8 | u64::from(byte));
        Random(mix(mix(self.seed ^ purpose) ^ number as u64))
    }
}

/// Writes `items` items as JSON Lines, `batch_size` at a time. `rows` creates the rows of an item in parallel on the
/// current rayon pool: id, text and extra data, which `on_extra` receives. Returns the number of rows and the bytes of
/// text. Before each batch, `should_continue` is called with both so far; if it returns false, the rest is not written.
fn write_rows<T: Send>(
    out: impl Write,
    (items, batch_size): (usize, usize),
    rows: impl Fn(usize) -> Vec<(String, String, T)> + Sync,
    mut on_extra: impl FnMut(T) -> io::Result<()>,
    mut should_continue: impl FnMut(usize, u64) -> bool,
) -> io::Result<(usize, u64)> {
    let mut out = BufWriter::new(out);
    let (mut from, mut done, mut bytes) = (0, 0, 0);
    while from < items && should_continue(done, bytes) {
        let to = (from + batch_size).min(items);
        let batch: Vec<_> = (from..to).into_par_iter().map(&rows).collect();
        for (id, text, extra) in batch.into_iter().flatten() {
            let line = Line {
                id: &id,
                text: &text,
            };
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
            done += 1;
            bytes += text.len() as u64;
            on_extra(extra)?;
        }
        from = to;
    }
    out.flush()?;
    Ok((done, bytes))
}

/// A document as a JSON Lines row.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    text: &'a str,
}

/// Sorted set of k-shingles; a shorter document is one shingle, padded with an invalid word.
fn shingles(words: &[u32]) -> Vec<[u32; K]> {
    let shingle = |words: &[u32]| {
        let mut shingle = [u32::MAX; K];
        shingle[..words.len()].copy_from_slice(words);
        shingle
    };
    let mut set: Vec<[u32; K]> = words
        .windows(K.min(words.len()).max(1))
        .map(shingle)
        .collect();
    set.sort_unstable();
    set.dedup();
    set
}

fn shared(a: &[[u32; K]], b: &[[u32; K]]) -> u32 {
    a.iter().filter(|x| b.binary_search(x).is_ok()).count() as u32
}
