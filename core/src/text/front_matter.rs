//! Front matter: title, author and date in a block of YAML between `---` and `---` at the start of a text, as in
//! Markdown. Values on the line of their key are read, with or without quotes, and lists in brackets. The text is not
//! changed.

/// Number of bytes at the start of a text that are searched.
pub const HEAD: usize = 16 << 10;

/// Metadata of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// The title.
    pub title: Option<String>,
    /// The author, or several authors separated by commas.
    pub author: Option<String>,
    /// The date as written.
    pub date: Option<String>,
}

impl FrontMatter {
    /// Reads the first [`HEAD`] bytes of a text.
    pub fn parse(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}');
        let text = &text[..text.floor_char_boundary(HEAD)];
        block(text).map(yaml).unwrap_or_default()
    }
}

/// The lines between `---` and `---` (or `...`) at the start of a text; `None` if the block does not end.
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
    for (key, value) in lines.iter().filter_map(|line| line.split_once(':')) {
        let field = match key.trim_end().to_ascii_lowercase().as_str() {
            "title" => &mut front_matter.title,
            "author" | "authors" => &mut front_matter.author,
            "date" => &mut front_matter.date,
            _ => continue,
        };
        if field.is_none() {
            *field = value_of(value.trim());
        }
    }
    front_matter
}

/// The value after a key; `None` if it is empty or on the following lines.
fn value_of(value: &str) -> Option<String> {
    let items: Vec<String> = match value.strip_prefix('[') {
        Some(list) => {
            let list = list.split(']').next().unwrap_or_default();
            list.split(',').map(scalar).collect()
        }
        None if value.starts_with(['#', '>', '|']) => return None,
        None => vec![scalar(value)],
    };
    let items: Vec<String> = items.into_iter().filter(|item| !item.is_empty()).collect();
    (!items.is_empty()).then(|| items.join(", "))
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

    fn options(words: [&str; 3]) -> [Option<String>; 3] {
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
                "---\ntitle: >\n  two\n  lines\nauthors:\n  - Ada\ndate:\n---\n",
                "",
                "",
                "",
            ),
            ("---\n  title: inner\n---\n", "", "", ""),
            ("---\ndate: 2024-05-01\ntext", "", "", ""),
            ("text\n---\ndate: 2024-05-01\n---\n", "", "", ""),
            ("---\nupdate: 2024-05-01\n---\n", "", "", ""),
            ("", "", "", ""),
        ] {
            assert_eq!(fields(text), options([title, author, date]), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_accepted(parts in prop::collection::vec(prop::sample::select(vec![
            "---\n", "title:", " ", "'", "\"", "[", "]", ",", "- ", "name: ", "\n", "ä", "x",
        ]), 0..40)) {
            let text = parts.concat();
            for words in fields(&text).into_iter().flatten() {
                prop_assert!(!words.is_empty() && !words.contains('\n'), "{words:?}");
            }
        }
    }
}
