//! Lists of references: the lines after a heading such as "References" in many languages.
//!
//! A section extends from its heading to the next heading or the end of the text. It must have an entry among its first
//! lines (a year, an address or a number in brackets), so that a table of contents or a sentence is not mistaken for a
//! list.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

use super::presentation::is_ignorable;
use crate::base::ranges::union;

/// Headings around lists of references, in the form of [`plain`].
#[derive(Default)]
struct Headings {
    /// Headings of lists.
    references: HashSet<String>,
    /// Words that may be next to a heading in a title: "Notes and References".
    beside: HashSet<String>,
    /// Words that join the parts of a title.
    and: HashSet<String>,
    /// Headings that end a list.
    after: HashSet<String>,
    /// The [`prefix`] of each title in `references` and `beside`.
    prefixes: HashSet<[u8; 2]>,
}

static HEADINGS: LazyLock<Headings> = LazyLock::new(|| {
    let mut headings = Headings::default();
    let mut section = &mut headings.references;
    for line in include_str!("../../assets/headings.txt").lines() {
        match line {
            "[references]" => section = &mut headings.references,
            "[beside]" => section = &mut headings.beside,
            "[and]" => section = &mut headings.and,
            "[after]" => section = &mut headings.after,
            _ if line.starts_with('#') => {}
            _ => {
                let (_, list) = line.split_once(':').unwrap_or_default();
                section.extend(list.split(',').map(plain).filter(|title| !title.is_empty()));
            }
        }
    }
    let titles = headings.references.iter().chain(&headings.beside);
    headings.prefixes = titles.filter_map(|title| prefix(title)).collect();
    headings
});

/// A title without case, accents, spaces and punctuation: "R E F E R E N C E S" becomes "references".
fn plain(title: &str) -> String {
    let mut plain = String::new();
    for c in title.chars() {
        decompose_compatible(c, |c| {
            let is_sign = c.is_alphanumeric() && !is_combining_mark(c);
            if is_sign && !is_ignorable(c) && c != '\u{640}' {
                plain.extend(c.to_lowercase().map(|c| match c {
                    // The dotless i of Turkish has the capital letter of the English i.
                    'ı' => 'i',
                    'ς' => 'σ',
                    c => c,
                }));
            }
        });
    }
    plain
}

/// The first two letters or digits of an ASCII title, in lower case; `None` if the title is not ASCII.
fn prefix(title: &str) -> Option<[u8; 2]> {
    let mut characters = title.bytes().filter(u8::is_ascii_alphanumeric);
    let mut next = || characters.next().unwrap_or(0).to_ascii_lowercase();
    title.is_ascii().then(|| [next(), next()])
}

/// Maximum characters of a heading.
const MAX_HEADING: usize = 80;

/// Maximum characters of the title of a list.
const MAX_TITLE: usize = 48;

/// Maximum characters of a section number before the Chinese mark 、.
const MAX_NUMBER: usize = 3;

/// Maximum bytes of a word that joins the parts of a title.
const MAX_AND: usize = 8;

/// Number of lines after the heading; one of them must be an entry.
const FIRST_LINES: usize = 6;

/// Maximum characters of an entry, and of the text about an entry.
const MAX_ENTRY: usize = 500;

/// Maximum number of entries that are read without extending the list.
const MAX_UNSURE: usize = 8;

/// Maximum number of further lines of an entry.
const MAX_ENTRY_LINES: usize = 20;

/// A line that is not blank.
struct Line<'a> {
    start: usize,
    end: usize,
    text: &'a str,
    /// Whether it is the first line or follows a blank line.
    apart: bool,
}

/// Byte spans of the lists of references in `text`, headings included: ascending and disjoint.
pub fn spans(text: &str) -> Vec<(usize, usize)> {
    let mut lines = Vec::new();
    let (mut start, mut apart) = (0, true);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim_end();
        if trimmed.is_empty() {
            apart = true;
        } else {
            let end = start + trimmed.len();
            let text = trimmed.trim_start();
            lines.push(Line {
                start,
                end,
                text,
                apart,
            });
            apart = false;
        }
        start += line.len();
    }
    let mut spans = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let end = section(&lines, at);
        if let Some(end) = end {
            spans.push((lines[at].start, lines[end - 1].end));
        }
        at = end.unwrap_or(at + 1);
    }
    union(spans)
}

