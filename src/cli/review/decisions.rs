//! The list of decisions.

use std::io::{self, Write};

use crate::collection::Collection;
use crate::filter::{DecisionText, Flag, Number, Pattern, Subject};
use crate::report::{Cell, Column, Destination, Format, Writer};
use crate::review::{Act, DecisionStatus, Entry, ReviewState, Thing};

/// One decision, as it is printed and filtered.
pub struct Row<'a> {
    act: &'a Act,
    standing: &'a DecisionStatus,
    /// Names of the documents: those they have now, where they are in the collection.
    names: Vec<String>,
    disputed: bool,
}

/// A row for each entry.
#[must_use]
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
        let said = match (&act.thing, &entry.documents[..]) {
            (Thing::Pair { .. }, [a, b]) => state.pair(*a, *b),
            (Thing::Passage { in_a, in_b, .. }, [a, b]) => {
                state.passage((*a, in_a.words), (*b, in_b.words))
            }
            (Thing::Document { .. }, [doc]) => state.document(*doc),
            (Thing::Cluster { .. }, [_, ..]) => state.cluster(collection, &entry.documents),
            _ => Default::default(),
        };
        Row {
            act,
            standing: &entry.standing,
            names,
            disputed: entry.standing == DecisionStatus::Holds && said.is_disputed(),
        }
    };
    state.entries().iter().map(row).collect()
}

impl Row<'_> {
    fn state(&self) -> &'static str {
        match self.standing {
            DecisionStatus::Holds if self.disputed => "disputed",
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

    fn span(&self, of: impl Fn(&Thing) -> Option<u32>) -> Cell {
        of(&self.act.thing).map_or(Cell::None, |at| Cell::Count(at.into()))
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
        ("note", &|r| {
            let tags = r.act.tags.iter().map(|tag| format!("[{tag}]"));
            let note = (!r.act.note.is_empty()).then(|| r.act.note.clone());
            Cell::text(tags.chain(note).collect::<Vec<_>>().join(" "))
        }),
    ]
}

/// Columns of the other formats.
fn columns<'r>() -> [Column<'r, Row<'r>>; 19] {
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
        ("tags", &|r| Cell::text(r.act.tags.join("; "))),
        ("note", &|r| Cell::text(&r.act.note)),
        ("a_start", &|r| {
            r.span(|thing| in_passage(thing, 0).map(|s| s.0))
        }),
        ("a_end", &|r| {
            r.span(|thing| in_passage(thing, 0).map(|s| s.1))
        }),
        ("b_start", &|r| {
            r.span(|thing| in_passage(thing, 1).map(|s| s.0))
        }),
        ("b_end", &|r| {
            r.span(|thing| in_passage(thing, 1).map(|s| s.1))
        }),
    ]
}

/// Characters of one side of a passage.
fn in_passage(thing: &Thing, side: usize) -> Option<(u32, u32)> {
    match thing {
        Thing::Passage { in_a, in_b, .. } => {
            let span = [in_a, in_b][side];
            Some((span.start, span.end))
        }
        _ => None,
    }
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
            Flag::Disputed => self.disputed,
            Flag::On(kind) => self.act.thing.kind() == kind,
            Flag::New | Flag::Archive | Flag::Chain | Flag::Reviewed => return None,
        })
    }

    fn any_words(&self, words: DecisionText, pattern: &Pattern) -> Option<bool> {
        Some(match words {
            DecisionText::By => pattern.matches(&self.act.by),
            DecisionText::Tag => self.act.tags.iter().any(|tag| pattern.matches(tag)),
            DecisionText::Note => pattern.matches(&self.act.note),
            DecisionText::Decision => pattern.matches(self.act.decision.name()),
        })
    }
}
