//! Entries that were skipped, by reason, or read in part; computed once when a collection arrives.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::app::Scroll;
use crate::base::DocNo;
use crate::corpus::Skipped;
use crate::engine::message::Disguised;
use crate::index::Collection;

/// A row of the Skipped screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SkippedRow {
    /// A reason and its number of entries.
    Reason(&'static str, usize),
    /// An entry: its index in the collection's list of skipped entries.
    Entry(usize),
    /// A document that was read in part: its index in [`CorpusFacts::in_part`].
    InPart(usize),
    /// The heading over the disguised documents, with their number.
    DisguisedHeading(usize),
    /// A disguised document, with the number of its disguises.
    Disguised(DocNo, u32),
}

/// Entries that were not read, or only in part.
#[derive(Clone, Debug, Default)]
pub struct CorpusFacts {
    /// The rows of the Skipped screen.
    pub skipped: Vec<SkippedRow>,
    /// Documents with pages or parts that could not be read, by number; the reason says how many.
    pub in_part: Vec<(DocNo, Skipped)>,
    /// Entries that should have been read and were not.
    pub not_read: usize,
    /// Scroll position of the Skipped screen.
    pub scroll: Scroll,
}

impl CorpusFacts {
    /// The skipped entries of `collection`; `scroll` is kept within bounds.
    pub fn new(collection: &Collection, scroll: Scroll) -> Self {
        let in_part: Vec<(DocNo, Skipped)> = collection.read_in_part().collect();
        let failures = collection.skipped().iter();
        let failures = failures.filter(|entry| entry.reason.is_failure());
        let mut facts = CorpusFacts {
            skipped: skipped_rows(collection, &in_part),
            in_part,
            not_read: failures.count(),
            scroll,
        };
        facts.scroll.select(scroll.selected, facts.skipped.len());
        facts
    }

    /// Lists the disguised documents above the skipped entries, most disguises first.
    pub fn set_disguised(&mut self, disguised: &Disguised) {
        use SkippedRow::{Disguised as Row, DisguisedHeading};
        let is_other = |row: &SkippedRow| !matches!(row, DisguisedHeading(_) | Row(..));
        self.skipped.retain(is_other);
        let mut documents = disguised.documents.clone();
        documents.sort_by_key(|document| (Reverse(document.disguises), document.doc));
        let heading = (!documents.is_empty()).then_some(DisguisedHeading(documents.len()));
        let rows = documents.into_iter().map(|d| Row(d.doc, d.disguises));
        self.skipped.splice(0..0, heading.into_iter().chain(rows));
        // A heading has nothing to open.
        let index = self.scroll.selected.max(usize::from(self.disguised() > 0));
        self.scroll.select(index, self.skipped.len());
    }

    /// Number of disguised documents that are listed.
    pub fn disguised(&self) -> usize {
        match self.skipped.first() {
            Some(SkippedRow::DisguisedHeading(documents)) => *documents,
            _ => 0,
        }
    }

    /// The document under the cursor of the Skipped screen: one that is disguised or was read in part.
    pub fn selected_document(&self) -> Option<DocNo> {
        match self.skipped.get(self.scroll.selected)? {
            SkippedRow::Disguised(doc, _) => Some(*doc),
            SkippedRow::InPart(i) => self.in_part.get(*i).map(|(doc, _)| *doc),
            _ => None,
        }
    }

    /// 1-based number of the entry under the Skipped cursor, not counting reason rows; on a reason row,
    /// the entry before it (the first on the first row).
    pub fn skipped_at(&self) -> usize {
        let upto = (self.scroll.selected + 1).min(self.skipped.len());
        let is_entry = |r: &&SkippedRow| matches!(r, SkippedRow::Entry(_) | SkippedRow::InPart(_));
        self.skipped[..upto].iter().filter(is_entry).count().max(1)
    }
}

fn skipped_rows(collection: &Collection, in_part: &[(DocNo, Skipped)]) -> Vec<SkippedRow> {
    let mut groups: BTreeMap<(u8, &'static str), Vec<SkippedRow>> = BTreeMap::new();
    let entries = collection.skipped().iter().enumerate();
    let entries = entries.map(|(i, entry)| (&entry.reason, SkippedRow::Entry(i)));
    let in_part = in_part.iter().enumerate();
    let in_part = in_part.map(|(i, (_, entry))| (&entry.reason, SkippedRow::InPart(i)));
    for (reason, row) in entries.chain(in_part) {
        groups.entry(reason.group()).or_default().push(row);
    }
    let mut rows = Vec::new();
    for ((_, name), entries) in groups {
        rows.push(SkippedRow::Reason(name, entries.len()));
        rows.extend(entries);
    }
    rows
}
