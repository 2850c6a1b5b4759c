//! Headers of records, and which files have records.

use crate::corpus::SkipReason;

/// Most bytes of the headers of a record, and of an HTTP response.
pub const MOST_HEADERS: usize = 64 << 10;

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
    /// Whether the record may hold a page.
    pub fn may_be_page(&self) -> bool {
        self.is_of_page() && self.url.is_some()
    }

    /// Whether the body is an answer of HTTP, headers and all.
    pub(super) fn is_answer(&self) -> bool {
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
            "revisit" => Some(no_page("a visit of a page that had not changed".to_owned())),
            "continuation" => Some(bad("a further segment of a page; segments are not joined")),
            "" => Some(bad("the record has no WARC-Type")),
            _ if self.is_of_page() => Some(bad("the record has no WARC-Target-URI")),
            other => Some(no_page(format!("a record of the unknown type {other:?}"))),
        }
    }
}

/// The reason of a record that is not read.
pub fn bad(why: &str) -> SkipReason {
    SkipReason::BadRow(why.to_owned())
}

pub(super) fn no_page(what: String) -> SkipReason {
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
