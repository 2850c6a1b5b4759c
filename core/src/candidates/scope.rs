//! The input of a method, and its candidates in bounded memory: candidates beyond a limit are only counted.

use crate::base::Cancel;
use crate::base::DocNo;
use crate::index::Collection;
use rayon::prelude::*;
use std::ops::Range;

/// The documents that a method compares.
pub struct Scope<'a> {
    /// Collection of the documents.
    pub collection: &'a Collection,
    /// The documents, ascending; one representative with terms for each group of identical documents.
    pub documents: &'a [DocNo],
    /// Cancellation flag, polled; once it is set, the remaining documents are skipped.
    pub cancel: &'a Cancel,
}

impl Scope<'_> {
    /// Returns this scope with other documents, which must be ascending.
    pub fn with_documents<'b>(&'b self, documents: &'b [DocNo]) -> Scope<'b> {
        Scope {
            collection: self.collection,
            documents,
            cancel: self.cancel,
        }
    }
}

/// Proposed pairs, and the number of pairs dropped by a limit.
#[derive(Clone, Debug, Default)]
pub struct Proposed {
    /// Candidate pairs `a < b`, each once, unordered.
    pub pairs: Vec<(DocNo, DocNo)>,
    /// Number of candidate pairs that were dropped.
    pub capped: u64,
}

/// Maximum number of collected candidates, 8 bytes each.
const MAX_CANDIDATES: usize = 100_000_000;

/// Target number of candidates per batch. A batch takes memory in addition to the collected candidates.
const BATCH_CANDIDATES: usize = 4_000_000;

/// Maximum number of rows per batch.
const MAX_ROWS: usize = 8_192;

/// Collector of the candidates of one method.
#[derive(Debug)]
pub struct Collector {
    /// The candidates collected.
    pub proposed: Proposed,
    limit: usize,
}

impl Default for Collector {
    fn default() -> Self {
        Collector::new(MAX_CANDIDATES)
    }
}

impl Collector {
    /// Creates a collector for up to `limit` candidates.
    pub fn new(limit: usize) -> Self {
        Collector {
            proposed: Proposed::default(),
            limit,
        }
    }

    /// Collects candidates in the order of `rows`; `row` appends the candidates of one row. Rows run in
    /// parallel with one scratch per piece of work; the result does not depend on the threads.
    /// Once cancelled, remaining rows are skipped.
    pub fn rows<S>(
        &mut self,
        rows: Range<usize>,
        scratch: impl Fn() -> S + Sync,
        row: impl Fn(&mut S, usize, &mut Vec<(DocNo, DocNo)>) + Sync,
        cancel: &Cancel,
    ) {
        let (mut begin, mut size) = (rows.start, 64);
        while begin < rows.end && !cancel.stopped() {
            let end = rows.end.min(begin + size);
            let piece = (end - begin).div_ceil(64).max(1);
            let pieces: Vec<usize> = (begin..end).step_by(piece).collect();
            let pairs_by_piece: Vec<Vec<(DocNo, DocNo)>> = pieces
                .into_par_iter()
                .map_init(&scratch, |scratch, from| {
                    let mut out = Vec::new();
                    for at in from..end.min(from + piece) {
                        if !cancel.stopped() {
                            row(scratch, at, &mut out);
                        }
                    }
                    out
                })
                .collect();
            let batch_candidates: usize = pairs_by_piece.iter().map(Vec::len).sum();
            for pairs in pairs_by_piece {
                self.take(pairs.len() as u64, pairs);
            }
            begin = end;
            // Adapts the number of rows to the batch size by the yield of the last batch.
            let fitting_rows = BATCH_CANDIDATES * size / batch_candidates.max(1);
            size = fitting_rows.clamp(16, (2 * size).min(MAX_ROWS));
        }
    }

    /// Takes `count` candidates in order. Candidates beyond the limit are only counted, not generated.
    pub fn take(&mut self, count: u64, pairs: impl IntoIterator<Item = (DocNo, DocNo)>) {
        let before = self.proposed.pairs.len();
        let room = self.limit - before;
        self.proposed.pairs.extend(pairs.into_iter().take(room));
        self.proposed.capped += count - (self.proposed.pairs.len() - before) as u64;
    }

    /// Counts candidates dropped for another reason.
    pub fn count_dropped(&mut self, pairs: u64) {
        self.proposed.capped += pairs;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_beyond_the_limit_are_counted() {
        let collect_all = |collector: &mut Collector| {
            let row = |_: &mut (), a: usize, out: &mut Vec<(DocNo, DocNo)>| {
                out.extend((a + 1..300).map(|b| (DocNo::at(a), DocNo::at(b))));
            };
            collector.rows(0..300, || (), row, &Cancel::default());
        };
        let (mut unlimited, mut limited) = (Collector::default(), Collector::new(1_000));
        collect_all(&mut unlimited);
        collect_all(&mut limited);
        let (unlimited, limited) = (unlimited.proposed, limited.proposed);
        let found = (unlimited.pairs.len(), unlimited.capped);
        assert_eq!(found, (300 * 299 / 2, 0));
        assert!(unlimited.pairs.is_sorted());
        assert_eq!(limited.pairs, unlimited.pairs[..1_000]);
        assert_eq!(limited.capped, 300 * 299 / 2 - 1_000);
    }
}
