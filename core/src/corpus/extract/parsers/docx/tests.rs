//! Documents made here.

use super::*;
use crate::corpus::extract::parsers::archive::made::zipped;
use crate::settings::Reading;

const NAMESPACES: &str = "xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\" \
    xmlns:own=\"http://example.org/own\"";

fn packed(body: &str, parts: &[(&str, &[u8])]) -> Vec<u8> {
    let body = format!("<document {NAMESPACES}><body>{body}</body></document>");
    zipped(&[&[("word/document.xml", body.as_bytes())], parts].concat())
}

fn read_docx(bytes: &[u8]) -> Extracted {
    read(bytes, &Limits::of(&Reading::default())).unwrap()
}

fn paragraph(text: &str) -> String {
    format!("<p><r><t>{text}</t></r></p>")
}

#[test]
fn of_several_ways_to_say_the_same_one_is_read() {
    let known = format!("<Choice Requires=\"wps\">{}</Choice>", paragraph("known"));
    let second = known.replace("known", "second");
    let foreign = format!("<Choice Requires=\"own\">{}</Choice>", paragraph("foreign"));
    let empty = "<Choice Requires=\"wps\"><p/></Choice>".to_owned();
    let fallback = format!("<Fallback>{}</Fallback>", paragraph("fallback"));
    for (branches, text) in [
        ([&known, &fallback], "known"),
        ([&known, &second], "known"),
        ([&foreign, &fallback], "fallback"),
        ([&foreign, &known], "known"),
        ([&empty, &fallback], "fallback"),
        ([&foreign, &empty], "foreign"),
    ] {
        let [first, other] = branches;
        let nested = format!(
            "<Choice Requires=\"wps\"><AlternateContent>{first}{other}</AlternateContent></Choice>"
        );
        for inner in [format!("{first}{other}"), nested] {
            let body = format!(
                "{}<AlternateContent>{inner}</AlternateContent>{}",
                paragraph("before"),
                paragraph("after")
            );
            let read = read_docx(&packed(&body, &[]));
            let words: Vec<&str> = read.text.split_whitespace().collect();
            assert_eq!(words, ["before", text, "after"], "{inner}");
        }
    }
}

#[test]
fn notes_of_the_branch_that_is_not_read_are_no_text() {
    let note = |id: u32| format!("<p><r><footnoteReference id=\"{id}\"/><t>x</t></r></p>");
    let body = format!(
        "<AlternateContent><Choice Requires=\"wps\">{}</Choice><Fallback>{}</Fallback></AlternateContent>",
        note(1),
        note(1)
    );
    let notes = format!(
        "<footnotes><footnote id=\"1\">{}</footnote></footnotes>",
        paragraph("noted")
    );
    let read = read_docx(&packed(&body, &[("word/footnotes.xml", notes.as_bytes())]));
    assert_eq!(read.text, "x\nnoted\n");
}

#[test]
fn an_imported_document_stands_where_it_is_imported() {
    let inner = packed(&paragraph("of a docx"), &[]);
    let mail = b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n\
        Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>of a mes=\nsage</p>\n--b--\n";
    for (bytes, text, missing) in [
        (
            &b"<html><body><p>of a page</p></body></html>"[..],
            "of a page",
            0,
        ),
        (&mail[..], "of a message", 0),
        (&b"{\\rtf1 of rtf}"[..], "", 1),
        (&b"of plain text"[..], "of plain text", 0),
        (&inner[..], "of a docx", 0),
        (&b"\0\x01\x02\0"[..], "", 1),
        (&b"PK\x03\x04 damaged"[..], "", 1),
    ] {
        let body = format!(
            "{}<altChunk id=\"c\"/>{}",
            paragraph("before"),
            paragraph("after")
        );
        let related = b"<Relationships><Relationship Id=\"c\" Target=\"chunk.bin\" Type=\"aFChunk\"/></Relationships>";
        let parts = [
            ("word/_rels/document.xml.rels", &related[..]),
            ("word/chunk.bin", bytes),
        ];
        let read = read_docx(&packed(&body, &parts));
        let words: Vec<&str> = read.text.split_whitespace().collect();
        assert_eq!(
            words.join(" "),
            format!("before {text} after").replace("  ", " ")
        );
        assert_eq!(read.left_out.missing, missing, "{text}");
    }
    for name in ["altChunk", "subDoc"] {
        let body = format!("{}<{name} id=\"x\"/>", paragraph("a"));
        let read = read_docx(&packed(&body, &[]));
        assert_eq!((read.text.as_str(), read.left_out.missing), ("a\n", 1));
    }
}

