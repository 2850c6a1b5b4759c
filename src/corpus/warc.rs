//! Records of a WARC file (ISO 28500), and the page in one. The headers of a record have the syntax of those of
//! HTTP; a compressed file has one gzip member for each record.

use std::io::{self, Read};

use super::SkipReason;
use super::file_kind::extension;
use std::path::Path;

/// Most bytes of the headers of a record, and of an HTTP response.
pub const MOST_HEADERS: usize = 64 << 10;

/// Whether the file is a WARC file, by its extension.
#[must_use]
pub fn is_warc(path: &Path) -> bool {
    match extension(path).as_deref() {
        Some("warc") => true,
        Some("gz") => path
            .file_stem()
            .is_some_and(|stem| extension(Path::new(stem)).as_deref() == Some("warc")),
        _ => false,
    }
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
    /// Time of the capture, nanoseconds since 1970; 0 if it is not known.
    pub date: i64,
}

impl Head {
    /// Whether the record may hold a page.
    #[must_use]
    pub fn may_be_page(&self) -> bool {
        self.is_of_page() && self.url.is_some()
    }

    fn is_of_page(&self) -> bool {
        matches!(&*self.kind, "response" | "resource" | "conversion")
    }

    /// Why a record that holds no page is listed; `None` for the types that never hold one.
    #[must_use]
    pub fn reason(&self) -> Option<SkipReason> {
        match &*self.kind {
            "warcinfo" | "request" | "metadata" | "revisit" => None,
            "continuation" => Some(bad("a further segment of a page; segments are not joined")),
            "" => Some(bad("the record has no WARC-Type")),
            _ if self.is_of_page() => Some(bad("the record has no WARC-Target-URI")),
            other => Some(no_page(format!("a record of the unknown type {other:?}"))),
        }
    }
}

fn bad(why: &str) -> SkipReason {
    SkipReason::BadRow(why.to_owned())
}

fn no_page(what: String) -> SkipReason {
    SkipReason::NoPage(what)
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

/// Header lines with those that are folded (WARC/1.0, RFC 2616) joined: blanks take the place of the line end.
fn unfolded(block: &[u8]) -> Vec<u8> {
    let mut block = block.to_vec();
    for at in 1..block.len().saturating_sub(1) {
        if block[at] == b'\n' && matches!(block[at + 1], b' ' | b'\t') {
            block[at] = b' ';
            if block[at - 1] == b'\r' {
                block[at - 1] = b' ';
            }
        }
    }
    block
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
    let block = unfolded(&bytes[line + 1..line + 1 + length]);
    let lines = block.iter().filter(|b| **b == b'\n').count();
    let mut fields = vec![httparse::EMPTY_HEADER; lines];
    let fields = match httparse::parse_headers(&block, &mut fields) {
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
            "warc-date" => head.date = date(&value).unwrap_or(0),
            _ => {}
        }
    }
    head.body = body.ok_or_else(|| bad("the record has no Content-Length"))?;
    Ok(head)
}

/// A time as `2024-05-31T12:00:00Z`, with or without a fraction of a second.
fn date(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<u16>().ok();
    let month = time::Month::try_from(number(5, 7)? as u8).ok()?;
    let day =
        time::Date::from_calendar_date(number(0, 4)?.into(), month, number(8, 10)? as u8).ok()?;
    let at = day
        .with_hms(
            number(11, 13)? as u8,
            number(14, 16)? as u8,
            number(17, 19)? as u8,
        )
        .ok()?;
    at.assume_utc().unix_timestamp().checked_mul(1_000_000_000)
}

/// A page of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The URL.
    pub url: String,
    /// Time of the capture, nanoseconds since 1970; 0 if it is not known.
    pub date: i64,
    /// Whether it says that it is HTML.
    pub is_html: bool,
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
    let is_http = head.kind == "response" && head.content.starts_with("application/http");
    let (content, bytes) = match is_http {
        true => response(body, limit)?,
        false => (head.content.clone(), body.to_vec()),
    };
    if bytes.len() as u64 > limit {
        return Err(SkipReason::TooLarge(bytes.len() as u64, limit));
    }
    let kind = content.split(';').next().unwrap_or_default().trim();
    let is_html = matches!(kind, "text/html" | "application/xhtml+xml");
    if !(is_html || kind.is_empty() || kind.starts_with("text/")) {
        return Err(no_page(format!("content type {kind}")));
    }
    Ok(Page {
        url,
        date: head.date,
        is_html,
        bytes,
    })
}

