//! One part of the package: the body, or the foot- or endnotes.

use super::super::alternates::{Alternates, Content};
use super::super::flow::Flow;
use super::super::graphics::Graphic;
use super::super::package::is_diagram;
use super::super::styles::{Look, Styles, is_on};
use super::super::xml::{Piece, Tag, pieces};
use super::marks::{field, hides, symbol};
use super::runs::{Open, Opened, Paragraph, Run};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Limits};

/// What an element shows that stands in another part of the package.
pub(super) enum Elsewhere {
    /// A document, by the id of its relationship.
    Document(String),
    /// A chart or a diagram.
    Graphic(Graphic),
}

/// Reads what stands elsewhere; `None` if it cannot be read.
pub(super) type Find<'f> = &'f mut dyn FnMut(&Elsewhere) -> Result<Option<Extracted>, SkipReason>;

/// What a part of the package says.
#[derive(Default)]
pub(super) struct Part {
    pub content: Content,
    /// Notes by id, if it is a part of notes.
    pub notes: Vec<(String, String)>,
}

/// Elements with the properties of what they stand in.
const PROPERTIES: [&str; 5] = ["pPr", "rPr", "tblPr", "trPr", "tcPr"];

impl Part {
    /// Reads the text of a part; `find` gives what stands elsewhere.
    pub fn read(
        xml: &str,
        styles: &Styles,
        limits: &Limits,
        find: Find<'_>,
    ) -> Result<Self, SkipReason> {
        let open = Vec::new();
        let mut reader = Reader {
            part: Part::default(),
            opened: Opened {
                open,
                shaded: vec![false],
                styles,
            },
            skipping: 0,
            is_hidden: false,
            in_text: false,
            properties: Vec::new(),
            note: None,
            fields: Vec::new(),
        };
        let mut alternates = Alternates::default();
        pieces(xml, limits.max_depth, |piece| {
            let content = &mut reader.part.content;
            match &piece {
                Piece::Start(name, tag) => alternates.start(name, tag, content),
                Piece::End(name) => alternates.end(name, content),
                Piece::Text(_) => {}
            }
            match piece {
                Piece::Start(name, _) if reader.skipping > 0 => {
                    reader.skipping += 1;
                    // Text that is hidden.
                    if name == "t" && std::mem::take(&mut reader.is_hidden) {
                        reader.part.content.left_out.hidden += 1;
                    }
                }
                Piece::End(_) if reader.skipping > 0 => reader.skipping -= 1,
                Piece::Start(name, tag) => reader.start(name, tag, find)?,
                Piece::End(name) => reader.end(name),
                Piece::Text(text) => reader.text(text),
            }
            limits.check(reader.part.content.flow.len())
        })?;
        Ok(reader.part)
    }
}

/// A part that is being read.
struct Reader<'s> {
    part: Part,
    opened: Opened<'s>,
    /// Depth inside of an element whose text is left out; 0 outside.
    skipping: u32,
    /// Whether that element is hidden, and its text not yet counted.
    is_hidden: bool,
    in_text: bool,
    /// The open ones of [`PROPERTIES`].
    properties: Vec<&'static str>,
    note: Option<String>,
    /// Of each open field the lengths of text and references where it begins.
    fields: Vec<(usize, usize)>,
}

