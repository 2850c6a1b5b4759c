//! The encoding that a page declares.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::corpus::decode::xml_encoding;

/// Bytes that are searched first, as the HTML standard specifies.
const HEAD: usize = 1024;
/// Bytes that are searched if nothing is declared in those: browsers take what stands further behind too (13.2.3.4).
const MOST: usize = 1 << 16;

/// Encoding declared in a `meta` element, or by the declaration of XML (HTML standard, 13.2.3.2).
/// What stands in a comment, in another element or in the description of a page declares nothing.
#[must_use]
pub fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let in_first = |most: usize| {
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(most)]).to_ascii_lowercase();
        in_meta(&head)
    };
    let declared = in_first(HEAD).or_else(|| xml_encoding(bytes));
    let declared = declared.or_else(|| in_first(MOST).filter(|_| bytes.len() > HEAD))?;
    Some(match declared {
        // It was read as ASCII, so it cannot be.
        other if other == UTF_16LE || other == UTF_16BE => UTF_8,
        other if other == X_USER_DEFINED => WINDOWS_1252,
        other => other,
    })
}

fn in_meta(head: &str) -> Option<&'static Encoding> {
    let mut rest = head;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.split_once("-->")?.1;
        } else if let Some(tag) = rest.strip_prefix("meta")
            && tag.starts_with(|c: char| c.is_ascii_whitespace() || c == '/')
        {
            let end = tag_end(tag);
            if let Some(found) = of_meta(&tag[..end]) {
                return Some(found);
            }
            rest = &tag[end..];
        } else if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
            rest = &rest[tag_end(rest)..];
        }
    }
    None
}

/// Where a tag ends: a `>` within quotation marks is none.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) if tag[..at].trim_end().ends_with('=') => quote = Some(c),
            ('>', None) => return at,
            _ => {}
        }
    }
    tag.len()
}

/// The encoding that the attributes of a `meta` element name.
fn of_meta(attributes: &str) -> Option<&'static Encoding> {
    let mut from = 0;
    while let Some(found) = attributes[from..].find("charset") {
        let at = from + found;
        from = at + "charset".len();
        let is_open = |quote: char| attributes[..at].matches(quote).count() % 2 == 1;
        // Within the value of an attribute it is a part of the type of the content.
        if (is_open('"') || is_open('\'')) && !attributes.contains("http-equiv") {
            continue;
        }
        let Some(value) = attributes[from..].trim_start().strip_prefix('=') else {
            continue;
        };
        let value = value.trim_start().trim_start_matches(['"', '\'']);
        let value = value.trim_start();
        let end = value.find(|c: char| c.is_ascii_whitespace() || "\"'>;/".contains(c));
        let label = &value[..end.unwrap_or(value.len())];
        if let Some(encoding) = Encoding::for_label(label.as_bytes()) {
            return Some(encoding);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_declares_its_encoding_in_a_meta_element() {
        let declared = |page: &str| declared_encoding(page.as_bytes()).map(Encoding::name);
        for (page, name) in [
            ("<meta charset=\"windows-1251\">", Some("windows-1251")),
            ("<META CHARSET = 'koi8-r' />", Some("KOI8-R")),
            ("<meta charset=big5>", Some("Big5")),
            (
                "<meta http-equiv=Content-Type content=\"text/html; charset=iso-8859-2\">",
                Some("ISO-8859-2"),
            ),
            (
                "<meta content='text/html;charset=gbk' http-equiv='content-type'>",
                Some("GBK"),
            ),
            (
                "<?xml version=\"1.0\" encoding=\"iso-8859-7\"?><html>",
                Some("ISO-8859-7"),
            ),
            ("<meta charset=utf-16>", Some("UTF-8")),
            ("<meta charset=x-user-defined>", Some("windows-1252")),
            (
                "<!-- <meta charset=big5> --><meta charset=gbk>",
                Some("GBK"),
            ),
            (
                "<script charset=big5></script><meta charset=gbk>",
                Some("GBK"),
            ),
            (
                "<a title=\"<meta charset=big5>\"><meta charset=gbk>",
                Some("GBK"),
            ),
            (
                "<meta name=description content=\"what charset=big5 is\"><meta charset=gbk>",
                Some("GBK"),
            ),
            ("<metadata charset=big5>", None),
            ("<meta charset=unknown><meta charset=gbk>", Some("GBK")),
            ("<!-- <meta charset=big5>", None),
            ("charset=big5", None),
        ] {
            assert_eq!(declared(page), name, "{page}");
        }
        // Behind the first bytes, where nothing is declared in those.
        let late = |first: &str| format!("{first}{}<meta charset=gbk>", " <p>".repeat(1_000));
        assert_eq!(declared(&late("")), Some("GBK"));
        assert_eq!(declared(&late("<meta charset=big5>")), Some("Big5"));
    }
}
