//! Office Open XML slides (ECMA-376 part 1, PresentationML): the text of each slide in the order of its shapes,
//! slides parted by form feeds. Notes of the speaker and comments are left out.

use std::collections::HashMap;

use super::alternates::{Alternates, Content};
use super::archive::Archive;
use super::package::{about, is_diagram, relationships};
use super::reasons::none_missing_without_text;
use super::xml::{Piece, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};

/// Reads slides.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Pptx, limits)?;
    let mut content = Content::default();
    let mut left_out = LeftOut::default();
    for (number, name) in slides(&mut archive, limits)?.iter().enumerate() {
        content.flow.begin_page(number);
        let xml = match name {
            Some(name) => archive.text(name)?,
            None => None,
        };
        match xml {
            Some(xml) => slide(&xml, &mut content, limits)?,
            None => left_out.missing += 1,
        }
    }
    left_out.diagrams = content.diagrams;
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
    let listed = relationships(archive, "ppt/_rels/presentation.xml.rels", "ppt", limits)?;
    let targets: HashMap<String, String> =
        listed.into_iter().map(|to| (to.id, to.target)).collect();
    let mut slides = Vec::new();
    pieces(
        &archive.needed("ppt/presentation.xml")?,
        limits.max_depth,
        |piece| {
            if let Piece::Start("sldId", tag) = piece {
                // It has an attribute `id` and one `r:id`.
                let target = tag.all("id").into_iter().find_map(|id| targets.get(&id));
                slides.push(target.cloned());
            }
            Ok(())
        },
    )?;
    Ok(slides)
}

/// Adds the text of a slide, and the number of its diagrams.
fn slide(xml: &str, content: &mut Content, limits: &Limits) -> Result<(), SkipReason> {
    let mut in_text = false;
    let mut alternates = Alternates::default();
    pieces(xml, limits.max_depth, |piece| {
        match &piece {
            Piece::Start(name, tag) => alternates.start(name, tag, content),
            Piece::End(name) => alternates.end(name, content),
            Piece::Text(_) => {}
        }
        let flow = &mut content.flow;
        match piece {
            Piece::Start("graphicData", tag) => content.diagrams += u32::from(is_diagram(tag)),
            Piece::Start("t", _) => in_text = true,
            Piece::Start("br", _) => flow.break_line(),
            Piece::Start("tc", _) => flow.begin_cell(),
            Piece::End("t") => in_text = false,
            Piece::End("p") => flow.end_paragraph(),
            Piece::End("tc") => flow.end_cell(),
            Piece::End("tr") => flow.end_row(),
            Piece::Text(text) if in_text => flow.push(text),
            _ => {}
        }
        limits.check(content.flow.len())
    })
}
