//! Mail messages (RFC 5322 with MIME): the plain text of the body, or the visible text of its HTML. Attachments
//! are left out and counted; subject, sender and date are title, author and date.

mod base64;

use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{ContentType, Encoding, Message, MessageParser, MessagePart, MimeHeaders};

use super::reasons::damaged;
use super::{flowed, page};
use crate::corpus::extract::{Extracted, LeftOut, Limits};
use crate::corpus::{SkipReason, decode, html};

/// Most messages around a message.
const DEPTH: u32 = 32;

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
    let mut found = Found::default();
    found.messages(&message, bytes, limits, 0)?;
    let Found {
        mut text,
        attachments,
    } = found;
    let kind = message.content_type();
    if is_blank(&text) && kind.is_some_and(is_encrypted) {
        return Err(SkipReason::Encrypted);
    }
    // Of several parts, but not said where they are parted: the body as it stands.
    if is_blank(&text)
        && kind
            .is_some_and(|kind| kind.ctype() == "multipart" && kind.attribute("boundary").is_none())
    {
        let end = message
            .raw_message()
            .windows(2)
            .position(|two| two == b"\n\n");
        let end = end.map(|at| at + 2).or_else(|| {
            let windows = &mut message.raw_message().windows(4);
            windows
                .position(|four| four == b"\r\n\r\n")
                .map(|at| at + 4)
        });
        let body = bytes.get(end.unwrap_or(0)..).unwrap_or_default();
        text = decode::decode(body.to_vec(), None).0;
        limits.check(text.len())?;
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
        left_out: LeftOut {
            attachments: u32::try_from(attachments).unwrap_or(u32::MAX),
            ..LeftOut::default()
        },
    })
}

/// What the text of a message is.
#[derive(Default)]
struct Found {
    text: String,
    /// Number of attachments.
    attachments: usize,
}

