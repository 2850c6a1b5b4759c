//! Lists of references: what follows a heading such as "References" in several languages, and runs of
//! numbered entries without a heading.
//!
//! A section goes from its heading to the next heading or the end of the text. It must have an entry among
//! its first lines (a year, an address or a number in brackets), so that a table of contents or a sentence
//! is not taken for one.

use super::quotations::joined;

/// Headings of lists of references, lower-cased.
#[rustfmt::skip]
const HEADINGS: [&str; 68] = [
    "references", "reference list", "list of references", "references cited", "bibliography",
    "select bibliography", "selected bibliography", "works cited", "literature cited",
    "literature", "cited works", "sources", "further reading", "literaturverzeichnis",
    "literatur", "quellen", "quellenverzeichnis", "quellenangaben", "einzelnachweise",
    "bibliographie", "bibliografie", "références", "références bibliographiques",
    "ouvrages cités", "sources citées", "bibliografía", "referencias",
    "referencias bibliográficas", "obras citadas", "referências", "referências bibliográficas",
    "bibliografia", "riferimenti bibliografici", "riferimenti", "opere citate", "literatuur",
    "literatuurlijst", "referenties", "referenser", "referanser", "litteratur", "litteraturliste",
    "källor", "literatura", "список литературы", "литература", "参考文献", "參考文獻",
    "bibliographical references", "bibliographic references", "cited references", "primary sources",
    "secondary sources", "online sources", "web sources", "literaturangaben", "literaturliste",
    "verwendete literatur", "zitierte literatur", "weiterführende literatur", "internetquellen",
    "onlinequellen", "primärquellen", "sekundärliteratur", "liste des références",
    "bibliographie sélective", "références citées", "webographie",
];

/// What may stand beside one of [`HEADINGS`] in a title, lower-cased: "Notes and References".
const BESIDE: [&str; 8] = [
    "notes",
    "endnotes",
    "footnotes",
    "anmerkungen",
    "endnoten",
    "notas",
    "note",
    "resources",
];

/// Words that join the parts of a title.
const AND: [&str; 6] = [" and ", " und ", " et ", " y ", " e ", " & "];

/// Headings that end a list of references, lower-cased.
#[rustfmt::skip]
const NEXT: [&str; 22] = [
    "appendix", "appendices", "acknowledgements", "acknowledgments", "about the author",
    "about the authors", "notes", "index", "glossary", "contact", "anhang", "danksagung",
    "eidesstattliche erklärung", "glossar", "annexe", "annexes", "remerciements", "apéndice",
    "anexo", "agradecimientos", "appendice", "付録",
];

/// Longest heading in bytes.
const HEADING: usize = 80;

/// Longest title of [`HEADINGS`] as it may be written, in bytes.
const TITLE: usize = 48;

/// Number of lines after the heading among which an entry stands.
const FIRST: usize = 6;

/// Most characters of an entry, and of what is said about one.
const ENTRY: usize = 500;

/// Entries that are looked at without the list becoming longer by them.
const UNSURE: usize = 8;

/// Most lines in which an entry goes on.
const LONGEST: usize = 20;

/// Fewest numbered entries that are a list without a heading.
const FEWEST: usize = 3;

/// A line that is not blank.
struct Line<'a> {
    start: usize,
    end: usize,
    text: &'a str,
    /// Whether a blank line, or nothing, stands before it.
    apart: bool,
}

/// Byte spans of the lists of references in `text`, headings included: ascending and disjoint.
#[must_use]
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
        let (end, is_list) = match section(&lines, at) {
            Some(end) => (end, true),
            None => numbered(&lines, at),
        };
        if is_list {
            spans.push((lines[at].start, lines[end - 1].end));
        }
        at = end.max(at + 1);
    }
    joined(spans)
}

