//! Which pair explains most: of documents that share one text, the one that the others have it from.
//!
//! Where many documents copy one source, they also share its text with each other, and the words alone
//! do not tell the source from another copy. The source is the document that shares most with all of
//! them, so a pair weighs more, the more of its text one of its documents shares with others.

use rayon::prelude::*;

use super::{CopiedPair, Evidence, ShingleFrequency};
use crate::base::DocNo;
use crate::similarity::Bridging;
use crate::similarity::bridge::bridged_passages;

/// Greatest factor by which a pair weighs more for being one of the source of many.
const SOURCE: f64 = 1.0;

/// Puts what the other pairs say into the weight of each: `weight` becomes
/// `weight × (1 + s / m)`, where s is the sum of the weights of all pairs of its better connected
/// document, and m the greatest such sum among all documents that pair with either of the two.
pub fn weigh(pairs: &mut [CopiedPair]) {
    let documents = pairs.iter().map(|pair| pair.pair.b.index() + 1).max();
    let mut sums = vec![0.0; documents.unwrap_or(0)];
    for CopiedPair { pair, evidence } in pairs.iter() {
        sums[pair.a.index()] += evidence.weight;
        sums[pair.b.index()] += evidence.weight;
    }
    let sum = |doc: DocNo| sums[doc.index()];
    let mut greatest = sums.clone();
    for CopiedPair { pair, .. } in pairs.iter() {
        let either = sum(pair.a).max(sum(pair.b));
        for doc in [pair.a, pair.b] {
            let greatest = &mut greatest[doc.index()];
            *greatest = greatest.max(either);
        }
    }
    for CopiedPair { pair, evidence } in pairs {
        let around = greatest[pair.a.index()].max(greatest[pair.b.index()]);
        if around > 0.0 {
            evidence.weight *= 1.0 + SOURCE * sum(pair.a).max(sum(pair.b)) / around;
        }
    }
}

/// Neighbours whose text is compared with each other to tell the source.
const BEST: usize = 24;

/// How much of a document one of its neighbours explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Explanation {
    /// The neighbour.
    pub doc: DocNo,
    /// The evidence; side a is the document. Its weight decides the order.
    pub evidence: Evidence,
}

/// The neighbours of a document, given as terms, in the order in which they explain it: by its words that
/// stand in them, discounted, and of neighbours that share one text, the one that the others share most
/// with. `frequency` is of the collection; without it no word is discounted. Call on the rayon pool.
#[must_use]
pub fn neighbours(
    document: &[u64],
    others: &[(DocNo, &[u64])],
    frequency: Option<&ShingleFrequency>,
    bridging: &Bridging,
) -> Vec<Explanation> {
    let between = |left: &[u64], right: &[u64]| {
        let passages = bridged_passages(left, right, bridging);
        match frequency {
            Some(frequency) => Evidence::weighed(&passages, left, frequency),
            None => Evidence::of(&passages),
        }
    };
    let mut found: Vec<(usize, Explanation)> = others
        .par_iter()
        .enumerate()
        .map(|(at, &(doc, terms))| {
            let mut evidence = between(document, terms);
            // What of this document is explained counts, not the lesser side.
            let words = evidence.words().max(1);
            evidence.weight *= f64::from(evidence.words_a) / f64::from(words);
            (at, Explanation { doc, evidence })
        })
        .collect();
    let order = |(_, a): &(usize, Explanation), (_, b): &(usize, Explanation)| {
        let by_weight = b.evidence.weight.total_cmp(&a.evidence.weight);
        by_weight.then(a.doc.cmp(&b.doc))
    };
    found.sort_unstable_by(order);
    let best = found.len().min(BEST);
    let sums: Vec<f64> = (0..best)
        .into_par_iter()
        .map(|i| {
            let own = found[i].1.evidence.weight;
            let terms = |i: usize| others[found[i].0].1;
            let shared = (0..best).filter(|j| *j != i);
            let shared = shared.map(|j| between(terms(i.min(j)), terms(i.max(j))).weight);
            own + shared.sum::<f64>()
        })
        .collect();
    let most = sums.iter().copied().fold(0.0, f64::max);
    if most > 0.0 {
        for ((_, explanation), sum) in found.iter_mut().zip(sums) {
            explanation.evidence.weight *= 1.0 + SOURCE * sum / most;
        }
    }
    found.sort_unstable_by(order);
    found.into_iter().map(|(_, explanation)| explanation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::shingles::mix;

    fn numbers(from: u64, count: u64) -> Vec<u64> {
        (from..from + count).map(mix).collect()
    }

    #[test]
    fn of_texts_that_share_one_passage_the_source_of_the_others_explains_most() {
        let document = [numbers(0, 80), numbers(900, 40)].concat();
        let source = numbers(0, 200);
        let copies: Vec<Vec<u64>> = (0..4)
            .map(|i| [numbers(0, 120 + i * 10), numbers(1_000 * (i + 1), 80)].concat())
            .collect();
        let other = numbers(9_000, 300);
        let mut others: Vec<(DocNo, &[u64])> = copies
            .iter()
            .enumerate()
            .map(|(i, terms)| (DocNo::at(i), terms.as_slice()))
            .collect();
        others.push((DocNo(8), &source));
        others.push((DocNo(9), &other));
        let found = neighbours(&document, &others, None, &Bridging::default());
        assert_eq!(found.len(), 6);
        assert_eq!((found[0].doc, found[0].evidence.words_a), (DocNo(8), 80));
        assert_eq!((found[5].doc, found[5].evidence.weight), (DocNo(9), 0.0));
        assert!(neighbours(&document, &[], None, &Bridging::default()).is_empty());
    }
}
