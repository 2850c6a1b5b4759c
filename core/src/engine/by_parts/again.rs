//! The units that an earlier process has read. What could not be read in one for a reason that may have passed, such as
//! an error of the system, is read again; the other units stay.

use super::documents::SegmentFiles;
use super::expansion::Expansion;
use super::read::{Part, Reader, Unit, state};
use super::steps::Step;
use crate::corpus::entry::RowStart;
use crate::corpus::{Entry, SkipReason, Skipped};
use crate::engine::progress::{Progress, Stage};

impl Reader<'_> {
    /// The units that are read, from the first on. Files of units that were begun are removed.
    ///
    /// # Errors
    /// A damaged state; files that cannot be read or removed; an interruption.
    pub fn units_before(
        &self,
        entries: &[Entry],
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<Vec<Unit>> {
        let mut units: Vec<Unit> = Vec::new();
        while let Some(unit) = self.folder.state(&state(units.len()))? {
            units.push(unit);
        }
        self.remove_strays(&units)?;
        let mut step = Step::new(Stage::Sketch, 0, progress);
        let mut number = 0;
        while number < units.len() {
            if units[number].skipped.iter().any(has_passed) {
                self.read_again(entries, &mut units, number, &mut step)?;
            }
            number += 1;
        }
        Ok(units)
    }

    /// Removes files that no unit names.
    fn remove_strays(&self, units: &[Unit]) -> anyhow::Result<()> {
        let is_stray = |name: &str| {
            let unit = unit_of(name).and_then(|number| Some((number, units.get(number)?)));
            match unit {
                None => is_of_units(name),
                Some((number, unit)) => {
                    let kept = format!("read-{number}-{}-", unit.attempt);
                    name.starts_with("read-") && !name.starts_with(&kept)
                }
            }
        };
        self.folder.clear(is_stray)
    }

    /// Reads a unit again. If it has other documents now, the steps behind the reading are forgotten; if it ends elsewhere,
    /// the units behind it are too.
    fn read_again(
        &self,
        entries: &[Entry],
        units: &mut Vec<Unit>,
        number: usize,
        step: &mut Step<'_>,
    ) -> anyhow::Result<()> {
        let begin = |unit: &Unit| (unit.next, unit.start);
        let (next, start) = number
            .checked_sub(1)
            .map_or_else(Default::default, |last| begin(&units[last]));
        let old = &units[number];
        let mut part = Part {
            attempt: old.attempt + 1,
            ..self.part(entries, number, (next, start))
        };
        // The same files, also with another budget.
        if old.start == RowStart::default() {
            (part.end, part.cut) = (old.next, false);
        }
        let mut sample = |done: u64, _: Option<u64>| step.at(done, 0);
        let new = self.unit(entries, part, &mut Expansion::default(), &mut sample)?;
        self.cancel.check()?;
        let new = match has_same_content(&old.segments, &new.segments) {
            true if begin(old) == begin(&new) => Unit {
                attempt: old.attempt,
                segments: old.segments.clone(),
                ..new
            },
            _ => {
                self.folder.clear(|name| !is_of_units(name))?;
                if begin(old) != begin(&new) {
                    units.truncate(number + 1);
                    let is_behind = |behind| behind > number;
                    self.folder
                        .clear(|name| unit_of(name).is_some_and(is_behind))?;
                }
                new
            }
        };
        self.folder.done(&state(number), &new)?;
        units[number] = new;
        self.remove_strays(units)
    }
}

/// Whether reading again may have another result: a program without a parser has none the next time.
fn has_passed(skip: &Skipped) -> bool {
    skip.reason.may_differ() && !matches!(skip.reason, SkipReason::NoReader(_))
}

/// Whether this is a file of a unit.
fn is_of_units(name: &str) -> bool {
    name.starts_with("read-") || name.starts_with("unit-")
}

