//! Edit distance over terms (Levenshtein 1966): the minimum number of insertions, deletions and
//! substitutions of terms that turn one sequence into the other.
//!
//! The dynamic-programming table is computed 64 rows at a time, as differences of adjacent cells in two
//! bits each (Myers 1999; block version of Hyyrö 2003). A strip of 64 rows passes over the columns it
//! needs and hands the differences of its lowest row to the next strip, so memory is linear. With an
//! upper bound, only cells reachable at that cost are computed (Ukkonen 1985). Cost: `m·n/64` steps of
//! about a dozen operations, less the savings of the bound. Known weakness: a moved paragraph counts as
//! deleted and inserted. Two long, dissimilar texts need the whole table, so the caller says how many cells
//! are affordable.

use std::collections::HashMap;

/// Rows of a strip: the bits of a machine word.
const ROWS: usize = 64;

/// Returns the edit distance of `a` and `b`, capped at `bound`; `None` if this takes more cells of the table than are
/// `affordable`. Use `a.len().max(b.len())` if no better bound is known.
pub fn edit_distance(a: &[u64], b: &[u64], bound: u32, affordable: u64) -> Option<u32> {
    let (a, b) = trimmed(a, b);
    // Use the shorter sequence for the rows: fewer strips.
    let (rows, columns) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let bound = bound as usize;
    let longer = columns.len() - rows.len();
    if rows.is_empty() || longer >= bound {
        return Some(columns.len().min(bound) as u32);
    }
    // Maximum deviation from the diagonal, above and below, of a path within the bound.
    let below = (bound - longer) / 2;
    let above = longer + below;
    let band = columns.len().min(above + below + ROWS);
    if (rows.len() as u64).saturating_mul(band as u64) > affordable {
        return None;
    }
    let mut ids = HashMap::new();
    let columns = numbered(columns, &mut ids);
    let mut equal = vec![0_u64; ids.len()];
    // Horizontal differences in the row above; the table's first row ascends by 1 per column.
    let mut steps = vec![1_i8; columns.len()];
    // Table value at the left edge of the strip, in the row above it.
    let mut corner = 0_i64;
    let mut left = 0;
    for (strip, terms) in rows.chunks(ROWS).enumerate() {
        let first = strip * ROWS;
        // Columns left of the band are skipped along the row above.
        let from = first.saturating_sub(below);
        corner += steps[left..from].iter().map(|s| i64::from(*s)).sum::<i64>();
        left = from;
        let until = (first + terms.len() + above).min(columns.len());
        for (row, term) in terms.iter().enumerate() {
            if let Some(id) = ids.get(term) {
                equal[*id as usize] |= 1 << row;
            }
        }
        run(
            &equal,
            &columns[from..until],
            &mut steps[from..until],
            terms.len(),
        );
        for term in terms {
            if let Some(id) = ids.get(term) {
                equal[*id as usize] = 0;
            }
        }
        corner += terms.len() as i64;
    }
    let last: i64 = steps[left..].iter().map(|s| i64::from(*s)).sum();
    Some((corner + last).clamp(0, bound as i64) as u32)
}

/// Computes one strip of `rows` rows. `equal` maps each term number to the rows with that term. `steps` contains the
/// horizontal differences of the row above, and on return the differences of the lowest row. Differences at the left
/// edge are taken as 1; the overestimate affects only cells outside the band.
fn run(equal: &[u64], columns: &[u32], steps: &mut [i8], rows: usize) {
    let lowest = rows - 1;
    // Rows whose cell is one more, or one less, than the cell above it.
    let (mut more, mut less) = (u64::MAX, 0_u64);
    for (term, step) in columns.iter().zip(steps) {
        let (up, down) = (u64::from(*step > 0), u64::from(*step < 0));
        let mut eq = equal[*term as usize];
        let vertical = eq | less;
        eq |= down;
        let diagonal = ((eq & more).wrapping_add(more) ^ more) | eq;
        let rises = less | !(diagonal | more);
        let falls = more & diagonal;
        *step = (rises >> lowest & 1) as i8 - (falls >> lowest & 1) as i8;
        let (rises, falls) = (rises << 1 | up, falls << 1 | down);
        more = falls | !(vertical | rises);
        less = rises & vertical;
    }
}

