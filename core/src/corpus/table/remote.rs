//! Rows of a Parquet or Arrow file that a child process reads. The parent gives it the bytes that it asks for and
//! receives rows by the megabyte: neither holds the whole table.

use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::arrow::ArrowRows;
use super::sent::{ASKED, ChildMessage, GO_ON, SENT, STOP, take};
use super::{NextRow, TableRows};
use crate::corpus::SkipReason;
use crate::corpus::child::frames::{Asked, TableFormat};
use crate::corpus::child::process::{Lost, Worker, memory_for};
use crate::corpus::random_access::RandomAccess;
use crate::corpus::unpacked::Budget;
use crate::settings::Reading;

/// What a row costs of the budget of its file beside its bytes: a table of empty rows packs very well.
const ROW: u64 = 256;

/// A table that was opened.
pub struct Opened {
    /// Its rows.
    pub rows: TableRows,
    /// What they are read as, in words, where that is a guess.
    pub guess: Option<String>,
}

/// Opens a table in a child process, or in this one where no program is named that could be one.
///
/// # Errors
/// It is damaged, or has no text column; or the child failed.
pub fn open(
    format: TableFormat,
    content: RandomAccess,
    reading: &Reading,
    budget: &Arc<Budget>,
) -> Result<Opened, SkipReason> {
    let Some(worker) = Worker::waiting_or_new() else {
        let rows = ArrowRows::open(format, content, reading)?;
        let guess = rows.guess();
        let rows = Box::new(rows);
        return Ok(Opened { rows, guess });
    };
    let mut table = RemoteRows {
        worker: Some(worker?),
        format,
        content,
        reading: reading.clone(),
        budget: Arc::clone(budget),
        is_waiting: false,
        ready: Vec::new(),
        at: 0,
        given: 0,
        unread: None,
    };
    let guess = table.begin()?;
    let rows = Box::new(table);
    Ok(Opened { rows, guess })
}

/// Rows that a child sends.
struct RemoteRows {
    /// `None` once there are no more rows.
    worker: Option<Worker>,
    format: TableFormat,
    content: RandomAccess,
    reading: Reading,
    budget: Arc<Budget>,
    /// Whether the child waits to be told whether rows are wanted.
    is_waiting: bool,
    /// Rows that were received, and the place of the next in them.
    ready: Vec<u8>,
    at: usize,
    /// Number of the row given last.
    given: u64,
    /// A row that cannot be read, after those that are ready.
    unread: Option<(u64, SkipReason)>,
}

/// Why there is no message.
enum Trouble {
    Child(Lost),
    Reason(SkipReason),
}

impl From<Lost> for Trouble {
    fn from(lost: Lost) -> Self {
        Trouble::Child(lost)
    }
}

impl RemoteRows {
    /// Asks for the table; returns what its columns are, where that is a guess.
    fn begin(&mut self) -> Result<Option<String>, SkipReason> {
        loop {
            let asked = Asked::Table {
                format: self.format,
                reading: self.reading.clone(),
                bytes: self.content.length(),
            };
            let sent = self.worker()?.send(&asked).map_err(Trouble::from);
            match sent.and_then(|()| self.next_message()) {
                Ok(ChildMessage::Begun { guess }) => {
                    self.is_waiting = true;
                    return Ok(guess);
                }
                Ok(ChildMessage::Refused(reason)) => {
                    self.give_back();
                    return Err(reason);
                }
                Ok(_) => self.replace(Trouble::Child(Lost::Ended))?,
                Err(trouble) => self.replace(trouble)?,
            }
        }
    }

    fn worker(&mut self) -> Result<&mut Worker, SkipReason> {
        let none = || SkipReason::ParserFailed("it has ended".to_owned());
        self.worker.as_mut().ok_or_else(none)
    }

    fn give_back(&mut self) {
        if let Some(worker) = self.worker.take() {
            worker.give_back();
        }
    }

    /// A new child in place of one that may have ended for what it read before.
    ///
    /// # Errors
    /// What to say of this table, if the child had read nothing before it.
    fn replace(&mut self, trouble: Trouble) -> Result<(), SkipReason> {
        let none = || SkipReason::ParserFailed("it has ended".to_owned());
        let worker = self.worker.take().ok_or_else(none)?;
        match trouble {
            Trouble::Reason(reason) => Err(reason),
            Trouble::Child(Lost::Ended) if !worker.is_new() => {
                self.worker = Some(worker.replaced()?);
                Ok(())
            }
            Trouble::Child(lost) => {
                let memory = memory_for(self.content.length());
                Err(worker.reason(lost, self.reading.max_seconds, memory))
            }
        }
    }

