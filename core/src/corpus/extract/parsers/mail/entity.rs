//! Entities of a message [RFC 2045, 2.4]: headers and a body, which may consist of parts that are entities again.

use std::borrow::Cow;

use mail_parser::{ContentType, Message, MessageParser, MimeHeaders};

use super::boundary;

/// A message or a part of one.
#[derive(Clone)]
pub(super) struct Entity<'b> {
    /// Its headers; `None` if it has none.
    headers: Option<Message<'static>>,
    /// What follows the headers, as it is encoded.
    pub body: &'b [u8],
}

/// What the body of an entity is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Several forms of one content.
    Alternative,
    /// A content and what belongs to it, such as pictures.
    Related,
    /// Messages, where a part does not say something else.
    Digest,
    /// Other parts.
    Mixed,
    /// A message.
    Message,
    /// Plain text.
    Plain,
    /// HTML.
    Html,
    /// Text of another form, or something of a type that nobody knows.
    OtherText,
    /// Anything else.
    Other,
}

impl Kind {
    /// Whether the body consists of parts.
    pub fn has_parts(self) -> bool {
        matches!(
            self,
            Kind::Alternative | Kind::Related | Kind::Digest | Kind::Mixed
        )
    }
}

impl<'b> Entity<'b> {
    /// A part of a message.
    pub fn part(bytes: &'b [u8]) -> Self {
        let (head, body) = split(bytes);
        let mut head = Cow::Borrowed(head);
        // The parser knows no header that the bytes end within.
        if !head.is_empty() && !head.ends_with(b"\n") {
            head.to_mut().push(b'\n');
        }
        let headers = MessageParser::default().parse_headers(&head);
        let headers = headers.map(Message::into_owned);
        Entity { headers, body }
    }

    /// A message, which may stand behind blank lines. Without a header that is known it is a text.
    pub fn message(bytes: &'b [u8]) -> Self {
        let begun = bytes.trim_ascii_start();
        let bytes = match is_field(first_line(begun)) {
            true => begun,
            false => bytes,
        };
        let (head, _) = split(bytes);
        let mut lines = head.split(|byte| *byte == b'\n');
        match head.is_empty() || lines.any(is_known_field) {
            true => Self::part(bytes),
            false => Entity {
                headers: None,
                body: bytes,
            },
        }
    }

    /// The headers; `None` if it has none.
    pub fn headers(&self) -> Option<&Message<'static>> {
        self.headers.as_ref()
    }

    /// What the header `Content-Type` says, if it says something that can be read.
    pub fn content_type(&self) -> Option<&ContentType<'_>> {
        self.headers()?.content_type()
    }

    /// A parameter of the content type.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.content_type()?.attribute(name)
    }

    /// Whether it is meant for an attachment.
    pub fn is_attached(&self) -> bool {
        let disposition = self
            .headers()
            .and_then(|headers| headers.content_disposition());
        disposition.is_some_and(ContentType::is_attachment)
    }

    /// How the body is encoded, in lower case; empty if it is not.
    pub fn encoding(&self) -> String {
        let named = self
            .headers()
            .and_then(|headers| headers.content_transfer_encoding());
        let named = named.unwrap_or_default();
        let is_end = |c: char| c.is_whitespace() || matches!(c, ';' | '(' | ',');
        let named = named.trim().trim_matches('"').split(is_end).next();
        named.unwrap_or_default().to_ascii_lowercase()
    }

    /// What the body is. One without a type, or with one that cannot be read, is plain text [RFC 2045, 5.2], in a
    /// digest a message.
    pub fn kind(&self, is_in_digest: bool) -> Kind {
        let Some(kind) = self.content_type() else {
            return match is_in_digest {
                true => Kind::Message,
                false => Kind::Plain,
            };
        };
        let first = |text: &str| {
            let word = text.split_whitespace().next();
            word.unwrap_or_default().to_ascii_lowercase()
        };
        let subtype = first(kind.subtype().unwrap_or_default());
        match (&*first(kind.ctype()), &*subtype) {
            ("multipart", "alternative") => Kind::Alternative,
            ("multipart", "related") => Kind::Related,
            ("multipart", "digest") => Kind::Digest,
            ("multipart", _) => Kind::Mixed,
            (_, "") | ("text", "plain") => Kind::Plain,
            ("text", "html") | ("application", "xhtml+xml") => Kind::Html,
            ("message", "rfc822" | "global" | "news") => Kind::Message,
            ("application" | "audio" | "font" | "image" | "model" | "video", _) => Kind::Other,
            _ => Kind::OtherText,
        }
    }

    /// The parts of the body; `None` if it has no line that parts them.
    pub fn parts(&self) -> Option<Vec<&'b [u8]>> {
        let by = |boundary: &[u8]| {
            let has_parts = |part: &[u8]| has_parts_by(part, boundary);
            boundary::parts(self.body, boundary, &has_parts)
        };
        let named = self.boundary().and_then(|named| by(named.as_bytes()));
        named.or_else(|| by(boundary::guessed(self.body)?))
    }

    /// Whether the body ends before the line that closes its parts.
    pub fn is_cut(&self) -> bool {
        let is_open = |boundary: &str| !boundary::is_closed(self.body, boundary.as_bytes());
        self.boundary().is_some_and(is_open)
    }

    /// Which of the parts the others belong to: the one that the parameter `start` names [RFC 2387, 3.2], else the first.
    pub fn root(&self, parts: &[Entity<'_>]) -> usize {
        let bare = |id: &str| id.trim().trim_matches(['<', '>']).to_owned();
        let named = self.attribute("start").map(bare);
        let is_named = |part: &Entity<'_>| {
            let id = part.headers().and_then(|headers| headers.content_id());
            id.is_some() && id.map(bare) == named
        };
        parts.iter().position(is_named).unwrap_or(0)
    }

    /// The boundary that the headers name.
    fn boundary(&self) -> Option<&str> {
        let named = self.attribute("boundary").map(str::trim_end);
        named.filter(|boundary| !boundary.is_empty())
    }
}

