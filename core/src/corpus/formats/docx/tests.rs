//! Tests with documents built here.

use super::super::package::made::zipped;
use super::*;
use crate::settings::Reading;

const NOTES: &str = "<Relationships>\
    <Relationship Id=\"a\" Target=\"after.xml\" Type=\"http://example.org/relationships/endnotes\"/>\
    <Relationship Id=\"f\" Target=\"/n/foot%20notes.xml\" Type=\"http://example.org/relationships/footnotes\"/>\
    </Relationships>";

fn read_docx(body: &str, parts: &[(&str, &str)]) -> Extracted {
    let body = format!("<document><body>{body}</body></document>");
    let bytes = zipped(&[&[("word/document.xml", &*body)], parts].concat());
    read(&bytes, &Limits::new(&Reading::default())).unwrap()
}

fn text_of(body: &str) -> String {
    read_docx(body, &[]).text
}

fn run(properties: &str, text: &str) -> String {
    format!("<r><rPr>{properties}</rPr><t xml:space=\"preserve\">{text}</t></r>")
}

fn paragraph(text: &str) -> String {
    format!("<p>{}</p>", run("", text))
}

#[test]
fn paragraphs_rows_and_text_boxes_are_lines() {
    let cell = |text: &str| format!("<tc>{}</tc>", paragraph(text));
    let table = format!(
        "<tbl><tr>{}{}</tr><tr>{}</tr></tbl>",
        cell("a"),
        cell("b"),
        cell("c")
    );
    let inner = "<p><r><tab/><t>x &amp; y</t><br/><t>z</t><instrText>no</instrText></r></p>";
    let boxed = format!(
        "<p>{}<r><drawing><txbxContent>{}</txbxContent></drawing></r>{}</p>",
        run("", "before"),
        paragraph("boxed"),
        run("", "after"),
    );
    let text = "a\tb\nc\n\tx & y\nz\nbefore\nboxed\nafter\n";
    assert_eq!(text_of(&[&table, inner, &boxed].concat()), text);
}

#[test]
fn one_of_two_alternatives_is_read() {
    let both = |choice: &str, fallback: &str| {
        format!(
            "<AlternateContent><Choice Requires=\"wps\">{choice}</Choice><Fallback>{fallback}</Fallback></AlternateContent>"
        )
    };
    let inner = both(&paragraph("once"), &paragraph("no"));
    for content in [both(&inner, &inner), inner] {
        let body = [paragraph("before"), content, paragraph("after")].concat();
        assert_eq!(text_of(&body), "before\nonce\nafter\n", "{body}");
    }
}

#[test]
fn foot_and_endnotes_come_after_the_text_and_missing_ones_are_counted() {
    let related = ("word/_rels/document.xml.rels", NOTES);
    let note = |text: &str| format!("<notes><note id=\"1\">{}</note></notes>", paragraph(text));
    let (foot, end) = (note("foot"), note("end"));
    let parts = [
        related,
        ("word/after.xml", &*end),
        ("n/foot notes.xml", &*foot),
    ];
    let read = read_docx(&paragraph("x"), &parts);
    assert_eq!(read.text, "x\nfoot\nend\n");
    assert_eq!(read.unextracted.missing, 0);
    let read = read_docx(&paragraph("x"), &parts[..2]);
    assert_eq!((&*read.text, read.unextracted.missing), ("x\nend\n", 1));
}

#[test]
fn deleted_and_unread_parts_are_counted() {
    let body = [
        format!("<p>{}<del>{}</del></p>", run("", "a"), run("", "no")),
        format!("<p><ins>{}</ins></p>", run("", "b")),
        format!("<moveFrom>{}</moveFrom>", paragraph("no")),
        "<p><pPr><rPr><del/></rPr></pPr><r><commentReference/></r></p>".to_owned(),
        "<p><r><drawing><chart id=\"c\"/></drawing><drawing><relIds dm=\"d\"/></drawing><OLEObject/></r></p>"
            .to_owned(),
        "<altChunk id=\"c\"/>".to_owned(),
        format!("<p><ruby><rt>{}</rt></ruby></p>", run("", "no")),
    ];
    let read = read_docx(&body.concat(), &[]);
    let unextracted = UnextractedParts {
        comments: 1,
        deletions: 2,
        objects: 3,
        missing: 1,
        ..UnextractedParts::default()
    };
    assert_eq!((&*read.text, read.unextracted), ("a\nb\n", unextracted));
}

#[test]
fn invisible_letters_are_excluded_and_their_positions_kept() {
    let white = "<color val=\"FFFFFF\"/>";
    let tracked = "<rPrChange><rPr><vanish/></rPr></rPrChange>";
    for (properties, hidden, text, offsets) in [
        (white, "x", "one two\n", vec![3]),
        ("<sz val=\"4\"/>", "x", "onetwo\n", vec![3]),
        ("<vanish/>", "x", "onetwo\n", vec![3]),
        ("<vanish val=\"0\"/>", "x", "onextwo\n", vec![]),
        (tracked, "x", "onextwo\n", vec![]),
        (white, " ", "one two\n", vec![]),
        (
            "<color val=\"FFFFFF\"/><shd val=\"clear\" fill=\"000000\"/>",
            "x",
            "onextwo\n",
            vec![],
        ),
    ] {
        let runs = [run("", "one"), run(properties, hidden), run("", "two")];
        let read = read_docx(&format!("<p>{}</p>", runs.concat()), &[]);
        let hidden = read.unextracted.hidden as usize;
        assert_eq!(hidden, offsets.len(), "{properties}");
        assert_eq!((&*read.text, read.unseen), (text, offsets), "{properties}");
    }
    let white = format!("<p>{}</p>", run(white, "x"));
    // On a background of another colour, white letters are text.
    for body in [
        format!("<background color=\"1F4E79\"/>{white}"),
        format!("<tbl><tr><tc>{white}</tc></tr></tbl>"),
        white.replace("<p>", "<p><pPr><shd fill=\"1F4E79\"/></pPr>"),
    ] {
        assert_eq!(text_of(&body), "x\n", "{body}");
    }
}
