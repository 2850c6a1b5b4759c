//! The longest sequence of words that stands in at least half of the documents and that the masks leave.

use std::ops::Range;

use rayon::prelude::*;

use super::finder::{Finder, Masks};
use crate::base::DocNo;
use crate::collection::{Collection, ShingleFrequency};

/// Documents of a collection from which on text is common to them.
const FEWEST_DOCUMENTS: usize = 5;

/// Words from which on a sequence is worth mentioning.
const FEWEST_WORDS: usize = 10;

/// A document, and the parts of it in which a block can lie, as ranges of its terms.
type Parts = (DocNo, Vec<Range<usize>>);

/// Text that stands in many documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommonBlock {
    /// Its words.
    pub words: u32,
    /// The number of documents that have these words in a row.
    pub documents: u32,
}

/// The longest block that stands in at least half of the documents and that the masks do not cover, if it has
/// ten words or more and more than a shingle. The outer `None` once `should_continue` returns false.
pub(super) fn common_block(
    collection: &Collection,
    masked: &Finder,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<Option<CommonBlock>> {
    if collection.len() < FEWEST_DOCUMENTS {
        return Some(None);
    }
    let width = Masks::width(&collection.settings().sketching);
    let frequency = ShingleFrequency::with_short_texts(collection, width, should_continue)?;
    let half = (collection.len() as u32).div_ceil(2);
    if frequency.above(half - 1).next().is_none() {
        return Some(None);
    }
    // Every word of such a block lies in shingles of as many documents.
    let fewest = FEWEST_WORDS.max(width);
    let documents: Vec<DocNo> = collection.documents().collect();
    let parts = documents.par_iter().with_min_len(64).map(|doc| {
        if !should_continue() {
            return (*doc, Vec::new());
        }
        let terms = collection.terms(*doc);
        let spread = spread(&frequency, masked, width, &terms, collection, *doc);
        let parts = runs(&spread, half).map(|run| run.start..run.end + width - 1);
        let parts = parts.filter(|part| part.len() >= fewest && part.end <= terms.len());
        (*doc, parts.collect())
    });
    let parts: Vec<Parts> = parts.filter(|(_, parts)| !parts.is_empty()).collect();
    drop(frequency);
    let lengths = parts
        .iter()
        .flat_map(|(_, parts)| parts.iter().map(Range::len));
    let longest = lengths.max().unwrap_or(0);
    let most = |words: usize| -> Option<u32> {
        let most = most_documents(collection, &parts, words, should_continue);
        should_continue().then_some(most)
    };
    // What stands in half of the documents with a word more stands there without it.
    let (mut found, mut low, mut high) = (None, fewest, longest);
    let mut at = high;
    while low <= high {
        match most(at)? {
            documents if documents >= half => {
                found = Some((at, documents));
                low = at + 1;
            }
            _ => high = at - 1,
        }
        at = low.midpoint(high);
    }
    should_continue().then_some(found.map(|(words, documents)| CommonBlock {
        words: words as u32,
        documents,
    }))
}

/// The number of documents that hold the shingle at each position; 0 where it touches masked text.
fn spread(
    frequency: &ShingleFrequency,
    masked: &Finder,
    width: usize,
    terms: &[u64],
    collection: &Collection,
    doc: DocNo,
) -> Vec<u32> {
    let mut spread = frequency.in_order(terms);
    for range in masked.ranges(terms, collection.row(doc).detected) {
        let first = (range.start as usize).saturating_sub(width - 1);
        let end = spread.len().min(range.end as usize);
        spread[first.min(end)..end].fill(0);
    }
    spread
}

/// The ranges of neighbouring shingles that stand in `half` of the documents each.
fn runs(spread: &[u32], half: u32) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    let runs = spread.chunk_by(move |a, b| (*a >= half) == (*b >= half));
    runs.filter_map(move |run| {
        let range = at..at + run.len();
        at = range.end;
        (run[0] >= half).then_some(range)
    })
}

