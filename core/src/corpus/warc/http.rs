//! Answers of HTTP (RFC 9112) in records: their content without transfer and content coding.

use std::borrow::Cow;
use std::io::{self, Read};

use crate::corpus::SkipReason;

/// Most bytes of the headers of a record, and of an HTTP response.
pub const MOST_HEADERS: usize = 64 << 10;

/// The reason of a record that is not read.
pub fn bad(why: &str) -> SkipReason {
    SkipReason::BadRow(why.to_owned())
}

/// Content type, in lower case, and content of an HTTP response.
///
/// # Errors
/// [`SkipReason::BadRow`] for what is no response or is damaged; [`SkipReason::NoPage`] for another status than 200.
pub(super) fn response(bytes: &[u8], limit: u64) -> Result<(String, Vec<u8>), SkipReason> {
    let bytes = &*in_version_1(bytes);
    let lines = bytes.iter().take(MOST_HEADERS).filter(|b| **b == b'\n');
    let mut fields = vec![httparse::EMPTY_HEADER; lines.count().max(1)];
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
    // Crawlers that undo the coding often leave its name.
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

/// An answer of a later version of HTTP, which has no status line of its own, as crawlers write it: with one that begins
/// with `HTTP/2` or `HTTP/3`.
fn in_version_1(answer: &[u8]) -> Cow<'_, [u8]> {
    let later = [&b"HTTP/2.0"[..], b"HTTP/3.0", b"HTTP/2", b"HTTP/3"];
    let mut versions = later.into_iter();
    match versions.find_map(|version| answer.strip_prefix(version)) {
        Some(rest) => [b"HTTP/1.1", rest].concat().into(),
        None => answer.into(),
    }
}

/// The content of chunks, up to where it was cut off; `None` if these are none.
///
/// # Errors
/// [`SkipReason::BadRow`] where something else follows a whole chunk.
pub(super) fn joined(mut bytes: &[u8]) -> Result<Option<Vec<u8>>, SkipReason> {
    let mut content = Vec::with_capacity(bytes.len());
    let mut chunks = 0;
    loop {
        let (from, length) = match httparse::parse_chunk_size(bytes) {
            Ok(httparse::Status::Complete(size)) => size,
            // Cut off before the size or within it.
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

/// Reads at most `room` bytes; `limit` is what the message says.
pub(super) fn unpack(from: impl Read, room: u64, limit: u64) -> Result<Vec<u8>, SkipReason> {
    let mut bytes = Vec::new();
    let read = from.take(room + 1).read_to_end(&mut bytes);
    read.map_err(|error: io::Error| bad(&format!("not unpacked: {error}")))?;
    if bytes.len() as u64 > room {
        Err(SkipReason::TooLarge(bytes.len() as u64, limit))
    } else {
        Ok(bytes)
    }
}
