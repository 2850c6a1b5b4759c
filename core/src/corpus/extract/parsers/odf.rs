//! OpenDocument text and slides (ISO/IEC 26300): paragraphs, lists, tables and text boxes in reading order, notes
//! after the text. Deleted revisions, comments, hidden sections and descriptions of pictures are left out; slides
//! are parted by form feeds, their notes are left out.

use super::archive::Archive;
use super::flow::Flow;
use super::xml::{Piece, fields, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};

/// Reads a document.
pub(super) fn read(bytes: &[u8], format: Format, limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, format, limits)?;
    if let Some(manifest) = archive.text("META-INF/manifest.xml")?
        && manifest.contains("encryption-data")
    {
        return Err(SkipReason::Encrypted);
    }
    let mut extracted = content(&archive.needed("content.xml")?, format, limits)?;
    if let Some(xml) = archive.text("meta.xml")? {
        let names = [
            "title",
            "initial-creator",
            "creator",
            "creation-date",
            "date",
        ];
        let [title, first, author, created, date] = fields(&xml, limits.max_depth, names)?;
        extracted.title = title.unwrap_or_default();
        extracted.author = first.or(author);
        extracted.date = created.or(date);
    }
    Ok(extracted)
}

fn content(xml: &str, format: Format, limits: &Limits) -> Result<Extracted, SkipReason> {
    let (mut flow, mut left_out, mut slides) = (Flow::default(), LeftOut::default(), 0);
    // Open notes with their text, which is put after the document.
    let (mut outside, mut notes) = (Vec::new(), Vec::new());
    let (mut skipping, mut paragraphs, mut in_body) = (0_u32, 0_u32, false);
    pieces(xml, limits.max_depth, |piece| {
        match piece {
            Piece::Start(name, _) if skipping > 0 => {
                left_out.deletions += u32::from(name == "deletion");
                skipping += 1;
            }
            Piece::End(_) if skipping > 0 => skipping -= 1,
            Piece::Start(name, tag) => match name {
                "body" => in_body = true,
                "tracked-changes" | "note-citation" | "ruby-text" | "forms" => skipping = 1,
                // What stands for a picture where it is not shown.
                "title" | "desc" if in_body && tag.has_prefix("svg") => skipping = 1,
                "section" if tag.attribute("display").as_deref() == Some("none") => {
                    left_out.hidden += 1;
                    skipping = 1;
                }
                "annotation" => {
                    left_out.comments += 1;
                    skipping = 1;
                }
                // The notes of a slide.
                "notes" if format == Format::Odp => skipping = 1,
                "page" if format == Format::Odp => {
                    flow.begin_page(slides);
                    slides += 1;
                }
                "note-body" => outside.push(std::mem::take(&mut flow)),
                "p" | "h" => paragraphs += 1,
                "text-box" if paragraphs > 0 => flow.end_paragraph(),
                "s" => {
                    let count = tag.attribute("c").and_then(|c| c.parse::<usize>().ok());
                    flow.push(&" ".repeat(count.unwrap_or(1).min(1000)));
                }
                "tab" => flow.push("\t"),
                "line-break" => flow.break_line(),
                "table-cell" => flow.begin_cell(),
                _ => {}
            },
            Piece::End(name) => match name {
                "p" | "h" => {
                    paragraphs = paragraphs.saturating_sub(1);
                    flow.end_paragraph();
                }
                "note-body" => {
                    let before = outside.pop().unwrap_or_default();
                    let note = std::mem::replace(&mut flow, before);
                    notes.push(note.with_notes([]));
                }
                "table-cell" => flow.end_cell(),
                "table-row" => flow.end_row(),
                _ => {}
            },
            Piece::Text(text) if skipping == 0 && in_body && paragraphs > 0 => {
                flow.push_collapsed(text);
            }
            Piece::Text(_) => {}
        }
        limits.check(flow.len())
    })?;
    Ok(Extracted {
        text: flow.with_notes(notes.iter().map(String::as_str)),
        left_out,
        ..Extracted::default()
    })
}
