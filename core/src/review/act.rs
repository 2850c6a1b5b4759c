//! One act: a decision is made, changed or undone; or a choice for the corpus: a mask is turned on or off, or another
//! person's acts are accepted. Templates are not recorded, because an option names their files at each start.

use super::subject::DecisionSubject;
use crate::mask::{Mask, MaskConfig, PageBlocks};
use crate::settings::Unit;
use serde::{Deserialize, Serialize};
use std::fmt;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    /// Text was copied.
    Copied,
    /// The same text, and that is allowed: quoted, licensed, by the same author.
    Acceptable,
    /// The same text, because both took it from a template or a task.
    Template,
    /// Not the same.
    Different,
    /// The reviewer cannot decide.
    Unsure,
    /// For a document: others copied from it. It is listed first among the sources of a document.
    Source,
    /// No decision: undoes an earlier one.
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

/// Figures of a pair at the time of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Exact Jaccard, 0..=1.
    pub jaccard: f64,
    /// Equal terms in passages, on the side with fewer.
    pub words: u32,
}

/// Settings at the time of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgedWith {
    /// The threshold, 0..=1.
    pub threshold: f64,
    /// Terms of a shingle.
    pub k: usize,
    /// Name of the measure that the threshold applies to.
    pub measure: String,
    /// Unit of shingles and of counts of words; omitted in a journal if it is the term.
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
    /// No decision and no note.
    fn default() -> Self {
        Statement {
            decision: Decision::Undecided,
            note: String::new(),
        }
    }
}

/// One line of a journal. Only the last act on a target counts: an undecided act without a note undoes the earlier
/// ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// When.
    pub when: Timestamp,
    /// Who.
    pub by: String,
    /// On what.
    #[serde(flatten)]
    pub subject: DecisionSubject,
    /// The decision.
    pub decision: Decision,
    /// A note; may be empty.
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

    /// Whether it has neither decision nor note, because a decision was undone.
    pub fn is_blank(&self) -> bool {
        self.decision == Decision::Undecided && self.note.is_empty()
    }
}

/// A time in UTC, in microseconds since 1970; in a file as RFC 3339, `2026-11-22T19:40:03.120000Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Timestamp(i64);

impl Timestamp {
    /// Microseconds since 1970; times outside the years 0 to 9999 are clamped.
    pub fn from_micros(micros: i64) -> Self {
        // The first and the last microsecond of these years.
        Timestamp(micros.clamp(-62_167_219_200_000_000, 253_402_300_799_999_999))
    }

    /// The current system time.
    pub fn now() -> Self {
        let nanos = OffsetDateTime::now_utc().unix_timestamp_nanos();
        Self::from_micros(i64::try_from(nanos / 1_000).unwrap_or(i64::MAX))
    }

    /// The next later time.
    pub fn next(self) -> Self {
        Self::from_micros(self.0 + 1)
    }

    /// Date and time to the minute, for display.
    pub fn to_the_minute(self) -> String {
        self.to_string()[..16].replace('T', " ")
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let date = OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000);
        let date = date.unwrap_or(OffsetDateTime::UNIX_EPOCH);
        write!(
            f,
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z",
            date.year(),
            u8::from(date.month()),
            date.day(),
            date.hour(),
            date.minute(),
            date.second(),
            date.microsecond(),
        )
    }
}

impl From<Timestamp> for String {
    fn from(moment: Timestamp) -> Self {
        moment.to_string()
    }
}

impl TryFrom<String> for Timestamp {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let date = OffsetDateTime::parse(&text, &Rfc3339);
        let date = date.map_err(|_| format!("{text:?} is not a time as in RFC 3339"))?;
        let micros = i64::try_from(date.unix_timestamp_nanos().div_euclid(1_000));
        Ok(Self::from_micros(micros.unwrap_or(i64::MAX)))
    }
}

/// A choice for the corpus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "on", rename_all = "kebab-case")]
pub enum Choice {
    /// A mask is turned on or off.
    Mask {
        /// The mask.
        mask: Mask,
        /// Whether it is on.
        masked: bool,
    },
    /// The acts of a person are accepted.
    Person {
        /// The name.
        accepts: String,
    },
}

/// One line of a journal: a choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChoiceAct {
    /// When.
    pub when: Timestamp,
    /// Who.
    pub by: String,
    /// What.
    #[serde(flatten)]
    pub choice: Choice,
    /// Version of the program.
    #[serde(default)]
    pub version: String,
}

