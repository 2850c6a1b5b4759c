//! Office Open XML text (ECMA-376 part 1, WordprocessingML): paragraphs, tables and text boxes in reading order,
//! foot- and endnotes after the text in the order of their references; charts and diagrams where they stand. Deleted
//! revisions, comments, hidden text, white or tiny letters, embedded objects, headers and footers are left out, and the instructions of fields.

mod marks;
mod part;
mod runs;

use std::collections::HashMap;

use super::alternates::Content;
use super::archive::Archive;
use super::chunk;
use super::package::{Relationship, about, main_part, relationships};
use super::styles::Styles;
use super::xml::{Piece, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, Limits};
use part::{Elsewhere, Part};
use runs::places;

/// Most documents within each other.
const DEPTH: u32 = 3;

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut extracted = read_within(bytes, limits, 0)?;
    (extracted.text, extracted.unseen) = places(&extracted.text);
    Ok(extracted)
}

/// Reads a document that stands within `depth` others.
fn read_within(bytes: &[u8], limits: &Limits, depth: u32) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Docx, limits)?;
    let main = main_part(&mut archive, "word/document.xml", limits)?;
    let xml = archive.needed(&main)?;
    let related = relationships(&mut archive, &main, limits)?;
    // Parts are where the relationships of the body say, whatever they are called.
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
    let named = |kind: &str| {
        let mut all = related.iter();
        let to = all.find(|to| to.kind.rsplit('/').next() == Some(kind));
        to.map_or_else(
            || match folder {
                "" => format!("{kind}.xml"),
                folder => format!("{folder}/{kind}.xml"),
            },
            |to| to.target.clone(),
        )
    };
    let styles = styles(&mut archive, &named("styles"), limits);
    let body = Part::read(&xml, &styles, limits, &mut |what| {
        elsewhere(&mut archive, &related, what, limits, depth)
    })?;
    let Content {
        flow,
        references,
        mut left_out,
    } = body.content;
    let mut notes = HashMap::new();
    for (kind, parts) in [("footnote", "footnotes"), ("endnote", "endnotes")] {
        let name = named(parts);
        if let Some(xml) = archive.text(&name)? {
            let related = relationships(&mut archive, &name, limits)?;
            let part = Part::read(&xml, &styles, limits, &mut |what| {
                elsewhere(&mut archive, &related, what, limits, depth)
            })?;
            left_out += part.content.left_out;
            notes.extend(part.notes.into_iter().map(|(id, text)| ((kind, id), text)));
        } else if references.iter().any(|(of, _)| *of == kind) {
            left_out.missing += 1;
        }
    }
    if let Some(xml) = archive.text(&named("comments"))? {
        pieces(&xml, limits.max_depth, |piece| {
            left_out.comments += u32::from(matches!(piece, Piece::Start("comment", _)));
            Ok(())
        })?;
    }
    let noted = references.iter().filter_map(|at| notes.get(at));
    let mut extracted = Extracted {
        text: flow.with_notes(noted.map(String::as_str)),
        left_out,
        ..Extracted::default()
    };
    about(&mut archive, limits, &mut extracted)?;
    Ok(extracted)
}

/// What stands in another part that a part with these relationships refers to.
fn elsewhere(
    archive: &mut Archive<'_>,
    related: &[Relationship],
    what: &Elsewhere,
    limits: &Limits,
    depth: u32,
) -> Result<Option<Extracted>, SkipReason> {
    let id = match what {
        Elsewhere::Document(id) => id,
        Elsewhere::Graphic(graphic) => {
            let text = graphic.text(archive, related, limits)?;
            return Ok(text.map(Extracted::from));
        }
    };
    let chunk = related.iter().find(|to| to.id == *id);
    let bytes = match chunk {
        Some(to) => archive.part(&to.target)?,
        None => None,
    };
    let inner = |bytes: &[u8]| read_within(bytes, limits, depth + 1);
    let inner = (depth + 1 < DEPTH).then_some(&inner as &dyn Fn(&[u8]) -> _);
    let read = bytes.map(|bytes| chunk::read(bytes, limits, inner));
    Ok(read.transpose()?.flatten())
}

/// The styles, as far as they can be read: a document is text without them too.
fn styles(archive: &mut Archive<'_>, name: &str, limits: &Limits) -> Styles {
    let xml = archive.text(name).ok().flatten();
    let styles = xml.and_then(|xml| Styles::of_word(&xml, limits.max_depth).ok());
    styles.unwrap_or_default()
}

#[cfg(test)]
mod tests;
