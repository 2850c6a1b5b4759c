//! Mail messages (RFC 5322 with MIME): the plain text of the body, or the visible text of its HTML. Attachments
//! are left out and counted; subject, sender and date are title, author and date.

mod base64;
mod boundary;
mod charset;
mod entity;
mod quoted;
#[cfg(test)]
mod tests;
mod utf_7;
mod uuencode;

use std::borrow::Cow;

use mail_parser::{ContentType, Message};

use super::{flowed, page};
use crate::corpus::extract::{Extracted, LeftOut, Limits};
use crate::corpus::html::Syntax;
use crate::corpus::wide::Wide;
use crate::corpus::{SkipReason, decode};
use entity::{Entity, Kind};

/// Most messages around a message.
const DEPTH: u32 = 32;

/// Most messages and parts around a part.
const MOST_AROUND: u32 = 100;

/// Reads a message. In a mailbox the line `From ` before it belongs to it.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let bytes = narrow(bytes);
    let bytes = with_line_feeds(&bytes);
    let bytes = match bytes.strip_prefix(b"From ") {
        Some(rest) => {
            let end = rest.iter().position(|b| *b == b'\n');
            &rest[end.map_or(rest.len(), |end| end + 1)..]
        }
        None => &bytes,
    };
    let entity = Entity::message(bytes);
    let Found {
        mut text,
        attachments,
        hidden,
        damaged,
        ..
    } = message(&entity, limits, (0, 0))?;
    if is_blank(&text) && entity.content_type().is_some_and(is_encrypted) {
        return Err(SkipReason::Encrypted);
    }
    let headers = entity.headers();
    let is_message = |headers: &Message<'_>| {
        headers.from().is_some()
            || headers.to().is_some()
            || headers.subject().is_some()
            || headers.date().is_some()
            || entity.content_type().is_some()
    };
    if is_blank(&text) && !headers.is_some_and(is_message) {
        text = decode::decode(bytes.to_vec(), None).0;
    }
    let from = headers.and_then(|headers| headers.from()?.first());
    let author = from.and_then(|from| from.name().or(from.address()));
    let title = headers.and_then(|headers| headers.subject());
    let date = headers.and_then(|headers| headers.date());
    Ok(Extracted {
        unseen: Vec::new(),
        text,
        title: title.unwrap_or_default().to_owned(),
        author: author.map(str::to_owned),
        date: date.map(mail_parser::DateTime::to_rfc3339),
        left_out: LeftOut {
            attachments: u32::try_from(attachments).unwrap_or(u32::MAX),
            hidden,
            missing: damaged,
            ..LeftOut::default()
        },
    })
}

/// A message as UTF-8 or what its headers say, without a byte-order mark.
fn narrow(bytes: &[u8]) -> Cow<'_, [u8]> {
    match Wide::marked(bytes) {
        Some(wide) => wide.decode(bytes).into_bytes().into(),
        None => bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).into(),
    }
}

/// A message whose lines end with carriage returns, as those of old programs do, with line feeds in their place.
fn with_line_feeds(bytes: &[u8]) -> Cow<'_, [u8]> {
    let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    let ends = end.map_or(&[][..], |at| &bytes[at..]);
    // Some programs end a line with several of them and a line feed.
    let behind = ends.iter().find(|byte| **byte != b'\r');
    if !ends.starts_with(b"\r") || behind == Some(&b'\n') {
        return Cow::Borrowed(bytes);
    }
    let mut out = bytes.to_vec();
    for at in 0..out.len() {
        if out[at] == b'\r' && out.get(at + 1) != Some(&b'\n') {
            out[at] = b'\n';
        }
    }
    Cow::Owned(out)
}

/// What was found in a message, or in a part of one.
#[derive(Default)]
struct Found<'b> {
    text: String,
    /// Number of parts of pages that their elements hide.
    hidden: u32,
    /// Number of bodies that are cut short, or whose encoded text is not whole.
    damaged: u32,
    /// Number of attachments, messages among them.
    attachments: usize,
    /// Messages in it.
    messages: Vec<Cow<'b, [u8]>>,
    /// Attachments that are text.
    spare: Vec<Entity<'b>>,
}