impl Found {
    /// Adds the text of a message that stands within `depth` others; of one that has none the messages within it, as of
    /// one that is forwarded whole: digests and bounces have nothing else.
    fn messages(
        &mut self,
        message: &Message<'_>,
        bytes: &[u8],
        limits: &Limits,
        depth: u32,
    ) -> Result<(), SkipReason> {
        let mut open = vec![(message, bytes, depth)];
        while let Some((message, bytes, depth)) = open.pop() {
            if depth > DEPTH {
                return Err(SkipReason::Unsupported(format!(
                    "messages in messages are read {DEPTH} levels deep: save the inner ones as files"
                )));
            }
            let (text, mut attachments) = own(message, bytes, limits)?;
            if is_blank(&text) {
                let below = open.len();
                for part in &message.parts {
                    let inner = part.message();
                    if let Some(inner) = inner {
                        open.push((inner, inner.raw_message(), depth + 1));
                    } else if is_message(part) && !part.is_text() {
                        // Packed in base64 within others that are, the crate leaves it as it is.
                        let inner = MessageParser::default().parse(part.contents());
                        let inner =
                            inner.ok_or_else(|| damaged("a message in it has no headers"))?;
                        self.messages(&inner, part.contents(), limits, depth + 1)?;
                    } else {
                        continue;
                    }
                    attachments = attachments.saturating_sub(1);
                }
                // The first is read first.
                open[below..].reverse();
            } else {
                if !self.text.is_empty() && !self.text.ends_with('\n') {
                    self.text.push('\n');
                }
                self.text.push_str(&text);
                limits.check(self.text.len())?;
            }
            self.attachments += attachments;
        }
        Ok(())
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Whether a part says that it is a message.
fn is_message(part: &MessagePart<'_>) -> bool {
    let kind = part.content_type();
    kind.is_some_and(|kind| {
        let subtype = kind.subtype().unwrap_or_default();
        kind.ctype().eq_ignore_ascii_case("message")
            && (subtype.eq_ignore_ascii_case("rfc822") || subtype.eq_ignore_ascii_case("global"))
    })
}

/// The text of a message without those within it, and the number of its attachments, messages among them.
fn own(
    message: &Message<'_>,
    bytes: &[u8],
    limits: &Limits,
) -> Result<(String, usize), SkipReason> {
    let mut text = String::new();
    for (at, part) in message.text_bodies().enumerate() {
        let plain = || message.body_text(at).unwrap_or_default().into_owned();
        add(&mut text, (part, bytes), plain, limits)?;
    }
    let mut attachments = message.attachment_count();
    // Of a message that was cut off, the parser takes the part at the cut for an attachment.
    let is_body =
        |part: &MessagePart<'_>| message.text_bodies().any(|body| std::ptr::eq(body, part));
    for part in &message.parts {
        if part.is_encoding_problem && is_plain(part) && !is_attached(part) && !is_body(part) {
            attachments = attachments.saturating_sub(1);
            let plain = || part.text_contents().unwrap_or_default().to_owned();
            add(&mut text, (part, bytes), plain, limits)?;
        }
    }
    // A plain part without text stands for nothing, and a message that was cut off may have lost its structure.
    if is_blank(&text) {
        text.clear();
        let parts = message.html_bodies().chain(&message.parts);
        let mut parts =
            parts.filter(|part| (part.is_text() || part.is_text_html()) && !is_attached(part));
        while let Some(part) = parts.next().filter(|_| is_blank(&text)) {
            let plain = || part.text_contents().unwrap_or_default().to_owned();
            add(&mut text, (part, bytes), plain, limits)?;
        }
    }
    Ok((text, attachments))
}

/// Whether a message of this type has no text but an encrypted one.
fn is_encrypted(kind: &ContentType<'_>) -> bool {
    let subtype = kind.subtype().unwrap_or_default();
    let is_enveloped = || {
        let smime = kind.attribute("smime-type");
        smime.is_some_and(|smime| smime.eq_ignore_ascii_case("enveloped-data"))
    };
    match kind.ctype() {
        "multipart" => subtype.eq_ignore_ascii_case("encrypted"),
        "application" => subtype.to_ascii_lowercase().ends_with("pkcs7-mime") && is_enveloped(),
        _ => false,
    }
}

/// Whether a part is meant for an attachment.
fn is_attached(part: &MessagePart<'_>) -> bool {
    let disposition = part.content_disposition();
    disposition.is_some_and(ContentType::is_attachment)
}

/// Whether a part is plain text by what it says of itself.
fn is_plain(part: &MessagePart<'_>) -> bool {
    let kind = part.content_type();
    kind.is_none_or(|kind| kind.ctype() == "text" && kind.subtype() != Some("html"))
}

/// The text of a part whose encoding is damaged, such as base64 with other signs in it or cut off: what can be
/// decoded of it. Signs outside the alphabet are passed over [RFC 2045, 6.8]; plain text behind the encoded one, as lists
/// add it, is text as it stands.
fn recovered(part: &MessagePart<'_>, message: &[u8]) -> Option<String> {
    let encoding = part.content_transfer_encoding()?;
    let body = message.get(part.offset_body as usize..part.offset_end as usize)?;
    let (body, behind) = match encoding.to_ascii_lowercase().as_str() {
        "base64" => base64::decoded(body)?,
        "quoted-printable" => (quoted_printable_decode(body)?, &[][..]),
        _ => return None,
    };
    let named = part
        .content_type()
        .and_then(|kind| kind.attribute("charset"));
    let declared = named.and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes()));
    let mut text = decode::decode(body, declared).0;
    if !behind.trim_ascii().is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&decode::decode(behind.to_vec(), None).0);
    }
    Some(text)
}

/// The text of a part that names no encoding and is not UTF-8, as it is detected.
fn detected(part: &MessagePart<'_>, message: &[u8]) -> Option<String> {
    if part.is_encoding_problem
        && let Some(text) = recovered(part, message)
    {
        return Some(text);
    }
    let named = part
        .content_type()
        .and_then(|kind| kind.attribute("charset"));
    if named.is_some() || part.encoding != Encoding::None {
        return None;
    }
    let body = message.get(part.offset_body as usize..part.offset_end as usize)?;
    if std::str::from_utf8(body).is_ok() {
        return None;
    }
    let is_html = part.is_text_html();
    let declared = is_html.then(|| html::declared_encoding(body)).flatten();
    Some(decode::decode(body.to_vec(), declared).0)
}

