//! Pairs of documents that share a long run of terms: candidates for a long passage.

use crate::base::{Cancel, DocNo};
use crate::candidates::exact_join::{Items, Join, JoinPredicate, ShingleSets};
use crate::index::Collection;
use crate::similarity::Measure;
use crate::text::shingles;

/// Terms of the shared run. With 20 % of the words replaced, this misses 5 % of passages of 30 words and 1 % of 45;
/// with 30 % replaced, 18 % and 11 % (4,000 draws each). Runs of 8 would miss 23 % and 11 %, or 52 % and 40 %. Passages
/// that are missed here can still be found by their share of shingles.
pub const RUN: usize = 6;

const SEED: u64 = 0;

/// Maximum numbers of documents with a run, the greatest tried first.
const MAX_FREQUENCIES: [u32; 6] = [1_000, 300, 100, 30, 10, 3];

/// Number of documents up to which pairs are counted exactly, and the sampling interval for more documents.
const SAMPLING: (usize, usize) = (2_000, 32);

/// Candidate pairs `a < b`, unordered; and if there were too many, the number of documents above which a
/// run does not make a candidate.
pub type Candidates = (Vec<(DocNo, DocNo)>, Option<u32>);

/// Returns the pairs of `documents` that share a run of [`RUN`] terms, if there are at most about `most`; otherwise
/// the pairs that share a run that is not common. `None` once cancelled.
pub fn candidates(
    collection: &Collection,
    documents: &[DocNo],
    most: u64,
    cancel: &Cancel,
) -> Option<Candidates> {
    let expected = documents
        .iter()
        .map(|doc| collection.term_count(*doc))
        .sum();
    let items = Items::new(&ShingleSets::gather(documents, expected, |doc, out| {
        let terms = collection.terms(doc);
        if terms.len() >= RUN {
            shingles::hashes(&terms, RUN, SEED, out);
        }
    }));
    if let Some(pairs) = joined(&items, most, cancel)? {
        return Some((pairs, None));
    }
    for common in MAX_FREQUENCIES {
        if let Some(pairs) = joined(&items.rare(common as usize), most, cancel)? {
            return Some((pairs, Some(common)));
        }
    }
    Some((Vec::new(), Some(0)))
}

/// All pairs with a common item; `Some(None)` if they are more than about `most`.
fn joined(items: &Items, most: u64, cancel: &Cancel) -> Option<Option<Vec<(DocNo, DocNo)>>> {
    let join = Join::new(items, JoinPredicate::new(Measure::Containment, 0.0));
    if about(&join, items.len(), cancel) > most {
        return (!cancel.stopped()).then_some(None);
    }
    let (pairs, _) = join.run(|(a, b, _)| (a, b), cancel);
    (!cancel.stopped()).then_some(Some(pairs))
}

/// Returns the approximate number of pairs that a join of this number of documents finds.
pub fn about(join: &Join<'_>, documents: usize, cancel: &Cancel) -> u64 {
    let (max_exact, interval) = SAMPLING;
    let interval = if documents <= max_exact { 1 } else { interval };
    join.count_some(interval, cancel) * interval as u64
}
