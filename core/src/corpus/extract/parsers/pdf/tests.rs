//! Documents of a few pages, made here, with what goes wrong in them.

mod fonts;

use std::io::Write;

use super::*;

const FIRST: &[u8] = b"BT /F1 12 Tf 50 760 Td (first page one two) Tj ET";
const SECOND: &str = "BT /F1 12 Tf 50 760 Td (second page alpha) Tj ET \
                      BT /F1 12 Tf 50 700 Td (bravo charlie delta) Tj ET";
const FONT: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

fn stream(entries: &str, length: usize, data: &[u8]) -> Vec<u8> {
    let head = format!("<<{entries}/Length {length}>>stream\n");
    [head.as_bytes(), data, b"\nendstream"].concat()
}

fn plain(data: &[u8]) -> Vec<u8> {
    stream("", data.len(), data)
}

/// A document of two pages: object 7 is the content of the second, 8 and 9 its font `F2` and what `X` draws.
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

/// Text of the second page, in one line, and the number of pages that are counted.
fn taken(file: &[u8]) -> (String, u32) {
    let limits = Limits {
        max_text: 1 << 20,
        max_unpacked: 1 << 20,
        max_depth: 100,
        max_seconds: 60,
    };
    let extracted = read(file, &limits).unwrap();
    let (first, second) = extracted.text.split_once('\u{c}').unwrap();
    assert_eq!(first, "first page one two\n");
    let second = second.lines().collect::<Vec<&str>>().join(" | ");
    (second, extracted.left_out.pages)
}

/// As [`taken`], of a document whose second page consists of `second`.
fn page(second: Vec<u8>) -> (String, u32) {
    taken(&document("7 0 R", second, FONT, plain(b"")))
}

fn said_whole() -> (String, u32) {
    ("second page alpha | bravo charlie delta".to_owned(), 0)
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    packer.write_all(data).unwrap();
    packer.finish().unwrap()
}

fn hex(data: &[u8]) -> Vec<u8> {
    let digits = data.iter().map(|byte| format!("{byte:02x}"));
    (digits.collect::<String>() + ">").into_bytes()
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
        // Within a form, which another form draws.
        let form = stream("/Subtype/Form", content.len(), content.as_bytes());
        let file = document("7 0 R", plain(b"q /X Do Q"), FONT, form);
        assert_eq!(taken(&file), expected, "{rest}");
    }
}

#[test]
fn a_content_is_read_through_its_filters() {
    let text = SECOND.as_bytes();
    let mut runs: Vec<u8> = Vec::new();
    for run in text.chunks(100) {
        runs.push(run.len() as u8 - 1);
        runs.extend(run);
    }
    for (filters, data) in [
        ("/FlateDecode", zlib(text)),
        ("/ASCIIHexDecode", hex(text)),
        ("[/ASCIIHexDecode/FlateDecode]", hex(&zlib(text))),
        ("/RunLengthDecode", runs),
    ] {
        let second = stream(&format!("/Filter{filters}"), data.len(), &data);
        assert_eq!(page(second), said_whole(), "{filters}");
    }
}

#[test]
fn a_content_that_cannot_be_decoded_counts_its_page() {
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
    let without = document("99 0 R", plain(b""), FONT, plain(b""));
    assert_eq!(taken(&without), (String::new(), 1));
    let without_one = document("[7 0 R 99 0 R]", plain(SECOND.as_bytes()), FONT, plain(b""));
    assert_eq!(taken(&without_one), (said_whole().0, 1));
    // A page without content is one.
    assert_eq!(page(plain(b"")), (String::new(), 0));
    let alone = document("[]", plain(b""), FONT, plain(b""));
    assert_eq!(taken(&alone), (String::new(), 0));
}

