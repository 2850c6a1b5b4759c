//! One copy of each near-duplicate: which documents stay by a rule, who stays for the others, and what links
//! them. The command and the screens call [`keep()`].

mod order;
mod rule;
pub mod stream;
mod subject;

pub use rule::{PathGlob, Rule};
pub use subject::Subject;

use crate::base::DocNo;
use crate::candidates::verify;
use crate::cluster::keep::{self, Link};

/// What is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeepConfig {
    /// Which of several near-duplicates stays.
    pub rule: Rule,
    /// One document of each cluster stays, also for those that only a chain links to it.
    pub chains: bool,
}

/// A document that is dropped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// Who stays for it, by how many pairs, and the weakest of them.
    pub link: Link,
    /// Exact similarity to it.
    pub similarity: f64,
}

/// Which documents stay.
#[derive(Clone, Debug)]
pub struct Keeping {
    /// What was asked.
    pub config: KeepConfig,
    /// Pairs at or above this similarity are near-duplicates.
    pub threshold: f64,
    /// All documents that were asked for in the order of the corpus: as its paths were given, then by the name of
    /// the file, then as they stand in the file.
    pub documents: Vec<DocNo>,
    /// For each document of the collection, `None` if it stays.
    pub dropped: Vec<Option<Dropped>>,
    /// Number of documents that stay although another of their cluster stays.
    pub by_chains: u64,
}

impl Keeping {
    /// The documents that stay, in the order of the corpus.
    pub fn kept(&self) -> impl Iterator<Item = DocNo> + '_ {
        let all = self.documents.iter().copied();
        all.filter(|doc| self.dropped[doc.index()].is_none())
    }

    /// Number of documents that stay, and of those that are dropped.
    pub fn counts(&self) -> (u64, u64) {
        let kept = self.kept().count() as u64;
        (kept, self.documents.len() as u64 - kept)
    }
}

/// Keeps one copy of each near-duplicate; with `of`, only what concerns the components of these documents is
/// decided, which is the same as in the whole.
///
/// # Errors
/// The rule needs the text of a document that cannot be read as it was, or `should_continue` returned `false`.
pub fn keep(
    subject: &Subject<'_>,
    config: &KeepConfig,
    of: Option<&[DocNo]>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<Keeping> {
    let Subject {
        collection,
        pairs,
        threshold,
        ..
    } = *subject;
    let corpus = order::of_corpus(collection, subject.roots);
    let concerned = keep::with_neighbours(pairs, threshold, of);
    let order = order::by_rule(subject, &config.rule, &corpus, &concerned, should_continue)?;
    let links = match config.chains {
        true => keep::chained(pairs, threshold, &order),
        false => match &pairs.dense {
            None => keep::direct(pairs, threshold, &order),
            Some(dense) => keep::direct_among(pairs, &order, |group| {
                let partners = dense.partners(collection, group).into_iter();
                let partners =
                    partners.map(|(doc, overlap)| (doc, pairs.info.measure.of(&overlap)));
                partners.filter(move |(_, similarity)| *similarity >= threshold)
            }),
        },
    };
    let is_concerned = |doc: DocNo| of.is_none() || concerned.binary_search(&doc).is_ok();
    let mut dropped: Vec<Option<Dropped>> = links
        .iter()
        .enumerate()
        .map(|(doc, link)| {
            link.filter(|_| is_concerned(DocNo::at(doc)))
                .map(|link| Dropped {
                    link,
                    similarity: link.weakest,
                })
        })
        .collect();
    // Of a chain, the two ends may have any similarity.
    let far = dropped.iter().enumerate().filter_map(|(doc, dropped)| {
        let link = dropped.as_ref()?.link;
        (link.steps > 1).then_some((DocNo::at(doc), link.keeper))
    });
    let far: Vec<(DocNo, DocNo)> = far.collect();
    let overlaps = verify::overlaps(collection, &far, should_continue);
    let overlaps = overlaps.ok_or_else(|| anyhow::anyhow!("interrupted"))?;
    for ((doc, _), overlap) in far.iter().zip(overlaps) {
        if let Some(dropped) = &mut dropped[doc.index()] {
            dropped.similarity = pairs.info.measure.of(&overlap);
        }
    }
    let by_chains = match of {
        None => {
            // The archive stays in any case.
            let classes = subject.collection.classes();
            let is_new = |doc| classes.is_none_or(|classes| !classes.class(doc).archive);
            keep::linked_by_chains(pairs, threshold, &links, is_new)
        }
        Some(_) => 0,
    };
    let mut documents = corpus;
    documents.retain(|doc| is_concerned(*doc));
    Ok(Keeping {
        config: config.clone(),
        threshold,
        documents,
        dropped,
        by_chains,
    })
}
