//! From an entry to its documents: bytes, text, title; row by row for JSON Lines.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::ops::{Deref, Range};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use super::discover::{Entry, Location, extension};
use super::limits::{Clock, is_deeper, whole};
use super::{Document, Encoding, Kind, Place, SkipReason, Skipped, decode, demo, html, jsonl};
use crate::settings::Reading;

/// A piece of reading that one thread can do on its own.
#[derive(Debug)]
pub enum Work {
    /// A whole file.
    File(Entry),
    /// A row of a JSON Lines file.
    Row {
        /// The file's id.
        file: String,
        /// Where the row is.
        place: Place,
        /// Modification time of the file.
        modified: i64,
        /// The line, without its end.
        line: Line,
    },
    /// Something that turned out not to be readable before any thread saw it.
    Skip(Skipped),
}

/// A line of a file. Lines that stand together share one block of memory: a block is allocated by
/// the thread that reads and freed by one that sketches, for which both have to wait for each other.
#[derive(Clone, Debug)]
pub struct Line {
    block: Arc<Vec<u8>>,
    place: Range<usize>,
}

impl Deref for Line {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.block[self.place.clone()]
    }
}

/// Bytes of a line that are read between two looks at the clock.
const PIECE: u64 = 1 << 20;

/// Bytes of lines that are read into one block; a longer line has a block of its own.
const BLOCK: usize = 64 << 10;

impl Work {
    /// Bytes that it will read.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Work::File(entry) => entry.bytes,
            Work::Row { line, .. } => line.len() as u64,
            Work::Skip(_) => 0,
        }
    }
}

/// The pieces of work of one entry: itself, or its rows.
#[must_use]
pub fn work(entry: Entry, reading: &Reading) -> Box<dyn Iterator<Item = Work> + Send> {
    if !entry.is_json_lines() {
        return Box::new(std::iter::once(Work::File(entry)));
    }
    let input: Box<dyn BufRead + Send> = match &entry.location {
        Location::Demo(bytes) => Box::new(Cursor::new(*bytes)),
        Location::Disk(path) => match File::open(path) {
            Ok(file) => Box::new(BufReader::with_capacity(1 << 20, file)),
            Err(error) => {
                let reason = SkipReason::Unreadable(error.to_string());
                return Box::new(std::iter::once(Work::Skip(Skipped {
                    id: entry.id,
                    reason,
                })));
            }
        },
    };
    let path = match &entry.location {
        Location::Disk(path) => Some(Arc::from(path.as_path())),
        Location::Demo(_) => None,
    };
    Box::new(Rows {
        entry,
        path,
        input,
        line: 0,
        offset: 0,
        reading: reading.clone(),
        ended: false,
        ready: VecDeque::new(),
    })
}

/// Lines of a JSON Lines file as work.
struct Rows {
    entry: Entry,
    /// Where the file is on disk.
    path: Option<Arc<Path>>,
    input: Box<dyn BufRead + Send>,
    line: u64,
    offset: u64,
    reading: Reading,
    ended: bool,
    /// What has been read and not yet been asked for.
    ready: VecDeque<Work>,
}

/// What a block holds before it is shared: where a row lies, or why it was skipped.
enum Found {
    Row(Place, Range<usize>),
    Skip(Work),
}

impl Rows {
    /// Nothing more is read of the file, for this reason.
    fn given_up(&mut self, reason: SkipReason) -> Found {
        self.ended = true;
        Found::Skip(self.skipped(reason))
    }

    fn skipped(&self, reason: SkipReason) -> Work {
        Work::Skip(Skipped {
            id: format!("{}:{}", self.entry.id, self.line),
            reason,
        })
    }
}

impl Iterator for Rows {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        if self.ready.is_empty() {
            self.read_block();
        }
        self.ready.pop_front()
    }
}

impl Rows {
    /// Reads lines until a block is full, and makes them ready.
    fn read_block(&mut self) {
        let (mut block, mut found) = (Vec::new(), Vec::new());
        while !self.ended && block.len() < BLOCK {
            found.extend(self.read_line(&mut block));
        }
        block.shrink_to_fit();
        let block = Arc::new(block);
        let (file, modified) = (&self.entry.id, self.entry.modified);
        self.ready
            .extend(found.into_iter().map(|found| match found {
                Found::Skip(work) => work,
                Found::Row(place, range) => Work::Row {
                    file: file.clone(),
                    place,
                    modified,
                    line: Line {
                        block: Arc::clone(&block),
                        place: range,
                    },
                },
            }));
    }