#[test]
fn no_changed_bit_of_a_packed_content_or_table_goes_unnoticed() {
    let packed = zlib(SECOND.as_bytes());
    let font =
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 9 0 R>>";
    let names = b"1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange";
    let table = zlib(names);
    let shown = SECOND.replace("F1", "F2");
    for bit in 0..8 * packed.len().max(table.len()) {
        let changed = |data: &[u8]| {
            let mut changed = data.to_vec();
            if let Some(byte) = changed.get_mut(bit / 8) {
                *byte ^= 1 << (bit % 8);
            }
            stream("/Filter/FlateDecode", changed.len(), &changed)
        };
        let read = page(changed(&packed));
        assert!(read == said_whole() || read.1 == 1, "{bit}: {read:?}");
        let read = taken(&document(
            "7 0 R",
            plain(shown.as_bytes()),
            font,
            changed(&table),
        ));
        assert!(
            read == said_whole() || read.1 == 1,
            "table, {bit}: {read:?}"
        );
    }
    // A check sum that is cut off.
    let cut = &packed[..packed.len() - 2];
    assert_eq!(
        page(stream("/Filter/FlateDecode", cut.len(), cut)),
        said_whole()
    );
}

#[test]
fn a_document_without_a_page_that_could_be_read_says_so() {
    let file = document(
        "7 0 R",
        stream("/Filter/NoSuchDecode", 2, b"xx"),
        FONT,
        plain(b""),
    );
    let first = b"(first page one two)";
    let at = file.windows(first.len()).position(|w| w == first).unwrap();
    let mut blank = file.clone();
    blank[at..at + first.len()].fill(b' ');
    blank[at] = b'(';
    blank[at + first.len() - 1] = b')';
    let limits = Limits {
        max_text: 1 << 20,
        max_unpacked: 1 << 20,
        max_depth: 100,
        max_seconds: 60,
    };
    let reason = read(&blank, &limits).unwrap_err();
    assert!(
        matches!(&reason, SkipReason::ParserFailed(why) if why.contains("NoSuchDecode")),
        "{reason}"
    );
}

#[test]
fn what_stands_behind_damage_is_read_and_the_page_counted() {
    for wrong in [
        "ET ) BT",
        "ET > BT",
        "ET 1 Tm BT",
        "ET (x) foo BT",
        "ET /F9 1 Tf BT",
    ] {
        let content = SECOND.replace("ET BT", wrong);
        let expected = (said_whole().0, 1);
        assert_eq!(page(plain(content.as_bytes())), expected, "{wrong}");
    }
    // Not damage.
    for right in [
        "ET\0BT",
        "ET % (\nBT",
        "ET BX (x) foo EX BT",
        "ET 1 foo BT",
        "ET 1 0 0 rg BT",
    ] {
        let content = SECOND.replace("ET BT", right);
        assert_eq!(page(plain(content.as_bytes())), said_whole(), "{right}");
    }
}

#[test]
fn a_content_of_a_wrong_length_goes_to_its_end() {
    for length in [20, 999, 0] {
        let second = stream("", length, SECOND.as_bytes());
        assert_eq!(page(second), said_whole(), "{length}");
        let form = stream("/Subtype/Form", length, SECOND.as_bytes());
        let file = document("7 0 R", plain(b"/X Do"), FONT, form);
        assert_eq!(taken(&file), said_whole(), "form, {length}");
    }
}

#[test]
fn a_form_that_draws_itself_is_drawn_once() {
    let own = "/Subtype/Form/Resources<</Font<</F1 4 0 R>>/XObject<</X 9 0 R>>>>";
    let content = format!("{SECOND} /X Do");
    let form = stream(own, content.len(), content.as_bytes());
    let file = document("7 0 R", plain(b"/X Do"), FONT, form);
    assert_eq!(taken(&file), (said_whole().0, 1));
    // Neither is an image content.
    let image = stream("/Subtype/Image/Width 1/Height 1", 3, b")))");
    let content = format!("{SECOND} /X Do");
    let file = document("7 0 R", plain(content.as_bytes()), FONT, image);
    assert_eq!(taken(&file), said_whole());
}

