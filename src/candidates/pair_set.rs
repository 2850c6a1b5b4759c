//! The verified pairs of a collection, kept small: documents with the same shingle set, identical ones
//! above all, stand for each other, and only pairs of such representatives are held.

use crate::base::DocNo;
use crate::similarity::{Measure, Overlap, Pair};

/// How a set of pairs was found, and what that promises.
#[derive(Clone, Debug, PartialEq)]
pub struct PairSetInfo {
    /// The method's name as on the command line (`lsh`, `exact`, …).
    pub method: &'static str,
    /// What the floor and any threshold are held against.
    pub measure: Measure,
    /// Bands and rows, where the method has them.
    pub bands: Option<(usize, usize)>,
    /// All pairs at or above this exact similarity were looked for.
    pub floor: f64,
    /// Every pair at or above the floor is here. Otherwise some may be missing.
    pub complete: bool,
    /// The threshold that the method's parameters were chosen for, where they depend on it: at
    /// another one it would make other candidates, and below this one it finds fewer than it can.
    pub chosen_for: Option<f64>,
    /// Candidates that were verified.
    pub candidates: u64,
    /// Candidate pairs set aside because a bucket was too large or there were too many of them,
    /// never silently. One that met several times may be counted as often.
    pub capped: u64,
    /// What else there is to know of this run, for people: what made a candidate, what cannot be
    /// found. Empty where there is nothing.
    pub note: String,
}

impl PairSetInfo {
    /// Whether what is here at `threshold` is what would be found for it.
    #[must_use]
    pub fn serves(&self, threshold: f64) -> bool {
        self.floor <= threshold && self.chosen_for.is_none_or(|chosen| chosen == threshold)
    }
}

/// Verified pairs at or above a floor.
#[derive(Clone, Debug)]
pub struct PairSet {
    /// For each document, the number of the first document with the same shingle set (itself, if none).
    pub representative: Vec<DocNo>,
    /// Pairs of representatives, in listing order (similarity falling, then a, then b).
    pub pairs: Vec<Pair>,
    /// How they were found.
    pub found: PairSetInfo,
    /// Documents of each group, group after group in the order of representatives.
    copies: Vec<DocNo>,
    /// For each document number, where its group starts in `copies`; empty for those that stand for
    /// no one.
    starts: Vec<u32>,
}

impl PairSet {
    /// Puts verified pairs of representatives, already in listing order, beside the relation that
    /// says which documents each stands for.
    #[must_use]
    pub fn new(representative: Vec<DocNo>, pairs: Vec<Pair>, found: PairSetInfo) -> Self {
        let mut starts = vec![0_u32; representative.len() + 1];
        for first in &representative {
            starts[first.index() + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut copies = vec![DocNo(0); representative.len()];
        for (doc, first) in representative.iter().enumerate() {
            let slot = &mut next[first.index()];
            copies[*slot as usize] = DocNo::at(doc);
            *slot += 1;
        }
        PairSet {
            representative,
            pairs,
            found,
            copies,
            starts,
        }
    }

    /// The documents that `doc` stands for, itself included, rising; none for one that is
    /// represented by another.
    #[must_use]
    pub fn copies(&self, doc: DocNo) -> &[DocNo] {
        &self.copies[self.starts[doc.index()] as usize..self.starts[doc.index() + 1] as usize]
    }

    /// Pairs of representatives at or above `threshold`.
    #[must_use]
    pub fn at_least(&self, threshold: f64) -> &[Pair] {
        &self.pairs[..self
            .pairs
            .partition_point(|pair| self.score(pair) >= threshold)]
    }

    /// Exact similarity of a pair by the measure that these pairs were found by, 0..=1.
    #[must_use]
    pub fn score(&self, pair: &Pair) -> f64 {
        self.found.measure.of(&pair.overlap)
    }

    /// Pairs of documents that the pair of representatives stands for.
    #[must_use]
    pub fn weight(&self, pair: &Pair) -> u64 {
        self.copies(pair.a).len() as u64 * self.copies(pair.b).len() as u64
    }

    /// Pairs of documents of one shingle set: those that stand for each other, most of them identical.
    #[must_use]
    pub fn pairs_of_one_set(&self) -> u64 {
        let groups = self.starts.windows(2).map(|w| u64::from(w[1] - w[0]));
        groups.map(|n| n * n.saturating_sub(1) / 2).sum()
    }

    /// Whether any two documents have one shingle set.
    #[must_use]
    pub fn copies_exist(&self) -> bool {
        self.starts.windows(2).any(|w| w[1] - w[0] > 1)
    }

    /// Pairs of documents, those of one shingle set included, at or above `threshold`.
    #[must_use]
    pub fn count(&self, threshold: f64) -> u64 {
        let pairs: u64 = self
            .at_least(threshold)
            .iter()
            .map(|pair| self.weight(pair))
            .sum();
        pairs + self.pairs_of_one_set()
    }

    /// Every pair of documents at or above `threshold`, those of one shingle set included, in listing
    /// order: similarity falling, then a, then b. `size` gives the number of shingles of a document,
    /// for pairs of one set. Only the pairs of one document at a time are held, so a hundred
    /// thousand copies of one text can be listed.
    pub fn each<'a>(
        &'a self,
        threshold: f64,
        permutations: usize,
        size: impl Fn(DocNo) -> u32 + 'a,
    ) -> impl Iterator<Item = Pair> + 'a {
        let pairs = self.at_least(threshold);
        let ones = pairs.partition_point(|pair| self.score(pair) >= 1.0);
        let same = self.of_similarity_1(&pairs[..ones], permutations, size);
        let rest = pairs[ones..].chunk_by(|a, b| self.score(a) == self.score(b));
        same.chain(rest.flat_map(|group| self.expand(group)))
    }

