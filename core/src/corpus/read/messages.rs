//! Messages of a mailbox (mbox), one after another, with a length limit per message.

use std::io::{BufRead, BufReader, Read};

use super::open_file::Origin;
use super::{Content, Work};
use crate::corpus::entry::RowStart;
use crate::corpus::limits::PIECE;
use crate::corpus::{RowSpan, SkipReason};
use crate::settings::Reading;

/// Iterator over the messages of a mailbox. A message begins with a postmark ([`is_postmark`]).
pub(super) struct Messages {
    origin: Origin,
    input: BufReader<Box<dyn Read + Send>>,
    /// The postmark of the next message, if it was read.
    postmark: Vec<u8>,
    /// Offset from which no message begins: the length at the time of opening.
    end: u64,
    /// Bytes before the next message.
    offset: u64,
    /// Number of messages so far.
    number: u64,
    max_bytes: u64,
    ended: bool,
}

/// Whether a line is the first of a message: `From `, an address and a date with time and year [RFC 4155]; after a blank
/// line also `From ` and at most one word.
fn is_postmark(line: &[u8], is_after_blank: bool) -> bool {
    let Some(rest) = line.strip_prefix(b"From ") else {
        return false;
    };
    let is_digits = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let is_time = |word: &[u8]| {
        let mut parts = word.split(|byte| *byte == b':');
        word.contains(&b':') && parts.all(|part| part.len() == 2 && is_digits(part))
    };
    let words = rest.split(u8::is_ascii_whitespace);
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).take(12).collect();
    let has_time = words.iter().any(|word| is_time(word));
    let has_year = words.iter().any(|word| word.len() == 4 && is_digits(word));
    has_time && has_year || is_after_blank && words.len() <= 1
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
            postmark: Vec::new(),
            end,
            offset: start.offset,
            number: start.lines,
            max_bytes: reading.max_bytes,
            ended: false,
        }
    }

    /// The next message; empty at the end of the file.
    fn message(&mut self) -> Result<Vec<u8>, SkipReason> {
        let mut bytes = std::mem::take(&mut self.postmark);
        // Bytes that were passed over, as the message is too large.
        let mut lost = 0;
        let (mut is_line_start, mut is_after_blank) = (true, false);
        loop {
            let before = bytes.len();
            let length = lost + before as u64;
            // A file that grows ends with the message that contains its original end.
            let is_over = length > 0 && self.offset + length >= self.end;
            if is_over
                || (&mut self.input)
                    .take(PIECE)
                    .read_until(b'\n', &mut bytes)?
                    == 0
            {
                self.ended = true;
                break;
            }
            let line = &bytes[before..];
            if is_line_start && length > 0 && is_postmark(line, is_after_blank) {
                self.postmark = bytes.split_off(before);
                break;
            }
            let is_blank = line.iter().all(|byte| matches!(byte, b'\n' | b'\r'));
            is_after_blank = is_line_start && is_blank;
            is_line_start = line.ends_with(b"\n");
            if bytes.len() as u64 > self.max_bytes {
                lost += bytes.len() as u64;
                bytes.clear();
            }
        }
        let length = lost + bytes.len() as u64;
        self.offset += length;
        match length > self.max_bytes {
            true => Err(SkipReason::TooLarge(length, self.max_bytes)),
            false => Ok(bytes),
        }
    }
}

impl Iterator for Messages {
    type Item = Work;

    fn next(&mut self) -> Option<Work> {
        while !self.ended {
            let offset = self.offset;
            match self.message() {
                Ok(message) if message.iter().all(u8::is_ascii_whitespace) => {}
                Ok(message) => {
                    self.number += 1;
                    let row = RowSpan {
                        line: self.number,
                        offset,
                        length: message.len() as u64,
                    };
                    return Some(self.origin.part(row, Content::Line(message.into())));
                }
                Err(reason) => {
                    self.number += 1;
                    self.ended |= !matches!(reason, SkipReason::TooLarge(..));
                    return Some(self.origin.row_skipped(self.number, reason));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::io::Cursor;

    use super::*;
    use crate::corpus::read::Part;
    use crate::corpus::{Place, Stamp};

    /// The messages of a mailbox from `start` on, with their numbers and offsets.
    fn messages(bytes: &[u8], start: RowStart, max_bytes: u64) -> Vec<(u64, u64, Vec<u8>)> {
        let origin = Origin {
            id: "a.mbox".into(),
            place: Place::file("a.mbox"),
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
            Work::Part(Part {
                place,
                content: Content::Line(message),
                ..
            }) => Some((place.row.line, place.row.offset, message.to_vec())),
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
    fn a_time_and_a_year_make_a_postmark_and_a_text_does_not() {
        for line in [
            "From anna@example.org Tue Nov 24 05:10:11 2026\n",
            "From - Tue Nov 24 05:10:11 2026\n",
            "From 17@xxx Tue Nov 24 05:10:11 +0000 2026\n",
            "From anna@example.org Tue, 24 Nov 2026 05:10:11 +0000\n",
        ] {
            assert!(is_postmark(line.as_bytes(), false), "{line}");
        }
        for line in [
            "From here on Tue Nov we met\n",
            "From 10:30 on\n",
            "From Tue Nov 24 5 2026\n",
        ] {
            assert!(!is_postmark(line.as_bytes(), true), "{line}");
        }
        assert!(is_postmark(b"From -\n", true) && !is_postmark(b"From -\n", false));
    }

    #[test]
    fn a_postmark_begins_a_message_without_a_blank_line_before_it() {
        let dated = "From anna@example.org Tue Nov 24 05:10:11 2026\nSubject: s\n\nwords\n";
        let other = "From ben Tue Nov  3 05:10 UTC 2026\n\nmore words\n";
        let mailbox = [dated, dated, other].concat();
        assert_eq!(texts(&mailbox), [dated, dated, other]);
    }

    proptest! {
        #[test]
        fn no_byte_is_lost_and_any_message_can_be_the_first(
            lines in prop::collection::vec(
                prop::sample::select(vec!["From x", "From x Tue Nov 24 05:10:11 2026", "", "text", "From", " ", "To: a"]), 0..20),
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
