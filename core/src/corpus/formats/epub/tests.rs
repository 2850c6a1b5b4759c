//! Tests with books built here.

use super::super::package::made::zipped;
use super::*;
use crate::settings::Reading;

const ITEMS: &str = "<item id=\"a\" href=\"a%20%C3%A9.xhtml\" media-type=\"application/xhtml+xml\"/>\
    <item id=\"b\" href=\"b.xhtml\" media-type=\"application/xhtml+xml\"/>\
    <item id=\"c\" href=\"c.svg\" media-type=\"image/svg+xml\"/>\
    <item id=\"d\" href=\"d.jpg\" media-type=\"image/jpeg\"/>";

/// A book with these chapters, in another order than the list of parts.
fn book(parts: &[(&str, &str)]) -> Result<Extracted, SkipReason> {
    let container = "<container><rootfile full-path=\"o/x.opf\"/></container>";
    let order = ["b", "a", "c", "d"].map(|id| format!("<itemref idref=\"{id}\" linear=\"no\"/>"));
    let opf = format!("<package>{ITEMS}{}</package>", order.concat());
    let mut all = vec![("META-INF/container.xml", container), ("o/x.opf", &opf)];
    all.extend(parts);
    read(&zipped(&all), &Limits::new(&Reading::default()))
}

fn html(body: &str) -> String {
    format!("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>{body}</body></html>")
}

#[test]
fn chapters_are_read_in_the_order_of_the_spine() {
    let (a, b) = (html("<p>one</p><p hidden=\"\">no</p>"), html("<p>two</p>"));
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>drawn</text></svg>";
    let parts = [
        ("o/a é.xhtml", &*a),
        ("o/b.xhtml", &b),
        ("o/c.svg", svg),
        ("o/d.jpg", "no"),
    ];
    let read = book(&parts).unwrap();
    assert_eq!(read.text, "two\none\ndrawn\n");
    assert_eq!((read.unextracted.missing, read.unextracted.hidden), (1, 1));
    let read = book(&parts[1..]).unwrap();
    assert_eq!((&*read.text, read.unextracted.missing), ("two\ndrawn\n", 2));
}

#[test]
fn a_book_with_an_encrypted_chapter_is_encrypted() {
    let page = html("<p>one</p>");
    let with = |name: &str| {
        let encryption = format!("<encryption><CipherReference URI=\"{name}\"/></encryption>");
        let parts = [
            ("o/a é.xhtml", &*page),
            ("META-INF/encryption.xml", &encryption),
        ];
        book(&parts).map(|read| read.text)
    };
    assert_eq!(with("o/a%20%C3%A9.xhtml"), Err(SkipReason::Encrypted));
    assert_eq!(with("o/font.otf"), Ok("one\n".to_owned()));
}

#[test]
fn reference_marks_are_removed_and_the_text_after_them_stays() {
    let marks = marks().unwrap();
    for mark in [
        "<a href=\"#n\" epub:type=\"noteref\">1</a>",
        "<a epub:type='frontmatter noteref' href='#n'><sup>1</sup></a>",
        "<a href=\"#n\" role=\"doc-backlink\">back</a>",
        "<a class=\"footnote-ref\" href=\"#n\">1</a>",
    ] {
        let text = format!("one{mark} two <a href=\"x\">three</a>");
        let expected = "one two <a href=\"x\">three</a>";
        assert_eq!(marks.replace_all(&text, ""), expected, "{mark}");
    }
    let empty = "<a epub:type=\"noteref\" href=\"#n\"/> two <a href=\"x\">three</a>";
    assert_eq!(marks.replace_all(empty, ""), empty);
}
