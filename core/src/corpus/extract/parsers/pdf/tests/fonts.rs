//! Fonts whose tables, widths and encodings the crate does not take as they stand in the file.

use super::*;

/// Lines of two columns, with their places.
const TWO_COLUMNS: [(u32, u32, &str); 6] = [
    (50, 700, "left one two three four"),
    (50, 686, "left five six seven eight"),
    (50, 672, "left nine ten"),
    (300, 700, "right eleven twelve thirteen"),
    (300, 686, "right fourteen fifteen"),
    (300, 672, "right sixteen"),
];

/// As MuPDF writes tables, and others with a wrong number of entries, in filters of their own.
#[test]
fn tables_of_characters_that_are_written_amiss_are_read() {
    let font =
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/ToUnicode 9 0 R>>";
    let begin = "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange";
    let shown = SECOND.replace("F1", "F2");
    for more in [
        "1 beginbfchar <80> <1d56e> endbfchar",
        "2 beginbfrange <80> <81> <1d56e> <82> <84> <006600690061> endbfrange",
        "7 beginbfchar <80> <0041> endbfchar",
        "1 beginbfrange <80> <84> [<0041>] endbfrange",
        "1 beginbfchar <80> <> endbfchar",
        "1 beginbfrange <80> <81> <41> endbfrange % one byte",
        "1 beginbfchar <80> <0041D835> endbfchar",
    ] {
        let table = format!("{begin} {more}");
        for (filter, table) in [
            ("/FlateDecode", zlib(table.as_bytes())),
            ("/ASCIIHexDecode", hex(table.as_bytes())),
        ] {
            let table = stream(&format!("/Filter{filter}"), table.len(), &table);
            let read = taken(&document("7 0 R", plain(shown.as_bytes()), font, table));
            assert_eq!(read, said_whole(), "{filter} {more}");
        }
    }
}

#[test]
fn columns_are_told_by_the_widths_of_a_composite_font_in_any_form() {
    let lines = TWO_COLUMNS;
    let hex =
        |text: &str| -> String { text.chars().map(|c| format!("{:04X}", c as u32)).collect() };
    let shown = lines.map(|(x, y, text)| {
        let (most, last) = text.split_at(text.len() - 1);
        format!(
            "BT /F 10 Tf {x} {y} Td [<{}> 8 <{}>] TJ ET",
            hex(most),
            hex(last)
        )
    });
    let table = "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <00FF> <0000> endbfrange";
    let list = format!("[0[{}]]", "500 ".repeat(256));
    for (widths, own) in [
        (list.as_str(), "null"),
        ("[0 255 500]", "null"),
        ("[0 99 500 100[500 500] 102 255 500.0]", "null"),
        ("7 0 R", "[0 99 500 100 8 0 R 102 255 500]"),
    ] {
        for is_inner in [false, true] {
            let below = format!(
                "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 0/W {widths}/FontDescriptor<</Type/FontDescriptor/FontName/X>>>>"
            );
            let named = if is_inner { below.as_str() } else { "9 0 R" };
            let font = format!(
                "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/ToUnicode 6 0 R/DescendantFonts[{named}]>>"
            );
            let all: Vec<Vec<u8>> = vec![
                b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
                b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>"
                    .to_vec(),
                font.into_bytes(),
                plain(shown.join("\n").as_bytes()),
                plain(table.as_bytes()),
                own.as_bytes().to_vec(),
                b"[500 500]".to_vec(),
                below.clone().into_bytes(),
            ];
            let text = read(&objects(&all), &LIMITS).unwrap().text;
            let got: Vec<&str> = text.lines().collect();
            assert_eq!(got, lines.map(|line| line.2), "{widths} {is_inner}");
        }
    }
}

