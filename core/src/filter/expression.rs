//! A parsed filter and its evaluation in three-valued logic: a term about a figure that is not computed yet is unknown,
//! neither true nor false.

use super::classes::FilterClasses;
use super::field::{DecisionText, FieldKind, Flag};
use super::number::NumberComparison;
use super::pattern::Pattern;
use crate::figures::Figure;
use std::fmt;
use std::ops::Range;

/// A row of a list, as a filter sees it. `None` means that the answer is unknown.
pub trait Subject {
    /// A figure.
    fn figure(&self, figure: &Figure) -> Option<f64>;
    /// Whether the name of any of its documents matches.
    fn any_name(&self, pattern: &Pattern) -> bool;
    /// Whether the group of any of its documents matches.
    fn any_group(&self, _pattern: &Pattern) -> Option<bool> {
        None
    }
    /// Whether it has a property.
    fn flag(&self, _flag: Flag) -> Option<bool> {
        None
    }
    /// Whether any of these texts matches.
    fn any_words(&self, _words: DecisionText, _pattern: &Pattern) -> Option<bool> {
        None
    }
}

/// One term.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Test {
    /// A figure compared with a value.
    Number(&'static Figure, NumberComparison, f64),
    /// A plain word.
    Word(Pattern),
    /// `from:` or `name:`.
    Name(Pattern),
    /// `group:`.
    Group(Pattern),
    /// A property, and whether it must be present.
    Flag(Flag, bool),
    /// `by:`, `note:` or `decision:`.
    Words(DecisionText, Pattern),
}

/// A term, or its negation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FilterTerm {
    pub(super) test: Test,
    pub(super) negated: bool,
}

/// A parsed filter: alternatives, each a list of terms that must all hold. A filter without alternatives matches
/// everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    pub(super) alternatives: Vec<Vec<FilterTerm>>,
}

impl Filter {
    /// Whether it matches everything.
    pub fn is_empty(&self) -> bool {
        self.alternatives.is_empty()
    }

    /// Whether `subject` matches; `None` if that depends on an unknown answer.
    pub fn matches(&self, subject: &impl Subject) -> Option<bool> {
        if self.is_empty() {
            return Some(true);
        }
        // A conjunction is false if any part is; a disjunction is true if any part is.
        let all = |terms: &Vec<FilterTerm>| combine(terms.iter().map(|t| t.holds(subject)), false);
        combine(self.alternatives.iter().map(all), true)
    }

    /// Whether any term depends on the evidence of a pair.
    pub fn needs_evidence(&self) -> bool {
        self.tests()
            .any(|test| matches!(test, Test::Number(figure, ..) if figure.needs_evidence()))
    }

    /// Returns a message if a term can match no document of a collection with these groups and roles.
    pub fn unknown(&self, classes: &FilterClasses) -> Option<String> {
        self.tests().find_map(|test| match test {
            Test::Group(pattern) => classes.no_group(pattern),
            Test::Flag(flag, _) => classes.no_flag(*flag),
            _ => None,
        })
    }

    /// Field name of the first term about decisions; a list without a journal cannot evaluate it.
    pub fn first_property(&self) -> Option<&'static str> {
        self.tests().find_map(|test| {
            let kind = match test {
                Test::Flag(flag, is_set) if is_decision(test) => FieldKind::Flag(*flag, *is_set),
                Test::Words(words, _) => FieldKind::Words(*words),
                _ => return None,
            };
            let field = super::field::FIELDS.iter().find(|f| f.kind == kind)?;
            Some(field.name)
        })
    }

    /// Splits a filter into its plain words and the rest, for a caller that searches names itself. A filter with
    /// several alternatives is not split.
    pub fn split_words(mut self) -> (String, Filter) {
        let [terms] = &mut self.alternatives[..] else {
            return (String::new(), self);
        };
        let mut words = Vec::new();
        terms.retain(|term| match &term.test {
            Test::Word(pattern) if !term.negated => {
                words.push(pattern.source.clone());
                false
            }
            _ => true,
        });
        self.alternatives.retain(|terms| !terms.is_empty());
        (words.join(" "), self)
    }

    fn tests(&self) -> impl Iterator<Item = &Test> {
        self.alternatives.iter().flatten().map(|term| &term.test)
    }
}

/// Whether a term is about decisions.
fn is_decision(test: &Test) -> bool {
    match test {
        Test::Words(..) => true,
        Test::Flag(flag, _) => !matches!(flag, Flag::New | Flag::Archive | Flag::Chain),
        _ => false,
    }
}

impl FilterTerm {
    fn holds(&self, subject: &impl Subject) -> Option<bool> {
        let matches = match &self.test {
            Test::Number(figure, comparison, value) => {
                let order = subject.figure(figure)?.partial_cmp(value);
                order.is_some_and(|order| comparison.contains(&order))
            }
            Test::Word(pattern) | Test::Name(pattern) => subject.any_name(pattern),
            Test::Group(pattern) => subject.any_group(pattern)?,
            Test::Flag(flag, is_set) => subject.flag(*flag)? == *is_set,
            Test::Words(words, pattern) => subject.any_words(*words, pattern)?,
        };
        Some(matches != self.negated)
    }
}

/// `decisive` if any part is `decisive`; otherwise unknown if any part is unknown; otherwise `!decisive`.
fn combine(parts: impl Iterator<Item = Option<bool>>, decisive: bool) -> Option<bool> {
    let mut all_known = true;
    for part in parts {
        match part {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => all_known = false,
        }
    }
    all_known.then_some(!decisive)
}

/// A syntax error of a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilterError {
    /// The invalid bytes of the text; an empty range where something is missing.
    pub span: Range<usize>,
    /// The error, and advice.
    pub message: String,
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for FilterError {}
