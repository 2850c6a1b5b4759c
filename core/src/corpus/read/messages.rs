//! Messages of a mailbox (mbox), one after another, with a length limit per message.

use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;

use super::origin::Origin;
use super::{Line, Work};
use crate::corpus::SkipReason;
use crate::corpus::entry::RowStart;
use crate::corpus::limits::PIECE;
use crate::settings::Reading;

/// Iterator over the messages of a mailbox. A message begins with a line `From ` at the start of the file or
/// after a blank line, and with one that has the date of a postmark [RFC 4155] anywhere.
pub(super) struct Messages {
    origin: Origin,
    input: BufReader<Box<dyn Read + Send>>,
    /// Offset from which no message begins: the length at the time of opening.
    end: u64,
    /// Bytes before the line in `next`.
    offset: u64,
    /// The first line of the next message, once it has been read.
    next: Vec<u8>,
    /// Number of messages so far.
    number: u64,
    max_bytes: u64,
    ended: bool,
}

impl Messages {
    /// The messages in `content`, which stands at `start`; no message begins from the offset `end` on.
    pub fn new(
        content: Box<dyn Read + Send>,
        end: u64,
        origin: Origin,
        start: RowStart,
        reading: &Reading,
    ) -> Self {
        Messages {
            origin,
            input: BufReader::with_capacity(1 << 20, content),
            end,
            offset: start.offset,
            next: Vec::new(),
            number: start.lines,
            max_bytes: reading.max_bytes,
            ended: false,
        }
    }

    /// Reads a line to the end of `into`, or a part of a line that is long; 0 at the end of the file.
    fn line(&mut self, into: &mut Vec<u8>) -> Result<usize, SkipReason> {
        let piece = (&mut self.input).take(PIECE);
        Ok({ piece }.read_until(b'\n', into)?)
    }

    /// The next message; `None` at the end of the file.
    fn message(&mut self) -> Result<Option<Vec<u8>>, SkipReason> {
        let mut message = std::mem::take(&mut self.next);
        let (limit, mut lost) = (self.max_bytes as usize, 0_u64);
        let mut blank = false;
        loop {
            let before = message.len();
            // A file that grows ends with the message that contains its original end.
            let at = self.offset + lost + before as u64;
            let read = match at < self.end || before == 0 {
                true => self.line(&mut message)?,
                false => 0,
            };
            if read == 0 {
                self.ended = true;
                break;
            }
            let line = &message[before..];
            if line.starts_with(b"From ") && before > 0 && (blank || is_postmark(line)) {
                self.next = message.split_off(before);
                break;
            }
            blank = matches!(line, b"\n" | b"\r\n");
            if message.len() > limit {
                lost += message.len() as u64;
                message.clear();
            }
        }
        let length = message.len() as u64 + lost;
        self.offset += length;
        match (length, lost) {
            (0, _) => Ok(None),
            (_, 0) => Ok(Some(message)),
            _ => Err(SkipReason::TooLarge(length, self.max_bytes)),
        }
    }
}

