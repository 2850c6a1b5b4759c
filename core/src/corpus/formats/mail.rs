//! Mail messages (RFC 5322 with MIME), parsed by `mail-parser`: the plain text of the body, or the visible text of its
//! HTML. Attachments are only counted; subject, sender and date become title, author and date.

#[cfg(test)]
mod tests;

use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::xml_text;
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};
use crate::corpus::html::Syntax;
use crate::corpus::{SkipReason, decode};

/// Maximum nesting depth of messages.
const MAX_DEPTH: u32 = 32;

/// Reads a message. In a mailbox, it begins with the line `From `.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines = bytes.splitn(2, |byte| *byte == b'\n');
    let bytes = match lines.next() {
        Some(first) if first.starts_with(b"From ") => lines.next().unwrap_or_default(),
        _ => bytes,
    };
    let message = MessageParser::default().parse(bytes);
    let Some(message) = message.filter(has_headers) else {
        return Ok(Extracted::from(decode::decode(bytes.to_vec(), None).0));
    };
    let mut body = Body::default();
    body.message(&message, limits, 0)?;
    let from = message.from().and_then(|from| from.first());
    let author = from.and_then(|from| from.name().or(from.address()));
    Ok(Extracted {
        title: message.subject().unwrap_or_default().to_owned(),
        author: author.map(str::to_owned),
        date: message.date().map(mail_parser::DateTime::to_rfc3339),
        unextracted: body.unextracted,
        ..Extracted::from(body.text)
    })
}

/// Whether the message has a usual header, not only a line with a colon.
fn has_headers(message: &Message<'_>) -> bool {
    message.from().is_some()
        || message.to().is_some()
        || message.subject().is_some()
        || message.date().is_some()
        || message.content_type().is_some()
}

/// The text of a message.
#[derive(Default)]
struct Body {
    text: String,
    unextracted: UnextractedParts,
}

impl Body {
    /// Adds the text of a message that is nested in `depth` others. A message without text gets the text of its nested
    /// messages (for example, forwarded ones), otherwise the text of its attachments.
    fn message(
        &mut self,
        message: &Message<'_>,
        limits: &Limits,
        depth: u32,
    ) -> Result<(), SkipReason> {
        if depth > MAX_DEPTH {
            return Err(SkipReason::Unsupported(format!(
                "messages in messages are read {MAX_DEPTH} levels deep: save the inner ones as files"
            )));
        }
        let start = self.text.len();
        let is_blank_since = |body: &Body| is_blank(&body.text[start..]);
        for part in message.text_bodies() {
            self.part(part, limits)?;
        }
        if is_blank_since(self) {
            self.text.truncate(start);
            for part in message.html_bodies().filter(|part| part.is_text_html()) {
                self.part(part, limits)?;
            }
        }
        let attached: Vec<&MessagePart<'_>> = message.attachments().collect();
        let mut read = 0;
        if is_blank_since(self) {
            for part in &attached {
                if let Some(inner) = part.message() {
                    self.message(inner, limits, depth + 1)?;
                    read += 1;
                }
            }
        }
        if is_blank_since(self) {
            for part in &attached {
                let length = self.text.len();
                self.part(part, limits)?;
                read += usize::from(!is_blank(&self.text[length..]));
            }
        }
        let attachments = u32::try_from(attached.len() - read).unwrap_or(u32::MAX);
        let sum = self.unextracted.attachments.saturating_add(attachments);
        self.unextracted.attachments = sum;
        Ok(())
    }

    /// Adds the text of a part on a separate line; a part that is not text adds nothing.
    fn part(&mut self, part: &MessagePart<'_>, limits: &Limits) -> Result<(), SkipReason> {
        let text = match &part.body {
            PartType::Text(text) => text.clone(),
            PartType::Html(page) => {
                let seen = xml_text::seen(page, Syntax::Html, limits)?;
                self.unextracted += seen.unextracted;
                seen.text.into()
            }
            _ => return Ok(()),
        };
        let is_damaged = part.is_encoding_problem || text.contains('\u{fffd}');
        self.unextracted.missing += u32::from(is_damaged);
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(&text);
        limits.check(self.text.len())
    }
}

fn is_blank(text: &str) -> bool {
    !text.contains(char::is_alphanumeric)
}