#[test]
fn glyph_names_stand_for_characters_or_count_the_page() {
    let shown = |names: &str| {
        let font =
            format!("<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[97{names}]>>>>");
        let content = b"BT /F2 12 Tf 50 760 Td (abc) Tj ET";
        taken(&document("7 0 R", plain(content), &font, plain(b"")))
    };
    assert_eq!(shown("/d/e/l"), ("del".to_owned(), 0));
    assert_eq!(shown("/uni0064/uni0065/uni006C"), ("del".to_owned(), 0));
    assert_eq!(shown("/u0064/e.alt/f_i"), ("defi".to_owned(), 0));
    assert_eq!(shown("/g1/g2/g3").1, 1);
    // One among many does not.
    let font = "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[35/g1]>>>>";
    let content = format!(
        "BT /F2 12 Tf 50 760 Td (#{}) Tj ET",
        "many words ".repeat(9)
    );
    let file = document("7 0 R", plain(content.as_bytes()), font, plain(b""));
    assert_eq!(taken(&file).1, 0);
}

#[test]
fn a_page_whose_object_is_damaged_is_counted() {
    let file = document("7 0 R", plain(SECOND.as_bytes()), FONT, plain(b""));
    let begin = b"6 0 obj\n";
    let at = file
        .windows(begin.len())
        .position(|part| part == begin)
        .unwrap()
        + begin.len();
    let mut damaged = file.clone();
    damaged[at..at + 16].fill(0);
    let limits = Limits {
        max_text: 1 << 20,
        max_unpacked: 1 << 20,
        max_depth: 100,
        max_seconds: 60,
    };
    let pages = |file: &[u8]| read(file, &limits).unwrap().left_out.pages;
    assert_eq!((pages(&file), pages(&damaged)), (0, 1));
}

/// A document of three pages, `one`, `two` and `three`, with nodes of the tree of pages as objects 2 and 3. `attributes`
/// stand in the first page, 4; the content of the pages 4, 5 and 6 are 7, 8 and 9.
fn tree(root: &str, node: &str, attributes: &str) -> Vec<u8> {
    let shared = "/Resources<</Font<</F1 10 0 R>>>>/MediaBox[0 0 600 800]";
    let page = |attributes: &str, content: u32| {
        format!("<</Type/Page{attributes}/Contents {content} 0 R>>").into_bytes()
    };
    let content = |word: &str| plain(format!("BT /F1 12 Tf 50 760 Td ({word}) Tj ET").as_bytes());
    objects(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Count 3{shared}{root}>>").into_bytes(),
        format!("<</Type/Pages/Count 2{node}>>").into_bytes(),
        page(attributes, 7),
        page("/Parent 3 0 R", 8),
        page("/Parent 2 0 R", 9),
        content("one"),
        content("two"),
        content("three"),
        FONT.into(),
    ])
}

