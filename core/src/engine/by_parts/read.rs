//! Reads the corpus in units of files and writes segments. After each unit its state is recorded, so that an interrupted
//! run goes on with the next. A large file of JSON Lines that is not packed is several units; any other file is one.

use anyhow::bail;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Folder;
use super::budget::Budget;
use super::documents::{SegmentFiles, id_hash};
use super::expansion::Expansion;
use super::steps::Step;
use crate::candidates::banding::Banding;
use crate::candidates::lsh::short_key;
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
use crate::store::{FileRecord, FileWriter, LooseWriter};

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
struct Unit {
    segments: Vec<SegmentFiles>,
    skipped: Vec<Skipped>,
    /// What parsers left out, and of how many documents.
    left_out: (LeftOut, usize),
    /// The first entry that is not read to its end, and where it goes on.
    next: usize,
    start: RowStart,
}

impl Reader<'_> {
    pub fn run(
        &self,
        entries: &[Entry],
        progress: &mut dyn FnMut(Progress),
    ) -> anyhow::Result<Read> {
        let (mut read, mut next, mut start, mut number) =
            (Read::default(), 0, RowStart::default(), 0);
        while let Some(unit) = self.folder.state::<Unit>(&format!("unit-{number}"))? {
            (next, start) = (unit.next, unit.start);
            number += 1;
            read.add(unit);
            read.resumed = true;
        }
        let begun = format!("read-{number}-");
        self.folder.clear(|name| name.starts_with(&begun))?;
        let whole: u64 = entries[next..].iter().map(|entry| entry.stamp.bytes).sum();
        let whole = whole.saturating_sub(start.offset).max(1);
        let (mut before, mut documents, mut expansion) = (0, 0, Expansion::default());
        let mut step = Step::new(Stage::Sketch, 0, progress);
        while next < entries.len() {
            let mut cut = true;
            let unit = loop {
                let mut sample = |done: u64, read: Option<u64>| {
                    // The number of rows of a file is not known.
                    let share = |read| ((before + read) as f64 / whole as f64).clamp(1e-9, 1.0);
                    let done = documents + done;
                    step.at(
                        done,
                        read.map_or(0, |read| (done as f64 / share(read)) as u64),
                    );
                };
                let place = (next, start);
                match self.unit(entries, place, number, cut, &mut expansion, &mut sample)? {
                    Some(unit) => break unit,
                    // It cannot be read on from where it was cut.
                    None => {
                        let begun = format!("read-{number}-");
                        self.folder.clear(|name| name.starts_with(&begun))?;
                        cut = false;
                    }
                }
            };
            let bytes = |next: usize, start: RowStart| {
                entries[..next]
                    .iter()
                    .map(|entry| entry.stamp.bytes)
                    .sum::<u64>()
                    + start.offset
            };
            before += bytes(unit.next, unit.start) - bytes(next, start);
            self.folder.done(&format!("unit-{number}"), &unit)?;
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

    /// Reads the unit from entry `next` on; `None` if it was cut where it cannot go on.
    fn unit(
        &self,
        entries: &[Entry],
        (next, start): (usize, RowStart),
        number: usize,
        cut: bool,
        expansion: &mut Expansion,
        sample: &mut dyn FnMut(u64, Option<u64>),
    ) -> anyhow::Result<Option<Unit>> {
        let (mut end, mut bytes) = (next, 0);
        while let Some(entry) = entries.get(end)
            && (end == next || bytes + entry.stamp.bytes <= self.budget.unit())
        {
            bytes += entry.stamp.bytes;
            end += 1;
        }
        let mut batch = entries[next..end].to_vec();
        batch[0].start = start;
        let form = batch[0].form();
        let rows = form.packing.is_none() && form.format == Format::JsonLines;
        let cut = cut && rows && end == next + 1;
        let stop = Cancel::default();
        let mut segments = Segments::new(self, number);
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
            segments,
            skipped,
            left_out,
            next,
            start,
        }))
    }
}

/// Segments that are being written.
struct Segments<'a> {
    reader: &'a Reader<'a>,
    unit: usize,
    /// Documents of a segment at most.
    most: usize,
    done: Vec<SegmentFiles>,
    now: Option<LooseWriter>,
    prints: Vec<u64>,
    ids: Vec<u64>,
    /// Keys of the bands, document by document.
    keys: Vec<u32>,
}

impl<'a> Segments<'a> {
    fn new(reader: &'a Reader<'a>, unit: usize) -> Self {
        let bands = reader.banding.map_or(0, |banding| banding.bands);
        Segments {
            most: reader.budget.segment(16 + 8 * bands),
            reader,
            unit,
            done: Vec::new(),
            now: None,
            prints: Vec::new(),
            ids: Vec::new(),
            keys: Vec::new(),
        }
    }

    fn push(&mut self, row: &DocumentRow, terms: &[u64], sketch: &[u32]) -> anyhow::Result<()> {
        let name = format!("read-{}-{}", self.unit, self.done.len());
        let now = match &mut self.now {
            Some(now) => now,
            none => none.insert(LooseWriter::create(self.reader.folder.parts(), &name)?),
        };
        now.push(row, terms, sketch)?;
        self.prints.push(xxh3_64(bytemuck::cast_slice(sketch)));
        self.ids.push(id_hash(&row.id));
        if let Some(Banding { bands, rows }) = self.reader.banding {
            let layout = Layout::of(&self.reader.settings.sketching);
            let keys = (0..bands).map(|band| short_key(layout, sketch, rows, band));
            self.keys.extend(keys);
        }
        if self.prints.len() >= self.most {
            self.end()?;
        }
        Ok(())
    }

    fn end(&mut self) -> anyhow::Result<()> {
        let Some(now) = self.now.take() else {
            return Ok(());
        };
        let name = |column: &str| format!("read-{}-{}.{column}", self.unit, self.done.len());
        let rows = self.prints.len();
        let bands = self.reader.banding.map_or(0, |banding| banding.bands);
        let by_band = (0..bands).flat_map(|band| (0..rows).map(move |row| row * bands + band));
        let keys: Vec<u32> = by_band.map(|at| self.keys[at]).collect();
        let files = SegmentFiles {
            documents: now.finish(Layout::of(&self.reader.settings.sketching).words())?,
            prints: self.written(name("prints"), &self.prints)?,
            ids: self.written(name("ids"), &self.ids)?,
            keys: self.written(name("keys"), &keys)?,
        };
        self.done.push(files);
        self.prints.clear();
        self.ids.clear();
        self.keys.clear();
        Ok(())
    }

    fn written<T: bytemuck::Pod>(&self, name: String, values: &[T]) -> anyhow::Result<FileRecord> {
        let mut file = FileWriter::create(self.reader.folder.parts(), name)?;
        file.push(values)?;
        Ok(file.finish()?.record)
    }

    fn finish(mut self) -> anyhow::Result<Vec<SegmentFiles>> {
        self.end()?;
        Ok(self.done)
    }
}
