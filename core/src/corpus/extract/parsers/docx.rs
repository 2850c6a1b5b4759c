//! Office Open XML text (ECMA-376 part 1, WordprocessingML): paragraphs, tables and text boxes in reading order,
//! foot- and endnotes after the text in the order of their references. Deleted revisions, comments, hidden
//! text, headers and footers are left out.

use std::collections::HashMap;

use super::alternates::{Alternates, Content};
use super::archive::Archive;
use super::chunk;
use super::flow::Flow;
use super::package::{about, is_diagram, relationships};
use super::xml::{Piece, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Format, LeftOut, Limits};

/// Most documents within each other.
const DEPTH: u32 = 3;

/// Reads a document.
pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Extracted, SkipReason> {
    read_within(bytes, limits, 0)
}

/// Reads a document that stands within `depth` others.
fn read_within(bytes: &[u8], limits: &Limits, depth: u32) -> Result<Extracted, SkipReason> {
    let mut archive = Archive::open(bytes, Format::Docx, limits)?;
    let main = main_part(&mut archive, limits)?;
    let folder = main.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |name: &str| match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    let xml = archive.needed(&main)?;
    let file = main.rsplit_once('/').map_or(&*main, |(_, file)| file);
    let related = beside(&format!("_rels/{file}.rels"));
    let related = relationships(&mut archive, &related, folder, limits)?;
    let mut left_out = LeftOut::default();
    let body = Part::read(&xml, limits, &mut |id| {
        let chunk = related.iter().find(|to| to.id == id);
        let bytes = chunk
            .map(|to| archive.part(&to.target))
            .transpose()?
            .flatten();
        let inner = |bytes: &[u8]| read_within(bytes, limits, depth + 1);
        let inner = (depth + 1 < DEPTH).then_some(&inner as &dyn Fn(&[u8]) -> _);
        let read = bytes.map(|bytes| chunk::read(bytes, limits, inner));
        Ok(match read.transpose()?.flatten() {
            Some(extracted) => {
                left_out += extracted.left_out;
                extracted.text
            }
            None => {
                left_out.missing += 1;
                String::new()
            }
        })
    })?;
    let Content {
        flow,
        references,
        deletions,
        hidden,
        diagrams,
    } = body.content;
    left_out += LeftOut {
        deletions,
        hidden,
        diagrams,
        ..LeftOut::default()
    };
    let mut notes = HashMap::new();
    for (kind, name) in [("footnote", "footnotes.xml"), ("endnote", "endnotes.xml")] {
        if let Some(xml) = archive.text(&beside(name))? {
            let part = Part::read(&xml, limits, &mut |_| Ok(String::new()))?;
            left_out.deletions += part.content.deletions;
            notes.extend(part.notes.into_iter().map(|(id, text)| ((kind, id), text)));
        }
    }
    if let Some(xml) = archive.text(&beside("comments.xml"))? {
        pieces(&xml, limits.max_depth, |piece| {
            left_out.comments += u32::from(matches!(piece, Piece::Start("comment", _)));
            Ok(())
        })?;
    }
    let noted = references.iter().filter_map(|at| notes.get(at));
    let mut extracted = Extracted {
        text: flow.with_notes(noted.map(String::as_str)),
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
    content: Content,
    /// Notes by id, if it is a part of notes.
    notes: Vec<(String, String)>,
}

impl Part {
    /// Reads the text of a part; `chunk` gives that of an imported document by the id of its relationship.
    fn read(
        xml: &str,
        limits: &Limits,
        chunk: &mut dyn FnMut(&str) -> Result<String, SkipReason>,
    ) -> Result<Self, SkipReason> {
        let mut part = Part::default();
        // Depth inside of an element whose text is left out; 0 outside.
        let mut skipping = 0_u32;
        let (mut in_text, mut in_run, mut in_properties, mut hidden) = (false, false, 0_u32, false);
        let mut note: Option<String> = None;
        let mut alternates = Alternates::default();
        pieces(xml, limits.max_depth, |piece| {
            match &piece {
                Piece::Start(name, tag) => alternates.start(name, tag, &part.content),
                Piece::End(name) => alternates.end(name, &mut part.content),
                Piece::Text(_) => {}
            }
            let content = &mut part.content;
            match piece {
                Piece::Start(_, _) if skipping > 0 => skipping += 1,
                Piece::End(_) if skipping > 0 => skipping -= 1,
                Piece::Start(name, tag) => match name {
                    // How the characters below are pronounced.
                    "rt" => skipping = 1,
                    "txbxContent" => content.flow.end_paragraph(),
                    "graphicData" => content.diagrams += u32::from(is_diagram(tag)),
                    "del" | "moveFrom" if in_properties == 0 => {
                        content.deletions += 1;
                        skipping = 1;
                    }
                    "pPr" | "rPr" | "tblPr" | "trPr" | "tcPr" => in_properties += 1,
                    "r" => (in_run, hidden) = (true, false),
                    "vanish" if in_run => {
                        let value = tag.attribute("val");
                        hidden = !matches!(value.as_deref(), Some("0" | "false" | "off"));
                        content.hidden += u32::from(hidden);
                    }
                    "t" => in_text = true,
                    "tab" | "ptab" if in_run && !hidden => content.flow.push("\t"),
                    // A character of a font of symbols, which has no meaning in Unicode.
                    "sym" if in_run && !hidden => content.flow.push(" "),
                    "br" | "cr" if in_run && !hidden => content.flow.break_line(),
                    "noBreakHyphen" => content.flow.push("-"),
                    "softHyphen" => content.flow.push("\u{ad}"),
                    "tc" => content.flow.begin_cell(),
                    // The document of a `subDoc` is a file of its own.
                    "altChunk" | "subDoc" => {
                        let text = chunk(&tag.attribute("id").unwrap_or_default())?;
                        content.flow.end_paragraph();
                        content.flow.push(&text);
                        content.flow.end_paragraph();
                    }
                    "footnoteReference" | "endnoteReference" => {
                        let kind = match name {
                            "footnoteReference" => "footnote",
                            _ => "endnote",
                        };
                        content
                            .references
                            .extend(tag.attribute("id").map(|id| (kind, id)));
                    }
                    "footnote" | "endnote"
                        if !tag.attribute("id").is_none_or(|id| id.is_empty()) =>
                    {
                        note = tag.attribute("id");
                        content.flow = Flow::default();
                    }
                    _ => {}
                },
                Piece::End(name) => match name {
                    "pPr" | "rPr" | "tblPr" | "trPr" | "tcPr" => {
                        in_properties = in_properties.saturating_sub(1);
                    }
                    "r" => (in_run, hidden) = (false, false),
                    "t" => in_text = false,
                    "p" => content.flow.end_paragraph(),
                    "tc" => content.flow.end_cell(),
                    "tr" => content.flow.end_row(),
                    "footnote" | "endnote" => {
                        if let Some(id) = note.take() {
                            let flow = std::mem::take(&mut content.flow);
                            part.notes.push((id, flow.with_notes([])));
                        }
                    }
                    _ => {}
                },
                Piece::Text(text) if in_text && skipping == 0 && !hidden => content.flow.push(text),
                Piece::Text(_) => {}
            }
            limits.check(content.flow.len())
        })?;
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;
    use crate::settings::Reading;

    const NAMESPACES: &str = "xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\" \
        xmlns:own=\"http://example.org/own\"";

    fn packed(body: &str, parts: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default();
        let body = format!("<document {NAMESPACES}><body>{body}</body></document>");
        for (name, bytes) in [("word/document.xml", body.as_bytes())].iter().chain(parts) {
            archive.start_file(*name, options).unwrap();
            archive.write_all(bytes).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    fn read_docx(bytes: &[u8]) -> Extracted {
        read(bytes, &Limits::of(&Reading::default())).unwrap()
    }

    fn paragraph(text: &str) -> String {
        format!("<p><r><t>{text}</t></r></p>")
    }

    #[test]
    fn of_several_ways_to_say_the_same_one_is_read() {
        let known = format!("<Choice Requires=\"wps\">{}</Choice>", paragraph("known"));
        let second = known.replace("known", "second");
        let foreign = format!("<Choice Requires=\"own\">{}</Choice>", paragraph("foreign"));
        let empty = "<Choice Requires=\"wps\"><p/></Choice>".to_owned();
        let fallback = format!("<Fallback>{}</Fallback>", paragraph("fallback"));
        for (branches, text) in [
            ([&known, &fallback], "known"),
            ([&known, &second], "known"),
            ([&foreign, &fallback], "fallback"),
            ([&foreign, &known], "known"),
            ([&empty, &fallback], "fallback"),
            ([&foreign, &empty], "foreign"),
        ] {
            let [first, other] = branches;
            let nested = format!(
                "<Choice Requires=\"wps\"><AlternateContent>{first}{other}</AlternateContent></Choice>"
            );
            for inner in [format!("{first}{other}"), nested] {
                let body = format!(
                    "{}<AlternateContent>{inner}</AlternateContent>{}",
                    paragraph("before"),
                    paragraph("after")
                );
                let read = read_docx(&packed(&body, &[]));
                let words: Vec<&str> = read.text.split_whitespace().collect();
                assert_eq!(words, ["before", text, "after"], "{inner}");
            }
        }
    }

    #[test]
    fn notes_of_the_branch_that_is_not_read_are_no_text() {
        let note = |id: u32| format!("<p><r><footnoteReference id=\"{id}\"/><t>x</t></r></p>");
        let body = format!(
            "<AlternateContent><Choice Requires=\"wps\">{}</Choice><Fallback>{}</Fallback></AlternateContent>",
            note(1),
            note(1)
        );
        let notes = format!(
            "<footnotes><footnote id=\"1\">{}</footnote></footnotes>",
            paragraph("noted")
        );
        let read = read_docx(&packed(&body, &[("word/footnotes.xml", notes.as_bytes())]));
        assert_eq!(read.text, "x\nnoted\n");
    }

    #[test]
    fn an_imported_document_stands_where_it_is_imported() {
        let inner = packed(&paragraph("of a docx"), &[]);
        let mail = b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\n\
            Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n<p>of a mes=\nsage</p>\n--b--\n";
        for (bytes, text, missing) in [
            (
                &b"<html><body><p>of a page</p></body></html>"[..],
                "of a page",
                0,
            ),
            (&mail[..], "of a message", 0),
            (&b"{\\rtf1 of rtf}"[..], "of rtf", 0),
            (&b"of plain text"[..], "of plain text", 0),
            (&inner[..], "of a docx", 0),
            (&b"\0\x01\x02\0"[..], "", 1),
            (&b"PK\x03\x04 damaged"[..], "", 1),
        ] {
            let body = format!(
                "{}<altChunk id=\"c\"/>{}",
                paragraph("before"),
                paragraph("after")
            );
            let related = b"<Relationships><Relationship Id=\"c\" Target=\"chunk.bin\" Type=\"aFChunk\"/></Relationships>";
            let parts = [
                ("word/_rels/document.xml.rels", &related[..]),
                ("word/chunk.bin", bytes),
            ];
            let read = read_docx(&packed(&body, &parts));
            let words: Vec<&str> = read.text.split_whitespace().collect();
            assert_eq!(
                words.join(" "),
                format!("before {text} after").replace("  ", " ")
            );
            assert_eq!(read.left_out.missing, missing, "{text}");
        }
        for name in ["altChunk", "subDoc"] {
            let body = format!("{}<{name} id=\"x\"/>", paragraph("a"));
            let read = read_docx(&packed(&body, &[]));
            assert_eq!((read.text.as_str(), read.left_out.missing), ("a\n", 1));
        }
    }

    #[test]
    fn documents_within_each_other_end() {
        let related = b"<Relationships><Relationship Id=\"c\" Target=\"chunk\" Type=\"aFChunk\"/></Relationships>";
        let mut bytes = packed(&paragraph("innermost"), &[]);
        for depth in 0..6 {
            let body = format!(
                "{}<altChunk id=\"c\"/>",
                paragraph(&format!("depth{depth}"))
            );
            let parts = [
                ("word/_rels/document.xml.rels", &related[..]),
                ("word/chunk", &bytes[..]),
            ];
            bytes = packed(&body, &parts);
        }
        let read = read_docx(&bytes);
        assert_eq!(read.text, "depth5\ndepth4\ndepth3\n");
        assert_eq!(read.left_out.missing, 1);
    }
}
