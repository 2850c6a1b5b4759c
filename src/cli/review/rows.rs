//! Decisions as rows, which are printed and filtered.

use std::io::{self, Write};

use crate::figures::Figure;
use crate::filter::{DecisionText, Flag, Pattern, Subject};
use crate::index::Collection;
use crate::report::{Cell, Destination, Format, OutputColumn, RowWriter};
use crate::review::{Act, DecisionStatus, JudgedWith, ReviewEntry, ReviewState};

/// One decision, as it is printed and filtered.
pub struct DecisionRow<'a> {
    act: &'a Act,
    status: &'a DecisionStatus,
    /// Whether it is ignored, because its author has not been accepted.
    is_off: bool,
    /// Names of the documents: the current ones if they are in the collection.
    names: Vec<String>,
}

/// Returns a row for each entry; `is_off` if the decisions of `state` are ignored.
pub fn rows<'a>(
    state: &'a ReviewState,
    collection: &Collection,
    is_off: bool,
) -> Vec<DecisionRow<'a>> {
    let row = |entry: &'a ReviewEntry| {
        let act = state.act_of(entry);
        let texts = act.subject.texts().into_iter();
        let documents = entry.documents.iter();
        let names = if entry.documents.is_empty() {
            texts.map(|text| text.name.clone()).collect()
        } else {
            documents
                .map(|doc| collection.printed_id(*doc).to_owned())
                .collect()
        };
        DecisionRow {
            act,
            status: &entry.standing,
            is_off,
            names,
        }
    };
    state.entries.iter().map(row).collect()
}

impl DecisionRow<'_> {
    fn state(&self) -> &'static str {
        match self.status {
            _ if self.is_off => "off",
            DecisionStatus::Holds => "holds",
            DecisionStatus::Reopened(_) => "reopened",
            DecisionStatus::Elsewhere => "elsewhere",
        }
    }

    fn why(&self) -> String {
        match self.status {
            DecisionStatus::Reopened(why) if !self.is_off => why.to_string(),
            _ => String::new(),
        }
    }

    /// Names of both sides. For a document, the second is empty; for a cluster, it has all names except the first.
    fn sides(&self) -> [String; 2] {
        let first = self.names.first().cloned().unwrap_or_default();
        [first, self.names.get(1..).unwrap_or_default().join("; ")]
    }
}

/// Columns that a table has no room for.
const NOT_IN_TABLES: [&str; 5] = ["jaccard", "words", "threshold", "k", "measure"];

/// Writes one row for each decision.
///
/// # Errors
/// Output errors.
pub fn write_decisions<'r>(
    rows: &'r [DecisionRow<'r>],
    to: Destination<impl Write>,
) -> io::Result<()> {
    let setting = |row: &DecisionRow<'_>, value: fn(&JudgedWith) -> Cell| {
        row.act.settings.as_ref().map(value).into()
    };
    let columns: [OutputColumn<'_, DecisionRow<'_>>; 14] = [
        ("on", &|r| Cell::text(r.act.subject.kind())),
        ("a", &|r| Cell::text(&r.sides()[0])),
        ("b", &|r| Cell::text(&r.sides()[1])),
        ("decision", &|r| Cell::text(r.act.decision.name())),
        ("state", &|r| Cell::text(r.state())),
        ("why", &|r| Cell::text(r.why())),
        ("by", &|r| Cell::text(&r.act.by)),
        ("when", &|r| Cell::text(r.act.when.to_string())),
        ("jaccard", &|r| r.act.figures.map(|f| f.jaccard).into()),
        ("words", &|r| r.act.figures.map(|f| f.words).into()),
        ("threshold", &|r| setting(r, |s| s.threshold.into())),
        ("k", &|r| setting(r, |s| s.k.into())),
        ("measure", &|r| setting(r, |s| Cell::text(&*s.measure))),
        ("note", &|r| Cell::text(&r.act.note)),
    ];
    let is_table = to.format == Format::Table;
    let visible = columns.iter().copied();
    let visible = visible.filter(|(name, _)| !is_table || !NOT_IN_TABLES.contains(name));
    RowWriter::items(to, rows, &visible.collect::<Vec<_>>())
}

impl Subject for DecisionRow<'_> {
    fn figure(&self, figure: &Figure) -> Option<f64> {
        let figures = self.act.figures?;
        match figure.name {
            "jaccard" => Some(figures.jaccard),
            "words" => Some(figures.words.into()),
            _ => None,
        }
    }

    fn any_name(&self, pattern: &Pattern) -> bool {
        self.names.iter().any(|name| pattern.matches(name))
    }

    fn flag(&self, flag: Flag) -> Option<bool> {
        Some(match flag {
            Flag::Decided(decision) => self.act.decision == decision,
            Flag::Holding | Flag::Reopened | Flag::Elsewhere if self.is_off => false,
            Flag::Holding => *self.status == DecisionStatus::Holds,
            Flag::Reopened => matches!(self.status, DecisionStatus::Reopened(_)),
            Flag::Elsewhere => *self.status == DecisionStatus::Elsewhere,
            Flag::On(kind) => self.act.subject.kind() == kind,
            Flag::New | Flag::Archive | Flag::Chain | Flag::Reviewed => return None,
        })
    }

    fn any_words(&self, words: DecisionText, pattern: &Pattern) -> Option<bool> {
        Some(match words {
            DecisionText::By => pattern.matches(&self.act.by),
            DecisionText::Note => pattern.matches(&self.act.note),
            DecisionText::Decision => pattern.matches(self.act.decision.name()),
        })
    }
}
