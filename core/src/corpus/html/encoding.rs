//! The encoding that a page declares.

use encoding_rs::{Encoding, WINDOWS_1252, X_USER_DEFINED};

use super::parser::parse;
use super::writer::Syntax;
use crate::corpus::decode::xml_encoding;
use crate::corpus::limits::Clock;
use crate::settings::Reading;

/// Bytes that are searched first, as the HTML standard specifies.
const HEAD: usize = 1024;
/// Bytes that are searched if nothing is declared in those: browsers take what stands further behind too (13.2.3.4).
const MOST: usize = 1 << 16;

/// Encoding declared in a `meta` element, or by the declaration of XML (HTML standard, 13.2.3.2).
pub fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let in_first = |most: usize| in_meta(&bytes[..bytes.len().min(most)]);
    let declared = in_first(HEAD).or_else(|| xml_encoding(bytes));
    let declared = declared.or_else(|| in_first(MOST))?;
    // The declaration was read as ASCII, so it cannot be UTF-16.
    Some(match declared.output_encoding() {
        encoding if encoding == X_USER_DEFINED => WINDOWS_1252,
        encoding => encoding,
    })
}

/// The first known encoding that a `meta` element of these bytes names.
fn in_meta(head: &[u8]) -> Option<&'static Encoding> {
    let mut windows = head.windows(b"charset".len());
    let is_charset = |at: &[u8]| at[0] | 0x20 == b'c' && at.eq_ignore_ascii_case(b"charset");
    let at = windows.position(is_charset)?;
    // Most pages declare it in the first tag that has the word.
    let end = head[at..].iter().position(|byte| *byte == b'>');
    let first = end.and_then(|end| in_tags(&head[..=at + end]));
    first.or_else(|| in_tags(head))
}

/// The first known encoding that a `meta` element of this begin of a page names.
fn in_tags(head: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(head);
    let reading = Reading::default();
    let clock = Clock::start(&reading);
    let mut declared = None;
    // Of a page that is too deep, what is declared so far counts.
    let _ = parse(&head, Syntax::Html, &reading, &clock, |name| {
        declared = declared.or_else(|| Encoding::for_label(name.as_bytes()));
    });
    declared
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
