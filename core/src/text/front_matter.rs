//! What a text says about itself before it begins: title, author and date in a block of YAML between `---` and
//! `---`, as Markdown has it. The text stays as it is.
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
    /// Of a text, by its first [`HEAD`] bytes.
    pub fn parse(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let text = &text[..text.floor_char_boundary(HEAD)];
        block(text).map(yaml).unwrap_or_default()
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fields(text: &str) -> [Option<String>; 3] {
        let front = FrontMatter::parse(text);
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
            assert_eq!(fields(text), some([title, author, date]), "{text:?}");
        }
    }

    #[test]
    fn it_ends_within_its_first_bytes() {
        let block = |filler: usize| format!("---\ntitle: a\n{}\n---\n", "#".repeat(filler));
        assert_eq!(fields(&block(HEAD - 100))[0].as_deref(), Some("a"));
        assert_eq!(fields(&block(HEAD))[0], None);
    }

    proptest! {
        #[test]
        fn any_text_is_taken(parts in prop::collection::vec(prop::sample::select(vec![
            "---\n", "title:", " ", "'", "\"", "[", "]", ",", "- ", "name: ", "\n", "ä", "x",
        ]), 0..40)) {
            let text = parts.concat();
            for words in fields(&text).into_iter().flatten() {
                prop_assert!(!words.is_empty() && !words.contains('\n'), "{words:?}");
            }
        }
    }
}
