//! Mail messages (RFC 5322 with MIME): the plain text of the body, or the visible text of its HTML. Attachments
//! are left out; subject, sender and date are title, author and date.

use mail_parser::MessageParser;

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
    let is_html = |part: &mail_parser::MessagePart<'_>| part.is_text_html();
    let mut text = String::new();
    for (at, part) in message.text_bodies().enumerate() {
        let body = match is_html(part) {
            true => {
                let source = part.text_contents().unwrap_or_default();
                let reading = Reading {
                    max_depth: limits.max_depth,
                    max_seconds: limits.max_seconds,
                    ..Reading::default()
                };
                html::page(source, &reading, &Clock::start(&reading))?.text
            }
            false => message.body_text(at).unwrap_or_default().into_owned(),
        };
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&body);
        limits.check(text.len())?;
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
