//! Quotations: text between quotation marks of several languages, and quoted lines.
//!
//! An opening mark pairs with the next mark that closes it, within one paragraph and at most [`MOST`]
//! bytes further on; an opening mark without one quotes nothing. Marks that look the same at both ends open
//! before a word and close after one. Linear in the length of the text.

/// Maximum length of a quotation between marks, in bytes.
pub const MOST: usize = 4_000;

/// An opening mark with those that close it, and whether it opens only directly before a word, because
/// other languages close with it.
const MARKS: [(char, &str, bool); 13] = [
    ('“', "”", false),
    ('„', "“”", false),
    ('«', "»", false),
    ('»', "«", true),
    ('‹', "›", false),
    ('›', "‹", true),
    ('‚', "‘’", true),
    ('‘', "’", true),
    ('「', "」", false),
    ('『', "』", false),
    ('〝', "〟〞", false),
    ('”', "”", true),
    ('"', "\"", true),
];

/// A quotation mark in a text.
struct Mark {
    start: usize,
    char: char,
    /// Number of the paragraph.
    paragraph: usize,
    /// Whether it stands before a word, after no other.
    before_word: bool,
    /// Whether no word follows.
    after_word: bool,
}

/// Byte spans of the quotations in `text`, marks included: ascending and disjoint.
#[must_use]
pub fn spans(text: &str) -> Vec<(usize, usize)> {
    with(text, &[])
}

/// Byte spans of the quotations in `text` and of what its markup quotes: ascending and disjoint.
#[must_use]
pub fn with(text: &str, quoted: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut spans = between_marks(&marks(text));
    spans.extend(quoted_lines(text));
    spans.extend(quoted);
    joined(spans)
}

/// All quotation marks, in order.
fn marks(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    // Most texts have few marks; their bytes are looked for first.
    if !text.bytes().any(|byte| byte == b'"' || byte >= 0x80) {
        return marks;
    }
    let (mut paragraph, mut blank, mut before) = (0, false, ' ');
    for (start, char) in text.char_indices() {
        if char == '\n' {
            paragraph += usize::from(blank);
            blank = true;
        } else if !char.is_whitespace() {
            blank = false;
        }
        if MARKS
            .iter()
            .any(|(open, close, _)| *open == char || close.contains(char))
        {
            let after = text[start + char.len_utf8()..]
                .chars()
                .next()
                .unwrap_or(' ');
            marks.push(Mark {
                start,
                char,
                paragraph,
                before_word: !before.is_alphanumeric() && !after.is_whitespace(),
                after_word: !after.is_alphanumeric() && !before.is_whitespace(),
            });
        }
        before = char;
    }
    marks
}

fn between_marks(marks: &[Mark]) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    // For each kind, the first mark not yet passed that closes it.
    let mut next = [0; MARKS.len()];
    let mut at = 0;
    while let Some(mark) = marks.get(at) {
        at += 1;
        let kinds = MARKS.iter().zip(&mut next);
        for ((open, close, before_word), next) in kinds {
            if *open != mark.char || *before_word && !mark.before_word {
                continue;
            }
            let closes = |mark: &Mark| {
                // A mark that also is an apostrophe, or opens, closes after a word.
                let ambiguous = matches!(mark.char, '"' | '’' | '”' | '‘' | '“' | '«' | '‹');
                close.contains(mark.char) && (!ambiguous || mark.after_word)
            };
            *next = (*next).max(at);
            while marks.get(*next).is_some_and(|mark| !closes(mark)) {
                *next += 1;
            }
            if let Some(last) = marks.get(*next)
                && last.paragraph == mark.paragraph
                && last.start - mark.start <= MOST
            {
                spans.push((mark.start, last.start + last.char.len_utf8()));
                at = *next + 1;
                break;
            }
        }
    }
    spans
}

/// Lines that begin with `>`, as in mail and Markdown.
fn quoted_lines(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut start = 0;
    text.split_inclusive('\n').filter_map(move |line| {
        let span = (start, start + line.trim_end().len());
        start = span.0 + line.len();
        let rest = line.trim_start_matches(' ').strip_prefix('>')?;
        let quotes = rest.trim_start().is_empty() || rest.starts_with([' ', '>']);
        quotes.then_some(span)
    })
}

/// The same bytes as ascending, disjoint spans.
pub(super) fn joined(mut spans: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    spans.sort_unstable();
    let mut joined: Vec<(usize, usize)> = Vec::with_capacity(spans.len());
    for (start, end) in spans {
        match joined.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quoted(text: &str) -> Vec<&str> {
        spans(text)
            .into_iter()
            .map(|(start, end)| &text[start..end])
            .collect()
    }

    #[test]
    fn marks_of_several_languages_pair() {
        for (text, want) in [
            ("He said “to be or not” and left.", "“to be or not”"),
            (
                "Er sagte „Sein oder Nichtsein“ und ging.",
                "„Sein oder Nichtsein“",
            ),
            (
                "Il dit « être ou ne pas être » et partit.",
                "« être ou ne pas être »",
            ),
            (
                "Er sagte »Sein oder Nichtsein« und ging.",
                "»Sein oder Nichtsein«",
            ),
            (
                "Han sa ”att vara eller inte” och gick.",
                "”att vara eller inte”",
            ),
            ("He said ‘it isn’t so’ and left.", "‘it isn’t so’"),
            ("Er sagte ‚Sein oder‘ und ging.", "‚Sein oder‘"),
            ("彼は「生きるべきか」と言った。", "「生きるべきか」"),
            ("He said \"to be, or not?\" and left.", "\"to be, or not?\""),
            ("one\n> a quoted line\nafter", "> a quoted line"),
            ("a ‹short one› here", "‹short one›"),
        ] {
            assert_eq!(quoted(text), [want], "{text}");
        }
    }

    #[test]
    fn a_mark_without_its_partner_quotes_nothing() {
        for text in [
            "a 5\" screen and a 7\" screen",
            "an “open one\n\nand another” paragraph",
            "the dogs’ bowls and the cats’ bowls",
            "rock ’n’ roll isn’t here",
            "a > b and b > c",
            "x>y\n>=2",
            "\"",
            "”“",
        ] {
            assert_eq!(quoted(text), [""; 0], "{text}");
        }
        let long = format!("“{}”", "word ".repeat(MOST));
        assert_eq!(quoted(&long), [""; 0]);
    }

    #[test]
    fn two_quotations_leave_what_stands_between() {
        assert_eq!(quoted("\"a b\" then \"c d\" end"), ["\"a b\"", "\"c d\""]);
        assert_eq!(quoted("> one\n> two\nthree"), ["> one", "> two"]);
    }

    #[test]
    fn markup_counts_too() {
        assert_eq!(
            with("one two “three four” five", &[(4, 7), (8, 14)]),
            [(4, 7), (8, 24)]
        );
    }

    proptest! {
        #[test]
        fn spans_are_ascending_on_character_boundaries(text in "[a “”„«»\"‘’‚>\n]{0,60}") {
            let spans = spans(&text);
            let mut before = 0;
            for (start, end) in spans {
                prop_assert!(before <= start && start < end);
                prop_assert!(text.is_char_boundary(start) && text.is_char_boundary(end));
                before = end + 1;
            }
        }
    }
}
