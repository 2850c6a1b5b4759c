//! The journal as text: JSON Lines with a header and one act per line.
//!
//! A journal is read leniently, because people edit it: invalid lines are counted, kept and skipped. Only the header is
//! checked strictly, so that the journal of a later version is not misunderstood.
//!
//! The reviewer is the person who reads a journal. The journal may be somebody else's, so acts of other people are
//! ignored until the reviewer accepts them. Names are not verified.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::Arc;

use anyhow::{Context, ensure};
use serde::Serialize;

use super::act::{Act, Decision};
use super::act::{Choice, ChoiceAct};
use super::subject::{DecisionKey, DecisionSubject};
use super::{Digest, Timestamp};
use crate::base::journal::{FORMAT, begins_journal, first_line, format_version, header};
use crate::base::{sanitise, units};
use crate::mask::{Mask, MaskConfig};

/// An act and the line that it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalLine<A = Act> {
    /// The act.
    pub act: A,
    /// The line without its end. It also contains fields that this version does not know.
    pub raw: String,
}

/// A line that is not an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// Number of the line, from 1.
    pub number: usize,
    /// The error.
    pub why: String,
}

/// A journal as its reviewer reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// The accepted acts.
    pub acts: Vec<JournalLine>,
    /// The accepted choices.
    pub choices: Vec<JournalLine<ChoiceAct>>,
    /// Acts of people whom the reviewer has not accepted; `None` if there are none.
    pub off: Option<Arc<Journal>>,
    /// Lines that are not acts.
    pub broken: Vec<InvalidLine>,
}

/// A line that is appended to a journal.
pub trait DatedLine: Serialize {
    /// Its time.
    fn when(&mut self) -> &mut Timestamp;
}

impl DatedLine for Act {
    fn when(&mut self) -> &mut Timestamp {
        &mut self.when
    }
}

impl DatedLine for ChoiceAct {
    fn when(&mut self) -> &mut Timestamp {
        &mut self.when
    }
}

/// The acts of one person: decisions, and exclusions turned on or off.
type PersonActs = (HashSet<DecisionKey<Digest>>, Vec<(Mask, bool)>);

/// Acts of others that wait for acceptance by the reviewer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Offer {
    /// The author; `None` for exclusions in the journal of another folder, which apply in that folder.
    pub by: Option<String>,
    /// The folder of the journal, if it is another one.
    pub folder: Option<String>,
    /// Number of subjects with a decision or a note.
    pub decisions: usize,
    /// The masks, and whether each is on.
    pub masks: Vec<(Mask, bool)>,
}

impl Offer {
    /// Returns a message that these acts are ignored, and how to accept them.
    pub fn sentence(&self) -> String {
        let verb = if self.decisions + self.masks.len() == 1 {
            "is"
        } else {
            "are"
        };
        let folder = self.folder.as_deref().unwrap_or("PATH");
        let arguments = self.by.iter().map(String::as_str).chain([folder]);
        match &self.by {
            Some(_) => format!(
                "{self} {verb} off: `shinglescope review accept {}`",
                shell_words::join(arguments)
            ),
            None => format!("{self} {verb} off here; to use them: --kept-masks apply"),
        }
    }
}

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |n: usize, one, many| (n > 0).then(|| units::counted(n as u64, one, many));
        let parts = [
            counted(self.decisions, "decision", "decisions"),
            counted(self.masks.len(), "exclusion", "exclusions"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(" and "))?;
        if let Some(by) = &self.by {
            write!(f, " by {by}")?;
        }
        self.folder
            .iter()
            .try_for_each(|folder| write!(f, " in {folder}"))
    }
}

/// Why bytes are not a journal of this version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Written by a later version.
    #[error(
        "the journal has format {0}, and this version of the program knows {FORMAT}; it stays as it is: use the newer version"
    )]
    Newer(u64),
    /// The first line is not a header.
    #[error(
        "its first line is not the header of a journal, {}; it stays as it is: put the header there, or name another file with --journal",
        header().trim_end()
    )]
    NoHeader,
}

