//! The internal subset of a document type (XML 1.0, section 2.8): declarations in square brackets, of which a page shows
//! nothing. A tokeniser of HTML ends the document type at the first `>` within it.

use std::borrow::Cow;

/// The page without the internal subset of its document type.
pub(super) fn without_subset(source: &str) -> Cow<'_, str> {
    let parted = document_type(source).and_then(|declared| {
        let begin = subset(declared)?;
        let rest = past_subset(&begin[1..])?;
        let before = source.len() - begin.len();
        Some([&source[..before], rest].concat())
    });
    parted.map_or(Cow::Borrowed(source), Cow::Owned)
}

/// The page from its document type on, which only the declaration of XML, instructions and comments may precede.
fn document_type(source: &str) -> Option<&str> {
    let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    let mut rest = source.trim_start_matches(blank);
    while let Some(after) = past_aside(rest) {
        rest = after.trim_start_matches(blank);
    }
    let name = rest.get(..9)?;
    name.eq_ignore_ascii_case("<!doctype").then_some(rest)
}

/// What follows the instruction or the comment that `text` begins with.
fn past_aside(text: &str) -> Option<&str> {
    let (opened, end) = match text.strip_prefix("<!--") {
        Some(comment) => (comment, "-->"),
        None => (text.strip_prefix("<?")?, "?>"),
    };
    opened.split_once(end).map(|(_, rest)| rest)
}

/// What follows the quoted string that `text` begins with.
fn past_quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    text[1..].split_once(quote).map(|(_, rest)| rest)
}

/// The document type from the bracket of its subset on.
fn subset(declared: &str) -> Option<&str> {
    let mut rest = declared;
    loop {
        rest = &rest[rest.find(['[', '>', '"', '\''])?..];
        match rest.as_bytes()[0] {
            b'[' => return Some(rest),
            b'>' => return None,
            _ => rest = past_quoted(rest)?,
        }
    }
}

/// What follows the bracket that closes a subset.
fn past_subset(subset: &str) -> Option<&str> {
    let mut rest = subset;
    loop {
        rest = &rest[rest.find([']', '<', '"', '\''])?..];
        rest = match rest.as_bytes()[0] {
            b']' => return Some(&rest[1..]),
            b'<' => past_aside(rest).unwrap_or(&rest[1..]),
            _ => past_quoted(rest)?,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subset_is_taken_out_and_nothing_else() {
        let subset = "[ <!-- it's > ] -->\n<?pi ]>?>\n<!ENTITY note \"<p>]> shown</p>\">\n<!ATTLIST p x CDATA '>'> ]";
        for (before, after) in [
            ("<!DOCTYPE html ", ">\n<html>it's [here] \"</html>"),
            (
                "<?xml version='1.0'?>\n<!-- <!doctype a [ -->\n<!doctype html PUBLIC \"[\" '>' ",
                " ><p>",
            ),
        ] {
            let page = [before, subset, after].concat();
            assert_eq!(without_subset(&page), [before, after].concat());
            let plain = [before, after].concat();
            assert_eq!(without_subset(&plain), plain);
        }
        for page in [
            "",
            "<p>[a]</p><!doctype html [b]>",
            "<!doctype html [ never closed > <p>x</p>",
            "<!doctype html [ \"never closed ]> <p>x</p>",
            "<!doctype html> [a]>",
            "<!docty",
            "<!doctypé [a]>",
        ] {
            assert_eq!(without_subset(page), page);
        }
    }
}