#[test]
fn of_a_tree_with_a_cycle_every_page_is_read_once() {
    let limits = Limits {
        max_text: 1 << 20,
        max_unpacked: 1 << 20,
        max_depth: 100,
        max_seconds: 60,
    };
    let usual = "/Parent 3 0 R";
    for (root, node, first) in [
        (
            "/Kids[3 0 R 6 0 R]",
            "/Parent 2 0 R/Kids[4 0 R 5 0 R]",
            usual,
        ),
        // A node names the root, itself, or is named twice.
        (
            "/Kids[3 0 R 6 0 R]",
            "/Parent 2 0 R/Kids[4 0 R 2 0 R 5 0 R]",
            usual,
        ),
        (
            "/Kids[3 0 R 6 0 R]",
            "/Parent 2 0 R/Kids[3 0 R 4 0 R 5 0 R]",
            usual,
        ),
        (
            "/Kids[3 0 R 6 0 R 3 0 R]",
            "/Parent 2 0 R/Kids[4 0 R 5 0 R]",
            usual,
        ),
        // Parents in a circle, and one that is no parent.
        (
            "/Parent 3 0 R/Kids[3 0 R 6 0 R]",
            "/Parent 2 0 R/Kids[4 0 R 5 0 R]",
            usual,
        ),
        (
            "/Kids[3 0 R 6 0 R]",
            "/Parent 3 0 R/Kids[4 0 R 5 0 R]",
            usual,
        ),
        (
            "/Kids[3 0 R 6 0 R]",
            "/Parent 2 0 R/Kids[4 0 R 5 0 R]",
            "/Parent 7 0 R",
        ),
    ] {
        let extracted = read(&tree(root, node, first), &limits).unwrap();
        let pages: Vec<&str> = extracted.text.split('\u{c}').map(str::trim).collect();
        assert_eq!(pages, ["one", "two", "three"], "{root} {node} {first}");
        assert_eq!(extracted.left_out.pages, 0);
    }
    // A node that is missing is a page that is missing.
    let extracted = read(
        &tree(
            "/Kids[3 0 R 6 0 R 99 0 R]",
            "/Kids[4 0 R 2 0 R 5 0 R]",
            usual,
        ),
        &limits,
    );
    assert_eq!(extracted.unwrap().left_out.pages, 1);
}

const LIMITS: Limits = Limits {
    max_text: 1 << 20,
    max_unpacked: 1 << 20,
    max_depth: 100,
    max_seconds: 60,
};

/// A document of one page with layers: groups 6 (on), 7 (off) and 8 (named nowhere), memberships from 10 on, and the form
/// `X`, 9, of the off group.
fn layered(configuration: &str, content: &str, memberships: &[&str]) -> Extracted {
    let properties = (0..memberships.len()).map(|n| format!("/M{n} {} 0 R", 10 + n));
    let page = format!(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>/XObject<</X 9 0 R>>\
         /Properties<</On 6 0 R/Off 7 0 R/Other 8 0 R{}>>>>/Contents 5 0 R>>",
        properties.collect::<String>()
    );
    let group = b"<</Type/OCG/Name(n)>>".to_vec();
    let drawn = b"BT /F1 12 Tf 50 500 Td (drawn) Tj ET";
    let mut all = vec![
        format!("<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[6 0 R 7 0 R 8 0 R]/D<<{configuration}>>>>>>")
            .into_bytes(),
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
        page.into_bytes(),
        FONT.into(),
        plain(content.as_bytes()),
        group.clone(),
        group.clone(),
        group,
        stream("/Subtype/Form/OC 7 0 R", drawn.len(), drawn),
    ];
    all.extend(memberships.iter().map(|text| text.as_bytes().to_vec()));
    read(&objects(&all), &LIMITS).unwrap()
}

#[test]
fn layers_that_are_off_show_no_text() {
    let shown = |layer: &str, word: &str, y: u32| {
        format!("/OC /{layer} BDC BT /F1 12 Tf 50 {y} Td ({word}) Tj ET EMC\n")
    };
    let content = [
        shown("On", "one", 760),
        shown("Off", "two", 740),
        shown("Other", "three", 720),
        "/OC /Off BDC BT /F1 12 Tf 50 700 Td /Span BMC (no1) Tj EMC (no2) ' 0 0 (no3) \" ET EMC BT /F1 12 Tf 14 TL 50 680 Td (four) Tj ET\n"
            .to_owned(),
        "/OC /None BDC BT /F1 12 Tf 50 660 Td (five) Tj ET EMC EMC /X Do\n".to_owned(),
    ]
    .concat();
    for (configuration, words, hidden) in [
        ("/ON[6 0 R]/OFF[7 0 R]", "one three four five", 3),
        ("/BaseState/OFF/ON[6 0 R]", "one four five", 4),
        (
            "/BaseState/ON",
            "one two three no1 no2 no3 four five drawn",
            0,
        ),
        ("", "one two three no1 no2 no3 four five drawn", 0),
    ] {
        let read = layered(configuration, &content, &[]);
        let mut found: Vec<&str> = read.text.split_whitespace().collect();
        let mut wanted: Vec<&str> = words.split(' ').collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(
            (found, read.left_out.hidden),
            (wanted, hidden),
            "{configuration}"
        );
    }
}