/// Where an entity stands.
#[derive(Clone, Copy)]
struct Place {
    /// What it is a part of.
    within: Kind,
    /// Whether it is the first part there.
    is_first: bool,
    /// Number of messages and parts around it.
    around: u32,
}

/// The text of a message with so many messages, and messages and parts, around it. Of one that has none it is that of
/// the messages within it, as of one that is forwarded whole: digests and bounces have nothing else. Where they have
/// none either, it is that of what is attached.
fn message<'b>(
    entity: &Entity<'b>,
    limits: &Limits,
    (messages, around): (u32, u32),
) -> Result<Found<'b>, SkipReason> {
    if messages > DEPTH {
        return Err(SkipReason::Unsupported(format!(
            "messages in messages are read {DEPTH} levels deep: save the inner ones as files"
        )));
    }
    let mut found = Found::default();
    let place = Place {
        within: Kind::Mixed,
        is_first: true,
        around,
    };
    found.entity(entity, place, limits)?;
    if is_blank(&found.text) {
        for bytes in std::mem::take(&mut found.messages) {
            let bytes = with_line_feeds(&bytes);
            let inner = Entity::message(&bytes);
            let inner = message(&inner, limits, (messages + 1, around + 1))?;
            found.add(&inner.text, limits)?;
            found.damaged += inner.damaged;
            found.attachments = found.attachments.saturating_sub(1) + inner.attachments;
        }
    }
    if is_blank(&found.text) {
        for entity in std::mem::take(&mut found.spare) {
            if decode::is_binary(&content(&entity).body) {
                continue;
            }
            let (text, hidden, is_whole) = text(&entity, limits)?;
            if !is_blank(&text) {
                found.hidden += hidden;
                found.damaged += u32::from(!is_whole);
                found.add(&text, limits)?;
                found.attachments = found.attachments.saturating_sub(1);
            }
        }
    }
    Ok(found)
}

impl<'b> Found<'b> {
    /// Adds what is in an entity.
    fn entity(
        &mut self,
        entity: &Entity<'b>,
        place: Place,
        limits: &Limits,
    ) -> Result<(), SkipReason> {
        if place.around > MOST_AROUND {
            return Err(SkipReason::Unsupported(format!(
                "parts in parts of a message are read {MOST_AROUND} levels deep: save the inner ones as files"
            )));
        }
        let kind = entity.kind(place.within == Kind::Digest);
        if kind.has_parts() {
            let Some(parts) = entity.parts() else {
                // Of several parts, but not said where they are parted: the body as it stands.
                let text = decode::decode(content(entity).body.into_owned(), None).0;
                return self.add(&text, limits);
            };
            self.damaged += u32::from(entity.is_cut());
            let parts: Vec<Entity<'b>> = parts.into_iter().map(Entity::part).collect();
            let first = match kind {
                Kind::Related => entity.root(&parts),
                _ => 0,
            };
            let parts = parts.into_iter().enumerate().map(|(at, part)| {
                let place = Place {
                    within: kind,
                    is_first: at == first,
                    around: place.around + 1,
                };
                (part, place)
            });
            return match kind {
                Kind::Alternative => self.alternative(parts, limits),
                _ => { parts }.try_for_each(|(part, place)| self.entity(&part, place, limits)),
            };
        }
        if kind == Kind::Message {
            self.attachments += 1;
            self.messages.push(content(entity).body);
            return Ok(());
        }
        // A file has a name; the text of a message may have one.
        let is_named = entity.attribute("name").is_some();
        let is_body = match kind {
            Kind::Plain | Kind::Html => {
                place.is_first || place.within != Kind::Related && !is_named
            }
            _ => false,
        };
        let is_form = place.within == Kind::Alternative && kind != Kind::Other;
        if is_form || is_body && !entity.is_attached() {
            let (text, hidden, is_whole) = text(entity, limits)?;
            self.hidden += hidden;
            self.damaged += u32::from(!is_whole);
            return self.add(&text, limits);
        }
        self.attachments += 1;
        if kind != Kind::Other {
            self.spare.push(entity.clone());
        }
        Ok(())
    }

