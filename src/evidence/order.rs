//! Which pair explains most: of documents that share one text, the one that the others have it from.
//!
//! Where many documents copy one source, they also share its text with each other, and the words alone
//! do not tell the source from another copy. The source is the document that shares most with all of
//! them, so a pair weighs more, the more of its text one of its documents shares with others.

use super::CopiedPair;
use crate::base::DocNo;

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
