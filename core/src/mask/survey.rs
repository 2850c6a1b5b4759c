//! What each mask would cover by itself, and the block of text that most documents share: what a person
//! needs to decide which masks to turn on.

use std::collections::HashMap;

use rayon::prelude::*;

use super::common_block::{CommonBlock, common_block};
use super::config::{Common, MaskConfig};
use super::finder::{Finder, Masks};
use super::report::ReasonCount;
use crate::base::DocNo;
use crate::collection::Collection;

/// Terms of a collection up to which common text is counted without being asked for.
const MOST_TERMS: u64 = 50_000_000;

/// Phrases that are counted each by itself.
const MOST_PHRASES: usize = 50;

/// The share of documents above which text is common unless another is set.
pub const COMMON: Common = Common::Share(0.2);

/// What each mask covers by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaskSurvey {
    /// The masks that it is of.
    pub config: MaskConfig,
    /// Number of documents.
    pub documents: usize,
    /// Quotations.
    pub quotations: ReasonCount,
    /// Lists of references.
    pub references: ReasonCount,
    /// Blocks of pages that the config leaves out; what [`PageBlocks::Main`](super::PageBlocks::Main)
    /// would, if it leaves out none.
    pub blocks: ReasonCount,
    /// What the templates cover.
    pub templates: ReasonCount,
    /// Text in more documents than the config says, or [`COMMON`]; `None` if that was too long to count.
    pub common: Option<ReasonCount>,
    /// What each phrase covers; the first ones, if they are many.
    pub phrases: HashMap<String, ReasonCount>,
    /// What each source that is left out for all documents covers; the first ones, if they are many.
    pub sources: HashMap<String, ReasonCount>,
    /// The longest text that stands in most documents and that the masks do not cover, if it is worth mentioning.
    pub block: Option<CommonBlock>,
}

/// Counts the masks of `config`, those that are off included, over all terms of `collection`. `None` once
/// `should_continue` returns false. Call on the rayon pool.
pub fn survey(
    collection: &Collection,
    config: &MaskConfig,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<MaskSurvey> {
    let collection = collection.unmasked().map_or(collection, |whole| whole);
    let count = |config: MaskConfig| {
        let masks = Masks::of(&config, collection).ok()?;
        let finder = Finder::over(collection, masks, should_continue)?;
        counted(collection, &finder, should_continue)
    };
    let off = MaskConfig::default;
    let limit = config.common.unwrap_or(COMMON);
    let affordable = collection.terms_in_all() <= MOST_TERMS;
    let common = match affordable || config.common.is_some() {
        true => Some(count(MaskConfig {
            common: Some(limit),
            ..off()
        })?),
        false => None,
    };
    let mut phrases = HashMap::new();
    for phrase in config.phrases.iter().take(MOST_PHRASES) {
        let alone = MaskConfig {
            phrases: vec![phrase.clone()],
            ..off()
        };
        phrases.insert(phrase.clone(), count(alone)?);
    }
    let mut sources = HashMap::new();
    let for_all = config.sources.iter().filter(|s| s.document.is_none());
    for source in for_all.take(MOST_PHRASES) {
        let alone = MaskConfig {
            sources: vec![source.clone()],
            ..off()
        };
        sources.insert(source.source.clone(), count(alone)?);
    }
    Some(MaskSurvey {
        sources,
        documents: collection.len(),
        quotations: count(MaskConfig {
            quotations: true,
            ..off()
        })?,
        references: count(MaskConfig {
            references: true,
            ..off()
        })?,
        blocks: count(MaskConfig {
            blocks: config.blocks.or_main(),
            ..off()
        })?,
        templates: count(MaskConfig {
            templates: config.templates.clone(),
            ..off()
        })?,
        common,
        phrases,
        block: match affordable {
            true => {
                let masks = Masks::of(config, collection).ok()?;
                let masked = Finder::over(collection, masks, should_continue)?;
                common_block(collection, &masked, should_continue)?
            }
            false => None,
        },
        config: config.clone(),
    })
}

fn counted(
    collection: &Collection,
    finder: &Finder,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<ReasonCount> {
    let documents: Vec<DocNo> = collection.documents().collect();
    let each = documents.par_iter().with_min_len(64).map(|doc| {
        if !should_continue() {
            return ReasonCount::default();
        }
        let detected = &collection.row(*doc).detected;
        ReasonCount::of(&finder.ranges(&collection.terms(*doc), detected))
    });
    let sum = each.reduce(ReasonCount::default, ReasonCount::and);
    should_continue().then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::made;
    use crate::settings::Sketching;

    #[test]
    fn a_block_at_the_top_of_most_documents_is_found() {
        let statement: Vec<u64> = (1_000..1_030).collect();
        let text = |i: u64, with: bool| -> Vec<u64> {
            let own = i * 100..i * 100 + 40;
            let top = if with { &statement[..] } else { &[] };
            top.iter().copied().chain(own).collect()
        };
        let texts: Vec<_> = (100..110).map(|i| text(i, i != 100)).collect();
        let collection = made::collection(
            &texts,
            Sketching {
                permutations: 16,
                ..Sketching::default()
            },
        );
        let survey = survey(&collection, &MaskConfig::default(), &|| true).unwrap();
        assert_eq!(
            survey.block,
            Some(CommonBlock {
                words: 30,
                documents: 9
            })
        );
        let common = survey.common.unwrap();
        assert_eq!((common.documents, common.spans, common.words), (9, 9, 270));
        assert_eq!(survey.quotations, ReasonCount::default());
        let left_out = MaskConfig {
            common: Some(COMMON),
            ..MaskConfig::default()
        };
        let masked = super::survey(&collection, &left_out, &|| true).unwrap();
        assert_eq!(masked.block, None, "what is left out already is no news");
        let without: Vec<_> = (100..110).map(|i| text(i, false)).collect();
        let collection = made::collection(
            &without,
            Sketching {
                permutations: 16,
                ..Sketching::default()
            },
        );
        let none = super::survey(&collection, &MaskConfig::default(), &|| true).unwrap();
        assert_eq!(none.block, None);
        assert!(super::survey(&collection, &MaskConfig::default(), &|| false).is_none());
    }
}
