//! Which segments of the full-text index are merged, and when.
//!
//! A merge reads and writes all postings again, so the first build merges nothing: of a million documents of 300
//! words it leaves some 26 segments, of ten million 260. Small segments, which later runs add, are merged by tantivy's
//! policy, and so are segments of which many documents are deleted.

use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::indexer::{LogMergePolicy, MergeCandidate, MergePolicy};

/// Documents below which a segment is always small.
const SMALL: u32 = 1_000;
/// Documents from which a segment is large, whatever their share of all.
const LARGE: u32 = 30_000;
/// Segments of this share of all documents are large.
const SHARE: f64 = 1.0 / 32.0;
/// Segments below this share of all documents are small, whatever their number: a query looks at each one.
const LEAST_SHARE: f64 = 1.0 / 512.0;
/// Fraction of deleted documents above which a segment is rewritten.
const DELETED: f32 = 0.3;

/// Segments that are merged at once: as many as tantivy's policy waits for.
const AT_ONCE: usize = 8;

/// Leaves large segments as they are.
#[derive(Debug)]
pub(super) struct Merging;

impl MergePolicy for Merging {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let all: f64 = segments.iter().map(|s| f64::from(s.num_docs())).sum();
        let is_deleted = |s: &&SegmentMeta| {
            f64::from(s.num_deleted_docs()) > f64::from(s.max_doc()) * f64::from(DELETED)
        };
        let large = (all * SHARE).min(f64::from(LARGE).max(all * LEAST_SHARE));
        let is_small = |s: &&SegmentMeta| {
            let documents = s.num_docs();
            documents < SMALL || f64::from(documents) < large
        };
        let has_deleted = |group: &[SegmentId]| {
            let mut of_group = segments.iter().filter(|s| group.contains(&s.id()));
            of_group.any(|s| is_deleted(&s))
        };
        let mut logarithmic = LogMergePolicy::default();
        logarithmic.set_del_docs_ratio_before_merge(DELETED);
        let small: Vec<SegmentMeta> = segments.iter().filter(is_small).cloned().collect();
        let candidates = logarithmic.compute_merge_candidates(&small);
        // The files of all segments of a merge are mapped at once.
        let groups = candidates.iter().flat_map(|all| all.0.chunks(AT_ONCE));
        let groups = groups.filter(|group| group.len() == AT_ONCE || has_deleted(group));
        let mut candidates: Vec<_> = groups.map(|group| MergeCandidate(group.to_vec())).collect();
        let large = segments.iter().filter(|s| !is_small(s));
        candidates.extend(
            large
                .filter(is_deleted)
                .map(|s| MergeCandidate(vec![s.id()])),
        );
        candidates
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::create_in_memory;

    /// Sizes of the segments that are merged, of segments with these numbers of documents and deleted ones.
    fn merged(segments: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let index = create_in_memory().unwrap();
        let metas: Vec<SegmentMeta> = segments
            .iter()
            .map(|&(documents, deleted)| {
                let meta = index.new_segment_meta(SegmentId::generate_random(), documents);
                match deleted {
                    0 => meta,
                    deleted => meta.with_delete_meta(deleted, 1),
                }
            })
            .collect();
        let size = |id: &SegmentId| {
            metas
                .iter()
                .find(|m| m.id() == *id)
                .map_or(0, |m| m.max_doc())
        };
        let candidates = Merging.compute_merge_candidates(&metas);
        candidates
            .iter()
            .map(|c| c.0.iter().map(size).collect())
            .collect()
    }

    #[test]
    fn a_first_build_merges_nothing() {
        for segments in 1..=512 {
            let made = vec![(38_000, 0); segments];
            assert_eq!(merged(&made), [[0; 0]; 0], "{segments}");
        }
    }

    #[test]
    fn small_segments_are_merged_and_large_ones_left_alone() {
        let mut segments = vec![(50_000, 0), (40_000, 0)];
        segments.extend([(7, 0); 8]);
        assert_eq!(merged(&segments), [[7; 8]]);
        assert_eq!(merged(&[(90, 0); 8]), [[90; 8]]);
        assert_eq!(merged(&[(90, 0); 7]), [[0; 0]; 0]);
        assert_eq!(
            merged(&[(20_000, 0); 43]),
            [[20_000; 8]; 5],
            "too many to search one by one, and the files of eight are mapped at once"
        );
        assert_eq!(
            merged(&[(38_000, 0); 520]),
            [[38_000; 8]; 65],
            "too many however large"
        );
    }

    #[test]
    fn segments_of_many_deleted_documents_are_rewritten() {
        assert_eq!(merged(&[(50_000, 20_000), (50_000, 0)]), [[50_000]]);
        assert_eq!(merged(&[(50_000, 10_000), (50_000, 0)]), [[0; 0]; 0]);
        assert_eq!(merged(&[(50_000, 0), (50, 20)]), [[50]]);
        assert_eq!(merged(&[(50_000, 0), (50, 20), (50, 0)])[0].len(), 2);
    }
}
