//! Candidates by SimHash: documents whose 64-bit fingerprints differ in few bits.
//!
//! Definition (Charikar 2002): bit i of a fingerprint is the sign of a sum over the document's terms or
//! shingles. The Hamming distance of two fingerprints estimates the angle between the count vectors of
//! the documents. A pair is a candidate at Hamming distance `distance` or less (3 of 64 for web pages:
//! Manku, Jain, Das Sarma 2007). The search runs over distinct fingerprints. Two search algorithms:
//!
//! - **Tables** (Manku, Jain, Das Sarma 2007): complete. The 64 bits are split into m blocks. Two
//!   fingerprints that differ in d bits agree on at least m - d blocks; so for every choice of m - d
//!   blocks, fingerprints that agree on them are compared. A cost estimate determines m.
//! - **Rotation**: fingerprints are sorted and neighbours compared; then all are rotated left by one
//!   bit, 64 times. Near fingerprints are adjacent only while their differing bits are low-order ones;
//!   otherwise they are missed.
//!
//! Cost: one 8-byte fingerprint per document; one sort per table or rotation. Known weakness: angle is
//! not resemblance. Fingerprints of terms ignore word order, and a few frequent terms determine every
//! bit; in short documents one word changes many bits. The method guarantees no recall at any shingle
//! Jaccard.

use serde::{Deserialize, Serialize};

use rayon::prelude::*;

use super::collector::Collector;
use super::scope::{Proposed, Scope};
use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::simhash::{distance, simhash};
use crate::text::shingles::{in_order, mix};

/// Features of a fingerprint; each occurrence counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SimHashOf {
    /// Terms.
    #[default]
    Terms,
    /// Shingles.
    Shingles,
}

impl SimHashOf {
    /// All variants with their command-line names.
    pub const ALL: [(&'static str, SimHashOf); 2] = [
        ("terms", SimHashOf::Terms),
        ("shingles", SimHashOf::Shingles),
    ];
}

/// Search algorithm for near fingerprints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SimHashSearch {
    /// Complete: every pair within the distance.
    #[default]
    Tables,
    /// Neighbours in sorted order, after each of 64 rotations.
    Rotate,
}

impl SimHashSearch {
    /// All variants with their command-line names.
    pub const ALL: [(&'static str, SimHashSearch); 2] = [
        ("tables", SimHashSearch::Tables),
        ("rotate", SimHashSearch::Rotate),
    ];
}

/// Options of SimHash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimHash {
    /// Features of the fingerprint.
    pub of: SimHashOf,
    /// Maximum Hamming distance of a candidate, 0..=16.
    pub distance: u32,
    /// Search algorithm.
    pub search: SimHashSearch,
}

/// Default Hamming distance (Manku, Jain, Das Sarma 2007).
pub const DISTANCE: u32 = 3;

/// Greatest allowed Hamming distance; above, unrelated fingerprints match.
pub const MOST_DISTANT: u32 = 16;

/// Bits of a fingerprint.
const BITS: u32 = 64;

impl Default for SimHash {
    fn default() -> Self {
        SimHash {
            of: SimHashOf::default(),
            distance: DISTANCE,
            search: SimHashSearch::default(),
        }
    }
}

impl SimHash {
    /// Computes the fingerprint of a document.
    #[must_use]
    pub fn fingerprint(&self, collection: &Collection, doc: DocNo) -> u64 {
        let terms = collection.terms(doc);
        match self.of {
            SimHashOf::Terms => simhash(&terms),
            SimHashOf::Shingles => {
                let mut shingles = Vec::new();
                in_order(&terms, &collection.settings().sketching, &mut shingles);
                // The low bits of shortened hashes are zero; mixing makes every bit depend on the hash.
                shingles.iter_mut().for_each(|hash| *hash = mix(*hash));
                simhash(&shingles)
            }
        }
    }
}

/// Pairs of documents that the search finds within the distance.
#[must_use]
pub fn candidates(scope: &Scope<'_>, options: SimHash) -> Proposed {
    let (collection, documents) = (scope.collection, scope.documents);
    let mut keyed: Vec<(u64, DocNo)> = documents
        .par_iter()
        .map(|&doc| match (scope.should_continue)() {
            true => (options.fingerprint(collection, doc), doc),
            false => (0, doc),
        })
        .collect();
    keyed.par_sort_unstable();
    let groups: Vec<&[(u64, DocNo)]> = keyed.chunk_by(|a, b| a.0 == b.0).collect();
    let fingerprints: Vec<u64> = groups.iter().map(|group| group[0].0).collect();
    let near = match options.search {
        SimHashSearch::Tables => {
            let blocks = Blocks::choose(fingerprints.len(), options.distance);
            in_tables(
                &fingerprints,
                blocks,
                options.distance,
                scope.should_continue,
            )
        }
        SimHashSearch::Rotate => {
            by_rotation(&fingerprints, options.distance, scope.should_continue)
        }
    };
    let mut collector = Collector::default();
    for group in &groups {
        let members = || group.iter().map(|(_, doc)| *doc);
        let pairs = members().enumerate().flat_map(|(i, a)| {
            let later = members().skip(i + 1);
            later.map(move |b| (a, b))
        });
        let n = group.len() as u64;
        collector.take(n * (n - 1) / 2, pairs);
    }
    for (x, y) in near.pairs {
        let (x, y) = (groups[x.index()], groups[y.index()]);
        let ordered = |a: DocNo, b: DocNo| (a.min(b), a.max(b));
        let pairs = x
            .iter()
            .flat_map(|(_, a)| y.iter().map(move |(_, b)| ordered(*a, *b)));
        collector.take(x.len() as u64 * y.len() as u64, pairs);
    }
    collector.count_dropped(near.capped);
    collector.proposed()
}

