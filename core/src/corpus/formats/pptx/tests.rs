//! Tests with slides built here.

use super::super::package::made::zipped;
use super::*;
use crate::settings::Reading;

/// Slides with these contents.
fn read_slides(slides: &[&str]) -> Extracted {
    let (mut ids, mut related) = (String::new(), String::new());
    let names: Vec<String> = (0..slides.len())
        .map(|n| format!("deck/s {n}.xml"))
        .collect();
    for n in 0..slides.len() {
        ids += &format!("<sldId id=\"25{n}\" r:id=\"s{n}\"/>");
        related += &format!("<Relationship Id=\"s{n}\" Target=\"s%20{n}.xml\"/>");
    }
    // The presentation names one slide more than exist, and lists the slides again.
    let main = format!(
        "<presentation xmlns:r=\"r\">{ids}<sldId id=\"9\" r:id=\"none\"/><extLst><sldId id=\"250\"/></extLst></presentation>"
    );
    let related = format!("<Relationships>{related}</Relationships>");
    let package = "<Relationships><Relationship Type=\"http://x/officeDocument\" Target=\"/deck/main.xml\"/></Relationships>";
    let mut parts = vec![
        ("_rels/.rels", package),
        ("deck/main.xml", &main),
        ("deck/_rels/main.xml.rels", &related),
    ];
    parts.extend(names.iter().map(String::as_str).zip(slides.iter().copied()));
    read(&zipped(&parts), &Limits::new(&Reading::default())).unwrap()
}

fn shape(properties: &str, text: &str) -> String {
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"1\" {properties}/></p:nvSpPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p>\
         </p:txBody></p:sp>"
    )
}

#[test]
fn slides_are_separated_and_unread_parts_are_counted() {
    let first = format!(
        "<p:sld>{}<p:grpSp><p:nvGrpSpPr><p:cNvPr hidden=\"true\"/></p:nvGrpSpPr>{}{}</p:grpSp>{}{}\
         <c:chart r:id=\"c\"/><dgm:relIds/></p:sld>",
        shape("hidden=\"0\"", "one"),
        shape("", "no"),
        shape("", "no"),
        shape("hidden=\"1\"", "no"),
        shape("", "two"),
    );
    let hidden = format!("<p:sld show=\"0\">{}</p:sld>", shape("hidden=\"1\"", "no"));
    let third = format!("<p:sld show=\"1\">{}</p:sld>", shape("", "three"));
    let read = read_slides(&[&first, &hidden, &third]);
    assert_eq!(read.text, "one\ntwo\n\u{c}\u{c}three\n\u{c}");
    let unextracted = UnextractedParts {
        hidden: 2,
        slides: 1,
        objects: 2,
        missing: 1,
        ..UnextractedParts::default()
    };
    assert_eq!(read.unextracted, unextracted);
}

#[test]
fn a_row_of_a_table_is_a_line() {
    let cell = |text: &str| format!("<a:tc><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:tc>");
    let slide = format!("<p:sld><a:tr>{}{}</a:tr></p:sld>", cell("one"), cell("two"));
    assert_eq!(read_slides(&[&slide]).text, "one\ttwo\n\u{c}");
}
