//! Office Open XML slides (ECMA-376 part 1, PresentationML): the text of each slide in the order of its shapes, with
//! that of its charts and diagrams, slides parted by form feeds. Hidden slides and shapes, embedded objects, notes of
//! the speaker and comments are left out.

use std::collections::HashMap;

use super::alternates::{Alternates, Content};
use super::archive::Archive;
use super::graphics::Graphic;
use super::package::{Relationship, about, is_diagram, main_part, relationships};
use super::reasons::none_missing_without_text;
use super::xml::{Piece, Tag, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, Limits};

/// Reads slides.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Pptx, limits)?;
    let mut content = Content::default();
    for (number, name) in slides(&mut archive, limits)?.iter().enumerate() {
        // A hidden slide has its number too.
        content.flow.begin_page(number);
        let xml = match name {
            Some(name) => archive.text(name)?,
            None => None,
        };
        match (xml, name) {
            (Some(xml), Some(name)) => {
                let related = relationships(&mut archive, name, limits)?;
                slide(&xml, &mut content, limits, &mut |graphic| {
                    graphic.text(&mut archive, &related, limits)
                })?;
            }
            _ => content.left_out.missing += 1,
        }
    }
    let left_out = content.left_out;
    let text = content.flow.with_notes([]);
    none_missing_without_text(&text, &left_out)?;
    let mut extracted = Extracted {
        text,
        left_out,
        ..Extracted::default()
    };
    about(&mut archive, limits, &mut extracted)?;
    Ok(extracted)
}

/// Names of the parts with slides, in the order of the presentation; `None` for one that it does not have.
fn slides(archive: &mut Archive<'_>, limits: &Limits) -> Result<Vec<Option<String>>, SkipReason> {
    let main = main_part(archive, "ppt/presentation.xml", limits)?;
    let listed = relationships(archive, &main, limits)?.into_iter();
    let targets: HashMap<String, Relationship> = listed.map(|to| (to.id.clone(), to)).collect();
    let mut slides = Vec::new();
    // Depth inside of an extension, which lists the slides of each section again.
    let mut extended = 0_u32;
    pieces(&archive.needed(&main)?, limits.max_depth, |piece| {
        match piece {
            Piece::Start(name, _) if extended > 0 || name == "extLst" => extended += 1,
            Piece::End(_) if extended > 0 => extended -= 1,
            Piece::Start("sldId", tag) => {
                // It has an attribute `id` and one `r:id`.
                let target = tag.all("id").into_iter().find_map(|id| targets.get(&id));
                slides.push(target.map(|to| to.target.clone()));
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(slides)
}

/// Whether an attribute switches something on.
fn is_on(tag: &Tag<'_>, name: &str) -> bool {
    let value = tag.attribute(name);
    value.is_some_and(|value| value != "0" && value != "false")
}

/// Adds the text of a slide, and the number of what is left out of it. `find` gives the text of a graphic, `None` if
/// it cannot be read.
fn slide(
    xml: &str,
    content: &mut Content,
    limits: &Limits,
    find: &mut dyn FnMut(&Graphic) -> Result<Option<String>, SkipReason>,
) -> Result<(), SkipReason> {
    let (mut in_text, mut is_shown) = (false, true);
    // Depth inside of an element that is hidden, 0 outside; and whether its text has been counted.
    let (mut skipping, mut is_counted) = (0_u32, false);
    let mut alternates = Alternates::default();
    pieces(xml, limits.max_depth, |piece| {
        if !is_shown {
            return Ok(());
        }
        match &piece {
            Piece::Start(name, tag) => alternates.start(name, tag, content),
            Piece::End(name) => alternates.end(name, content),
            Piece::Text(_) => {}
        }
        match piece {
            Piece::Start(name, _) if skipping > 0 => {
                skipping += 1;
                if name == "t" && !std::mem::replace(&mut is_counted, true) {
                    content.left_out.hidden += 1;
                }
            }
            Piece::End(_) if skipping > 0 => skipping -= 1,
            Piece::Start(name, tag) => match name {
                "sld" if tag.attribute("show").is_some() && !is_on(tag, "show") => {
                    content.left_out.slides += 1;
                    is_shown = false;
                }
                // Properties of a shape, which stands around what they stand in.
                "cNvPr" if is_on(tag, "hidden") => (skipping, is_counted) = (3, false),
                // A cell that another one covers.
                "tc" if is_on(tag, "hMerge") || is_on(tag, "vMerge") => {
                    (skipping, is_counted) = (1, false);
                    content.flow.begin_cell();
                    content.flow.end_cell();
                }
                "graphicData" => content.left_out.diagrams += u32::from(is_diagram(tag)),
                "oleObj" | "control" => content.left_out.objects += 1,
                "t" => in_text = true,
                "br" => content.flow.break_line(),
                "tc" => content.flow.begin_cell(),
                _ => {
                    if let Some(graphic) = Graphic::of(name, tag) {
                        let text = find(&graphic)?;
                        graphic.count(text.is_some(), &mut content.left_out);
                        content.flow.end_paragraph();
                        content.flow.push(&text.unwrap_or_default());
                        content.flow.end_paragraph();
                    }
                }
            },
            Piece::End("t") => in_text = false,
            Piece::End("p") => content.flow.end_paragraph(),
            Piece::End("tc") => content.flow.end_cell(),
            Piece::End("tr") => content.flow.end_row(),
            Piece::Text(text) if in_text && skipping == 0 => content.flow.push(text),
            _ => {}
        }
        limits.check(content.flow.len())
    })
}

#[cfg(test)]
mod tests;
