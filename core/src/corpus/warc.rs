//! Records of a WARC file (ISO 28500), and the page in a record. The headers of a record have the syntax of HTTP
//! headers; a compressed file has one gzip member for each record.

use std::borrow::Cow;
use std::io::{self, Read};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::html::Syntax;
use crate::corpus::SkipReason;

/// A page of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarcPage {
    /// The URL.
    pub url: String,
    /// Time of the capture in the record; empty if it is missing.
    pub date: String,
    /// Its syntax, if the declared type is HTML or XHTML.
    pub syntax: Option<Syntax>,
    /// The encoding that its content type names.
    pub encoding: Option<&'static Encoding>,
    /// Its bytes, without transfer or content coding.
    pub bytes: Vec<u8>,
}

/// The page in a record, which may be one gzip member. At most `limit` bytes are unpacked.
///
/// # Errors
/// [`SkipReason::BadRow`] for unreadable records, [`SkipReason::NoPage`] for responses that are no page or no text, and
/// [`SkipReason::TooLarge`].
pub fn page(record: &[u8], limit: u64) -> Result<WarcPage, SkipReason> {
    let unpacked;
    let record = if record.starts_with(&[0x1f, 0x8b]) {
        let max = limit + 2 * MAX_HEADER_BYTES as u64;
        unpacked = unpack(flate2::read::GzDecoder::new(record), max, limit)?;
        &unpacked
    } else {
        record
    };
    let head = head(record)?;
    let url = head.url.clone().filter(|_| head.may_be_page());
    let url = url.ok_or_else(|| bad("the record contains no page"))?;
    let body = head.body_of(record);
    let body = body.ok_or_else(|| bad("the record ends early"))?;
    let (content, bytes) =
        if head.kind == "response" && head.content.starts_with("application/http") {
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

/// Whether an unpacked record is marked as truncated.
pub fn is_cut_short(record: &[u8]) -> bool {
    head(record).is_ok_and(|head| head.is_truncated)
}

/// The encoding that a content type names; `None` for UTF-16, which is recognised by its bytes.
fn charset(content: &str) -> Option<&'static Encoding> {
    let mut parameters = content.split(';').skip(1);
    let label = parameters.find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })?;
    let label = label.trim().trim_matches(['"', '\'']);
    let encoding = Encoding::for_label_no_replacement(label.as_bytes())?;
    let is_utf16 = encoding == UTF_16LE || encoding == UTF_16BE;
    (!is_utf16).then_some(encoding)
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
    /// Time of the capture in the record; empty if it is missing.
    pub date: String,
    /// Whether the content of the record is marked as cut short (`WARC-Truncated`).
    pub is_truncated: bool,
}

impl Head {
    /// The body in its record; `None` if the record ends early.
    fn body_of<'r>(&self, record: &'r [u8]) -> Option<&'r [u8]> {
        let end = (self.length as u64).saturating_add(self.body);
        record.get(self.length..usize::try_from(end).ok()?)
    }

    /// Whether the record may contain a page.
    pub fn may_be_page(&self) -> bool {
        self.is_of_page() && self.url.is_some()
    }

    fn is_of_page(&self) -> bool {
        matches!(&*self.kind, "response" | "resource" | "conversion") && !self.is_of_crawler()
    }

    /// Whether it is the crawler's own arguments or log, which Wget writes with `metadata://` URLs.
    fn is_of_crawler(&self) -> bool {
        let url = self.url.as_deref().unwrap_or_default();
        url.starts_with("metadata://")
    }

    /// Why a record without a page is listed; `None` for the types that never contain one.
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

/// Maximum number of header fields of a record, and of an HTTP response.
const MAX_FIELDS: usize = 256;

