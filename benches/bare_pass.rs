//! Yardstick for the near-duplicate pass: the same steps as a program of one page would write them, on one thread.
//!
//! It reads JSON Lines (field `text`) or plain files, cuts them into words, hashes shingles, computes sketches with
//! the program's own kernel, sorts the bands, compares candidates exactly and joins pairs into clusters. It knows
//! no ids, titles, other file forms, settings besides those of sketches, progress, limits or errors of single
//! documents. The additional cost of the program is the price of these.

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::Context;
use serde::Deserialize;
use shinglescope::candidates::banding::{Banding, RECALL};
use shinglescope::settings::{DEFAULT_THRESHOLD, Sketching};
use shinglescope::similarity::Overlap;
use shinglescope::sketch::{SketchScratch, Sketcher};
use shinglescope::text::shingles;
use walkdir::WalkDir;

use super::tasks::Outcome;

#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

/// Sets and sketches of all documents, one after another.
struct Pass {
    sketching: Sketching,
    sketcher: Sketcher,
    scratch: SketchScratch,
    words: Vec<u64>,
    sets: Vec<Vec<u64>>,
    sketches: Vec<u32>,
}

/// Finds the pairs and clusters of a corpus.
pub fn run(paths: &[PathBuf]) -> anyhow::Result<Outcome> {
    let sketching = Sketching::default();
    let mut pass = Pass {
        sketcher: Sketcher::new(&sketching),
        sketching,
        scratch: SketchScratch::default(),
        words: Vec::new(),
        sets: Vec::new(),
        sketches: Vec::new(),
    };
    let files = paths
        .iter()
        .flat_map(|path| WalkDir::new(path).sort_by_file_name());
    for file in files {
        let file = file?;
        if !file.file_type().is_file() {
            continue;
        }
        let path = file.path();
        let message = || format!("cannot read {}", path.display());
        let bytes = std::fs::read(path).with_context(message)?;
        if path
            .extension()
            .is_none_or(|extension| extension != "jsonl")
        {
            pass.add(&String::from_utf8_lossy(&bytes));
            continue;
        }
        for line in bytes.split(|byte| *byte == b'\n') {
            if !line.is_empty() {
                let line: Line<'_> = serde_json::from_slice(line).with_context(message)?;
                pass.add(&line.text);
            }
        }
    }
    let layout = pass.sketcher.layout();
    let Banding { bands, rows } = Banding::choose(layout, DEFAULT_THRESHOLD, RECALL);
    let (count, width) = (pass.sets.len(), layout.words());
    let mut candidates: Vec<(u32, u32)> = Vec::new();
    let mut keyed: Vec<(u64, u32)> = Vec::with_capacity(count);
    for band in 0..bands {
        keyed.clear();
        keyed.extend(
            (0..count as u32)
                .filter(|at| !pass.sets[*at as usize].is_empty())
                .map(|at| {
                    let sketch = &pass.sketches[at as usize * width..][..width];
                    let values =
                        (band * rows..(band + 1) * rows).map(|row| layout.value(sketch, row));
                    (
                        values.fold(0, |key, value| shingles::mix(key ^ u64::from(value))),
                        at,
                    )
                }),
        );
        keyed.sort_unstable();
        for bucket in keyed.chunk_by(|a, b| a.0 == b.0) {
            for (i, (_, a)) in bucket.iter().enumerate() {
                candidates.extend(bucket[i + 1..].iter().map(|(_, b)| (*a, *b)));
            }
        }
    }
    candidates.sort_unstable();
    candidates.dedup();
    let (mut parent, mut pairs): (Vec<u32>, u64) = ((0..count as u32).collect(), 0);
    for (a, b) in candidates {
        let overlap = Overlap::new(&pass.sets[a as usize], &pass.sets[b as usize]);
        if overlap.jaccard() >= DEFAULT_THRESHOLD {
            pairs += 1;
            let (x, y) = (root(&mut parent, a), root(&mut parent, b));
            parent[x as usize] = y;
        }
    }
    let mut sizes = vec![0_u32; count];
    for at in 0..count as u32 {
        sizes[root(&mut parent, at) as usize] += 1;
    }
    std::hint::black_box(&sizes);
    Ok(Outcome {
        documents: count as u64,
        pairs,
        ..Outcome::default()
    })
}

impl Pass {
    fn add(&mut self, text: &str) {
        self.words.clear();
        words(text, &mut self.words);
        let Sketching { k, seed, .. } = self.sketching;
        let mut set = Vec::with_capacity(self.words.len());
        shingles::hashes(&self.words, k, seed, &mut set);
        self.sketcher
            .sketch(&set, &mut self.scratch, &mut self.sketches);
        set.sort_unstable();
        set.dedup();
        self.sets.push(set);
    }
}

/// Appends the hash of each run of letters and digits, in lower case.
fn words(text: &str, out: &mut Vec<u64>) {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = OFFSET;
    let mut in_word = false;
    let take = |byte: u8, hash: &mut u64| *hash = (*hash ^ u64::from(byte)).wrapping_mul(PRIME);
    let mut rest = text;
    while !rest.is_empty() {
        let ascii = rest
            .bytes()
            .position(|byte| !byte.is_ascii())
            .unwrap_or(rest.len());
        for byte in rest[..ascii].bytes() {
            if byte.is_ascii_alphanumeric() {
                take(byte.to_ascii_lowercase(), &mut hash);
                in_word = true;
            } else if std::mem::take(&mut in_word) {
                out.push(shingles::mix(std::mem::replace(&mut hash, OFFSET)));
            }
        }
        rest = &rest[ascii..];
        let Some(letter) = rest.chars().next() else {
            break;
        };
        if letter.is_alphanumeric() {
            let mut buffer = [0; 4];
            for lower in letter.to_lowercase() {
                let bytes = lower.encode_utf8(&mut buffer).bytes();
                bytes.for_each(|byte| take(byte, &mut hash));
            }
            in_word = true;
        } else if std::mem::take(&mut in_word) {
            out.push(shingles::mix(std::mem::replace(&mut hash, OFFSET)));
        }
        rest = &rest[letter.len_utf8()..];
    }
    if in_word {
        out.push(shingles::mix(hash));
    }
}

/// Root of a document's cluster, halving the path to it.
fn root(parent: &mut [u32], mut at: u32) -> u32 {
    while parent[at as usize] != at {
        parent[at as usize] = parent[parent[at as usize] as usize];
        at = parent[at as usize];
    }
    at
}
