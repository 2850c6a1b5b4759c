//! Common blocks: passages that many documents contain, for example navigation, boilerplate, licence headers, mail
//! footers, the text of a task.
//!
//! A sequence of terms is a **maximal repeat** if it occurs in at least `min_documents` documents, has at least
//! `min_words` terms, and no longer sequence that contains it occurs in as many documents. A text of 170 words in 40
//! documents whose first sentence occurs in 900 gives two repeats; a text that occurs only as a whole gives one.
//!
//! Edited copies give many overlapping repeats. Blocks are chosen among the repeats by descending documents × words,
//! then words, then by first position. A repeat is skipped if, at its first position, at least three quarters of its
//! words are in earlier blocks that occur in at least three quarters of its documents. The number of documents of a
//! block counts all its occurrences.
//!
//! Shingles of `min_words` terms that occur in enough documents mark the regions that can contain blocks (`regions`);
//! only their suffixes are sorted (`suffixes`). Cost: two passes over the terms, and a sort of the regions for each
//! doubling up to the longest repeat. If the regions have more than [`REGION_TERMS`] terms, only text of more documents
//! is searched for, and the result reports this.

use crate::base::{Cancel, DocNo, units};
use crate::index::Collection;
use crate::mask::{ShingleFrequency, Windows};
use regions::Regions;
use repeats::Repeat;
use std::cmp::Reverse;
use suffixes::Suffixes;

mod regions;
mod repeats;
mod suffixes;

/// Maximum number of terms of different regions that are sorted.
pub const REGION_TERMS: usize = 1 << 23;

/// Documents that are listed for one block.
pub const MAX_LISTED: usize = 1_000;

/// The definition of a common block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlocksConfig {
    /// Minimum number of documents, 2 or more.
    pub min_documents: u32,
    /// Minimum number of terms, 1 or more.
    pub min_words: u32,
    /// Maximum number of blocks that are listed.
    pub most: usize,
}

impl Default for BlocksConfig {
    fn default() -> Self {
        BlocksConfig {
            min_documents: 5,
            min_words: 8,
            most: 1_000,
        }
    }
}

/// A common block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonBlock {
    /// Number of documents that contain it.
    pub documents: u32,
    /// Number of its terms.
    pub words: u32,
    /// The first document that contains it.
    pub first: DocNo,
    /// Positions `start..end` of its terms in that document.
    pub terms: (u32, u32),
    /// The first [`MAX_LISTED`] documents that contain it, ascending.
    pub holders: Vec<DocNo>,
}

/// Terms of a collection up to which [`widespread`] is counted.
pub const AFFORDABLE_TERMS: u64 = 50_000_000;

/// Minimum documents of a collection, and minimum words of a block, for a widespread block to be reported.
const MIN_DOCUMENTS: usize = 5;
const MIN_WORDS: u32 = 10;

/// Returns the block with most words in all documents, among the blocks of at least `min_words` terms that at least
/// half of the documents contain. The inner `None` means that there is no such block, or too many terms. `None` once
/// cancelled. Call on the rayon pool.
pub fn widespread(
    collection: &Collection,
    min_words: usize,
    cancel: &Cancel,
) -> Option<Option<CommonBlock>> {
    if collection.terms_in_all() > AFFORDABLE_TERMS || collection.len() < MIN_DOCUMENTS {
        return Some(None);
    }
    let config = BlocksConfig {
        min_documents: (collection.len() as u32).div_ceil(2),
        min_words: MIN_WORDS.max(min_words as u32),
        most: 1,
    };
    let blocks = CommonBlocks::find(collection, config, cancel)?.blocks;
    Some(blocks.into_iter().next())
}

/// The common blocks of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonBlocks {
    /// The definition used.
    pub config: BlocksConfig,
    /// The blocks, in descending order of documents × words, then of words, then by first position.
    pub blocks: Vec<CommonBlock>,
    /// A note for the user if the list is limited; may be empty.
    pub note: String,
}

impl CommonBlocks {
    /// Finds the common blocks. `None` once cancelled. Call it on the thread pool.
    pub fn find(collection: &Collection, config: BlocksConfig, cancel: &Cancel) -> Option<Self> {
        Self::within(collection, config, REGION_TERMS, cancel)
    }

