//! What a text says about itself before it begins: title, author and date in a block of YAML between `---` and
//! `---`, as Markdown has it, or in the preamble of LaTeX. The text stays as it is.
//!
//! Of YAML the forms are understood that such blocks have: `key: value` with or without quotes, lists in brackets or
//! line by line, people with a name, values over several lines.

/// Bytes at the start of a text in which this is looked for.
pub const HEAD: usize = 16 << 10;

/// What a text says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// Its title.
    pub title: Option<String>,
    /// Its author, or several with commas between.
    pub author: Option<String>,
    /// Its date as it is written.
    pub date: Option<String>,
}

impl FrontMatter {
    /// Of a text, by its first [`HEAD`] bytes; with `latex` by the commands of its preamble.
    pub fn parse(text: &str, latex: bool) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let text = &text[..text.floor_char_boundary(HEAD)];
        if latex {
            preamble(text)
        } else {
            block(text).map(yaml).unwrap_or_default()
        }
    }
}

/// The lines between `---` and `---` (or `...`) that a text begins with; `None` without an end of them.
fn block(text: &str) -> Option<Vec<&str>> {
    let mut lines = text.lines();
    if lines.next()?.trim_end() != "---" {
        return None;
    }
    let mut block = Vec::new();
    for line in lines {
        if matches!(line.trim_end(), "---" | "...") {
            return Some(block);
        }
        block.push(line);
    }
    None
}

fn yaml(lines: Vec<&str>) -> FrontMatter {
    let mut front_matter = FrontMatter::default();
    for (at, line) in lines.iter().enumerate() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let field = match key.trim_end().to_ascii_lowercase().as_str() {
            "title" => &mut front_matter.title,
            "author" | "authors" => &mut front_matter.author,
            "date" => &mut front_matter.date,
            _ => continue,
        };
        if field.is_none() {
            *field = value_of(value.trim(), &lines[at + 1..]);
        }
    }
    front_matter
}

/// The value after a key, or on the indented lines below it.
fn value_of(value: &str, lines: &[&str]) -> Option<String> {
    let is_below = value.is_empty() || value.starts_with(['#', '>', '|']);
    let words: Vec<String> = if let Some(list) = value.strip_prefix('[') {
        let list = list.split(']').next().unwrap_or_default();
        list.split(',').map(scalar).collect()
    } else if is_below {
        let below = lines
            .iter()
            .take_while(|line| line.starts_with([' ', '\t', '-']));
        let below: Vec<&str> = below.map(|line| line.trim()).collect();
        if below.iter().any(|line| item(line).is_some()) {
            below.iter().filter_map(|line| item(line)).collect()
        } else {
            vec![scalar(&below.join(" "))]
        }
    } else {
        vec![scalar(value)]
    };
    let words: Vec<String> = words.into_iter().filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The item of a list on a line of its own, `- Ada` or `- name: Ada`, or the name of a person on a line below.
fn item(line: &str) -> Option<String> {
    let (is_item, inner) = match line.strip_prefix("- ") {
        Some(inner) => (true, inner.trim_start()),
        None => (false, line),
    };
    match inner.split_once(':') {
        Some((key, name)) if key.trim().eq_ignore_ascii_case("name") => Some(scalar(name)),
        // Another field of a person.
        Some((key, _)) if !key.contains([' ', '"', '\'']) => None,
        _ => is_item.then(|| scalar(inner)),
    }
}

/// A value without its quotes and the comment after it.
fn scalar(value: &str) -> String {
    let value = value.trim();
    for quote in ['"', '\''] {
        if let Some(rest) = value.strip_prefix(quote) {
            let end = rest.rfind(quote).unwrap_or(rest.len());
            let escaped = if quote == '"' { "\\\"" } else { "''" };
            return rest[..end].replace(escaped, &quote.to_string());
        }
    }
    value
        .split(" #")
        .next()
        .unwrap_or_default()
        .trim()
        .to_owned()
}

/// Title, author and date of the preamble of LaTeX.
fn preamble(text: &str) -> FrontMatter {
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('%'));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let date = command(&text, "\\date").filter(|date| date.contains(|c: char| c.is_ascii_digit()));
    FrontMatter {
        title: command(&text, "\\title"),
        author: command(&text, "\\author"),
        date,
    }
}

