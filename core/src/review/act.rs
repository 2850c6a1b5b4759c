//! One act: a decision that somebody took, changed or took back.

use serde::{Deserialize, Serialize};

use super::subject::DecisionSubject;
use super::timestamp::Timestamp;
use crate::settings::Unit;

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Text was copied.
    Copied,
    /// The same text, and that is allowed: quoted, licensed, by the same hand.
    Acceptable,
    /// The same text because both have it from a template or a task.
    Template,
    /// Not the same.
    Different,
    /// Seen, and cannot tell.
    Unsure,
    /// Of a document: others copied from it. It is named first among the sources of a text.
    Source,
    /// Nothing is decided: takes an earlier decision back.
    Undecided,
}

impl Decision {
    /// All decisions, with their names in journals and options.
    pub const ALL: [(&'static str, Decision); 7] = [
        ("copied", Decision::Copied),
        ("acceptable", Decision::Acceptable),
        ("template", Decision::Template),
        ("different", Decision::Different),
        ("unsure", Decision::Unsure),
        ("source", Decision::Source),
        ("undecided", Decision::Undecided),
    ];

    /// Its name in journals and options.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// Figures of a pair when it was judged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Exact Jaccard, 0..=1.
    pub jaccard: f64,
    /// Words copied: terms in passages, on the shorter side.
    pub words: u32,
}

/// Settings under which something was judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedWith {
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// Terms of a shingle.
    pub k: usize,
    /// Name of the measure that the threshold applies to.
    pub measure: String,
    /// Unit of shingles, which figures of words then count; left out in a journal if they are terms.
    #[serde(default, skip_serializing_if = "is_term")]
    pub unit: Unit,
}

fn is_term(unit: &Unit) -> bool {
    *unit == Unit::Term
}

/// A decision with a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The decision.
    pub decision: Decision,
    /// A note; may be empty.
    pub note: String,
}

impl Default for Statement {
    /// Nothing.
    fn default() -> Self {
        Statement {
            decision: Decision::Undecided,
            note: String::new(),
        }
    }
}

/// One line of a journal. The last act on a thing counts, whole: one that is undecided and has no note takes the
/// earlier ones back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// When.
    pub when: Timestamp,
    /// Who.
    pub by: String,
    /// On what.
    #[serde(flatten)]
    pub subject: DecisionSubject,
    /// What was decided.
    pub decision: Decision,
    /// A note in the author's words; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Figures of a pair at the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figures: Option<Figures>,
    /// Settings at the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<JudgedWith>,
    /// Version of the program.
    #[serde(default)]
    pub version: String,
}

impl Act {
    /// An act without note, figures and settings, by this version of the program.
    pub fn new(when: Timestamp, by: String, subject: DecisionSubject, decision: Decision) -> Self {
        Act {
            when,
            by,
            subject,
            decision,
            note: String::new(),
            figures: None,
            settings: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// The decision and the note.
    pub fn statement(&self) -> Statement {
        Statement {
            decision: self.decision,
            note: self.note.clone(),
        }
    }

    /// Whether it says nothing of the thing: a decision that was taken back.
    pub fn is_blank(&self) -> bool {
        self.decision == Decision::Undecided && self.note.is_empty()
    }
}
