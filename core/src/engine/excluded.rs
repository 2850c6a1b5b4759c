//! Passages with their texts, and pairs, that masks hide. For the list of masks, the report and the commands.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::blocks;
use super::masking::masked;
use super::measured::Measured;
use super::message::{BlockList, BlockRow, Excluded, HiddenPairs};
use crate::base::{Cancel, DocNo, units};
use crate::candidates::{self, Identical, MethodConfig};
use crate::evidence::blocks::MAX_LISTED;
use crate::evidence::{CommonBlock, CopiedTextConfig, copied_text};
use crate::html_report::ByRule;
use crate::index::Collection;
use crate::mask::{Finder, Mask, MaskConfig};
use crate::text::shingles;

/// Maximum number of passages with text, on screens and in reports.
pub const MAX_SHOWN: usize = 1_000;

/// Maximum number of hidden pairs that are named.
const MAX_NAMED: usize = 100;

/// How pairs are listed.
pub struct PairListing<'a> {
    /// The method of near-duplicates.
    pub method_config: &'a MethodConfig,
    /// The threshold of near-duplicates.
    pub threshold: f64,
    /// The definition of copied text; `None` for near-duplicates.
    pub copied: Option<CopiedTextConfig>,
}

/// Pairs of documents in the order of their list.
type Pairs = Vec<(DocNo, DocNo)>;

impl PairListing<'_> {
    /// Returns the pairs of `collection`, their number, and a note if the list is limited. The list is empty if there
    /// are too many pairs.
    fn pairs(&self, collection: &Collection, cancel: &Cancel) -> Option<(Pairs, u64, String)> {
        let (pairs, note): (Pairs, String) = if let Some(config) = &self.copied {
            let result = copied_text::find(collection, config, &|_| {}, cancel)?;
            let pairs = result.pairs.iter().map(|copied| copied.pair);
            (pairs.map(|pair| (pair.a, pair.b)).collect(), result.note)
        } else {
            let identical = Identical::new(collection);
            let (method, at) = (self.method_config, self.threshold);
            let pair_set = candidates::find(collection, &identical, method, at, at, cancel);
            if let Some(dense) = &pair_set.dense {
                let note = "estimated, because they are too many to list".to_owned();
                return Some((Vec::new(), pair_set.about(dense), note));
            }
            let positions = collection.settings().sketching.permutations;
            let pairs = pair_set.each(at, positions, |_| 0);
            (pairs.map(|pair| (pair.a, pair.b)).collect(), String::new())
        };
        let count = pairs.len() as u64;
        (!cancel.stopped()).then_some((pairs, count, note))
    }
}

/// Returns the text that `mask` excludes from the documents of `collection`; `only_mask` is the config with only this
/// mask. Pairs are not counted. The `limit` passages in the most documents are listed with their texts, which `text`
/// reads from documents without masks. `None` once `cancel` is stopped. Call on the rayon pool.
pub fn excluded(
    collection: &Arc<Collection>,
    (mask, only_mask): (&Mask, &MaskConfig),
    limit: usize,
    text: impl Fn(&Arc<Collection>, DocNo) -> anyhow::Result<Arc<Measured>>,
    cancel: &Cancel,
) -> Option<BlockList> {
    let unmasked = collection.unmasked().unwrap_or(collection);
    let (all, blocks) = passages(unmasked, only_mask, limit, cancel)?;
    let note = (all > limit).then(|| {
        let limit = units::count(limit as u64);
        format!("only the first {limit} passages are listed")
    });
    Some(BlockList {
        collection: collection.clone(),
        rows: blocks::with_texts(unmasked, blocks, |doc| text(unmasked, doc), cancel)?,
        note: note.unwrap_or_default(),
        excluded: Some(Excluded {
            mask: mask.clone(),
            all,
            pairs: None,
        }),
    })
}

