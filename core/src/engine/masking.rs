//! Applies masks to a collection before figures are computed, for commands, re-analyses and sweeps. The index has the
//! complete documents. This module also counts the text that each mask covers by itself, which helps users to choose
//! masks.

use std::sync::Arc;

use rayon::prelude::*;

use crate::base::{BlockSpan, Cancel, DocNo, MaskedRange, PageBlock, Reason};
use crate::evidence::blocks::{self, AFFORDABLE_TERMS};
use crate::index::Collection;
use crate::mask::{self, Finder, Mask, MaskConfig, Masked, ReasonCount};
use crate::text::{Term, quotations, ranges_of, references};

/// Removes the terms that the masks cover; after a cancellation, removes none. Call it on the thread pool.
///
/// # Errors
/// Invalid masks.
pub fn masked(
    collection: &Arc<Collection>,
    config: &MaskConfig,
    cancel: &Cancel,
) -> anyhow::Result<Masked> {
    let collection = &collection.together();
    if config.is_empty() {
        return Ok(Masked::nothing(collection));
    }
    let masks = Finder::for_collection(config, collection)?;
    let masked = mask::apply(collection, masks, cancel);
    let mut masked = masked.unwrap_or_else(|| Masked::nothing(collection));
    let apart = mask::pairs_apart(collection, config);
    if !apart.is_empty() {
        masked.collection = Arc::new(masked.collection.apart(&apart));
        masked.apart = apart.len();
    }
    Ok(masked)
}

/// Returns the first excluded source that is missing in `collection`.
pub fn unknown_source<'a>(collection: &Collection, config: &'a MaskConfig) -> Option<&'a str> {
    let ids = config.sources.iter().map(|ignored| ignored.source.as_str());
    ids.into_iter().find(|id| collection.find(id).is_none())
}

/// Returns the terms of a text, and its quotations, lists of references and page blocks as ranges of these terms.
/// `quoted` are byte spans that are quotations by markup. `None` if there are no ranges.
pub fn detected(
    text: &str,
    quoted: &[(usize, usize)],
    blocks: &[BlockSpan],
    terms: impl FnOnce() -> Vec<Term>,
) -> Option<(Vec<Term>, Box<[MaskedRange]>)> {
    let quotations = quotations::with(text, quoted);
    let references = references::spans(text);
    if quotations.is_empty() && references.is_empty() && blocks.is_empty() {
        return None;
    }
    let terms = terms();
    let mut ranges = ranges_of(&terms, &quotations, Reason::Quotation);
    ranges.extend(ranges_of(&terms, &references, Reason::References));
    for block in PageBlock::ALL {
        let spans = blocks.iter().filter(|span| span.block == block);
        let spans: Vec<_> = spans.map(|span| (span.start, span.end)).collect();
        ranges.extend(ranges_of(&terms, &spans, Reason::Block(block)));
    }
    Some((terms, ranges.into()))
}

/// Maximum number of masks that are counted.
const MAX_MASKS: usize = 100;

/// The text that each mask covers by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaskSurvey {
    /// The masks that are on.
    pub config: MaskConfig,
    /// Number of documents.
    pub documents: usize,
    /// The text that each mask covers: for the first masks if there are many, and for common text unless counting
    /// takes too long.
    pub counts: Vec<(Mask, ReasonCount)>,
    /// The unmasked text with the most words in total that at least half of the documents contain, if it is worth
    /// mentioning: its number of words and of documents.
    pub block: Option<(u32, u32)>,
}

impl MaskSurvey {
    /// The text that a mask covers; `None` if it was not counted.
    pub fn count(&self, mask: &Mask) -> Option<ReasonCount> {
        let mut counts = self.counts.iter();
        counts.find_map(|(other, count)| (other == mask).then_some(*count))
    }
}

/// Counts the masks `rows` over all terms of `collection`, which is masked by `config`. `None` once `cancel`
/// is stopped. Call on the rayon pool.
pub fn survey(
    collection: &Collection,
    config: &MaskConfig,
    rows: &[Mask],
    cancel: &Cancel,
) -> Option<MaskSurvey> {
    let unmasked = collection.unmasked().map_or(collection, Arc::as_ref);
    let is_affordable = unmasked.terms_in_all() <= AFFORDABLE_TERMS;
    let mut counts = Vec::new();
    for mask in rows.iter().take(MAX_MASKS) {
        if is_affordable || config.common.is_some() || !matches!(mask, Mask::Common(_)) {
            let count = count(unmasked, &config.only(mask), cancel)?;
            counts.push((mask.clone(), count));
        }
    }
    let width = Finder::width(&collection.settings().sketching);
    let block = blocks::widespread(collection, width, cancel)?;
    Some(MaskSurvey {
        config: config.clone(),
        documents: collection.len(),
        counts,
        block: block.map(|block| (block.words, block.documents)),
    })
}

