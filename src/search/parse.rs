//! Queries as people type them. Whatever is typed is searched for: what is not query syntax is taken
//! as words, and said so in plain words.

use tantivy::query::{Query, QueryParser, QueryParserError};

use super::excluded;
use super::schema::Fields;

/// Bytes of a query that are looked at.
const LONGEST: usize = 2_000;
/// Brackets within brackets; tantivy's parser calls itself for each.
const DEEPEST: usize = 20;

/// A query made of `typed`, and what of it was not understood.
pub(super) fn lenient(parser: &QueryParser, typed: &str) -> (Box<dyn Query>, Vec<String>) {
    let mut ignored = Vec::new();
    if typed.len() > LONGEST {
        ignored.push(format!("the query is cut after its first {LONGEST} bytes"));
    }
    let mut text = typed[..typed.floor_char_boundary(LONGEST)].replace(char::is_control, " ");
    if depth(&text) > DEEPEST {
        ignored.push("brackets within brackets too deep to follow are ignored".to_owned());
        text = text.replace(['(', ')'], " ");
    }
    let text = only_syntax(&text, &mut ignored);
    let (query, errors) = parser.parse_query_lenient(&text);
    ignored.extend(errors.iter().filter_map(in_plain_words));
    ignored.dedup();
    (excluded::guarded(query), ignored)
}

/// A query for the bare words of `typed`, which cannot fail to be one.
pub(super) fn words(parser: &QueryParser, typed: &str) -> Box<dyn Query> {
    let bare: String = typed
        .chars()
        .take(LONGEST)
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    // In lower case, AND and OR are words.
    parser.parse_query_lenient(&bare.to_lowercase()).0
}

/// How deep brackets lie in brackets.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// `text` with a space in place of each colon that follows no field's name, of each slash that begins
/// a word (to tantivy that is a regular expression), of each `^` (a weight, which would hide what it is
/// put on) and of each bracket that closes nothing (what
/// comes after it would be lost). Quoted text stays as it is.
fn only_syntax(text: &str, ignored: &mut Vec<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quoted = false;
    let mut open = 0_usize;
    let mut escaped = false;
    // Where the word at hand begins in `out`.
    let mut word = 0;
    for c in text.chars() {
        if escaped || c == '\\' {
            escaped = !escaped;
            out.push(c);
            continue;
        }
        let begins = out.len() == word;
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            ':' if !Fields::NAMES.contains(&&out[word..]) => {
                let name = &out[word..];
                if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                    ignored.push(format!(
                        "there is no field \"{name}\", so it is searched as a word (fields: {})",
                        Fields::NAMES.join(", ")
                    ));
                }
                out.push(' ');
                word = out.len();
                continue;
            }
            '(' => open += 1,
            ')' if open > 0 => open -= 1,
            '/' | ')' | '^' if begins || c != '/' => {
                out.push(' ');
                word = out.len();
                continue;
            }
            _ => {}
        }
        out.push(c);
        if c.is_whitespace() || matches!(c, ':' | '(' | ')' | '+' | '-' | '"') && !quoted {
            word = out.len();
        }
    }
    out
}

/// What of the query was not followed; `None` where nothing was lost.
fn in_plain_words(error: &QueryParserError) -> Option<String> {
    Some(match error {
        QueryParserError::AllButQueryForbidden | QueryParserError::NoDefaultFieldDeclared => {
            return None;
        }
        QueryParserError::SyntaxError(what) => match what.as_str() {
            w if w.starts_with("missing delimiter") => "a quotation mark is not closed",
            w if w.starts_with("expected ')'") => "a bracket is not closed",
            w if w.starts_with("missing range delimiter") => "a range is not closed",
            _ => "part of the query is no query syntax and is left out",
        }
        .to_owned(),
        QueryParserError::FieldDoesNotExist(name) => format!(
            "there is no field \"{name}\" (fields: {})",
            Fields::NAMES.join(", ")
        ),
        QueryParserError::FieldDoesNotHavePositionsIndexed(name) => {
            format!("the field \"{name}\" cannot be searched for a phrase")
        }
        QueryParserError::UnsupportedQuery(what) if what.starts_with("Range query") => {
            "a range needs a field and one word at each end, as in title:[a TO b]".to_owned()
        }
        QueryParserError::RangeMustNotHavePhrase => {
            "a range needs a single word at each end".to_owned()
        }
        QueryParserError::PhrasePrefixRequiresAtLeastTwoTerms { .. } => {
            "a phrase with a * needs at least two words".to_owned()
        }
        other => format!("part of the query is ignored ({other})"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> (String, usize) {
        let mut ignored = Vec::new();
        (only_syntax(text, &mut ignored), ignored.len())
    }

    #[test]
    fn fields_that_exist_stay_and_others_become_words() {
        assert_eq!(fields("title:bees"), ("title:bees".into(), 0));
        assert_eq!(fields("+(id:a/b.txt)"), ("+(id:a/b.txt)".into(), 0));
        assert_eq!(fields("note:bees"), ("note bees".into(), 1));
        assert_eq!(fields("http://x.org/y"), ("http   x.org/y".into(), 1));
        assert_eq!(fields("key:5 a::b"), ("key 5 a  b".into(), 2));
    }

    #[test]
    fn quoted_text_is_left_alone() {
        assert_eq!(
            fields("\"note: /this\" path:\"a:b\""),
            ("\"note: /this\" path:\"a:b\"".into(), 0)
        );
        assert_eq!(fields("a\\:b"), ("a\\:b".into(), 0));
    }

    #[test]
    fn depth_counts_open_brackets() {
        assert_eq!(depth("((a) (b))"), 2);
        assert_eq!(depth(")))("), 1);
    }
}