impl<A: Serialize> JournalLine<A> {
    /// Creates the line of an act of this version. Characters that could control a terminal are escaped.
    pub fn new(act: A) -> Self {
        // This cannot fail: numbers that are not finite become null, and every other value can be written as JSON.
        let json = serde_json::to_string(&act).unwrap_or_default();
        let mut raw = String::with_capacity(json.len());
        for c in json.chars() {
            // These characters occur only in strings.
            match sanitise::mark(c) {
                Some(_) => {
                    let mut units = [0; 2];
                    let units = c.encode_utf16(&mut units).iter();
                    raw.extend(units.map(|unit| format!("\\u{unit:04x}")));
                }
                None => raw.push(c),
            }
        }
        JournalLine { act, raw }
    }
}

impl Journal {
    /// Reads a journal for a reviewer. An empty file, or one cut off inside its header, is a journal without acts.
    ///
    /// # Errors
    /// The bytes are not a journal, or the journal of a later version.
    pub fn parse(bytes: &[u8], reviewer: &str) -> Result<Self, JournalError> {
        let mut journal = Journal::default();
        if bytes.is_empty() {
            return Ok(journal);
        }
        match format_version(first_line(bytes)) {
            Some(version) if version > FORMAT => return Err(JournalError::Newer(version)),
            Some(_) => {}
            None if !begins_journal(bytes) => return Err(JournalError::NoHeader),
            None => return Ok(journal),
        }
        for (at, raw) in bytes.split(|byte| *byte == b'\n').enumerate().skip(1) {
            let raw = raw.strip_suffix(b"\r").unwrap_or(raw);
            // A file of concatenated journals has several headers.
            let is_header = || format_version(raw).is_some_and(|version| version <= FORMAT);
            if raw.trim_ascii().is_empty() || is_header() {
                continue;
            }
            match parse_line(raw) {
                Ok(ParsedLine::Act(line)) => journal.acts.push(*line),
                Ok(ParsedLine::Choice(line)) => journal.choices.push(*line),
                Err(why) => journal.broken.push(InvalidLine {
                    number: at + 1,
                    why: why.to_string(),
                }),
            }
        }
        let own = journal
            .choices
            .iter()
            .filter(|line| line.act.by == reviewer);
        let accepted = own.filter_map(|line| match &line.act.choice {
            Choice::Person { accepts } => Some(accepts.clone()),
            Choice::Mask { .. } => None,
        });
        let accepted: HashSet<String> = accepted.chain([reviewer.to_owned()]).collect();
        let broken = std::mem::take(&mut journal.broken);
        let mut filtered = Journal {
            broken,
            off: Some(Arc::new(journal)),
            ..Journal::default()
        };
        filtered.accept(|by| accepted.contains(by));
        Ok(filtered)
    }

    /// Accepts the acts of the people for whom `is_accepted` is true.
    pub fn accept(&mut self, is_accepted: impl Fn(&str) -> bool) {
        let Some(off) = self.off.take() else { return };
        let Journal { acts, choices, .. } = Arc::unwrap_or_clone(off);
        let (acts, acts_off): (Vec<_>, Vec<_>) =
            acts.into_iter().partition(|line| is_accepted(&line.act.by));
        let (choices, choices_off): (Vec<_>, Vec<_>) = choices
            .into_iter()
            .partition(|line| is_accepted(&line.act.by));
        self.acts.extend(acts);
        self.choices.extend(choices);
        let off = Journal {
            acts: acts_off,
            choices: choices_off,
            ..Journal::default()
        };
        self.off = (off != Journal::default()).then(|| Arc::new(off));
    }

    /// Ignored acts, by person.
    pub fn offers(&self) -> Vec<Offer> {
        let Some(off) = &self.off else {
            return Vec::new();
        };
        let mut by_person: BTreeMap<&str, PersonActs> = BTreeMap::new();
        for JournalLine { act, .. } in &off.acts {
            let key = act.subject.key(|text| text.text);
            by_person.entry(&act.by).or_default().0.insert(key);
        }
        for (by, mask, masked) in masks(&off.choices) {
            let own_masks = &mut by_person.entry(by).or_default().1;
            own_masks.retain(|(other, _)| other != mask);
            own_masks.push((mask.clone(), masked));
        }
        let offer = |(by, (subjects, masks)): (&str, (HashSet<_>, Vec<_>))| Offer {
            by: Some(by.to_owned()),
            folder: None,
            decisions: subjects.len(),
            masks,
        };
        by_person.into_iter().map(offer).collect()
    }

