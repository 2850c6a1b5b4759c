//! Quotations: text between quotation marks of several languages, and quoted lines.
//!
//! An opening mark pairs with the next mark that closes it, within one paragraph and [`MAX_QUOTATION_BYTES`] bytes. An
//! opening mark without a closing mark is ignored. Marks that look the same at both ends open before a word and close
//! after one. A string of a program, as in `print("this text")`, is no quotation. The time is linear in the length of the
//! text.

use crate::base::ranges::union;

/// Maximum length of a quotation between marks, in bytes.
pub const MAX_QUOTATION_BYTES: usize = 4_000;

/// Each opening mark, the marks that close it, and whether it opens only directly before a word, because it is a
/// closing mark in other languages.
const MARKS: [(char, &str, bool); 14] = [
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
    ('＂', "＂", true),
];

/// A quotation mark in a text.
struct Mark {
    start: usize,
    char: char,
    /// Number of the paragraph.
    paragraph: usize,
    /// Whether no word precedes the mark, and no white space follows.
    before_word: bool,
    /// Whether no white space precedes the mark, and no word follows.
    after_word: bool,
}

/// Byte spans of the quotations in `text`, including their marks, and of the quotations by markup, `quoted`; ascending
/// and disjoint.
pub fn with(text: &str, quoted: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut spans = between_marks(&marks(text));
    // Strings of a program follow `+`, `=`, or the bracket of a call.
    spans.retain(|(start, _)| {
        let (code, call) = (text[..*start].trim_end(), text[..*start].strip_suffix('('));
        let is_call = call.is_some_and(|name| name.ends_with(char::is_alphanumeric));
        !(text[*start..].starts_with('"') && (is_call || code.ends_with(['+', '='])))
    });
    spans.extend(quoted_lines(text));
    spans.extend(quoted);
    union(spans)
}

/// Byte spans of LaTeX quotations between `` and '', including marks; ascending and disjoint.
pub fn of_latex(text: &str) -> Vec<(usize, usize)> {
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut paragraphs = Paragraphs::new(text);
    // Start and paragraph of the open quotation.
    let mut open = None;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        if pair == b"``" {
            open = Some((at, paragraphs.at(at)));
        } else if pair == b"''"
            && let Some((start, paragraph)) = open.take()
            && paragraph == paragraphs.at(at)
            && at - start <= MAX_QUOTATION_BYTES
        {
            spans.push((start, at + pair.len()));
        }
    }
    spans
}

/// All quotation marks, in order.
fn marks(text: &str) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut paragraphs = Paragraphs::new(text);
    let mut from = 0;
    while let Some(start) = next_candidate(text.as_bytes(), from) {
        from = start + 1;
        let mut rest = text[start..].chars();
        let Some(char) = rest.next().filter(|char| is_mark(*char)) else {
            continue;
        };
        let before = text[..start].chars().next_back().unwrap_or(' ');
        let after = rest.next().unwrap_or(' ');
        marks.push(Mark {
            start,
            char,
            paragraph: paragraphs.at(start),
            before_word: !before.is_alphanumeric() && !after.is_whitespace(),
            after_word: !after.is_alphanumeric() && !before.is_whitespace(),
        });
    }
    marks
}

/// Whether a character opens or closes in [`MARKS`].
fn is_mark(char: char) -> bool {
    "\"＂«»‘’‚“”„‹›「」『』〝〞〟".contains(char)
}

/// Position of the next byte, at or after `from`, that begins a mark or another character with the same first byte.
/// Blocks without candidates are skipped with vector instructions.
fn next_candidate(bytes: &[u8], from: usize) -> Option<usize> {
    const BLOCK: usize = 64;
    let begins = |byte: &u8| matches!(byte, b'"' | 0xC2 | 0xE2 | 0xE3 | 0xEF);
    let rest = bytes.get(from..)?;
    let is_skipped = |block: &&[u8]| {
        let any = block.iter().fold(false, |any, byte| {
            let begins = matches!(*byte, b'"' | 0xC2 | 0xEF) | (*byte & 0xFE == 0xE2);
            any | begins
        });
        block.len() == BLOCK && !any
    };
    let skipped = BLOCK * rest.chunks(BLOCK).take_while(is_skipped).count();
    let at = rest[skipped..].iter().position(begins)?;
    Some(from + skipped + at)
}

/// Numbers of paragraphs, which blank lines separate. Positions must be queried in ascending order.
struct Paragraphs<'a> {
    text: &'a str,
    /// Number of bytes read.
    seen: usize,
    /// Position after the last line break.
    line: Option<usize>,
    number: usize,
}

impl<'a> Paragraphs<'a> {
    fn new(text: &'a str) -> Self {
        Paragraphs {
            text,
            seen: 0,
            line: None,
            number: 0,
        }
    }

    /// Number of the paragraph that contains this byte.
    fn at(&mut self, byte: usize) -> usize {
        for (offset, _) in self.text[self.seen..byte].match_indices('\n') {
            let end = self.seen + offset;
            let is_blank = |line: usize| self.text[line..end].trim_start().is_empty();
            self.number += usize::from(self.line.is_some_and(is_blank));
            self.line = Some(end + 1);
        }
        self.seen = byte;
        self.number
    }
}

