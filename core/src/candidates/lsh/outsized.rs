//! Documents in outsized LSH buckets, and whether the complete join can find their pairs.

use super::{BUCKET, pair_up};
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::exact_join::{Items, Join, JoinPredicate};
use crate::candidates::join_items::{AUTO_COST, AUTO_TERMS, items, terms};
use crate::collection::Collection;

/// Documents in outsized buckets, prepared for a join.
pub struct Outsized {
    documents: Vec<DocNo>,
    /// Their items, if they do not have too many terms.
    items: Option<Items>,
}

impl Outsized {
    /// Members of outsized buckets of any band among `documents`.
    #[must_use]
    pub fn of(collection: &Collection, documents: &[DocNo], banding: Banding) -> Self {
        let mut outsized: Vec<DocNo> = Vec::new();
        if documents.len() > BUCKET {
            // No other bucket is read.
            let (none, no_pair) = (|| false, |(): &mut (), _, _, _| ());
            outsized = pair_up(collection, documents, banding, &none, no_pair, drop);
        }
        let few = !outsized.is_empty() && terms(collection, &outsized) <= AUTO_TERMS;
        Outsized {
            items: few.then(|| items(collection, &outsized)),
            documents: outsized,
        }
    }

    /// The documents, ascending.
    #[must_use]
    pub fn documents(&self) -> &[DocNo] {
        &self.documents
    }

    /// Whether the complete join of these documents is affordable for `predicate`. If not, LSH pairs each
    /// document with some neighbours only.
    #[must_use]
    pub fn joined(&self, predicate: JoinPredicate) -> bool {
        let cheap = |items| Join::new(items, predicate).cost <= AUTO_COST;
        self.items.as_ref().is_some_and(cheap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::lsh::buckets;
    use crate::collection::made;
    use crate::settings::Sketching;
    use crate::similarity::Measure;

    #[test]
    fn they_are_those_of_the_buckets() {
        // All share one of few shingles; in addition, two documents that share nothing with the others.
        let mut texts: Vec<Vec<u64>> = (0..BUCKET as u64 + 200).map(|i| vec![1, 100 + i]).collect();
        texts.extend([vec![2, 3, 4], vec![2, 3, 4, 5]]);
        let sketching = Sketching {
            k: 1,
            permutations: 16,
            ..Sketching::default()
        };
        let collection = made::collection(&texts, sketching);
        let documents: Vec<DocNo> = collection.documents().collect();
        for banding in [
            Banding { bands: 16, rows: 1 },
            Banding { bands: 1, rows: 16 },
        ] {
            let want = buckets(&collection, &documents, banding, &|| true).outsized;
            let got = Outsized::of(&collection, &documents, banding);
            assert_eq!(got.documents(), want);
            let predicate = JoinPredicate::new(Measure::Jaccard, 0.5);
            assert_eq!(got.joined(predicate), !want.is_empty());
            let few = Outsized::of(&collection, &documents[..BUCKET], banding);
            assert!(few.documents().is_empty());
        }
    }
}
