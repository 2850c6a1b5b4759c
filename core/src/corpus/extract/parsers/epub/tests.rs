//! Books made here.

use super::*;
use crate::corpus::extract::parsers::archive::made::{zipped, zipped_texts};
use crate::settings::Reading;

const XHTML: &str = "application/xhtml+xml";

/// A book with this package and these parts.
fn packed(opf: &str, parts: &[(&str, &str)]) -> Result<Extracted, SkipReason> {
    let container = "<container><rootfile full-path=\"o/other.pdf\" media-type=\"application/pdf\"/>\
        <rootfile full-path=\"o/x.opf\" media-type=\"application/oebps-package+xml\"/></container>";
    let mut all = vec![("META-INF/container.xml", container), ("o/x.opf", opf)];
    all.extend(parts);
    read(&zipped_texts(&all), &Limits::of(&Reading::default()))
}

fn item(id: &str, href: &str, kind: &str, more: &str) -> String {
    format!("<item id=\"{id}\" href=\"{href}\" media-type=\"{kind}\" {more}/>")
}

fn html(body: &str) -> String {
    format!("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>{body}</body></html>")
}

#[test]
fn every_part_of_the_spine_is_read_once() {
    let items = [
        item("a", "a%20%C3%A9.xhtml", XHTML, ""),
        item("b", "b.xhtml", XHTML, ""),
        item("again", "b.xhtml", XHTML, ""),
        item("nav", "nav.xhtml", XHTML, "properties=\"scripted nav\""),
        item("svg", "c.svg", "image/svg+xml", ""),
        item("foreign", "d.xml", "application/x-other", "fallback=\"f\""),
        item("f", "e.bin", "x/y", "fallback=\"g\""),
        item("g", "f.xhtml", XHTML, ""),
        item("loop", "l.bin", "x/y", "fallback=\"loop\""),
    ]
    .concat();
    let order = "<itemref idref=\"a\"/><itemref idref=\"nav\" linear=\"no\"/><itemref idref=\"b\" linear=\"no\"/>\
        <itemref idref=\"again\"/><itemref idref=\"a\"/><itemref idref=\"svg\"/><itemref idref=\"foreign\"/>\
        <itemref idref=\"loop\"/>";
    let nav = html(
        "<nav><ol><li><a href=\"b.xhtml\">contents</a></li></ol></nav><nav hidden=\"\"><p>no</p></nav>",
    );
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>no</title><text>drawn</text></svg>";
    let (a, b, f) = (
        html("<p>one</p>"),
        html("<p>two</p>"),
        html("<p>instead</p>"),
    );
    let parts = [
        ("o/a é.xhtml", a.as_str()),
        ("o/b.xhtml", &b),
        ("o/nav.xhtml", &nav),
        ("o/c.svg", svg),
        ("o/f.xhtml", &f),
    ];
    let read = packed(&format!("<package>{items}{order}</package>"), &parts).unwrap();
    let words: Vec<&str> = read.text.split_whitespace().collect();
    assert_eq!(words, ["one", "contents", "two", "drawn", "instead"]);
    assert_eq!((read.left_out.missing, read.left_out.hidden), (1, 1));
    // Outside of the spine it is no text.
    let order = "<itemref idref=\"a\"/>";
    let read = packed(&format!("<package>{items}{order}</package>"), &parts).unwrap();
    assert_eq!(read.text, "one\n");
}

#[test]
fn chapters_that_are_encrypted_are_found_by_their_references() {
    let items = item("a", "a%20b.xhtml", XHTML, "");
    let opf = format!("<package>{items}<itemref idref=\"a\"/></package>");
    let page = html("<p>one</p>");
    let with = |uri: &str| {
        let encryption = format!(
            "<encryption><EncryptedData><CipherData><CipherReference URI=\"{uri}\"/></CipherData></EncryptedData></encryption>"
        );
        let parts = [
            ("o/a b.xhtml", page.as_str()),
            ("META-INF/encryption.xml", &encryption),
        ];
        packed(&opf, &parts).map(|read| read.text)
    };
    assert_eq!(with("o/a%20b.xhtml"), Err(SkipReason::Encrypted));
    assert_eq!(with("o/fonts/o/a b.xhtml.otf"), Ok("one\n".to_owned()));
}

#[test]
fn marks_of_notes_are_left_out_and_what_follows_stays() {
    let marks = marks().unwrap();
    for mark in [
        "<a href=\"#n\" epub:type=\"noteref\">1</a>",
        "<a href='#n' epub:type='noteref'>1</a>",
        "<a epub:type=\"frontmatter noteref\" href=\"#n\"><sup>1</sup></a>",
        "<a href=\"#n\" role=\"doc-backlink\">back</a>",
        "<a class=\"footnote-ref\" href=\"#n\">1</a>",
        "<a epub:type=\"noteref\" href=\"#n\"/>",
    ] {
        let text = format!("one{mark} two <a href=\"x\">three</a>");
        let wanted = "one two <a href=\"x\">three</a>";
        assert_eq!(marks.replace_all(&text, ""), wanted, "{mark}");
    }
}

#[test]
fn the_encoding_that_a_part_declares_is_used() {
    let items = item("a", "a.xhtml", XHTML, "");
    let opf = format!("<package>{items}<itemref idref=\"a\"/></package>");
    let page = "<?xml version='1.0' encoding='iso-8859-7'?><html><body><p>\u{3b1}\u{3b2}</p></body></html>";
    let (page, _, _) = encoding_rs::ISO_8859_7.encode(page);
    let container = b"<container><rootfile full-path=\"o/x.opf\"/></container>";
    let bytes = zipped(&[
        ("META-INF/container.xml", container),
        ("o/x.opf", opf.as_bytes()),
        ("o/a.xhtml", &page),
    ]);
    let read = read(&bytes, &Limits::of(&Reading::default())).unwrap();
    assert_eq!(read.text, "\u{3b1}\u{3b2}\n");
}

#[test]
fn a_chapter_that_is_empty_or_cut_is_counted() {
    let items = ["a", "b", "c"].map(|id| item(id, &format!("{id}.xhtml"), XHTML, ""));
    let order = "<itemref idref=\"a\"/><itemref idref=\"b\"/><itemref idref=\"c\"/>";
    let package = format!("<package>{}{order}</package>", items.concat());
    let (whole, last) = (html("<p>one</p>"), html("<p>two three</p>"));
    let of = |last: &str| {
        let parts = [
            ("o/a.xhtml", whole.as_str()),
            ("o/b.xhtml", &whole),
            ("o/c.xhtml", last),
        ];
        let read = packed(&package, &parts).unwrap();
        (read.text.split_whitespace().count(), read.left_out.unread())
    };
    assert_eq!(of(&last), (4, None));
    assert_eq!(of(""), (2, Some(SkipReason::ReadInPart(0, 1))));
    let cut = &last[..last.len() - 14];
    assert_eq!(of(cut), (4, Some(SkipReason::ReadInPart(1, 0))));
}