fn between_marks(marks: &[Mark]) -> Vec<(usize, usize)> {
    let mut spans = Vec::new();
    // For each kind, the next mark that may close it.
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
                // A mark that is also an apostrophe or an opening mark closes only after a word.
                let ambiguous = matches!(mark.char, '"' | '＂' | '’' | '”' | '‘' | '“' | '«' | '‹');
                close.contains(mark.char) && (!ambiguous || mark.after_word)
            };
            *next = (*next).max(at);
            while marks.get(*next).is_some_and(|mark| !closes(mark)) {
                *next += 1;
            }
            if let Some(last) = marks.get(*next)
                && last.paragraph == mark.paragraph
                && last.start - mark.start <= MAX_QUOTATION_BYTES
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
    let mut from = 0;
    text.match_indices('>').filter_map(move |(at, _)| {
        if at < from {
            return None;
        }
        let before = text[from..at].trim_end_matches(' ');
        let start = from + before.len();
        if start > 0 && text.as_bytes()[start - 1] != b'\n' {
            return None;
        }
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        from = end;
        let rest = &text[at + 1..end];
        let quotes = rest.trim_start().is_empty() || rest.starts_with([' ', '>']);
        quotes.then_some((start, start + text[start..end].trim_end().len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quoted(text: &str) -> Vec<&str> {
        with(text, &[])
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
            ("他说：＂生存还是毁灭＂，走了", "＂生存还是毁灭＂"),
        ] {
            assert_eq!(quoted(text), [want], "{text}");
        }
    }

    #[test]
    fn a_mark_without_a_partner_is_ignored() {
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
        let long = format!("“{}”", "word ".repeat(MAX_QUOTATION_BYTES));
        assert_eq!(quoted(&long), [""; 0]);
    }

    #[test]
    fn strings_of_a_program_are_no_quotations() {
        for text in [
            r#"out.println("Welcome to Java, learning is fun!");"#,
            r#"System.out.println(n + "\t words of a line" + " and more words");"#,
            r#"String greeting = "to be or not to be";"#,
        ] {
            assert_eq!(quoted(text), [""; 0], "{text}");
        }
        assert_eq!(quoted("He left (\"to be\")."), ["\"to be\""]);
    }

    #[test]
    fn text_between_two_quotations_is_not_quoted() {
        assert_eq!(quoted("\"a b\" then \"c d\" end"), ["\"a b\"", "\"c d\""]);
        assert_eq!(quoted("> one\n> two\nthree"), ["> one", "> two"]);
    }

    #[test]
    fn latex_quotes_between_grave_accents_and_apostrophes() {
        let quoted = |text: &'static str| {
            let spans = of_latex(text).into_iter();
            spans
                .map(|(start, end)| &text[start..end])
                .collect::<Vec<_>>()
        };
        let got = quoted("So ``the `old' bridge'' and\n``the\ngate'' don't '' end");
        assert_eq!(got, ["``the `old' bridge''", "``the\ngate''"]);
        let got = quoted("one ``open\n\nand another'' paragraph, f''(x)");
        assert_eq!(got, [""; 0]);
        assert_eq!(with("``a b'' c", &of_latex("``a b'' c")), [(0, 7)]);
    }

    /// Finds the marks by checking every character.
    fn marks_by_definition(text: &str) -> Vec<(usize, char, usize, bool, bool)> {
        let mut marks = Vec::new();
        let (mut paragraph, mut blank, mut before) = (0, false, ' ');
        for (start, char) in text.char_indices() {
            if char == '\n' {
                paragraph += usize::from(blank);
                blank = true;
            } else if !char.is_whitespace() {
                blank = false;
            }
            let mut kinds = MARKS.iter();
            if kinds.any(|(open, close, _)| *open == char || close.contains(char)) {
                let after = text[start + char.len_utf8()..].chars().next();
                let after = after.unwrap_or(' ');
                let before_word = !before.is_alphanumeric() && !after.is_whitespace();
                let after_word = !after.is_alphanumeric() && !before.is_whitespace();
                marks.push((start, char, paragraph, before_word, after_word));
            }
            before = char;
        }
        marks
    }

    proptest! {
        #[test]
        fn skipped_blocks_contain_no_mark(
            parts in prop::collection::vec("[a-z ]{0,70}|[“”„«»‹›\"＂，‘’‚‛‟「」『』〝〞〟〜é中あ\u{a0}\r\n\t]{0,4}", 0..12)
        ) {
            let text = parts.concat();
            let quick: Vec<_> = marks(&text).iter()
                .map(|m| (m.start, m.char, m.paragraph, m.before_word, m.after_word))
                .collect();
            prop_assert_eq!(quick, marks_by_definition(&text));
        }

        #[test]
        fn spans_are_ascending_on_character_boundaries(text in "[a “”„«»\"‘’‚>\n]{0,60}") {
            let spans = with(&text, &[]);
            let mut before = 0;
            for (start, end) in spans {
                prop_assert!(before <= start && start < end);
                prop_assert!(text.is_char_boundary(start) && text.is_char_boundary(end));
                before = end + 1;
            }
        }
    }
}
