//! All documents of the corpus, on file, for what lists or copies also those that have no near-duplicate.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::documents::Documents;
use super::steps::Step;
use crate::base::DocNo;
use crate::corpus::DocumentRow;
use crate::engine::cancel::Cancel;
use crate::engine::keep::CorpusOrder;
use crate::engine::progress::{Progress, Stage};

/// Documents that are read before progress is reported.
const REPORTED: u32 = 1 << 10;

/// The documents of the scratch folder by number, and which of them are in the result.
pub struct WholeCorpus {
    documents: Documents,
    /// Numbers of the documents of the result, ascending.
    gathered: Vec<u32>,
    /// In the same order, their numbers in the result.
    in_result: Vec<DocNo>,
    /// Rows that were read since pages were released.
    read: AtomicUsize,
}

impl WholeCorpus {
    pub(super) fn new(documents: Documents, gathered: Vec<u32>, in_result: Vec<DocNo>) -> Self {
        WholeCorpus {
            documents,
            gathered,
            in_result,
            read: AtomicUsize::new(0),
        }
    }

    /// Number of documents.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.documents.len() as u64
    }

    /// The document in the result, if it has a near-duplicate, or a name that others have.
    #[must_use]
    pub fn in_result(&self, number: u32) -> Option<DocNo> {
        let at = self.gathered.binary_search(&number).ok()?;
        Some(self.in_result[at])
    }

    /// The row of a document, with the id that its file gives. Only documents of the result may have another name.
    ///
    /// # Errors
    /// A damaged file.
    pub fn row(&self, number: u32) -> anyhow::Result<DocumentRow> {
        let row = self.documents.row(number)?;
        if self.read.fetch_add(1, Ordering::Relaxed) >= self.documents.scattered() {
            self.read.store(0, Ordering::Relaxed);
            self.documents.release();
        }
        Ok(row)
    }

    /// The numbers of all documents in the order of the corpus: as its paths `roots` were given, then by the path of
    /// the file, then as they stand in the file. Takes 20 bytes a document.
    ///
    /// # Errors
    /// A damaged file; an interruption.
    pub fn order(
        &self,
        roots: &[PathBuf],
        cancel: &Cancel,
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<Vec<u32>> {
        let mut order = CorpusOrder::new(roots);
        let mut step = Step::new(Stage::Order, 0, progress);
        for number in 0..self.documents.len() as u32 {
            order.add(self.row(number)?.place.view(), number);
            if number.is_multiple_of(REPORTED) {
                cancel.check()?;
                step.at(number.into(), self.count());
            }
        }
        self.documents.release();
        Ok(order.finish())
    }
}
