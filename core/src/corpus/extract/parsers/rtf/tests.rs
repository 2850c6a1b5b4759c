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