#[test]
fn documents_within_each_other_end() {
    let related = b"<Relationships><Relationship Id=\"c\" Target=\"chunk\" Type=\"aFChunk\"/></Relationships>";
    let mut bytes = packed(&paragraph("innermost"), &[]);
    for depth in 0..6 {
        let body = format!(
            "{}<altChunk id=\"c\"/>",
            paragraph(&format!("depth{depth}"))
        );
        let parts = [
            ("word/_rels/document.xml.rels", &related[..]),
            ("word/chunk", &bytes[..]),
        ];
        bytes = packed(&body, &parts);
    }
    let read = read_docx(&bytes);
    assert_eq!(read.text, "depth5\ndepth4\ndepth3\n");
    assert_eq!(read.left_out.missing, 1);
}

#[test]
fn text_is_hidden_by_what_a_run_says_now_and_by_its_styles() {
    let run = |properties: &str, text: &str| {
        format!("<p><r><rPr>{properties}</rPr><t>{text}</t></r></p>")
    };
    let was = "<rPrChange><rPr><vanish/></rPr></rPrChange>";
    let text_box = format!(
        "<p><r><pict><txbxContent><p><pPr><rPr><vanish/></rPr></pPr></p>{}</txbxContent></pict><t>e</t></r></p>",
        paragraph("d")
    );
    let body = [
        run(&format!("<b/>{was}"), "a"),
        run(&format!("<vanish/>{}", was.replace("<vanish/>", "")), "no1"),
        run("<rStyle val=\"H\"/>", "no2"),
        run("<rStyle val=\"H\"/><vanish val=\"0\"/>", "b"),
        "<p><pPr><pStyle val=\"P\"/></pPr><r><t>no3</t></r><r><rPr><vanish val=\"0\"/></rPr><t>c</t></r></p>"
            .to_owned(),
        "<p><pPr><pPrChange><pPr><pStyle val=\"P\"/></pPr></pPrChange></pPr><r><t>c2</t></r></p>".to_owned(),
        text_box,
        "<sectPr><sectPrChange><sectPr/></sectPrChange></sectPr>".to_owned(),
        paragraph("f"),
    ]
    .concat();
    let styles = "<styles><style styleId=\"H\"><rPr><vanish/></rPr></style>\
        <style styleId=\"P\"><basedOn val=\"H\"/></style></styles>";
    let read = read_docx(&packed(&body, &[("word/styles.xml", styles.as_bytes())]));
    let words: Vec<&str> = read.text.split_whitespace().collect();
    assert_eq!(words, ["a", "b", "c", "c2", "d", "e", "f"]);
    assert_eq!(read.left_out.hidden, 3);
    // Styles that cannot be read hide nothing.
    let read = read_docx(&packed(&body, &[("word/styles.xml", b"<styles")]));
    assert_eq!((read.left_out.hidden, read.text.contains("no2")), (1, true));
}

