//! Mail messages (RFC 5322 with MIME): the plain text of the body, or the visible text of its HTML. Attachments
//! are left out; subject, sender and date are title, author and date.

use mail_parser::{MessageParser, MimeHeaders};

use super::reasons::damaged;
use crate::corpus::extract::{Extracted, Limits};
use crate::corpus::limits::Clock;
use crate::corpus::{SkipReason, html};
use crate::settings::Reading;

/// Reads a message. In a mailbox the line `From ` before it belongs to it.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let bytes = match bytes.strip_prefix(b"From ") {
        Some(rest) => {
            let end = rest.iter().position(|b| *b == b'\n');
            &rest[end.map_or(rest.len(), |end| end + 1)..]
        }
        None => bytes,
    };
    let message = MessageParser::default().parse(bytes);
    let message = message.ok_or_else(|| damaged("it has no headers of a message"))?;
    let mut text = String::new();
    for (at, part) in message.text_bodies().enumerate() {
        let plain = || message.body_text(at).unwrap_or_default().into_owned();
        add(&mut text, part, plain, limits)?;
    }
    let is_blank = |text: &str| text.trim().is_empty();
    // A plain part without text stands for nothing, and a message that was cut off may have lost its structure.
    if is_blank(&text) {
        text.clear();
        let parts = message.html_bodies().chain(&message.parts);
        let is_attached = |part: &mail_parser::MessagePart<'_>| {
            part.content_disposition()
                .is_some_and(mail_parser::ContentType::is_attachment)
        };
        let mut parts =
            parts.filter(|part| (part.is_text() || part.is_text_html()) && !is_attached(part));
        while let Some(part) = parts.next().filter(|_| is_blank(&text)) {
            let plain = || part.text_contents().unwrap_or_default().to_owned();
            add(&mut text, part, plain, limits)?;
        }
    }
    let has_headers = message.from().is_some()
        || message.to().is_some()
        || message.subject().is_some()
        || message.date().is_some()
        || message.content_type().is_some();
    if is_blank(&text) && !has_headers {
        text = String::from_utf8_lossy(bytes).into_owned();
    }
    let from = message.from().and_then(|from| from.first());
    let author = from.and_then(|from| from.name().or(from.address()));
    Ok(Extracted {
        text,
        title: message.subject().unwrap_or_default().to_owned(),
        author: author.map(str::to_owned),
        date: message.date().map(mail_parser::DateTime::to_rfc3339),
        ..Extracted::default()
    })
}

/// Adds the text of a part of a message; `plain` gives that of one that is not HTML.
fn add(
    text: &mut String,
    part: &mail_parser::MessagePart<'_>,
    plain: impl FnOnce() -> String,
    limits: &Limits,
) -> Result<(), SkipReason> {
    let body = match part.is_text_html() {
        true => {
            let source = part.text_contents().unwrap_or_default();
            let reading = Reading {
                max_depth: limits.max_depth,
                max_seconds: limits.max_seconds,
                ..Reading::default()
            };
            html::page(source, &reading, &Clock::start(&reading))?.text
        }
        false => plain(),
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&body);
    limits.check(text.len())
}