/// The number of the unit that a file is of.
fn unit_of(name: &str) -> Option<usize> {
    let (kind, rest) = name.split_once('-')?;
    let digits = rest.split(['-', '.']).next()?;
    ["read", "unit"]
        .contains(&kind)
        .then(|| digits.parse().ok())?
}

fn has_same_content(a: &[SegmentFiles], b: &[SegmentFiles]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.content().eq(b.content()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Source;
    use crate::engine::by_parts::budget::Budget;
    use crate::engine::by_parts::documents::Documents;
    use crate::engine::by_parts::folder::Folder;
    use crate::engine::cancel::Cancel;
    use crate::engine::gather;
    use crate::settings::Settings;

    #[test]
    fn names_say_the_unit() {
        for (name, unit) in [
            ("read-12-0-3.terms", Some(12)),
            ("unit-7.json", Some(7)),
            ("unit-7.json.new", Some(7)),
            ("copies.json", None),
            ("found-0", None),
            ("read-", None),
        ] {
            assert_eq!(unit_of(name), unit, "{name}");
        }
    }

    /// Reads `entries` into `folder` with so much memory that each file is a unit; names of documents in their order, and
    /// number of entries that were not read.
    fn names(folder: &Folder, entries: &[Entry]) -> (Vec<String>, usize) {
        let settings = Settings::default();
        let cancel = Cancel::default();
        let reader = Reader {
            settings: &settings,
            banding: None,
            budget: Budget(1),
            folder,
            cancel: &cancel,
        };
        let read = reader.run(entries, &mut |_| {}).unwrap();
        let with = (&settings, Budget(1));
        let documents =
            Documents::open(folder, with, read.segments, true, &cancel, &mut |_| {}).unwrap();
        let row = |number: usize| documents.row(number as u32).unwrap().id;
        ((0..documents.len()).map(row).collect(), read.skipped.len())
    }

    #[test]
    fn what_failed_for_a_passing_reason_is_read_again() {
        let temp = tempfile::tempdir().unwrap();
        let corpus = temp.path().join("corpus");
        let begun = |name: &str, text: &str| {
            let path = corpus.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        begun("a.txt", "the first text");
        begun("b/b.jsonl", "{\"text\": \"one\"}\n{\"text\": \"two\"}\n");
        begun("c.txt", "the last text");
        let source = Source::Paths(vec![corpus.clone()]);
        let settings = Settings::default();
        let listing =
            gather::list(&source, &settings.reading, &Cancel::default(), &mut |_| {}).unwrap();
        let entries = listing.entries;
        let folder = Folder::open(&temp.path().join("scratch"), "job", false).unwrap();
        let (away, here) = (temp.path().join("away"), corpus.join("b"));

        // The folder of one file is not there for a while, as of a network that fails.
        std::fs::rename(&here, &away).unwrap();
        let (names_without, failed) = names(&folder, &entries);
        assert_eq!((names_without.len(), failed), (2, 1), "{names_without:?}");
        folder.done("copies", &7).unwrap();
        let last = folder.state::<Unit>(&state(2)).unwrap().unwrap();
        assert_eq!(names(&folder, &entries), (names_without, 1));
        // It has failed again: nothing behind it is lost.
        assert_eq!(folder.state::<u32>("copies").unwrap(), Some(7));

        std::fs::rename(&away, &here).unwrap();
        let (all, failed) = names(&folder, &entries);
        assert_eq!((all.len(), failed), (4, 0), "{all:?}");
        assert_eq!(folder.state::<u32>("copies").unwrap(), None);
        // The unit behind it stays as it was.
        let same = folder.state::<Unit>(&state(2)).unwrap().unwrap();
        assert!(has_same_content(&last.segments, &same.segments));
        let fresh = Folder::open(&temp.path().join("fresh"), "job", false).unwrap();
        assert_eq!(names(&fresh, &entries), (all, 0));
        // Nothing is left over.
        let files = |folder: &Folder| std::fs::read_dir(folder.parts()).unwrap().count();
        assert_eq!(files(&folder), files(&fresh));
    }
}
