//! Records of a WARC file (ISO 28500), and the page in one. The headers of a record have the syntax of those of
//! HTTP; a compressed file has one gzip member for each record.

mod http;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
pub use http::{MOST_HEADERS, bad};
use http::{response, unpack};

use super::SkipReason;
use super::html::Syntax;

/// A page of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarcPage {
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
pub fn page(record: &[u8], limit: u64) -> Result<WarcPage, SkipReason> {
    let unpacked;
    let record = if record.starts_with(&[0x1f, 0x8b]) {
        let room = limit + 2 * MOST_HEADERS as u64;
        unpacked = unpack(flate2::read::GzDecoder::new(record), room, limit)?;
        &unpacked
    } else {
        record
    };
    let head = head(record)?;
    let url = head.url.clone().filter(|_| head.may_be_page());
    let url = url.ok_or_else(|| bad("the record holds no page"))?;
    let body = head.body_of(record);
    let body = body.ok_or_else(|| bad("the record ends early"))?;
    let (content, bytes) = if head.is_answer() {
        response(body, limit)?
    } else {
        (head.content.clone(), body.to_vec())
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
        return Err(SkipReason::NoPage(format!("content type {kind}")));
    }
    Ok(WarcPage {
        url,
        date: head.date,
        syntax,
        encoding: charset(&content),
        bytes,
    })
}

/// Whether a record, unpacked, says that it holds less of its page than there was.
pub fn is_cut_short(record: &[u8]) -> bool {
    head(record).is_ok_and(|head| head.is_truncated)
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

/// Headers of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Bytes up to the body.
    pub length: usize,
    /// Bytes of the body.
    pub body: u64,
    /// Type of the record, in lower case.
    pub kind: String,
    /// The URL.
    pub url: Option<String>,
    /// Content type of the body.
    pub content: String,
    /// Time of the capture, as the record says it; empty if it does not.
    pub date: String,
    /// Whether the record says that its content was cut short (`WARC-Truncated`), for whichever reason.
    pub is_truncated: bool,
}

impl Head {
    /// The body in its record; `None` if that ends early.
    fn body_of<'r>(&self, record: &'r [u8]) -> Option<&'r [u8]> {
        let end = (self.length as u64).saturating_add(self.body);
        record.get(self.length..usize::try_from(end).ok()?)
    }

    /// Whether the record may hold a page.
    pub fn may_be_page(&self) -> bool {
        self.is_of_page() && self.url.is_some()
    }

    /// Whether the body is an answer of HTTP, headers and all.
    fn is_answer(&self) -> bool {
        self.kind == "response" && self.content.starts_with("application/http")
    }

    fn is_of_page(&self) -> bool {
        matches!(&*self.kind, "response" | "resource" | "conversion") && !self.is_of_crawler()
    }

    /// Whether it is the crawler's own arguments or log, which Wget writes as resources of this scheme.
    fn is_of_crawler(&self) -> bool {
        let url = self.url.as_deref().unwrap_or_default();
        url.starts_with("metadata://")
    }

    /// Why a record that holds no page is listed; `None` for the types that never hold one.
    pub fn reason(&self) -> Option<SkipReason> {
        match &*self.kind {
            "warcinfo" | "request" | "metadata" => None,
            _ if self.is_of_crawler() => None,
            "revisit" => Some(SkipReason::NoPage(
                "a visit of a page that had not changed".to_owned(),
            )),
            "continuation" => Some(bad("a further segment of a page; segments are not joined")),
            "" => Some(bad("the record has no WARC-Type")),
            _ if self.is_of_page() => Some(bad("the record has no WARC-Target-URI")),
            other => Some(SkipReason::NoPage(format!(
                "a record of the unknown type {other:?}"
            ))),
        }
    }
}

/// Length of a block of header lines with the empty line that ends it; `None` if it does not end.
fn block_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    for line in bytes.split_inclusive(|b| *b == b'\n') {
        at += line.len();
        if at > MOST_HEADERS {
            return None;
        }
        if matches!(line, b"\r\n" | b"\n") {
            return Some(at);
        }
    }
    None
}

/// Parses the headers of a record, which end with an empty line.
///
/// # Errors
/// [`SkipReason::BadRow`] for what is no record.
pub fn head(bytes: &[u8]) -> Result<Head, SkipReason> {
    let line = bytes.iter().position(|b| *b == b'\n').unwrap_or(0);
    if !bytes.starts_with(b"WARC/") || line == 0 {
        return Err(bad("not a record of a WARC file"));
    }
    let Some(length) = block_length(&bytes[line + 1..]) else {
        return Err(bad("the headers of the record do not end"));
    };
    let block = &bytes[line + 1..line + 1 + length];
    let lines = block.iter().filter(|b| **b == b'\n').count();
    let mut fields = vec![httparse::EMPTY_HEADER; lines];
    let fields = match httparse::parse_headers(block, &mut fields) {
        Ok(httparse::Status::Complete((_, fields))) => fields,
        Ok(httparse::Status::Partial) => return Err(bad("the headers of the record do not end")),
        Err(error) => return Err(bad(&format!("the headers of the record: {error}"))),
    };
    let mut head = Head {
        length: line + 1 + length,
        ..Head::default()
    };
    let mut body = None;
    for field in fields {
        let value = String::from_utf8_lossy(field.value).trim().to_owned();
        match &*field.name.to_ascii_lowercase() {
            "content-length" => body = value.parse().ok(),
            "warc-type" => head.kind = value.to_ascii_lowercase(),
            // Some writers put the URL into angle brackets.
            "warc-target-uri" => {
                let url = value.strip_prefix('<').unwrap_or(&value);
                head.url = Some(url.strip_suffix('>').unwrap_or(url).to_owned());
            }
            "content-type" => head.content = value.to_ascii_lowercase(),
            "warc-date" => head.date = value,
            "warc-truncated" => head.is_truncated = true,
            _ => {}
        }
    }
    head.body = body.ok_or_else(|| bad("the record has no Content-Length"))?;
    Ok(head)
}

#[cfg(test)]
mod tests;