#[test]
fn a_field_within_the_instruction_of_another_is_not_shown() {
    let mark = |kind: &str| format!("<r><fldChar fldCharType=\"{kind}\"/></r>");
    let run = |text: &str| format!("<r><t>{text} </t></r>");
    let (begin, separate, end) = (mark("begin"), mark("separate"), mark("end"));
    let field = |code: &str, shown: &str| format!("{begin}{code}{separate}{shown}{end}");
    let code = "<r><instrText>IF</instrText></r>";
    let inner = field(code, &run("no"));
    for (body, text) in [
        (
            field(&format!("{code}{inner}{code}"), &run("shown")),
            "shown",
        ),
        (field(code, &field(code, &run("inner"))), "inner"),
        (
            format!("{begin}{code}{}", run("never ended")),
            "never ended",
        ),
        (format!("{begin}{code}{end}"), ""),
        (format!("{separate}{end}{}", run("lone")), "lone"),
    ] {
        let body = format!("<p>{}{body}{}</p>", run("before"), run("after"));
        let text = format!("before {text} after");
        let read = read_docx(&packed(&body, &[]));
        let words: Vec<&str> = read.text.split_whitespace().collect();
        assert_eq!(words.join(" "), text.replace("  ", " "));
    }
}

#[test]
fn notes_and_comments_are_where_their_relationships_say() {
    let body = "<p><r><t>x</t><footnoteReference id=\"1\"/></r></p>";
    let notes = format!(
        "<footnotes><footnote id=\"1\">{}</footnote></footnotes>",
        paragraph("noted")
    );
    let comments = b"<comments><comment id=\"1\"/></comments>";
    let related = b"<Relationships>\
        <Relationship Id=\"f\" Target=\"notes.xml\" Type=\"http://example.org/relationships/footnotes\"/>\
        <Relationship Id=\"c\" Target=\"/remarks/c.xml\" Type=\"http://example.org/relationships/comments\"/>\
        </Relationships>";
    let related = ("word/_rels/document.xml.rels", &related[..]);
    let parts = [
        related,
        ("word/notes.xml", notes.as_bytes()),
        ("remarks/c.xml", &comments[..]),
    ];
    let read = read_docx(&packed(body, &parts));
    assert_eq!(read.text, "x\nnoted\n");
    assert_eq!((read.left_out.comments, read.left_out.missing), (1, 0));
    // A note that is referred to and is not there is counted.
    for parts in [&parts[..1], &[]] {
        let read = read_docx(&packed(body, parts));
        assert_eq!((&*read.text, read.left_out.missing), ("x\n", 1));
    }
    let none = read_docx(&packed(&paragraph("x"), &parts[..1]));
    assert_eq!(none.left_out.missing, 0);
}

#[test]
fn charts_and_diagrams_are_text_where_they_stand_and_objects_are_counted() {
    let drawn = |kind: &str, inner: &str| {
        format!(
            "<p><r><drawing><graphicData uri=\"http://x/{kind}\">{inner}</graphicData></drawing></r></p>"
        )
    };
    let body = [
        paragraph("a"),
        drawn("chart", "<chart id=\"c\"/>"),
        paragraph("b"),
        drawn("diagram", "<relIds dm=\"d\"/>"),
        "<p><r><object><OLEObject Type=\"Embed\" id=\"o\"/></object></r></p>".to_owned(),
        "<p><r><rPr><vanish/></rPr><drawing><chart id=\"c\"/></drawing></r></p>".to_owned(),
        paragraph("c"),
    ]
    .concat();
    let related = b"<Relationships><Relationship Id=\"c\" Target=\"charts/c.xml\"/>\
        <Relationship Id=\"d\" Target=\"diagrams/d.xml\"/></Relationships>";
    let chart = b"<chartSpace><title><p><r><t>harvest</t></r></p></title></chartSpace>";
    let diagram = b"<dataModel><pt><t><p><r><t>sow</t></r></p></t></pt></dataModel>";
    let parts = [
        ("word/_rels/document.xml.rels", &related[..]),
        ("word/charts/c.xml", &chart[..]),
        ("word/diagrams/d.xml", &diagram[..]),
    ];
    let read = read_docx(&packed(&body, &parts));
    assert_eq!(read.text, "a\nharvest\nb\nsow\nc\n");
    let counted = |read: &Extracted| {
        let left_out = &read.left_out;
        [
            left_out.objects,
            left_out.hidden,
            left_out.missing,
            left_out.diagrams,
        ]
    };
    assert_eq!(counted(&read), [1, 1, 0, 0]);
    let read = read_docx(&packed(&body, &parts[..1]));
    assert_eq!(read.text, "a\nb\nc\n");
    assert_eq!(counted(&read), [1, 1, 1, 1]);
}

