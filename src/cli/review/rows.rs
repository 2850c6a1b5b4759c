//! Decisions as rows, which are printed and filtered.

use std::io::{self, Write};

use crate::figures::Figure;
use crate::filter::{DecisionText, Flag, Pattern, Subject};
use crate::index::Collection;
use crate::report::{Cell, Destination, Format, OutputColumn, Writer};
use crate::review::{Act, DecisionStatus, ReviewEntry, ReviewState};

/// One decision, as it is printed and filtered.
pub struct Row<'a> {
    act: &'a Act,
    standing: &'a DecisionStatus,
    /// Whether it does not count, since its person is not accepted.
    is_off: bool,
    /// Names of the documents: those they have now, where they are in the collection.
    names: Vec<String>,
}

/// A row for each entry; of a journal that `is_off`, none counts.
pub fn rows<'a>(state: &'a ReviewState, collection: &Collection, is_off: bool) -> Vec<Row<'a>> {
    let row = |entry: &'a ReviewEntry| {
        let act = state.act_of(entry);
        let texts = act.subject.texts().into_iter();
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
            is_off,
            names,
        }
    };
    state.entries().iter().map(row).collect()
}

impl Row<'_> {
    fn state(&self) -> &'static str {
        match self.standing {
            _ if self.is_off => "off",
            DecisionStatus::Holds => "holds",
            DecisionStatus::Reopened(_) => "reopened",
            DecisionStatus::Elsewhere => "elsewhere",
        }
    }

    fn why(&self) -> String {
        match self.standing {
            DecisionStatus::Reopened(why) if !self.is_off => why.to_string(),
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

/// The columns, of which a table has those that are marked.
fn columns<'r>() -> [(bool, OutputColumn<'r, Row<'r>>); 14] {
    [
        (true, ("on", &|r| Cell::text(r.act.subject.kind()))),
        (true, ("a", &|r| Cell::text(&r.sides()[0]))),
        (true, ("b", &|r| Cell::text(&r.sides()[1]))),
        (true, ("decision", &|r| Cell::text(r.act.decision.name()))),
        (true, ("state", &|r| Cell::text(r.state()))),
        (true, ("why", &|r| Cell::text(r.why()))),
        (true, ("by", &|r| Cell::text(&r.act.by))),
        (true, ("when", &|r| Cell::text(r.act.when.to_string()))),
        (
            false,
            ("jaccard", &|r| {
                r.act.figures.map(|f| Cell::Share(f.jaccard)).into()
            }),
        ),
        (false, ("words", &|r| r.act.figures.map(|f| f.words).into())),
        (
            false,
            ("threshold", &|r| {
                r.act
                    .settings
                    .as_ref()
                    .map(|s| Cell::Share(s.threshold))
                    .into()
            }),
        ),
        (
            false,
            ("k", &|r| r.act.settings.as_ref().map(|s| s.k).into()),
        ),
        (
            false,
            ("measure", &|r| {
                r.act
                    .settings
                    .as_ref()
                    .map(|s| Cell::text(&s.measure))
                    .into()
            }),
        ),
        (true, ("note", &|r| Cell::text(&r.act.note))),
    ]
}

/// Writes one row for each decision.
///
/// # Errors
/// Output errors.
pub fn write_decisions<'r>(rows: &'r [Row<'r>], to: Destination<impl Write>) -> io::Result<()> {
    let is_table = to.format == Format::Table;
    let columns = columns().into_iter();
    let columns = columns.filter(|(is_in_table, _)| *is_in_table || !is_table);
    let columns: Vec<_> = columns.map(|(_, column)| column).collect();
    Writer::items(to, rows, &columns)
}

impl Subject for Row<'_> {
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
            Flag::Holding => *self.standing == DecisionStatus::Holds,
            Flag::Reopened => matches!(self.standing, DecisionStatus::Reopened(_)),
            Flag::Elsewhere => *self.standing == DecisionStatus::Elsewhere,
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