/// The number of documents that have the sequence of `words` terms which most of them have, each document given with the
/// parts in which it can lie.
fn most_documents(
    collection: &Collection,
    parts: &[Parts],
    words: usize,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> u32 {
    let windows = parts.par_iter().flat_map_iter(|(doc, parts)| {
        let mut own = Vec::new();
        if should_continue() {
            let terms = collection.terms(*doc);
            let parts = parts.iter().map(|part| &terms[part.clone()]);
            parts.for_each(|part| windows(part, words, &mut own));
        }
        own.sort_unstable();
        own.dedup();
        own
    });
    let mut windows: Vec<u64> = windows.collect();
    windows.par_sort_unstable();
    let same = windows.chunk_by(|a, b| a == b).map(<[u64]>::len);
    same.max().unwrap_or(0) as u32
}

/// Hashes of all sequences of `words` terms: polynomials modulo 2^61 - 1 (Karp and Rabin 1987), each from the one before.
fn windows(terms: &[u64], words: usize, out: &mut Vec<u64>) {
    const MODULUS: u64 = (1 << 61) - 1;
    const BASE: u64 = 0x0b4e_9a1f_5c6d_7e35;
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(MODULUS)) as u64;
    let plus = |a: u64, b: u64| (a + b) % MODULUS;
    let weight = (0..words).fold(1, |weight, _| times(weight, BASE));
    let mut hash = 0;
    for (at, term) in terms.iter().enumerate() {
        hash = plus(times(hash, BASE), term % MODULUS);
        if at >= words {
            let gone = times(terms[at - words] % MODULUS, weight);
            hash = plus(hash, MODULUS - gone);
        }
        if at + 1 >= words {
            out.push(hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use proptest::prelude::*;

    use super::*;
    use crate::collection::made;
    use crate::mask::MaskConfig;
    use crate::settings::Sketching;

    /// The longest block by comparing all sequences of all lengths.
    fn brute(texts: &[Vec<u64>], fewest: usize) -> Option<CommonBlock> {
        let half = texts.len().div_ceil(2) as u32;
        let longest = texts.iter().map(Vec::len).max().unwrap_or(0);
        (fewest..=longest).rev().find_map(|words| {
            let mut counts: HashMap<&[u64], u32> = HashMap::new();
            for text in texts {
                let own: HashSet<&[u64]> = text.windows(words).collect();
                own.into_iter()
                    .for_each(|window| *counts.entry(window).or_default() += 1);
            }
            let documents = counts.into_values().max()?;
            (documents >= half).then_some(CommonBlock {
                words: words as u32,
                documents,
            })
        })
    }

    fn found(texts: &[Vec<u64>], k: usize) -> Option<CommonBlock> {
        let sketching = Sketching {
            k,
            permutations: 16,
            ..Sketching::default()
        };
        let collection = made::collection(texts, sketching);
        let masks = Masks::of(&MaskConfig::default(), &collection).unwrap();
        let finder = Finder::over(&collection, masks, &|| true).unwrap();
        common_block(&collection, &finder, &|| true).expect("not stopped")
    }

    /// Parts of one sequence in different documents make no block.
    #[test]
    fn a_block_is_one_that_documents_have_as_a_whole() {
        let whole: Vec<u64> = (1..=10).collect();
        let own = |n: u64| (n * 100..n * 100 + 20).collect::<Vec<u64>>();
        let mut texts = vec![whole.clone()];
        texts.extend([2, 3].map(|n| [&whole[..7], &own(n)].concat()));
        texts.extend([4, 5].map(|n| [own(n), whole[4..].to_vec()].concat()));
        assert_eq!(found(&texts, 4), None);
        texts[1] = [whole, own(6)].concat();
        assert_eq!(found(&texts, 4), None, "two of five");
        texts[3] = texts[1].clone();
        let block = CommonBlock {
            words: 10,
            documents: 3,
        };
        assert_eq!(found(&texts, 4), Some(block));
    }

    proptest! {
        #[test]
        fn the_block_is_that_of_brute_force(
            pieces in prop::collection::vec(prop::collection::vec(0u64..3, 3..12), 2..4),
            texts in prop::collection::vec(prop::collection::vec(0usize..6, 0..5), 5..9),
            k in 1usize..14,
        ) {
            let text = |(number, order): (usize, &Vec<usize>)| -> Vec<u64> {
                let parts = order.iter().flat_map(|piece| match pieces.get(*piece) {
                    Some(piece) => piece.clone(),
                    None => vec![100 + number as u64],
                });
                parts.collect()
            };
            let texts: Vec<Vec<u64>> = texts.iter().enumerate().map(text).collect();
            let fewest = FEWEST_WORDS.max(k.max(4));
            prop_assert_eq!(found(&texts, k), brute(&texts, fewest));
        }
    }
}