/// Pairs of `fingerprints` (distinct) that differ in at most `most` bits, as positions, the lower first.
fn in_tables(
    fingerprints: &[u64],
    blocks: Blocks,
    most: u32,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Proposed {
    let mut collector = Collector::default();
    for table in blocks.tables() {
        if !should_continue() {
            break;
        }
        let mask = blocks.mask(table);
        let mut keyed: Vec<(u64, u32)> = (0..)
            .zip(fingerprints)
            .map(|(at, fingerprint)| (fingerprint & mask, at))
            .collect();
        keyed.par_sort_unstable();
        // End of the bucket that each row belongs to.
        let mut ends = vec![0; keyed.len()];
        let mut end = 0;
        for bucket in keyed.chunk_by(|a, b| a.0 == b.0) {
            let begin = end;
            end += bucket.len();
            ends[begin..end].fill(end);
        }
        let row = |_: &mut (), at: usize, out: &mut Vec<(DocNo, DocNo)>| {
            let (_, a) = keyed[at];
            let x = fingerprints[a as usize];
            for &(_, b) in &keyed[at + 1..ends[at]] {
                let y = fingerprints[b as usize];
                if distance(x, y) <= most && blocks.first_table(x, y) == table {
                    out.push((DocNo(a.min(b)), DocNo(a.max(b))));
                }
            }
        };
        collector.rows(0..keyed.len(), || (), row, should_continue);
    }
    collector.proposed()
}

/// Split of the 64 bits into blocks, and the number of blocks on which near fingerprints must agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Blocks {
    count: u32,
    /// Blocks in a table's key: `count` minus the maximum distance.
    agreeing: u32,
}

impl Blocks {
    /// Chooses the split with the lowest cost for `n` random fingerprints: each table costs a sort, and
    /// one comparison for each pair that agrees on its key. With `count == most` the key is empty and a
    /// single table compares all pairs.
    fn choose(n: usize, most: u32) -> Self {
        /// Comparisons that cost as much as sorting one fingerprint into one table.
        const SORT: f64 = 100.0;
        /// Maximum number of tables; no corpus is large enough for more.
        const TABLES: f64 = 2_000.0;
        let n = n as f64;
        let cost = |blocks: &Blocks| {
            let tables = blocks.number_of_tables();
            let bits = f64::from(BITS / blocks.count.max(1) * blocks.agreeing);
            tables * (n * SORT + n * n / 2.0 * (-bits).exp2())
        };
        let of = |agreeing| Blocks {
            count: most + agreeing,
            agreeing,
        };
        (0..=8)
            .map(of)
            .filter(|blocks| blocks.number_of_tables() <= TABLES)
            .min_by(|a, b| cost(a).total_cmp(&cost(b)))
            .unwrap_or(of(0))
    }

    /// Number of ways to choose the blocks of a key.
    fn number_of_tables(&self) -> f64 {
        let of = |i| f64::from(self.count - i) / f64::from(i + 1);
        (0..self.agreeing).map(of).product::<f64>().round()
    }

    /// All tables, each as a bit set of the blocks in its key (bit i for block i).
    fn tables(&self) -> Vec<u32> {
        let mut out = vec![0];
        // Extends each set by one block with a higher index.
        for _ in 0..self.agreeing {
            let more = |set: &u32| {
                let set = *set;
                let from = u32::BITS - set.leading_zeros();
                (from..self.count).map(move |block| set | 1 << block)
            };
            out = out.iter().flat_map(more).collect();
        }
        out
    }

    /// Bits of a fingerprint in the blocks of `table`.
    fn mask(&self, table: u32) -> u64 {
        let blocks = (0..self.count).filter(|block| table >> block & 1 == 1);
        blocks.fold(0, |mask, block| mask | self.block(block))
    }

    fn block(&self, block: u32) -> u64 {
        let edge = |block: u32| u64::from(block) * u64::from(BITS) / u64::from(self.count);
        let below = |bit: u64| ((1_u128 << bit) - 1) as u64;
        below(edge(block + 1)) & !below(edge(block))
    }