    fn within(
        collection: &Collection,
        config: BlocksConfig,
        most_terms: usize,
        cancel: &Cancel,
    ) -> Option<Self> {
        let (words, min_documents) = (config.min_words.max(1), config.min_documents.max(2));
        let mut out = CommonBlocks {
            config,
            blocks: Vec::new(),
            note: String::new(),
        };
        if collection.len() < min_documents as usize {
            return Some(out);
        }
        let windows = Windows {
            width: words as usize,
            short: false,
        };
        let frequency = ShingleFrequency::new(collection, windows, min_documents, cancel)?;
        let mut from = min_documents;
        let regions = loop {
            let regions = Regions::new(collection, &frequency, from, most_terms, cancel);
            match regions {
                Some(regions) => break regions,
                None if cancel.stopped() || from > collection.len() as u32 => return None,
                None => from = from.saturating_mul(2),
            }
        };
        let sequence = regions.of_terms();
        let suffixes = Suffixes::new(&regions.terms, &sequence, &regions.starts, cancel)?;
        let repeats = repeats::repeats(&regions, &sequence, &suffixes, words, from, cancel);
        let (chosen, has_more) = chosen(repeats, &suffixes, config.most, cancel);
        let mut notes = Vec::new();
        if has_more {
            let first = units::counted(config.most as u64, "block is", "blocks are");
            notes.push(format!("only the first {first} listed"));
        }
        if from > min_documents {
            notes.push(format!(
                "so much text repeats that only text in {} documents or more is listed",
                units::count(u64::from(from))
            ));
        }
        out.note = notes.join("; ");
        for repeat in chosen {
            let (first, start) = document_at(&regions, &sequence, repeat.first);
            let (from, to) = repeat.suffixes;
            let starts = &suffixes.order[from as usize..=to as usize];
            out.blocks.push(CommonBlock {
                documents: repeat.documents,
                words: repeat.words,
                first,
                terms: (start, start + repeat.words),
                holders: holders(&regions, &sequence, starts),
            });
        }
        (!cancel.stopped()).then_some(out)
    }
}

/// The document and position of the first occurrence of a term of the regions.
fn document_at(regions: &Regions, sequence: &[u32], at: u32) -> (DocNo, u32) {
    let region = sequence[at as usize] as usize;
    let (doc, start) = regions.first[region];
    (doc, start + at - regions.starts[region])
}

/// The first documents that have a region in which one of the suffixes starts.
fn holders(regions: &Regions, sequence: &[u32], starts: &[u32]) -> Vec<DocNo> {
    let mut region_numbers: Vec<u32> = starts.iter().map(|at| sequence[*at as usize]).collect();
    region_numbers.sort_unstable();
    region_numbers.dedup();
    let meets = |others: &[u32]| {
        let (short, long) = if others.len() < region_numbers.len() {
            (others, &region_numbers[..])
        } else {
            (&region_numbers[..], others)
        };
        short
            .iter()
            .any(|region| long.binary_search(region).is_ok())
    };
    let classes = regions.classes.iter().filter(|class| meets(&class.regions));
    let mut out: Vec<DocNo> = classes
        .flat_map(|class| class.documents.iter().copied())
        .collect();
    out.sort_unstable();
    out.truncate(MAX_LISTED);
    out
}

/// Chooses the first `most` repeats as the module head defines. Also returns whether more could be chosen.
fn chosen(
    mut repeats: Vec<Repeat>,
    suffixes: &Suffixes,
    most: usize,
    cancel: &Cancel,
) -> (Vec<Repeat>, bool) {
    let weight = |r: &Repeat| u64::from(r.documents) * u64::from(r.words);
    repeats.sort_by_key(|r| (Reverse(weight(r)), Reverse(r.words), r.first));
    // For each term, the highest number of documents of a chosen repeat at this position.
    let mut covered = vec![0_u32; suffixes.order.len()];
    let mut out = Vec::new();
    for (index, repeat) in repeats.into_iter().enumerate() {
        if index % 1_024 == 0 && cancel.stopped() {
            return (Vec::new(), false);
        }
        let range = |at: u32| at as usize..(at + repeat.words) as usize;
        let as_many = |documents: u32| 4 * u64::from(documents) >= 3 * u64::from(repeat.documents);
        let inside = covered[range(repeat.first)].iter();
        let inside = inside.filter(|documents| as_many(**documents)).count();
        if 4 * inside >= 3 * repeat.words as usize {
            continue;
        }
        if out.len() == most {
            return (out, true);
        }
        let (from, to) = repeat.suffixes;
        for at in &suffixes.order[from as usize..=to as usize] {
            for count in &mut covered[range(*at)] {
                *count = (*count).max(repeat.documents);
            }
        }
        out.push(repeat);
    }
    (out, false)
}

#[cfg(test)]
mod tests;