/// As Ghostscript writes PDF/A (codes of one byte), weasyprint (a list of codes), and with the identity named in it.
#[test]
fn composite_fonts_with_an_encoding_of_their_own_are_read() {
    let lines = TWO_COLUMNS;
    let codes = |digits: usize, text: &str| -> String {
        text.chars()
            .map(|c| format!("{:0digits$X}", c as u32))
            .collect()
    };
    let each: String = (0x20..0x80)
        .map(|code| format!("<{code:04X}> {} ", code - 0x1f))
        .collect();
    for (digits, cmap, dictionary, first) in [
        (2, "1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <00> <FF> 0 endcidrange".to_owned(), "", 32),
        (2, "1 begincodespacerange <00> <FF> endcodespacerange 1 begincidrange <20> <7F> 1 endcidrange".to_owned(), "", 1),
        (4, format!("1 begincodespacerange <0000> <FFFF> endcodespacerange 96 begincidchar {each} endcidchar"), "", 1),
        (4, "/Identity-H usecmap".to_owned(), "", 32),
        (4, String::new(), "/UseCMap/Identity-H", 32),
    ] {
        let shown = lines.map(|(x, y, text)| {
            let (most, last) = text.split_at(text.len() - 1);
            format!("BT /F 10 Tf {x} {y} Td [<{}> 8 <{}>] TJ ET", codes(digits, most), codes(digits, last))
        });
        let table = "1 beginbfrange <20> <7F> <0020> endbfrange";
        let below = format!(
            "<</Type/Font/Subtype/CIDFontType2/BaseFont/X/DW 0/W[{first}[{}]]/FontDescriptor<</Type/FontDescriptor/FontName/X>>>>",
            "500 ".repeat(96)
        );
        let font = |is_object: bool| {
            let font = format!("<</Type/Font/Subtype/Type0/BaseFont/X/Encoding 7 0 R/ToUnicode 6 0 R/DescendantFonts[{below}]>>");
            let named = if is_object { "4 0 R".to_owned() } else { font.clone() };
            let all: Vec<Vec<u8>> = vec![
                b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
                b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
                format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F {named}>>>>/Contents 5 0 R>>").into_bytes(),
                font.into_bytes(),
                plain(shown.join("\n").as_bytes()),
                plain(table.as_bytes()),
                stream(dictionary, cmap.len(), cmap.as_bytes()),
            ];
            objects(&all)
        };
        let read_whole = read(&font(true), &LIMITS).unwrap();
        let got: Vec<&str> = read_whole.text.lines().collect();
        assert_eq!(got, lines.map(|line| line.2), "{cmap}");
        assert_eq!(read_whole.left_out.pages, 0, "{cmap}");
        // One that is no object of its own is told.
        let told = read(&font(false), &LIMITS);
        assert!(told.is_err() || told.unwrap().left_out.pages == 1, "{cmap}");
    }
}

/// As reportlab and old programs write Japanese and Chinese: fonts that readers bring along, without a table.
#[test]
fn fonts_with_an_encoding_of_text_are_read_without_a_table() {
    let hex = |bytes: &[u8]| -> String { bytes.iter().map(|byte| format!("{byte:02X}")).collect() };
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
    for (name, text) in [
        ("UniJIS-UCS2-H", "日本語 in two words"),
        ("90ms-RKSJ-H", "日本語 in two words"),
        ("GBK-EUC-H", "汉语 in two words"),
    ] {
        let bytes = match name {
            "90ms-RKSJ-H" => encoding_rs::SHIFT_JIS.encode(text).0.into_owned(),
            "GBK-EUC-H" => encoding_rs::GBK.encode(text).0.into_owned(),
            _ => wide(text),
        };
        let shown = format!("BT /F 10 Tf 50 700 Td <{}> Tj ET", hex(&bytes));
        let font = format!(
            "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/{name}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/X\
             /CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/X>>>>]>>"
        );
        let all: Vec<Vec<u8>> = vec![
            b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
            b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>".to_vec(),
            font.into_bytes(),
            plain(shown.as_bytes()),
        ];
        let extracted = read(&objects(&all), &LIMITS).unwrap();
        assert_eq!(extracted.text.trim_end(), text, "{name}");
        assert_eq!(extracted.left_out.pages, 0, "{name}");
    }
}