    /// The only table that reports a given pair: the one of the first blocks on which the pair agrees.
    fn first_table(&self, x: u64, y: u64) -> u32 {
        let agree = |block: &u32| (x ^ y) & self.block(*block) == 0;
        let first = (0..self.count).filter(agree).take(self.agreeing as usize);
        first.fold(0, |table, block| table | 1 << block)
    }
}

/// Pairs of `fingerprints` (distinct) that are adjacent after some rotation and differ in at most `most`
/// bits, as positions, the lower first, each pair once.
fn by_rotation(
    fingerprints: &[u64],
    most: u32,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Proposed {
    let rotations: Vec<Vec<(DocNo, DocNo)>> = (0..BITS)
        .into_par_iter()
        .map(|by| {
            if !should_continue() {
                return Vec::new();
            }
            let order = sorted(fingerprints, BITS, by);
            let near =
                |pair: &&[usize]| distance(fingerprints[pair[0]], fingerprints[pair[1]]) <= most;
            let neighbours = order.windows(2).filter(near);
            let at = |pair: &[usize]| {
                let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                (DocNo::at(a), DocNo::at(b))
            };
            neighbours.map(at).collect()
        })
        .collect();
    let mut pairs = rotations.concat();
    pairs.par_sort_unstable();
    pairs.dedup();
    let mut collector = Collector::default();
    collector.take(pairs.len() as u64, pairs);
    collector.proposed()
}

/// Positions of `fingerprints` of `bits` bits, sorted by their values rotated left by `by` bits.
#[must_use]
pub fn sorted(fingerprints: &[u64], bits: u32, by: u32) -> Vec<usize> {
    let all = u64::MAX >> (BITS - bits);
    let rotated = |value: u64| match by % bits {
        0 => value,
        by => (value << by | value >> (bits - by)) & all,
    };
    let mut order: Vec<usize> = (0..fingerprints.len()).collect();
    order.sort_unstable_by_key(|&at| (rotated(fingerprints[at]), at));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Worked example 9: sorted neighbours, then those after a rotation by two bits.
    #[test]
    fn example_9_sorted_neighbours_and_rotation() {
        let values = [37586, 50086, 2648, 934, 40957, 2650, 64475, 40955];
        let numbered = |by| -> Vec<usize> {
            let order = sorted(&values, 16, by);
            order.iter().map(|at| at + 1).collect()
        };
        let distances = |order: &[usize]| -> Vec<u32> {
            let pairs = order.windows(2);
            pairs
                .map(|p| distance(values[p[0] - 1], values[p[1] - 1]))
                .collect()
        };
        assert_eq!(numbered(0), [4, 3, 6, 1, 8, 5, 2, 7]);
        assert_eq!(distances(&numbered(0)), [9, 1, 5, 6, 2, 9, 9]);
        assert_eq!(numbered(2), [4, 2, 3, 6, 1, 8, 5, 7]);
        assert_eq!(distances(&numbered(2)), [2, 11, 1, 5, 6, 2, 6]);
    }

    #[test]
    fn three_bits_of_a_larger_corpus_take_more_tables_of_longer_keys() {
        let tables = |n| Blocks::choose(n, 3).number_of_tables();
        assert_eq!(tables(50), 1.0);
        assert_eq!(tables(10_000), 4.0);
        assert!(tables(100_000_000) > tables(1_000_000));
        for blocks in (0..5).map(|agreeing| Blocks {
            count: 3 + agreeing,
            agreeing,
        }) {
            let tables = blocks.tables();
            assert_eq!(tables.len() as f64, blocks.number_of_tables());
            let all = (0..blocks.count).fold(0, |mask, block| mask | blocks.block(block));
            assert_eq!(all, u64::MAX);
        }
    }

    proptest! {
        #[test]
        fn tables_find_all_that_comparing_everything_finds(
            seeds in prop::collection::vec((0_usize..6, prop::collection::vec(0_u32..64, 0..8)), 0..40),
            most in 0_u32..=16,
            pretended in 0_u32..9,
        ) {
            // A few values with some bits flipped, so that every distance occurs.
            let near = |(seed, flips): &(usize, Vec<u32>)| {
                flips.iter().fold(mix(*seed as u64), |value, bit| value ^ 1 << bit)
            };
            let mut values: Vec<u64> = seeds.iter().map(near).collect();
            values.sort_unstable();
            values.dedup();
            let mut want = Vec::new();
            for a in 0..values.len() {
                for b in a + 1..values.len() {
                    if distance(values[a], values[b]) <= most {
                        want.push((DocNo::at(a), DocNo::at(b)));
                    }
                }
            }
            // For few values a single table is chosen; the split for many must find the same pairs.
            let blocks = Blocks::choose(10_usize.pow(pretended), most);
            let mut got = in_tables(&values, blocks, most, &|| true).pairs;
            got.sort_unstable();
            prop_assert_eq!(&got, &want);
            let rotated = by_rotation(&values, most, &|| true).pairs;
            prop_assert!(rotated.iter().all(|pair| want.contains(pair)));
        }
    }
}