#[test]
fn memberships_of_layers_say_by_which_groups_they_are_shown() {
    for (membership, is_shown) in [
        ("/OCGs 7 0 R", false),
        ("/OCGs 6 0 R", true),
        ("/OCGs[6 0 R 7 0 R]", true),
        ("/OCGs[6 0 R 7 0 R]/P/AllOn", false),
        ("/OCGs[6 0 R 7 0 R]/P/AnyOff", true),
        ("/OCGs[6 0 R]/P/AnyOff", false),
        ("/OCGs[7 0 R]/P/AllOff", true),
        ("/OCGs[]", true),
        ("/VE[/And 6 0 R[/Not 7 0 R]]", true),
        ("/VE[/Or 7 0 R[/Not 6 0 R]]/OCGs 6 0 R", false),
        ("/VE[/And 10 0 R 10 0 R]", true),
    ] {
        let membership = format!("<</Type/OCMD{membership}>>");
        let content =
            "BT /F1 12 Tf 50 760 Td (one) Tj ET /OC /M0 BDC BT /F1 12 Tf 50 740 Td (two) Tj ET EMC";
        let read = layered("/OFF[7 0 R]", content, &[&membership]);
        assert_eq!(read.text.contains("two"), is_shown, "{membership}");
    }
}

#[test]
fn a_page_that_is_named_twice_is_shown_twice() {
    for (root, node, words) in [
        (
            "/Kids[3 0 R 6 0 R 6 0 R]",
            "/Parent 2 0 R/Kids[4 0 R 5 0 R]",
            "one two three three",
        ),
        (
            "/Kids[3 0 R 4 0 R 6 0 R]",
            "/Parent 2 0 R/Kids[4 0 R 5 0 R 4 0 R]",
            "one two one one three",
        ),
        // More often than there are objects in the file.
        (
            "/Kids[6 0 R 6 0 R 6 0 R 6 0 R 6 0 R 6 0 R 6 0 R 6 0 R 6 0 R 6 0 R 6 0 R 6 0 R]",
            "",
            "three three three three three three three three three three three three",
        ),
    ] {
        let extracted = read(&tree(root, node, "/Parent 3 0 R"), &LIMITS).unwrap();
        let mut pages: Vec<&str> = extracted.text.split('\u{c}').map(str::trim).collect();
        let mut wanted: Vec<&str> = words.split(' ').collect();
        pages.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(pages, wanted, "{root} {node}");
        assert_eq!(extracted.left_out.pages, 0);
    }
}

#[test]
fn pages_that_do_not_say_that_they_are_ones_are_read() {
    let content = b"BT /F1 12 Tf 50 760 Td (one) Tj ET";
    let file = objects(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Count 1/Kids[3 0 R]>>".to_vec(),
        b"<</Count 1/Kids[4 0 R]>>".to_vec(),
        b"<</MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Contents 6 0 R>>".to_vec(),
        FONT.into(),
        plain(content),
    ]);
    assert_eq!(read(&file, &LIMITS).unwrap().text.trim(), "one");
}

/// The text of the first page of a file of these objects, in one line, and what was left out.
fn first(all: &[Vec<u8>]) -> (String, LeftOut) {
    let read = read(&objects(all), &LIMITS).unwrap();
    let words = read.text.split_whitespace().collect::<Vec<&str>>();
    (words.join(" "), read.left_out)
}

const HEAD: [&[u8]; 2] = [
    b"<</Type/Catalog/Pages 2 0 R/AcroForm<</DR<</Font<</Fa 4 0 R>>>>>>>>",
    b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
];

