//! Near fingerprints by tables (Manku, Jain, Das Sarma 2007). If it costs less, all pairs are compared instead, with
//! the widest vector instructions detected at run time.
//!
//! The source is the same for all processors: the compiler vectorises the loop over the fingerprints for the target
//! features of the calling function. Cost of comparing all: n²/2 comparisons, 10 per ns with AVX-512, 2 with AVX2.

use crate::base::{Cancel, DocNo};
use crate::candidates::scope::{Collector, Proposed};
use crate::similarity::simhash::distance;
use rayon::prelude::*;

/// Bits of a fingerprint.
const BITS: u32 = 64;

/// Returns the pairs of `fingerprints` (distinct) that differ in at most `max_distance` bits, as positions, the lower
/// first.
pub(super) fn near(fingerprints: &[u64], max_distance: u32, cancel: &Cancel) -> Proposed {
    let blocks = Blocks::choose(fingerprints.len(), max_distance);
    in_tables(fingerprints, blocks, max_distance, cancel)
}

fn in_tables(fingerprints: &[u64], blocks: Blocks, max_distance: u32, cancel: &Cancel) -> Proposed {
    if blocks.compare_all() {
        return every_two(fingerprints, max_distance, cancel);
    }
    let mut collector = Collector::default();
    for table in blocks.tables() {
        if cancel.stopped() {
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
                if distance(x, y) <= max_distance && blocks.first_table(x, y) == table {
                    out.push((DocNo(a.min(b)), DocNo(a.max(b))));
                }
            }
        };
        collector.rows(0..keyed.len(), || (), row, cancel);
    }
    collector.proposed
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
    /// one comparison for each pair that agrees on its key. With `count == max_distance` the key is empty: all pairs
    /// are compared, with vector instructions and without a sort.
    fn choose(n: usize, max_distance: u32) -> Self {
        /// Comparisons that cost as much as sorting one fingerprint into one table.
        const SORT_COST: f64 = 100.0;
        /// Comparisons with vector instructions that cost as much as one comparison of a table.
        const VECTOR_SPEEDUP: f64 = 8.0;
        /// Maximum number of tables; no corpus is large enough for more.
        const MAX_TABLES: f64 = 2_000.0;
        let n = n as f64;
        let cost = |blocks: &Blocks| {
            if blocks.compare_all() {
                return n * n / 2.0 / VECTOR_SPEEDUP;
            }
            let tables = blocks.number_of_tables();
            let bits = f64::from(BITS / blocks.count.max(1) * blocks.agreeing);
            tables * (n * SORT_COST + n * n / 2.0 * (-bits).exp2())
        };
        let agreeing_blocks = |agreeing| Blocks {
            count: max_distance + agreeing,
            agreeing,
        };
        (0..=8)
            .map(agreeing_blocks)
            .filter(|blocks| blocks.number_of_tables() <= MAX_TABLES)
            .min_by(|a, b| cost(a).total_cmp(&cost(b)))
            .unwrap_or(agreeing_blocks(0))
    }

    fn compare_all(self) -> bool {
        self.agreeing == 0
    }

    /// Number of ways to choose the blocks of a key.
    fn number_of_tables(&self) -> f64 {
        let ratio = |i| f64::from(self.count - i) / f64::from(i + 1);
        (0..self.agreeing).map(ratio).product::<f64>().round()
    }

    /// All tables, each as a bit set of the blocks in its key (bit i for block i).
    fn tables(&self) -> Vec<u32> {
        let mut out = vec![0];
        // Extends each set by one block with a higher index.
        for _ in 0..self.agreeing {
            let extended = |set: &u32| {
                let set = *set;
                let from = u32::BITS - set.leading_zeros();
                (from..self.count).map(move |block| set | 1 << block)
            };
            out = out.iter().flat_map(extended).collect();
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

    /// Returns the only table that reports a pair: its key is the first blocks on which the pair agrees.
    fn first_table(&self, x: u64, y: u64) -> u32 {
        let agree = |block: &u32| (x ^ y) & self.block(*block) == 0;
        let first = (0..self.count).filter(agree).take(self.agreeing as usize);
        first.fold(0, |table, block| table | 1 << block)
    }
}

/// Fingerprints that are counted together before the near ones among them are searched for.
const CHUNK: usize = 64;

/// Counts the fingerprints of a slice that differ from the first argument in at most the given number of bits.
type Near = fn(u64, &[u64], u32) -> usize;

/// Does the same as [`near`], but compares all pairs.
fn every_two(fingerprints: &[u64], max_distance: u32, cancel: &Cancel) -> Proposed {
    let near = fastest();
    let row = |_: &mut (), at: usize, out: &mut Vec<(DocNo, DocNo)>| {
        let x = fingerprints[at];
        let chunks = fingerprints[at + 1..].chunks(CHUNK);
        for (begin, chunk) in (at + 1..).step_by(CHUNK).zip(chunks) {
            if near(x, chunk, max_distance) == 0 {
                continue;
            }
            for (other, y) in (begin..).zip(chunk) {
                if distance(x, *y) <= max_distance {
                    out.push((DocNo::at(at), DocNo::at(other)));
                }
            }
        }
    };
    let mut collector = Collector::default();
    collector.rows(0..fingerprints.len(), || (), row, cancel);
    collector.proposed
}

/// The fastest version that this processor supports.
fn fastest() -> Near {
    available().pop().unwrap_or(generic)
}

/// All versions that this processor supports, slowest first.
fn available() -> Vec<Near> {
    #[allow(unused_mut)]
    let mut all: Vec<Near> = vec![generic];
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            // SAFETY: AVX2 was detected.
            all.push(|x, others, max_distance| unsafe { avx2(x, others, max_distance) });
        }
        if is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512vpopcntdq") {
            // SAFETY: both extensions were detected.
            all.push(|x, others, max_distance| unsafe { avx512(x, others, max_distance) });
        }
    }
    all
}