/// Returns the number of different runs of terms that `config` excludes from `unmasked`, and the first `limit` of them
/// as blocks. A document counts for a run if the run, or a longer run that contains it, is excluded from the document.
/// Cost: the mask, and a pass over each different run for each length of shorter runs.
fn passages(
    unmasked: &Collection,
    config: &MaskConfig,
    limit: usize,
    cancel: &Cancel,
) -> Option<(usize, Vec<CommonBlock>)> {
    let finder = Finder::for_collection(config, unmasked).ok()?;
    let finder = finder.over(unmasked, cancel)?;
    let documents: Vec<DocNo> = unmasked.documents().collect();
    let runs = |doc: &DocNo| -> Vec<(u64, (u32, u32))> {
        if cancel.stopped() {
            return Vec::new();
        }
        let (terms, mut hash) = (unmasked.terms(*doc), Vec::new());
        let ranges = finder.ranges(&terms, unmasked.row(*doc).detected);
        let runs = ranges.into_iter().map(|range| {
            let run = &terms[range.start as usize..range.end as usize];
            hash.clear();
            shingles::hashes(run, run.len(), 0, &mut hash);
            (hash[0], (range.start, range.end))
        });
        runs.collect()
    };
    let runs: Vec<_> = documents.par_iter().with_min_len(64).map(runs).collect();
    let mut blocks: Vec<CommonBlock> = Vec::new();
    // Numbers of the runs by length and hash.
    let mut numbers: BTreeMap<u32, HashMap<u64, usize>> = BTreeMap::new();
    let mut runs_of_document: Vec<Vec<usize>> = Vec::new();
    for (first, runs) in documents.iter().zip(runs) {
        let number = |(hash, terms): (u64, (u32, u32))| {
            let (words, next) = (terms.1 - terms.0, blocks.len());
            let of_length = numbers.entry(words).or_default();
            let number = *of_length.entry(hash).or_insert(next);
            if number == next {
                blocks.push(CommonBlock {
                    documents: 0,
                    words,
                    first: *first,
                    terms,
                    holders: Vec::new(),
                });
            }
            number
        };
        runs_of_document.push(runs.into_iter().map(number).collect());
    }
    let shorter_within = |block: &CommonBlock| -> Vec<usize> {
        let (mut inner_runs, mut windows) = (Vec::new(), Vec::new());
        let terms = unmasked.terms(block.first);
        let terms = &terms[block.terms.0 as usize..block.terms.1 as usize];
        let shorter = numbers.range(..block.words);
        for (words, of_length) in shorter.take_while(|_| !cancel.stopped()) {
            windows.clear();
            shingles::hashes(terms, *words as usize, 0, &mut windows);
            inner_runs.extend(windows.iter().filter_map(|window| of_length.get(window)));
        }
        inner_runs
    };
    let inner_runs: Vec<Vec<usize>> = blocks.par_iter().map(shorter_within).collect();
    unmasked.release();
    for (doc, mut runs) in documents.into_iter().zip(runs_of_document) {
        let inner: Vec<usize> = runs
            .iter()
            .flat_map(|number| &inner_runs[*number])
            .copied()
            .collect();
        runs.extend(inner);
        runs.sort_unstable();
        runs.dedup();
        for number in runs {
            let block = &mut blocks[number];
            block.documents += 1;
            if block.holders.len() < MAX_LISTED {
                block.holders.push(doc);
            }
        }
    }
    let all = blocks.len();
    blocks.sort_by_key(|b| (Reverse((b.documents, b.words)), b.first, b.terms));
    blocks.truncate(limit);
    (!cancel.stopped()).then_some((all, blocks))
}

