//! Candidates by super-shingles: documents that share whole runs of sketch values.
//!
//! Two forms. **Sorted sketch** (IIR 19.6): the values of a sketch are sorted, and `width` consecutive
//! values form a super-shingle; documents that share `needed` of them are candidates. **By position**,
//! as in AltaVista (Broder 2000): 84 values in six groups of 14; documents that agree on two whole
//! groups are candidates. Cost: a few keys per document instead of a sketch.
//! Known weakness: a super-shingle matches only if all its values are unchanged. The second form
//! therefore finds only near-identical documents: with probability 0.88 at Jaccard 0.95, 0.42 at 0.9,
//! 0.026 at 0.8. The first form has about as many super-shingles as values, and its recall depends on the
//! width: narrow super-shingles find most pairs at 0.8, super-shingles of 14 values find a fifth. Neither form
//! uses the threshold. With few bits per value the first form is meaningless, because all sorted sketches are
//! similar.

use serde::{Deserialize, Serialize};

use super::scope::{Proposed, Scope};
use super::shared_keys::SharedKeys;
use crate::sketch::Layout;
use crate::text::shingles::mix;

/// Values per group in the form by position.
const GROUP: usize = 14;

/// Number of groups in the form by position.
const GROUPS: usize = 6;

/// Number of groups that must be equal.
const EQUAL_GROUPS: u32 = 2;

/// Sketch values used by the form by position.
pub const ALTAVISTA_VALUES: usize = GROUP * GROUPS;

/// Form of super-shingles, and how many must be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuperShingles {
    /// Runs of the sorted sketch.
    Sorted {
        /// Consecutive values per super-shingle, 1 to the number of sketch values.
        width: usize,
        /// Number of super-shingles that must be shared, at least 1.
        needed: u32,
    },
    /// 84 values in six groups of 14 by position, two of which must be equal.
    AltaVista,
}

/// Default width. With 200 values, two runs of 6 are shared with probability 0.999 at Jaccard 0.8, and
/// 0.1 at 0.5.
pub const WIDTH: usize = 6;

/// Default number of super-shingles that must be shared.
pub const NEEDED: u32 = 2;

impl Default for SuperShingles {
    fn default() -> Self {
        SuperShingles::Sorted {
            width: WIDTH,
            needed: NEEDED,
        }
    }
}

impl SuperShingles {
    /// Number of super-shingles that must be shared.
    pub fn needed(self) -> u32 {
        match self {
            SuperShingles::Sorted { needed, .. } => needed,
            SuperShingles::AltaVista => EQUAL_GROUPS,
        }
    }

    /// The super-shingles of a sketch, ascending and without repeats. In the sorted form, a sketch with
    /// fewer values than `width` has a single super-shingle of all its values.
    pub fn keys(self, layout: Layout, sketch: &[u32]) -> Vec<u64> {
        let mut keys: Vec<u64> = match self {
            SuperShingles::Sorted { width, .. } => {
                let values = (0..layout.positions).map(|i| layout.value(sketch, i));
                let mut values: Vec<u32> = values.collect();
                values.sort_unstable();
                let width = width.clamp(1, values.len().max(1));
                values.windows(width).map(key).collect()
            }
            SuperShingles::AltaVista => {
                let groups = 0..(layout.positions / GROUP).min(GROUPS);
                let group_key = |group: usize| {
                    let values = layout.key(sketch, group * GROUP..(group + 1) * GROUP);
                    mix(values ^ mix(group as u64 + 1))
                };
                groups.map(group_key).collect()
            }
        };
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    fn count(self, layout: Layout) -> usize {
        match self {
            SuperShingles::Sorted { .. } => layout.positions,
            SuperShingles::AltaVista => GROUPS,
        }
    }
}

fn key(values: &[u32]) -> u64 {
    let next = |key: u64, value: &u32| mix(key ^ u64::from(*value));
    values.iter().fold(values.len() as u64, next)
}

/// Probability that two documents with this Jaccard become candidates by [`SuperShingles::AltaVista`]: at least
/// two of six groups of 14 values are equal.
pub fn altavista_probability(jaccard: f64) -> f64 {
    let equal = jaccard.clamp(0.0, 1.0).powi(GROUP as i32);
    let groups = GROUPS as u32;
    let too_few = (0..EQUAL_GROUPS).map(|count| {
        let ways = (0..count).fold(1.0, |ways, i| {
            ways * f64::from(groups - i) / f64::from(i + 1)
        });
        ways * equal.powi(count as i32) * (1.0 - equal).powi((groups - count) as i32)
    });
    (1.0 - too_few.sum::<f64>()).clamp(0.0, 1.0)
}

/// Pairs of documents that share enough super-shingles.
pub fn candidates(scope: &Scope<'_>, form: SuperShingles) -> Proposed {
    let (collection, documents) = (scope.collection, scope.documents);
    let layout = collection.layout();
    let keys = |at: usize, out: &mut Vec<u64>| {
        out.extend(form.keys(layout, collection.sketch(documents[at])));
    };
    let shared = SharedKeys::new(scope, keys);
    let key_count = documents.len() * form.count(layout);
    shared.proposed(key_count, |_, _, shared| shared >= form.needed())
}
