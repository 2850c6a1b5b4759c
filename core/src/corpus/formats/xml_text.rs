//! The text of XML: for JATS the body without the headings of its sections, for TEI the text without its header, for
//! other XML the text of all elements.

use super::xml::{StartTag, TextBuilder, Xml, XmlEvent};
use crate::corpus::extracted::{Extracted, Limits, UnextractedParts};
use crate::corpus::html::Syntax;
use crate::corpus::limits::Clock;
use crate::corpus::{SkipReason, decode, html};
use crate::settings::Reading;

/// Elements on separate lines.
const BLOCKS: &str = "p head div lg l ab sec list list-item item table tr row td th cell note fn disp-quote quote sp stage \
    caption fig formula disp-formula title-group section para simpara";

/// Elements that do not separate words.
const INLINE: &str = "hi seg g i b u s em strong emph italic bold sub sup sc underline monospace overline roman \
    sans-serif strike styled-content named-content xref ext-link a ref pc gap anchor choice sic corr orig reg abbr expan ex \
    supplied unclear add del name persName placeName rs term foreign";

/// Empty elements that separate words, unless an attribute says otherwise.
const BREAKS: &str = "lb pb cb milestone break";

/// Elements with the original spelling, which are skipped next to a corrected form.
const REPLACED: &str = "sic orig abbr";

/// Reads a document. One that is not well-formed is read as plain text.
pub(super) fn read(bytes: &[u8], _: &Limits) -> Result<Extracted, SkipReason> {
    let (source, _) = decode::decode(bytes.to_vec(), decode::xml_encoding(bytes));
    match XmlText::read(&source) {
        Err(SkipReason::Damaged(_)) => Ok(Extracted::from(source)),
        Err(reason) => Err(reason),
        Ok(text) => Ok(Extracted {
            title: text.title.split_whitespace().collect::<Vec<_>>().join(" "),
            ..Extracted::from(text.flow.finish())
        }),
    }
}

fn is_in(names: &str, name: &str) -> bool {
    names.split_whitespace().any(|other| other == name)
}

/// The separator of the text before and after.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Space,
    Line,
}

#[derive(Default)]
struct XmlText {
    flow: TextBuilder,
    title: String,
    /// Names of the open elements.
    open: Vec<String>,
    /// The separator before the next text.
    gap: Gap,
    /// Number of open elements around the outermost skipped element.
    unextracted: Option<usize>,
    is_in_title: bool,
}

impl XmlText {
    fn read(source: &str) -> Result<Self, SkipReason> {
        let mut xml = Xml::new(source);
        let mut text = XmlText::default();
        while let Some(event) = xml.event()? {
            match event {
                XmlEvent::Start(tag) => text.start(&tag),
                XmlEvent::End(name) => {
                    text.is_in_title &= !text.is_title();
                    text.open.pop();
                    let depth = text.open.len();
                    text.unextracted = text.unextracted.filter(|around| *around < depth);
                    text.edge(&name, None);
                }
                XmlEvent::Text(piece) => text.text(&piece),
            }
        }
        Ok(text)
    }

    fn start(&mut self, tag: &StartTag<'_>) {
        let name = tag.name();
        self.edge(name, Some(tag));
        if self.unextracted.is_none() && self.is_skipped(name) {
            self.unextracted = Some(self.open.len());
        }
        self.open.push(name.to_owned());
        self.is_in_title |= self.title.is_empty() && self.is_title();
    }

    /// Whether an element that begins here is skipped.
    fn is_skipped(&self, name: &str) -> bool {
        let parent = self.open.last().map_or("", String::as_str);
        match name {
            "front" | "front-stub" | "back" => {
                matches!(parent, "article" | "sub-article" | "response")
            }
            "teiHeader" => true,
            // The heading of a section of JATS.
            "label" | "title" => parent == "sec",
            name => parent == "choice" && is_in(REPLACED, name),
        }
    }

    /// Whether the innermost element is the title of the document.
    fn is_title(&self) -> bool {
        let [.., parent, name] = &self.open[..] else {
            return false;
        };
        matches!(
            (parent.as_str(), name.as_str()),
            ("title-group", "article-title") | ("titleStmt", "title")
        )
    }

