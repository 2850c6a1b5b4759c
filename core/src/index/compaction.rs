//! Compaction: merges segments to limit their number and the number of dead rows. Document keys are
//! preserved; so are document numbers, because they follow the ids.

use std::sync::Arc;

use super::{Collection, IndexError, Writer};

/// More segments than this are reduced to [`MERGED_SEGMENTS`].
const MAX_SEGMENTS: usize = 8;
const MERGED_SEGMENTS: usize = 4;

impl Writer {
    /// Returns `collection` after merging small segments and segments with many dead rows; `None` if merging is not
    /// worthwhile. Documents, keys and document numbers do not change.
    pub fn merged(&self, collection: &Collection) -> Result<Option<Collection>, IndexError> {
        let live = collection.live_rows();
        let count = |live: &Vec<bool>| live.iter().filter(|&&l| l).count();
        let sizes: Vec<_> = live.iter().map(|live| (live.len(), count(live))).collect();
        let chosen = choose(&sizes);
        if chosen.is_empty() {
            return Ok(None);
        }
        let (mut segments, mut live_rows, mut merged) = (Vec::new(), Vec::new(), Vec::new());
        for ((number, segment), live) in collection.segments().iter().enumerate().zip(live) {
            if chosen.contains(&number) {
                merged.push(segment);
            } else if live.contains(&true) {
                segments.push(Arc::clone(segment));
                live_rows.push(live);
            }
        }
        let mut writer = self.segment(collection.layout().words())?;
        for doc in collection.documents() {
            let (segment, row) = collection.segment_row(doc);
            if merged.iter().any(|other| Arc::ptr_eq(other, segment)) {
                writer.push(segment.row(row), &segment.terms(row), segment.sketch(row))?;
            }
        }
        if !writer.is_empty() {
            let segment = writer.finish()?;
            live_rows.push(vec![true; segment.len()]);
            segments.push(segment);
        }
        Ok(Some(Collection::new(
            collection.settings().clone(),
            segments,
            collection.reported(),
            |segment, row| live_rows[segment][row],
        )))
    }
}

/// Selects the segments to merge from the `(rows, live rows)` of each: segments with more than a quarter of dead rows
/// and, above [`MAX_SEGMENTS`] segments, the smallest segments.
fn choose(sizes: &[(usize, usize)]) -> Vec<usize> {
    let has_many_dead = |s: &usize| (sizes[*s].0 - sizes[*s].1) * 4 > sizes[*s].0;
    let mut chosen: Vec<usize> = (0..sizes.len()).filter(has_many_dead).collect();
    if sizes.len() > MAX_SEGMENTS {
        let mut smallest: Vec<usize> = (0..sizes.len()).collect();
        smallest.sort_by_key(|&s| (sizes[s].1, s));
        // Merging these into one segment leaves `MERGED_SEGMENTS` segments.
        chosen.extend(&smallest[..=sizes.len() - MERGED_SEGMENTS]);
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_segments_without_dead_rows_stay() {
        assert!(choose(&[]).is_empty());
        assert!(choose(&[(100, 100), (10, 8), (1, 1)]).is_empty());
    }

    #[test]
    fn a_segment_with_many_dead_rows_is_written_again() {
        assert_eq!(choose(&[(100, 74), (10, 10), (4, 0)]), [0, 2]);
    }

    #[test]
    fn the_smallest_of_many_segments_are_merged() {
        let mut sizes = vec![(100_000, 100_000), (50_000, 50_000), (30_000, 30_000)];
        sizes.extend([(1, 1); 6]);
        assert_eq!(choose(&sizes), [3, 4, 5, 6, 7, 8]);
        let even = [(10, 10); 9];
        assert_eq!(choose(&even).len(), 6);
    }
}
