//! Tests with small documents built here, intact and damaged.

use std::io::Write;

use super::*;

const FIRST: &[u8] = b"BT /F1 12 Tf 50 760 Td (first page one two) Tj ET";
const SECOND: &str = "BT /F1 12 Tf 50 760 Td (second page alpha) Tj ET \
                      BT /F1 12 Tf 50 700 Td (bravo charlie delta) Tj ET";
const FONT: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

const LIMITS: Limits = Limits {
    max_text: 1 << 20,
    max_unpacked: 1 << 20,
    max_seconds: 60,
    reader: 0,
};

fn stream(entries: &str, length: usize, data: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {length}>>stream\n");
    [head.as_bytes(), data, b"\nendstream"].concat()
}

fn plain(data: &[u8]) -> Vec<u8> {
    stream("", data.len(), data)
}

/// A document of two pages. Of the second page, object 7 is the content, 8 is the font `F2`, and 9 is the XObject `X`.
fn document(content: &str, second: Vec<u8>, font: &str, drawn: Vec<u8>) -> Vec<u8> {
    let page = |content: &str| {
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R/F2 8 0 R>>\
             /XObject<</X 9 0 R>>>>/Contents {content}>>"
        )
        .into_bytes()
    };
    objects(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Count 2/Kids[3 0 R 6 0 R]>>".to_vec(),
        page("5 0 R"),
        FONT.into(),
        plain(FIRST),
        page(content),
        second,
        font.into(),
        drawn,
    ])
}

