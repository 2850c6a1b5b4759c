//! Word documents (ECMA-376 part 1, WordprocessingML): paragraphs, tables and text boxes in their order, then foot- and
//! endnotes. Deleted revisions, comments, headers, footers, charts, diagrams, embedded objects and invisible letters
//! are not extracted. Letters are invisible if the properties of their run make them hidden, white, or at most 2 points
//! high.

use super::package::{Package, describe, is_object, main_part, relationships};
use super::xml::{StartTag, TextBuilder, Xml, XmlEvent};
use crate::corpus::SkipReason;
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};

/// Maximum number of positions of hidden text that are kept.
const MAX_HIDDEN_PLACES: usize = 10_000;

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut package = Package::open(bytes, "Word document", limits)?;
    let main = main_part(&mut package, "word/document.xml")?;
    let mut reader = Reader::default();
    reader.part(&package.required(&main)?)?;
    let related = relationships(&mut package, &main)?;
    for kind in ["footnotes", "endnotes"] {
        for notes in related.iter().filter(|to| to.kind == kind) {
            match package.text(&notes.target)? {
                Some(source) => reader.part(&source)?,
                None => reader.unextracted.missing += 1,
            }
        }
    }
    let mut extracted = reader.finish();
    describe(&mut package, &mut extracted)?;
    Ok(extracted)
}

/// Properties of a run or a paragraph that make letters invisible.
#[derive(Default)]
struct Properties {
    is_hidden: bool,
    is_white: bool,
    /// Whether letters are of at most 2 points.
    is_tiny: bool,
    /// Whether the background of the letters is not white.
    is_shaded: bool,
}

impl Properties {
    /// Reads an element with properties to its end.
    fn read(xml: &mut Xml<'_>) -> Result<Self, SkipReason> {
        let mut properties = Properties::default();
        let depth = xml.depth();
        while let Some(tag) = xml.next_start(depth)? {
            let value = &*tag.attribute("val").unwrap_or_default();
            match tag.name() {
                "vanish" => properties.is_hidden = !matches!(value, "0" | "false" | "off"),
                "color" => properties.is_white = is_white(value),
                // The size is in half points.
                "sz" => properties.is_tiny = value.parse::<u32>().is_ok_and(|size| size <= 4),
                "highlight" => properties.is_shaded |= !matches!(value, "" | "none" | "white"),
                "shd" => {
                    let fill = tag.attribute("fill");
                    let is_plain = matches!(value, "" | "clear" | "nil");
                    properties.is_shaded |= !is_plain || is_coloured(fill);
                }
                // The properties from before a tracked change are skipped.
                name if name.ends_with("Change") => xml.leave(1)?,
                _ => {}
            }
        }
        Ok(properties)
    }
}

/// Whether a colour, in hexadecimal digits, is white or nearly so.
fn is_white(colour: &str) -> bool {
    let number = u32::from_str_radix(colour, 16);
    colour.len() == 6 && number.is_ok_and(|number| number & 0xf8_f8_f8 == 0xf8_f8_f8)
}

/// Whether a background has a colour other than white.
fn is_coloured(colour: Option<String>) -> bool {
    colour.is_some_and(|colour| colour != "auto" && !is_white(&colour))
}

#[derive(Default)]
struct Reader {
    flow: TextBuilder,
    unextracted: UnextractedParts,
    /// Positions of invisible letters in the text.
    unseen: Vec<usize>,
    run: Properties,
    paragraph: Properties,
    is_page_coloured: bool,
    /// Open tables and text boxes. The background of their letters depends on styles, which are not read.
    boxes: u32,
}

impl Reader {
    /// Adds the text of a part: the body, or notes.
    fn part(&mut self, source: &str) -> Result<(), SkipReason> {
        let mut xml = Xml::new(source);
        while let Some(event) = xml.event()? {
            match event {
                XmlEvent::Start(tag) => self.start(&tag, &mut xml)?,
                XmlEvent::End(name) => self.end(&name),
                // Text is in elements `t`.
                XmlEvent::Text(_) => {}
            }
        }
        Ok(())
    }

    fn start(&mut self, tag: &StartTag<'_>, xml: &mut Xml<'_>) -> Result<(), SkipReason> {
        match tag.name() {
            "background" => self.is_page_coloured = is_coloured(tag.attribute("color")),
            "p" => self.paragraph = Properties::default(),
            "pPr" => self.paragraph = Properties::read(xml)?,
            "r" => self.run = Properties::default(),
            "rPr" => self.run = Properties::read(xml)?,
            "t" => self.text(&xml.text()?),
            "tab" | "ptab" => self.text("\t"),
            "br" | "cr" => self.flow.break_line(),
            "noBreakHyphen" => self.text("-"),
            "softHyphen" => self.text("\u{ad}"),
            // A character of a symbol font.
            "sym" => self.text(" "),
            "tbl" => self.boxes += 1,
            "tc" => self.flow.begin_cell(),
            "txbxContent" => {
                self.boxes += 1;
                self.flow.end_paragraph();
            }
            "del" | "moveFrom" => {
                self.unextracted.deletions += 1;
                xml.leave(1)?;
            }
            // `Fallback` repeats `Choice` for older programs; `rt` is the pronunciation of the characters below.
            "Fallback" | "rt" => xml.leave(1)?,
            "commentReference" => self.unextracted.comments += 1,
            // Another document that is part of this one.
            "altChunk" | "subDoc" => self.unextracted.missing += 1,
            name if is_object(name) => self.unextracted.objects += 1,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" => self.flow.end_paragraph(),
            "tc" => self.flow.end_cell(),
            "tr" => self.flow.end_row(),
            "tbl" | "txbxContent" => self.boxes = self.boxes.saturating_sub(1),
            _ => {}
        }
    }

    /// Adds text of the run, or records its position if it is invisible.
    fn text(&mut self, text: &str) {
        let is_shaded = self.run.is_shaded || self.paragraph.is_shaded || self.is_page_coloured;
        let is_white = self.run.is_white && !is_shaded && self.boxes == 0;
        let is_invisible = !text.trim().is_empty() && (is_white || self.run.is_tiny);
        if !self.run.is_hidden && !is_invisible {
            self.flow.push(text);
            return;
        }
        self.unextracted.hidden += 1;
        if self.unseen.len() < MAX_HIDDEN_PLACES {
            self.unseen.push(self.flow.len());
        }
        // White letters separate the words around them, like a space.
        if is_white && !self.run.is_hidden && !self.run.is_tiny {
            self.flow.push_collapsed(" ");
        }
    }

    fn finish(self) -> Extracted {
        let text = self.flow.finish();
        // Spaces before a position may have been removed.
        let within = |offset: usize| text.floor_char_boundary(offset);
        let mut unseen: Vec<usize> = self.unseen.into_iter().map(within).collect();
        unseen.sort_unstable();
        unseen.dedup();
        Extracted {
            unseen,
            unextracted: self.unextracted,
            ..Extracted::from(text)
        }
    }
}

#[cfg(test)]
mod tests;
