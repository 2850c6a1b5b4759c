//! Records of separated values one by one, in bounded memory: of a record that is too large the rest is passed over.

use std::io::{BufRead, BufReader, Read};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use crate::corpus::SkipReason;
use crate::corpus::limits::Clock;
use crate::corpus::repetition::{REPEATS_AFTER, repetition};
use crate::settings::Reading;

/// Most fields of a record.
const MOST_FIELDS: usize = 1 << 20;

/// Bytes of a buffer at first.
const FIRST: usize = 4 << 10;

/// Reads records one after another.
pub(super) struct RecordReader {
    core: Reader,
    input: BufReader<Box<dyn Read + Send>>,
    reading: Reading,
    /// Bytes of the input that were consumed.
    offset: u64,
    /// Fields of the record, one after another, and how much of the buffer they take.
    bytes: Vec<u8>,
    length: usize,
    /// End of each field, and their number.
    ends: Vec<usize>,
    count: usize,
    quotation: Quotation,
}

/// Why a record is not read whose quotation marks do not pair.
const TORN: &str = "a quotation mark opens a field, and the next one stands within a later line, so that what is between \
    them is one field: quotation marks in fields must be doubled";

/// Follows the quotation marks of a record.
#[derive(Default)]
struct Quotation {
    delimiter: u8,
    at: At,
    /// Whether a field within quotation marks has a line end.
    has_lines: bool,
    /// Whether something stands between the end of such a field and the separator.
    has_more: bool,
}

/// Where in a record a byte stands.
#[derive(Clone, Copy, Default, PartialEq)]
enum At {
    #[default]
    Start,
    Plain,
    Quoted,
    /// Behind a quotation mark within a quoted field: its end, or the first of two that stand for one.
    Mark,
    /// Behind spaces after that.
    Space,
}

impl Quotation {
    fn of(delimiter: u8) -> Self {
        Quotation {
            delimiter,
            ..Quotation::default()
        }
    }

    fn follow(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let is_separator = *byte == self.delimiter || matches!(byte, b'\n' | b'\r');
            self.at = match (self.at, byte) {
                (At::Start | At::Mark, b'"') => At::Quoted,
                (At::Quoted, b'"') => At::Mark,
                (At::Quoted, _) => {
                    self.has_lines |= matches!(byte, b'\n' | b'\r');
                    At::Quoted
                }
                _ if is_separator => At::Start,
                (At::Mark | At::Space, b' ' | b'\t') => At::Space,
                (At::Mark | At::Space, _) => {
                    self.has_more = true;
                    At::Plain
                }
                _ => At::Plain,
            };
        }
    }

    /// Whether a field over several lines ends where none can.
    fn is_torn(&self) -> bool {
        self.has_lines && self.has_more
    }
}

/// What was read.
pub(super) enum Outcome {
    /// A record.
    Record,
    /// A record that is too large, or the same over and over, and was passed over.
    PassedOver(SkipReason),
    /// The last record, which ends within quotation marks.
    Unclosed,
    /// There is no record.
    End,
}

impl RecordReader {
    pub fn new(input: BufReader<Box<dyn Read + Send>>, delimiter: u8, reading: &Reading) -> Self {
        RecordReader {
            core: ReaderBuilder::new().delimiter(delimiter).build(),
            input,
            reading: reading.clone(),
            offset: 0,
            bytes: vec![0; FIRST],
            length: 0,
            ends: vec![0; FIRST / 8],
            count: 0,
            quotation: Quotation::of(delimiter),
        }
    }

    /// Number of bytes of the input before the next record.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The fields of the record that was read last.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        (0..self.count).map(|at| self.field(at))
    }

    /// A field of the record that was read last; empty if there is none.
    pub fn field(&self, at: usize) -> &[u8] {
        let Some(end) = self.ends[..self.count].get(at) else {
            return &[];
        };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start..*end]
    }

    /// Reads the next record; blank lines are none.
    ///
    /// # Errors
    /// The input cannot be read on, or the record takes too long.
    pub fn read(&mut self) -> Result<Outcome, SkipReason> {
        let clock = Clock::start(&self.reading);
        let begin = self.offset;
        (self.length, self.count) = (0, 0);
        self.quotation = Quotation::of(self.quotation.delimiter);
        let (mut is_too_large, mut is_probed) = (false, false);
        let mut is_unclosed = false;
        let mut repeats = None;
        loop {
            let piece = self.input.fill_buf()?;
            let is_end = piece.is_empty();
            // At the end a line break tells whether the record ends within quotation marks: there it is text.
            let piece: &[u8] = if is_end && !is_probed { b"\n" } else { piece };
            let (result, consumed, written, ended) = self.core.read_record(
                piece,
                &mut self.bytes[self.length..],
                &mut self.ends[self.count..],
            );
            self.length += written;
            self.count += ended;
            if is_end {
                is_unclosed |= !is_probed && written > 0;
                is_probed |= consumed > 0;
            } else {
                self.quotation.follow(&piece[..consumed]);
                self.input.consume(consumed);
                self.offset += consumed as u64;
            }
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => {
                    let most = self.bytes.len();
                    is_too_large |= most as u64 > self.reading.max_bytes;
                    if !is_too_large && most >= REPEATS_AFTER {
                        repeats = repetition(&self.bytes, most);
                        is_too_large = repeats.is_some();
                    }
                    match is_too_large {
                        true => self.length = 0,
                        false => self.bytes.resize(most * 2, 0),
                    }
                }
                ReadRecordResult::OutputEndsFull => {
                    is_too_large |= self.ends.len() >= MOST_FIELDS;
                    match is_too_large {
                        true => self.count = 0,
                        false => self.ends.resize(self.ends.len() * 2, 0),
                    }
                }
                ReadRecordResult::Record => {
                    let most = self.reading.max_bytes;
                    let is_too_large = is_too_large || self.length as u64 > most;
                    return Ok(match () {
                        () if is_unclosed => Outcome::Unclosed,
                        () if self.quotation.is_torn() => {
                            Outcome::PassedOver(SkipReason::BadRow(TORN.to_owned()))
                        }
                        () if is_too_large => {
                            (self.length, self.count) = (0, 0);
                            self.bytes.truncate(FIRST);
                            self.bytes.shrink_to_fit();
                            let too_large = || SkipReason::TooLarge(self.offset - begin, most);
                            Outcome::PassedOver(repeats.unwrap_or_else(too_large))
                        }
                        () => Outcome::Record,
                    });
                }
                ReadRecordResult::End => return Ok(Outcome::End),
            }
            clock.check()?;
        }
    }
}
