//! The terms of the lecture and of the screens, each with two sentences, a small picture and its stage. An entry of
//! `glossary.txt` has a line with the name and the title of the stage, a line with the sentences, and the picture,
//! indented by four. A picture is ASCII, so that every terminal shows it. Text in square brackets is emphasised.

use std::sync::LazyLock;

use super::slide::{Ink, LectureLine, Span};
use super::stages::StageKind;

const FILE: &str = include_str!("glossary.txt");

static TERMS: LazyLock<Vec<GlossaryTerm>> =
    LazyLock::new(|| FILE.split("\n\n").filter_map(GlossaryTerm::parse).collect());

/// A term and its meaning.
#[derive(Debug, PartialEq, Eq)]
pub struct GlossaryTerm {
    /// The term.
    pub name: &'static str,
    /// Its meaning in two sentences.
    pub says: &'static str,
    picture: Vec<&'static str>,
    /// The stage that shows it.
    pub stage: StageKind,
}

impl GlossaryTerm {
    fn parse(entry: &'static str) -> Option<Self> {
        let mut lines = entry.lines();
        let (name, title) = lines.next()?.split_once(" | ")?;
        let mut stages = StageKind::ALL.into_iter();
        Some(GlossaryTerm {
            name,
            stage: stages.find(|stage| stage.title() == title)?,
            says: lines.next()?,
            picture: lines.filter_map(|row| row.strip_prefix("    ")).collect(),
        })
    }

    /// The rows of its picture.
    pub fn picture(&self) -> impl Iterator<Item = LectureLine> {
        self.picture.iter().map(|row| inked(row))
    }
}

fn inked(row: &str) -> LectureLine {
    let parts = row.split_inclusive(']').flat_map(|part| {
        let at = part.find('[').filter(|_| part.ends_with(']'));
        let (before, strong) = part.split_at(at.unwrap_or(part.len()));
        [(before, Ink::Plain), (strong, Ink::Strong)]
    });
    let parts = parts.filter(|(text, _)| !text.is_empty());
    parts.map(|(text, ink)| Span::new(text, ink)).collect()
}

/// The names of a stage's terms.
pub fn of_stage(kind: StageKind) -> Vec<&'static str> {
    let terms = TERMS.iter().filter(|term| term.stage == kind);
    terms.map(|term| term.name).collect()
}

/// All terms, the terms in `first` before the others.
pub fn glossary(first: &[&str]) -> Vec<&'static GlossaryTerm> {
    let first_terms = first
        .iter()
        .filter_map(|name| TERMS.iter().find(|term| term.name == *name));
    let rest = TERMS.iter().filter(|term| !first.contains(&term.name));
    first_terms.chain(rest).collect()
}

#[cfg(test)]
mod tests {
    use super::super::slide::plain_text;
    use super::*;

    #[test]
    fn every_term_has_two_sentences_and_a_picture() {
        assert_eq!(TERMS.len(), FILE.split("\n\n").count());
        for term in TERMS.iter() {
            let ends = term.says.matches(['.', '?']).count();
            assert!(ends >= 2, "{}: {}", term.name, term.says);
            assert!((1..=5).contains(&term.picture().count()), "{}", term.name);
            for row in term.picture() {
                let row = plain_text(&row);
                assert!(row.is_ascii() && row.len() <= 46, "{}: {row}", term.name);
            }
        }
    }

    #[test]
    fn named_terms_are_first_and_every_term_occurs_once() {
        for kind in StageKind::ALL {
            let first = of_stage(kind);
            let names: Vec<&str> = glossary(&first).iter().map(|term| term.name).collect();
            assert!(names.starts_with(&first), "{kind:?}");
            let distinct: std::collections::HashSet<_> = names.iter().collect();
            assert_eq!((names.len(), distinct.len()), (TERMS.len(), TERMS.len()));
        }
    }
}
