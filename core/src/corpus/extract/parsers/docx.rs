//! Office Open XML text (ECMA-376 part 1, WordprocessingML): paragraphs, tables and text boxes in reading order,
//! foot- and endnotes after the text in the order of their references. Deleted revisions, comments, hidden
//! text, headers and footers are left out, and the instructions of fields.

mod runs;

use std::collections::HashMap;

use super::alternates::{Alternates, Content};
use super::archive::Archive;
use super::chunk;
use super::flow::Flow;
use super::package::{Relationship, about, is_diagram, relationships};
use super::styles::{Styles, is_on};
use super::xml::{Piece, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};
use runs::{Open, Opened, Run};

/// Most documents within each other.
const DEPTH: u32 = 3;

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    read_within(bytes, limits, 0)
}

/// Reads a document that stands within `depth` others.
fn read_within(bytes: &[u8], limits: &Limits, depth: u32) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Docx, limits)?;
    let main = main_part(&mut archive, limits)?;
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |name: &str| match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    let xml = archive.needed(&main)?;
    let file = main.rsplit_once('/').map_or(&*main, |(_, file)| file);
    let related = beside(&format!("_rels/{file}.rels"));
    let related = relationships(&mut archive, &related, folder, limits)?;
    let styles = styles(&mut archive, &related, &beside("styles.xml"), limits);
    let mut left_out = LeftOut::default();
    let body = Part::read(&xml, &styles, limits, &mut |id| {
        let chunk = related.iter().find(|to| to.id == id);
        let bytes = chunk
            .map(|to| archive.part(&to.target))
            .transpose()?
            .flatten();
        let inner = |bytes: &[u8]| read_within(bytes, limits, depth + 1);
        let inner = (depth + 1 < DEPTH).then_some(&inner as &dyn Fn(&[u8]) -> _);
        let read = bytes.map(|bytes| chunk::read(bytes, limits, inner));
        Ok(match read.transpose()?.flatten() {
            Some(extracted) => {
                left_out += extracted.left_out;
                extracted.text
            }
            None => {
                left_out.missing += 1;
                String::new()
            }
        })
    })?;
    let Content {
        flow,
        references,
        deletions,
        hidden,
        diagrams,
    } = body.content;
    left_out += LeftOut {
        deletions,
        hidden,
        diagrams,
        ..LeftOut::default()
    };
    // Parts are where the relationships of the body say, whatever they are called.
    let named = |kind: &str| {
        let to = related
            .iter()
            .find(|to| to.kind.rsplit('/').next() == Some(kind));
        to.map_or_else(|| beside(&format!("{kind}.xml")), |to| to.target.clone())
    };
    let mut notes = HashMap::new();
    for (kind, parts) in [("footnote", "footnotes"), ("endnote", "endnotes")] {
        if let Some(xml) = archive.text(&named(parts))? {
            let part = Part::read(&xml, &styles, limits, &mut |_| Ok(String::new()))?;
            left_out.deletions += part.content.deletions;
            left_out.hidden += part.content.hidden;
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

/// Name of the part that holds the body, as the relationships of the package say.
fn main_part(archive: &mut Archive<'_>, limits: &Limits) -> Result<String, SkipReason> {
    let mut found = relationships(archive, "_rels/.rels", "", limits)?.into_iter();
    let found = found.find(|to| to.kind.ends_with("/officeDocument"));
    Ok(found.map_or_else(|| "word/document.xml".to_owned(), |to| to.target))
}

/// The styles, as far as they can be read: a document is text without them too.
fn styles(
    archive: &mut Archive<'_>,
    related: &[Relationship],
    usual: &str,
    limits: &Limits,
) -> Styles {
    let named = related.iter().find(|to| to.kind.ends_with("/styles"));
    let name = named.map_or(usual, |to| &to.target);
    let xml = archive.text(name).ok().flatten();
    let styles = xml.and_then(|xml| Styles::of_word(&xml, limits.max_depth).ok());
    styles.unwrap_or_default()
}

/// What a part of the package says.
#[derive(Default)]
struct Part {
    content: Content,
    /// Notes by id, if it is a part of notes.
    notes: Vec<(String, String)>,
}

impl Part {
    /// Reads the text of a part; `chunk` gives that of an imported document by the id of its relationship.
    fn read(
        xml: &str,
        styles: &Styles,
        limits: &Limits,
        chunk: &mut dyn FnMut(&str) -> Result<String, SkipReason>,
    ) -> Result<Self, SkipReason> {
        let mut part = Part::default();
        // Depth inside of an element whose text is left out; 0 outside.
        let mut skipping = 0_u32;
        let (mut in_text, mut in_properties) = (false, 0_u32);
        let open = Vec::new();
        let mut opened = Opened { open, styles };
        let mut note: Option<String> = None;
        // Of each open field the lengths of text and references where it begins.
        let mut fields: Vec<(usize, usize)> = Vec::new();
        let mut alternates = Alternates::default();
        pieces(xml, limits.max_depth, |piece| {
            match &piece {
                Piece::Start(name, tag) => alternates.start(name, tag, &part.content),
                Piece::End(name) => alternates.end(name, &mut part.content),
                Piece::Text(_) => {}
            }
            let content = &mut part.content;
            match piece {
                Piece::Start(_, _) if skipping > 0 => skipping += 1,
                Piece::End(_) if skipping > 0 => skipping -= 1,
                Piece::Start(name, tag) => match name {
                    // How the characters below are pronounced.
                    "rt" => skipping = 1,
                    // How something was formatted before a change that is tracked.
                    "rPrChange" | "pPrChange" | "sectPrChange" | "tblPrChange"
                    | "tblPrExChange" | "trPrChange" | "tcPrChange" | "tblGridChange"
                    | "numberingChange" => skipping = 1,
                    "txbxContent" => content.flow.end_paragraph(),
                    "graphicData" => content.diagrams += u32::from(is_diagram(tag)),
                    "del" | "moveFrom" if in_properties == 0 => {
                        content.deletions += 1;
                        skipping = 1;
                    }
                    "pPr" | "rPr" | "tblPr" | "trPr" | "tcPr" => in_properties += 1,
                    "p" => opened.open.push(Open::Paragraph(None)),
                    "r" => {
                        opened.open.push(Open::Run(Run::default()));
                        opened.change(|_| {});
                    }
                    "pStyle" => {
                        if let Some(Open::Paragraph(style)) = opened.open.last_mut() {
                            *style = tag.attribute("val");
                        }
                    }
                    "rStyle" | "vanish" => opened.change(|run| match name {
                        "rStyle" => run.style = tag.attribute("val"),
                        _ => run.itself = Some(is_on(tag)),
                    }),
                    "fldChar" => field(
                        tag.attribute("fldCharType").as_deref(),
                        &mut fields,
                        content,
                    ),
                    "t" => in_text = true,
                    "tab" | "ptab" if opened.is_shown_run() => content.flow.push("\t"),
                    // A character of a font of symbols, which has no meaning in Unicode.
                    "sym" if opened.is_shown_run() => content.flow.push(" "),
                    "br" | "cr" if opened.is_shown_run() => content.flow.break_line(),
                    "noBreakHyphen" if opened.is_shown_run() => content.flow.push("-"),
                    "softHyphen" if opened.is_shown_run() => content.flow.push("\u{ad}"),
                    "tc" => content.flow.begin_cell(),
                    // The document of a `subDoc` is a file of its own.
                    "altChunk" | "subDoc" => {
                        let text = chunk(&tag.attribute("id").unwrap_or_default())?;
                        content.flow.end_paragraph();
                        content.flow.push(&text);
                        content.flow.end_paragraph();
                    }
                    "footnoteReference" | "endnoteReference" => {
                        let kind = match name {
                            "footnoteReference" => "footnote",
                            _ => "endnote",
                        };
                        content
                            .references
                            .extend(tag.attribute("id").map(|id| (kind, id)));
                    }
                    "footnote" | "endnote"
                        if !tag.attribute("id").is_none_or(|id| id.is_empty()) =>
                    {
                        note = tag.attribute("id");
                        content.flow = Flow::default();
                        fields.clear();
                    }
                    _ => {}
                },
                Piece::End(name) => match name {
                    "pPr" | "rPr" | "tblPr" | "trPr" | "tcPr" => {
                        in_properties = in_properties.saturating_sub(1);
                    }
                    "r" => drop(opened.open.pop()),
                    "t" => in_text = false,
                    "p" => {
                        opened.open.pop();
                        content.flow.end_paragraph();
                    }
                    "tc" => content.flow.end_cell(),
                    "tr" => content.flow.end_row(),
                    "footnote" | "endnote" => {
                        if let Some(id) = note.take() {
                            let flow = std::mem::take(&mut content.flow);
                            part.notes.push((id, flow.with_notes([])));
                        }
                    }
                    _ => {}
                },
                Piece::Text(text)
                    if in_text && skipping == 0 && opened.shows(text, &mut content.hidden) =>
                {
                    content.flow.push(text);
                }
                Piece::Text(_) => {}
            }
            limits.check(content.flow.len())
        })?;
        Ok(part)
    }
}

/// Begins a field, or ends its instruction or the field. What stands in an instruction is never shown, results of
/// fields in it among that; of a field that never ends nobody knows what is shown.
fn field(place: Option<&str>, fields: &mut Vec<(usize, usize)>, content: &mut Content) {
    match place {
        Some("begin") => fields.push((content.flow.len(), content.references.len())),
        Some("separate") => {
            if let Some((text, references)) = fields.last() {
                content.flow.split_off(*text);
                content.references.truncate(*references);
            }
        }
        Some("end") => drop(fields.pop()),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
