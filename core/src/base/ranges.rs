//! Unions of half-open ranges of positions.

/// The union of ranges: ascending, disjoint, not adjacent. Empty ranges are dropped.
pub fn union<T: Copy + Ord>(ranges: impl IntoIterator<Item = (T, T)>) -> Vec<(T, T)> {
    let mut ranges: Vec<(T, T)> = ranges
        .into_iter()
        .filter(|range| range.0 < range.1)
        .collect();
    ranges.sort_unstable();
    let mut out: Vec<(T, T)> = Vec::new();
    for (start, end) in ranges {
        match out.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => out.push((start, end)),
        }
    }
    out
}

/// Number of positions in the union of ranges.
pub fn covered(ranges: impl IntoIterator<Item = (u32, u32)>) -> u64 {
    let lengths = union(ranges).into_iter();
    lengths.map(|(start, end)| u64::from(end - start)).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_union_has_the_positions_of_its_ranges_and_no_adjacent_ranges(
            ranges in prop::collection::vec((0_u32..40, 0_u32..40), 0..12),
        ) {
            let positions: BTreeSet<u32> = ranges.iter().flat_map(|(start, end)| *start..*end).collect();
            let united = union(ranges.iter().copied());
            let again: Vec<u32> = united.iter().flat_map(|(start, end)| *start..*end).collect();
            prop_assert!(united.windows(2).all(|pair| pair[0].1 < pair[1].0));
            prop_assert_eq!(again, positions.iter().copied().collect::<Vec<u32>>());
            prop_assert_eq!(covered(ranges), positions.len() as u64);
        }
    }
}
