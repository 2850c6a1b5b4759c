//! What a document says about itself.

use pdf_extract::{Dictionary, Document, Object};

/// Title, author and date of the document information.
pub(super) fn about(document: &Document) -> (Option<String>, Option<String>, Option<String>) {
    let info = document.trailer.get(b"Info").ok();
    let info = info.and_then(|info| match info {
        Object::Reference(id) => document.get_dictionary(*id).ok(),
        Object::Dictionary(dictionary) => Some(dictionary),
        _ => None,
    });
    let field = |name: &[u8]| {
        let text = string(document, info?, name)?;
        let text = text.trim().to_owned();
        (!text.is_empty()).then_some(text)
    };
    let date = field(b"CreationDate").and_then(|date| day(&date));
    (field(b"Title"), field(b"Author"), date)
}

fn string(document: &Document, info: &Dictionary, name: &[u8]) -> Option<String> {
    let value = match info.get(name).ok()? {
        Object::Reference(id) => document.get_object(*id).ok()?,
        value => value,
    };
    let bytes = value.as_str().ok()?;
    Some(text_string(bytes))
}

/// A string that is text for people (7.9.2.2).
pub(super) fn text_string(bytes: &[u8]) -> String {
    match bytes {
        [0xfe, 0xff, rest @ ..] => encoding_rs::UTF_16BE.decode(rest).0.into_owned(),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => encoding_rs::WINDOWS_1252.decode(bytes).0.into_owned(),
    }
}

/// The day of a date of PDF, `D:20210304102000+01'00'`, as `2021-03-04`.
fn day(date: &str) -> Option<String> {
    let digits = date.strip_prefix("D:").unwrap_or(date);
    let digits = digits
        .get(..8)
        .filter(|d| d.bytes().all(|b| b.is_ascii_digit()))?;
    Some(format!(
        "{}-{}-{}",
        &digits[..4],
        &digits[4..6],
        &digits[6..]
    ))
}
