//! Query parsing. Every input is searched: parts that are not valid query syntax are treated as words and
//! reported to the user.

use tantivy::query::{BooleanQuery, Occur, Query, QueryParser, QueryParserError};

use super::schema::Fields;

/// Maximum length of a query in bytes; the rest is ignored.
const MAX_LEN: usize = 2_000;
/// Maximum number of opening brackets, which may be nested: tantivy's parser is recursive.
const MAX_BRACKETS: usize = 20;

/// Parses `typed` leniently; returns the query and messages about ignored parts.
pub(super) fn lenient(parser: &QueryParser, typed: &str) -> (Box<dyn Query>, Vec<String>) {
    let mut ignored = Vec::new();
    if typed.len() > MAX_LEN {
        ignored.push(format!("the query is cut after its first {MAX_LEN} bytes"));
    }
    let mut text = typed[..typed.floor_char_boundary(MAX_LEN)].replace(char::is_control, " ");
    if text.matches('(').count() > MAX_BRACKETS {
        ignored.push(format!(
            "brackets are ignored, because there are more than {MAX_BRACKETS}"
        ));
        text = text.replace(['(', ')'], " ");
    }
    let text = only_syntax(&text, &mut ignored);
    let (query, errors) = parser.parse_query_lenient(&text);
    ignored.extend(errors.iter().filter_map(in_plain_words));
    ignored.dedup();
    (guarded(query), ignored)
}

/// A query for the words of `typed`, without any syntax; cannot fail.
pub(super) fn words(parser: &QueryParser, typed: &str) -> Box<dyn Query> {
    let typed = &typed[..typed.floor_char_boundary(MAX_LEN)];
    // All syntax is ASCII. The tokenizer decides about other separators.
    let bare = typed.replace(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric(), " ");
    // In lower case, AND and OR are ordinary words.
    parser.parse_query_lenient(&bare.to_lowercase()).0
}

/// Replaces every excluded clause of the query, recursively, by a union of the clause with itself. Tantivy tests
/// whether an excluded clause matches a document before the clause's current position. The scorer of phrases does not
/// allow this and panics in builds with debug assertions; the scorer of unions allows it.
pub(super) fn guarded(query: Box<dyn Query>) -> Box<dyn Query> {
    let Some(boolean) = query.downcast_ref::<BooleanQuery>() else {
        return query;
    };
    let clauses = boolean.clauses().iter().map(|(occur, clause)| {
        let clause = guarded(clause.box_clone());
        let clause: Box<dyn Query> = match occur {
            Occur::MustNot => Box::new(BooleanQuery::union(vec![clause.box_clone(), clause])),
            Occur::Must | Occur::Should => clause,
        };
        (*occur, clause)
    });
    Box::new(BooleanQuery::with_minimum_required_clauses(
        clauses.collect(),
        boolean.get_minimum_number_should_match(),
    ))
}

/// Replaces by a space: colons that do not follow a field name, slashes at the start of a word (a
/// regular expression in tantivy), `^` (a boost, which would hide its operand), and unmatched closing
/// brackets (the text after them would be lost). Quoted text is unchanged.
fn only_syntax(text: &str, ignored: &mut Vec<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_quoted = false;
    let mut open = 0_usize;
    let mut is_escaped = false;
    // Start of the current word in `out`.
    let mut word = 0;
    for c in text.chars() {
        if is_escaped || c == '\\' {
            is_escaped = !is_escaped;
            out.push(c);
            continue;
        }
        let is_start = out.len() == word;
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
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
            '/' | ')' | '^' if is_start || c != '/' => {
                out.push(' ');
                word = out.len();
                continue;
            }
            _ => {}
        }
        out.push(c);
        if c.is_whitespace() || matches!(c, ':' | '(' | ')' | '+' | '-' | '"') && !is_quoted {
            word = out.len();
        }
    }
    out
}

/// Message for the user about a parser error; `None` if nothing was lost.
fn in_plain_words(error: &QueryParserError) -> Option<String> {
    use QueryParserError as E;
    Some(match error {
        E::AllButQueryForbidden | E::NoDefaultFieldDeclared => return None,
        E::SyntaxError(what) if what.starts_with("missing delimiter") => {
            "a quotation mark is not closed".to_owned()
        }
        E::SyntaxError(what) if what.starts_with("expected ')'") => {
            "a bracket is not closed".to_owned()
        }
        E::SyntaxError(_) => "part of the query is no query syntax and is excluded".to_owned(),
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
    fn quoted_text_is_not_changed() {
        let got = fields("\"note: /this\" path:\"a:b\"");
        assert_eq!(got, ("\"note: /this\" path:\"a:b\"".into(), 0));
        assert_eq!(fields("a\\:b"), ("a\\:b".into(), 0));
    }
}
