//! What a method is given, and what it proposes.

use crate::base::Cancel;
use crate::base::DocNo;
use crate::index::Collection;

/// The documents that a method compares.
pub struct Scope<'a> {
    /// Collection of the documents.
    pub collection: &'a Collection,
    /// The documents, ascending; one representative with terms of each group of identical ones.
    pub documents: &'a [DocNo],
    /// Cancellation callback, polled; once it returns `false`, remaining documents are skipped.
    pub cancel: &'a Cancel,
}

impl Scope<'_> {
    /// The same of other documents, ascending.
    pub fn with_documents<'b>(&'b self, documents: &'b [DocNo]) -> Scope<'b> {
        Scope {
            collection: self.collection,
            documents,
            cancel: self.cancel,
        }
    }
}

/// Proposed pairs, and the number of pairs dropped by a limit.
#[derive(Clone, Debug, Default)]
pub struct Proposed {
    /// Candidate pairs `a < b`, each once, unordered.
    pub pairs: Vec<(DocNo, DocNo)>,
    /// Number of candidate pairs that were dropped.
    pub capped: u64,
}
