//! The documents that `keep` lists and writes.

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::DocumentRow;
use crate::engine::keep::{Dropped, Keeping};

/// Documents in the order of the corpus, by number, with what is decided of them.
pub struct ListedDocuments<'a> {
    /// The documents that were compared.
    pub collection: &'a Collection,
    /// What is decided of them.
    pub keeping: &'a Keeping,
    order: Vec<DocNo>,
}

impl<'a> ListedDocuments<'a> {
    /// The documents of a collection; with an archive, those of the archive are not listed.
    #[must_use]
    pub fn of(collection: &'a Collection, keeping: &'a Keeping) -> Self {
        let classes = collection.classes();
        let is_listed = |doc: &&DocNo| classes.is_none_or(|of| !of.class(**doc).archive);
        let listed = keeping.documents.iter().filter(is_listed);
        ListedDocuments {
            collection,
            keeping,
            order: listed.copied().collect(),
        }
    }

    /// All documents.
    #[must_use]
    pub fn all(&self) -> &[DocNo] {
        &self.order
    }

    /// The documents that stay.
    pub fn kept(&self) -> impl Iterator<Item = DocNo> + '_ {
        let all = self.order.iter().copied();
        all.filter(|doc| self.dropped(*doc).is_none())
    }

    /// Why a document is dropped; `None` if it stays.
    #[must_use]
    pub fn dropped(&self, doc: DocNo) -> Option<Dropped> {
        self.keeping.dropped[doc.index()]
    }

    /// The row with the id that the file gives.
    #[must_use]
    pub fn row_as_read(&self, doc: DocNo) -> DocumentRow {
        self.collection.row_as_read(doc).to_row()
    }

    /// The id.
    #[must_use]
    pub fn id(&self, doc: DocNo) -> &'a str {
        self.collection.id(doc)
    }

    /// The id as it is printed.
    #[must_use]
    pub fn printed_id(&self, doc: DocNo) -> &'a str {
        self.collection.printed_id(doc)
    }
}