impl ChoiceAct {
    /// An act by this version of the program.
    pub fn new(when: Timestamp, by: String, choice: Choice) -> Self {
        ChoiceAct {
            when,
            by,
            choice,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The changes from `before` to `now`: removed masks, then added masks, without templates.
pub fn mask_changes(before: &MaskConfig, now: &MaskConfig) -> Vec<(Mask, bool)> {
    let (before, now) = (Mask::all(before), Mask::all(now));
    let removed = before
        .iter()
        .filter(|mask| !now.contains(mask))
        .map(|mask| (mask, false));
    let added = now
        .iter()
        .filter(|mask| !before.contains(mask))
        .map(|mask| (mask, true));
    let changes = removed
        .chain(added)
        .filter(|(mask, _)| **mask != Mask::Templates);
    changes
        .map(|(mask, masked)| (mask.clone(), masked))
        .collect()
}

/// Adds the masks of `stored` to `config`. Common text and page blocks that `config` sets take precedence.
pub fn with_kept(config: MaskConfig, stored: &MaskConfig) -> MaskConfig {
    let mut merged = config.clone();
    for mask in Mask::all(stored) {
        let is_set = match mask {
            Mask::Common(_) => config.common.is_some(),
            Mask::Blocks(_) => config.blocks != PageBlocks::All,
            _ => false,
        };
        if !is_set {
            mask.turn(&mut merged, true);
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mask::{Common, IgnoredSource};

    #[test]
    fn times_are_printed_in_utc_and_parsed_with_any_offset() {
        let parse = |text: &str| Timestamp::try_from(text.to_owned()).unwrap();
        let moment = parse("2026-11-22T19:40:03.12Z");
        assert_eq!(moment.to_string(), "2026-11-22T19:40:03.120000Z");
        assert_eq!(parse("2026-11-22T20:40:03.120000+01:00"), moment);
        assert_eq!(parse(&moment.to_string()), moment);
        assert_eq!(parse(&moment.next().to_string()), moment.next());
        assert!(moment.next() > moment);
        assert_eq!(moment.to_the_minute(), "2026-11-22 19:40");
        assert!(Timestamp::try_from("yesterday".to_owned()).is_err());
    }

    fn source(document: Option<&str>) -> IgnoredSource {
        IgnoredSource {
            source: "a.txt".into(),
            document: document.map(str::to_owned),
        }
    }

    fn all() -> MaskConfig {
        MaskConfig {
            quotations: true,
            references: true,
            blocks: PageBlocks::Main,
            templates: Vec::new(),
            common: Some(Common::Share(0.2)),
            phrases: vec!["one\ntwo".into(), "three".into()],
            sources: vec![source(None), source(Some("b.txt"))],
        }
    }

    #[test]
    fn changes_lead_from_one_state_to_the_other() {
        let partial = MaskConfig {
            references: true,
            blocks: PageBlocks::Body,
            common: Some(Common::Documents(5)),
            phrases: vec!["three".into()],
            ..MaskConfig::default()
        };
        let states = [MaskConfig::default(), all(), partial];
        for before in &states {
            for now in &states {
                let mut state = before.clone();
                let changes = mask_changes(before, now);
                assert_eq!(changes.is_empty(), before == now);
                for (mask, masked) in changes {
                    let choice = Choice::Mask { mask, masked };
                    let act = ChoiceAct::new(Timestamp::now(), "ida".into(), choice);
                    let json = serde_json::to_string(&act).unwrap();
                    let read: ChoiceAct = serde_json::from_str(&json).unwrap();
                    assert_eq!(read, act, "{json}");
                    let Choice::Mask { mask, masked } = read.choice else {
                        panic!("{json}");
                    };
                    mask.turn(&mut state, masked);
                }
                // A phrase that is added again is last.
                state
                    .phrases
                    .sort_by_key(|phrase| !phrase.starts_with("one"));
                assert_eq!(state, *now);
            }
        }
    }

    #[test]
    fn templates_are_not_stored_and_the_config_precedes_stored_masks() {
        let templates = MaskConfig {
            templates: vec!["text".into()],
            ..MaskConfig::default()
        };
        assert_eq!(mask_changes(&MaskConfig::default(), &templates), []);
        let config = MaskConfig {
            common: Some(Common::Documents(3)),
            phrases: vec!["three".into(), "four".into()],
            ..templates
        };
        let merged = with_kept(config.clone(), &all());
        assert_eq!(merged.common, config.common);
        assert_eq!(merged.templates, config.templates);
        assert_eq!(merged.phrases, ["three", "four", "one\ntwo"]);
        assert!(merged.quotations && merged.blocks == PageBlocks::Main);
        assert_eq!(with_kept(config.clone(), &MaskConfig::default()), config);
    }
}
