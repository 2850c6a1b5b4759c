//! Documents with the same terms: they are compared once, and replaced by each other afterwards.

use std::collections::HashMap;

use rayon::prelude::*;

use super::Evidence;
use super::pair::{CopiedPair, OnlyKind};
use crate::base::{DocNo, units};
use crate::candidates::verify;
use crate::index::{Collection, first_of_text};
use crate::similarity::Overlap;

/// Two different texts, by the first document of each, with the overlap of their shingle sets.
pub type OverlappingTexts = (DocNo, DocNo, Overlap);

/// The documents by text.
pub struct DocumentsByText {
    /// The first document of each text that has terms.
    pub distinct: Vec<DocNo>,
    /// For each text that occurs in several documents: the first document, and all documents.
    pub copies: Vec<(DocNo, Vec<DocNo>)>,
}

impl DocumentsByText {
    /// Groups the documents of a collection.
    pub fn new(collection: &Collection) -> Self {
        let first = first_of_text(collection);
        let is_first = |doc: &DocNo| first[doc.index()] == *doc && collection.term_count(*doc) > 0;
        let mut copies: Vec<(DocNo, Vec<DocNo>)> = Vec::new();
        let mut at: HashMap<DocNo, usize> = HashMap::new();
        for doc in collection.documents().filter(|doc| !is_first(doc)) {
            let first = first[doc.index()];
            if first != doc {
                let at = *at.entry(first).or_insert_with(|| {
                    copies.push((first, vec![first]));
                    copies.len() - 1
                });
                copies[at].1.push(doc);
            }
        }
        copies.sort_unstable();
        DocumentsByText {
            distinct: collection.documents().filter(is_first).collect(),
            copies,
        }
    }

    /// All documents with the text of `doc`, which is the first of them.
    fn all<'a>(&'a self, doc: &'a DocNo) -> &'a [DocNo] {
        let position = self.copies.binary_search_by_key(doc, |(first, _)| *first);
        position.map_or(std::slice::from_ref(doc), |at| &self.copies[at].1)
    }

    /// Returns a pair for every two documents from the pairs of their texts; only for the first documents if copies
    /// would make more than `most` pairs.
    pub fn expand(
        &self,
        collection: &Collection,
        overlapping: &[OverlappingTexts],
        evidence: &[Evidence],
        most: u64,
        note: &mut Vec<String>,
    ) -> Vec<CopiedPair> {
        let documents = |text: &DocNo| self.all(text).len() as u64;
        let pairs = overlapping.iter().map(|(a, b, _)| {
            if a == b {
                documents(a) * (documents(a) - 1) / 2
            } else {
                documents(a) * documents(b)
            }
        });
        let total: u64 = pairs.sum();
        let is_complete = total <= most.max(2 * overlapping.len() as u64);
        if !is_complete {
            note.push(format!(
                "copies of one text are listed once: {} instead of {}",
                units::counted(overlapping.len() as u64, "pair", "pairs"),
                units::count(total),
            ));
        }
        let texts = overlapping.par_iter().zip(evidence);
        texts
            .flat_map_iter(|(&(a, b, overlap), evidence)| {
                let mut out = Vec::new();
                let (copies_a, copies_b) = (self.all(&a), self.all(&b));
                let limit = if is_complete { usize::MAX } else { 1 };
                let detected = |doc: DocNo| collection.row(doc).detected;
                let mut push = |x: DocNo, y: DocNo| {
                    // The same words may be quoted in one text and not in another.
                    let is_same = detected(x) == detected(a) && detected(y) == detected(b);
                    let only = if is_same {
                        evidence.only
                    } else {
                        OnlyKind::default()
                    };
                    let evidence = Evidence { only, ..*evidence };
                    let swap = x > y;
                    let overlap = if swap { overlap.swapped() } else { overlap };
                    let (x, y) = (x.min(y), x.max(y));
                    out.push(CopiedPair {
                        pair: verify::compared(collection, x, y, overlap),
                        evidence: if swap { evidence.swapped() } else { evidence },
                    });
                };
                for (i, x) in copies_a.iter().enumerate().take(limit) {
                    let others = if a == b { &copies_a[i + 1..] } else { copies_b };
                    others.iter().take(limit).for_each(|y| push(*x, *y));
                }
                out
            })
            .collect()
    }
}
