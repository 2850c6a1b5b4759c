//! One copy of each near-duplicate: which documents stay by a rule, the keeper of each dropped document, and the path
//! between them.

mod order;
mod rule;
pub mod stream;

pub use order::KeepSubject;
pub use rule::{PathGlob, Rule};

use anyhow::Context;

use crate::base::{Cancel, DocNo};
use crate::candidates::verify;
use crate::cluster::keep::{self, KeepLink};

/// The request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeepConfig {
    /// Which of several near-duplicates stays.
    pub rule: Rule,
    /// One document of each cluster stays; documents that only a chain connects to it are dropped too.
    pub chains: bool,
}

/// A document that is dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// Its keeper, the number of pairs on the path to it, and the weakest pair.
    pub link: KeepLink,
    /// Exact similarity to the keeper.
    pub similarity: f64,
}

/// The documents that stay.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// The request.
    pub config: KeepConfig,
    /// Pairs at or above this similarity are near-duplicates.
    pub threshold: f64,
    /// All documents in the order of the corpus: by given path, then by file name, then by position in the file.
    pub documents: Vec<DocNo>,
    /// For each document of the collection, `None` if it stays.
    pub dropped: Vec<Option<Dropped>>,
    /// Number of documents that stay although another document of their cluster stays.
    pub by_chains: u64,
}

/// Keeps one copy of each near-duplicate.
///
/// # Errors
/// The rule needs the text of a document that has changed or cannot be read, or `cancel` is stopped.
pub fn keep(
    subject: &KeepSubject<'_>,
    config: &KeepConfig,
    cancel: &Cancel,
) -> anyhow::Result<Keeping> {
    let (collection, pairs) = (subject.collection, subject.pairs);
    let threshold = subject.threshold;
    let documents = order::of_corpus(collection, subject.roots);
    let linked = keep::with_neighbours(pairs, threshold);
    let order = order::by_rule(subject, &config.rule, &documents, &linked, cancel)?;
    let links = if config.chains {
        keep::chained(pairs, threshold, &order)
    } else {
        match &pairs.dense {
            None => keep::direct(pairs, threshold, &order),
            Some(dense) => keep::direct_among(pairs, &order, |group| {
                let partners = dense.partners(collection, group).into_iter();
                let partners =
                    partners.map(|(doc, overlap)| (doc, pairs.info.measure.similarity(&overlap)));
                partners.filter(move |(_, similarity)| *similarity >= threshold)
            }),
        }
    };
    let dropped_by = |link: KeepLink| Dropped {
        link,
        similarity: link.weakest,
    };
    let mut dropped: Vec<Option<Dropped>> = links.iter().map(|link| link.map(dropped_by)).collect();
    // The two ends of a chain may have any similarity.
    let chained = dropped.iter().enumerate().filter_map(|(doc, dropped)| {
        let link = dropped.as_ref()?.link;
        (link.steps > 1).then_some((DocNo::at(doc), link.keeper))
    });
    let chained: Vec<(DocNo, DocNo)> = chained.collect();
    let overlaps = verify::overlaps(collection, &chained, cancel).context("interrupted")?;
    for ((doc, _), overlap) in chained.iter().zip(overlaps) {
        if let Some(dropped) = &mut dropped[doc.index()] {
            dropped.similarity = pairs.info.measure.similarity(&overlap);
        }
    }
    // The archive stays in any case.
    let classes = collection.classes();
    let is_new = |doc| classes.is_none_or(|classes| !classes.class(doc).archive);
    let by_chains = keep::linked_by_chains(pairs, threshold, &links, is_new);
    Ok(Keeping {
        config: config.clone(),
        threshold,
        documents,
        dropped,
        by_chains,
    })
}
