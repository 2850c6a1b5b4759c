//! Code pages of Windows, DOS and the Mac, by the numbers that RTF has for them and for character sets of fonts.

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;
use oem_cp::code_table_type::TableType;

use super::symbol_font;

/// How bytes stand for characters.
#[derive(Clone, Copy)]
pub(super) enum CodePage {
    Encoding(&'static Encoding),
    /// A code page of DOS.
    Oem(&'static TableType),
    /// The numbers of signs in a font that is no alphabet; a sign without a character is a space.
    Signs(fn(u32) -> Option<char>),
}

impl CodePage {
    /// The usual one of Windows.
    pub const USUAL: CodePage = CodePage::Encoding(WINDOWS_1252);

    pub fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        match self {
            CodePage::Encoding(encoding) => encoding.decode_without_bom_handling(bytes).0,
            CodePage::Oem(table) => Cow::Owned(table.decode_string_lossy(bytes)),
            CodePage::Signs(character) => {
                let signs = bytes.iter().map(|byte| character(u32::from(*byte)));
                Cow::Owned(signs.map(|sign| sign.unwrap_or(' ')).collect())
            }
        }
    }

    /// That of a font of signs by the name of the font.
    pub fn of_font(name: &str) -> Option<CodePage> {
        let name = name.trim().to_ascii_lowercase();
        let pictures = [
            "wingdings",
            "webdings",
            "zapf",
            "itc zapf dingbats",
            "monotype sorts",
        ];
        if name == "symbol" {
            Some(CodePage::Signs(symbol_font::character))
        } else if pictures.iter().any(|begins| name.starts_with(begins)) {
            Some(CodePage::Signs(|_| None))
        } else {
            None
        }
    }
}

/// The code page of Windows or DOS of this number.
pub(super) fn code_page(number: i32) -> Option<CodePage> {
    let label = match number {
        65001 => "utf-8".to_owned(),
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        10_000 => "macintosh".to_owned(),
        page => format!("windows-{page}"),
    };
    let known = Encoding::for_label(label.as_bytes()).map(CodePage::Encoding);
    known.or_else(|| {
        let number = u16::try_from(number).ok()?;
        DECODING_TABLE_CP_MAP.get(&number).map(CodePage::Oem)
    })
}

/// The encoding of a character set of a font, by the code page that the format gives for it; `None` for that of the
/// document.
pub(super) fn character_set(number: i32) -> Option<CodePage> {
    code_page(match number {
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        254 => 437,
        _ => return None,
    })
}
