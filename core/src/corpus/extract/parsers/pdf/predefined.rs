//! The predefined CMaps of composite fonts for Chinese, Japanese and Korean (ISO 32000-1, 9.7.5.2) whose codes are
//! characters of a known encoding: such a font says which characters it shows without a table of them.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, UTF_16BE};
use pdf_extract::Object;

use super::cmap::{Codespace, Encoding};
use super::to_unicode::ToUnicode;

/// An encoding of text, and the bytes that begin a code of two; every other byte is a code.
struct Text {
    encoding: &'static encoding_rs::Encoding,
    leads: &'static [(u8, u8)],
}

/// The encoding of text that a name stands for.
fn text(name: &[u8]) -> Option<Text> {
    let name = std::str::from_utf8(name).ok()?;
    let name = name
        .strip_suffix("-H")
        .or_else(|| name.strip_suffix("-V"))?;
    let of = |encoding, leads| Some(Text { encoding, leads });
    match name {
        "GB-EUC" | "GBpc-EUC" | "GBK-EUC" | "GBKp-EUC" | "GBK2K" => of(GB18030, &[(0x81, 0xfe)]),
        "B5pc" | "HKscs-B5" | "ETen-B5" | "ETenms-B5" => of(BIG5, &[(0x81, 0xfe)]),
        "83pv-RKSJ" | "90ms-RKSJ" | "90msp-RKSJ" | "90pv-RKSJ" | "Add-RKSJ" | "Ext-RKSJ" => {
            of(SHIFT_JIS, &[(0x81, 0x9f), (0xe0, 0xfc)])
        }
        "EUC" => of(EUC_JP, &[(0x8e, 0x8e), (0xa1, 0xfe)]),
        "KSC-EUC" | "KSCms-UHC" | "KSCms-UHC-HW" | "KSCpc-EUC" => of(EUC_KR, &[(0x81, 0xfe)]),
        name if name.starts_with("Uni")
            && (name.ends_with("-UCS2") || name.ends_with("-UTF16")) =>
        {
            of(UTF_16BE, &[(0x00, 0xff)])
        }
        "UniJIS-UCS2-HW" => of(UTF_16BE, &[(0x00, 0xff)]),
        _ => None,
    }
}

/// A font's encoding by its name, with the characters of its codes.
pub(super) fn named(name: &[u8]) -> Option<(Encoding, ToUnicode)> {
    let Text { encoding, leads } = text(name)?;
    let is_lead = |byte: u8| {
        leads
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&byte))
    };
    let mut spaces: Vec<Codespace> = { leads.iter() }
        .map(|(low, high)| Codespace {
            low: vec![*low, 0],
            high: vec![*high, 0xff],
        })
        .collect();
    let mut characters = Vec::new();
    let mut take = |code: u32, bytes: &[u8]| {
        let (text, is_wrong) = encoding.decode_without_bom_handling(bytes);
        let mut letters = text.chars();
        // The private use area: no character that anybody else knows.
        if let (Some(letter), None, false) = (letters.next(), letters.next(), is_wrong)
            && !matches!(letter, '\u{e000}'..='\u{f8ff}')
        {
            characters.push((code, letter.to_string()));
        }
    };
    for first in 0..=u8::MAX {
        if !is_lead(first) {
            take(first.into(), &[first]);
            spaces.push(Codespace {
                low: vec![first],
                high: vec![first],
            });
            continue;
        }
        for second in 0..=u8::MAX {
            take(u16::from_be_bytes([first, second]).into(), &[first, second]);
        }
    }
    Some((Encoding::of(spaces), ToUnicode::of(characters)))
}

/// Widths by codes, in thousandths of the size: which glyphs the codes have stands in files that readers bring along. Letters
/// of Latin are about half as wide as those of Chinese, Japanese and Korean, which have the width that fonts have without a
/// list.
pub(super) fn widths() -> Vec<Object> {
    let half = |first: i64, count: usize| {
        [
            Object::Integer(first),
            vec![Object::Integer(500); count].into(),
        ]
    };
    [half(0x20, 0x5f), half(0xff61, 0x3f)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::extract::parsers::pdf::operations::Operand;

    #[test]
    fn codes_of_encodings_of_text_are_characters() {
        for (name, bytes, encoding) in [
            ("UniGB-UCS2-H", "漢字 ok", UTF_16BE),
            ("UniJIS-UTF16-V", "かな", UTF_16BE),
            ("GBK-EUC-H", "汉字 ok", GB18030),
            ("ETen-B5-H", "漢字 ok", BIG5),
            ("90ms-RKSJ-H", "漢字ｶﾅ ok", SHIFT_JIS),
            ("EUC-H", "漢字ｶﾅ ok", EUC_JP),
            ("KSCms-UHC-H", "한글 ok", EUC_KR),
        ] {
            let packed = match encoding == UTF_16BE {
                true => bytes.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                false => encoding.encode(bytes).0.into_owned(),
            };
            let (encoding, table) = named(name.as_bytes()).unwrap();
            let Operand::String(codes) = encoding.in_two_bytes(&Operand::String(packed)) else {
                panic!("no string");
            };
            let codes = codes
                .chunks(2)
                .map(|two| u16::from_be_bytes([two[0], two[1]]));
            let read: String = codes
                .map(|code| table.character(code.into()).unwrap())
                .collect();
            assert_eq!(read, bytes, "{name}");
        }
        for other in ["Identity-H", "Unicode", "GBT-H", "UniGB-UTF32-H"] {
            assert!(named(other.as_bytes()).is_none(), "{other}");
        }
    }
}
