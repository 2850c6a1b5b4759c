//! The content of a document: its text, and the numbers of what is left out.

use super::super::flow::Flow;
use super::super::xml::{Piece, Tag, pieces};
use super::hiding::Hiding;
use super::objects::Object;
use super::own_styles::OwnStyles;
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};

/// Reads an object of the document by the reference to it.
type Find<'f> = &'f mut dyn FnMut(&str) -> Result<Object, SkipReason>;

/// Reads the content of a document.
pub(super) fn read(
    xml: &str,
    styles: OwnStyles,
    format: Format,
    limits: &Limits,
    find: Find<'_>,
) -> Result<Extracted, SkipReason> {
    let mut reader = Reader {
        styles,
        is_slides: format == Format::Odp,
        ..Reader::default()
    };
    pieces(xml, limits.max_depth, |piece| {
        if !reader.in_body {
            reader.styles.add(&piece);
        }
        match piece {
            Piece::Start(name, _) if reader.skipping > 0 => {
                reader.left_out.deletions += u32::from(name == "deletion");
                reader.skipping += 1;
            }
            Piece::End(_) if reader.skipping > 0 => reader.skipping -= 1,
            Piece::Text(text) if reader.skipping > 0 => {
                if !text.trim().is_empty() && std::mem::take(&mut reader.is_hidden) {
                    reader.left_out.hidden += 1;
                }
            }
            Piece::Start(name, tag) => reader.start(name, tag, find)?,
            Piece::End(name) => reader.end(name),
            Piece::Text(text) => reader.text(text),
        }
        limits.check(reader.flow.len())
    })?;
    let notes = reader.notes;
    Ok(Extracted {
        text: reader.flow.with_notes(notes.iter().map(String::as_str)),
        left_out: reader.left_out,
        ..Extracted::default()
    })
}

/// The forms of indexes.
const INDEX_SOURCES: [&str; 7] = [
    "table-of-content-source",
    "illustration-index-source",
    "table-index-source",
    "object-index-source",
    "user-index-source",
    "alphabetical-index-source",
    "bibliography-source",
];

/// An open paragraph.
struct Paragraph {
    /// How much text and how many notes there were before it.
    text: usize,
    notes: usize,
    is_hidden: bool,
}

#[derive(Default)]
struct Reader {
    styles: OwnStyles,
    is_slides: bool,
    hiding: Hiding,
    flow: Flow,
    left_out: LeftOut,
    slides: usize,
    /// Text around the open notes, and the notes, which are put after the document.
    outside: Vec<Flow>,
    notes: Vec<String>,
    /// Depth inside of an element whose text is left out; 0 outside.
    skipping: u32,
    /// Whether that element is hidden, and its text not yet counted.
    is_hidden: bool,
    paragraphs: Vec<Paragraph>,
    in_body: bool,
    in_formula: bool,
}

impl Reader {
    /// Leaves out the present element.
    fn skip(&mut self) {
        (self.skipping, self.is_hidden) = (1, false);
    }

    /// Leaves out the present element, which is hidden.
    fn hide(&mut self) {
        (self.skipping, self.is_hidden) = (1, true);
    }

    fn start(&mut self, name: &str, tag: &Tag<'_>, find: Find<'_>) -> Result<(), SkipReason> {
        let is_hidden = || tag.attribute("is-hidden").as_deref() == Some("true");
        match name {
            "body" => self.in_body = true,
            "tracked-changes" | "note-citation" | "ruby-text" | "forms" => self.skip(),
            _ if !self.in_body => {}
            // What stands for a picture where it is not shown.
            "title" | "desc" if tag.has_prefix("svg") => self.skip(),
            "annotation" | "annotation-xml" if self.in_formula => self.skip(),
            "annotation" => {
                self.left_out.comments += 1;
                self.skip();
            }
            "script" => self.skip(),
            // From what an index was made; its body is the index.
            _ if INDEX_SOURCES.contains(&name) => self.skip(),
            _ if self.styles.hide_element(tag) => self.hide(),
            // Sections and texts with a condition, as the program that wrote them has decided it.
            "section" | "hidden-text" if is_hidden() => self.hide(),
            // A field that hides the paragraph in which it stands.
            "hidden-paragraph" if is_hidden() => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.is_hidden = true;
                }
            }
            // A cell that another one covers.
            "covered-table-cell" => self.hide(),
            // The notes of a slide.
            "notes" if self.is_slides => self.skip(),
            "page" if self.is_slides => {
                self.flow.begin_page(self.slides);
                self.slides += 1;
                if self.styles.hide_slide(tag) {
                    self.left_out.slides += 1;
                    self.skip();
                }
            }
            "object" => {
                if let Some(href) = tag.attribute("href") {
                    self.object(find(&href)?);
                }
            }
            "object-ole" => self.left_out.objects += 1,
            "math" => self.in_formula = true,
            "note-body" => self.outside.push(std::mem::take(&mut self.flow)),
            "p" | "h" => {
                self.paragraphs.push(Paragraph {
                    text: self.flow.len(),
                    notes: self.notes.len(),
                    is_hidden: false,
                });
                self.hiding.begin(self.styles.hide("paragraph", tag, false));
            }
            "span" => {
                let around = self.hiding.hides();
                self.hiding.begin(self.styles.hide("text", tag, around));
            }
            "text-box" if !self.paragraphs.is_empty() => self.flow.end_paragraph(),
            "s" | "tab" | "line-break" if self.hiding.hides() => {}
            "s" => {
                let count = tag.attribute("c").and_then(|c| c.parse::<usize>().ok());
                self.flow.push(&" ".repeat(count.unwrap_or(1).min(1000)));
            }
            "tab" => self.flow.push("\t"),
            "line-break" => self.flow.break_line(),
            "table-cell" => self.flow.begin_cell(),
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        match name {
            "p" | "h" => {
                self.hiding.open.pop();
                match self.paragraphs.pop() {
                    Some(paragraph) if paragraph.is_hidden => {
                        let hidden = self.flow.split_off(paragraph.text);
                        self.left_out.hidden += u32::from(!hidden.trim().is_empty());
                        self.notes.truncate(paragraph.notes);
                    }
                    _ => self.flow.end_paragraph(),
                }
            }
            "span" => drop(self.hiding.open.pop()),
            "math" => self.in_formula = false,
            "note-body" => {
                let before = self.outside.pop().unwrap_or_default();
                let note = std::mem::replace(&mut self.flow, before);
                self.notes.push(note.with_notes([]));
            }
            "table-cell" => self.flow.end_cell(),
            "table-row" => self.flow.end_row(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_body
            && !self.paragraphs.is_empty()
            && self.hiding.shows(text, &mut self.left_out.hidden)
        {
            self.flow.push_collapsed(text);
        }
    }

    fn object(&mut self, object: Object) {
        if self.hiding.hides() {
            return;
        }
        match object {
            Object::Chart(text) => {
                self.flow.end_paragraph();
                self.flow.push(&text);
                self.flow.end_paragraph();
            }
            Object::Formula(text) => self.flow.push(&text),
            Object::Other => self.left_out.objects += 1,
            Object::Missing => self.left_out.missing += 1,
        }
    }
}