/// Content type and content of an HTTP response.
fn response(bytes: &[u8], limit: u64) -> Result<(String, Vec<u8>), SkipReason> {
    let lines = bytes.iter().take(MOST_HEADERS).filter(|b| **b == b'\n');
    let mut fields = vec![httparse::EMPTY_HEADER; lines.count().max(1)];
    let mut response = httparse::Response::new(&mut fields);
    let mut parser = httparse::ParserConfig::default();
    parser.allow_obsolete_multiline_headers_in_responses(true);
    parser.allow_spaces_after_header_name_in_responses(true);
    let length = match parser.parse_response(&mut response, bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Err(bad("the HTTP response ends early")),
        Err(error) => return Err(bad(&format!("the HTTP response: {error}"))),
    };
    match response.code {
        Some(200) => {}
        code => return Err(no_page(format!("HTTP status {}", code.unwrap_or(0)))),
    }
    let field = |name: &str| {
        let named = response
            .headers
            .iter()
            .find(|f| f.name.eq_ignore_ascii_case(name));
        named.map_or(String::new(), |f| {
            String::from_utf8_lossy(f.value).to_ascii_lowercase()
        })
    };
    let mut content = bytes[length..].to_vec();
    // Crawlers that undo the coding often leave its name.
    if field("transfer-encoding").contains("chunked")
        && let Some(joined) = joined(&content)?
    {
        content = joined;
    }
    let coding = field("content-encoding");
    if coding.contains("gzip") && content.starts_with(&[0x1f, 0x8b]) {
        content = unpack(flate2::read::MultiGzDecoder::new(&*content), limit, limit)?;
    } else if !(coding.is_empty() || coding.contains("identity") || coding.contains("gzip")) {
        return Err(bad(&format!(
            "content coding {coding}; only gzip is undone"
        )));
    }
    Ok((field("content-type"), content))
}

/// The content of chunks, up to where the body was cut off; `None` if these are none.
///
/// # Errors
/// [`SkipReason::BadRow`] where something else follows a whole chunk.
fn joined(mut bytes: &[u8]) -> Result<Option<Vec<u8>>, SkipReason> {
    let mut content = Vec::with_capacity(bytes.len());
    let mut chunks = 0;
    let damaged = |chunks: u32| match chunks {
        0 => Ok(None),
        n => Err(bad(&format!("chunk {} of the body is damaged", n + 1))),
    };
    loop {
        let (from, length) = match httparse::parse_chunk_size(bytes) {
            Ok(httparse::Status::Complete(size)) => size,
            // Cut off before the size or within it.
            Ok(httparse::Status::Partial) if chunks > 0 => return Ok(Some(content)),
            Ok(httparse::Status::Partial) => return Ok(None),
            Err(_) => return damaged(chunks),
        };
        if length == 0 {
            return Ok(Some(content));
        }
        let end = usize::try_from(length)
            .ok()
            .and_then(|length| from.checked_add(length));
        let Some(chunk) = end.and_then(|end| bytes.get(from..end)) else {
            content.extend_from_slice(&bytes[from..]);
            return Ok(Some(content));
        };
        content.extend_from_slice(chunk);
        let rest = &bytes[from + chunk.len()..];
        bytes = match rest.strip_prefix(b"\r\n") {
            Some(rest) => rest,
            None if rest.is_empty() || rest == b"\r" => return Ok(Some(content)),
            None => return damaged(chunks),
        };
        chunks += 1;
    }
}

