//! OpenDocument text and slides (ISO/IEC 26300): paragraphs, lists, tables and text boxes in order, then the notes;
//! form feeds separate slides. Deleted revisions, comments, hidden sections and fields, descriptions of pictures,
//! embedded objects, headers and footers, and notes of slides are not extracted. Styles are not read.

use super::package::Package;
use super::xml::{StartTag, TextBuilder, Xml, XmlEvent, fields};
use crate::corpus::SkipReason;
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};

/// Reads a text, or slides.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    let mut package = Package::open(bytes, "OpenDocument", limits)?;
    let manifest = package.text("META-INF/manifest.xml")?;
    if manifest.is_some_and(|manifest| manifest.contains("encryption-data")) {
        return Err(SkipReason::Encrypted);
    }
    let source = package.required("content.xml")?;
    let mut xml = Xml::new(&source);
    let mut reader = Reader::default();
    while let Some(event) = xml.event()? {
        match event {
            XmlEvent::Start(tag) => reader.start(&tag, &mut xml)?,
            XmlEvent::End(name) => reader.end(&name),
            XmlEvent::Text(text) if reader.paragraphs > 0 => reader.flow().push_collapsed(&text),
            // White space between elements.
            XmlEvent::Text(_) => {}
        }
    }
    let meta = package.text("meta.xml")?.unwrap_or_default();
    let names = [
        "title",
        "initial-creator",
        "creator",
        "creation-date",
        "date",
    ];
    let [title, first_author, author, created, date] = fields(&meta, names)?;
    Ok(Extracted {
        text: reader.body.finish() + &reader.notes.finish(),
        title: title.unwrap_or_default(),
        author: first_author.or(author),
        date: created.or(date),
        unextracted: reader.unextracted,
        ..Extracted::default()
    })
}

#[derive(Default)]
struct Reader {
    body: TextBuilder,
    /// Footnotes and endnotes, which the file contains at their references.
    notes: TextBuilder,
    /// Numbers of open notes, of open paragraphs, and of slides so far.
    open_notes: u32,
    paragraphs: u32,
    slides: usize,
    unextracted: UnextractedParts,
}

impl Reader {
    /// The text to which the current element belongs.
    fn flow(&mut self) -> &mut TextBuilder {
        match self.open_notes {
            0 => &mut self.body,
            _ => &mut self.notes,
        }
    }

    fn start(&mut self, tag: &StartTag<'_>, xml: &mut Xml<'_>) -> Result<(), SkipReason> {
        let count = match tag.name() {
            "annotation" => Some(&mut self.unextracted.comments),
            "deletion" => Some(&mut self.unextracted.deletions),
            "object" | "object-ole" => Some(&mut self.unextracted.objects),
            _ if is_hidden(tag) => Some(&mut self.unextracted.hidden),
            _ => None,
        };
        if let Some(count) = count {
            *count += 1;
            return xml.leave(1);
        }
        match tag.name() {
            "p" | "h" => self.paragraphs += 1,
            "text-box" if self.paragraphs > 0 => self.flow().end_paragraph(),
            "note-body" => self.open_notes += 1,
            "page" => {
                self.body.begin_page(self.slides);
                self.slides += 1;
            }
            "table-cell" => self.flow().begin_cell(),
            "s" => {
                let count = tag.attribute("c").and_then(|count| count.parse().ok());
                // Not more spaces than the element has bytes.
                self.flow().push(&" ".repeat(count.unwrap_or(1).min(8)));
            }
            "tab" => self.flow().push("\t"),
            "line-break" => self.flow().break_line(),
            _ if is_skipped(tag) => xml.leave(1)?,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" | "h" => {
                self.paragraphs = self.paragraphs.saturating_sub(1);
                self.flow().end_paragraph();
            }
            "note-body" => self.open_notes = self.open_notes.saturating_sub(1),
            "table-cell" => self.flow().end_cell(),
            "table-row" => self.flow().end_row(),
            _ => {}
        }
    }
}

/// Whether the document hides an element, by itself or by a condition that was evaluated when it was saved.
fn is_hidden(tag: &StartTag<'_>) -> bool {
    let is = |name: &str, value: &str| tag.attribute(name).is_some_and(|other| other == value);
    // The field `hidden-paragraph` concerns the paragraph around it, which is read.
    is("display", "none") || tag.name() != "hidden-paragraph" && is("is-hidden", "true")
}

/// Whether an element has no text of the document.
fn is_skipped(tag: &StartTag<'_>) -> bool {
    match tag.name() {
        // `notes` are the notes of a slide.
        "automatic-styles" | "change-info" | "covered-table-cell" | "forms" | "note-citation"
        | "notes" | "ruby-text" | "script" => true,
        // Descriptions of pictures; `text:title` is a field that is shown.
        "title" | "desc" => tag.full_name().starts_with("svg:"),
        // The sources of an index are skipped; the index is its body.
        name => name.ends_with("-source"),
    }
}

#[cfg(test)]
mod tests;
