//! Messages of a mailbox (mbox), one after another, with a length limit per message.

mod lines;
mod postmark;

use std::io::Read;
use std::sync::Arc;

use super::origin::Origin;
use super::{Line, Work};
use crate::corpus::SkipReason;
use crate::corpus::entry::RowStart;
use crate::settings::Reading;
use lines::Lines;
use postmark::{is_postmark, is_undated};

/// Most bytes behind a line that may begin a message which are read to see whether the length that the message before
/// says of itself goes on exactly to another.
const LOOKED_AHEAD: usize = 4 << 20;

/// Iterator over the messages of a mailbox. A message begins with a line `From ` that has the date of a postmark
/// [RFC 4155], or without one after a blank line where a header follows. Within the length that a message says of its
/// body no other begins, if one begins, or the mailbox ends, right behind it.
pub(super) struct Messages {
    origin: Origin,
    lines: Lines,
    /// Offset from which no message begins: the length at the time of opening.
    end: u64,
    /// Bytes before the next message.
    offset: u64,
    /// Number of messages so far.
    number: u64,
    max_bytes: u64,
    ended: bool,
}

/// What is known of the message that is being read.
#[derive(Default)]
struct Begun {
    bytes: Vec<u8>,
    /// Bytes that were passed over, as the message is too large.
    lost: u64,
    /// Whether the line before is blank.
    is_after_blank: bool,
    /// Where a line stands that begins the next message, if a header follows.
    doubtful: Option<usize>,
    /// Whether the headers have ended.
    has_body: bool,
    /// The length of the body that the headers say.
    said: Option<u64>,
    /// Where the body ends by that.
    body_end: Option<usize>,
    /// Where the next message begins, unless that length is right.
    next: Option<usize>,
}

impl Begun {
    /// Takes the line that begins at `before`. Returns where the next message begins, once that is sure.
    fn line(&mut self, before: usize) -> Option<usize> {
        let line = &self.bytes[before..];
        let is_blank = line.iter().all(|byte| matches!(byte, b'\n' | b'\r'));
        let is_first = before == 0 && self.lost == 0;
        let is_from = !is_first && line.starts_with(b"From ");
        let begins = match self.doubtful.take() {
            Some(at) if is_undated(&self.bytes[at..before], line) => Some(at),
            _ if is_from && is_postmark(line) => Some(before),
            _ => {
                self.doubtful = (is_from && self.is_after_blank).then_some(before);
                None
            }
        };
        self.is_after_blank = is_blank;
        if !self.has_body && self.lost == 0 {
            if is_blank {
                self.has_body = true;
                let said = self.said.and_then(|said| usize::try_from(said).ok());
                self.body_end = said.and_then(|said| self.bytes.len().checked_add(said));
            } else {
                self.said = length_said(line).or(self.said);
            }
        }
        let begins = begins?;
        match (self.body_end, self.next) {
            (Some(end), _) if begins < end => {
                self.next.get_or_insert(begins);
                None
            }
            (Some(end), Some(next)) => Some(match is_whitespace(&self.bytes[end..begins]) {
                true => begins,
                false => next,
            }),
            _ => Some(begins),
        }
    }

    /// Whether more would be read only to see whether the length is right, and no more is read for that.
    fn is_in_vain(&self, limit: usize) -> bool {
        let read = self.next.map(|next| self.bytes.len() - next);
        read.is_some_and(|read| read > LOOKED_AHEAD || self.bytes.len() > limit)
    }

    /// Where the next message begins, if the mailbox ends here.
    fn end(&self) -> Option<usize> {
        let rest = self.bytes.get(self.body_end?..);
        self.next.filter(|_| !rest.is_some_and(is_whitespace))
    }
}

fn is_whitespace(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_whitespace)
}