fn count(unmasked: &Collection, config: &MaskConfig, cancel: &Cancel) -> Option<ReasonCount> {
    let finder = Finder::for_collection(config, unmasked).ok()?;
    let finder = finder.over(unmasked, cancel)?;
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
    use super::*;
    use crate::candidates::{self, Identical, Method, MethodConfig};
    use crate::index::made;
    use crate::mask::{COMMON, IgnoredSource};
    use crate::settings::Sketching;
    use std::collections::BTreeSet;

    /// A source, and three texts that contain its first words; the last two are equal.
    fn collection() -> Arc<Collection> {
        let text = |own: u64| (0..40).chain(own..own + 20).collect::<Vec<u64>>();
        let source: Vec<u64> = (0..50).collect();
        let sketching = Sketching {
            k: 4,
            ..Sketching::default()
        };
        let texts = [source, text(100), text(200), text(200)];
        Arc::new(made::collection(&texts, sketching))
    }

    fn pairs(collection: &Collection) -> BTreeSet<(usize, usize)> {
        let identical = Identical::new(collection);
        let (method, cancel) = (MethodConfig::from(Method::Exact), Cancel::default());
        let pair_set = candidates::find(collection, &identical, &method, 0.1, 0.1, &cancel);
        let each = pair_set.each(0.1, 200, |doc| collection.shingle_set(doc).len() as u32);
        each.map(|pair| (pair.a.index(), pair.b.index())).collect()
    }

    #[test]
    fn excluding_a_source_for_one_document_removes_a_pair_and_for_all_its_words() {
        let unmasked = collection();
        let id = |n: usize| unmasked.id(DocNo::at(n)).to_owned();
        let ignored = |source: usize, document: Option<usize>| IgnoredSource {
            source: id(source),
            document: document.map(id),
        };
        let masked_by = |sources: Vec<IgnoredSource>| {
            let config = MaskConfig {
                sources,
                ..MaskConfig::default()
            };
            masked(&unmasked, &config, &Cancel::default()).unwrap()
        };
        let all = pairs(&unmasked);
        assert_eq!(all.len(), 6);
        for (source, document) in [(0, 1), (0, 3), (2, 3), (3, 2)] {
            let made = masked_by(vec![ignored(source, Some(document))]);
            let mut want = all.clone();
            want.remove(&(source.min(document), source.max(document)));
            assert_eq!(pairs(&made.collection), want, "{source} for {document}");
            assert_eq!(made.apart, 1);
            // Without the mask, all pairs are listed again.
            let again = masked(&made.collection, &MaskConfig::default(), &Cancel::default());
            assert_eq!(pairs(&again.unwrap().collection), all);
        }
        let made = masked_by(vec![ignored(0, None)]).collection;
        for doc in unmasked.documents() {
            // Only the other words remain, as with a template.
            let terms = unmasked.terms(doc);
            let own: Vec<u64> = terms.iter().copied().filter(|term| *term >= 50).collect();
            assert_eq!(made.terms(doc), own);
        }
        let both = masked_by(vec![ignored(0, None), ignored(2, Some(3))]);
        assert_eq!(pairs(&both.collection), BTreeSet::new());
        let without = masked_by(vec![ignored(0, None)]).collection;
        assert_eq!(pairs(&without), [(2, 3)].into());
        let config = MaskConfig {
            sources: vec![IgnoredSource {
                source: "gone".into(),
                document: None,
            }],
            ..MaskConfig::default()
        };
        assert_eq!(unknown_source(&unmasked, &config), Some("gone"));
    }

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
            let (masked, cancel) = (
                masked(collection, config, &Cancel::default()),
                Cancel::default(),
            );
            let rows = Mask::rows(config, None);
            survey(&masked.unwrap().collection, config, &rows, &cancel).unwrap()
        };
        let result = survey_of(&collection(109), &off);
        assert_eq!(result.block, Some((30, 9)));
        let common = result.count(&Mask::Common(COMMON)).unwrap();
        assert_eq!((common.documents, common.spans, common.words), (9, 9, 270));
        let quotations = result.count(&Mask::Quotations);
        assert_eq!(quotations, Some(ReasonCount::default()));
        let excluded = MaskConfig {
            common: Some(COMMON),
            ..MaskConfig::default()
        };
        let result = survey_of(&collection(109), &excluded);
        assert_eq!(result.block, None, "already excluded");
        assert_eq!(survey_of(&collection(104), &off).block, None, "four of ten");
        assert!(survey(&collection(109), &off, &[], &Cancel::after(0)).is_none());
    }
}