/// Returns the pairs that `mask`, one of the masks `config` of `collection`, removes from the list. `None` once
/// `cancel` is stopped. Call on the rayon pool.
pub fn hidden_pairs(
    collection: &Arc<Collection>,
    (mask, mut config): (&Mask, MaskConfig),
    listing: &PairListing<'_>,
    cancel: &Cancel,
) -> Option<HiddenPairs> {
    mask.clone().turn(&mut config, false);
    let without = masked(collection, &config, cancel).ok()?.collection;
    let (mut first, count_without, note) = listing.pairs(&without, cancel)?;
    let (pairs, count_with, _) = listing.pairs(collection, cancel)?;
    let mut count = count_without.saturating_sub(count_with);
    if first.len() as u64 == count_without && pairs.len() as u64 == count_with {
        let pairs: HashSet<(DocNo, DocNo)> = pairs.into_iter().collect();
        first.retain(|pair| !pairs.contains(pair));
        count = first.len() as u64;
    }
    first.truncate(MAX_NAMED);
    Some(HiddenPairs { count, first, note })
}

/// Returns the text that the mask of common text in `masks` excludes, and the pairs that it hides, as [`excluded`] and
/// [`hidden_pairs`] do; the inner `None` if this mask is off.
pub fn excluded_by_rule(
    collection: &Arc<Collection>,
    masks: &MaskConfig,
    (listing, limit): (&PairListing<'_>, usize),
    text: impl Fn(&Arc<Collection>, DocNo) -> anyhow::Result<Arc<Measured>>,
    cancel: &Cancel,
) -> Option<Option<BlockList>> {
    let Some(rule) = masks.common.map(Mask::Common) else {
        return Some(None);
    };
    let only_mask = masks.only(&rule);
    let mut list = excluded(collection, (&rule, &only_mask), limit, text, cancel)?;
    let pairs = hidden_pairs(collection, (&rule, masks.clone()), listing, cancel)?;
    if let Some(excluded) = &mut list.excluded {
        excluded.pairs = Some(pairs);
    }
    Some(Some(list))
}

/// Converts the text that a rule excludes for a report.
pub fn of_report(list: BlockList) -> Option<ByRule> {
    let excluded = list.excluded?;
    let pairs = excluded.pairs.unwrap_or_default();
    let text = |BlockRow { text, block }| {
        let text = text.unwrap_or_else(|_| "The text cannot be read again.".to_owned());
        (text, block.documents, block.words)
    };
    Some(ByRule {
        rule: excluded.mask.to_string(),
        passages: list.rows.into_iter().map(text).collect(),
        all: excluded.all,
        hidden: pairs.count,
        first: pairs.first,
        pairs: Vec::new(),
        note: pairs.note,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::made;
    use crate::mask::Common;
    use crate::settings::Sketching;

    #[test]
    fn a_passage_counts_the_documents_that_contain_it_or_a_longer_one() {
        let own = |n: u64| n * 100..n * 100 + 8;
        let long: Vec<u64> = (1..30).collect();
        let text = |n: u64, part: &[u64]| [&own(n).collect::<Vec<_>>(), part, &[n]].concat();
        let part = &long[..12];
        let mut texts: Vec<Vec<u64>> = (40..43).map(|n| text(n, &long)).collect();
        texts.extend((43..45).map(|n| text(n, part)));
        // A passage twice in one document, and text that two documents contain.
        texts.push([text(45, part), text(46, part)].concat());
        texts.push(own(45).collect());
        let collection = made::collection(&texts, Sketching::default());
        let config = MaskConfig {
            common: Some(Common::Documents(2)),
            ..MaskConfig::default()
        };
        let block = |documents, words, first, end, holders: std::ops::Range<usize>| CommonBlock {
            documents,
            words,
            first: DocNo::at(first),
            terms: (8, end),
            holders: holders.map(DocNo::at).collect(),
        };
        let blocks = vec![block(6, 12, 3, 20, 0..6), block(3, 29, 0, 37, 0..3)];
        let listed = |limit| passages(&collection, &config, limit, &Cancel::default()).unwrap();
        assert_eq!(listed(9), (2, blocks.clone()));
        assert_eq!(listed(1), (2, blocks[..1].to_vec()));
        assert!(passages(&collection, &config, 9, &Cancel::after(0)).is_none());
        let none = passages(&collection, &MaskConfig::default(), 9, &Cancel::default());
        assert_eq!(none, Some((0, Vec::new())));
    }
}
