//! PDF (ISO 32000): the text in drawing order. Form feeds separate pages, hyphenated words are joined at line ends, and
//! ligatures become letters. `pdf-extract` gives characters with positions; a page that shows more characters than the
//! crate gives is counted as unreadable.

mod characters;
mod content;

use pdf_extract::{Document, Error, Object, decode_text_string};

use super::xml::damaged;
use crate::corpus::SkipReason;
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut document = Document::load_mem(bytes).map_err(|error| match error {
        Error::InvalidPassword => SkipReason::Encrypted,
        error => damaged(error),
    })?;
    // Documents that only forbid printing open with an empty password.
    let is_inline = |encryption: &Object| encryption.as_dict().is_ok();
    if document.is_encrypted() && document.decrypt("").is_err()
        // The crate cannot decrypt if the dictionary is inline.
        || document.trailer.get(b"Encrypt").is_ok_and(is_inline)
    {
        return Err(SkipReason::Encrypted);
    }
    if is_drawn_elsewhere(&document) {
        return Err(SkipReason::Unsupported(
            "a form whose pages only Acrobat draws (XFA): print it to a PDF and read that"
                .to_owned(),
        ));
    }
    let ids: Vec<_> = document.get_pages().into_values().collect();
    // Without the password, objects within streams are not read; only the trailer mentions the encryption.
    if ids.is_empty() && bytes.windows(8).any(|at| at == b"/Encrypt") {
        return Err(SkipReason::Encrypted);
    }
    if ids.is_empty() {
        return Err(damaged("it has no pages"));
    }
    let missing = declared_pages(&document).saturating_sub(ids.len());
    let [title, author, date] = [&b"Title"[..], b"Author", b"CreationDate"].map(|name| {
        let info = document.trailer.get_deref(b"Info", &document).ok()?;
        let text = info.as_dict().ok()?.get_deref(name, &document).ok()?;
        let text = decode_text_string(text).ok()?.trim().to_owned();
        Some(text).filter(|text| !text.is_empty())
    });
    content::write_out_widths(&mut document);
    let mut budget = usize::try_from(limits.max_unpacked).unwrap_or(usize::MAX);
    let mut pages = characters::Pages::new(&mut document);
    let mut text = String::new();
    let mut failures = Vec::new();
    for (number, id) in ids.into_iter().enumerate() {
        if number > 0 {
            text.push('\u{c}');
        }
        let (page, reason) = pages.text(id, &mut budget);
        failures.extend(reason);
        text.push_str(&page);
        limits.check(text.len())?;
    }
    if text.trim().is_empty()
        && let Some(reason) = failures.first()
    {
        return Err(SkipReason::ParserFailed(reason.clone()));
    }
    Ok(Extracted {
        title: title.unwrap_or_default(),
        author,
        date: date.and_then(|date| day(&date)),
        unextracted: UnextractedParts {
            pages: u32::try_from(failures.len() + missing).unwrap_or(u32::MAX),
            ..UnextractedParts::default()
        },
        ..Extracted::from(text)
    })
}

/// The day of a date of PDF, `D:20210304102000+01'00'`, as `2021-03-04`.
fn day(date: &str) -> Option<String> {
    let digits = date.strip_prefix("D:").unwrap_or(date).get(..8)?;
    let (year, month, day) = (&digits[..4], &digits[4..6], &digits[6..]);
    let is_date = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_date.then(|| format!("{year}-{month}-{day}"))
}

/// Whether the pages are only a placeholder for a form that the viewer has to render (XFA; ISO 32000-1, 12.7.8).
fn is_drawn_elsewhere(document: &Document) -> bool {
    let catalog = document.catalog();
    let needs = catalog.and_then(|catalog| catalog.get(b"NeedsRendering"));
    needs.and_then(Object::as_bool).unwrap_or(false)
}

/// Number of pages that the document declares, at most its number of objects.
fn declared_pages(document: &Document) -> usize {
    let catalog = document.catalog();
    let pages = catalog.and_then(|catalog| catalog.get_deref(b"Pages", document));
    let count = pages
        .and_then(Object::as_dict)
        .and_then(|pages| pages.get(b"Count"));
    let count = count.and_then(Object::as_i64).unwrap_or(0);
    usize::try_from(count)
        .unwrap_or(0)
        .min(document.objects.len())
}

#[cfg(test)]
mod tests;
