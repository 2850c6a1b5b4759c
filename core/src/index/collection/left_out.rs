//! What parsers left out of the documents, and which documents were read in part.

use std::collections::HashMap;

use super::Collection;
use crate::base::DocNo;
use crate::corpus::extract::{LeftOut, kept};
use crate::corpus::{Kind, RowView, SkipReason, Skipped};

impl Collection {
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