/// Reads at most `room` bytes; `limit` is what the message says.
fn unpack(from: impl Read, room: u64, limit: u64) -> Result<Vec<u8>, SkipReason> {
    let mut bytes = Vec::new();
    let read = from.take(room + 1).read_to_end(&mut bytes);
    read.map_err(|error: io::Error| bad(&format!("not unpacked: {error}")))?;
    match bytes.len() as u64 > room {
        true => Err(SkipReason::TooLarge(bytes.len() as u64, limit)),
        false => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A response record.
    fn record(http: &str) -> Vec<u8> {
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://h/a>\r\nWARC-Date: 2024-05-31T12:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
        .into_bytes()
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        use std::io::Write;
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    }

    #[test]
    fn a_page_is_found_in_a_response_packed_or_not() {
        let bytes = record("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>one</p>");
        let page = page(&bytes, 1000).unwrap();
        assert_eq!(
            (&*page.url, page.is_html, &*page.bytes),
            ("http://h/a", true, &b"<p>one</p>"[..])
        );
        assert_eq!(crate::base::units::date(page.date), "2024-05-31");
        assert_eq!(super::page(&gz(&bytes), 1000).unwrap(), page);
    }

    #[test]
    fn codings_are_undone() {
        let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n4\r\nfour\r\n3\r\nty!\r\n0\r\n\r\n";
        assert_eq!(page(&record(chunked), 1000).unwrap().bytes, b"fourty!");
        let plain = chunked.replace("4\r\nfour\r\n3\r\nty!\r\n0\r\n\r\n", "no chunks");
        assert_eq!(page(&record(&plain), 1000).unwrap().bytes, b"no chunks");
        // Cut off after a chunk, within its size, within a chunk: what is there is the page.
        for (cut, want) in [
            ("4\r\nfour\r\n", "four"),
            ("4\r\nfour\r\n3", "four"),
            ("4\r\nfour\r\n3\r\nty", "fourty"),
            ("4\r\nfour\r\n3\r\nty!\r", "fourty!"),
            ("4\r\nfour", "four"),
            ("ff\r\nfo", "fo"),
            // No chunks at all, although they begin like some.
            ("4\r\nfour more", "4\r\nfour more"),
            ("4", "4"),
        ] {
            let cut = chunked.replace("4\r\nfour\r\n3\r\nty!\r\n0\r\n\r\n", cut);
            let got = page(&record(&cut), 1000).unwrap().bytes;
            assert_eq!(String::from_utf8_lossy(&got), want, "{cut:?}");
        }
        let damaged = chunked.replace("3\r\n", "three\r\n");
        let why = page(&record(&damaged), 1000).unwrap_err().to_string();
        assert!(why.contains("chunk 2 of the body is damaged"), "{why}");
        let packed = gz(&b"again and ".repeat(1_000));
        let mut body = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".to_vec();
        body.extend(packed);
        let unpacked = |limit| response(&body, limit).map(|(_, content)| content.len());
        assert_eq!(unpacked(20_000), Ok(10_000));
        assert_eq!(unpacked(500), Err(SkipReason::TooLarge(501, 500)));
    }

    #[test]
    fn headers_may_be_folded_and_of_any_number() {
        let many: String = (0..400).map(|n| format!("X-{n}: {n}\r\n")).collect();
        let text = String::from_utf8(record(&format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=x\r\n{many}\r\n<p>one</p>"
        )))
        .unwrap();
        let text = text.replace(
            "WARC-Date",
            &format!("{many}X-Long: a\r\n\tb\n  c\r\nWARC-Date"),
        );
        let page = page(text.as_bytes(), 1000).unwrap();
        assert_eq!((&*page.bytes, page.is_html), (&b"<p>one</p>"[..], true));
        assert!(page.date > 0);
    }

    #[test]
    fn what_is_no_page_says_why() {
        let why = |bytes: &[u8]| page(bytes, 1000).unwrap_err().to_string();
        assert!(why(b"WARC").contains("not a record"));
        assert!(why(b"WARC/1.0\r\nWARC-Type: x").contains("do not end"));
        assert!(why(b"WARC/1.0\r\nWARC-Type: x\r\n\r\n").contains("no Content-Length"));
        assert!(
            why(b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 0\r\n\r\n").contains("no page")
        );
        assert!(why(&record("HTTP/1.1 404 Gone\r\n\r\n")).contains("HTTP status 404"));
        assert!(why(&record("nothing")).contains("HTTP"));
        let image = record("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx");
        assert_eq!(
            page(&image, 1000),
            Err(no_page("content type image/png".into()))
        );
        let mut short = record("HTTP/1.1 200 OK\r\n\r\nx");
        short.truncate(short.len() - 8);
        assert!(why(&short).contains("ends early"));
    }

    #[test]
    fn the_extension_tells() {
        for name in ["a.warc", "a.WARC", "a.warc.gz"] {
            assert!(is_warc(Path::new(name)), "{name}");
        }
        assert!(!is_warc(Path::new("a.gz")) && !is_warc(Path::new("warc")));
    }
}