    /// The pairs of documents with similarity 1: copies of one text, different texts with one set,
    /// and by containment, texts of which one holds all that the other has.
    fn of_similarity_1<'a>(
        &'a self,
        ones: &'a [Pair],
        permutations: usize,
        size: impl Fn(DocNo) -> u32 + 'a,
    ) -> impl Iterator<Item = Pair> + 'a {
        let mut linked: Vec<(DocNo, DocNo, u32)> = (0..)
            .zip(ones)
            .flat_map(|(at, pair)| [(pair.a, pair.b, at), (pair.b, pair.a, at)])
            .collect();
        linked.sort_unstable();
        // Documents of one set often follow each other, and counting a set takes the whole text.
        let mut counted: Option<(DocNo, u32)> = None;
        (0..self.representative.len())
            .map(DocNo::at)
            .flat_map(move |a| {
                let first = self.representative[a.index()];
                let mut partners: Vec<(DocNo, Option<u32>)> = Vec::new();
                let later = |group: DocNo| self.copies(group).iter().filter(move |b| **b > a);
                partners.extend(later(first).map(|b| (*b, None)));
                let from = linked.partition_point(|(doc, ..)| *doc < first);
                for &(_, other, at) in linked[from..].iter().take_while(|link| link.0 == first) {
                    partners.extend(later(other).map(|b| (*b, Some(at))));
                }
                partners.sort_unstable();
                let copies = partners.iter().any(|(_, at)| at.is_none());
                let shared = match counted {
                    _ if !copies => 0,
                    Some((doc, shared)) if doc == first => shared,
                    _ => size(first),
                };
                if copies {
                    counted = Some((first, shared));
                }
                partners.into_iter().map(move |(b, at)| match at {
                    None => Pair {
                        a,
                        b,
                        overlap: Overlap {
                            shared,
                            size_a: shared,
                            size_b: shared,
                        },
                        agreeing: permutations as u32,
                    },
                    Some(at) => {
                        let pair = ones[at as usize];
                        let as_found = pair.a == first;
                        Pair {
                            a,
                            b,
                            overlap: if as_found {
                                pair.overlap
                            } else {
                                pair.overlap.swapped()
                            },
                            agreeing: pair.agreeing,
                        }
                    }
                })
            })
    }

    /// The pairs of documents behind pairs of representatives of one similarity, in listing order.
    fn expand(&self, group: &[Pair]) -> Vec<Pair> {
        let mut out = Vec::new();
        for pair in group {
            for &x in self.copies(pair.a) {
                for &y in self.copies(pair.b) {
                    out.push(if x < y {
                        Pair {
                            a: x,
                            b: y,
                            ..*pair
                        }
                    } else {
                        Pair {
                            a: y,
                            b: x,
                            overlap: pair.overlap.swapped(),
                            ..*pair
                        }
                    });
                }
            }
        }
        out.sort_unstable_by_key(|pair| (pair.a, pair.b));
        out
    }
}
