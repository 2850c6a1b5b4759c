//! Records of a WARC file (ISO 28500), and the page in one. The headers of a record have the syntax of those of
//! HTTP; a compressed file has one gzip member for each record.

mod head;
mod http;

pub use head::{Head, MOST_HEADERS, bad, head};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use head::no_page;
use http::{response, unpack};

use super::SkipReason;
use super::html::Syntax;

/// A page of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The URL.
    pub url: String,
    /// Time of the capture, as the record says it; empty if it does not.
    pub date: String,
    /// How it is written, if it says that it is HTML or XHTML.
    pub syntax: Option<Syntax>,
    /// The encoding that its content type names.
    pub encoding: Option<&'static Encoding>,
    /// Its bytes, without transfer or content coding.
    pub bytes: Vec<u8>,
}

/// The page in a record, which may be one gzip member. At most `limit` bytes are unpacked.
///
/// # Errors
/// [`SkipReason::BadRow`] for what cannot be read, [`SkipReason::NoPage`] for another answer than a page or another
/// content than text, and [`SkipReason::TooLarge`].
pub fn page(record: &[u8], limit: u64) -> Result<Page, SkipReason> {
    let unpacked;
    let record = match record.starts_with(&[0x1f, 0x8b]) {
        true => {
            let room = limit + 2 * MOST_HEADERS as u64;
            unpacked = unpack(flate2::read::GzDecoder::new(record), room, limit)?;
            &unpacked
        }
        false => record,
    };
    let head = head(record)?;
    let Some(url) = head.url.clone().filter(|_| head.may_be_page()) else {
        return Err(bad("the record holds no page"));
    };
    let end = (head.length as u64).saturating_add(head.body);
    let end = usize::try_from(end).unwrap_or(usize::MAX);
    let Some(body) = record.get(head.length..end) else {
        return Err(bad("the record ends early"));
    };
    let is_http = head.is_answer();
    let (content, bytes) = match is_http {
        true => response(body, limit, head.is_truncated)?,
        false => (head.content.clone(), body.to_vec()),
    };
    if bytes.len() as u64 > limit {
        return Err(SkipReason::TooLarge(bytes.len() as u64, limit));
    }
    let kind = content.split(';').next().unwrap_or_default().trim();
    let syntax = match kind {
        "text/html" => Some(Syntax::Html),
        "application/xhtml+xml" => Some(Syntax::Xml),
        _ => None,
    };
    if !(syntax.is_some() || kind.is_empty() || kind.starts_with("text/")) {
        return Err(no_page(format!("content type {kind}")));
    }
    Ok(Page {
        url,
        date: head.date,
        syntax,
        encoding: charset(&content),
        bytes,
    })
}

/// Whether a record, unpacked, holds less of its page than there was: it says so, or its content ends early. Not of a
/// record without a page.
pub fn is_cut_short(record: &[u8]) -> bool {
    let Ok(head) = head(record) else {
        return false;
    };
    let end = usize::try_from((head.length as u64).saturating_add(head.body)).unwrap_or(usize::MAX);
    let body = record.get(head.length..end).filter(|_| head.is_answer());
    head.is_truncated || body.is_some_and(http::is_cut_short)
}

/// The encoding that a content type names; `None` for UTF-16, which its bytes tell.
fn charset(content: &str) -> Option<&'static Encoding> {
    let mut parameters = content.split(';').skip(1);
    let label = parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })?;
    let label = label.trim().trim_matches(['"', '\'']);
    let named = Encoding::for_label_no_replacement(label.as_bytes())?;
    let is_wide = named == UTF_16LE || named == UTF_16BE;
    (!is_wide).then_some(named)
}

#[cfg(test)]
mod tests;
