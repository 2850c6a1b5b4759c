//! Text of a body by the name of its character set, which may be wrong or missing.

use encoding_rs::Encoding;
use mail_parser::decoders::charsets::map::charset_decoder;

use super::super::code_page::{CodePage, code_page};
use super::utf_7;
use crate::corpus::wide::Wide;
use crate::corpus::{SkipReason, decode, html};

/// The text of `bytes`. A byte-order mark decides, then what the name says where it is of several bytes a character
/// and they are as it asks; UTF-8 is UTF-8 whatever the name says. Without a name that is known the encoding is that of
/// the page, or detected.
pub(super) fn text(
    bytes: Vec<u8>,
    name: Option<&str>,
    is_html: bool,
) -> Result<String, SkipReason> {
    let name = name.map(|name| name.trim().to_ascii_lowercase());
    let name = name.as_deref().unwrap_or_default();
    let wide = Wide::of_text(&bytes);
    let said = named_wide(name).filter(|_| !is_utf8(&bytes));
    if let Some(wide) = wide.or(said) {
        return Ok(wide.decode(&bytes));
    }
    match name {
        "utf-7" | "unicode-1-1-utf-7" | "csunicode11utf7" => return Ok(utf_7::decoded(&bytes)),
        "iso-2022-kr" | "csiso2022kr" => return Ok(iso_2022_kr(&bytes)),
        "hz-gb-2312" | "hz" => return Ok(hz(&bytes)),
        "iso-2022-cn" | "iso-2022-cn-ext" if bytes.contains(&0x1b) => {
            return Err(SkipReason::Unsupported(format!(
                "text in the encoding {name}: save it as UTF-8 and read that"
            )));
        }
        _ => {}
    }
    let named = Encoding::for_label_no_replacement(name.as_bytes());
    let named = named.filter(|_| named_wide(name).is_none());
    let has_units =
        |named: &&'static Encoding| !named.is_single_byte() && *named != encoding_rs::UTF_8;
    if let Some(named) = named.filter(has_units)
        && !bytes.starts_with(b"\xef\xbb\xbf")
        && let Some(text) = named.decode_without_bom_handling_and_without_replacement(&bytes)
    {
        return Ok(text.into_owned());
    }
    let is_other =
        || charset_decoder(name.as_bytes()).is_some() && std::str::from_utf8(&bytes).is_err();
    if named.is_none() && named_wide(name).is_none() {
        if is_other() {
            return Ok(otherwise(&bytes, name));
        }
        if let Some(page) = of_dos(name).filter(|_| std::str::from_utf8(&bytes).is_err()) {
            return Ok(page.decode(&bytes).into_owned());
        }
    }
    let of_page = || is_html.then(|| html::declared_encoding(&bytes)).flatten();
    let declared = named.or_else(of_page);
    Ok(decode::decode(bytes, declared).0)
}

/// UTF-16 or UTF-32, if the name is one of theirs.
fn named_wide(name: &str) -> Option<Wide> {
    match name {
        "utf-16le" | "utf16le" | "unicodefeff" => Some(Wide::utf_16(true)),
        // Without a mark, the most significant byte comes first [RFC 2781, 4.3].
        "utf-16" | "utf16" | "utf-16be" | "utf16be" | "ucs-2" | "unicode" | "unicodefffe"
        | "iso-10646-ucs-2" | "csunicode" | "csutf16" => Some(Wide::utf_16(false)),
        "utf-32le" | "utf32le" | "csutf32le" => Some(Wide::utf_32(true)),
        "utf-32" | "utf32" | "utf-32be" | "utf32be" | "ucs-4" | "iso-10646-ucs-4" | "csucs4"
        | "csutf32" | "csutf32be" => Some(Wide::utf_32(false)),
        _ => None,
    }
}

/// The code page of DOS or Windows with a number in its name, as `ibm852`.
fn of_dos(name: &str) -> Option<CodePage> {
    let number = ["csibm", "ibm", "cp", "dos-", "oem"]
        .into_iter()
        .find_map(|begin| name.strip_prefix(begin))?;
    code_page(number.trim_start_matches(['-', '_']).parse().ok()?)
}

/// Whether bytes are UTF-8 of several words. Text in UTF-16 with such has NULs in it.
fn is_utf8(bytes: &[u8]) -> bool {
    let has_space = bytes.iter().any(u8::is_ascii_whitespace);
    has_space && !bytes.contains(&0) && std::str::from_utf8(bytes).is_ok()
}