    /// Returns the last act that turned `mask` on; `None` if there is none, or a later act turned it off.
    pub fn exclusion(&self, mask: &Mask) -> Option<&ChoiceAct> {
        let acts = self.choices.iter().map(|line| &line.act);
        let acts = acts.filter_map(|act| match &act.choice {
            Choice::Mask {
                mask: other,
                masked,
            } if other == mask => Some((act, *masked)),
            _ => None,
        });
        let (act, masked) = acts.max_by_key(|(act, _)| act.when)?;
        masked.then_some(act)
    }

    /// Whether an act turns `mask` on or off.
    pub fn mentions(&self, mask: &Mask) -> bool {
        let off = self.off.iter().any(|off| off.mentions(mask));
        off || masks(&self.choices).any(|(_, other, _)| other == mask)
    }

    /// The time of the last act of any person.
    pub fn last(&self) -> Option<Timestamp> {
        let acts = self.acts.iter().map(|line| line.act.when);
        let choices = self.choices.iter().map(|line| line.act.when);
        let off = self.off.iter().filter_map(|off| off.last());
        acts.chain(choices).chain(off).max()
    }

    /// Returns the masks that are on after all accepted acts; the last act on a mask counts.
    pub fn kept_masks(&self) -> MaskConfig {
        let mut config = MaskConfig::default();
        for (_, mask, masked) in masks(&self.choices) {
            mask.clone().turn(&mut config, masked);
        }
        config
    }

    /// Returns a message about lines that are not acts; `None` if there are none.
    pub fn broken_sentence(&self) -> Option<String> {
        let first = self.broken.first()?;
        let (n, number, why) = (self.broken.len(), first.number, &first.why);
        Some(match n {
            1 => format!(
                "line {number} of the journal is not an act ({why}); it stays in the file and is ignored"
            ),
            _ => format!(
                "{n} lines of the journal are not acts; they stay in the file and are ignored, the first is line {number} ({why})"
            ),
        })
    }
}

/// For each choice of a mask, by time: the person, the mask, and whether it is on.
fn masks(choices: &[JournalLine<ChoiceAct>]) -> impl Iterator<Item = (&str, &Mask, bool)> {
    let mut acts: Vec<&ChoiceAct> = choices.iter().map(|line| &line.act).collect();
    acts.sort_by_key(|act| act.when);
    acts.into_iter().filter_map(|act| match &act.choice {
        Choice::Mask { mask, masked } => Some((&*act.by, mask, *masked)),
        Choice::Person { .. } => None,
    })
}

/// A parsed line.
enum ParsedLine {
    Act(Box<JournalLine>),
    Choice(Box<JournalLine<ChoiceAct>>),
}

fn parse_line(raw: &[u8]) -> anyhow::Result<ParsedLine> {
    let text = std::str::from_utf8(raw).context("it is not UTF-8")?;
    let raw = text.to_owned();
    let check_author = |by: &str| {
        ensure!(!by.trim().is_empty(), "it does not say by whom");
        Ok(())
    };
    let error = match serde_json::from_str::<Act>(text) {
        Ok(act) => {
            check_author(&act.by)?;
            let is_document = matches!(act.subject, DecisionSubject::Document { .. });
            ensure!(
                act.decision != Decision::Source || is_document,
                "only a document can be a source"
            );
            return Ok(ParsedLine::Act(Box::new(JournalLine { act, raw })));
        }
        Err(error) => error,
    };
    let Ok(act) = serde_json::from_str::<ChoiceAct>(text) else {
        return Err(error.into());
    };
    check_author(&act.by)?;
    if let Choice::Mask { mask, masked } = &act.choice {
        let mut config = MaskConfig::default();
        mask.clone().turn(&mut config, *masked);
        config.check()?;
    }
    Ok(ParsedLine::Choice(Box::new(JournalLine { act, raw })))
}

/// Returns the bytes that append `lines` to a journal with the content `existing`. They complete a truncated header;
/// after another truncated line they begin a new line.
pub fn addition<'a>(existing: &[u8], lines: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
    let header = header();
    let mut bytes = match header.as_bytes().strip_prefix(existing) {
        Some(rest) => rest.to_vec(),
        None if existing.ends_with(b"\n") => Vec::new(),
        None => b"\n".to_vec(),
    };
    for line in lines {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
    bytes
}

#[cfg(test)]
mod tests;
