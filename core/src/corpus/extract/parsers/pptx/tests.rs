//! Slides made here.

use super::*;
use crate::corpus::extract::LeftOut;
use crate::corpus::extract::parsers::archive::made::zipped_texts;
use crate::settings::Reading;

/// Slides with these contents, and more parts.
fn read_slides(slides: &[&str], parts: &[(&str, &str)]) -> Extracted {
    let numbers = 1..=slides.len();
    let ids = numbers
        .clone()
        .map(|n| format!("<sldId id=\"25{n}\" r:id=\"s{n}\"/>"));
    let related = numbers
        .clone()
        .map(|n| format!("<Relationship Id=\"s{n}\" Target=\"slides/{n}.xml\"/>"));
    let main = format!(
        "<presentation xmlns:r=\"r\">{}</presentation>",
        ids.collect::<String>()
    );
    let related = format!(
        "<Relationships>{}</Relationships>",
        related.collect::<String>()
    );
    let names: Vec<String> = numbers.map(|n| format!("ppt/slides/{n}.xml")).collect();
    let mut all = vec![
        ("ppt/presentation.xml", main.as_str()),
        ("ppt/_rels/presentation.xml.rels", &related),
    ];
    all.extend(names.iter().map(String::as_str).zip(slides.iter().copied()));
    all.extend(parts);
    read(&zipped_texts(&all), &Limits::of(&Reading::default())).unwrap()
}

fn shape(properties: &str, text: &str) -> String {
    format!(
        "<p:sp><p:nvSpPr><p:cNvPr id=\"1\" {properties}/></p:nvSpPr><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p>\
         </p:txBody></p:sp>"
    )
}

#[test]
fn hidden_slides_and_shapes_are_counted() {
    let first = format!(
        "<p:sld>{}<p:grpSp><p:nvGrpSpPr><p:cNvPr hidden=\"true\"/></p:nvGrpSpPr>{}{}</p:grpSp>{}{}</p:sld>",
        shape("hidden=\"0\"", "one"),
        shape("", "no1"),
        shape("", "no2"),
        shape("hidden=\"1\"", "no3"),
        shape("", "two"),
    );
    let hidden = format!("<p:sld show=\"0\">{}</p:sld>", shape("hidden=\"1\"", "no4"));
    let third = format!("<p:sld show=\"1\">{}</p:sld>", shape("", "three"));
    let read = read_slides(&[&first, &hidden, &third], &[]);
    assert_eq!(read.text, "one\ntwo\n\u{c}\u{c}three\n");
    assert_eq!((read.left_out.hidden, read.left_out.slides), (2, 1));
}

#[test]
fn charts_and_diagrams_of_a_slide_are_text_and_objects_are_counted() {
    let frame = |kind: &str, inner: &str| {
        format!(
            "<graphicFrame><graphicData uri=\"http://x/{kind}\">{inner}</graphicData></graphicFrame>"
        )
    };
    let object = "<AlternateContent xmlns:v=\"http://schemas.microsoft.com/v\"><Choice Requires=\"v\"><oleObj/></Choice>\
        <Fallback><oleObj/></Fallback></AlternateContent>";
    let slide = format!(
        "<p:sld xmlns:r=\"r\">{}{}{}{}{}</p:sld>",
        shape("", "one"),
        frame("chart", "<c:chart r:id=\"c\"/>"),
        frame("diagram", "<dgm:relIds r:dm=\"d\" r:lo=\"l\"/>"),
        frame("ole", object),
        shape("", "two"),
    );
    let related = "<Relationships><Relationship Id=\"c\" Target=\"../charts/chart%201.xml\"/>\
        <Relationship Id=\"d\" Target=\"../diagrams/data1.xml\"/></Relationships>";
    let chart =
        "<c:chartSpace><c:title><a:p><a:r><a:t>harvest</a:t></a:r></a:p></c:title></c:chartSpace>";
    let around = "<Relationships><Relationship Target=\"../drawings/1.xml\" Type=\"http://x/chartUserShapes\"/></Relationships>";
    let over = "<c:userShapes><a:p><a:r><a:t>record</a:t></a:r></a:p></c:userShapes>";
    let diagram =
        "<dgm:dataModel><dgm:pt><a:p><a:r><a:t>sow</a:t></a:r></a:p></dgm:pt></dgm:dataModel>";
    let parts = [
        ("ppt/slides/_rels/1.xml.rels", related),
        ("ppt/charts/chart%201.xml", chart),
        ("ppt/charts/_rels/chart%201.xml.rels", around),
        ("ppt/drawings/1.xml", over),
        ("ppt/diagrams/data1.xml", diagram),
    ];
    let read = read_slides(&[&slide], &parts);
    assert_eq!(read.text, "one\nharvest\nrecord\nsow\ntwo\n");
    let left_out = LeftOut {
        objects: 1,
        ..LeftOut::default()
    };
    assert_eq!(read.left_out, left_out);
    // What cannot be had is counted.
    let read = read_slides(&[&slide], &parts[..1]);
    assert_eq!(read.text, "one\ntwo\n");
    let left_out = read.left_out;
    assert_eq!(
        (left_out.missing, left_out.diagrams, left_out.objects),
        (1, 1, 1)
    );
    // So is what is damaged.
    let read = read_slides(&[&slide], &[parts[0], ("ppt/charts/chart 1.xml", "<c:")]);
    assert_eq!((&*read.text, read.left_out.missing), ("one\ntwo\n", 1));
}

#[test]
fn the_main_part_is_where_the_package_says() {
    let slide = format!("<p:sld>{}</p:sld>", shape("", "one"));
    let package = "<Relationships><Relationship Type=\"http://x/officeDocument\" Target=\"/deck/Main%20part.xml\"/></Relationships>";
    let bytes = zipped_texts(&[
        ("_rels/.rels", package),
        (
            "deck/main part.xml",
            "<presentation xmlns:r=\"r\"><sldId r:id=\"a\"/><extLst><ext><section><sldId id=\"256\"/></section></ext></extLst></presentation>",
        ),
        (
            "deck/_rels/Main part.xml.rels",
            "<Relationships><Relationship Id=\"a\" Target=\"s%C3%A9.xml\"/></Relationships>",
        ),
        ("deck/s%c3%a9.xml", &slide),
    ]);
    let read = read(&bytes, &Limits::of(&Reading::default())).unwrap();
    assert_eq!(read.text, "one\n");
}

#[test]
fn a_cell_that_another_covers_shows_nothing() {
    let cell = |attributes: &str, text: &str| {
        format!("<a:tc {attributes}><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:tc>")
    };
    let slide = format!(
        "<p:sld><a:tbl><a:tr>{}{}{}</a:tr></a:tbl></p:sld>",
        cell("gridSpan=\"2\"", "one"),
        cell("hMerge=\"1\"", "no"),
        cell("", "two"),
    );
    let read = read_slides(&[&slide], &[]);
    assert_eq!((&*read.text, read.left_out.hidden), ("one\t\ttwo\n", 1));
}
