//! The list of decisions.

use std::io::{self, Write};

use crate::collection::Collection;
use crate::filter::{DecisionText, Flag, Number, Pattern, Subject};
use crate::report::{Cell, Column, Destination, Format, Writer};
use crate::review::{Act, DecisionStatus, Entry, ReviewState};

/// One decision, as it is printed and filtered.
pub struct Row<'a> {
    act: &'a Act,
    standing: &'a DecisionStatus,
    /// Names of the documents: those they have now, where they are in the collection.
    names: Vec<String>,
}

/// A row for each entry.
pub fn rows<'a>(state: &'a ReviewState, collection: &Collection) -> Vec<Row<'a>> {
    let row = |entry: &'a Entry| {
        let act = state.act_of(entry);
        let texts = act.thing.texts().into_iter();
        let names = match &entry.documents[..] {
            [] => texts.map(|text| text.name.clone()).collect(),
            documents => documents
                .iter()
                .map(|doc| collection.printed_id(*doc).to_owned())
                .collect(),
        };
        Row {
            act,
            standing: &entry.standing,
            names,
        }
    };
    state.entries().iter().map(row).collect()
}

impl Row<'_> {
    fn state(&self) -> &'static str {
        match self.standing {
            DecisionStatus::Holds => "holds",
            DecisionStatus::Reopened(_) => "reopened",
            DecisionStatus::Elsewhere => "elsewhere",
        }
    }

    fn why(&self) -> String {
        match self.standing {
            DecisionStatus::Reopened(why) => why.to_string(),
            _ => String::new(),
        }
    }

    /// Names of both sides. Of a document, the second is empty, and of a cluster it has all names but the first.
    fn sides(&self) -> [String; 2] {
        let (first, others) = self
            .names
            .split_first()
            .map_or(("", &[][..]), |(f, o)| (f, o));
        [first.to_owned(), others.join("; ")]
    }
}

/// Columns of a table.
fn table<'r>() -> [Column<'r, Row<'r>>; 8] {
    [
        ("decision", &|r| Cell::text(r.act.decision.name())),
        ("state", &|r| {
            let why = r.why();
            match why.is_empty() {
                true => Cell::text(r.state()),
                false => Cell::text(format!("{}: {why}", r.state())),
            }
        }),
        ("on", &|r| Cell::text(r.act.thing.kind())),
        ("a", &|r| Cell::text(&r.sides()[0])),
        ("b", &|r| Cell::text(&r.sides()[1])),
        ("by", &|r| Cell::text(&r.act.by)),
        ("when", &|r| Cell::text(r.act.when.to_the_minute())),
        ("note", &|r| Cell::text(&r.act.note)),
    ]
}

/// Columns of the other formats.
fn columns<'r>() -> [Column<'r, Row<'r>>; 14] {
    [
        ("on", &|r| Cell::text(r.act.thing.kind())),
        ("a", &|r| Cell::text(&r.sides()[0])),
        ("b", &|r| Cell::text(&r.sides()[1])),
        ("decision", &|r| Cell::text(r.act.decision.name())),
        ("state", &|r| Cell::text(r.state())),
        ("why", &|r| Cell::text(r.why())),
        ("by", &|r| Cell::text(&r.act.by)),
        ("when", &|r| Cell::text(r.act.when.to_string())),
        ("jaccard", &|r| {
            r.act.figures.map_or(Cell::None, |f| Cell::Share(f.jaccard))
        }),
        ("words", &|r| {
            r.act
                .figures
                .map_or(Cell::None, |f| Cell::Count(f.words.into()))
        }),
        ("threshold", &|r| {
            let settings = r.act.settings.as_ref();
            settings.map_or(Cell::None, |s| Cell::Share(s.threshold))
        }),
        ("k", &|r| {
            let settings = r.act.settings.as_ref();
            settings.map_or(Cell::None, |s| Cell::Count(s.k as u64))
        }),
        ("measure", &|r| {
            let settings = r.act.settings.as_ref();
            settings.map_or(Cell::None, |s| Cell::text(&s.measure))
        }),
        ("note", &|r| Cell::text(&r.act.note)),
    ]
}

/// Writes one row for each decision.
///
/// # Errors
/// Output errors.
pub fn write<'r>(rows: &'r [Row<'r>], to: Destination<impl Write>) -> io::Result<()> {
    match to.format {
        Format::Table => Writer::items(to, rows, &table()),
        _ => Writer::items(to, rows, &columns()),
    }
}

impl Subject for Row<'_> {
    fn number(&self, number: Number) -> Option<f64> {
        let figures = self.act.figures?;
        match number {
            Number::Jaccard => Some(figures.jaccard),
            Number::Words => Some(figures.words.into()),
            _ => None,
        }
    }

    fn any_name(&self, pattern: &Pattern) -> bool {
        self.names.iter().any(|name| pattern.matches(name))
    }

    fn flag(&self, flag: Flag) -> Option<bool> {
        Some(match flag {
            Flag::Decided(decision) => self.act.decision == decision,
            Flag::Holding => *self.standing == DecisionStatus::Holds,
            Flag::Reopened => matches!(self.standing, DecisionStatus::Reopened(_)),
            Flag::Elsewhere => *self.standing == DecisionStatus::Elsewhere,
            Flag::On(kind) => self.act.thing.kind() == kind,
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
