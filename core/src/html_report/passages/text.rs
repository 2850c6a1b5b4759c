//! Texts of documents, read again, with the positions of their terms.

use serde::Serialize;

use crate::base::masked::without_masked;
use crate::base::pages::page_of;
use crate::base::{DocNo, Reason};
use crate::corpus::read;
use crate::index::Collection;
use crate::text::{Normaliser, Term};
use crate::typeset::reflow::reflowed;

/// Why passages are not shown: a text has changed since it was read.
const CHANGED: &str = "The text of a document has changed since the figures were counted, so that its passages cannot be shown.";

/// Why passages are not shown: a text cannot be read again.
pub(super) const UNREADABLE: &str =
    "The text of a document could not be read again, so that its passages cannot be shown.";

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(in super::super) struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Page, from 1, if the text has pages.
    pub page: Option<u32>,
}

/// A text.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// As read, with the lines of hard-wrapped paragraphs joined; byte positions do not change.
    pub text: String,
    /// Bytes of each term that is not masked, ascending.
    pub spans: Vec<(u32, u32)>,
    /// Bytes of excluded text, ascending and disjoint, with the reason.
    pub masked: Vec<(usize, usize, Reason)>,
    /// Bytes at which lines begin, except the first line.
    lines: Vec<usize>,
}

impl Text {
    /// Reads the text of a document again. The error is the reason why its passages are not shown.
    pub(super) fn new(
        collection: &Collection,
        doc: DocNo,
        normaliser: &Normaliser,
    ) -> Result<Self, &'static str> {
        let row = collection.row(doc);
        let document = read::again(
            row.id,
            &row.location.to_place(),
            &collection.settings().reading,
        )
        .map_err(|_| UNREADABLE)?;
        if document.row.fingerprint != row.fingerprint {
            return Err(CHANGED);
        }
        let all_terms = normaliser.terms(&document.text);
        let ranges = collection.masked_ranges(doc);
        let mut terms: Vec<Term> = Vec::with_capacity(all_terms.len());
        without_masked(&all_terms, ranges, &mut terms);
        let hashes = terms.iter().map(|term| term.hash);
        if !hashes.eq(collection.terms(doc).iter().copied()) {
            return Err(CHANGED);
        }
        let masked = ranges.iter().filter_map(|range| {
            let terms = all_terms.get(range.start as usize..range.end as usize)?;
            let (first, last) = (terms.first()?, terms.last()?);
            Some((first.start as usize, last.end as usize, range.reason))
        });
        let breaks = document.text.match_indices('\n').map(|(at, _)| at + 1);
        Ok(Text {
            lines: breaks.collect(),
            masked: masked.collect(),
            spans: terms.iter().map(|term| (term.start, term.end)).collect(),
            text: reflowed(&document.text).unwrap_or(document.text),
        })
    }

    /// Bytes from the first of these terms to the end of the last; empty if there are none.
    pub(super) fn bytes(&self, (start, end): (u32, u32)) -> (usize, usize) {
        let first = self.spans.get(start as usize).map(|span| span.0 as usize);
        let first = first.unwrap_or(self.text.len());
        let last = (end > start).then(|| self.spans.get(end as usize - 1));
        let last = last.flatten().map_or(first, |span| span.1 as usize);
        (first, last.max(first))
    }

    /// Line and page of a byte.
    pub(super) fn place_at(&self, at: usize) -> Place {
        Place {
            line: self.lines.partition_point(|line| *line <= at) as u32 + 1,
            page: page_of(&self.text, at),
        }
    }
}

#[cfg(test)]
impl Text {
    /// A text without masks, and the hashes of its terms.
    pub(super) fn plain(text: &str) -> (Self, Vec<u64>) {
        let normaliser = Normaliser::new(&crate::settings::Normalisation::default());
        let terms = normaliser.expect("a normaliser").terms(text);
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let unmasked = Text {
            text: text.to_owned(),
            spans: terms.iter().map(|term| (term.start, term.end)).collect(),
            lines: breaks.collect(),
            ..Text::default()
        };
        (unmasked, terms.iter().map(|term| term.hash).collect())
    }
}