/// Line after the list whose heading is line `at`; `None` if there is no list.
fn section(lines: &[Line<'_>], at: usize) -> Option<usize> {
    let (level, title) = title(lines[at].text)?;
    if is_longer(title, MAX_TITLE) || !is_of_references(title) {
        return None;
    }
    let rest = &lines[at + 1..];
    // Checked first, so that a heading without entries does not cost a pass over the text.
    let first_lines = &rest[..rest.len().min(FIRST_LINES)];
    if !first_lines.iter().any(|line| is_entry(line.text)) {
        return None;
    }
    let length = entries(rest, level)?;
    Some(at + 1 + length)
}

/// Number of lines in the list of entries at the start of `lines`, which ends at the next heading of this level; `None`
/// if there is no list, as in a chapter about sources. A list has at least one entry per [`MAX_ENTRY`] characters, in
/// total and in each part. The time is linear in the lines of the list and a few more, so that many headings cost at
/// most one pass.
fn entries(lines: &[Line<'_>], level: usize) -> Option<usize> {
    let mut list = None;
    let (mut at, mut count, mut listed) = (0, 0, 0);
    // Characters so far, characters since the last entry, and the end of the last entry.
    let (mut total, mut since_entry, mut entry_end) = (0, 0, 0);
    while at < lines.len() && !ends(lines, at, level) {
        let characters = lines[at].text.chars().count();
        if characters <= MAX_ENTRY && is_entry(lines[at].text) {
            // The list extends to this line.
            if count > 0 && total <= count * MAX_ENTRY {
                (list, listed) = (Some(at), count);
            }
            (count, since_entry, entry_end) = (count + 1, 0, at + 1);
            if count > listed + MAX_UNSURE {
                return list;
            }
        } else {
            since_entry += characters;
            if since_entry > MAX_ENTRY || count == 0 && at + 1 >= FIRST_LINES {
                // The last entry ends at the next blank line.
                let continuation = lines[entry_end..].iter().take(MAX_ENTRY_LINES);
                at = entry_end + continuation.take_while(|line| !line.apart).count();
                let lengths = lines[..at].iter().map(|line| line.text.chars().count());
                total = lengths.sum();
                break;
            }
        }
        total += characters;
        at += 1;
    }
    if count > 0 && total <= count * MAX_ENTRY {
        Some(at)
    } else {
        list
    }
}

/// Whether a title is a heading of a list of references, or joins several headings.
fn is_of_references(title: &str) -> bool {
    // This rejects most titles.
    let headings = &*HEADINGS;
    if prefix(title).is_some_and(|prefix| !headings.prefixes.contains(&prefix)) {
        return false;
    }
    if headings.references.contains(&plain(title)) {
        return true;
    }
    let is_and = |w: &&str| w.len() <= MAX_AND && (*w == "&" || HEADINGS.and.contains(&plain(w)));
    let words: Vec<&str> = title.split_whitespace().collect();
    if !words.iter().any(is_and) {
        return false;
    }
    // "Literatur- und Quellenverzeichnis"
    let (mut has_heading, mut all_match) = (false, true);
    for part in words.split(is_and) {
        let part = plain(&part.concat());
        let is_heading = HEADINGS.references.contains(&part);
        has_heading |= is_heading;
        all_match &= is_heading || HEADINGS.beside.contains(&part);
    }
    has_heading && all_match
}

/// Whether line `at` is a heading after the list; `level` is the Markdown level of the list's heading.
fn ends(lines: &[Line<'_>], at: usize, level: usize) -> bool {
    let line = &lines[at];
    let Some((own_level, title)) = title(line.text) else {
        return false;
    };
    if own_level > 0 {
        return level == 0 || own_level <= level;
    }
    if HEADINGS.after.contains(&plain(title)) {
        return true;
    }
    // Any other heading is a capitalised line between blank lines.
    let below = lines.get(at + 1);
    let apart = line.apart && below.is_some_and(|below| below.apart);
    let capital = line
        .text
        .chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(char::is_uppercase);
    let listed = below.is_some_and(|below| is_entry(below.text));
    apart && capital && !listed && !is_entry(line.text) && !line.text.ends_with(['.', ',', ';'])
}

/// Whether a text has more than `max` characters.
fn is_longer(text: &str, max: usize) -> bool {
    text.len() > max && (text.len() > 4 * max || text.is_ascii() || text.chars().count() > max)
}

/// Level in Markdown (0 if none) and title of a line that could be a heading.
fn title(line: &str) -> Option<(usize, &str)> {
    if is_longer(line, MAX_HEADING) {
        return None;
    }
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title =
        line[level..].trim_matches(|c: char| c.is_whitespace() || "#*_:：.=-–—【】[]".contains(c));
    // A number of the section: "7", "7.2", "VII", "七、".
    let title = match title.split_once(char::is_whitespace) {
        Some((number, rest)) if is_number(number) => rest.trim_start(),
        _ => title,
    };
    let number = title.chars().take(MAX_NUMBER).take_while(|c| *c != '、');
    let number: usize = number.map(char::len_utf8).sum();
    let title = title[number..].strip_prefix('、').unwrap_or(title);
    (!title.is_empty()).then_some((level, title))
}

fn is_number(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ')']);
    let digits = word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    !word.is_empty() && (digits || word.bytes().all(|b| b"IVX".contains(&b)))
}

/// Whether a line looks like an entry of a list of references.
fn is_entry(line: &str) -> bool {
    let bracket = line
        .strip_prefix('[')
        .is_some_and(|rest| rest.contains(']'));
    bracket || has_source(line)
}

/// Whether a line names a year or an address.
fn has_source(line: &str) -> bool {
    let addresses = [
        "http://", "https://", "doi:", "doi.org", "www.", "isbn", "ISBN", "DOI", "et al",
    ];
    if addresses.iter().any(|address| line.contains(address)) {
        return true;
    }
    has_year(line)
}

/// The value of a digit of the scripts that years are written in.
fn digit(c: char) -> Option<u32> {
    let (block, offset) = (u32::from(c) >> 4, u32::from(c) & 15);
    let value = match block {
        0x3 | 0x66 | 0x6f | 0xe5 | 0xed | 0xf2 | 0x104 | 0xff1 => offset,
        0x96 | 0x9e | 0xa6 | 0xae | 0xb6 | 0xbe | 0xc6 | 0xce | 0xd6 => offset.wrapping_sub(6),
        _ => return None,
    };
    (value < 10).then_some(value)
}

/// Whether a line has a year in the digits of any script. In Arabic and Thai script, years of their calendars count
/// too.
fn has_year(line: &str) -> bool {
    // In UTF-8, other digits begin with 0xd9 or a greater byte. Most lines have no digit.
    let may_be_digit = |byte: u8| byte.is_ascii_digit() | (byte >= 0xd9);
    if !line
        .bytes()
        .fold(false, |any, byte| any | may_be_digit(byte))
    {
        return false;
    }
    let has_calendar = |c: char| matches!(c, '\u{600}'..='\u{6ff}' | '\u{e00}'..='\u{e7f}');
    let range = if !line.is_ascii() && line.contains(has_calendar) {
        1300..2600
    } else {
        1500..2100
    };
    line.split(|c| digit(c).is_none()).any(|number| {
        let digits = number.chars().filter_map(digit);
        digits.clone().count() == 4
            && range.contains(&digits.fold(0, |year, digit| year * 10 + digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reference_lists(text: &str) -> Vec<&str> {
        spans(text)
            .into_iter()
            .map(|(start, end)| &text[start..end])
            .collect()
    }

    #[test]
    fn a_list_extends_from_its_heading_to_the_next_or_the_end() {
        let list =
            "References\n\nBroder, A. (1997). On the resemblance.\n\nKnuth, D. 1973. Sorting.";
        for (before, after) in [
            ("Text of 1997.", "\n"),
            ("Text.", "\n\nAcknowledgements\n\nThanks to all."),
            ("Text.", "\n\nWhat comes after\n\nA chapter."),
        ] {
            let text = format!("{before}\n\n{list}{after}");
            assert_eq!(reference_lists(&text), [list], "{after}");
        }
        let after = format!("# Text\nHere.\n\n## {list}\n\n## Appendix\n\nMore text.");
        assert_eq!(reference_lists(&after), [format!("## {list}")]);
    }

    #[test]
    fn headings_of_several_languages_count() {
        for heading in [
            "QUELLEN:",
            "7. Références",
            "**Works Cited**",
            "VII. Bibliography",
            "### Список литературы",
            "Literatur- und Quellenverzeichnis",
            "References and Notes",
            "Bibliography & References",
            "BİBLİYOGRAFYA",
            "Ta\u{300}i li\u{1ec7}u tham kh\u{1ea3}o",
            "参 考 文 献",
            "七、参考文献",
            "المـراجع",
            "Список использованных источников и литературы",
            "R E F E R E N C E S",
        ] {
            let list = format!("{heading}\n[1] Someone, 2001.\nhttps://example.org");
            let text = format!("Text\n\n{list}");
            assert_eq!(reference_lists(&text), [list.as_str()], "{heading}");
        }
    }

    #[test]
    fn headings_of_thirty_languages_are_recognised() {
        let list = include_str!("../../assets/headings.txt");
        let (_, list) = list.split_once("[references]").unwrap();
        let (list, _) = list.split_once("[beside]").unwrap();
        let mut languages = 0;
        for line in list.lines().filter(|line| line.contains(": ")) {
            languages += 1;
            for heading in line.split_once(": ").unwrap().1.split(", ") {
                let text =
                    format!("Text\n\n{heading}\n\nAli, B. (2019). River.\nOde, C. (2020). Gate.");
                assert_eq!(spans(&text).len(), 1, "{heading}");
            }
        }
        assert!(languages >= 30);
    }

    #[test]
    fn a_heading_alone_is_no_list() {
        for text in [
            "References\n\nThis page speaks of pointers and how they are followed.",
            "References are useful. See 1997.",
            "Contents\nReferences\nIndex",
            "Sources",
            "Notes and Comments\n[1] Someone, 2001.",
            "Sources and Methods\n[1] Someone, 2001.",
            "Anmerkungen und Endnoten\n[1] Someone, 2001.",
            "",
        ] {
            assert_eq!(reference_lists(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_chapter_about_sources_is_no_list() {
        let sentence =
            "The letters of 1871 speak of trade, of marriages and of quarrels over water. ";
        let prose = sentence.repeat(12);
        let wrapped =
            "The letters speak of trade, of marriages and of\nquarrels over water. ".repeat(12);
        for text in [
            format!("Essay\n\nSources\n\n{prose}\n\n{prose}"),
            format!("# Essay\n\n## Quellen\n\n{prose}\n\n## The river\n\nIt flows."),
            format!("Essay\n\nSources\n\nA fire in 1871.\n{wrapped}\n\n{prose}"),
        ] {
            assert_eq!(reference_lists(&text), [""; 0], "{text}");
        }
        // What follows a list is not part of it, and its entries may be annotated.
        let note = sentence.replace("1871", "that time").repeat(4);
        let list = format!(
            "Sources\n\nBroder, A. (1997). On the\nresemblance.\n\n{note}\n\nKnuth, D. 1973. Sorting\nand searching."
        );
        let text = format!("Text.\n\n{list}\n\n{prose}");
        assert_eq!(reference_lists(&text), [list.as_str()]);
    }

    /// With a pass over the rest of the text for each heading, this test would take an hour.
    #[test]
    fn many_headings_cost_no_more_than_one_pass() {
        let prose = "Sources\nin 1871 it was\n".to_owned()
            + &"no year in it, and nothing else either\n".repeat(20);
        let sparse = format!("Sources\n1871 {}\n{}\n", "y".repeat(390), "z".repeat(300));
        for block in [prose, sparse] {
            let text = block.repeat(60_000);
            assert!(reference_lists(&text).len() <= 60_000);
        }
    }

    proptest! {
        #[test]
        fn any_text_has_spans_in_order(text in "(References|\\[[1-4]\\] |1997|Oder, B. \\(2019\\)\\. |# |[a-c]|\n|é|参考文献){0,40}") {
            let mut before = 0;
            for (start, end) in spans(&text) {
                prop_assert!(before <= start && start < end && end <= text.len());
                prop_assert!(text.is_char_boundary(start) && text.is_char_boundary(end));
                before = end;
            }
        }
    }
}