#[test]
fn parts_are_found_however_their_names_are_written() {
    let body = "<p><r><t>x</t><footnoteReference id=\"1\"/></r></p>";
    let notes = format!(
        "<footnotes><footnote id=\"1\">{}</footnote></footnotes>",
        paragraph("noted")
    );
    for (target, name) in [
        ("foot%20notes.xml", "word/foot notes.xml"),
        ("foot%20notes.xml", "word/foot%20notes.xml"),
        ("foot notes.xml", "word/foot%20notes.xml"),
        ("n%C3%A9.xml", "word/né.xml"),
        ("n%C3%A9.xml", "word/n%c3%a9.xml"),
        ("né.xml", "word/n%C3%A9.xml"),
        ("Footnotes.xml", "word/footNotes.xml"),
    ] {
        let related = format!(
            "<Relationships><Relationship Id=\"f\" Target=\"{target}\" Type=\"http://x/footnotes\"/></Relationships>"
        );
        let parts = [
            ("word/_rels/document.xml.rels", related.as_bytes()),
            (name, notes.as_bytes()),
        ];
        let read = read_docx(&packed(body, &parts));
        assert_eq!(read.text, "x\nnoted\n", "{target} {name}");
    }
}

#[test]
fn rows_and_cells_and_ends_of_paragraphs_can_be_deleted() {
    let cell = |properties: &str, text: &str| format!("<tc>{properties}{}</tc>", paragraph(text));
    let row = |properties: &str, cells: &str| format!("<tr>{properties}{cells}</tr>");
    let body = [
        "<tbl>".to_owned(),
        row("", &[cell("", "a"), cell("", "b")].concat()),
        row("<trPr><cantSplit/><del id=\"1\"/></trPr>", &cell("", "no1")),
        row(
            "<trPr><ins id=\"1\"/></trPr>",
            &cell("<tcPr><cellDel/></tcPr>", "no2"),
        ),
        row(
            "",
            &[cell("<tcPr/>", "c"), cell("<tcPr><cellIns/></tcPr>", "d")].concat(),
        ),
        "</tbl>".to_owned(),
        "<p><pPr><rPr><del id=\"2\"/></rPr></pPr><r><t>one</t></r></p>".to_owned(),
        paragraph("goes on"),
        "<p><pPr><rPr><ins id=\"2\"/></rPr></pPr><r><t>two</t></r></p>".to_owned(),
        "<p><pPr><framePr dropCap=\"drop\"/></pPr><r><t>T</t></r></p>".to_owned(),
        paragraph("he end"),
    ]
    .concat();
    let read = read_docx(&packed(&body, &[]));
    assert_eq!(read.text, "a\tb\nc\td\nonegoes on\ntwo\nThe end\n");
    assert_eq!(read.left_out.deletions, 2);
}

#[test]
fn letters_that_are_a_picture_and_signs_by_number_are_text() {
    let body = [
        paragraph("a"),
        "<p><r><pict><shapetype><textpath on=\"t\"/></shapetype><shape><textpath string=\"Spring &amp; sale\"/></shape>\
         </pict></r></p>"
            .to_owned(),
        "<p><r><t>x </t><sym font=\"Arial\" char=\"2192\"/><t> y</t><sym font=\"Wingdings\" char=\"F0AE\"/></r></p>".to_owned(),
        "<p><r><sym font=\"Symbol\" char=\"F061\"/><t>-helix</t><sym font=\"symbol\" char=\"A3\"/></r></p>".to_owned(),
    ]
    .concat();
    let read = read_docx(&packed(&body, &[]));
    assert_eq!(read.text, "a\nSpring & sale\nx → y \nα-helix≤\n");
}

