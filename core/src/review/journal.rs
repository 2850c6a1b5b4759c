//! The journal as text: JSON Lines, a header and one act a line.
//!
//! A journal is read leniently, because people edit it: what cannot be read is counted, kept and skipped. Only the
//! header is strict, so that a later version's journal is not misunderstood.

use anyhow::{Context, ensure};
use serde::Serialize;

use super::act::Act;
use super::masking::MaskAct;
use crate::base::journal::{FORMAT, begins_journal, first_line, format_version, header};
use crate::base::sanitise;
use crate::mask::MaskConfig;

/// An act and the line that it was read from.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A = Act> {
    /// The act.
    pub act: A,
    /// The line without its end. Fields that this version does not know stand here only.
    pub raw: String,
}

/// A line that is no act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Number of the line, from 1.
    pub number: usize,
    /// What is wrong.
    pub why: String,
}

/// A journal as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal {
    /// The acts, in the order of their lines.
    pub acts: Vec<Line>,
    /// The lines that turn masks on or off, in their order.
    pub masks: Vec<Line<MaskAct>>,
    /// Lines that are no act.
    pub broken: Vec<Broken>,
}

/// Why bytes are no journal that this version reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Written by a later version.
    #[error(
        "the journal has format {0}, and this version of the program knows {FORMAT}; it stays as it is: use the newer version"
    )]
    Newer(u64),
    /// The first line is no header.
    #[error(
        "its first line is not the header of a journal, {}; it stays as it is: put the header there, or name another file with --journal",
        header().trim_end()
    )]
    NoHeader,
}

impl<A: Serialize> Line<A> {
    /// The line of an act of this version. Characters that would command a terminal are escaped.
    pub fn of(act: A) -> Self {
        // Numbers that are not finite become null, and nothing else of an act can fail.
        let json = serde_json::to_string(&act).unwrap_or_default();
        let mut raw = String::with_capacity(json.len());
        for c in json.chars() {
            // Such characters stand in strings only.
            match sanitise::mark(c) {
                Some(_) => {
                    let mut units = [0; 2];
                    let units = c.encode_utf16(&mut units).iter();
                    raw.extend(units.map(|unit| format!("\\u{unit:04x}")));
                }
                None => raw.push(c),
            }
        }
        Line { act, raw }
    }
}

impl Journal {
    /// Reads a journal. No bytes, or the beginning of a header, are one without acts.
    ///
    /// # Errors
    /// No journal, or one of a later version.
    pub fn parse(bytes: &[u8]) -> Result<Self, JournalError> {
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
            // Journals that were written one after the other into one file have several headers.
            let is_header = || format_version(raw).is_some_and(|version| version <= FORMAT);
            if raw.trim_ascii().is_empty() || is_header() {
                continue;
            }
            match read(raw) {
                Ok(Read::Act(line)) => journal.acts.push(*line),
                Ok(Read::Mask(line)) => journal.masks.push(line),
                Err(why) => journal.broken.push(Broken {
                    number: at + 1,
                    why: why.to_string(),
                }),
            }
        }
        Ok(journal)
    }

    /// The time of the last act.
    pub fn last(&self) -> Option<super::Timestamp> {
        self.acts.iter().map(|line| line.act.when).max()
    }

    /// The masks that are on after all acts, in the order of time: the last act on a mask counts, by whomever.
    pub fn kept_masks(&self) -> MaskConfig {
        let mut acts: Vec<&Line<MaskAct>> = self.masks.iter().collect();
        acts.sort_by_key(|line| line.act.when);
        let mut config = MaskConfig::default();
        for Line { act, .. } in acts {
            act.mask.clone().turn(&mut config, act.masked);
        }
        config
    }

    /// Says which lines are no acts; `None` if there are none.
    pub fn broken_sentence(&self) -> Option<String> {
        let first = self.broken.first()?;
        let (n, number, why) = (self.broken.len(), first.number, &first.why);
        Some(match n {
            1 => format!("line {number} of the journal is no act ({why}); it is kept and skipped"),
            _ => format!(
                "{n} lines of the journal are no acts and are kept and skipped, the first is line {number} ({why})"
            ),
        })
    }
}

/// A line that was read.
enum Read {
    Act(Box<Line>),
    Mask(Line<MaskAct>),
}

fn read(raw: &[u8]) -> anyhow::Result<Read> {
    let text = std::str::from_utf8(raw).context("it is not UTF-8")?;
    let raw = text.to_owned();
    let (by, read) = match serde_json::from_str::<Act>(text) {
        Ok(act) => (act.by.clone(), Read::Act(Box::new(Line { act, raw }))),
        Err(error) => match serde_json::from_str::<MaskAct>(text) {
            Ok(act) => {
                let config = mask_config(&act);
                config.check()?;
                (act.by.clone(), Read::Mask(Line { act, raw }))
            }
            Err(_) => return Err(error.into()),
        },
    };
    ensure!(!by.trim().is_empty(), "it does not say by whom");
    Ok(read)
}

/// The masks with this act alone.
fn mask_config(act: &MaskAct) -> MaskConfig {
    let mut config = MaskConfig::default();
    act.mask.clone().turn(&mut config, act.masked);
    config
}

/// The bytes that append `lines` to a journal with the content `existing`. What is torn there is completed, if it is
/// the header, or ended by beginning a new line.
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