/// Adds the text of a part of this message; `plain` gives that of one that is not HTML.
fn add(
    text: &mut String,
    (part, message): (&MessagePart<'_>, &[u8]),
    plain: impl FnOnce() -> String,
    limits: &Limits,
) -> Result<(), SkipReason> {
    let detected = detected(part, message);
    let body = match part.is_text_html() {
        true => {
            let source = detected.as_deref().or(part.text_contents());
            let source = source.unwrap_or_default();
            page::visible(source, limits)?
        }
        false => flowed::joined(part, detected.unwrap_or_else(plain)),
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&body);
    limits.check(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Reading;

    fn text(headers: &str, body: &[u8]) -> Result<String, SkipReason> {
        let begin = format!("From: a@b.c\nSubject: S\nMIME-Version: 1.0\n{headers}\n");
        let message = [begin.as_bytes(), body].concat();
        let read = read(&message, &Limits::of(&Reading::default()));
        read.map(|extracted| extracted.text.trim().to_owned())
    }

    #[test]
    fn east_asian_encodings_are_decoded() {
        for (name, words) in [
            ("Shift_JIS", "日本語の文章"),
            ("ISO-2022-JP", "日本語の文章"),
            ("EUC-JP", "日本語の文章"),
            ("GB18030", "中文的文章"),
            ("Big5", "中文的文章"),
            ("EUC-KR", "한국어 문장"),
        ] {
            let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
            let (body, _, _) = encoding.encode(words);
            let headers = format!("Content-Type: text/plain; charset={name}\n");
            assert_eq!(text(&headers, &body).unwrap(), words, "{name}");
        }
    }

    #[test]
    fn an_encoding_that_is_not_named_is_detected() {
        let words = "Die Bürgerinnen möchten über größere Gärten für fröhliche Mädchen und Söhne";
        let (body, _, _) = encoding_rs::WINDOWS_1252.encode(words);
        assert_eq!(text("", &body).unwrap(), words);
        let page = [b"<meta charset=windows-1252><p>", &*body].concat();
        let html = text("Content-Type: text/html\n", &page).unwrap();
        assert_eq!(html, words);
    }

    #[test]
    fn what_is_attached_is_left_out_and_counted() {
        let of = |headers: &str, body: &str| {
            let message = format!("From: a@b.c\nMIME-Version: 1.0\n{headers}\n{body}");
            let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
            (read.text.trim().to_owned(), read.left_out.attachments)
        };
        let mixed = "Content-Type: multipart/mixed; boundary=x\n";
        let part = |kind: &str, body: &str| format!("--x\nContent-Type: {kind}\n\n{body}\n\n");
        let plain = part("text/plain", "outer words");
        let inner = part("message/rfc822", "Subject: inner\n\ninner words");
        let file = part(
            "text/plain\nContent-Disposition: attachment; filename=a.txt",
            "words of a file",
        );
        let end = "--x--\n";
        assert_eq!(of("", "bare words"), ("bare words".into(), 0));
        assert_eq!(
            of(mixed, &[&*plain, end].concat()),
            ("outer words".into(), 0)
        );
        assert_eq!(
            of(mixed, &[&*plain, &*inner, end].concat()),
            ("outer words".into(), 1)
        );
        assert_eq!(
            of(mixed, &[&*plain, &*inner, &*file, end].concat()),
            ("outer words".into(), 2)
        );
        // Without text of its own, the message within it is the text.
        assert_eq!(
            of(mixed, &[&*inner, end].concat()),
            ("inner words".into(), 0)
        );
    }

    #[test]
    fn a_message_that_was_cut_off_loses_no_part_before_the_cut() {
        let part = |kind: &str, body: &str| format!("--x\nContent-Type: {kind}\n\n{body}\n");
        let mixed = |end: &str| {
            let parts = [
                part("text/plain", "first words"),
                part("text/plain", "last words"),
            ];
            let message = format!(
                "From: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n{}{end}",
                parts.concat()
            );
            let read = read(message.as_bytes(), &Limits::of(&Reading::default())).unwrap();
            (
                read.text.split_whitespace().collect::<Vec<_>>().join(" "),
                read.left_out.attachments,
            )
        };
        let whole = mixed("--x--\n");
        assert_eq!(whole, ("first words last words".into(), 0));
        assert_eq!(mixed(""), whole);
        // The second form of the same text is no more text.
        let page = part("text/html", "<p>first words</p>");
        let plain = part("text/plain", "first words");
        let kind = "Content-Type: multipart/alternative; boundary=x\n";
        assert_eq!(
            text(kind, [plain, page].concat().as_bytes()).unwrap(),
            "first words"
        );
    }

    #[test]
    fn of_damaged_base64_what_can_be_decoded_is_read() {
        let kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n";
        // "one two three four": whole, with signs of no alphabet, and cut within a group.
        for (body, words) in [
            ("b25lIHR3byB0aHJlZSBmb3Vy\n", "one two three four"),
            ("b25lIHR3!!byB0aHJl\n* *ZSBmb3Vy\n", "one two three four"),
            ("b25lIHR3byB0aHJlZSBm!b3\n", "one two three fo"),
            ("b25lIHR3byB0aHJlZSBm!b\n", "one two three f"),
        ] {
            assert_eq!(text(kind, body.as_bytes()).unwrap(), words, "{body}");
        }
    }

    #[test]
    fn words_that_were_broken_at_the_end_of_a_line_are_whole() {
        let flowed = |says: &str| format!("Content-Type: text/plain; format=flowed{says}\n");
        let body = b"alpha eps \nilon\n";
        let read = |says: &str| text(&flowed(says), body).unwrap();
        assert_eq!(read("; DelSp=yes"), "alpha epsilon");
        assert_eq!(read("; delsp=no"), "alpha eps \nilon");
        assert_eq!(read(""), "alpha eps \nilon");
    }

    #[test]
    fn messages_in_messages_are_read() {
        let forwarded = b"From: x@y\nSubject: d\n\nforwarded words\n";
        let whole = text("Content-Type: message/rfc822\n", forwarded).unwrap();
        assert_eq!(whole, "forwarded words");
        let digest = [b"--B\n\n", &forwarded[..], b"--B--\n"].concat();
        let digest = text("Content-Type: multipart/digest; boundary=B\n", &digest).unwrap();
        assert_eq!(digest, "forwarded words");
    }

    #[test]
    fn messages_are_read_however_deep_they_stand_in_messages() {
        let innermost = "Subject: l\nContent-Type: text/plain\n\nforwarded words\n".to_owned();
        let headers = "Content-Type: message/rfc822\n";
        let nested = |levels: u32| {
            let around = |inner, _| format!("Subject: l\n{headers}\n{inner}");
            (1..levels).fold(innermost.clone(), around)
        };
        for levels in [1, 2, 3, 7, DEPTH] {
            let read = text(headers, nested(levels).as_bytes());
            assert_eq!(read.unwrap(), "forwarded words", "{levels}");
        }
        let read = text(headers, nested(DEPTH + 1).as_bytes());
        assert!(matches!(read, Err(SkipReason::Unsupported(_))), "{read:?}");
        // In base64 each; and a digest in a digest, with what stands in order.
        let packed = |inner: &str| {
            let body = ::base64::Engine::encode(&::base64::prelude::BASE64_STANDARD, inner);
            format!("Subject: l\n{headers}Content-Transfer-Encoding: base64\n\n{body}\n")
        };
        let six = (0..6).fold(innermost.clone(), |inner, _| packed(&inner));
        assert_eq!(text(headers, six.as_bytes()).unwrap(), "forwarded words");
        let digest = |boundary: &str, inner: &[&str]| {
            let parts: Vec<String> = inner
                .iter()
                .map(|inner| format!("--{boundary}\n\n{inner}\n"))
                .collect();
            format!(
                "Content-Type: multipart/digest; boundary={boundary}\n\n{}--{boundary}--\n",
                parts.concat()
            )
        };
        let one = innermost.replace("forwarded", "first");
        let two = innermost.replace("forwarded", "second");
        let inner = digest("C", &[&one, &two]);
        let third = innermost.replace("forwarded", "third");
        let whole = digest("B", &[&format!("Subject: d\n{inner}"), &third]);
        let (headers, body) = whole.split_once("\n\n").unwrap();
        let read = text(&format!("{headers}\n"), body.as_bytes()).unwrap();
        let words: Vec<&str> = read.split_whitespace().collect();
        assert_eq!(words.join(" "), "first words second words third words");
    }

    #[test]
    fn plain_text_behind_base64_is_text_as_it_stands() {
        let kind = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n";
        let footer = "-- \nfooter of the list über alles";
        // With a group that is whole at its end and with padding; "first ünï words", "first ünï word".
        for encoded in ["Zmlyc3Qgw7xuw68gd29yZHM=", "Zmlyc3Qgw7xuw68g\nd29yZHMh"] {
            for between in ["\n", "\n\n", "\r\n\r\n"] {
                let body = [encoded, between, footer, "\n"].concat();
                let read = text(kind, body.as_bytes()).unwrap().replace('!', "");
                assert_eq!(read, ["first ünï words\n", footer].concat(), "{body:?}");
            }
        }
    }

    #[test]
    fn parts_without_a_boundary_are_one_text_and_encrypted_ones_are_told() {
        let parts = b"--B\nContent-Type: text/plain\n\nwords of a part\n--B--\n";
        let parted = text("Content-Type: multipart/mixed\n", parts).unwrap();
        assert!(parted.contains("words of a part"), "{parted}");
        let encrypted = b"--B\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--B--\n";
        let told = text("Content-Type: multipart/encrypted; boundary=B\n", encrypted);
        assert_eq!(told, Err(SkipReason::Encrypted));
    }
}