#[test]
fn drawings_that_are_hidden_show_no_text() {
    let boxed = |text: &str| format!("<txbxContent>{}</txbxContent>", paragraph(text));
    let body = [
        format!("<p><r><drawing><anchor><docPr hidden=\"1\"/><graphicData>{}</graphicData></anchor></drawing></r></p>", boxed("no1")),
        format!("<p><r><drawing><anchor><docPr hidden=\"0\"/><graphicData>{}</graphicData></anchor></drawing></r></p>", boxed("a")),
        format!("<p><r><pict><shape style=\"width:9pt;visibility: hidden\">{}</shape></pict></r></p>", boxed("no2")),
        format!("<p><r><rPr><vanish/></rPr><pict><shape>{}</shape></pict></r></p>", boxed("no3")),
        format!("<p><r><drawing><wgp><wsp><cNvPr hidden=\"1\"/>{}</wsp><wsp><cNvPr/>{}</wsp></wgp></drawing></r></p>", boxed("no4"), boxed("b")),
        "<p><r><pict><shape style=\"visibility:hidden\"/></pict></r></p>".to_owned(),
        paragraph("c"),
    ]
    .concat();
    let read = read_docx(&packed(&body, &[]));
    assert_eq!(read.text, "a\nb\nc\n");
    assert_eq!(read.left_out.hidden, 4);
}

#[test]
fn letters_that_nobody_sees_are_left_out_and_their_places_kept() {
    let run = |properties: &str, text: &str| {
        format!("<r><rPr>{properties}</rPr><t xml:space=\"preserve\">{text}</t></r>")
    };
    let white = "<color val=\"FFFFFF\"/>";
    let styles = "<styles><style type=\"character\" styleId=\"W\"><rPr><color val=\"fffffe\"/></rPr></style>\
        <style type=\"table\" styleId=\"T\"><tblStylePr><tcPr><shd val=\"clear\" fill=\"333333\"/></tcPr></tblStylePr></style></styles>";
    let of = |body: String| read_docx(&packed(&body, &[("word/styles.xml", styles.as_bytes())]));
    let paragraph = |hidden: String| format!("<p>{}{hidden}{}</p>", run("", "one"), run("", "two"));
    for (hidden, text, places) in [
        (run(white, "x"), "one two\n", vec![4]),
        (run("<rStyle val=\"W\"/>", "x"), "one two\n", vec![4]),
        (run("<sz val=\"4\"/>", "x"), "onetwo\n", vec![3]),
        (run("<vanish/>", "x"), "onetwo\n", vec![3]),
        (run(white, " "), "one two\n", vec![]),
        (
            run("<color val=\"FF0000\"/><sz val=\"5\"/>", "x"),
            "onextwo\n",
            vec![],
        ),
        (
            run(
                "<color val=\"FFFFFF\"/><shd val=\"clear\" fill=\"000000\"/>",
                "x",
            ),
            "onextwo\n",
            vec![],
        ),
        (
            run("<color val=\"FFFFFF\"/><highlight val=\"red\"/>", "x"),
            "onextwo\n",
            vec![],
        ),
    ] {
        let read = of(paragraph(hidden));
        assert_eq!((read.text.as_str(), read.unseen), (text, places));
    }
    let cell = |properties: &str, cell: &str| {
        let table = format!(
            "<tbl><tblPr>{properties}</tblPr><tr><tc><tcPr>{cell}</tcPr>{}</tc></tr></tbl>",
            paragraph(run(white, "x"))
        );
        of(format!("{table}{}", paragraph(run(white, "x")))).text
    };
    assert_eq!(cell("", ""), "one two\none two\n");
    for shaded in [
        cell("", "<shd val=\"clear\" fill=\"1F4E79\"/>"),
        cell("<tblStyle val=\"T\"/>", ""),
        cell("<shd val=\"clear\" fill=\"1F4E79\"/>", ""),
    ] {
        assert_eq!(shaded, "onextwo\none two\n");
    }
}