    /// Adds one of several forms of a content: the first plain text, else the first that has a text. One without a word
    /// stands back behind one with words.
    fn alternative(
        &mut self,
        parts: impl Iterator<Item = (Entity<'b>, Place)>,
        limits: &Limits,
    ) -> Result<(), SkipReason> {
        let mut best: Option<((bool, u8), Found<'b>)> = None;
        for (part, place) in parts {
            let rank = match part.kind(false) {
                Kind::Plain => 2,
                Kind::OtherText => 0,
                _ => 1,
            };
            let mut form = Found::default();
            form.entity(&part, place, limits)?;
            self.attachments += form.attachments + usize::from(rank == 0);
            self.messages.append(&mut form.messages);
            self.spare.append(&mut form.spare);
            let rank = (form.text.contains(char::is_alphanumeric), rank);
            let is_better = best.as_ref().is_none_or(|(known, _)| rank > *known);
            if is_better && !is_blank(&form.text) {
                best = Some((rank, form));
            }
        }
        if let Some(((_, rank), form)) = best {
            self.attachments -= usize::from(rank == 0);
            self.hidden += form.hidden;
            self.damaged += form.damaged;
            self.add(&form.text, limits)?;
        }
        Ok(())
    }

    /// Adds text on a line of its own.
    fn add(&mut self, text: &str, limits: &Limits) -> Result<(), SkipReason> {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text.push_str(text);
        limits.check(self.text.len())
    }
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
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

/// The decoded body of an entity.
struct Content<'b> {
    body: Cow<'b, [u8]>,
    /// Plain text behind it, as lists add it to base64.
    behind: &'b [u8],
    /// Whether what is encoded is whole.
    is_whole: bool,
}

/// The decoded body of an entity. Signs outside the alphabet are passed over [RFC 2045, 6.8].
fn content<'b>(entity: &Entity<'b>) -> Content<'b> {
    let all = |body: Cow<'b, [u8]>, is_whole| Content {
        body,
        behind: &[],
        is_whole,
    };
    let body = entity.body;
    match &*entity.encoding() {
        "base64" => match base64::decoded(body) {
            Some((decoded, behind)) => Content {
                body: decoded.into(),
                behind,
                is_whole: base64::is_whole(&body[..body.len() - behind.len()]),
            },
            None => all(body.into(), base64::is_whole(body)),
        },
        "quoted-printable" => all(quoted::decoded(body).into(), true),
        "x-uuencode" | "x-uue" | "uuencode" | "uue" | "x-uu" => match uuencode::decoded(body) {
            Some((decoded, is_whole)) => all(decoded.into(), is_whole),
            None => all(body.into(), true),
        },
        _ => all(body.into(), true),
    }
}

/// The text of an entity without parts, how many parts of it a page hides, and whether what is encoded is whole.
fn text(entity: &Entity<'_>, limits: &Limits) -> Result<(String, u32, bool), SkipReason> {
    let Content {
        body,
        behind,
        is_whole,
    } = content(entity);
    let is_html = entity.kind(false) == Kind::Html;
    let mut text = charset::text(body.into_owned(), entity.attribute("charset"), is_html)?;
    if !behind.trim_ascii().is_empty() {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&decode::decode(behind.to_vec(), None).0);
    }
    limits.check(text.len())?;
    match is_html {
        true => {
            let seen = page::seen(&text, Syntax::Html, limits)?;
            Ok((seen.text, seen.left_out.hidden, is_whole))
        }
        false => Ok((flowed::joined(entity.content_type(), text), 0, is_whole)),
    }
}