/// Whether a part names `boundary` as that of its own parts.
fn has_parts_by(part: &[u8], boundary: &[u8]) -> bool {
    let (head, _) = split(part);
    let is_in = head.windows(boundary.len().max(1)).any(|at| at == boundary);
    is_in && Entity::part(head).boundary().map(str::as_bytes) == Some(boundary)
}

fn first_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    &bytes[..end.map_or(bytes.len(), |at| at + 1)]
}

/// Whether a line begins a header [RFC 5322, 2.2].
pub(super) fn is_field(line: &[u8]) -> bool {
    let end = line.iter().position(|byte| *byte == b':');
    end.is_some_and(|end| {
        let name = line[..end].trim_ascii_end();
        !name.is_empty() && name.iter().all(u8::is_ascii_graphic)
    })
}

/// Whether a line begins a header that says how to read the body, or who wrote it to whom.
fn is_known_field(line: &[u8]) -> bool {
    const KNOWN: [&str; 15] = [
        "bcc:",
        "content-",
        "delivered-to:",
        "sender:",
        "mime-version:",
        "from:",
        "to:",
        "cc:",
        "subject:",
        "date:",
        "message-id:",
        "received:",
        "reply-to:",
        "return-path:",
        "x-",
    ];
    let begin = |known: &str| line.get(..known.len()).unwrap_or_default();
    is_field(line)
        && KNOWN
            .iter()
            .any(|known| begin(known).eq_ignore_ascii_case(known.as_bytes()))
}

/// The headers and the body. The body begins after the first blank line, or where a line is no header, unless headers
/// follow that are known.
fn split(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    // Where a line stands that is no header, and whether a known one has come since.
    let mut stray: Option<usize> = None;
    while at < bytes.len() {
        let line = first_line(&bytes[at..]);
        if line.trim_ascii().is_empty() {
            break;
        }
        let is_folded = at > 0 && matches!(line[0], b' ' | b'\t');
        let is_quoted_postmark = line.starts_with(b"From ") || line.starts_with(b">From ");
        if is_known_field(line) {
            stray = None;
        } else if !is_folded && !is_field(line) && !is_quoted_postmark {
            stray.get_or_insert(at);
        }
        at += line.len();
    }
    match stray {
        Some(stray) => bytes.split_at(stray),
        None => {
            let blank = first_line(&bytes[at..]).len();
            (&bytes[..at], &bytes[at + blank..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_begins_after_a_blank_line_or_where_headers_end() {
        for (bytes, head, body) in [
            ("A: b\n c\n\nbody\n", "A: b\n c\n", "body\n"),
            ("A: b\r\n\r\nbody", "A: b\r\n", "body"),
            ("\nbody: it\n", "", "body: it\n"),
            ("A: b", "A: b", ""),
            ("", "", ""),
            (
                "words of no header\nmore: words\n\nbody",
                "",
                "words of no header\nmore: words\n\nbody",
            ),
            (
                "Subject: s\nwords of a text\n\nmore",
                "Subject: s\n",
                "words of a text\n\nmore",
            ),
            // A header that was broken without being indented.
            (
                "Subject: long\nsubject\nContent-Type: text/html\n\nbody",
                "Subject: long\nsubject\nContent-Type: text/html\n",
                "body",
            ),
        ] {
            let (read_head, read_body) = split(bytes.as_bytes());
            assert_eq!(String::from_utf8_lossy(read_head), head, "{bytes:?}");
            assert_eq!(String::from_utf8_lossy(read_body), body, "{bytes:?}");
        }
    }

    #[test]
    fn a_type_that_cannot_be_read_is_plain_text() {
        for (header, kind) in [
            ("", Kind::Plain),
            ("Content-Type: text", Kind::Plain),
            ("Content-Type: text;", Kind::Plain),
            ("Content-Type: text/", Kind::Plain),
            ("Content-Type: plain; charset=utf-8", Kind::Plain),
            ("Content-Type: ;;;", Kind::Plain),
            ("Content-Type:", Kind::Plain),
            ("Content-Type: text/plain charset=utf-8", Kind::Plain),
            ("CONTENT-TYPE: TEXT/HTML", Kind::Html),
            ("Content-Type: text/enriched", Kind::OtherText),
            ("Content-Type: plain/text", Kind::OtherText),
            ("Content-Type: image/png", Kind::Other),
            ("Content-Type: multipart/x-unknown", Kind::Mixed),
        ] {
            let entity = format!("{header}\n\nbody");
            assert_eq!(
                Entity::part(entity.as_bytes()).kind(false),
                kind,
                "{header}"
            );
        }
        assert_eq!(Entity::part(b"\nbody").kind(true), Kind::Message);
    }
}
