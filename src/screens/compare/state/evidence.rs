//! Plain-text report of a pair for the clipboard: similarity figures, and a passage in both documents
//! with its line numbers.

use std::fmt::Write;

use super::{CompareState, half};
use crate::app::names::Named;
use crate::base::sanitise;
use crate::base::units::count;
use crate::engine::message::Comparison;
use crate::settings::{Normalisation, Unit};
use crate::typeset::figures::{bare, bare_interval, signed};

/// Maximum length in bytes of a copied passage.
const MOST: usize = 20_000;

impl CompareState {
    /// The pair's figures and the passage last jumped to (else the first), with both ids and line
    /// numbers. Empty until the comparison has arrived.
    pub fn evidence(&self, collection: &Named) -> String {
        let Some(loaded) = &self.loaded else {
            return String::new();
        };
        let c = &*loaded.comparison;
        let ids = [c.left.doc, c.right.doc].map(|doc| {
            if doc.index() < collection.len() {
                sanitise::line(collection.id(doc))
            } else {
                "?".into()
            }
        });
        let is_bag = collection.settings().sketching.bag;
        let mut out = figures(c, is_bag, [&ids[0], &ids[1]]);
        out += &left_out(&collection.settings().normalisation);
        let number = self.passage().unwrap_or(0);
        if let Some(words) = self.passage_words(number) {
            let all = count(self.passage_count() as u64);
            _ = writeln!(
                out,
                "\nPassage {} of {all}, {words}",
                count(number as u64 + 1)
            );
            for (text, id) in loaded.texts.iter().zip(&ids) {
                let (start, end) = text.marks(self.mode).passages[number];
                let lines = (text.line_of(start), text.line_of(end));
                let lines = match lines {
                    (a, b) if a == b => format!("line {}", count(a as u64)),
                    (a, b) => format!("lines {} to {}", count(a as u64), count(b as u64)),
                };
                _ = writeln!(out, "\n{id}, {lines}:");
                quote(
                    &mut out,
                    text.pane.text().get(start..end).unwrap_or_default(),
                );
            }
        } else {
            _ = writeln!(out, "\nThey share no passage.");
        }
        out
    }
}

fn figures(c: &Comparison, is_bag: bool, [a, b]: [&str; 2]) -> String {
    let (o, e) = (&c.measures.overlap, &c.estimate);
    let words = |side: &crate::engine::message::Side| {
        let words = c.unit.counted(side.words as u64);
        let masked: usize = side.masked.iter().map(|span| span.words).sum();
        match masked as u64 {
            0 => words,
            masked => format!("{words}, {} more excluded", count(masked)),
        }
    };
    let mut out = String::new();
    _ = writeln!(out, "A  {a}  ({})", words(half::side(c, false)));
    _ = writeln!(out, "B  {b}  ({})", words(half::side(c, true)));
    _ = writeln!(
        out,
        "exact Jaccard {}: {} of {} {}{}-shingles{} shared",
        bare(o.jaccard()),
        count(o.shared.into()),
        count(o.union()),
        if is_bag { "" } else { "distinct " },
        c.k,
        match c.unit {
            Unit::Term => "",
            Unit::Char => " of characters",
        }
    );
    if is_bag {
        _ = writeln!(out, "a shingle counts as often as it stands in a text");
    }
    if let Some(before) = c.before.filter(|before| before != o) {
        let jaccard = bare(before.jaccard());
        _ = writeln!(out, "exact Jaccard with what is excluded {jaccard}");
    }
    _ = writeln!(
        out,
        "estimate {} (95% interval {}, {} positions), error {}",
        bare(e.value()),
        bare_interval(e),
        count(e.positions.into()),
        signed(e.value() - o.jaccard()).trim()
    );
    _ = writeln!(
        out,
        "containment: {} of A is in B, {} of B is in A",
        bare(o.containment_a_in_b()),
        bare(o.containment_b_in_a())
    );
    let about = if c.diff.approximate {
        " (at least: the search was cut short)"
    } else {
        ""
    };
    _ = writeln!(
        out,
        "{} diff similarity {}{about}, SimHash distance {} of 64",
        c.unit.nouns().0,
        bare(c.diff.similarity),
        c.measures.simhash
    );
    let longest = c.unit.counted(c.measures.longest_run.into());
    _ = writeln!(out, "longest shared run {longest}");
    out
}

/// Which words are left out of all texts, as lines.
fn left_out(normalisation: &Normalisation) -> String {
    let mut out = String::new();
    if !normalisation.drop_stopwords.is_empty() {
        let lists = normalisation.drop_stopwords.join(", ");
        _ = writeln!(out, "stop-words ({lists}) are excluded");
    }
    if normalisation.drop_numbers {
        _ = writeln!(out, "numbers are excluded");
    }
    if normalisation.keep_case {
        _ = writeln!(out, "words differ by the case of letters");
    }
    out
}

fn quote(out: &mut String, text: &str) {
    let end = text.floor_char_boundary(MOST.min(text.len()));
    for line in text[..end].lines() {
        _ = writeln!(out, "  {}", sanitise::line(line));
    }
    if end < text.len() {
        _ = writeln!(
            out,
            "  … {} more characters",
            count(text[end..].chars().count() as u64)
        );
    }
}