/// A file of these objects, whose numbers begin with 1.
fn objects(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (i, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", file.len());
        file.extend(format!("{} 0 obj\n", i + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let start = file.len();
    let size = objects.len() + 1;
    let end = format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
    [file.as_slice(), table.as_bytes(), end.as_bytes()].concat()
}

/// Text of the second page, in one line, and the number of unreadable pages.
fn second_page(file: &[u8]) -> (String, u32) {
    let extracted = read(file, &LIMITS).unwrap();
    let (first, second) = extracted.text.split_once('\u{c}').unwrap();
    assert_eq!(first, "first page one two\n");
    let second = second.lines().collect::<Vec<&str>>().join(" | ");
    (second, extracted.unextracted.pages)
}

/// Does the same as [`second_page`] for a document with this content of the second page.
fn page(second: Vec<u8>) -> (String, u32) {
    second_page(&document("7 0 R", second, FONT, plain(b"")))
}

fn complete_page() -> (String, u32) {
    ("second page alpha | bravo charlie delta".to_owned(), 0)
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(data).unwrap();
    packer.finish().unwrap()
}

#[test]
fn text_is_shown_by_all_four_operators() {
    let begin = "BT /F1 12 Tf 14 TL 50 760 Td (one two) Tj";
    let expected = ("one two | three four | five six".to_owned(), 0);
    for rest in [
        "T* (three four) Tj T* [(five) -300 (six)] TJ ET",
        "(three four) ' (five six) ' ET",
        "0 0 (three four) \" 0 0 (five six) \" ET",
    ] {
        let content = format!("{begin} {rest}");
        assert_eq!(page(plain(content.as_bytes())), expected, "{rest}");
        // The same content in a form that the page draws.
        let form = stream("/Subtype/Form", content.len(), content.as_bytes());
        let file = document("7 0 R", plain(b"q /X Do Q"), FONT, form);
        assert_eq!(second_page(&file), expected, "{rest}");
    }
}

#[test]
fn a_page_with_undecodable_content_is_counted() {
    let unknown = stream("/Filter/NoSuchDecode", 2, b"xx");
    assert_eq!(page(unknown), (String::new(), 1));
    let packed = zlib(SECOND.as_bytes());
    let cut = &packed[..packed.len() - 20];
    let (text, pages) = page(stream("/Filter/FlateDecode", cut.len(), cut));
    assert_eq!(pages, 1);
    assert!(
        "second page alpha | bravo charlie delta".starts_with(&text),
        "{text}"
    );
    let missing = document("99 0 R", plain(b""), FONT, plain(b""));
    assert_eq!(second_page(&missing), (String::new(), 1));
    let partly_missing = document("[7 0 R 99 0 R]", plain(SECOND.as_bytes()), FONT, plain(b""));
    assert_eq!(second_page(&partly_missing), (complete_page().0, 1));
    // A page without content is valid.
    assert_eq!(page(plain(b"")), (String::new(), 0));
    let empty = document("[]", plain(b""), FONT, plain(b""));
    assert_eq!(second_page(&empty), (String::new(), 0));
}

#[test]
fn a_form_that_draws_itself_is_drawn_once() {
    let own = "/Subtype/Form/Resources<</Font<</F1 4 0 R>>/XObject<</X 9 0 R>>>>";
    let content = format!("{SECOND} /X Do");
    let form = stream(own, content.len(), content.as_bytes());
    let file = document("7 0 R", plain(b"/X Do"), FONT, form);
    assert_eq!(second_page(&file), (complete_page().0, 1));
    // The bytes of an image are not read as content.
    let image = stream("/Subtype/Image/Width 1/Height 1", 3, b")))");
    let content = format!("{SECOND} /X Do");
    let file = document("7 0 R", plain(content.as_bytes()), FONT, image);
    assert_eq!(second_page(&file), complete_page());
}

/// The text of a file of these objects, in one line, and the counts of parts that were not extracted.
fn first(all: &[Vec<u8>]) -> (String, UnextractedParts) {
    let read = read(&objects(all), &LIMITS).unwrap();
    let words = read.text.split_whitespace().collect::<Vec<&str>>();
    (words.join(" "), read.unextracted)
}

const HEAD: [&[u8]; 2] = [
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
];

#[test]
fn a_form_has_its_own_fonts_and_its_own_position() {
    // The font of the form shows `abc` as `del`.
    let other = "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[97/d/e/l]>>>>";
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R>>>>\
        /Contents 5 0 R>>";
    let content = b"BT /F1 12 Tf 50 760 Td (abc) Tj ET q 1 0 0 1 0 100 cm /X Do Q BT /F1 12 Tf 50 300 Td (cba) Tj ET";
    let drawn = b"q Q Q q BT /F1 12 Tf 50 100 Td (abc) Tj ET";
    let (text, unextracted) = first(&[
        HEAD[0].to_vec(),
        HEAD[1].to_vec(),
        page.into(),
        FONT.into(),
        plain(content),
        stream(
            "/Subtype/Form/Matrix[1 0 0 1 0 300]/Resources<</Font<</F1 7 0 R>>>>",
            drawn.len(),
            drawn,
        ),
        other.into(),
    ]);
    assert_eq!(text, "abc del cba");
    assert_eq!(unextracted, UnextractedParts::default());
}

#[test]
fn a_form_that_the_viewer_renders_is_unsupported() {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
    for (entry, is_read) in [
        ("/NeedsRendering true", false),
        ("/NeedsRendering false", true),
    ] {
        let catalog = format!("<</Type/Catalog/Pages 2 0 R{entry}/AcroForm<</XFA[]>>>>");
        let file = objects(&[
            catalog.into(),
            HEAD[1].to_vec(),
            page.into(),
            FONT.into(),
            plain(b"BT /F1 12 Tf 50 760 Td (Please wait) Tj ET"),
        ]);
        let read = read(&file, &LIMITS);
        if is_read {
            assert_eq!(read.unwrap().text, "Please wait\n")
        } else {
            assert!(matches!(read, Err(SkipReason::Unsupported(why)) if why.contains("XFA")))
        }
    }
}

#[test]
fn letters_of_a_negative_size_are_rotated_and_read() {
    for content in [
        "BT /F1 -12 Tf -1 0 0 -1 50 700 Tm (words here) Tj ET",
        "1 0 0 -1 0 800 cm BT /F1 -12 Tf -1 0 0 1 50 100 Tm (words here) Tj ET",
    ] {
        let read = page(plain(content.as_bytes()));
        assert_eq!(read, ("words here".to_owned(), 0), "{content}");
    }
}

#[test]
fn a_page_with_damaged_content_is_counted() {
    for damaged in ["ET ) BT", "ET > BT", "ET 1 Tm BT", "ET /F9 1 Tf BT"] {
        let content = SECOND.replace("ET BT", damaged);
        assert_eq!(page(plain(content.as_bytes())).1, 1, "{damaged}");
    }
    for valid in ["ET % (\nBT", "ET 1 foo BT", "ET 1 0 0 rg BT"] {
        let content = SECOND.replace("ET BT", valid);
        assert_eq!(page(plain(content.as_bytes())), complete_page(), "{valid}");
    }
}

#[test]
fn a_page_with_unknown_characters_is_counted() {
    let font = "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[9 0 R]>>";
    let descendant = "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/FontDescriptor<</Type/FontDescriptor/FontName/X>>>>";
    let content = plain(b"BT /F2 12 Tf 50 760 Td <00010002> Tj ET");
    let read = second_page(&document("7 0 R", content.clone(), font, descendant.into()));
    assert_eq!(read, (String::new(), 1));
    let unknown = font.replace("Identity-H", "90ms-RKSJ-H");
    let read = second_page(&document("7 0 R", content, &unknown, descendant.into()));
    assert_eq!(read, (String::new(), 1));
}

#[test]
fn words_are_separated_by_the_widths_of_a_composite_font_in_any_notation() {
    let words = "right eleven twelve";
    let contents = words.split(' ').enumerate().map(|(n, word)| {
        let hex: String = word.bytes().map(|byte| format!("{byte:04X}")).collect();
        format!("BT /F 10 Tf {} 700 Td <{hex}> Tj ET", 50 + 33 * n)
    });
    let table = "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <00FF> <0000> endbfrange";
    let list = format!("[0[{}]]", "500 ".repeat(256));
    for (widths, own) in [
        (list.as_str(), "null"),
        ("[0 99 500 100[500 500] 102 255 500.0]", "null"),
        ("7 0 R", "[0 99 500 100 8 0 R 102 255 500]"),
    ] {
        let descendant = format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 0/W {widths}/FontDescriptor<</Type/FontDescriptor/FontName/X>>>>"
        );
        let (text, _) = first(&[
            HEAD[0].to_vec(),
            HEAD[1].to_vec(),
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>".to_vec(),
            b"<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[9 0 R]>>".to_vec(),
            plain(contents.clone().collect::<String>().as_bytes()),
            plain(table.as_bytes()),
            own.as_bytes().to_vec(),
            b"[500 500]".to_vec(),
            descendant.into_bytes(),
        ]);
        assert_eq!(text, words, "{widths}");
    }
}

#[test]
fn lines_follow_the_positions_of_text_and_hyphens_at_line_ends_are_removed() {
    for (content, expected) in [
        // A raised character, a gap, and a step back.
        ("50 700 Td (one) Tj 4 Ts (2) Tj", "one2"),
        (
            "50 700 Td (one) Tj 90 0 Td (two) Tj -90 0 Td (three) Tj",
            "one two | three",
        ),
        (
            "50 700 Td (the hy-) Tj 0 -14 Td (phen is gone) Tj",
            "the hyphen is gone",
        ),
        (
            "50 700 Td (pages 3 -) Tj 0 -14 Td (and on) Tj",
            "pages 3 - | and on",
        ),
        (
            "50 700 Td (the Franco-) Tj 0 -14 Td (German war) Tj",
            "the Franco- | German war",
        ),
    ] {
        let content = format!("BT /F1 12 Tf {content} ET");
        let read = page(plain(content.as_bytes()));
        assert_eq!(read, (expected.to_owned(), 0), "{content}");
    }
}