    /// Updates the separator at the start or end of an element.
    fn edge(&mut self, name: &str, start: Option<&StartTag<'_>>) {
        let gap = match start {
            _ if is_in(BLOCKS, name) => Gap::Line,
            _ if is_in(INLINE, name) => Gap::None,
            None if is_in(BREAKS, name) => Gap::None,
            Some(tag) if is_in(BREAKS, name) && tag.attribute("break").as_deref() == Some("no") => {
                Gap::None
            }
            _ => Gap::Space,
        };
        self.gap = self.gap.max(gap);
    }

    fn text(&mut self, text: &str) {
        if self.is_in_title {
            self.title.push_str(text);
        }
        let is_reference = self.open.last().is_some_and(|name| name == "xref");
        // A reference is skipped if it is a number or a note mark, but not if it is the name of an author.
        let is_mark = is_reference && !text.contains(char::is_alphabetic);
        if self.unextracted.is_some() || is_mark {
            return;
        }
        if text.trim().is_empty() {
            if !text.is_empty() {
                self.gap = self.gap.max(Gap::Space);
            }
            return;
        }
        match std::mem::take(&mut self.gap) {
            Gap::Line => self.flow.end_paragraph(),
            Gap::Space => self.flow.push_collapsed(" "),
            Gap::None => {}
        }
        self.flow.push_collapsed(text);
    }
}

/// The visible text of a page, and the number of hidden parts.
pub(super) fn seen(source: &str, syntax: Syntax, limits: &Limits) -> Result<Extracted, SkipReason> {
    let reading = Reading {
        max_seconds: limits.max_seconds,
        ..Reading::default()
    };
    let page = html::page(source, syntax, &reading, &Clock::start(&reading))?;
    Ok(Extracted {
        unextracted: UnextractedParts {
            hidden: u32::try_from(page.unseen.len()).unwrap_or(u32::MAX),
            ..UnextractedParts::default()
        },
        ..Extracted::from(page.seen())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Reading;

    fn title_and_text(xml: &str) -> (String, String) {
        let read = read(xml.as_bytes(), &Limits::new(&Reading::default())).unwrap();
        (read.title, read.text)
    }

    #[test]
    fn blocks_are_lines_and_inline_elements_are_part_of_them() {
        for (xml, text) in [
            ("<a><b>one</b><c>two</c></a>", "one two\n"),
            (
                "<p><hi>T</hi>he <i>ti</i>de<note>or ebb</note>comes</p>",
                "The tide\nor ebb\ncomes\n",
            ),
            (
                "<ab><w>The</w><w>tide</w><lb/><w>comes</w></ab>",
                "The tide comes\n",
            ),
            (
                "<p>wa<lb break=\"no\"/>ter<lb/>and &amp; &#x65;bb</p>",
                "water and & ebb\n",
            ),
            (
                "<p>the <choice><sic>tdie</sic><corr>tide</corr></choice> comes</p>",
                "the tide comes\n",
            ),
            ("<head>One</head>\n <p>two\n  three</p>", "One\ntwo three\n"),
            ("<a>broken", "<a>broken"),
            (
                "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
                "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
            ),
        ] {
            assert_eq!(title_and_text(xml).1, text, "{xml}");
        }
    }

    #[test]
    fn jats_and_tei_have_a_title_and_their_header_is_no_text() {
        let jats = "<?xml version=\"1.0\"?><article><front><article-meta><title-group><article-title>On <i>tides</i>\
            </article-title></title-group></article-meta></front><body><sec><title>Start</title><p>One<xref>1</xref> by <xref>Ode 2</xref>.</p>\
            </sec></body><back><ref-list><ref>A book</ref></ref-list></back></article>";
        let read = title_and_text(jats);
        assert_eq!(read, ("On tides".into(), "One by Ode 2.\n".into()));
        let tei = "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><teiHeader><fileDesc><titleStmt><title>Ebb</title></titleStmt>\
            </fileDesc></teiHeader><text><front><p>Before</p></front><body><p>after</p></body></text></TEI>";
        let read = title_and_text(tei);
        assert_eq!(read, ("Ebb".into(), "Before\nafter\n".into()));
    }
}