/// The text in an encoding that only the library for mail knows.
fn otherwise(bytes: &[u8], name: &str) -> String {
    match charset_decoder(name.as_bytes()) {
        Some(decoder) => decoder(bytes),
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Korean in seven bits [RFC 1557]: between two control characters each byte lacks its highest bit.
fn iso_2022_kr(bytes: &[u8]) -> String {
    let mut wide = Vec::with_capacity(bytes.len());
    let (mut rest, mut is_shifted) = (bytes, false);
    while let [byte, after @ ..] = rest {
        rest = after;
        match byte {
            0x0e => is_shifted = true,
            0x0f => is_shifted = false,
            0x1b if after.starts_with(b"$)C") => rest = &after[3..],
            b'\n' => {
                is_shifted = false;
                wide.push(b'\n');
            }
            byte if is_shifted && byte.is_ascii_graphic() => wide.push(byte | 0x80),
            byte => wide.push(*byte),
        }
    }
    let (text, _) = encoding_rs::EUC_KR.decode_without_bom_handling(&wide);
    text.into_owned()
}

/// Chinese in seven bits [RFC 1843]: between `~{` and `~}` each byte lacks its highest bit.
fn hz(bytes: &[u8]) -> String {
    let mut wide = Vec::with_capacity(bytes.len());
    let (mut rest, mut is_shifted) = (bytes, false);
    while let [byte, after @ ..] = rest {
        rest = after;
        match (byte, after.first()) {
            (b'~', Some(b'{')) if !is_shifted => (rest, is_shifted) = (&after[1..], true),
            (b'~', Some(b'}')) if is_shifted => (rest, is_shifted) = (&after[1..], false),
            (b'~', Some(b'~')) if !is_shifted => {
                rest = &after[1..];
                wide.push(b'~');
            }
            // A line that goes on in the next one.
            (b'~', Some(b'\n')) if !is_shifted => rest = &after[1..],
            (b'\n', _) => {
                is_shifted = false;
                wide.push(b'\n');
            }
            (byte, _) if is_shifted && byte.is_ascii_graphic() => wide.push(byte | 0x80),
            (byte, _) => wide.push(*byte),
        }
    }
    let (text, _) = encoding_rs::GBK.decode_without_bom_handling(&wide);
    text.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], name: &str) -> String {
        let name = Some(name).filter(|name| !name.is_empty());
        text(bytes.to_vec(), name, false).unwrap()
    }

    #[test]
    fn utf_16_is_read_with_and_without_mark_and_name() {
        let words = "Grüße an alle, 潮\r\n";
        let units: Vec<u16> = words.encode_utf16().collect();
        let le: Vec<u8> = units.iter().copied().flat_map(u16::to_le_bytes).collect();
        let be: Vec<u8> = units.iter().copied().flat_map(u16::to_be_bytes).collect();
        let marked = |mark: &[u8], bytes: &[u8]| [mark, bytes].concat();
        for name in [
            "",
            "utf-8",
            "us-ascii",
            "utf-16",
            "UTF-16LE",
            "utf-16be",
            "x-unknown",
        ] {
            for bytes in [
                &le,
                &be,
                &marked(b"\xff\xfe", &le),
                &marked(b"\xfe\xff", &be),
            ] {
                assert_eq!(read(bytes, name), words, "{name} {bytes:02x?}");
            }
        }
        // No NUL tells the order of bytes.
        assert_eq!(
            read(
                &"潮水"
                    .encode_utf16()
                    .flat_map(u16::to_be_bytes)
                    .collect::<Vec<u8>>(),
                "utf-16"
            ),
            "潮水"
        );
        assert_eq!(
            read(
                &"潮水"
                    .encode_utf16()
                    .flat_map(u16::to_le_bytes)
                    .collect::<Vec<u8>>(),
                "utf-16le"
            ),
            "潮水"
        );
        assert_eq!(read(b"plain words", "utf-16"), "plain words");
    }

    #[test]
    fn a_name_that_is_wrong_or_unknown_loses_no_letter() {
        let words = "Die Bürgerinnen möchten über größere Gärten plaudern";
        let (latin, ..) = encoding_rs::WINDOWS_1252.encode(words);
        for name in ["utf-8", "x-unknown", "unknown-8bit", "us-ascii", ""] {
            assert_eq!(read(&latin, name), words, "{name}");
        }
        assert_eq!(read(words.as_bytes(), "iso-8859-1"), words);
        let (cyrillic, ..) = encoding_rs::KOI8_R.encode("Вода приходит");
        assert_eq!(read(&cyrillic, "koi8-r"), "Вода приходит");
        // Bytes of GBK that are UTF-8 too.
        assert_eq!(read(b"\xc1\xaa\xcd\xa8", "gbk"), "联通");
        assert_eq!(read(b"na\x8bve", "cp850"), "naïve");
    }

    #[test]
    fn encodings_of_seven_bits_are_decoded() {
        assert_eq!(
            read(b"\x1b$)C\x0eGQ19\x0f ok\n", "iso-2022-kr"),
            "한국 ok\n"
        );
        assert_eq!(
            read(b"a ~{VPND~} ~~ b~\nc\n", "hz-gb-2312"),
            "a 中文 ~ bc\n"
        );
        assert_eq!(read(b"Hi Mom +Jjo-!", "utf-7"), "Hi Mom ☺!");
        assert_eq!(read(&[0, 0, 1, 0x7e], "utf-32"), "ž");
        assert_eq!(read(&[0x7e, 1, 0, 0], "utf-32le"), "ž");
        assert_eq!(read(b"\xa7 a", "ibm852"), "ž a");
        assert_eq!(read(b"na\x8bve", "cp437"), "naïve");
        assert!(text(b"\x1b$)A\x0eVPND\x0f".to_vec(), Some("iso-2022-cn"), false).is_err());
    }
}
