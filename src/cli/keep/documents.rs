//! The documents that `keep` lists and writes: those of a collection, or those of a corpus that is on file.

use std::borrow::Cow;

use anyhow::Result;

use crate::base::DocNo;
use crate::collection::Collection;
use crate::corpus::{Dated, DocumentRow};
use crate::engine::by_parts::WholeCorpus;
use crate::engine::keep::{Dropped, Keeping};
use crate::engine::sets::Sets;

/// Documents in the order of the corpus, by number, with what is decided of them.
pub struct ListedDocuments<'a> {
    /// The documents that were compared.
    pub collection: &'a Collection,
    /// What is decided of them.
    pub keeping: &'a Keeping,
    /// Dates that were given.
    sets: &'a Sets,
    /// All documents, where the collection has only those with a near-duplicate.
    whole: Option<&'a WholeCorpus>,
    /// The numbers.
    order: Vec<u32>,
}

impl<'a> ListedDocuments<'a> {
    /// The documents of a collection; with an archive, those of the archive are not listed.
    #[must_use]
    pub fn of(collection: &'a Collection, keeping: &'a Keeping, sets: &'a Sets) -> Self {
        let classes = collection.classes();
        let is_listed = |doc: &&DocNo| classes.is_none_or(|of| !of.class(**doc).archive);
        let listed = keeping.documents.iter().filter(is_listed);
        ListedDocuments {
            collection,
            keeping,
            sets,
            whole: None,
            order: listed.map(|doc| doc.0).collect(),
        }
    }

    /// All documents of a corpus on file, `order` being their numbers in the order of the corpus.
    #[must_use]
    pub fn on_file(self, whole: &'a WholeCorpus, order: Vec<u32>) -> Self {
        ListedDocuments {
            whole: Some(whole),
            order,
            ..self
        }
    }

    /// The numbers of all documents.
    #[must_use]
    pub fn all(&self) -> &[u32] {
        &self.order
    }

    /// The numbers of the documents that stay.
    pub fn kept(&self) -> impl Iterator<Item = u32> + '_ {
        let all = self.order.iter().copied();
        all.filter(|number| self.dropped(*number).is_none())
    }

    /// The document in the collection, if it is there.
    fn doc(&self, number: u32) -> Option<DocNo> {
        match self.whole {
            Some(whole) => whole.in_result(number),
            None => Some(DocNo(number)),
        }
    }

    /// Why a document is dropped; `None` if it stays.
    #[must_use]
    pub fn dropped(&self, number: u32) -> Option<Dropped> {
        self.keeping.dropped[self.doc(number)?.index()]
    }

    /// The row with the id that the file gives.
    ///
    /// # Errors
    /// A damaged file.
    pub fn row_as_read(&self, number: u32) -> Result<DocumentRow> {
        match self.whole {
            Some(whole) => whole.row(number),
            None => Ok(self.collection.row_as_read(DocNo(number)).to_row()),
        }
    }

    /// The id.
    ///
    /// # Errors
    /// A damaged file.
    pub fn id(&self, number: u32) -> Result<Cow<'a, str>> {
        match self.doc(number) {
            Some(doc) => Ok(Cow::Borrowed(self.collection.id(doc))),
            None => Ok(Cow::Owned(self.row_as_read(number)?.id)),
        }
    }

    /// The id as it is printed.
    ///
    /// # Errors
    /// A damaged file.
    pub fn printed_id(&self, number: u32) -> Result<Cow<'a, str>> {
        match self.doc(number) {
            Some(doc) => Ok(Cow::Borrowed(self.collection.printed_id(doc))),
            None => self.id(number),
        }
    }

    /// The date.
    ///
    /// # Errors
    /// A damaged file.
    pub fn dated(&self, number: u32) -> Result<Dated> {
        match self.doc(number) {
            Some(doc) => Ok(self.sets.dated(self.collection, doc)),
            None => {
                let listed = self.sets.dates.get(&*self.id(number)?);
                Ok(Dated::of(self.row_as_read(number)?.view(), listed.copied()))
            }
        }
    }
}
