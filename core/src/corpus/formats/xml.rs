//! XML as a sequence of events with local names (without the prefix of their namespace), at a bounded depth.

use std::borrow::Cow;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event as Raw};
use quick_xml::{Reader, XmlVersion};

use crate::corpus::SkipReason;
use crate::settings::Reading;

/// The skip reason of a document that violates its format.
pub(super) fn damaged(why: impl std::fmt::Display) -> SkipReason {
    SkipReason::Damaged(why.to_string())
}

/// An event of an XML document. An empty element is a start and an end.
pub(super) enum XmlEvent<'a> {
    Start(StartTag<'a>),
    /// The local name of the element.
    End(String),
    Text(Cow<'a, str>),
}

/// A start tag.
pub(super) struct StartTag<'a>(BytesStart<'a>);

impl StartTag<'_> {
    /// Local name of the element.
    pub fn name(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// Name of the element with its prefix, as written.
    pub fn full_name(&self) -> &str {
        self.0.name().into_inner()
    }

    /// Value of the first attribute with this name, local or with prefix.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let mut all = self.0.attributes().flatten();
        let attribute =
            all.find(|a| [a.key.local_name().into_inner(), a.key.into_inner()].contains(&name))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
        Some(value.into_owned())
    }
}

/// A reader of XML. Entities are never expanded: a definition is an error, a reference to an unknown entity is text.
pub(super) struct Xml<'a> {
    reader: Reader<&'a [u8]>,
    depth: u32,
}

impl<'a> Xml<'a> {
    /// Begins to read `source`.
    pub fn new(source: &'a str) -> Self {
        let mut reader = Reader::from_str(source.trim_start_matches('\u{feff}'));
        reader.config_mut().allow_dangling_amp = true;
        reader.config_mut().expand_empty_elements = true;
        Xml { reader, depth: 0 }
    }

    /// Number of open elements.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The next event; `None` at the end of the document.
    ///
    /// # Errors
    /// Markup that is not well-formed or ends within an element, elements nested too deeply, definitions of entities.
    pub fn event(&mut self) -> Result<Option<XmlEvent<'a>>, SkipReason> {
        loop {
            let event = match self.reader.read_event().map_err(damaged)? {
                Raw::Start(tag) => {
                    self.depth += 1;
                    if self.depth > Reading::MAX_DEPTH {
                        return Err(SkipReason::TooDeep);
                    }
                    XmlEvent::Start(StartTag(tag))
                }
                Raw::End(tag) => {
                    self.depth = self.depth.saturating_sub(1);
                    XmlEvent::End(tag.local_name().into_inner().to_owned())
                }
                Raw::Text(text) => XmlEvent::Text(text.xml10_content()),
                Raw::CData(text) => XmlEvent::Text(text.xml10_content()),
                Raw::GeneralRef(reference) => {
                    let predefined = resolve_predefined_entity(&reference).map(str::to_owned);
                    let number = || Some(reference.resolve_char_ref().ok()??.to_string());
                    let text = predefined.or_else(number);
                    XmlEvent::Text(text.unwrap_or_else(|| format!("&{};", &*reference)).into())
                }
                Raw::Eof if self.depth > 0 => {
                    return Err(damaged("its XML ends within an element"));
                }
                Raw::Eof => return Ok(None),
                Raw::DocType(declared) if declared.contains("<!ENTITY") => {
                    return Err(damaged("its XML defines entities"));
                }
                _ => continue,
            };
            return Ok(Some(event));
        }
    }

    /// The next start tag; `None` at the end of the element that is `depth` levels deep, 0 for the document.
    pub fn next_start(&mut self, depth: u32) -> Result<Option<StartTag<'a>>, SkipReason> {
        while let Some(event) = self.event()? {
            match event {
                XmlEvent::Start(tag) => return Ok(Some(tag)),
                XmlEvent::End(_) if self.depth < depth => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }

    /// Skips the rest of the `levels` innermost open elements.
    pub fn leave(&mut self, levels: u32) -> Result<(), SkipReason> {
        let outermost = (self.depth + 1).saturating_sub(levels);
        while self.next_start(outermost)?.is_some() {}
        Ok(())
    }

    /// The text of the innermost open element, to its end.
    pub fn text(&mut self) -> Result<String, SkipReason> {
        let (element, mut text) = (self.depth, String::new());
        while self.depth >= element
            && let Some(event) = self.event()?
        {
            if let XmlEvent::Text(piece) = event {
                text.push_str(&piece);
            }
        }
        Ok(text)
    }
}

