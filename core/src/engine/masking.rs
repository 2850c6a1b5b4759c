//! Masks between a collection and what is computed from it, for commands, re-analyses and sweeps. The index
//! build and the store know no masks: they hold whole documents.

use std::sync::Arc;

use crate::base::{BlockSpan, Cancel, MaskedRange, PageBlock, Reason};
use crate::index::Collection;
use crate::mask::{self, Finder, MaskConfig, Masked};
use crate::settings::Settings;
use crate::text::{Term, quotations, ranges_of, references};

/// The collection without what the masks cover; after a cancellation the collection as it is. Call it on
/// the thread pool.
///
/// # Errors
/// Masks that cannot be meant.
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
    let made = mask::apply(collection, masks, cancel);
    let mut made = made.unwrap_or_else(|| Masked::nothing(collection));
    let apart = mask::pairs_apart(collection, config);
    if !apart.is_empty() {
        made.collection = Arc::new(made.collection.apart(&apart));
        made.apart = apart.len();
    }
    Ok(made)
}

/// The first source left out for all documents that `collection` does not have.
pub fn unknown_source<'a>(collection: &Collection, config: &'a MaskConfig) -> Option<&'a str> {
    let ids = config.sources.iter().map(|ignored| ignored.source.as_str());
    ids.into_iter().find(|id| collection.find(id).is_none())
}

/// What finds the masked ranges of texts that are compared by themselves; text is common to no documents
/// there.
///
/// # Errors
/// Masks that cannot be meant.
pub fn finder(config: &MaskConfig, settings: &Settings) -> anyhow::Result<Finder> {
    Finder::new(config, settings)
}

/// Where a text quotes and lists references, and the blocks of a page, as ranges of its terms; `quoted` are
/// byte spans that its markup says are quoted.
pub fn detected(
    text: &str,
    quoted: &[(usize, usize)],
    blocks: &[BlockSpan],
    terms: impl FnOnce() -> Vec<Term>,
) -> Detected {
    let quotations = quotations::with(text, quoted);
    let references = references::spans(text);
    if quotations.is_empty() && references.is_empty() && blocks.is_empty() {
        return Detected::Nothing;
    }
    let terms = terms();
    let mut ranges = ranges_of(&terms, &quotations, Reason::Quotation);
    ranges.extend(ranges_of(&terms, &references, Reason::References));
    for block in PageBlock::ALL {
        let spans = blocks.iter().filter(|span| span.block == block);
        let spans: Vec<_> = spans.map(|span| (span.start, span.end)).collect();
        ranges.extend(ranges_of(&terms, &spans, Reason::Block(block)));
    }
    Detected::Ranges(terms, ranges.into())
}

/// What [`detected`] found.
pub enum Detected {
    /// Nothing; the terms were not needed.
    Nothing,
    /// All terms of the text, and the ranges.
    Ranges(Vec<Term>, Box<[MaskedRange]>),
}

/// As [`detected`], for a text whose terms are known.
pub fn detected_in(
    text: &str,
    quoted: &[(usize, usize)],
    blocks: &[BlockSpan],
    terms: &[Term],
) -> Box<[MaskedRange]> {
    match detected(text, quoted, blocks, || terms.to_vec()) {
        Detected::Nothing => Box::default(),
        Detected::Ranges(_, ranges) => ranges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::DocNo;
    use crate::candidates::{self, Identical, Method, MethodConfig};
    use crate::index::made;
    use crate::mask::IgnoredSource;
    use crate::settings::Sketching;
    use std::collections::BTreeSet;

    /// A source, and three texts that hold its first words; the last two are the same.
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
        let method = MethodConfig {
            method: Method::Exact,
            ..MethodConfig::default()
        };
        let pair_set = candidates::find(
            collection,
            &identical,
            &method,
            0.1,
            0.1,
            &Cancel::default(),
        );
        let each = pair_set.each(0.1, 200, |doc| collection.shingle_set(doc).len() as u32);
        each.map(|pair| (pair.a.index(), pair.b.index())).collect()
    }

    #[test]
    fn a_source_left_out_for_one_document_takes_one_pair_out_and_for_all_its_words() {
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
            let mut wanted = all.clone();
            wanted.remove(&(source.min(document), source.max(document)));
            assert_eq!(pairs(&made.collection), wanted, "{source} for {document}");
            assert_eq!(made.apart, 1);
            // Without it everything is as it was.
            let again = masked(&made.collection, &MaskConfig::default(), &Cancel::default());
            assert_eq!(pairs(&again.unwrap().collection), all);
        }
        let made = masked_by(vec![ignored(0, None)]).collection;
        for doc in unmasked.documents() {
            // As a template would: what is left are the words of its own.
            let own: Vec<u64> = unmasked
                .terms(doc)
                .iter()
                .copied()
                .filter(|t| *t >= 50)
                .collect();
            assert_eq!(made.terms(doc), own);
        }
        let both = masked_by(vec![ignored(0, None), ignored(2, Some(3))]);
        assert_eq!(pairs(&both.collection), BTreeSet::new());
        assert_eq!(
            pairs(&masked_by(vec![ignored(0, None)]).collection),
            [(2, 3)].into()
        );
        let config = MaskConfig {
            sources: vec![IgnoredSource {
                source: "gone".into(),
                document: None,
            }],
            ..MaskConfig::default()
        };
        assert_eq!(unknown_source(&unmasked, &config), Some("gone"));
    }
}
