//! `keep`: which documents stay if one copy of each near-duplicate is kept, their lines, and the ids of the others.

mod copied;
mod destination;
pub mod stream;

use std::io::Write;

use anyhow::bail;

use super::args::Keep;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::engine::keep::{Dropped, Keeping};
use crate::report::{Cell, Destination, Writer};

pub use copied::copy;
pub use destination::{Outputs, Sink};

/// Columns of the decisions.
static DECISIONS: [&str; 6] = [
    "document",
    "decision",
    "keeper",
    "similarity",
    "steps",
    "weakest",
];

/// The words of a decision.
const KEPT: &str = "kept";
const DROPPED: &str = "dropped";

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
    pub fn all(&self) -> &[DocNo] {
        &self.order
    }

    /// The documents that stay.
    pub fn kept(&self) -> impl Iterator<Item = DocNo> + '_ {
        let all = self.order.iter().copied();
        all.filter(|doc| self.dropped(*doc).is_none())
    }

    /// Why a document is dropped; `None` if it stays.
    pub fn dropped(&self, doc: DocNo) -> Option<Dropped> {
        self.keeping.dropped[doc.index()]
    }
}

/// Writes a row for each document, in the order of the corpus.
///
/// # Errors
/// Output errors.
pub fn decisions(
    documents: &ListedDocuments<'_>,
    to: Destination<impl Write>,
) -> anyhow::Result<()> {
    let mut writer = Writer::new(to, &DECISIONS)?;
    let collection = documents.collection;
    for doc in documents.all() {
        let id = Cell::text(collection.printed_id(*doc));
        let row = match documents.dropped(*doc) {
            None => vec![
                id,
                Cell::text(KEPT),
                Cell::None,
                Cell::None,
                Cell::None,
                Cell::None,
            ],
            Some(Dropped { link, similarity }) => vec![
                id,
                Cell::text(DROPPED),
                Cell::text(collection.printed_id(link.keeper)),
                Cell::Share(similarity),
                Cell::Count(link.steps.into()),
                Cell::Share(link.weakest),
            ],
        };
        writer.row(row)?;
    }
    Ok(writer.finish()?)
}

/// A list of the ids of dropped documents, each with an end.
pub struct DropList {
    out: Sink,
    /// Whether ids end with a NUL character.
    null: bool,
}

impl DropList {
    /// The list that was asked for.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn new(asked: &Keep, outputs: &Outputs) -> anyhow::Result<Option<Self>> {
        let sink = |_: &_| Sink::new(outputs.drop_list.as_deref(), outputs.force);
        let out = asked.drop_list.as_ref().map(sink).transpose()?;
        let null = asked.null;
        Ok(out.map(|out| DropList { out, null }))
    }

    /// Whether it goes to standard output.
    pub fn is_printed(&self) -> bool {
        matches!(self.out, Sink::Printed(_))
    }

    /// Writes an id.
    ///
    /// # Errors
    /// Output errors, and an id with the sign in it that ends one.
    pub fn id(&mut self, id: &str) -> anyhow::Result<()> {
        if !self.null && id.contains('\n') {
            bail!("--drop-list: the id {id:?} has a line end in it: give --null");
        }
        if self.null && id.contains('\0') {
            bail!("--drop-list: the id {id:?} has a NUL in it, which ends an id with --null");
        }
        let end = if self.null { "\0" } else { "\n" };
        Ok(self.out.write_all([id, end].concat().as_bytes())?)
    }

    /// Passes on what was printed.
    ///
    /// # Errors
    /// Output errors.
    pub fn flush_printed(&mut self) -> anyhow::Result<()> {
        self.out.flush_printed()
    }

    /// Ends the list: a file appears.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(self) -> anyhow::Result<()> {
        self.out.finish()
    }
}