#[inline(always)]
fn generic(x: u64, others: &[u64], max_distance: u32) -> usize {
    let near = |y: &u64| usize::from(distance(x, *y) <= max_distance);
    others.iter().map(near).sum()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2(x: u64, others: &[u64], max_distance: u32) -> usize {
    generic(x, others, max_distance)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
fn avx512(x: u64, others: &[u64], max_distance: u32) -> usize {
    generic(x, others, max_distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::simhash::by_rotation;
    use crate::text::shingles::mix;
    use proptest::prelude::*;

    #[test]
    fn larger_corpora_use_more_tables_with_longer_keys() {
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
        fn tables_find_the_pairs_of_brute_force(
            seeds in prop::collection::vec((0_usize..6, prop::collection::vec(0_u32..64, 0..8)), 0..40),
            max_distance in 0_u32..=16,
            exponent in 0_u32..9,
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
                    if distance(values[a], values[b]) <= max_distance {
                        want.push((DocNo::at(a), DocNo::at(b)));
                    }
                }
            }
            // For few values a single table is chosen; the split for many must find the same pairs.
            let blocks = Blocks::choose(10_usize.pow(exponent), max_distance);
            let mut got = in_tables(&values, blocks, max_distance, &Cancel::default()).pairs;
            got.sort_unstable();
            prop_assert_eq!(&got, &want);
            let rotated = by_rotation(&values, max_distance, &Cancel::default()).pairs;
            prop_assert!(rotated.iter().all(|pair| want.contains(pair)));
        }
    }

    proptest! {
        #[test]
        fn every_version_finds_the_pairs_of_brute_force(
            seeds in prop::collection::vec((0_u64..9, 0_u32..64), 0..300),
            max_distance in 0_u32..=40,
        ) {
            let near = |(seed, bits): &(u64, u32)| mix(*seed) ^ ((1 << bits) - 1);
            let values: Vec<u64> = seeds.iter().map(near).collect();
            let mut want = Vec::new();
            for a in 0..values.len() {
                let later = (a + 1..values.len()).filter(|b| distance(values[a], values[*b]) <= max_distance);
                want.extend(later.map(|b| (DocNo::at(a), DocNo::at(b))));
            }
            prop_assert_eq!(every_two(&values, max_distance, &Cancel::default()).pairs, want);
            for version in available() {
                for x in values.iter().take(3) {
                    prop_assert_eq!(version(*x, &values, max_distance), generic(*x, &values, max_distance));
                }
            }
        }
    }
}
