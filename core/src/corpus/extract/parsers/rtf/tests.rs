//! Texts made here.

use super::*;
use crate::settings::Reading;

fn text(rtf: &[u8]) -> String {
    let read = read(rtf, &Limits::of(&Reading::default())).unwrap();
    read.text.trim().to_owned()
}

#[test]
fn what_is_shown_of_an_object_is_text() {
    for (rtf, shown) in [
        (
            "{\\object\\objemb{\\*\\objclass X}{\\*\\objdata 0105}{\\result two}}",
            "two",
        ),
        ("{\\object{\\result {\\pict 00}two}}", "two"),
        (
            "{\\object{\\result {\\object{\\*\\objdata 01}{\\result two}}}}",
            "two",
        ),
        ("{\\object{\\*\\objdata 01}}", ""),
        ("{\\header {\\object{\\result two}}}", ""),
    ] {
        let read = text(format!("{{\\rtf1\\ansi one {rtf} three}}").as_bytes());
        let words: Vec<&str> = read.split_whitespace().collect();
        let wanted = format!("one {shown} three");
        assert_eq!(
            words,
            wanted.split_whitespace().collect::<Vec<_>>(),
            "{rtf}"
        );
    }
    let note = text(b"{\\rtf1 one{\\footnote {\\object{\\result two}}} three}");
    assert_eq!(note, "one three\ntwo");
}

#[test]
fn code_pages_of_dos_and_of_the_mac_are_decoded() {
    for (says, byte, sign) in [
        ("\\pc", 0x82, 'é'),
        ("\\pca", 0x82, 'é'),
        ("\\pc", 0x9b, '¢'),
        ("\\pca", 0x9b, 'ø'),
        ("\\mac", 0x8e, 'é'),
        ("\\ansi", 0xe9, 'é'),
        ("\\ansi\\ansicpg437", 0x82, 'é'),
        ("\\ansi\\ansicpg852", 0x88, 'ł'),
        ("\\ansi\\ansicpg866", 0xa0, 'а'),
        ("\\ansi{\\fonttbl{\\f0\\fcharset254 Terminal;}}", 0x82, 'é'),
        ("\\ansi{\\fonttbl{\\f0\\cpg850 Terminal;}}", 0x9b, 'ø'),
    ] {
        let rtf = format!("{{\\rtf1{says} caf\\'{byte:02x} end}}");
        assert_eq!(text(rtf.as_bytes()), format!("caf{sign} end"), "{says}");
    }
}

#[test]
fn letters_of_a_font_of_signs_are_the_signs() {
    let fonts = "{\\fonttbl{\\f0\\froman\\fcharset0 Times New Roman;}\
        {\\f1\\froman\\fcharset2{\\*\\panose 05050102010706020507}Symbol{\\*\\falt Other};}\
        {\\f2\\fcharset2 Wingdings 2;}{\\f3\\ftech Symbol;}{\\f4\\fcharset204 Symbol;}{\\f5\\fcharset2 Own Font;}}";
    for (rtf, shown) in [
        ("a {\\f1 b\\'61} c", "a βα c"),
        ("a {\\f1\\u-3999\\'61}-helix", "a α-helix"),
        ("5 \\f1 m\\f0 m", "5 μm"),
        ("a {\\f3 W} c", "a Ω c"),
        (
            "a {\\field{\\*\\fldinst SYMBOL 97 \\\\f \"Symbol\"}{\\fldrslt\\f1\\'61}} c",
            "a α c",
        ),
        ("a{\\f2 l}c", "a c"),
        // A font of another alphabet, one of its own, and a character of Unicode.
        ("a {\\f4\\'e1} c", "a б c"),
        ("a {\\f5 b} c", "a b c"),
        ("a {\\f1\\u233?} c", "a é c"),
    ] {
        let rtf = format!("{{\\rtf1\\ansi\\deff0{fonts}{rtf}}}");
        assert_eq!(text(rtf.as_bytes()), shown, "{rtf}");
    }
}

#[test]
fn a_file_that_goes_on_behind_its_end_is_not_read() {
    let read = |rtf: &[u8]| super::read(rtf, &Limits::of(&Reading::default()));
    for filling in [&b""[..], b"\r\n", b"\0\0\0", b"\n\x1a", b" \0 "] {
        assert_eq!(text(&[b"{\\rtf1 one}", filling].concat()), "one");
    }
    for (more, why) in [
        (&b"{\\rtf1 two}"[..], "two documents in one file"),
        (b"\n{\\rtf1 two}", "two documents in one file"),
        (b" two}", "more follows the end"),
        (b"}", "more follows the end"),
    ] {
        let Err(SkipReason::Damaged(said)) = read(&[b"{\\rtf1 one}", more].concat()) else {
            panic!("{more:?} was read");
        };
        assert!(said.starts_with(why), "{said}");
    }
}