/// The words in the braces after a command, without commands and notes; `None` if there are none.
fn command(text: &str, name: &str) -> Option<String> {
    let after = text.split(name).skip(1);
    // `\title` is not the begin of `\titlepage`; a short form may stand in brackets.
    let rest = { after }.find_map(|rest| {
        let rest = match rest.strip_prefix('[') {
            Some(rest) => rest.split_once(']')?.1,
            None => rest,
        };
        rest.trim_start().starts_with('{').then_some(rest)
    })?;
    let mut out = String::new();
    let mut depth = 0_u32;
    // Depth of the braces of a note.
    let mut note = None;
    let mut rest = rest.trim_start();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                note = note.filter(|around| depth > *around);
                if depth == 0 {
                    break;
                }
            }
            '\\' => {
                let letters = rest.find(|c: char| !c.is_ascii_alphabetic());
                let length = letters.unwrap_or(rest.len());
                match &rest[..length] {
                    "and" => out.push(','),
                    "thanks" | "footnote" | "inst" => note = Some(depth),
                    // `\\` breaks a line; `\&` is a character.
                    "" => {
                        let next = rest.chars().next().unwrap_or(' ');
                        rest = &rest[next.len_utf8().min(rest.len())..];
                        out.push(if next == '\\' { ' ' } else { next });
                    }
                    _ => {}
                }
                rest = &rest[length..];
            }
            _ if note.is_some_and(|around| depth > around) => {}
            '~' => out.push(' '),
            c => out.push(c),
        }
    }
    let words: Vec<&str> = out.split_whitespace().collect();
    let words = words.join(" ").replace(" ,", ",");
    (!words.is_empty() && depth == 0).then_some(words)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fields(text: &str, latex: bool) -> [Option<String>; 3] {
        let front = FrontMatter::parse(text, latex);
        [front.title, front.author, front.date]
    }

    fn some(words: [&str; 3]) -> [Option<String>; 3] {
        words.map(|word| (!word.is_empty()).then(|| word.to_owned()))
    }

    #[test]
    fn front_matter_is_a_closed_block_at_the_start() {
        for (text, title, author, date) in [
            (
                "---\ntitle: a\nDate: \"2024-05-01\" # first\ndate: 2025-01-01\n---\ntext",
                "a",
                "",
                "2024-05-01",
            ),
            (
                "\u{feff}---\r\ntitle: 'it''s: so'\r\n...\r\n",
                "it's: so",
                "",
                "",
            ),
            (
                "---\ntitle: \"a \\\"b\\\" c\"\nauthor: [Ada, 'B C']\n---\n",
                "a \"b\" c",
                "Ada, B C",
                "",
            ),
            (
                "---\nauthors:\n  - Ada # x\n  - \"Bo\"\ntags:\n- x\n---\n",
                "",
                "Ada, Bo",
                "",
            ),
            (
                "---\nauthor:\n- name: Ada\n  affiliation: Here\n- name: Bo\n---\n",
                "",
                "Ada, Bo",
                "",
            ),
            ("---\nauthor:\n  name: Ada\n---\n", "", "Ada", ""),
            (
                "---\ntitle: >\n  two\n  lines\ndate:\n---\n",
                "two lines",
                "",
                "",
            ),
            ("---\n  title: inner\n---\n", "", "", ""),
            ("---\ndate: 2024-05-01\ntext", "", "", ""),
            ("text\n---\ndate: 2024-05-01\n---\n", "", "", ""),
            ("---\nupdate: 2024-05-01\n---\n", "", "", ""),
            ("", "", "", ""),
        ] {
            assert_eq!(fields(text, false), some([title, author, date]), "{text:?}");
        }
    }

    #[test]
    fn it_ends_within_its_first_bytes() {
        let block = |filler: usize| format!("---\ntitle: a\n{}\n---\n", "#".repeat(filler));
        assert_eq!(fields(&block(HEAD - 100), false)[0].as_deref(), Some("a"));
        assert_eq!(fields(&block(HEAD), false)[0], None);
    }

    #[test]
    fn a_preamble_names_its_document() {
        let text = "\\documentclass{article}\n% \\title{no}\n\\titlerunning{no}\n\\title[Short]{On {\\em Mills} \\& \
            Water\\thanks{To all.}}\n\\author{Ada Brook\\inst{1} \\and B.~Ford}\n\\date{\\today}\n";
        assert_eq!(
            fields(text, true),
            some(["On Mills & Water", "Ada Brook, B. Ford", ""])
        );
        assert_eq!(
            fields("\\date{2024-05-01}", true),
            some(["", "", "2024-05-01"])
        );
        assert_eq!(fields("\\title{never closed", true), some(["", "", ""]));
    }

    proptest! {
        #[test]
        fn any_text_is_taken(parts in prop::collection::vec(prop::sample::select(vec![
            "---\n", "title:", " ", "'", "\"", "[", "]", ",", "- ", "name: ", "\n", "ä", "\\title", "{", "}", "\\",
            "\\and", "~", "%", "x",
        ]), 0..40)) {
            let text = parts.concat();
            for latex in [false, true] {
                let front = FrontMatter::parse(&text, latex);
                for words in [front.title, front.author, front.date].into_iter().flatten() {
                    prop_assert!(!words.is_empty() && !words.contains('\n'), "{words:?}");
                }
            }
        }
    }
}
