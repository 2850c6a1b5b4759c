//! Counts over all documents of a collection, and what parsers excluded from them. They take a pass over the document
//! table, so the engine makes them before it hands a collection to the screens.

use std::collections::HashMap;

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::Collection;
use crate::base::DocNo;
use crate::corpus::extract::kept;
use crate::corpus::extracted::LeftOut;
use crate::corpus::{Encoding, Kind, RowView, SkipReason, Skipped};

/// Counts over all documents of a collection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Documents of each encoding, in no order.
    pub encodings: HashMap<Encoding, usize>,
    /// Documents of each input format, in no order.
    pub kinds: HashMap<Kind, usize>,
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
    ids: u128,
}

impl Summary {
    /// These counts with one more document.
    fn with_document(mut self, collection: &Collection, doc: DocNo) -> Summary {
        let row = collection.row(doc);
        let is_sure = !matches!(row.encoding, Encoding::Utf8Damaged | Encoding::Detected(_));
        let terms = collection.term_count(doc);
        *self.encodings.entry(row.encoding).or_default() += 1;
        *self.kinds.entry(row.kind).or_default() += 1;
        self.assumed += usize::from(!is_sure);
        self.bytes += row.bytes;
        self.terms += terms as u64;
        self.short += usize::from(terms > 0 && terms < collection.settings().sketching.k);
        self.wordless += usize::from(terms == 0);
        let id = xxh3_128_with_seed(row.id.as_bytes(), u64::from(doc.0));
        self.ids = self.ids.wrapping_add(id);
        self
    }

    /// The counts of these and other documents.
    fn and(mut self, other: Summary) -> Summary {
        for (encoding, documents) in other.encodings {
            *self.encodings.entry(encoding).or_default() += documents;
        }
        for (kind, documents) in other.kinds {
            *self.kinds.entry(kind).or_default() += documents;
        }
        self.assumed += other.assumed;
        self.bytes += other.bytes;
        self.terms += other.terms;
        self.short += other.short;
        self.wordless += other.wordless;
        self.ids = self.ids.wrapping_add(other.ids);
        self
    }
}

impl Collection {
    /// Counts over all documents, computed by the first call. O(documents).
    pub fn summary(&self) -> &Summary {
        self.summary.get_or_init(|| {
            let documents = (0..self.len() as u32).into_par_iter().map(DocNo);
            documents
                .fold(Summary::default, |all, doc| all.with_document(self, doc))
                .reduce(Summary::default, Summary::and)
        })
    }

    /// Whether every document number refers to the same id in `other`.
    pub fn has_ids_of(&self, other: &Collection) -> bool {
        std::ptr::eq(self, other)
            || self.len() == other.len() && self.summary().ids == other.summary().ids
    }

    /// Each document of which a parser left something out, with what, by number. What is kept of each document that a
    /// parser took apart is read once.
    pub fn left_out_by_document(&self) -> &[(DocNo, LeftOut)] {
        self.left_out.get_or_init(|| {
            // Ids of the files with records of crawls that were cut short, by the number of the record.
            let mut cut_short: HashMap<u64, Vec<&str>> = HashMap::new();
            for (file, record) in self.cut_short.iter().filter_map(|s| s.id.rsplit_once(':')) {
                if let Ok(record) = record.parse() {
                    cut_short.entry(record).or_default().push(file);
                }
            }
            let is_cut_short = |row: &RowView<'_>| {
                let mut files = cut_short.get(&row.location.row.line).into_iter().flatten();
                let is_of = |file: &str| row.id.strip_prefix(file)?.strip_prefix('#');
                row.location.is_row() && files.any(|file| is_of(file).is_some())
            };
            let documents = self.documents().map(|doc| {
                let row = self.row(doc);
                let mut left_out = kept::left_out_of(row.kind, row.fingerprint);
                left_out.missing += u32::from(is_cut_short(&row));
                (doc, left_out)
            });
            let left_out = documents.filter(|(_, left_out)| *left_out != LeftOut::default());
            left_out.collect()
        })
    }

    /// What parsers left out of all documents, and of how many of them something was left out.
    pub fn left_out(&self) -> (LeftOut, usize) {
        let documents = self.left_out_by_document();
        let mut sum = LeftOut::default();
        documents.iter().for_each(|(_, count)| sum += *count);
        (sum, documents.len())
    }

    /// The documents with pages or parts that could not be read, by number; the reason says how many.
    pub fn read_in_part(&self) -> impl Iterator<Item = (DocNo, Skipped)> {
        let documents = self.left_out_by_document().iter();
        documents.filter_map(|(doc, left_out)| {
            let reason = match self.row(*doc).kind {
                Kind::Extracted(_) => left_out.unread()?,
                // The rest of a page of a crawl.
                _ => SkipReason::CutShort,
            };
            Some((*doc, Skipped::new(self.id(*doc), reason)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::DocumentRow;
    use crate::corpus::formats::FileFormat;
    use crate::index::{SegmentWriter, made};
    use crate::settings::Settings;

    const ENCODINGS: [Encoding; 3] = [
        Encoding::Utf8,
        Encoding::Detected("windows-1252"),
        Encoding::Utf8Damaged,
    ];

    /// Documents of these ids with 0, 1, 2, 3 and 4 terms in turn and encodings in turn.
    fn collection(ids: impl IntoIterator<Item = String>) -> Collection {
        let mut memory = SegmentWriter::in_memory(0, 0);
        for (i, id) in ids.into_iter().enumerate() {
            let row = DocumentRow {
                key: i as u64,
                id,
                bytes: i as u64,
                encoding: ENCODINGS[i % 3],
                kind: [Kind::Plain, Kind::Extracted(FileFormat::Pdf)][i / 7 % 2],
                ..made::row()
            };
            let terms: Vec<u64> = (0..i as u64 % 5).collect();
            memory.push(row, &terms, &[]).expect("memory takes all");
        }
        let segment = memory.finish().expect("columns fit");
        Collection::new(Settings::default(), vec![segment], Vec::new(), |_, _| true)
    }

    fn numbered(documents: usize) -> Collection {
        collection((0..documents).map(|i| format!("{i:08}")))
    }

    #[test]
    fn counts_are_those_of_a_plain_count() {
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
        for (i, encoding) in ENCODINGS.into_iter().enumerate() {
            assert_eq!(summary.encodings[&encoding], count(&|doc| doc % 3 == i));
        }
        assert_eq!(summary.kinds[&Kind::Plain], count(&|i| i / 7 % 2 == 0));
        assert_eq!(
            summary.kinds[&Kind::Extracted(FileFormat::Pdf)],
            count(&|i| i / 7 % 2 == 1)
        );
        assert_eq!(numbered(0).summary().kinds.len(), 0);
    }

    #[test]
    fn ids_are_the_same_only_if_each_document_has_its_own() {
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
