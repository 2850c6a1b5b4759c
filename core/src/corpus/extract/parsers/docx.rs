//! Office Open XML text (ECMA-376 part 1, WordprocessingML): paragraphs, tables and text boxes in reading order,
//! foot- and endnotes after the text in the order of their references. Deleted revisions, comments, hidden
//! text, headers and footers are left out.

use std::collections::HashMap;

use super::archive::Archive;
use super::flow::Flow;
use super::package::{about, is_diagram, relationships};
use super::xml::{Piece, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Docx, limits)?;
    let main = main_part(&mut archive, limits)?;
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |name: &str| match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    let body = Part::read(&archive.needed(&main)?, limits)?;
    let mut left_out = LeftOut {
        deletions: body.deletions,
        hidden: body.hidden,
        diagrams: body.diagrams,
        ..LeftOut::default()
    };
    let mut notes = HashMap::new();
    for (kind, name) in [("footnote", "footnotes.xml"), ("endnote", "endnotes.xml")] {
        if let Some(xml) = archive.text(&beside(name))? {
            let part = Part::read(&xml, limits)?;
            left_out.deletions += part.deletions;
            notes.extend(part.notes.into_iter().map(|(id, text)| ((kind, id), text)));
        }
    }
    if let Some(xml) = archive.text(&beside("comments.xml"))? {
        pieces(&xml, limits.max_depth, |piece| {
            left_out.comments += u32::from(matches!(piece, Piece::Start("comment", _)));
            Ok(())
        })?;
    }
    let noted = body.references.iter().filter_map(|at| notes.get(at));
    let mut extracted = Extracted {
        text: body.flow.with_notes(noted.map(String::as_str)),
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

/// What a part of the package says.
#[derive(Default)]
struct Part {
    flow: Flow,
    /// Notes by id, if it is a part of notes.
    notes: Vec<(String, String)>,
    /// References to notes, in their order.
    references: Vec<(&'static str, String)>,
    deletions: u32,
    hidden: u32,
    diagrams: u32,
}

impl Part {
    fn read(xml: &str, limits: &Limits) -> Result<Self, SkipReason> {
        let mut part = Part::default();
        // Depth inside of an element whose text is left out; 0 outside.
        let mut skipping = 0_u32;
        let (mut in_text, mut in_run, mut in_properties, mut hidden) = (false, false, 0_u32, false);
        let mut note: Option<String> = None;
        pieces(xml, limits.max_depth, |piece| {
            match piece {
                Piece::Start(_, _) if skipping > 0 => skipping += 1,
                Piece::End(_) if skipping > 0 => skipping -= 1,
                Piece::Start(name, tag) => match name {
                    // The same shape again, for programs that do not know the first way.
                    "Fallback" => skipping = 1,
                    // How the characters below are pronounced.
                    "rt" => skipping = 1,
                    "txbxContent" => part.flow.end_paragraph(),
                    "graphicData" => part.diagrams += u32::from(is_diagram(tag)),
                    "del" | "moveFrom" if in_properties == 0 => {
                        part.deletions += 1;
                        skipping = 1;
                    }
                    "pPr" | "rPr" | "tblPr" | "trPr" | "tcPr" => in_properties += 1,
                    "r" => (in_run, hidden) = (true, false),
                    "vanish" if in_run => {
                        let value = tag.attribute("val");
                        hidden = !matches!(value.as_deref(), Some("0" | "false" | "off"));
                        part.hidden += u32::from(hidden);
                    }
                    "t" => in_text = true,
                    "tab" | "ptab" if in_run && !hidden => part.flow.push("\t"),
                    // A character of a font of symbols, which has no meaning in Unicode.
                    "sym" if in_run && !hidden => part.flow.push(" "),
                    "br" | "cr" if in_run && !hidden => part.flow.break_line(),
                    "noBreakHyphen" => part.flow.push("-"),
                    "softHyphen" => part.flow.push("\u{ad}"),
                    "tc" => part.flow.begin_cell(),
                    "footnoteReference" | "endnoteReference" => {
                        let kind = match name {
                            "footnoteReference" => "footnote",
                            _ => "endnote",
                        };
                        part.references
                            .extend(tag.attribute("id").map(|id| (kind, id)));
                    }
                    "footnote" | "endnote"
                        if !tag.attribute("id").is_none_or(|id| id.is_empty()) =>
                    {
                        note = tag.attribute("id");
                        part.flow = Flow::default();
                    }
                    _ => {}
                },
                Piece::End(name) => match name {
                    "pPr" | "rPr" | "tblPr" | "trPr" | "tcPr" => {
                        in_properties = in_properties.saturating_sub(1);
                    }
                    "r" => (in_run, hidden) = (false, false),
                    "t" => in_text = false,
                    "p" => part.flow.end_paragraph(),
                    "tc" => part.flow.end_cell(),
                    "tr" => part.flow.end_row(),
                    "footnote" | "endnote" => {
                        if let Some(id) = note.take() {
                            let flow = std::mem::take(&mut part.flow);
                            part.notes.push((id, flow.with_notes([])));
                        }
                    }
                    _ => {}
                },
                Piece::Text(text) if in_text && skipping == 0 && !hidden => part.flow.push(text),
                Piece::Text(_) => {}
            }
            limits.check(part.flow.len())
        })?;
        Ok(part)
    }
}