/// For each of these names, the text of its first element that has text.
pub(super) fn fields<const N: usize>(
    source: &str,
    names: [&str; N],
) -> Result<[Option<String>; N], SkipReason> {
    let mut values = [const { None }; N];
    let mut xml = Xml::new(source);
    while let Some(tag) = xml.next_start(0)? {
        if let Some(at) = names.iter().position(|name| *name == tag.name())
            && values[at].is_none()
        {
            let text = xml.text()?;
            values[at] = Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        }
    }
    Ok(values)
}

/// Builds a text: a paragraph is a line, a row of a table is a line with tabs between its cells.
#[derive(Debug, Default)]
pub(super) struct TextBuilder {
    text: String,
    /// Number of open cells; a paragraph inside a cell does not end the line.
    cells: usize,
}

impl TextBuilder {
    /// Length so far, in bytes.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Adds text to the paragraph.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds text in which a run of white space is one space.
    pub fn push_collapsed(&mut self, text: &str) {
        for c in text.chars() {
            if !c.is_ascii_whitespace() {
                self.text.push(c);
            } else if !self.text.is_empty() && !self.text.ends_with([' ', '\n', '\t']) {
                self.text.push(' ');
            }
        }
    }

    /// Ends a line inside of a paragraph.
    pub fn break_line(&mut self) {
        self.text.push(if self.cells > 0 { ' ' } else { '\n' });
    }

    /// Ends a paragraph, unless it is empty.
    pub fn end_paragraph(&mut self) {
        if self.cells > 0 {
            if !self.text.ends_with([' ', '\t', '\n']) {
                self.text.push(' ');
            }
        } else if !self.text.is_empty() && !self.text.ends_with(['\n', '\u{c}']) {
            self.text.push('\n');
        }
    }

    /// Begins a cell of a table.
    pub fn begin_cell(&mut self) {
        self.cells += 1;
    }

    /// Ends a cell of a table.
    pub fn end_cell(&mut self) {
        self.cells = self.cells.saturating_sub(1);
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\t');
    }

    /// Ends a row of a table.
    pub fn end_row(&mut self) {
        let length = self.text.trim_end_matches(['\t', ' ']).len();
        self.text.truncate(length);
        self.end_paragraph();
    }

    /// Begins a page or slide; `number` is 0 for the first.
    pub fn begin_page(&mut self, number: usize) {
        if number > 0 {
            self.end_paragraph();
            self.text.push('\u{c}');
        }
    }

    /// The complete text.
    pub fn finish(mut self) -> String {
        self.end_paragraph();
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text outside of elements `skipped`, or why there is none.
    fn text(source: &str) -> Result<String, SkipReason> {
        let (mut xml, mut text) = (Xml::new(source), String::new());
        while let Some(event) = xml.event()? {
            match event {
                XmlEvent::Start(tag) if tag.name() == "skipped" => xml.leave(1)?,
                XmlEvent::Text(piece) => text.push_str(&piece),
                _ => {}
            }
        }
        Ok(text)
    }

    #[test]
    fn malformed_or_deep_xml_and_definitions_of_entities_are_errors() {
        let well_formed = "<a>1<skipped>2<b/>3</skipped>4<skipped/><![CDATA[5]]>&lt;&#x36;&x;</a>";
        assert_eq!(text(well_formed).as_deref(), Ok("145<6&x;"));
        assert_eq!(text("<a><b><c/></b></a>").as_deref(), Ok(""));
        let deep = "<a>".repeat(Reading::MAX_DEPTH as usize + 1);
        assert_eq!(text(&deep), Err(SkipReason::TooDeep));
        for source in [
            "<a>",
            "<a></b>",
            "<skipped><a>",
            "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
        ] {
            let is_damaged = matches!(text(source), Err(SkipReason::Damaged(_)));
            assert!(is_damaged, "{source}");
        }
    }
}