/// Whether a line that begins with `From ` has the date of a postmark: weekday, month, day, time and year, such as
/// `From anna@example.org Tue Nov 24 05:10:11 2026`.
fn is_postmark(line: &[u8]) -> bool {
    const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const MONTHS: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    let words: Vec<&str> = line.split_ascii_whitespace().take(12).collect();
    let is_number = |word: &str, digits: usize| {
        (1..=digits).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_time = |word: &str| {
        let parts: Vec<&str> = word.split(':').collect();
        (2..=3).contains(&parts.len()) && parts.iter().all(|part| is_number(part, 2))
    };
    let is_date = |date: &[&str]| {
        WEEKDAYS.contains(&date[0])
            && MONTHS.contains(&date[1])
            && is_number(date[2], 2)
            && is_time(date[3])
    };
    let year = |word: &str| word.len() == 4 && is_number(word, 4);
    let mut dates = words.windows(4).enumerate();
    dates.any(|(at, date)| is_date(date) && words[at + 4..].iter().take(2).any(|word| year(word)))
}

impl Iterator for Messages {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        while !self.ended {
            let offset = self.offset;
            self.number += 1;
            match self.message() {
                Ok(Some(message)) if message.iter().all(u8::is_ascii_whitespace) => {
                    self.number -= 1;
                }
                Ok(Some(message)) => {
                    let length = message.len() as u64;
                    let range = 0..message.len();
                    return Some(Work::Row {
                        file: self.origin.id.clone(),
                        place: self.origin.place(self.number, offset, length),
                        stamp: self.origin.stamp,
                        line: Line {
                            block: Arc::new(message),
                            place: range,
                        },
                    });
                }
                Ok(None) => {}
                Err(reason @ SkipReason::TooLarge(..)) => {
                    return Some(self.origin.row_skipped(self.number, reason));
                }
                Err(reason) => {
                    self.ended = true;
                    return Some(self.origin.row_skipped(self.number, reason));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::corpus::{Place, Stamp};

    /// The messages of a mailbox from `start` on, with their numbers and offsets.
    fn messages(bytes: &[u8], start: RowStart, max_bytes: u64) -> Vec<(u64, u64, Vec<u8>)> {
        let origin = Origin {
            id: "a.mbox".into(),
            path: Some(Arc::from(Path::new("a.mbox"))),
            member: None,
            stamp: Stamp::default(),
        };
        let reading = Reading {
            max_bytes,
            ..Reading::default()
        };
        let content = bytes[start.offset as usize..].to_vec();
        let content = Box::new(Cursor::new(content));
        let end = bytes.len() as u64;
        let all = Messages::new(content, end, origin, start, &reading);
        all.filter_map(|work| match work {
            Work::Row {
                place: Place::Row { line, offset, .. },
                line: message,
                ..
            } => Some((line, offset, message.to_vec())),
            _ => None,
        })
        .collect()
    }

    #[test]
    fn messages_begin_after_a_blank_line_and_long_ones_cost_themselves() {
        let mailbox = b"From a\n\nFrom here on text\nFrom b\n\n\nFrom c\nx\n";
        let all = messages(mailbox, RowStart::default(), 1000);
        let texts: Vec<&[u8]> = all.iter().map(|(.., text)| &text[..]).collect();
        let expected: [&[u8]; 3] = [
            b"From a\n\n",
            b"From here on text\nFrom b\n\n\n",
            b"From c\nx\n",
        ];
        assert_eq!(texts, expected);
        let short = messages(mailbox, RowStart::default(), 10);
        let numbers: Vec<u64> = short.iter().map(|(number, ..)| *number).collect();
        assert_eq!(numbers, [1, 3]);
    }

    #[test]
    fn a_postmark_begins_a_message_without_a_blank_line_before_it() {
        let dated = "From anna@example.org Tue Nov 24 05:10:11 2026\nSubject: s\n\nwords\n";
        let other = "From ben Tue Nov  3 05:10 UTC 2026\n\nmore words\n";
        let mailbox = [dated, dated, other].concat();
        let texts: Vec<String> = messages(mailbox.as_bytes(), RowStart::default(), 1000)
            .into_iter()
            .map(|(.., text)| String::from_utf8(text).unwrap())
            .collect();
        assert_eq!(texts, [dated, dated, other]);
        for text in [
            "From here on Tue Nov we met\n",
            "From 10:30 on\n",
            "From Tue Nov 24 5 2026\n",
        ] {
            assert!(!is_postmark(text.as_bytes()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_byte_is_lost_and_any_message_can_be_the_first(
            lines in prop::collection::vec(
                prop::sample::select(vec!["From x", "From x Tue Nov 24 05:10:11 2026", "", "text", "From", " "]), 0..20),
        ) {
            let mailbox = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
            let mailbox = mailbox.as_bytes();
            let all = messages(mailbox, RowStart::default(), 1000);
            for (number, offset, text) in &all {
                prop_assert!(mailbox[*offset as usize..].starts_with(text));
                let start = RowStart { lines: number - 1, offset: *offset };
                let from_here = messages(mailbox, start, 1000);
                prop_assert_eq!(&from_here[..], &all[*number as usize - 1..]);
            }
            let words = |text: &[u8]| text.iter().filter(|b| !b.is_ascii_whitespace()).count();
            let read: usize = all.iter().map(|(.., text)| words(text)).sum();
            prop_assert_eq!(read, words(mailbox));
        }
    }
}
