//! Office Open XML slides (ECMA-376 part 1, PresentationML): the text of each slide in the order of its shapes,
//! slides parted by form feeds. Notes of the speaker and comments are left out.

use std::collections::HashMap;

use super::archive::Archive;
use super::flow::Flow;
use super::package::{about, is_diagram, relationships};
use super::reasons::none_missing_without_text;
use super::xml::{Piece, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};

/// Reads slides.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Pptx, limits)?;
    let mut flow = Flow::default();
    let mut left_out = LeftOut::default();
    for (number, name) in slides(&mut archive, limits)?.iter().enumerate() {
        flow.begin_page(number);
        let xml = match name {
            Some(name) => archive.text(name)?,
            None => None,
        };
        match xml {
            Some(xml) => left_out.diagrams += slide(&xml, &mut flow, limits)?,
            None => left_out.missing += 1,
        }
    }
    let text = flow.with_notes([]);
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

/// Adds the text of a slide; returns the number of its diagrams.
fn slide(xml: &str, flow: &mut Flow, limits: &Limits) -> Result<u32, SkipReason> {
    let (mut in_text, mut skipping, mut diagrams) = (false, 0_u32, 0);
    pieces(xml, limits.max_depth, |piece| {
        match piece {
            Piece::Start(_, _) if skipping > 0 => skipping += 1,
            Piece::End(_) if skipping > 0 => skipping -= 1,
            Piece::Start("Fallback", _) => skipping = 1,
            Piece::Start("graphicData", tag) => diagrams += u32::from(is_diagram(tag)),
            Piece::Start("t", _) => in_text = true,
            Piece::Start("br", _) => flow.break_line(),
            Piece::Start("tc", _) => flow.begin_cell(),
            Piece::End("t") => in_text = false,
            Piece::End("p") => flow.end_paragraph(),
            Piece::End("tc") => flow.end_cell(),
            Piece::End("tr") => flow.end_row(),
            Piece::Text(text) if in_text && skipping == 0 => flow.push(text),
            _ => {}
        }
        limits.check(flow.len())
    })?;
    Ok(diagrams)
}