#[test]
fn of_text_that_is_written_twice_the_unicode_is_read() {
    for (rtf, read) in [
        ("{\\upr{caf?}{\\*\\ud{caf\\u233?}}}", "café"),
        ("{\\upr caf?{\\*\\ud caf\\u233?}}", "café"),
        // Without the second it is the first.
        ("{\\upr{cafe}}", "cafe"),
        ("{\\upr{a}{\\*\\ud{b}}}{\\upr{c}{\\*\\ud{d}}}", "bd"),
        ("{\\header{\\upr{a}{\\*\\ud{b}}}}", ""),
    ] {
        let whole = format!("{{\\rtf1\\ansi one{rtf}end}}");
        assert_eq!(text(whole.as_bytes()), format!("one{read}end"), "{rtf}");
    }
    let titled = b"{\\rtf1{\\info{\\upr{\\title caf?}{\\*\\ud{\\title caf\\u233?}}}}one}";
    let extracted = read(titled, &Limits::of(&Reading::default())).unwrap();
    assert_eq!((&*extracted.title, extracted.text.trim()), ("café", "one"));
}

#[test]
fn text_boxes_are_read_once_and_where_they_stand() {
    let words = |rtf: &str| {
        let read = text(format!("{{\\rtf1\\ansi one {rtf} two}}").as_bytes());
        read.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<String>>()
            .join(" ")
    };
    let boxed = "{\\shp{\\*\\shpinst{\\sp{\\sn fill}{\\sv 7}}{\\shptxt box\\par}}\
        {\\shprslt{\\*\\do\\dptxbx{\\dptxbxtext box\\par}}{\\pard box\\par}}}";
    assert_eq!(words(boxed), "one box two");
    assert_eq!(
        words("{\\*\\do\\dptxbx{\\dptxbxtext old\\par}}"),
        "one old two"
    );
    assert_eq!(words(&format!("{{\\header{boxed}}}")), "one two");
    assert_eq!(
        words(&format!("{{\\footnote noted {boxed} on}}")),
        "one two noted box on"
    );
    let art = "{\\shp{\\*\\shpinst{\\sp{\\sn gtextUNICODE}{\\sv Spring sale}}{\\sp{\\sn gtextFont}{\\sv Arial}}}}";
    assert_eq!(words(art), "one Spring sale two");
    assert_eq!(words(&format!("{{\\footer{art}}}")), "one two");
}

#[test]
fn formulas_are_text_and_their_properties_are_not() {
    let formula = b"{\\rtf1 one {\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mctrlPr\\i}}{\\mnum{\\mr\\mscr0 a}}{\\mden{\\mr b}}}\
        {\\md{\\mdPr{\\mbegChr (}}{\\me{\\mr c}}}}{\\*\\mmathPict{\\pict 00}}} two}";
    assert_eq!(text(formula), "one abc two");
}

#[test]
fn a_word_for_a_character_can_be_the_fallback_of_another() {
    for (rtf, read) in [
        ("a\\u8226\\bullet b", "a•b"),
        ("\\uc2 a\\u8226\\bullet\\~b", "a•b"),
        ("\\uc0 a\\u8226\\bullet b", "a••b"),
        ("a\\column b", "a\nb"),
        ("a\\zwnj b", "a\u{200c}b"),
    ] {
        assert_eq!(text(format!("{{\\rtf1 {rtf}}}").as_bytes()), read, "{rtf}");
    }
}

#[test]
fn hidden_text_and_objects_without_text_are_counted() {
    for (rtf, hidden, objects) in [
        ("{\\stylesheet{\\s1\\v Hidden;}}one", 0, 0),
        ("one{\\v no{\\b no} no}two", 1, 0),
        ("one{\\v no}two{\\v no}", 2, 0),
        ("one{\\xe\\v term}", 0, 0),
        (
            "one{\\object\\objemb{\\*\\objdata 01}{\\result{\\pict 00}}}",
            0,
            1,
        ),
        ("one{\\object\\objemb{\\*\\objdata 01}{\\result two}}", 0, 0),
        (
            "one{\\shp{\\*\\shpinst{\\sp{\\sn fHidden}{\\sv 1}}{\\shptxt no\\pard\\plain no}}}",
            1,
            0,
        ),
        (
            "one{\\shp{\\*\\shpinst{\\sp{\\sn fHidden}{\\sv 0}}{\\shptxt two}}}{\\v no}",
            1,
            0,
        ),
        ("one{\\header{\\object{\\*\\objdata 01}}}", 0, 0),
        (
            "one{\\object{\\result{\\object{\\*\\objdata 01}}two}}",
            0,
            1,
        ),
    ] {
        let rtf = format!("{{\\rtf1 {rtf}}}");
        let left_out = read(rtf.as_bytes(), &Limits::of(&Reading::default()))
            .unwrap()
            .left_out;
        assert_eq!(
            (left_out.hidden, left_out.objects),
            (hidden, objects),
            "{rtf}"
        );
    }
}
