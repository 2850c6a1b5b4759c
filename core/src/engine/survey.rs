//! What each mask would cover by itself, and the block of text that most documents share: what a person
//! needs to decide which masks to turn on.

use rayon::prelude::*;

use crate::base::{Cancel, DocNo};
use crate::evidence::{BlocksConfig, CommonBlocks};
use crate::index::Collection;
use crate::mask::{Finder, Mask, MaskConfig, ReasonCount};

/// Terms of a collection up to which common text is counted without being asked for.
const MOST_TERMS: u64 = 50_000_000;

/// Masks that are counted each by itself.
const MOST_MASKS: usize = 100;

/// Documents of a collection from which on text is common to them.
const FEWEST_DOCUMENTS: u32 = 5;

/// Words from which on a block is worth mentioning.
const FEWEST_WORDS: u32 = 10;

/// What each mask covers by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaskSurvey {
    /// The masks that are on.
    pub config: MaskConfig,
    /// Number of documents.
    pub documents: usize,
    /// What each mask covers; the first ones, if they are many, and common text unless that was too long to count.
    pub counts: Vec<(Mask, ReasonCount)>,
    /// The text of most words in all documents that half of them or more hold and that the masks leave, if it is worth
    /// mentioning: number of its words and of documents.
    pub block: Option<(u32, u32)>,
}

impl MaskSurvey {
    /// What a mask covers; `None` if that was not counted.
    pub fn count(&self, mask: &Mask) -> Option<ReasonCount> {
        let mut counts = self.counts.iter();
        counts
            .find(|(other, _)| other == mask)
            .map(|(_, count)| *count)
    }
}

/// Counts the masks `rows` over all terms of `collection`, which is masked by `config`. `None` once `cancel`
/// returns false. Call on the rayon pool.
pub fn survey(
    collection: &Collection,
    config: &MaskConfig,
    rows: &[Mask],
    cancel: &Cancel,
) -> Option<MaskSurvey> {
    let unmasked = collection
        .unmasked()
        .map_or(collection, |unmasked| unmasked);
    let affordable = unmasked.terms_in_all() <= MOST_TERMS;
    let mut counts = Vec::new();
    for mask in rows.iter().take(MOST_MASKS) {
        if affordable || config.common.is_some() || !matches!(mask, Mask::Common(_)) {
            let count = counted(unmasked, &config.only(mask), cancel)?;
            counts.push((mask.clone(), count));
        }
    }
    let mut block = None;
    if affordable && collection.len() >= FEWEST_DOCUMENTS as usize {
        let blocks = BlocksConfig {
            min_documents: (collection.len() as u32).div_ceil(2),
            min_words: FEWEST_WORDS.max(Finder::width(&collection.settings().sketching) as u32),
            most: 1,
        };
        let common = CommonBlocks::find(collection, blocks, cancel)?.blocks;
        block = common.first().map(|block| (block.words, block.documents));
    }
    Some(MaskSurvey {
        config: config.clone(),
        documents: collection.len(),
        counts,
        block,
    })
}

fn counted(unmasked: &Collection, config: &MaskConfig, cancel: &Cancel) -> Option<ReasonCount> {
    let finder = Finder::for_collection(config, unmasked)
        .ok()?
        .over(unmasked, cancel)?;
    let documents: Vec<DocNo> = unmasked.documents().collect();
    let each = documents.par_iter().with_min_len(64).map(|doc| {
        if cancel.stopped() {
            return ReasonCount::default();
        }
        let detected = unmasked.row(*doc).detected;
        ReasonCount::count(&finder.ranges(&unmasked.terms(*doc), detected))
    });
    let sum = each.reduce(ReasonCount::default, ReasonCount::and);
    (!cancel.stopped()).then_some(sum)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::masking::masked;
    use crate::index::made;
    use crate::mask::COMMON;
    use crate::settings::Sketching;

    #[test]
    fn a_block_at_the_top_of_most_documents_is_found() {
        let statement: Vec<u64> = (1_000..1_030).collect();
        let collection = |with: u64| {
            let text = |i: u64| -> Vec<u64> {
                let top = if i < with { &statement[..] } else { &[] };
                top.iter().copied().chain(i * 100..i * 100 + 40).collect()
            };
            let texts: Vec<_> = (100..110).map(text).collect();
            Arc::new(made::collection(&texts, Sketching::default()))
        };
        let off = MaskConfig::default();
        let survey_of = |collection: &Arc<Collection>, config: &MaskConfig| {
            let collection = masked(collection, config, &Cancel::default())
                .unwrap()
                .collection;
            let rows = Mask::rows(config, None);
            survey(&collection, config, &rows, &Cancel::default()).unwrap()
        };
        let result = survey_of(&collection(109), &off);
        assert_eq!(result.block, Some((30, 9)));
        let common = result.count(&Mask::Common(COMMON)).unwrap();
        assert_eq!((common.documents, common.spans, common.words), (9, 9, 270));
        assert_eq!(
            result.count(&Mask::Quotations),
            Some(ReasonCount::default())
        );
        let excluded = MaskConfig {
            common: Some(COMMON),
            ..MaskConfig::default()
        };
        let result = survey_of(&collection(109), &excluded);
        assert_eq!(result.block, None, "what is excluded already is no news");
        assert_eq!(survey_of(&collection(104), &off).block, None, "four of ten");
        assert!(survey(&collection(109), &off, &[], &Cancel::after(0)).is_none());
    }
}
