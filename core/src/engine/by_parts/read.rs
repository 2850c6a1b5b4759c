//! Reads the corpus in units of files and writes segments. After each unit its state is recorded, so that an interrupted
//! run goes on with the next. A large file of JSON Lines that is not packed is several units; any other file is one.

use anyhow::bail;
use serde::{Deserialize, Serialize};

use super::Folder;
use super::budget::Budget;
use super::documents::SegmentFiles;
use super::expansion::Expansion;
use super::segments::Segments;
use super::steps::Step;
use crate::candidates::banding::Banding;
use crate::corpus::cut_short::CutShort;
use crate::corpus::entry::RowStart;
use crate::corpus::extract::{LeftOut, kept};
use crate::corpus::packing::Format;
use crate::corpus::{DocumentRow, Entry, Place, Skipped};
use crate::engine::cancel::Cancel;
use crate::engine::ingest::Ingest;
use crate::engine::progress::{Progress, Stage};
use crate::engine::text_cache::TextCache;
use crate::settings::Settings;
use crate::sketch::Layout;

/// Reads a corpus.
pub(super) struct Reader<'a> {
    pub settings: &'a Settings,
    pub banding: Option<Banding>,
    pub budget: Budget,
    pub folder: &'a Folder,
    pub cancel: &'a Cancel,
}

/// What was read.
#[derive(Default)]
pub(super) struct Read {
    pub segments: Vec<SegmentFiles>,
    pub skipped: Vec<Skipped>,
    /// What parsers left out, and of how many documents.
    pub left_out: (LeftOut, usize),
    /// Whether an earlier process has read some of it.
    pub resumed: bool,
}

impl Read {
    fn add(&mut self, unit: Unit) {
        self.segments.extend(unit.segments);
        self.skipped.extend(unit.skipped);
        self.left_out.0 += unit.left_out.0;
        self.left_out.1 += unit.left_out.1;
    }
}

/// A unit that is read.
#[derive(Serialize, Deserialize)]
pub(super) struct Unit {
    /// How often it was read before.
    pub attempt: u32,
    pub segments: Vec<SegmentFiles>,
    pub skipped: Vec<Skipped>,
    /// What parsers left out, and of how many documents.
    pub left_out: (LeftOut, usize),
    /// The first entry that is not read to its end, and where it goes on.
    pub next: usize,
    pub start: RowStart,
}

/// What is to be read as a unit.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Number and attempt of the unit.
    pub number: usize,
    pub attempt: u32,
    /// The first entry, and where it begins.
    pub next: usize,
    pub start: RowStart,
    /// The entry behind the last.
    pub end: usize,
    /// Whether it may end within a file of rows, once it is large enough.
    pub cut: bool,
}

impl Part {
    /// What the names of its files begin with.
    pub fn prefix(self) -> String {
        format!("read-{}-{}-", self.number, self.attempt)
    }
}

/// Name of the state of a unit.
pub(super) fn state(number: usize) -> String {
    format!("unit-{number}")
}

