//! Messages of a mailbox (mbox), one after another, with a length limit per message.

use std::io::{BufRead, Read};

use super::open_file::{Cursor, OpenFile};
use super::{Content, Works};
use crate::corpus::SkipReason;
use crate::corpus::limits::PIECE;

/// Whether a line is the first of a message: `From `, an address, a date with time and year [RFC 4155]; after a blank
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

/// The messages of a mailbox. A message begins with a postmark ([`is_postmark`]).
pub(super) fn messages(file: OpenFile) -> Works {
    let mut cursor = file.cursor();
    let mut postmark = Vec::new();
    Box::new(std::iter::from_fn(move || {
        while !cursor.ended {
            let offset = cursor.offset - postmark.len() as u64;
            let message = message(&mut cursor, &mut postmark);
            if matches!(&message, Ok(message) if message.iter().all(u8::is_ascii_whitespace)) {
                continue;
            }
            cursor.number += 1;
            return Some(match message {
                Ok(message) => {
                    let length = message.len() as u64;
                    cursor.part(offset, length, Content::Line(message.into()))
                }
                Err(reason) => {
                    cursor.ended |= !matches!(reason, SkipReason::TooLarge(..));
                    cursor.skipped(reason)
                }
            });
        }
        None
    }))
}

/// The next message; empty at the end of the file. `postmark` is its first line, if already read,
/// and is replaced by the first line of the next message.
fn message(cursor: &mut Cursor, postmark: &mut Vec<u8>) -> Result<Vec<u8>, SkipReason> {
    let max = cursor.origin.reading.max_bytes;
    let mut bytes = std::mem::take(postmark);
    let begin = cursor.offset - bytes.len() as u64;
    let (mut is_line_start, mut is_after_blank) = (true, false);
    loop {
        let line_start = bytes.len();
        let is_begun = cursor.offset > begin;
        // A file that grows ends with the message that contains its original end.
        let is_over = is_begun && cursor.offset >= cursor.end;
        if is_over || cursor.take(PIECE).read_until(b'\n', &mut bytes)? == 0 {
            cursor.ended = true;
            break;
        }
        let line = &bytes[line_start..];
        if is_line_start && is_begun && is_postmark(line, is_after_blank) {
            *postmark = bytes.split_off(line_start);
            break;
        }
        let is_blank = line.iter().all(|byte| matches!(byte, b'\n' | b'\r'));
        is_after_blank = is_line_start && is_blank;
        is_line_start = line.ends_with(b"\n");
        if bytes.len() as u64 > max {
            bytes.clear();
        }
    }
    let length = cursor.offset - begin - postmark.len() as u64;
    if length > max {
        Err(SkipReason::TooLarge(length, max))
    } else {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::io;

    use super::*;
    use crate::base::Cancel;
    use crate::base::Stamp;
    use crate::corpus::entry::{Entry, RowStart};
    use crate::corpus::read::open_file::{FileOrigin, Input};
    use crate::corpus::read::{Part, Work};
    use crate::settings::Reading;

    /// The messages of a mailbox from `start` on, with their numbers and offsets.
    fn messages(bytes: &[u8], start: RowStart, max_bytes: u64) -> Vec<(u64, u64, Vec<u8>)> {
        let reading = Reading {
            max_bytes,
            ..Reading::default()
        };
        let content = io::Cursor::new(bytes[start.offset as usize..].to_vec());
        let entry = Entry::file("a.mbox".into(), "a.mbox".into(), Stamp::default());
        let all = super::messages(OpenFile {
            input: Input::Stream(Box::new(content), bytes.len() as u64),
            origin: FileOrigin::new(&entry, &reading, None, &Cancel::default()),
            start,
        });
        all.filter_map(|work| match work {
            Work::Part(Part {
                location,
                content: Content::Line(message),
                ..
            }) => Some((location.row.line, location.row.offset, message.to_vec())),
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
    fn messages_begin_with_postmarks_and_only_long_ones_are_skipped() {
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
