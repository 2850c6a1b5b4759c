//! Shared input of all rows with one k: the documents with their unmasked terms, the distinct shingle sets, the
//! number of documents with each, and the items prepared for the join.

use std::sync::Arc;

use crate::base::{Cancel, DocNo};
use crate::candidates::Identical;
use crate::candidates::exact_join::{Items, ShingleSets};
use crate::index::Collection;
use crate::mask::AtEachK;
use crate::settings::Sketching;
use crate::text::shingles;

/// Documents without the text that is masked at one k.
#[derive(Debug)]
pub struct UnmaskedDocuments {
    /// The documents. Only their terms belong to this k.
    pub collection: Arc<Collection>,
    /// For each document, the first document with the same terms.
    pub texts: Identical,
}

/// Loads the documents at one k after another. Adjacent values of k share their documents if the same terms remain.
/// Only these documents and the documents of callers are in memory.
#[derive(Debug)]
pub struct EachK<'a> {
    corpus: &'a AtEachK,
    last: Option<(usize, Arc<UnmaskedDocuments>)>,
}

impl<'a> EachK<'a> {
    pub fn new(corpus: &'a AtEachK) -> Self {
        EachK { corpus, last: None }
    }

    /// The documents at `k`; `None` when cancelled. Runs on the caller's pool.
    pub fn at(&mut self, k: usize, cancel: &Cancel) -> Option<Arc<UnmaskedDocuments>> {
        let last = self.last.take();
        let reusable = last.filter(|(other, _)| self.corpus.same_terms(k, *other));
        let unmasked = match reusable {
            Some((_, unmasked)) => unmasked,
            None => {
                let collection = self.corpus.at(k, cancel)?;
                let texts = Identical::of_texts(&collection);
                Arc::new(UnmaskedDocuments { collection, texts })
            }
        };
        self.last = Some((k, unmasked.clone()));
        Some(unmasked)
    }
}

/// Distinct shingle sets at one k. Sets are identified by their position in the order of size.
pub struct SweepInput {
    /// Shingles of each set.
    pub items: Items,
    /// Number of documents with each set.
    pub weights: Vec<u32>,
    /// Sets that several documents have, ascending.
    pub several: Vec<u32>,
    /// For each document, the first document with the same set.
    pub representative: Vec<DocNo>,
    /// One entry per distinct set size, ascending.
    pub classes: Vec<SizeClass>,
    /// For each set, the index of its class.
    pub class_of: Vec<u32>,
}

/// A run of consecutive sets of equal size.
#[derive(Clone, Copy, Debug)]
pub struct SizeClass {
    /// Exclusive end position of the run.
    pub end: usize,
    /// Number of shingles in each set.
    pub size: u32,
}

impl SweepInput {
    /// Builds the distinct sets of `texts` under `sketching`; `texts` do not depend on k.
    pub fn new(collection: &Collection, texts: &Identical, sketching: &Sketching) -> Self {
        let terms = texts
            .distinct()
            .iter()
            .map(|doc| collection.term_count(*doc));
        let sets = ShingleSets::gather(texts.distinct(), terms.sum(), |doc, out| {
            shingles::elements(&collection.terms(doc), sketching, out);
        });
        let mut items = Items::new(&sets);
        drop(sets);
        let mut representative = texts.representatives().to_vec();
        let equal_sets = items.same_sets();
        if !equal_sets.is_empty() {
            let mut is_dropped = vec![false; items.len()];
            let mut first_of_text: Vec<DocNo> = collection.documents().collect();
            for (first, other) in equal_sets {
                is_dropped[other] = true;
                first_of_text[items.documents[other].index()] = items.documents[first];
            }
            for first in &mut representative {
                *first = first_of_text[first.index()];
            }
            items = items.without(&is_dropped);
        }
        let mut documents = vec![0_u32; collection.len()];
        for first in &representative {
            documents[first.index()] += 1;
        }
        let weights = (0..items.len()).map(|i| documents[items.documents[i].index()]);
        let weights: Vec<u32> = weights.collect();
        let several = (0..weights.len() as u32).filter(|set| weights[*set as usize] > 1);
        let (mut classes, mut class_of): (Vec<SizeClass>, _) = (Vec::new(), Vec::new());
        for (i, &size) in items.sizes.iter().enumerate() {
            match classes.last_mut() {
                Some(class) if class.size == size => class.end = i + 1,
                _ => classes.push(SizeClass { end: i + 1, size }),
            }
            class_of.push(classes.len() as u32 - 1);
        }
        SweepInput {
            items,
            several: several.collect(),
            weights,
            representative,
            classes,
            class_of,
        }
    }

    /// Number of document pairs that a pair of sets represents.
    pub fn weight(&self, a: usize, b: usize) -> u64 {
        u64::from(self.weights[a]) * u64::from(self.weights[b])
    }

    /// Number of pairs of documents with equal sets.
    pub fn pairs_of_one_set(&self) -> u64 {
        let weights = self.weights.iter().map(|weight| u64::from(*weight));
        weights.map(|n| n * (n - 1) / 2).sum()
    }
}
