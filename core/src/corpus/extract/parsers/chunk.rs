//! A document that stands within a document of Office Open XML as it was imported (ECMA-376 part 1, 17.17.2,
//! `altChunk`): HTML, a page with its parts as a mail message (MHTML), plain text or another docx; RTF is not read. Its form is told
//! by its bytes, because its name is the writer's choice.

use super::{mail, page};
use crate::corpus::extract::{Extracted, Limits};
use crate::corpus::{SkipReason, decode, html};

/// Reads the bytes of a document.
pub(super) type Reader<'a> = &'a dyn Fn(&[u8]) -> Result<Extracted, SkipReason>;

/// The text of an imported document; `None` if it has none that can be read. `docx` reads one of that format, `None` where
/// documents stand too deep within each other.
pub(super) fn read(
    bytes: Vec<u8>,
    limits: &Limits,
    docx: Option<Reader<'_>>,
) -> Result<Option<Extracted>, SkipReason> {
    let read = match (form(&bytes), docx) {
        (Form::Docx, Some(docx)) => docx(&bytes),
        (Form::Docx, None) | (Form::Unknown, _) => return Ok(None),
        (Form::Message, _) => mail::read(&bytes, limits),
        (Form::Page, _) => {
            let declared = html::declared_encoding(&bytes);
            page::seen(
                &decode::decode(bytes, declared).0,
                html::Syntax::Html,
                limits,
            )
        }
        (Form::Text, _) => Ok(Extracted::from(decode::decode(bytes, None).0)),
    };
    match read {
        Ok(extracted) => Ok(Some(extracted)),
        Err(SkipReason::Damaged(_) | SkipReason::Empty | SkipReason::Encrypted) => Ok(None),
        Err(reason) => Err(reason),
    }
}

#[derive(Debug, PartialEq)]
enum Form {
    Docx,
    Message,
    Page,
    Text,
    Unknown,
}

fn form(bytes: &[u8]) -> Form {
    let begin = bytes.trim_ascii_start();
    let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin);
    let begin = begin[..begin.len().min(1_000)].to_ascii_lowercase();
    let is_header = |text: &[u8]| {
        let mut names = ["mime-version:", "content-type:", "from:"].into_iter();
        names.any(|name| text.starts_with(name.as_bytes()))
    };
    if begin.starts_with(b"pk\x03\x04") {
        Form::Docx
    } else if begin.starts_with(b"{\\rtf") {
        Form::Unknown
    } else if is_header(&begin) {
        Form::Message
    } else if begin.windows(13).any(|at| at == b"<pkg:package ") {
        Form::Unknown
    } else if begin.starts_with(b"<") {
        Form::Page
    } else if decode::is_binary(bytes) {
        Form::Unknown
    } else {
        Form::Text
    }
}
