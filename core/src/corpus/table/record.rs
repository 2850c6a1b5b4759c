//! Records of separated values one by one, in bounded memory: of a record that is too large the rest is passed over.

use std::io::{BufRead, BufReader, Read};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use crate::corpus::limits::Clock;
use crate::corpus::limits::repetition;
use crate::corpus::{Encoding, SkipReason, decode};
use crate::settings::Reading;

/// Most fields of a record.
const MOST_FIELDS: usize = 1 << 20;

/// Why the last record of a file is not read that ends within quotation marks.
pub(super) const UNCLOSED: &str =
    "a quotation mark is never closed, so that what follows it to the end of the file is one field";

/// Why a record is not read whose quotation marks do not pair.
const TORN: &str = "a quotation mark opens a field, and the next one stands within a later line, so that what is between \
    them is one field: quotation marks in fields must be doubled";

/// Reads records one after another.
pub(super) struct RecordReader {
    core: Reader,
    input: BufReader<Box<dyn Read + Send>>,
    delimiter: u8,
    reading: Reading,
    /// Bytes of the input that were consumed.
    pub offset: u64,
    /// The record as it is written.
    raw: Vec<u8>,
    /// Its fields, one after another, and the end of each.
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Number of fields of the record that was read last.
    pub count: usize,
    /// How the record was decoded.
    pub encoding: Encoding,
    ended: bool,
}

/// Finds the end of a record.
#[derive(Default)]
struct Scanner {
    at: At,
    /// Whether a field within quotation marks has a line end.
    has_lines: bool,
    /// Whether something stands between the end of such a field and the separator.
    has_more: bool,
}

/// Where in a record a byte stands.
#[derive(Clone, Copy, Default, PartialEq)]
enum At {
    /// Before the record, where blank lines may stand.
    #[default]
    Begin,
    /// At the begin of a field.
    Start,
    Plain,
    Quoted,
    /// Behind a quotation mark within a quoted field: its end, or the first of two that stand for one.
    Mark,
    /// Behind spaces after that.
    Space,
}

impl Scanner {
    /// The number of bytes up to the line end of the record; `None` if it goes on behind `piece`.
    fn end_in(&mut self, piece: &[u8], delimiter: u8) -> Option<usize> {
        for (place, byte) in piece.iter().enumerate() {
            let is_line_end = matches!(byte, b'\n' | b'\r');
            self.at = match (self.at, byte) {
                (At::Begin, _) if is_line_end => At::Begin,
                (At::Quoted, b'"') => At::Mark,
                (At::Quoted, _) => {
                    self.has_lines |= is_line_end;
                    At::Quoted
                }
                _ if is_line_end => return Some(place + 1),
                (At::Begin | At::Start | At::Mark, b'"') => At::Quoted,
                _ if *byte == delimiter => At::Start,
                (At::Mark | At::Space, b' ' | b'\t') => At::Space,
                (At::Mark | At::Space, _) => {
                    self.has_more = true;
                    At::Plain
                }
                _ => At::Plain,
            };
        }
        None
    }
}

impl RecordReader {
    pub fn new(input: BufReader<Box<dyn Read + Send>>, delimiter: u8, reading: &Reading) -> Self {
        RecordReader {
            core: ReaderBuilder::new().delimiter(delimiter).build(),
            input,
            delimiter,
            reading: reading.clone(),
            offset: 0,
            raw: Vec::new(),
            bytes: Vec::new(),
            ends: Vec::new(),
            count: 0,
            encoding: Encoding::Utf8,
            ended: false,
        }
    }

    /// A field of the record that was read last; empty if there is none.
    pub fn field(&self, at: usize) -> String {
        let Some(end) = self.ends[..self.count].get(at) else {
            return String::new();
        };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        String::from_utf8_lossy(&self.bytes[start..*end]).into_owned()
    }

    /// Reads the next record; `None` at the end. After an error of the input, or where a record takes too long, that is
    /// the end too; after another reason the next record follows.
    pub fn read(&mut self) -> Option<Result<(), SkipReason>> {
        while !self.ended {
            let read = self.raw_record().unwrap_or_else(|reason| {
                self.ended = true;
                Err(reason)
            });
            match read.and_then(|()| self.split()) {
                Ok(false) => {}
                Ok(true) => return Some(Ok(())),
                Err(reason) => {
                    self.raw = Vec::new();
                    return Some(Err(reason));
                }
            }
        }
        None
    }

    /// Reads the next record as it is written. The inner reason is of this record alone.
    fn raw_record(&mut self) -> Result<Result<(), SkipReason>, SkipReason> {
        let clock = Clock::start(&self.reading);
        let begin = self.offset;
        let mut scanner = Scanner::default();
        let mut reason = None;
        self.raw.clear();
        loop {
            let piece = self.input.fill_buf()?;
            if piece.is_empty() {
                self.ended = true;
                if scanner.at == At::Quoted {
                    return Ok(Err(SkipReason::BadRow(UNCLOSED.to_owned())));
                }
                self.raw.push(b'\n');
                break;
            }
            let end = scanner.end_in(piece, self.delimiter);
            let piece = &piece[..end.unwrap_or(piece.len())];
            let length = piece.len();
            if reason.is_none() {
                self.raw.extend(piece);
                reason = repetition(&self.raw, length);
            }
            self.input.consume(length);
            self.offset += length as u64;
            if reason.is_some() || self.offset - begin > self.reading.max_bytes {
                self.raw.clear();
            }
            if end.is_some() {
                break;
            }
            clock.check()?;
        }
        let length = self.offset - begin;
        let reason = reason.or_else(|| {
            let most = self.reading.max_bytes;
            (length > most).then_some(SkipReason::TooLarge(length, most))
        });
        Ok(match reason {
            _ if scanner.has_lines && scanner.has_more => Err(SkipReason::BadRow(TORN.to_owned())),
            Some(reason) => Err(reason),
            None => Ok(()),
        })
    }

    /// Takes the record apart; whether it is one, and not blank lines at the end.
    fn split(&mut self) -> Result<bool, SkipReason> {
        let (text, encoding) = decode::line(&self.raw, self.reading.encoding());
        let separators = text.bytes().filter(|byte| *byte == self.delimiter).count();
        self.bytes.resize(text.len(), 0);
        self.ends.resize((separators + 1).min(MOST_FIELDS), 0);
        let (result, _, _, count) =
            self.core
                .read_record(text.as_bytes(), &mut self.bytes, &mut self.ends);
        (self.count, self.encoding) = (count, encoding);
        match result {
            ReadRecordResult::Record => Ok(true),
            ReadRecordResult::InputEmpty | ReadRecordResult::End => {
                // What is left of a record would be a part of the next one.
                self.core.reset();
                self.count = 0;
                match text.trim_matches(['\r', '\n']).is_empty() {
                    true => Ok(false),
                    false => Err(SkipReason::BadRow(TORN.to_owned())),
                }
            }
            ReadRecordResult::OutputFull | ReadRecordResult::OutputEndsFull => {
                self.core.reset();
                let why = format!("a row of more than {MOST_FIELDS} fields");
                Err(SkipReason::BadRow(why))
            }
        }
    }
}
