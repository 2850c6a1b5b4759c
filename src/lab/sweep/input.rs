//! What every row of one k rests on: the different sets of shingles, how many documents have each,
//! and the shingles put together for the join.

use crate::base::DocNo;
use crate::candidates::exact_join::{Items, Sets};
use crate::collection::{Collection, same_text};
use crate::settings::Sketching;
use crate::text::shingles;

/// Documents of the same text, which is the same at every k.
pub struct Texts {
    /// For each document, the first one with the same terms.
    first: Vec<DocNo>,
    /// Those that stand for themselves and have terms, rising.
    distinct: Vec<DocNo>,
}

/// See the module. Sets are known by their place in the order of size.
pub struct SweepInput {
    /// The shingles of each set.
    pub items: Items,
    /// Documents that have each set.
    pub weights: Vec<u32>,
    /// For each document, the first one with the same set.
    pub representative: Vec<DocNo>,
    /// Sets of one size, rising.
    pub classes: Vec<Class>,
    /// For each set, its class.
    pub class_of: Vec<u32>,
}

/// Sets of one size stand side by side.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    /// Place behind the last.
    pub end: usize,
    /// Shingles of each.
    pub size: u32,
}

impl Texts {
    /// The texts of `collection`.
    pub fn of(collection: &Collection) -> Self {
        let with_terms = || {
            let documents = collection.documents();
            documents.filter(|doc| collection.term_count(*doc) > 0)
        };
        let mut first: Vec<DocNo> = collection.documents().collect();
        for (text, others) in same_text(collection, with_terms().collect()) {
            for other in others {
                first[other.index()] = text;
            }
        }
        Texts {
            distinct: with_terms()
                .filter(|doc| first[doc.index()] == *doc)
                .collect(),
            first,
        }
    }
}

impl SweepInput {
    /// The sets that `sketching` makes of `texts`.
    pub fn of(collection: &Collection, texts: &Texts, sketching: &Sketching) -> Self {
        let terms = texts.distinct.iter().map(|doc| collection.term_count(*doc));
        let sets = Sets::gather(&texts.distinct, terms.sum(), |doc, out| {
            shingles::elements(collection.terms(doc), sketching, out);
        });
        let mut items = Items::of(&sets);
        drop(sets);
        let mut representative = texts.first.clone();
        let same = items.same_sets();
        if !same.is_empty() {
            let mut dropped = vec![false; items.len()];
            let mut of_text: Vec<DocNo> = collection.documents().collect();
            for (first, other) in same {
                dropped[other] = true;
                of_text[items.document(other).index()] = items.document(first);
            }
            for first in &mut representative {
                *first = of_text[first.index()];
            }
            items = items.without(&dropped);
        }
        let mut documents = vec![0_u32; collection.len()];
        for first in &representative {
            documents[first.index()] += 1;
        }
        let weights = (0..items.len()).map(|i| documents[items.document(i).index()]);
        let weights = weights.collect();
        let (mut classes, mut class_of): (Vec<Class>, _) = (Vec::new(), Vec::new());
        for (i, &size) in items.sizes().iter().enumerate() {
            match classes.last_mut() {
                Some(class) if class.size == size => class.end = i + 1,
                _ => classes.push(Class { end: i + 1, size }),
            }
            class_of.push(classes.len() as u32 - 1);
        }
        SweepInput {
            items,
            weights,
            representative,
            classes,
            class_of,
        }
    }

    /// Pairs of documents that the pair of sets at two places stands for.
    pub fn weight(&self, a: usize, b: usize) -> u64 {
        u64::from(self.weights[a]) * u64::from(self.weights[b])
    }

    /// Pairs of documents with one set.
    pub fn pairs_of_one_set(&self) -> u64 {
        let weights = self.weights.iter().map(|weight| u64::from(*weight));
        weights.map(|n| n * (n - 1) / 2).sum()
    }
}
