//! The line that begins a message of a mailbox: `From `, an address and a date.

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// Headers that a message of a mailbox begins with.
const FIRST: [&str; 16] = [
    "bcc:",
    "cc:",
    "content-",
    "date:",
    "delivered-to:",
    "envelope-to:",
    "from:",
    "message-id:",
    "mime-version:",
    "received:",
    "reply-to:",
    "return-path:",
    "status:",
    "subject:",
    "to:",
    "x-",
];

/// Whether a line that begins with `From ` has the date of a postmark: weekday, month, day, time and year, such as
/// `From anna@example.org Tue Nov 24 05:10:11 2026`, or at its end a date as mail has it, such as
/// `Tue, 24 Nov 2026 05:10:11 +0000`.
pub(super) fn is_postmark(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    let words: Vec<&str> = line.split_ascii_whitespace().take(12).collect();
    let is_date = |date: &[&str]| {
        WEEKDAYS.contains(&date[0])
            && MONTHS.contains(&date[1])
            && is_number(date[2], 2)
            && is_time(date[3])
    };
    let mut dates = words.windows(4).enumerate();
    let is_asctime = dates.any(|(at, date)| {
        is_date(date) && words[at + 4..].iter().take(2).any(|word| is_year(word))
    });
    let is_date = |date: &[&str]| {
        is_number(date[0], 2) && MONTHS.contains(&date[1]) && is_year(date[2]) && is_time(date[3])
    };
    // With a time zone behind it or without.
    let mut dates = words.windows(4).enumerate();
    is_asctime || dates.any(|(at, date)| at > 1 && is_date(date) && at + 5 >= words.len())
}

fn is_number(word: &str, digits: usize) -> bool {
    (1..=digits).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_time(word: &str) -> bool {
    let parts: Vec<&str> = word.split(':').collect();
    (2..=3).contains(&parts.len()) && parts.iter().all(|part| is_number(part, 2))
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && is_number(word, 4)
}

/// Whether a line that begins with `From ` and has no date begins a message although, by the line behind it: that is a
/// header that messages begin with, or any header if the first line has nothing but an address.
pub(super) fn is_undated(line: &[u8], behind: &[u8]) -> bool {
    let is_first = |name: &&str| {
        let begin = behind.get(..name.len()).unwrap_or_default();
        begin.eq_ignore_ascii_case(name.as_bytes())
    };
    let colon = behind.iter().position(|byte| *byte == b':');
    let name = colon.map_or(&[][..], |at| &behind[..at]);
    let is_header = !name.is_empty() && name.iter().all(u8::is_ascii_graphic);
    let words = line.split(u8::is_ascii_whitespace);
    let is_bare = words.filter(|word| !word.is_empty()).count() <= 2;
    is_header && (is_bare || FIRST.iter().any(is_first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_makes_a_postmark_and_a_text_does_not() {
        for line in [
            "From anna@example.org Tue Nov 24 05:10:11 2026",
            "From - Tue Nov 24 05:10:11 2026",
            "From anna at example.org  Tue Nov 24 05:10:11 2026",
            "From 17@xxx Tue Nov 24 05:10:11 +0000 2026",
            "From ben Tue Nov  3 05:10 UTC 2026",
            "From anna@example.org Tue, 24 Nov 2026 05:10:11 +0000",
            "From anna@example.org 24 Nov 2026 05:10",
        ] {
            assert!(is_postmark(line.as_bytes()), "{line}");
        }
        for line in [
            "From here on Tue Nov we met",
            "From 10:30 on",
            "From Tue Nov 24 5 2026",
            "From 3 Nov 2026 05:10 on we met and talked",
            "From the 3 Nov 2026 05:10 we met and talked",
        ] {
            assert!(!is_postmark(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_header_behind_it_makes_a_line_without_a_date_a_postmark() {
        for (line, behind, begins) in [
            ("From anna@example.org\n", "X: 1\n", true),
            ("From anna 24.11.2026 5 Uhr\n", "Received: by x\n", true),
            ("From here on text\n", "more text\n", false),
            ("From here on text\n", "note: more text\n", false),
            ("From here\n", "on we: met\n", false),
            ("From x\n", "\n", false),
        ] {
            assert_eq!(
                is_undated(line.as_bytes(), behind.as_bytes()),
                begins,
                "{line}{behind}"
            );
        }
    }
}
