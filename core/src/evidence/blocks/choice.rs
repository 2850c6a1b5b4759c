//! Which maximal repeats a person wants to see: of repeats that stand in about the same documents and
//! overlap, one.

use crate::base::Cancel;
use std::cmp::Reverse;

use super::repeats::Repeat;
use super::suffixes::Suffixes;

/// The first `most` of the repeats, by documents × words falling, then by words falling, then by where
/// they stand first; without those whose words, where they stand first, lie to three quarters or more in
/// repeats chosen before that stand in three quarters of their documents or more. Also says whether any
/// was left over.
pub fn chosen(
    mut repeats: Vec<Repeat>,
    suffixes: &Suffixes,
    most: usize,
    cancel: &Cancel,
) -> (Vec<Repeat>, bool) {
    let weight = |r: &Repeat| u64::from(r.documents) * u64::from(r.words);
    repeats.sort_by_key(|r| (Reverse(weight(r)), Reverse(r.words), r.first));
    // For each term, the most documents of a chosen repeat that stands there.
    let mut covered = vec![0_u32; suffixes.order.len()];
    let mut out = Vec::new();
    for (tried, repeat) in repeats.into_iter().enumerate() {
        if tried % 1_024 == 0 && cancel.stopped() {
            return (Vec::new(), false);
        }
        let range = |at: u32| at as usize..(at + repeat.words) as usize;
        let as_many = |documents: u32| 4 * u64::from(documents) >= 3 * u64::from(repeat.documents);
        let inside = covered[range(repeat.first)].iter();
        let inside = inside.filter(|documents| as_many(**documents)).count();
        if 4 * inside >= 3 * repeat.words as usize {
            continue;
        }
        if out.len() == most {
            return (out, true);
        }
        let (from, to) = repeat.suffixes;
        for at in &suffixes.order[from as usize..=to as usize] {
            for most_documents in &mut covered[range(*at)] {
                *most_documents = (*most_documents).max(repeat.documents);
            }
        }
        out.push(repeat);
    }
    (out, false)
}
