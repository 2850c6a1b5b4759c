//! Rust source as tokens: comments and literals are left out, and so are items for tests only.

/// A name, `::` or one other character, with its line (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub text: &'a str,
    pub line: usize,
}

/// The words that an item or a statement opens with, after `pub`.
const KEYWORDS: [&str; 15] = [
    "fn", "mod", "struct", "enum", "union", "trait", "impl", "type", "use", "const", "static",
    "let", "unsafe", "async", "extern",
];

/// The tokens of `source` without comments, literals and lifetimes. Numbers are kept.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let bytes = source.as_bytes();
    let (mut at, mut line) = (0, 1);
    let mut found = Vec::new();
    while at < bytes.len() {
        let rest = &source[at..];
        let (length, kept) = match bytes[at] {
            b'/' if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            b'/' if rest.starts_with("/*") => (block_comment(rest), false),
            b'"' => (string(rest), false),
            b'\'' => (quote(rest), false),
            b':' if rest.starts_with("::") => (2, true),
            c if c.is_ascii_alphanumeric() || c == b'_' => match prefixed_string(rest) {
                Some(length) => (length, false),
                None => (word(rest), true),
            },
            c => (
                rest.chars().next().map_or(1, char::len_utf8),
                !c.is_ascii_whitespace(),
            ),
        };
        if kept {
            let text = &rest[..length];
            found.push(Token { text, line });
        }
        line += rest[..length].matches('\n').count();
        at += length;
    }
    found
}

fn word(rest: &str) -> usize {
    rest.find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len())
}

fn block_comment(rest: &str) -> usize {
    let (mut at, mut depth) = (2, 1);
    while depth > 0 && at < rest.len() {
        match &rest.as_bytes()[at..] {
            [b'/', b'*', ..] => (at, depth) = (at + 2, depth + 1),
            [b'*', b'/', ..] => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
    }
    at
}

/// Length of the string that `rest` opens with.
fn string(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// Length of a string with a prefix: `b"…"`, `c"…"`, `r"…"`, `br#"…"#`; of a byte, `b'…'`.
fn prefixed_string(rest: &str) -> Option<usize> {
    let letters = word(rest);
    if !["b", "c", "r", "br", "cr"].contains(&&rest[..letters]) {
        return None;
    }
    let after = &rest[letters..];
    if after.starts_with('\'') && letters == 1 {
        return Some(letters + quote(after));
    }
    if !rest[..letters].ends_with('r') {
        return after.starts_with('"').then(|| letters + string(after));
    }
    let hashes = after.bytes().take_while(|c| *c == b'#').count();
    if after.as_bytes().get(hashes) != Some(&b'"') {
        return None;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    let body = &after[hashes + 1..];
    let length = body.find(&end).map_or(body.len(), |at| at + end.len());
    Some(letters + hashes + 1 + length)
}

/// Length of the character or the lifetime that `rest` opens with.
fn quote(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    let first = chars.next();
    match (first, chars.next()) {
        (Some((_, '\\')), Some((escaped, c))) => {
            let after = escaped + c.len_utf8();
            rest[after..]
                .find('\'')
                .map_or(rest.len(), |n| after + n + 1)
        }
        (Some(_), Some((at, '\''))) => at + 1,
        (Some((at, _)), _) => at + word(&rest[at..]).max(1),
        (None, _) => 1,
    }
}

/// The tokens less items marked `#[cfg(test)]` or `#[cfg(all(test, …))]`, and the names of modules
/// among those items.
pub fn without_tests<'a>(all: &[Token<'a>]) -> (Vec<Token<'a>>, Vec<&'a str>) {
    let (mut kept, mut modules) = (Vec::with_capacity(all.len()), Vec::new());
    let mut at = 0;
    while at < all.len() {
        let attribute = attribute(&all[at..]);
        if attribute == 0 || !is_for_tests(&all[at..at + attribute]) {
            kept.push(all[at]);
            at += 1;
            continue;
        }
        at += attribute;
        let end = at + item(&all[at..]);
        let module = all[at..end].iter().position(|t| t.text == "mod");
        if let Some(name) = module.and_then(|m| all.get(at + m + 1)) {
            modules.push(name.text);
        }
        at = end;
    }
    (kept, modules)
}

fn is_for_tests(attribute: &[Token<'_>]) -> bool {
    let has = |name: &str| attribute.iter().any(|t| t.text == name);
    attribute[2].text == "cfg" && has("test") && !has("not") && !has("any")
}

/// Number of tokens of the attribute `#[…]` that `tokens` opens with.
fn attribute(tokens: &[Token<'_>]) -> usize {
    match tokens {
        [hash, bracket, _, ..] if hash.text == "#" && bracket.text == "[" => {
            1 + closing(&tokens[1..])
        }
        _ => 0,
    }
}

/// Number of tokens up to the end of the bracket that `tokens` opens with, inclusive.
pub fn closing(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// Number of tokens of the item, field or statement that `tokens` opens with: up to its `;` or `,`, or to
/// the end of its body.
fn item(tokens: &[Token<'_>]) -> usize {
    let mut at = 0;
    if tokens.first().is_some_and(|t| t.text == "pub") {
        at = 1 + tokens.get(1).map_or(0, |t| match t.text {
            "(" => closing(&tokens[1..]),
            _ => 0,
        });
    }
    let text = |at: usize| tokens.get(at).map_or("", |t| t.text);
    let declared = KEYWORDS.contains(&text(at));
    let has_body = match text(at) {
        "use" | "static" | "let" => false,
        "const" => ["fn", "unsafe", "extern"].contains(&text(at + 1)),
        _ => true,
    };
    while at < tokens.len() {
        match tokens[at].text {
            ";" => return at + 1,
            "," if !declared => return at + 1,
            "}" => return at,
            "{" if has_body => return at + closing(&tokens[at..]),
            "(" | "[" | "{" => at += closing(&tokens[at..]),
            _ => at += 1,
        }
    }
    at
}

#[test]
fn literals_and_comments_are_left_out() {
    let source = "a /* b /* c */ d */ 'x' '\\'' &'e f(\"g \\\" h\", r#\"i \" j\"#, b'k') // l\n::m";
    let texts: Vec<_> = tokens(source).iter().map(|t| t.text).collect();
    assert_eq!(texts, ["a", "&", "f", "(", ",", ",", ")", "::", "m"]);
    assert_eq!(tokens(source).last().unwrap().line, 2);
}

#[test]
fn items_for_tests_are_skipped_and_the_rest_is_read() {
    let source = "#[cfg(test)] pub mod made; a #[cfg(all(test, unix))] #[x] fn b<const N: u8>() { c } d
        #[cfg(test)] impl<const S: T> U<V, W> for X { y } z #[cfg(test)] use e::{f, g}; h #[cfg(test)] const I: J = J { k }; l #[cfg(not(test))] fn m() {}
        #[cfg(test)] mod tests { n } o { #[cfg(test)] p: q, r }";
    let all = tokens(source);
    let (kept, modules) = without_tests(&all);
    assert_eq!(modules, ["made", "tests"]);
    let words = kept
        .iter()
        .filter(|t| t.text.len() == 1 && t.text.as_bytes()[0].is_ascii_lowercase());
    let words: Vec<_> = words.map(|t| t.text).collect();
    assert_eq!(words, ["a", "d", "z", "h", "l", "m", "o", "r"]);
}