/// End of the list whose heading is line `at`.
fn section(lines: &[Line<'_>], at: usize) -> Option<usize> {
    let (level, title) = title(lines[at].text)?;
    // Most lines are longer than any heading, and need no copy in lower case.
    if title.len() > TITLE || !is_of_references(&title.to_lowercase()) {
        return None;
    }
    let rest = &lines[at + 1..];
    // Looked at first, so that many headings without entries cost no pass each.
    let near = &rest[..rest.len().min(FIRST)];
    if !near.iter().any(|line| is_entry(line.text)) {
        return None;
    }
    let length = entries(rest, level)?;
    Some(at + 1 + length)
}

/// Number of lines that the entries at the start of `lines` take, up to the next heading of this level; `None` if there
/// are none, as in a chapter about sources. A list has an entry in each [`ENTRY`] characters, over all and anywhere. The
/// time is linear in the lines of the list and a few beyond, so that many headings cost no more than one pass.
fn entries(lines: &[Line<'_>], level: usize) -> Option<usize> {
    // Lines that are a list so far, with the entries in them.
    let mut list: Option<(usize, usize)> = None;
    let (mut found, mut all, mut without, mut after) = (0, 0, 0, 0);
    for at in 0..=lines.len() {
        let line = lines.get(at).filter(|_| !ends(lines, at, level));
        let characters = line.map_or(0, |line| line.text.chars().count());
        let begins = line.is_none_or(|line| characters <= ENTRY && is_entry(line.text));
        // The entries before go on as far as this line.
        if begins && found > 0 && all <= found * ENTRY {
            list = Some((at, found));
        }
        if line.is_none() {
            break;
        }
        all += characters;
        if begins {
            (found, without, after) = (found + 1, 0, at + 1);
        } else {
            without += characters;
        }
        let is_late = found == 0 && at + 1 >= FIRST;
        let known = list.map_or(0, |(_, found)| found);
        if is_late || found > known + UNSURE {
            break;
        }
        if without > ENTRY {
            // The last entry goes on to the next blank line.
            let more = lines[after..].iter().take(LONGEST);
            let more = more.take_while(|line| !line.apart).count();
            let characters = |lines: &[Line<'_>]| -> usize {
                lines.iter().map(|line| line.text.chars().count()).sum()
            };
            let behind = characters(&lines[after..=at]);
            let end = after + more;
            if found > 0 && all - behind + characters(&lines[after..end]) <= found * ENTRY {
                list = Some((end, found));
            }
            break;
        }
    }
    list.map(|(length, _)| length)
}

/// Whether a lower-cased title is a heading of a list of references: one of [`HEADINGS`], or several joined.
fn is_of_references(title: &str) -> bool {
    if HEADINGS.contains(&title) {
        return true;
    }
    let Some(and) = AND.into_iter().find(|and| title.contains(and)) else {
        return false;
    };
    // "Literatur- und Quellenverzeichnis"
    let parts = title
        .split(and)
        .map(|part| part.trim().trim_end_matches('-'));
    let (mut any, mut all) = (false, true);
    for part in parts {
        let is_heading = HEADINGS.contains(&part);
        any |= is_heading;
        all &= is_heading || BESIDE.contains(&part);
    }
    any && all
}

/// Whether line `at` is a heading after the list; `level` is that of the list's heading in Markdown.
fn ends(lines: &[Line<'_>], at: usize, level: usize) -> bool {
    let line = &lines[at];
    let Some((own, title)) = heading(line.text) else {
        return false;
    };
    if own > 0 {
        return level == 0 || own <= level;
    }
    // An underline in Markdown makes the line above it a heading; so does standing alone.
    if NEXT.contains(&title.as_str()) {
        return true;
    }
    let below = lines.get(at + 1);
    let alone = line.apart && below.is_some_and(|below| below.apart);
    let begins = line
        .text
        .chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(char::is_uppercase);
    let entries = below.is_some_and(|below| is_entry(below.text));
    alone && begins && !entries && !is_entry(line.text) && !line.text.ends_with(['.', ',', ';'])
}

/// Level in Markdown (0 if none) and lower-cased title of a line that could be a heading.
fn heading(line: &str) -> Option<(usize, String)> {
    title(line).map(|(level, title)| (level, title.to_lowercase()))
}

/// Level in Markdown (0 if none) and title of a line that could be a heading.
fn title(line: &str) -> Option<(usize, &str)> {
    if line.len() > HEADING {
        return None;
    }
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title =
        line[level..].trim_matches(|c: char| c.is_whitespace() || "#*_:：.=-–—【】[]".contains(c));
    // A number of the section: "7", "7.2", "VII".
    let title = match title.split_once(char::is_whitespace) {
        Some((number, rest)) if is_number(number) => rest.trim_start(),
        _ => title,
    };
    (!title.is_empty()).then_some((level, title))
}

fn is_number(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ')']);
    let digits = word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    !word.is_empty() && (digits || word.bytes().all(|b| b"IVX".contains(&b)))
}

/// End of the numbered entries that begin at line `at`, and whether they are a list. The lines up to the end
/// need not be looked at again.
fn numbered(lines: &[Line<'_>], at: usize) -> (usize, bool) {
    let number = |line: &Line<'_>| {
        line.text
            .strip_prefix('[')?
            .split_once(']')?
            .0
            .parse::<u32>()
            .ok()
    };
    let Some(first) = number(&lines[at]) else {
        return (at + 1, false);
    };
    let (mut found, mut cited, mut end) = (0, 0, at);
    for (offset, line) in lines[at..].iter().enumerate() {
        match number(line) {
            Some(n) if n == first.wrapping_add(found) => {
                found += 1;
                end = at + offset + 1;
            }
            // An entry may go on in the next line, but not after a blank one.
            None if !line.apart => end = at + offset + 1,
            _ => break,
        }
        cited += usize::from(has_source(line.text));
    }
    match found as usize >= FEWEST {
        true => (end, cited * 2 >= found as usize),
        false => (at + 1, false),
    }
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
    let numbers = line.split(|c: char| !c.is_ascii_digit());
    let years = numbers.filter(|digits| digits.len() == 4);
    let mut years = years.filter_map(|digits| digits.parse::<u32>().ok());
    years.any(|year| (1500..2100).contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(text: &str) -> Vec<&str> {
        spans(text)
            .into_iter()
            .map(|(start, end)| &text[start..end])
            .collect()
    }

    #[test]
    fn a_list_goes_from_its_heading_to_the_next_or_the_end() {
        let list =
            "References\n\nBroder, A. (1997). On the resemblance.\n\nKnuth, D. 1973. Sorting.";
        assert_eq!(found(&format!("Text of 1997.\n\n{list}\n")), [list]);
        let after = format!("# Text\nHere.\n\n## {list}\n\n## Appendix\n\nMore text.");
        assert_eq!(found(&after), [format!("## {list}")]);
        assert_eq!(
            found(&format!(
                "Text.\n\n{list}\n\nAcknowledgements\n\nThanks to all."
            )),
            [list]
        );
        assert_eq!(
            found(&format!(
                "Text.\n\n{list}\n\nWhat comes after\n\nA chapter."
            )),
            [list]
        );
    }

    #[test]
    fn headings_of_several_languages_count() {
        for heading in [
            "Literaturverzeichnis",
            "QUELLEN:",
            "7. Références",
            "**Works Cited**",
            "Bibliografía",
            "参考文献",
            "VII. Bibliography",
            "### Список литературы",
            "Bibliographie",
            "Literatur- und Quellenverzeichnis",
            "6 Quellen- und Literaturverzeichnis",
            "Quellen und Literatur",
            "Verwendete Literatur:",
            "Notes et références",
            "References and Notes",
            "Bibliography & References",
            "Referencias y notas",
        ] {
            let list = format!("{heading}\n[1] Someone, 2001.\nhttps://example.org");
            assert_eq!(
                found(&format!("Text\n\n{list}")),
                [list.as_str()],
                "{heading}"
            );
        }
    }

    #[test]
    fn numbered_entries_are_a_list_without_a_heading() {
        let list = "[1] A. Broder, 1997.\n[2] M. Charikar,\nSimilarity, 2002.\n\n[3] Rabin 1981";
        assert_eq!(found(&format!("See [1].\n\n{list}\n\nAn end.")), [list]);
        assert_eq!(found("[1] one\n[2] two\n[3] three"), [""; 0]);
        assert_eq!(
            found("[1] A. Broder, 1997.\n[2] M. Charikar, 2002."),
            [""; 0]
        );
    }

    #[test]
    fn a_word_is_no_list() {
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
            assert_eq!(found(text), [""; 0], "{text}");
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
            assert_eq!(found(&text), [""; 0], "{text}");
        }
        // What follows a list is not part of it, and its entries may be annotated.
        let note = sentence.replace("1871", "that time").repeat(4);
        let list = format!(
            "Sources\n\nBroder, A. (1997). On the\nresemblance.\n\n{note}\n\nKnuth, D. 1973. Sorting\nand searching."
        );
        assert_eq!(
            found(&format!("Text.\n\n{list}\n\n{prose}")),
            [list.as_str()]
        );
    }

    /// By a pass over the rest of the text for each heading this takes an hour.
    #[test]
    fn many_headings_cost_no_more_than_one_pass() {
        let prose = "Sources\nin 1871 it was\n".to_owned()
            + &"no year in it, and nothing else either\n".repeat(20);
        let sparse = format!("Sources\n1871 {}\n{}\n", "y".repeat(390), "z".repeat(300));
        for block in [prose, sparse] {
            let text = block.repeat(60_000);
            assert!(found(&text).len() <= 60_000);
        }
    }

    proptest! {
        #[test]
        fn any_text_has_spans_in_order(text in "(References|\\[[1-4]\\] |1997|# |[a-c]|\n|é|参考文献){0,40}") {
            let mut before = 0;
            for (start, end) in spans(&text) {
                prop_assert!(before <= start && start < end && end <= text.len());
                prop_assert!(text.is_char_boundary(start) && text.is_char_boundary(end));
                before = end;
            }
        }
    }
}