    /// The next message that does not ask for bytes of the table.
    fn next_message(&mut self) -> Result<ChildMessage, Trouble> {
        let until = Instant::now() + Duration::from_secs(self.reading.max_seconds.into());
        loop {
            let next_message = self.worker().map_err(Trouble::Reason)?.header(until)?;
            match next_message {
                ChildMessage::Wants { at, length } => self.answer(at, length)?,
                ChildMessage::Rows { bytes } => {
                    // A row is at most as long as a document may be; others come before and its fields with it.
                    let most = self.reading.max_bytes.saturating_add(2 * SENT as u64);
                    if bytes > most {
                        return Err(Lost::Ended.into());
                    }
                    let worker = self.worker().map_err(Trouble::Reason)?;
                    self.ready = worker.bytes(bytes, until)?;
                    self.at = 0;
                    return Ok(next_message);
                }
                next_message => return Ok(next_message),
            }
        }
    }

    /// Sends bytes of the table.
    fn answer(&mut self, at: u64, length: u32) -> Result<(), Trouble> {
        let length = (length as usize).min(ASKED);
        let mut answer = Vec::with_capacity(4 + length);
        answer.extend([0; 4]);
        let from = self.content.seek(SeekFrom::Start(at));
        let read = from.and_then(|_| {
            let content = &mut self.content;
            content.take(length as u64).read_to_end(&mut answer)
        });
        let read = read.map_err(|error| Trouble::Reason(SkipReason::of(&error)))?;
        answer[..4].copy_from_slice(&(read as u32).to_le_bytes());
        let worker = self.worker().map_err(Trouble::Reason)?;
        Ok(worker.send_bytes(&answer)?)
    }

    /// Receives more rows, or why there are none; `false` after the last.
    fn receive(&mut self) -> Result<bool, SkipReason> {
        loop {
            let asked = match std::mem::take(&mut self.is_waiting) {
                true => self.worker()?.send_bytes(&[GO_ON]).map_err(Trouble::from),
                false => Ok(()),
            };
            match asked.and_then(|()| self.next_message()) {
                Ok(ChildMessage::Rows { .. }) => return Ok(true),
                Ok(ChildMessage::Unread { number, reason }) => {
                    self.unread = Some((number, reason));
                    return Ok(true);
                }
                Ok(ChildMessage::Done) => {
                    self.give_back();
                    return Ok(false);
                }
                Ok(_) => self.replace(Trouble::Child(Lost::Ended))?,
                Err(trouble) => self.replace(trouble)?,
            }
            // The new child reads from the beginning; what was given is passed over.
            self.begin()?;
        }
    }
}

impl Iterator for RemoteRows {
    type Item = NextRow;

    fn next(&mut self) -> Option<NextRow> {
        loop {
            let mut rest = &self.ready[self.at..];
            let next = match take(&mut rest) {
                Some(row) => {
                    self.at = self.ready.len() - rest.len();
                    Ok(row)
                }
                None => match self.unread.take() {
                    Some(unread) => Err(unread),
                    None => {
                        self.worker.as_ref()?;
                        (self.ready, self.at) = (Vec::new(), 0);
                        match self.receive() {
                            Ok(true) => continue,
                            Ok(false) => return None,
                            Err(reason) => return Some(Err((self.given + 1, reason))),
                        }
                    }
                },
            };
            let (number, bytes) = match &next {
                Ok(row) => (row.number, row.bytes()),
                Err((number, _)) => (*number, 0),
            };
            if number <= self.given {
                continue;
            }
            self.given = number;
            if let Err(reason) = self.budget.spend(bytes + ROW) {
                // The child ends with it.
                (self.worker, self.unread) = (None, None);
                (self.ready, self.at) = (Vec::new(), 0);
                return Some(Err((number, reason)));
            }
            return Some(next);
        }
    }
}

impl Drop for RemoteRows {
    fn drop(&mut self) {
        // One that has begun to send is ended instead.
        if self.is_waiting
            && let Some(mut worker) = self.worker.take()
            && worker.send_bytes(&[STOP]).is_ok()
        {
            worker.give_back();
        }
    }
}