/// The length of the body that a header says.
fn length_said(line: &[u8]) -> Option<u64> {
    const NAME: &[u8] = b"content-length:";
    let (name, value) = line.split_at_checked(NAME.len())?;
    let value = std::str::from_utf8(value).ok()?.trim();
    let is_length = name.eq_ignore_ascii_case(NAME);
    value.parse().ok().filter(|_| is_length)
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
            lines: Lines::new(content),
            end,
            offset: start.offset,
            number: start.lines,
            max_bytes: reading.max_bytes,
            ended: false,
        }
    }

    /// The next message; `None` at the end of the file.
    fn message(&mut self) -> Result<Option<Vec<u8>>, SkipReason> {
        let mut begun = Begun::default();
        let limit = self.max_bytes as usize;
        loop {
            let before = begun.bytes.len();
            // A file that grows ends with the message that contains its original end.
            let at = self.offset + begun.lost + before as u64;
            let read = match at < self.end || before == 0 {
                true => self.lines.next(&mut begun.bytes),
                false => Ok(0),
            };
            let next = match read {
                Ok(0) => match begun.end() {
                    None => {
                        self.ended = true;
                        break;
                    }
                    next => next,
                },
                Ok(_) => begun.line(before),
                // The message before is whole.
                Err(reason) if begun.next.is_some() => {
                    self.lines.fail(reason);
                    begun.next
                }
                Err(reason) => return Err(reason),
            };
            let next = next.or(begun.next.filter(|_| begun.is_in_vain(limit)));
            if let Some(next) = next {
                self.lines.back(begun.bytes.split_off(next));
                break;
            }
            if begun.bytes.len() > limit && begun.doubtful.is_none() {
                begun.lost += begun.bytes.len() as u64;
                begun.bytes.clear();
                begun.body_end = None;
            }
        }
        let length = begun.bytes.len() as u64 + begun.lost;
        self.offset += length;
        match (length, begun.lost) {
            (0, _) => Ok(None),
            (_, 0) if length <= self.max_bytes => Ok(Some(begun.bytes)),
            _ => Err(SkipReason::TooLarge(length, self.max_bytes)),
        }
    }
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

    fn texts(mailbox: &str) -> Vec<String> {
        let all = messages(mailbox.as_bytes(), RowStart::default(), 1_000_000);
        let text = |text: Vec<u8>| String::from_utf8(text).unwrap();
        all.into_iter().map(|(.., bytes)| text(bytes)).collect()
    }

    #[test]
    fn messages_begin_with_postmarks_and_long_ones_cost_themselves() {
        let mailbox =
            "From a\n\nFrom b\nX: 1\n\nFrom here on text\nFrom b\n\n\nFrom c\nSubject: s\nx\n";
        let expected = [
            "From a\n\n",
            "From b\nX: 1\n\nFrom here on text\nFrom b\n\n\n",
            "From c\nSubject: s\nx\n",
        ];
        assert_eq!(texts(mailbox), expected);
        let short = messages(mailbox.as_bytes(), RowStart::default(), 30);
        let numbers: Vec<u64> = short.iter().map(|(number, ..)| *number).collect();
        assert_eq!(numbers, [1, 3]);
    }

    #[test]
    fn a_text_that_begins_like_a_postmark_does_not_split_its_message() {
        let message = "From anna@example.org Tue Nov 24 05:10:11 2026\nSubject: s\n\nwords\n\n\
            From here on it is the same.\nnote: that too\n\nFrom Paris with love\n\n";
        assert_eq!(texts(&message.repeat(2)), [message, message]);
    }

    #[test]
    fn a_postmark_begins_a_message_without_a_blank_line_before_it() {
        let dated = "From anna@example.org Tue Nov 24 05:10:11 2026\nSubject: s\n\nwords\n";
        let other = "From ben Tue Nov  3 05:10 UTC 2026\n\nmore words\n";
        let mailbox = [dated, dated, other].concat();
        assert_eq!(texts(&mailbox), [dated, dated, other]);
    }

    #[test]
    fn a_length_that_leads_to_a_message_or_to_the_end_is_right() {
        let dated = "From anna@example.org Tue Nov 24 05:10:11 2026\n";
        let body = format!("words\n\n{dated}Subject: quoted\n\nmore words\n");
        let message = |length: usize, between: &str| {
            format!("{dated}Content-Length: {length}\n\n{body}{between}")
        };
        let last = format!("{dated}\nlast words\n");
        for between in ["", "\n", "\n\n"] {
            let right = message(body.len(), between);
            assert_eq!(texts(&right), [right.as_str()]);
            let all = [right.as_str(), &right, &last].concat();
            assert_eq!(texts(&all), [right.as_str(), &right, &last]);
        }
        // One that is wrong, and one that leads beyond the end.
        for length in [body.len() - 3, body.len() + 3, 10_000_000] {
            let wrong = message(length, "\n");
            let (begin, quoted) = wrong.split_at(wrong.len() - body.len() + 6);
            let all = [wrong.as_str(), &last].concat();
            assert_eq!(texts(&all), [begin, quoted, &last], "{length}");
            assert_eq!(texts(&wrong), [begin, quoted], "{length}");
        }
    }

    #[test]
    fn lines_may_end_with_carriage_returns() {
        let one = "From - Tue Nov 24 05:10:11 2026\rSubject: s\r\rwords\r\r";
        assert_eq!(texts(&one.repeat(2)), [one, one]);
    }

    proptest! {
        #[test]
        fn no_byte_is_lost_and_any_message_can_be_the_first(
            lines in prop::collection::vec(
                prop::sample::select(vec!["From x", "From x Tue Nov 24 05:10:11 2026", "", "text", "From", " ", "To: a", "Content-Length: 7"]), 0..20),
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
