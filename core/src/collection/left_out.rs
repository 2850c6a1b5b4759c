//! What parsers left out of the documents, and which documents were read in part.

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::Skipped;
use crate::corpus::extract::{LeftOut, kept};

impl Collection {
    /// Each document of which a parser left something out, with what, by number. What is kept of each document that a
    /// parser took apart is read once.
    pub fn left_out_by_document(&self) -> &[(DocNo, LeftOut)] {
        self.left_out.get_or_init(|| {
            let documents = self.documents().map(|doc| {
                let row = self.row(doc);
                (doc, kept::left_out_of(row.kind, row.fingerprint))
            });
            let left_out = documents.filter(|(_, left_out)| *left_out != LeftOut::default());
            left_out.collect()
        })
    }

    /// What parsers left out of all documents, and of how many of them something was left out.
    #[must_use]
    pub fn left_out(&self) -> (LeftOut, usize) {
        let documents = self.left_out_by_document();
        let mut sum = LeftOut::default();
        documents.iter().for_each(|(_, of_one)| sum += *of_one);
        (sum, documents.len())
    }

    /// The documents with pages or parts that could not be read, by number; the reason says how many.
    pub fn read_in_part(&self) -> impl Iterator<Item = (DocNo, Skipped)> {
        let documents = self.left_out_by_document().iter();
        documents.filter_map(|(doc, left_out)| {
            let reason = left_out.unread()?;
            Some((*doc, Skipped::new(self.id(*doc), reason)))
        })
    }
}