    /// Reads one line to the end of `block`; nothing comes of a blank one, or of the file's end. A file
    /// that has grown since it was listed ends with the line in which it ended then: one that is
    /// written to faster than it is read would never end.
    fn read_line(&mut self, block: &mut Vec<u8>) -> Option<Found> {
        self.line += 1;
        let (start, begin) = (self.offset, block.len());
        if start >= self.entry.bytes {
            self.ended = true;
            return None;
        }
        let clock = Clock::start(&self.reading);
        let limit = self.reading.max_bytes;
        loop {
            let room = limit + 1 - (block.len() - begin) as u64;
            let piece = (&mut self.input).take(room.min(PIECE));
            let read = match { piece }.read_until(b'\n', block) {
                Ok(read) => read,
                Err(error) => {
                    return Some(self.given_up(SkipReason::Unreadable(error.to_string())));
                }
            };
            self.offset += read as u64;
            let length = (block.len() - begin) as u64;
            if length > limit {
                block.truncate(begin);
                block.shrink_to(BLOCK);
                let rest = self.input.skip_until(b'\n').unwrap_or(0) as u64;
                self.offset += rest;
                let reason = SkipReason::TooLarge(length + rest, limit);
                return Some(Found::Skip(self.skipped(reason)));
            }
            if read == 0 || block.last() == Some(&b'\n') {
                break;
            }
            if let Err(reason) = clock.check() {
                block.truncate(begin);
                return Some(self.given_up(reason));
            }
        }
        if block.len() == begin {
            self.ended = true;
            return None;
        }
        let line = &block[begin..];
        let ends = |b: &u8| matches!(b, b'\n' | b'\r');
        let end = begin + line.iter().rposition(|b| !ends(b)).map_or(0, |at| at + 1);
        if block[begin..end].iter().all(u8::is_ascii_whitespace) {
            return None;
        }
        let place = match &self.path {
            Some(path) => Place::Row {
                path: Arc::clone(path),
                line: self.line,
                offset: start,
                length: (end - begin) as u64,
            },
            None => Place::DemoRow(self.entry.id.clone(), self.line),
        };
        Some(Found::Row(place, begin..end))
    }
}

/// Does a piece of work: a document, or why there is none.
///
/// # Errors
/// What was not read, and why.
pub fn document(work: Work, reading: &Reading) -> Result<Document, Skipped> {
    let clock = Clock::start(reading);
    match work {
        Work::Skip(skipped) => Err(skipped),
        Work::File(entry) => {
            let (bytes, place) = match entry.location {
                Location::Demo(bytes) => (Ok(bytes.to_vec()), Place::Demo(entry.id.clone())),
                Location::Disk(path) => (whole(&path, reading, &clock), Place::File(path)),
            };
            let read = bytes.and_then(|bytes| from_file(&entry.id, bytes, place, reading, &clock));
            match read {
                Ok(document) => Ok(Document {
                    modified: entry.modified,
                    ..document
                }),
                Err(reason) => Err(Skipped {
                    id: entry.id,
                    reason,
                }),
            }
        }
        Work::Row {
            file,
            place,
            modified,
            line,
        } => {
            let number = line_number(&place);
            let read = from_row(&file, number, &line, place, reading);
            match read {
                Ok(document) => Ok(Document {
                    modified,
                    ..document
                }),
                Err(reason) => Err(Skipped {
                    id: format!("{file}:{number}"),
                    reason,
                }),
            }
        }
    }
}

/// Reads the document at `place` again, under the id it has.
///
/// # Errors
/// Why it cannot be read any more.
pub fn again(id: &str, place: &Place, reading: &Reading) -> Result<Document, SkipReason> {
    Again::new(reading).document(id, place)
}

/// Reads documents again, one after the other: rows of one file through one open file.
#[derive(Debug)]
pub struct Again<'r> {
    reading: &'r Reading,
    open: Option<(PathBuf, File)>,
}

impl<'r> Again<'r> {
    /// Reads by these settings.
    #[must_use]
    pub fn new(reading: &'r Reading) -> Self {
        Again {
            reading,
            open: None,
        }
    }

    /// The document at `place`, under the id it has.
    ///
    /// # Errors
    /// Why it cannot be read any more.
    pub fn document(&mut self, id: &str, place: &Place) -> Result<Document, SkipReason> {
        let gone = || SkipReason::Unreadable("not in the demo corpus".to_owned());
        let reading = self.reading;
        let clock = Clock::start(reading);
        let (line, bytes) = match place {
            Place::File(path) => {
                let bytes = whole(path, reading, &clock)?;
                return from_file(id, bytes, place.clone(), reading, &clock);
            }
            Place::Demo(path) => {
                let bytes = demo::bytes(path).ok_or_else(gone)?;
                return from_file(id, bytes.to_vec(), place.clone(), reading, &clock);
            }
            Place::Row {
                path,
                line,
                offset,
                length,
            } => {
                let read = self.part(path, *offset, *length);
                (
                    *line,
                    read.map_err(|e| SkipReason::Unreadable(e.to_string()))?,
                )
            }
            Place::DemoRow(path, line) => {
                let mut lines = demo::bytes(path).ok_or_else(gone)?.split(|b| *b == b'\n');
                (
                    *line,
                    lines.nth(*line as usize - 1).ok_or_else(gone)?.to_vec(),
                )
            }
        };
        let read = from_row("", line, &bytes, place.clone(), reading)?;
        Ok(Document {
            id: id.to_owned(),
            ..read
        })
    }

