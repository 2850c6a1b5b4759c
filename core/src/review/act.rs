//! One act: a decision that somebody took, changed or took back.

use serde::{Deserialize, Serialize};

use super::thing::Thing;
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
    /// Nothing is decided: takes an earlier decision back.
    Undecided,
}

impl Decision {
    /// All decisions, with their names in journals and options.
    pub const ALL: [(&'static str, Decision); 6] = [
        ("copied", Decision::Copied),
        ("acceptable", Decision::Acceptable),
        ("template", Decision::Template),
        ("different", Decision::Different),
        ("unsure", Decision::Unsure),
        ("undecided", Decision::Undecided),
    ];

    /// Its name in journals and options.
    #[must_use]
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
    /// How shared runs became the passages that figures of words count, if not as they do by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bridging: Option<PassageSettings>,
}

/// How shared runs of terms become passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassageSettings {
    /// Terms of a shared run at least.
    pub seed: usize,
    /// Terms between two runs of one passage at most.
    pub gap: usize,
    /// Terms of a passage at least, on its shorter side.
    pub min_words: usize,
}

fn is_term(unit: &Unit) -> bool {
    *unit == Unit::Term
}

/// Everything that a person says of a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The decision.
    pub decision: Decision,
    /// A note; may be empty.
    pub note: String,
    /// Tags, in the person's order.
    pub tags: Vec<String>,
}

impl Default for Statement {
    /// Nothing.
    fn default() -> Self {
        Statement {
            decision: Decision::Undecided,
            note: String::new(),
            tags: Vec::new(),
        }
    }
}

/// One line of a journal. It states everything that its author now says of the thing: the last one counts, and
/// one that is undecided, without note and tags, takes all back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// When.
    pub when: Timestamp,
    /// Who.
    pub by: String,
    /// On what.
    #[serde(flatten)]
    pub thing: Thing,
    /// What was decided.
    pub decision: Decision,
    /// A note in the author's words; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Tags, in the author's order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Figures at the time, of a pair or of the pair of a passage.
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
    /// An act without note, tags, figures and settings, by this version of the program.
    #[must_use]
    pub fn new(when: Timestamp, by: String, thing: Thing, decision: Decision) -> Self {
        Act {
            when,
            by,
            thing,
            decision,
            note: String::new(),
            tags: Vec::new(),
            figures: None,
            settings: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// What its author says.
    #[must_use]
    pub fn said(&self) -> Statement {
        Statement {
            decision: self.decision,
            note: self.note.clone(),
            tags: self.tags.clone(),
        }
    }

    /// Whether it says nothing of the thing: a decision that was taken back.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.decision == Decision::Undecided && self.note.is_empty() && self.tags.is_empty()
    }
}
