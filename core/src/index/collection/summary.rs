//! Counts over all documents of a collection. They take a pass over the document table, so the engine computes them
//! before it passes a collection to the screens.

use xxhash_rust::xxh3::xxh3_128_with_seed;

use crate::base::DocNo;
use crate::corpus::{Encoding, RowView};

/// Counts over all documents of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Documents whose encoding was guessed or that had invalid bytes.
    pub assumed: usize,
    /// Total size of the source text in bytes.
    pub bytes: u64,
    /// Total number of terms.
    pub terms: u64,
    /// Documents with at least one term but fewer than k.
    pub short: usize,
    /// Documents without terms; they are similar to nothing.
    pub wordless: usize,
    /// Sum of a hash of each id with its document number.
    pub(super) ids: u128,
}

impl Summary {
    /// Returns these counts with one more document, which has `terms` terms; shingles have `k` terms.
    pub(super) fn with_document(
        mut self,
        row: &RowView<'_>,
        doc: DocNo,
        (terms, k): (usize, usize),
    ) -> Summary {
        let is_sure = !matches!(row.encoding, Encoding::Utf8Damaged | Encoding::Detected(_));
        self.assumed += usize::from(!is_sure);
        self.bytes += row.bytes;
        self.terms += terms as u64;
        self.short += usize::from(terms > 0 && terms < k);
        self.wordless += usize::from(terms == 0);
        let id = xxh3_128_with_seed(row.id.as_bytes(), u64::from(doc.0));
        self.ids = self.ids.wrapping_add(id);
        self
    }

    /// Returns the counts of both sets of documents.
    pub(super) fn and(mut self, other: Summary) -> Summary {
        self.assumed += other.assumed;
        self.bytes += other.bytes;
        self.terms += other.terms;
        self.short += other.short;
        self.wordless += other.wordless;
        self.ids = self.ids.wrapping_add(other.ids);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::DocumentRow;
    use crate::index::Collection;
    use crate::index::SegmentWriter;
    use crate::settings::Settings;

    /// Documents with these ids, cycling through 0 to 4 terms and through encodings.
    fn collection(ids: impl IntoIterator<Item = String>) -> Collection {
        let mut memory = SegmentWriter::in_memory(0);
        for (i, id) in ids.into_iter().enumerate() {
            let row = DocumentRow {
                key: i as u64,
                id,
                bytes: i as u64,
                encoding: [Encoding::Utf8, Encoding::Utf8Damaged][usize::from(i % 3 > 0)],
                ..<DocumentRow>::default()
            };
            let terms: Vec<u64> = (0..i as u64 % 5).collect();
            memory
                .push(row.view(), &terms, &[])
                .expect("memory takes all");
        }
        let segment = memory.finish().expect("columns fit");
        Collection::new(Settings::default(), vec![segment], Vec::new(), |_, _| true)
    }

    fn numbered(documents: usize) -> Collection {
        collection((0..documents).map(|i| format!("{i:08}")))
    }

    #[test]
    fn the_summary_equals_a_plain_count() {
        let documents = 20_077;
        let summary = numbered(documents).summary().clone();
        let count = |holds: &dyn Fn(usize) -> bool| (0..documents).filter(|i| holds(*i)).count();
        let k = Settings::default().sketching.k;
        assert_eq!(k, 4);
        assert_eq!(summary.wordless, count(&|i| i % 5 == 0));
        assert_eq!(summary.short, count(&|i| (1..4).contains(&(i % 5))));
        assert_eq!(summary.assumed, count(&|i| i % 3 != 0));
        assert_eq!(
            summary.terms,
            (0..documents as u64).map(|i| i % 5).sum::<u64>()
        );
        assert_eq!(summary.bytes, (0..documents as u64).sum::<u64>());
    }

    #[test]
    fn collections_have_equal_ids_only_if_each_document_has_its_own() {
        let with_ids = |ids: &[&str]| collection(ids.iter().map(|id| (*id).to_owned()));
        let all = with_ids(&["a", "bc", "d"]);
        assert!(all.has_ids_of(&all));
        assert!(all.has_ids_of(&with_ids(&["a", "bc", "d"])));
        assert!(!all.has_ids_of(&with_ids(&["ab", "c", "d"])));
        assert!(!all.has_ids_of(&with_ids(&["a", "bc", "e"])));
        assert!(!all.has_ids_of(&with_ids(&["a", "bc"])));
        let (many, more) = (numbered(20_000), numbered(20_001));
        assert!(many.has_ids_of(&numbered(20_000)));
        assert!(!many.has_ids_of(&more));
    }
}