#[test]
fn a_form_has_its_own_fonts_and_its_own_place() {
    // Its font turns letters into others.
    let other = "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Differences[97/d/e/l]>>>>";
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>/XObject<</X 6 0 R>>>>\
        /Contents 5 0 R>>";
    let content = b"BT /F1 12 Tf 50 760 Td (abc) Tj ET q 1 0 0 1 0 100 cm /X Do Q BT /F1 12 Tf 50 300 Td (cba) Tj ET";
    let drawn = b"q Q Q q BT /F1 12 Tf 50 100 Td (abc) Tj ET";
    let (text, left_out) = first(&[
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
    assert_eq!((&*text, left_out), ("abc del cba", LeftOut::default()));
}

#[test]
fn what_is_filled_in_and_written_on_a_page_is_text_where_it_stands() {
    let appearance = |text: &str, more: &str| {
        let content = format!("/Tx BMC q BT /Fa 9 Tf 2 2 Td ({text}) Tj ET Q EMC");
        stream(
            &format!("/Subtype/Form/BBox[0 0 100 20]{more}"),
            content.len(),
            content.as_bytes(),
        )
    };
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R/Annots[\
        <</Subtype/Widget/Rect[150 755 250 775]/AP<</N 6 0 R>>>> <</Subtype/Popup/Rect[0 0 99 99]/AP<</N 7 0 R>>>>\
        <</Subtype/FreeText/F 2/Rect[0 0 99 99]/AP<</N 7 0 R>>>> <</Subtype/Stamp/F 32/Rect[0 0 99 99]/AP<</N 7 0 R>>>>\
        <</Subtype/Widget/AS/On/Rect[150 655 250 675]/AP<</N<</On 8 0 R/Off 7 0 R>>>>>> <</Subtype/Link/Rect[0 0 9 9]>>]>>";
    let content = b"0.1 0 0 0.1 0 0 cm BT /F1 120 Tf 500 7600 Td (name) Tj 0 -1000 Td (agreed) Tj 0 -1000 Td (end) Tj ET";
    let (text, left_out) = first(&[
        HEAD[0].to_vec(),
        HEAD[1].to_vec(),
        page.into(),
        FONT.into(),
        plain(content),
        appearance("Ada", ""),
        appearance("no", ""),
        appearance("yes", "/Matrix[1 0 0 1 7 7]"),
    ]);
    assert_eq!(
        (&*text, left_out),
        ("name Ada agreed yes end", LeftOut::default())
    );
}

#[test]
fn text_outside_of_the_page_is_not_shown() {
    let content = b"BT /F1 12 Tf 50 760 Td (one) Tj 0 -2000 Td (no) Tj ET BT /F1 12 Tf 350 700 Td (cropped) Tj ET";
    for (boxes, words, hidden) in [
        ("/MediaBox[0 0 600 800]", "one cropped", 1),
        ("/MediaBox[600 800 0 0]", "one cropped", 1),
        ("/MediaBox[0 0 600 800]/CropBox[0 0 300 800]", "one", 1),
        (
            "/MediaBox[0 0 600 800]/CropBox[900 900 950 950]",
            "one cropped",
            1,
        ),
        ("/MediaBox[0 0 600 800]/CropBox[0 0 0 0]", "one cropped", 1),
        ("/MediaBox[0 -2000 600 800]", "one cropped no", 0),
        ("/MediaBox[0 0]/ArtBox[1]", "one cropped no", 0),
        ("", "one cropped no", 0),
    ] {
        let page = format!(
            "<</Type/Page/Parent 2 0 R{boxes}/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>"
        );
        let (text, left_out) = first(&[
            HEAD[0].to_vec(),
            HEAD[1].to_vec(),
            page.into(),
            FONT.into(),
            plain(content),
        ]);
        assert_eq!((&*text, left_out.hidden), (words, hidden), "{boxes}");
    }
}

#[test]
fn embedded_files_are_counted() {
    let catalog =
        b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Kids[6 0 R 6 0 R]>>>>>>".to_vec();
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
    let (text, left_out) = first(&[
        catalog,
        HEAD[1].to_vec(),
        page.into(),
        FONT.into(),
        plain(b"BT /F1 12 Tf 50 760 Td (one) Tj ET"),
        b"<</Names[(a) 7 0 R (b) 7 0 R]/Kids[6 0 R]>>".to_vec(),
        b"<</Type/Filespec>>".to_vec(),
    ]);
    assert_eq!((&*text, left_out.objects), ("one", 2));
}

#[test]
fn a_form_that_another_program_draws_is_not_taken_for_its_placeholder() {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>";
    for (says, is_read) in [
        ("/NeedsRendering true", false),
        ("/NeedsRendering false", true),
    ] {
        let catalog = format!("<</Type/Catalog/Pages 2 0 R{says}/AcroForm<</XFA[]>>>>");
        let file = objects(&[
            catalog.into(),
            HEAD[1].to_vec(),
            page.into(),
            FONT.into(),
            plain(b"BT /F1 12 Tf 50 760 Td (Please wait) Tj ET"),
        ]);
        let read = read(&file, &LIMITS);
        match is_read {
            true => assert_eq!(read.unwrap().text, "Please wait\n"),
            false => {
                assert!(matches!(read, Err(SkipReason::Unsupported(why)) if why.contains("XFA")))
            }
        }
    }
}

#[test]
fn fields_and_notes_without_an_appearance_show_what_they_say() {
    let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R/Annots[\
        <</Subtype/Widget/Rect[150 750 250 770]/FT/Tx/V(Ada \\(Lovelace\\))>>\
        <</Subtype/Widget/Rect[150 650 250 670]/Parent 6 0 R>>\
        <</Subtype/Widget/Rect[150 550 250 570]/FT/Ch/V[(one)(two)]>>\
        <</Subtype/Widget/Rect[150 450 250 470]/FT/Btn/V(no)>>\
        <</Subtype/Widget/Rect[150 450 250 470]/F 2/FT/Tx/V(no)>>\
        <</Subtype/Text/Rect[150 450 250 470]/Contents(no)>>\
        <</Subtype/FreeText/Rect[50 350 250 370]/Contents(first\\rsecond)>>]>>";
    let content = b"BT /F1 12 Tf 50 757 Td (name) Tj 0 -100 Td (town) Tj ET";
    let (text, left_out) = first(&[
        HEAD[0].to_vec(),
        HEAD[1].to_vec(),
        page.into(),
        FONT.into(),
        plain(content),
        "<</FT/Tx/V<FEFF0141 00F3 0064 017A>>>".into(),
    ]);
    assert_eq!(
        (&*text, left_out),
        (
            "name Ada (Lovelace) town \u{141}\u{f3}d\u{17a} one two first second",
            LeftOut::default()
        )
    );
}

#[test]
fn letters_of_a_negative_size_are_turned_and_read_as_they_stand() {
    for content in [
        "BT /F1 -12 Tf -1 0 0 -1 50 700 Tm (words here) Tj ET",
        "1 0 0 -1 0 800 cm BT /F1 -12 Tf -1 0 0 1 50 100 Tm (words here) Tj ET",
    ] {
        let read = page(plain(content.as_bytes()));
        assert_eq!(read, ("words here".to_owned(), 0), "{content}");
    }
}

#[test]
fn what_follows_a_document_keeps_it_from_being_read_only_if_it_may_be_a_part_of_it() {
    let whole = document("7 0 R", plain(SECOND.as_bytes()), FONT, plain(b""));
    let with = |tail: &str| [&whole[..], tail.as_bytes()].concat();
    for tail in [
        String::new(),
        "\n\n".to_owned(),
        "<!-- served -->\n".repeat(80),
    ] {
        assert_eq!(taken(&with(&tail)), said_whole(), "{}", tail.len());
    }
    // A newer version of the page, cut before its table.
    let update = format!("\n7 0 obj\n{}", "%\n".repeat(600));
    assert!(read(&with(&update), &LIMITS).is_err());
}