impl Reader<'_> {
    pub fn run(
        &self,
        entries: &[Entry],
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<Read> {
        let before = self.units_before(entries, progress)?;
        let (mut number, resumed) = (before.len(), !before.is_empty());
        let (mut next, mut start) = before
            .last()
            .map_or_else(Default::default, |unit| (unit.next, unit.start));
        let mut read = Read::default();
        before.into_iter().for_each(|unit| read.add(unit));
        read.resumed = resumed;
        let whole: u64 = entries[next..].iter().map(|entry| entry.stamp.bytes).sum();
        let whole = whole.saturating_sub(start.offset).max(1);
        let (mut before, mut documents, mut expansion) = (0, 0, Expansion::default());
        let mut step = Step::new(Stage::Sketch, 0, progress);
        while next < entries.len() {
            let part = self.part(entries, number, (next, start));
            let mut sample = |done: u64, read: Option<u64>| {
                // The number of rows of a file is not known.
                let share = |read| ((before + read) as f64 / whole as f64).clamp(1e-9, 1.0);
                let done = documents + done;
                step.at(
                    done,
                    read.map_or(0, |read| (done as f64 / share(read)) as u64),
                );
            };
            let unit = self.unit(entries, part, &mut expansion, &mut sample)?;
            let bytes = |next: usize, start: RowStart| {
                entries[..next]
                    .iter()
                    .map(|entry| entry.stamp.bytes)
                    .sum::<u64>()
                    + start.offset
            };
            before += bytes(unit.next, unit.start) - bytes(next, start);
            self.folder.done(&state(number), &unit)?;
            self.cancel.check()?;
            (next, start) = (unit.next, unit.start);
            number += 1;
            documents += unit
                .segments
                .iter()
                .map(|s| s.prints.bytes / 8)
                .sum::<u64>();
            read.add(unit);
        }
        Ok(read)
    }

    /// The unit from entry `next` on.
    pub fn part(&self, entries: &[Entry], number: usize, (next, start): (usize, RowStart)) -> Part {
        let (mut end, mut bytes) = (next, 0);
        while let Some(entry) = entries.get(end)
            && (end == next || bytes + entry.stamp.bytes <= self.budget.unit())
        {
            bytes += entry.stamp.bytes;
            end += 1;
        }
        Part {
            number,
            attempt: 0,
            next,
            start,
            end,
            cut: true,
        }
    }

    /// Reads a unit.
    pub fn unit(
        &self,
        entries: &[Entry],
        mut part: Part,
        expansion: &mut Expansion,
        sample: &mut dyn FnMut(u64, Option<u64>),
    ) -> anyhow::Result<Unit> {
        loop {
            match self.begin(entries, part, expansion, sample)? {
                Some(unit) => return Ok(unit),
                None => {
                    let begun = part.prefix();
                    self.folder.clear(|name| name.starts_with(&begun))?;
                    part.cut = false;
                }
            }
        }
    }

    /// Reads a unit; `None` if it was cut where it cannot go on.
    fn begin(
        &self,
        entries: &[Entry],
        part: Part,
        expansion: &mut Expansion,
        sample: &mut dyn FnMut(u64, Option<u64>),
    ) -> anyhow::Result<Option<Unit>> {
        let Part {
            next, start, end, ..
        } = part;
        let mut batch = entries[next..end].to_vec();
        batch[0].start = start;
        let form = batch[0].form();
        let rows = form.packing.is_none() && form.format == Format::JsonLines;
        let cut = part.cut && rows && end == next + 1;
        let bytes: u64 = batch.iter().map(|entry| entry.stamp.bytes).sum();
        let stop = Cancel::default();
        let layout = Layout::of(&self.settings.sketching);
        let mut segments = Segments::new(
            self.folder,
            layout,
            self.banding,
            self.budget,
            part.prefix(),
        );
        let (mut skipped, mut read) = (Vec::new(), 0);
        let mut left_out = (LeftOut::default(), 0);
        let has_records = batch
            .iter()
            .any(|entry| entry.form().format == Format::Warc);
        let mut records = Vec::new();
        let mut push = |row: DocumentRow, terms: &[u64], sketch: &[u32]| {
            read += row.bytes;
            let of_one = kept::left_out_of(row.kind, row.fingerprint);
            left_out.0 += of_one;
            left_out.1 += usize::from(of_one != LeftOut::default());
            if let (true, Place::Row { line, .. }) = (has_records, &row.place) {
                records.push((row.id.clone(), *line));
            }
            if self.cancel.stopped() || cut && read > self.budget.unit() {
                stop.stop();
            }
            segments.push(&row, terms, sketch)
        };
        let all = bytes - start.offset.min(bytes);
        let (packed, mut text) = (Expansion::concerns(&batch), 0);
        let mut report = |p: Progress| {
            text = p.bytes;
            let read = match packed {
                true => expansion.read(text, all),
                false => Some(text.min(all)),
            };
            sample(p.done, read);
        };
        let mut ingest = Ingest {
            settings: self.settings,
            cancel: &stop,
            key: &mut |_: &DocumentRow| u64::MAX,
            texts: &mut TextCache::default(),
            progress: &mut report,
        };
        let ingested = ingest.run(batch, &mut push, &mut skipped)?;
        let cut_short = CutShort::among(skipped.iter());
        let cut_short = records.iter().filter(|(id, line)| cut_short.has(id, *line));
        let cut_short = cut_short.count();
        left_out.0.missing += cut_short as u32;
        left_out.1 += cut_short;
        if packed {
            expansion.add(text, all);
        }
        let segments = segments.finish()?;
        let (next, start) = match ingested.unfinished {
            None => (end, RowStart::default()),
            Some(unfinished) => match unfinished.rest {
                Some((stamp, start)) if rows && end == next + 1 => {
                    if stamp != entries[next].stamp.digest() {
                        bail!("{} has changed while it was read", entries[next].id);
                    }
                    (next, start)
                }
                _ => {
                    self.cancel.check()?;
                    return Ok(None);
                }
            },
        };
        Ok(Some(Unit {
            attempt: part.attempt,
            segments,
            skipped,
            left_out,
            next,
            start,
        }))
    }
}