/// Parses the headers of a record, which end with an empty line.
///
/// # Errors
/// [`SkipReason::BadRow`] if it is not a record.
pub fn head(bytes: &[u8]) -> Result<Head, SkipReason> {
    let line = bytes.iter().position(|b| *b == b'\n').unwrap_or(0);
    if !bytes.starts_with(b"WARC/") || line == 0 {
        return Err(bad("not a record of a WARC file"));
    }
    let block = &bytes[line + 1..];
    let block = &block[..block.len().min(MAX_HEADER_BYTES)];
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let (length, fields) = match httparse::parse_headers(block, &mut fields) {
        Ok(httparse::Status::Complete(parsed)) => parsed,
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

/// Maximum number of bytes of the headers of a record, and of an HTTP response.
pub const MAX_HEADER_BYTES: usize = 64 << 10;

/// The reason why a record is not read.
pub fn bad(why: &str) -> SkipReason {
    SkipReason::BadRow(why.to_owned())
}

/// Content type, in lower case, and content of an HTTP response.
///
/// # Errors
/// [`SkipReason::BadRow`] if it is damaged or not a response; [`SkipReason::NoPage`] for a status other than 200.
pub(super) fn response(bytes: &[u8], limit: u64) -> Result<(String, Vec<u8>), SkipReason> {
    let bytes = &*in_version_1(bytes);
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    let mut parser = httparse::ParserConfig::default();
    parser.allow_obsolete_multiline_headers_in_responses(true);
    parser.allow_spaces_after_header_name_in_responses(true);
    let head = match parser.parse_response(&mut response, bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Err(bad("the HTTP response ends early")),
        Err(error) => return Err(bad(&format!("the HTTP response: {error}"))),
    };
    let field = |name: &str| {
        let mut fields = response.headers.iter();
        let named = fields.find(|f| f.name.eq_ignore_ascii_case(name));
        let value = named.map(|f| String::from_utf8_lossy(f.value).to_ascii_lowercase());
        value.unwrap_or_default()
    };
    let status = response.code.unwrap_or(0);
    if status != 200 {
        return Err(SkipReason::NoPage(format!("HTTP status {status}")));
    }
    let mut content = bytes[head..].to_vec();
    // Crawlers often decode the content but keep the header.
    if field("transfer-encoding").contains("chunked") {
        content = joined(&content)?.unwrap_or(content);
    }
    let coding = field("content-encoding");
    if coding.contains("gzip") && content.starts_with(&[0x1f, 0x8b]) {
        let packed = flate2::read::MultiGzDecoder::new(&*content);
        content = unpack(packed, limit, limit)?;
    } else if !(coding.is_empty() || coding.contains("identity") || coding.contains("gzip")) {
        return Err(bad(&format!(
            "content coding {coding}; only gzip is undone"
        )));
    }
    Ok((field("content-type"), content))
}

/// Replaces `HTTP/2` or `HTTP/3` in the status line by `HTTP/1.1`. These versions have no status line, but crawlers
/// write one.
fn in_version_1(response: &[u8]) -> Cow<'_, [u8]> {
    let mut later = [&b"HTTP/2.0"[..], b"HTTP/3.0", b"HTTP/2", b"HTTP/3"].into_iter();
    match later.find_map(|version| response.strip_prefix(version)) {
        Some(rest) => [b"HTTP/1.1", rest].concat().into(),
        None => response.into(),
    }
}

/// The content of chunks, up to the point where it was truncated; `None` if it is not chunked.
///
/// # Errors
/// [`SkipReason::BadRow`] if other bytes follow a complete chunk.
pub(super) fn joined(mut bytes: &[u8]) -> Result<Option<Vec<u8>>, SkipReason> {
    let mut content = Vec::with_capacity(bytes.len());
    let mut chunks = 0;
    loop {
        let (from, length) = match httparse::parse_chunk_size(bytes) {
            Ok(httparse::Status::Complete(size)) => size,
            // Truncated before the size or within it.
            Ok(httparse::Status::Partial) => return Ok((chunks > 0).then_some(content)),
            Err(_) => break,
        };
        if length == 0 {
            return Ok(Some(content));
        }
        let rest = &bytes[from..];
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        let (chunk, rest) = rest.split_at(length.min(rest.len()));
        content.extend_from_slice(chunk);
        if matches!(rest, b"" | b"\r") {
            return Ok(Some(content));
        }
        match rest.strip_prefix(b"\r\n") {
            Some(rest) => bytes = rest,
            None => break,
        }
        chunks += 1;
    }
    match chunks {
        0 => Ok(None),
        n => Err(bad(&format!("chunk {} of the body is damaged", n + 1))),
    }
}

/// Reads at most `max` bytes; `limit` is the limit in the message.
pub(super) fn unpack(from: impl Read, max: u64, limit: u64) -> Result<Vec<u8>, SkipReason> {
    let mut bytes = Vec::new();
    let read = from.take(max + 1).read_to_end(&mut bytes);
    read.map_err(|error: io::Error| bad(&format!("not unpacked: {error}")))?;
    if bytes.len() as u64 > max {
        Err(SkipReason::TooLarge(bytes.len() as u64, limit))
    } else {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests;
