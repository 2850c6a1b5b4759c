//! `keep`: which documents stay if one copy of each near-duplicate is kept.

mod destination;
mod documents;
pub mod input;
mod written;

use std::io::{self, Write};

use anyhow::bail;

use crate::base::sanitise;
use crate::engine::keep::Dropped;
use crate::engine::keep::stream::Decided;
use crate::report::{Cell, Destination, Writer};

pub use destination::Outputs;
pub use documents::ListedDocuments;
pub use written::write;

/// Columns of the decisions.
static DECISIONS: [&str; 6] = [
    "document",
    "decision",
    "keeper",
    "similarity",
    "steps",
    "weakest",
];

/// Columns of the decisions on a stream.
static ESTIMATED: [&str; 4] = ["document", "decision", "keeper", "estimate"];

/// The words of a decision.
const KEPT: &str = "kept";
const DROPPED: &str = "dropped";

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
        let id = Cell::text(documents.printed_id(*doc));
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

/// Rows of decisions on a stream, one by one.
pub struct StreamDecisions<W: Write>(Writer<W>);

impl<W: Write> StreamDecisions<W> {
    /// Begins the table.
    ///
    /// # Errors
    /// Output errors.
    pub fn new(to: Destination<W>) -> io::Result<Self> {
        Ok(StreamDecisions(Writer::new(to, &ESTIMATED)?))
    }

    /// Writes the row of a document.
    ///
    /// # Errors
    /// Output errors.
    pub fn row(&mut self, decided: &Decided<'_>) -> io::Result<()> {
        let id = Cell::text(decided.id);
        self.0.row(match &decided.keeper {
            None => vec![id, Cell::text(KEPT), Cell::None, Cell::None],
            Some(keeper) => vec![
                id,
                Cell::text(DROPPED),
                Cell::text(keeper.id),
                Cell::Share(keeper.estimate.value()),
            ],
        })
    }

    /// Ends the table.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(self) -> io::Result<()> {
        self.0.finish()
    }
}

/// A list of ids, each with an end.
pub struct DropList<W> {
    /// What it is written to.
    pub out: W,
    /// Whether ids end with a NUL character.
    pub null: bool,
    /// Whether it is written to a terminal.
    pub terminal: bool,
}

impl<W: Write> DropList<W> {
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
        let end = if self.null { b"\0" } else { b"\n" };
        match self.terminal {
            true => self.out.write_all(sanitise::line(id).as_bytes())?,
            false => self.out.write_all(id.as_bytes())?,
        }
        Ok(self.out.write_all(end)?)
    }
}

/// Lines of JSON on their way to a terminal, which shows no control characters.
pub struct Safe<W>(pub W);

impl<W: Write> Write for Safe<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        for line in text.split_inclusive('\n') {
            let bare = line.strip_suffix('\n').unwrap_or(line);
            self.0.write_all(sanitise::line(bare).as_bytes())?;
            if bare.len() < line.len() {
                self.0.write_all(b"\n")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
