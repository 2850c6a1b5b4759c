//! The document type of XML (XML 1.0, section 2.8), of which a page shows nothing: quoted names, and declarations in square
//! brackets. A tokeniser of HTML ends it at the first `>` within these.

use std::borrow::Cow;

/// The page with a document type that ends at its first `>`: without its declarations, and without `>` in its names.
pub(super) fn plain(source: &str) -> Cow<'_, str> {
    let plain = document_type(source).and_then(|declared| {
        let (names, end) = declared.split_at(declared.len() - past_names(declared)?.len());
        let rest = match end.strip_prefix('[') {
            Some(subset) => past_subset(subset)?,
            None if names.contains('>') => end,
            None => return None,
        };
        let before = &source[..source.len() - declared.len()];
        Some([before, &names.replace('>', ""), rest].concat())
    });
    plain.map_or(Cow::Borrowed(source), Cow::Owned)
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

/// What follows the names of a document type: its declarations, or its end. `None` if a name holds markup: then its
/// quotation mark is missing.
fn past_names(declared: &str) -> Option<&str> {
    let mut rest = declared;
    loop {
        rest = &rest[rest.find(['[', '>', '"', '\''])?..];
        match rest.as_bytes()[0] {
            b'[' | b'>' => return Some(rest),
            _ => {
                let after = past_quoted(rest)?;
                let name = &rest[..rest.len() - after.len()];
                rest = (!name.contains('<')).then_some(after)?;
            }
        }
    }
}

/// What follows the bracket that closes a subset. `None` if anything else than declarations stands before it.
fn past_subset(subset: &str) -> Option<&str> {
    let mut rest = subset.trim_start();
    while !rest.starts_with(']') {
        let after = past_aside(rest).or_else(|| past_reference(rest));
        rest = after.or_else(|| past_declaration(rest))?.trim_start();
    }
    Some(&rest[1..])
}

/// What follows the reference to a parameter entity, as `%name;`, that `text` begins with.
fn past_reference(text: &str) -> Option<&str> {
    let (name, rest) = text.strip_prefix('%')?.split_once(';')?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-' | '.');
    (!name.is_empty() && name.chars().all(is_name)).then_some(rest)
}

/// What follows the declaration, as `<!ENTITY name "text">`, that `text` begins with.
fn past_declaration(text: &str) -> Option<&str> {
    let mut rest = text.strip_prefix("<!")?;
    rest.starts_with(|c: char| c.is_ascii_uppercase())
        .then_some(())?;
    loop {
        rest = &rest[rest.find(['>', '<', '"', '\''])?..];
        match rest.as_bytes()[0] {
            b'>' => return Some(&rest[1..]),
            b'<' => return None,
            _ => rest = past_quoted(rest)?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_taken_out_and_nothing_else() {
        let subset = "[ %names; <!-- it's > ] -->\n<?pi ]>?>\n<!ENTITY note \"<p>]> shown</p>\">\n<!ATTLIST p x CDATA '>'> ]";
        for (before, after) in [
            ("<!DOCTYPE html ", ">\n<html>it's [here] \"</html>"),
            (
                "<?xml version='1.0'?>\n<!-- <!doctype a [ -->\n<!doctype html PUBLIC \"[\" 'a' ",
                " ><p>",
            ),
        ] {
            let page = [before, subset, after].concat();
            assert_eq!(plain(&page), [before, after].concat());
            let without = [before, after].concat();
            assert_eq!(plain(&without), without);
        }
        for page in [
            "",
            "<p>[a]</p><!doctype html [b]>",
            "<!doctype html [ never closed > <p>x</p>",
            "<!doctype html [ \"never closed ]> <p>x</p>",
            "<!doctype html> [a]>",
            "<!doctype html \"never closed> <p>x</p>",
            "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0> <a href=\"x\"> of [1] <a href=\"]\">",
            "<!doctype html [><p>first half</p><p>then a[i]> 3</p>",
            "<!doctype html [<!ENTITY a 'b'> <p>words</p> ]><p>end</p>",
            "<!doctype html [<!ENTITY a <p>words</p> ]><p>end</p>",
            "<!doctype html [% words; ]><p>end</p>",
            "<!docty",
            "<!doctypé [a]>",
        ] {
            assert_eq!(plain(page), page);
        }
        for declarations in ["", "[<!ENTITY x 'y>'>]"] {
            let page = format!("<!DOCTYPE html SYSTEM \"a>b\"{declarations}><p>x</p>");
            assert_eq!(plain(&page), "<!DOCTYPE html SYSTEM \"ab\"><p>x</p>");
        }
    }
}