/// Removes the common prefix and suffix; the distance does not change.
pub(super) fn trimmed<'a>(a: &'a [u64], b: &'a [u64]) -> (&'a [u64], &'a [u64]) {
    let equal = |(x, y): &(&u64, &u64)| x == y;
    let head = a.iter().zip(b).take_while(equal).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(equal).count();
    (&a[..a.len() - tail], &b[..b.len() - tail])
}

/// Replaces the terms of a sequence by small numbers; `ids` contains the numbers of the terms so far.
pub(super) fn numbered(terms: &[u64], ids: &mut HashMap<u64, u32>) -> Vec<u32> {
    let number = |term: &u64| {
        let next = ids.len() as u32;
        *ids.entry(*term).or_insert(next)
    };
    terms.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table(a: &[u64], b: &[u64]) -> u32 {
        let mut above: Vec<u32> = (0..=b.len() as u32).collect();
        for (i, x) in a.iter().enumerate() {
            let mut row = vec![i as u32 + 1];
            for (j, y) in b.iter().enumerate() {
                let replaced = above[j] + u32::from(x != y);
                row.push(replaced.min(above[j + 1] + 1).min(row[j] + 1));
            }
            above = row;
        }
        above[b.len()]
    }

    fn distance(a: &[u64], b: &[u64]) -> u32 {
        edit_distance(a, b, a.len().max(b.len()) as u32, u64::MAX).unwrap()
    }

    #[test]
    fn kitten_and_sitting_are_three_apart() {
        let terms = |word: &str| word.bytes().map(u64::from).collect::<Vec<_>>();
        assert_eq!(distance(&terms("kitten"), &terms("sitting")), 3);
        assert_eq!(distance(&terms("survey"), &terms("surgery")), 2);
    }

    #[test]
    fn a_distance_that_needs_too_many_cells_is_unknown() {
        assert_eq!(edit_distance(&[1, 2], &[2, 1], 2, 3), None);
        assert_eq!(edit_distance(&[1, 2], &[2, 1], 2, 4), Some(2));
        // A low bound leaves a band of the table.
        let (a, b): (Vec<u64>, Vec<u64>) = ((0..1_000).collect(), (1..1_001).collect());
        assert_eq!(edit_distance(&a, &b, 1_000, 100_000), None);
        assert_eq!(edit_distance(&a, &b, 2, 100_000), Some(2));
    }

    prop_compose! {
        /// Two sequences over few terms; the second often an edited copy of the first.
        fn two()(
            a in prop::collection::vec(0_u64..5, 0..300),
            unrelated in prop::collection::vec(0_u64..5, 0..300),
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0_u64..5, 0..3), 0..20),
            is_copy: bool,
        ) -> (Vec<u64>, Vec<u64>) {
            if !is_copy {
                return (a, unrelated);
            }
            let mut b = a.clone();
            for (at, term, kind) in edits {
                let at = at.index(b.len() + 1);
                match kind {
                    0 => b.insert(at, term),
                    1 if at < b.len() => { b.remove(at); }
                    _ if at < b.len() => b[at] = term,
                    _ => {}
                }
            }
            (a, b)
        }
    }

    proptest! {
        #[test]
        fn strips_equal_the_table_with_any_bound((a, b) in two(), spare in 0_u32..40) {
            let want = table(&a, &b);
            prop_assert_eq!(distance(&a, &b), want);
            prop_assert_eq!(edit_distance(&a, &b, want + spare, u64::MAX), Some(want));
            let tight = want.saturating_sub(spare);
            prop_assert_eq!(edit_distance(&a, &b, tight, u64::MAX), Some(tight.min(want)));
        }
    }
}