impl Reader<'_> {
    /// Leaves out the present element, with as many around it as make `depth`.
    fn skip(&mut self, depth: u32) {
        (self.skipping, self.is_hidden) = (depth, false);
    }

    /// As [`Reader::skip`], of what is hidden.
    fn hide(&mut self, depth: u32) {
        (self.skipping, self.is_hidden) = (depth, true);
    }

    fn start(&mut self, name: &str, tag: &Tag<'_>, find: Find<'_>) -> Result<(), SkipReason> {
        if let Some(graphic) = Graphic::of(name, tag) {
            return self.elsewhere(&Elsewhere::Graphic(graphic), find);
        }
        let content = &mut self.part.content;
        match name {
            // How the characters below are pronounced.
            "rt" => self.skip(1),
            // How something was formatted before a change that is tracked.
            "rPrChange" | "pPrChange" | "sectPrChange" | "tblPrChange" | "tblPrExChange"
            | "trPrChange" | "tcPrChange" | "tblGridChange" | "numberingChange" => self.skip(1),
            "del" | "moveFrom" | "cellDel" => self.deleted(name),
            // A drawing that is hidden: its properties stand directly in it.
            "docPr" | "cNvPr"
                if tag
                    .attribute("hidden")
                    .is_some_and(|on| on != "0" && on != "false") =>
            {
                self.hide(2);
            }
            "shape" | "rect" | "roundrect" | "oval" | "group"
                if tag.attribute("style").is_some_and(|style| hides(&style)) =>
            {
                self.hide(1);
            }
            "txbxContent" if self.opened.is_hidden_run() => self.hide(1),
            "txbxContent" => {
                content.flow.end_paragraph();
                // It has a colour of its own, which is not looked for.
                self.opened.shaded.push(true);
            }
            "background" => {
                let colour = tag.attribute("color");
                let is_light = |colour: &str| matches!(colour, "auto" | "FFFFFF" | "ffffff");
                self.opened.shaded[0] = !colour.as_deref().is_none_or(is_light);
            }
            "tbl" => self.opened.shaded.push(false),
            "tblStyle" | "shd" if self.properties.last() != Some(&"rPr") => {
                let mut look = Look::default();
                match tag.attribute("val") {
                    Some(style) if name == "tblStyle" => look = self.opened.styles.look(&style),
                    _ => look.take(name, tag),
                }
                if let Some(shaded) = self.opened.shaded.last_mut() {
                    *shaded |= look.shaded == Some(true);
                }
            }
            "color" | "sz" | "highlight" | "shd" => {
                self.opened.change(|run| run.look.take(name, tag));
            }
            // The text of a picture made of letters (WordArt).
            "textpath" if self.opened.is_shown_run() => {
                if let Some(text) = tag.attribute("string") {
                    content.flow.end_paragraph();
                    content.flow.push(&text);
                    content.flow.end_paragraph();
                }
            }
            "graphicData" => content.left_out.diagrams += u32::from(is_diagram(tag)),
            "OLEObject" | "control" => content.left_out.objects += 1,
            "p" => {
                self.opened.open.push(Open::Paragraph(Paragraph::default()));
                self.opened.shaded.push(false);
            }
            "r" => {
                self.opened.open.push(Open::Run(Run::default()));
                self.opened.change(|_| {});
            }
            "pStyle" => {
                if let Some(Open::Paragraph(paragraph)) = self.opened.open.last_mut() {
                    paragraph.style = tag.attribute("val");
                }
            }
            // The large letter that the next paragraph begins with.
            "framePr" if tag.attribute("dropCap").is_some_and(|cap| cap != "none") => {
                self.opened.join_paragraph();
            }
            "rStyle" | "vanish" => self.opened.change(|run| match name {
                "rStyle" => run.style = tag.attribute("val"),
                _ => run.itself = Some(is_on(tag)),
            }),
            "fldChar" => {
                let place = tag.attribute("fldCharType");
                field(place.as_deref(), &mut self.fields, content);
            }
            "t" => self.in_text = true,
            "tab" | "ptab" if self.opened.is_shown_run() => content.flow.push("\t"),
            "sym" if self.opened.is_shown_run() => symbol(tag, &mut content.flow),
            "br" | "cr" if self.opened.is_shown_run() => content.flow.break_line(),
            "noBreakHyphen" if self.opened.is_shown_run() => content.flow.push("-"),
            "softHyphen" if self.opened.is_shown_run() => content.flow.push("\u{ad}"),
            "tc" => {
                content.flow.begin_cell();
                self.opened.shaded.push(false);
            }
            // The document of a `subDoc` is a file of its own.
            "altChunk" | "subDoc" => {
                let id = tag.attribute("id").unwrap_or_default();
                return self.elsewhere(&Elsewhere::Document(id), find);
            }
            "footnoteReference" | "endnoteReference" => {
                let kind = match name {
                    "footnoteReference" => "footnote",
                    _ => "endnote",
                };
                let reference = tag.attribute("id").map(|id| (kind, id));
                content.references.extend(reference);
            }
            "footnote" | "endnote" if !tag.attribute("id").is_none_or(|id| id.is_empty()) => {
                self.note = tag.attribute("id");
                content.flow = Flow::default();
                self.fields.clear();
            }
            _ => {
                let found = PROPERTIES.into_iter().find(|one| *one == name);
                self.properties.extend(found);
            }
        }
        Ok(())
    }

    fn end(&mut self, name: &str) {
        let flow = &mut self.part.content.flow;
        if matches!(name, "tbl" | "tc" | "p" | "txbxContent") && self.opened.shaded.len() > 1 {
            self.opened.shaded.pop();
        }
        match name {
            "r" => drop(self.opened.open.pop()),
            "t" => self.in_text = false,
            "p" => match self.opened.open.pop() {
                Some(Open::Paragraph(paragraph)) if paragraph.is_joined => {}
                _ => flow.end_paragraph(),
            },
            "tc" => flow.end_cell(),
            "tr" => flow.end_row(),
            "footnote" | "endnote" => {
                if let Some(id) = self.note.take() {
                    let flow = std::mem::take(flow);
                    self.part.notes.push((id, flow.with_notes([])));
                }
            }
            _ if self.properties.last() == Some(&name) => drop(self.properties.pop()),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        let content = &mut self.part.content;
        if self.in_text {
            let hidden = self.opened.hidden(text, &mut content.left_out.hidden);
            content.flow.push(hidden.unwrap_or(text));
        }
    }

    /// What a tracked change has deleted: text, a row, a cell, or the end of a paragraph.
    fn deleted(&mut self, name: &str) {
        let deletions = &mut self.part.content.left_out.deletions;
        match (name, self.properties.as_slice()) {
            ("del" | "moveFrom", []) => {
                *deletions += 1;
                self.skip(1);
            }
            ("del" | "moveFrom", [.., "pPr", "rPr"]) => self.opened.join_paragraph(),
            // The row or cell is around its properties.
            ("del", [.., "trPr"]) | ("cellDel", [.., "tcPr"]) => {
                *deletions += 1;
                self.properties.pop();
                self.skip(3);
                if name == "cellDel" {
                    self.opened.shaded.pop();
                    self.part.content.flow.end_cell();
                }
            }
            _ => {}
        }
    }

    /// Puts what stands in another part here, as paragraphs of its own.
    fn elsewhere(&mut self, what: &Elsewhere, find: Find<'_>) -> Result<(), SkipReason> {
        let content = &mut self.part.content;
        if self.opened.is_hidden_run() {
            content.left_out.hidden += 1;
            return Ok(());
        }
        let found = find(what)?;
        if let Some(found) = &found {
            content.left_out += found.left_out;
        }
        let text = found.map(|found| found.text);
        match what {
            Elsewhere::Document(_) => content.left_out.missing += u32::from(text.is_none()),
            Elsewhere::Graphic(graphic) => graphic.count(text.is_some(), &mut content.left_out),
        }
        content.flow.end_paragraph();
        content.flow.push(&text.unwrap_or_default());
        content.flow.end_paragraph();
        Ok(())
    }
}