    fn part(&mut self, path: &Path, offset: u64, length: u64) -> io::Result<Vec<u8>> {
        let file = match &mut self.open {
            Some((open, file)) if open.as_path() == path => file,
            slot => &mut slot.insert((path.to_owned(), File::open(path)?)).1,
        };
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::with_capacity(length as usize);
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

fn line_number(place: &Place) -> u64 {
    match place {
        Place::Row { line, .. } | Place::DemoRow(_, line) => *line,
        Place::File(_) | Place::Demo(_) => 1,
    }
}

/// A document of its own from the bytes of a file.
fn from_file(
    id: &str,
    bytes: Vec<u8>,
    place: Place,
    reading: &Reading,
    clock: &Clock,
) -> Result<Document, SkipReason> {
    if bytes.is_empty() {
        return Err(SkipReason::Empty);
    }
    if decode::is_binary(&bytes) {
        return Err(SkipReason::Binary);
    }
    let name = id.rsplit('/').next().unwrap_or(id);
    let extension = match &place {
        Place::Demo(path) | Place::DemoRow(path, _) => extension(Path::new(path)),
        Place::File(path) => extension(path),
        Place::Row { path, .. } => extension(path),
    };
    let is_html = match extension.as_deref() {
        Some("html" | "htm" | "xhtml") => true,
        Some(_) => false,
        None => html::begins_as_html(&bytes),
    };
    let (length, fingerprint) = (bytes.len() as u64, xxh3_128(&bytes));
    let declared = if is_html {
        html::declared_encoding(&bytes)
    } else {
        None
    };
    let (text, encoding) = decode::decode(bytes, declared);
    clock.check()?;
    if text.len() as u64 > Reading::MOST_BYTES {
        // Another encoding takes up to three bytes for one.
        return Err(SkipReason::TooLarge(text.len() as u64, Reading::MOST_BYTES));
    }
    let mut unseen = Vec::new();
    let (kind, text, title) = if is_html && !reading.keep_html_tags {
        let page = html::page_within(&text, reading, clock)?;
        if reading.drop_unseen {
            (Kind::Html, page.seen(), page.title)
        } else {
            unseen = page.unseen;
            (Kind::Html, page.text, page.title)
        }
    } else {
        let markdown = matches!(extension.as_deref(), Some("md" | "markdown"));
        let title = if markdown { heading(&text) } else { None }
            .unwrap_or_default()
            .to_owned();
        (Kind::Plain, text, title)
    };
    let title = if title.is_empty() {
        name.to_owned()
    } else {
        title
    };
    Ok(Document {
        id: id.to_owned(),
        title,
        place,
        text,
        unseen,
        encoding,
        kind,
        bytes: length,
        modified: 0,
        fingerprint,
    })
}

/// The first Markdown heading of the top level.
fn heading(text: &str) -> Option<&str> {
    let mut lines = text.lines().take(60);
    lines
        .find_map(|line| line.strip_prefix("# "))
        .map(str::trim)
        .filter(|title| !title.is_empty())
}

/// Characters of a row's text that serve as its title where it has none.
const TITLE: usize = 80;

/// The beginning of the first line of `text` that is not blank.
fn first(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty()).unwrap_or_default();
    let end = line.char_indices().nth(TITLE).map(|(at, _)| at);
    &line[..end.unwrap_or(line.len())]
}

fn from_row(
    file: &str,
    number: u64,
    line: &[u8],
    place: Place,
    reading: &Reading,
) -> Result<Document, SkipReason> {
    let (length, fingerprint) = (line.len() as u64, xxh3_128(line));
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let (line, encoding) = match std::str::from_utf8(line) {
        Ok(line) => (Cow::Borrowed(line), Encoding::Utf8),
        Err(_) => (String::from_utf8_lossy(line), Encoding::Utf8Damaged),
    };
    if is_deeper(&line, reading.max_depth) {
        return Err(SkipReason::TooDeep(reading.max_depth));
    }
    let row = jsonl::row(&line, reading).map_err(SkipReason::BadRow)?;
    if row.text.is_empty() {
        return Err(SkipReason::Empty);
    }
    let id = [file, "#", &row.id.unwrap_or_else(|| number.to_string())].concat();
    let title = row.title.filter(|t| !t.is_empty());
    let title = title.unwrap_or_else(|| first(&row.text).to_owned());
    Ok(Document {
        id,
        title,
        place,
        text: row.text.into_owned(),
        unseen: Vec::new(),
        encoding,
        kind: Kind::JsonRow,
        bytes: length,
        modified: 0,
        fingerprint,
    })
}
