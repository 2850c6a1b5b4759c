//! XML as a sequence of pieces, with local names and a limit of depth.

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};

use super::reasons::damaged;
use crate::corpus::SkipReason;

/// A piece of an XML document. Names are local: without the prefix of their namespace, which is the writer's
/// choice.
pub(super) enum Piece<'a> {
    /// A start tag.
    Start(&'a str, &'a Tag<'a>),
    /// An end tag.
    End(&'a str),
    /// Text between tags.
    Text(&'a str),
}

/// The attributes of a start tag.
pub(super) struct Tag<'a>(&'a BytesStart<'a>);

impl Tag<'_> {
    /// Whether the name of the element has this prefix, as it is written.
    pub fn has_prefix(&self, prefix: &str) -> bool {
        let found = self.0.name().prefix();
        found.is_some_and(|found| found.into_inner() == prefix)
    }

    /// Value of the first attribute with this local name.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let mut all = self.0.attributes().flatten();
        let found = all.find(|a| a.key.local_name().into_inner() == name)?;
        let value = found.normalized_value(XmlVersion::Implicit1_0).ok()?;
        Some(value.into_owned())
    }

    /// The namespaces that the tag declares, as (prefix, name).
    pub fn namespaces(&self) -> impl Iterator<Item = (String, String)> {
        let declares = self.0.contains("xmlns:");
        let all = declares.then(|| self.0.attributes().flatten());
        all.into_iter().flatten().filter_map(|a| {
            let is_declared = a.key.prefix()?.into_inner() == "xmlns";
            let name = a.normalized_value(XmlVersion::Implicit1_0).ok()?;
            let prefix = a.key.local_name().into_inner().to_owned();
            is_declared.then(|| (prefix, name.into_owned()))
        })
    }

    /// Values of all attributes with this local name.
    pub fn all(&self, name: &str) -> Vec<String> {
        let all = self.0.attributes().flatten();
        let named = all.filter(|a| a.key.local_name().into_inner() == name);
        let values = named.filter_map(|a| a.normalized_value(XmlVersion::Implicit1_0).ok());
        values.map(|value| value.into_owned()).collect()
    }
}

/// Calls `each` with the pieces of `xml` in their order. An empty element is a start and an end. A reference to an
/// entity that is not known is text as it is written.
///
/// # Errors
/// Markup that is not well-formed or ends within an element, elements nested deeper than `max_depth`, a document
/// that defines entities (nothing is ever expanded), and what `each` returns.
pub(super) fn pieces(
    xml: &str,
    max_depth: u32,
    mut each: impl FnMut(Piece<'_>) -> Result<(), SkipReason>,
) -> Result<(), SkipReason> {
    let mut reader = Reader::from_str(xml.trim_start_matches('\u{feff}'));
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    let mut depth = 0_u32;
    loop {
        match reader.read_event().map_err(damaged)? {
            Event::Start(tag) => {
                depth += 1;
                if depth > max_depth {
                    return Err(SkipReason::TooDeep(max_depth));
                }
                each(Piece::Start(tag.local_name().into_inner(), &Tag(&tag)))?;
            }
            Event::Empty(tag) => {
                let name = tag.local_name().into_inner();
                each(Piece::Start(name, &Tag(&tag)))?;
                each(Piece::End(name))?;
            }
            Event::End(tag) => {
                depth = depth.saturating_sub(1);
                each(Piece::End(tag.local_name().into_inner()))?;
            }
            Event::Text(text) => each(Piece::Text(&text.xml10_content()))?,
            Event::CData(text) => each(Piece::Text(&text.xml10_content()))?,
            Event::GeneralRef(reference) => {
                let named = match &*reference {
                    "amp" => Some('&'),
                    "lt" => Some('<'),
                    "gt" => Some('>'),
                    "quot" => Some('"'),
                    "apos" => Some('\''),
                    _ => reference.resolve_char_ref().ok().flatten(),
                };
                match named {
                    Some(character) => each(Piece::Text(character.encode_utf8(&mut [0; 4])))?,
                    None => each(Piece::Text(&format!("&{};", &*reference)))?,
                }
            }
            Event::Eof if depth > 0 => return Err(damaged("its XML ends within an element")),
            Event::Eof => return Ok(()),
            Event::DocType(declared) if declared.contains("<!ENTITY") => {
                return Err(damaged("its XML defines entities"));
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
}

/// The text of the first element with each of these local names.
pub(super) fn fields<const N: usize>(
    xml: &str,
    max_depth: u32,
    names: [&str; N],
) -> Result<[Option<String>; N], SkipReason> {
    let mut found = [const { None::<String> }; N];
    let mut open = None;
    pieces(xml, max_depth, |piece| {
        match piece {
            Piece::Start(name, _) => {
                let at = names.iter().position(|wanted| *wanted == name);
                open = at.filter(|at| found[*at].is_none());
                if let Some(at) = open {
                    found[at] = Some(String::new());
                }
            }
            Piece::End(_) => open = None,
            Piece::Text(text) => {
                if let Some(field) = open.and_then(|at| found[at].as_mut()) {
                    field.push_str(text);
                }
            }
        }
        Ok(())
    })?;
    Ok(found.map(|field| {
        let field = field.map(|field| field.trim().to_owned());
        field.filter(|field| !field.is_empty())
    }))
}
