//! Plain text of a pair for the clipboard: the figures, and a passage in both documents with its line numbers.

use std::fmt::Write;

use super::CompareState;
use crate::app::NamedDocuments;
use crate::base::sanitise;
use crate::base::units::count;
use crate::typeset::figures::{bare, bare_interval};

/// Maximum length in bytes of a copied passage.
const MAX: usize = 20_000;

impl CompareState {
    /// The figures of the pair and the passage last jumped to (else the first). Empty until the comparison has arrived.
    pub fn evidence(&self, named: &NamedDocuments) -> String {
        let docs = self.docs();
        let is_listed = docs.iter().all(|doc| doc.index() < named.len());
        let Some(c) = self.comparison().filter(|_| is_listed) else {
            return String::new();
        };
        let (overlap, unit) = (&c.measures.overlap, c.unit);
        let ids = docs.map(|doc| sanitise::line(named.id(doc)));
        let mut out = String::new();
        for ((letter, id), side) in ["A", "B"].iter().zip(&ids).zip(c.sides()) {
            let words = unit.counted(side.words as u64);
            _ = writeln!(out, "{letter}  {id}  ({words})");
        }
        _ = writeln!(
            out,
            "exact Jaccard {}: {} of {} shingles shared\nestimate {} (95% interval {})\ncontainment: {} of A is in B, {} of B is in A",
            bare(overlap.jaccard()),
            count(overlap.shared.into()),
            count(overlap.union()),
            bare(c.estimate.value()),
            bare_interval(&c.estimate),
            bare(overlap.containment_a_in_b()),
            bare(overlap.containment_b_in_a())
        );
        let number = self.passage().unwrap_or(0);
        let Some(length) = self.passage_words(number) else {
            return out + "\nThey share no passage.\n";
        };
        let all = self.passages().len();
        _ = writeln!(out, "\nPassage {} of {all}, {length}", number + 1);
        for (text, id) in self.texts().iter().zip(&ids) {
            let (start, end) = text.marks[self.mode.marks()].passages[number];
            let line = |byte| count(text.pane.line_of(byte) as u64);
            _ = writeln!(out, "\n{id}, lines {} to {}:", line(start), line(end));
            let passage = text.pane.text().get(start..end).unwrap_or_default();
            let shown = &passage[..passage.floor_char_boundary(MAX)];
            for line in shown.lines() {
                _ = writeln!(out, "  {}", sanitise::line(line));
            }
            if shown.len() < passage.len() {
                out += "  …\n";
            }
        }
        out
    }
}
