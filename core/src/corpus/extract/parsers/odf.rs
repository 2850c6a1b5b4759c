//! OpenDocument text and slides (ISO/IEC 26300): paragraphs, lists, tables and text boxes in reading order, notes
//! after the text. Deleted revisions, comments, hidden sections, hidden text and descriptions of pictures are left out; slides
//! are parted by form feeds, their notes are left out.

use super::archive::Archive;
use super::flow::Flow;
use super::styles::{Style, Styles};
use super::xml::{Piece, Tag, fields, pieces};
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
    let mut styles = OwnStyles::default();
    // A document is text without them too.
    if let Some(xml) = archive.text("styles.xml").ok().flatten() {
        let _ = pieces(&xml, limits.max_depth, |piece| {
            styles.add(&piece);
            Ok(())
        });
    }
    let mut extracted = content(&archive.needed("content.xml")?, styles, format, limits)?;
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

/// Styles of paragraphs and of characters, by family and name, and the one that is open.
#[derive(Default)]
struct OwnStyles {
    styles: Styles,
    open: Option<(String, Style)>,
}

impl OwnStyles {
    /// Takes what a piece of a list of styles says.
    fn add(&mut self, piece: &Piece<'_>) {
        match piece {
            Piece::Start("style", tag) => {
                let family = tag.attribute("family").unwrap_or_default();
                let named = |name| Some(format!("{family}/{}", tag.attribute(name)?));
                let style = Style {
                    based_on: named("parent-style-name"),
                    hides: None,
                };
                self.open = named("name").map(|name| (name, style));
            }
            Piece::Start("text-properties", tag) => {
                if let Some((_, style)) = &mut self.open {
                    style.hides = match tag.attribute("display").as_deref() {
                        Some("none") => Some(true),
                        Some("true") => Some(false),
                        _ => None,
                    };
                }
            }
            Piece::End("style") => {
                if let Some((name, style)) = self.open.take() {
                    self.styles.insert(name, style);
                }
            }
            _ => {}
        }
    }

    /// Whether text of this style is hidden, where it is or is not around it.
    fn hide(&self, family: &str, tag: &Tag<'_>, around: bool) -> bool {
        let name = tag.attribute("style-name");
        let says = name.and_then(|name| self.styles.says(&format!("{family}/{name}")));
        says.unwrap_or(around)
    }
}

/// Text that is hidden or shown, as the paragraphs and spans around it say.
#[derive(Default)]
struct Hiding {
    /// Of each that is open, whether it hides its text.
    open: Vec<bool>,
    /// Whether the hidden text at hand has been counted.
    is_counted: bool,
}

impl Hiding {
    fn hides(&self) -> bool {
        self.open.last().is_some_and(|hides| *hides)
    }

    fn begin(&mut self, hides: bool) {
        self.is_counted &= self.hides() && hides;
        self.open.push(hides);
    }

    /// Whether text is shown; the first of each hidden run counts.
    fn shows(&mut self, text: &str, hidden: &mut u32) -> bool {
        if self.hides() && !text.trim().is_empty() && !std::mem::replace(&mut self.is_counted, true)
        {
            *hidden += 1;
        }
        !self.hides()
    }
}

fn content(
    xml: &str,
    mut styles: OwnStyles,
    format: Format,
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let mut hiding = Hiding::default();
    let (mut flow, mut left_out, mut slides) = (Flow::default(), LeftOut::default(), 0);
    // Open notes with their text, which is put after the document.
    let (mut outside, mut notes) = (Vec::new(), Vec::new());
    let (mut skipping, mut paragraphs, mut in_body) = (0_u32, 0_u32, false);
    pieces(xml, limits.max_depth, |piece| {
        if !in_body {
            styles.add(&piece);
        }
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
                "p" | "h" => {
                    paragraphs += 1;
                    hiding.begin(styles.hide("paragraph", tag, false));
                }
                "span" => {
                    let around = hiding.hides();
                    hiding.begin(styles.hide("text", tag, around));
                }
                "text-box" if paragraphs > 0 => flow.end_paragraph(),
                "s" | "tab" | "line-break" if hiding.hides() => {}
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
                    hiding.open.pop();
                    flow.end_paragraph();
                }
                "span" => drop(hiding.open.pop()),
                "note-body" => {
                    let before = outside.pop().unwrap_or_default();
                    let note = std::mem::replace(&mut flow, before);
                    notes.push(note.with_notes([]));
                }
                "table-cell" => flow.end_cell(),
                "table-row" => flow.end_row(),
                _ => {}
            },
            Piece::Text(text)
                if skipping == 0
                    && in_body
                    && paragraphs > 0
                    && hiding.shows(text, &mut left_out.hidden) =>
            {
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

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::settings::Reading;

    #[test]
    fn text_that_its_style_hides_is_left_out_and_counted() {
        let style = |family: &str, name: &str, more: &str, display: &str| {
            let properties = match display {
                "" => String::new(),
                display => format!("<s:text-properties t:display=\"{display}\"/>"),
            };
            format!(
                "<s:style s:family=\"{family}\" s:name=\"{name}\" {more}>{properties}</s:style>"
            )
        };
        let common = [
            style("text", "Hidden", "", "none"),
            style("paragraph", "Hidden", "", "none"),
            style("paragraph", "Plain", "", ""),
        ];
        let own = [
            style("text", "T1", "s:parent-style-name=\"Hidden\"", ""),
            style("text", "T2", "", "true"),
            style("paragraph", "P1", "s:parent-style-name=\"Hidden\"", ""),
        ];
        let body = "<t:p t:style-name=\"Plain\">one <t:span t:style-name=\"T1\">no <t:s/><t:span>no</t:span> \
            <t:span t:style-name=\"T2\">two</t:span> no</t:span> three</t:p>\
            <t:p t:style-name=\"P1\">no <t:span t:style-name=\"T2\">four</t:span></t:p>\
            <t:p t:style-name=\"Hidden\">no</t:p><t:p><t:span t:style-name=\"Other\">five</t:span></t:p>";
        let content = format!(
            "<o><a>{}</a><o:body xmlns:o=\"o\">{body}</o:body></o>",
            own.concat()
        );
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in [
            ("styles.xml", format!("<o>{}</o>", common.concat())),
            ("content.xml", content),
        ] {
            archive
                .start_file(name, SimpleFileOptions::default())
                .unwrap();
            archive.write_all(text.as_bytes()).unwrap();
        }
        let bytes = archive.finish().unwrap().into_inner();
        let read = read(&bytes, Format::Odt, &Limits::of(&Reading::default())).unwrap();
        let words: Vec<&str> = read.text.split_whitespace().collect();
        assert_eq!(words, ["one", "two", "three", "four", "five"]);
        assert_eq!(read.left_out.hidden, 4);
    }
}
