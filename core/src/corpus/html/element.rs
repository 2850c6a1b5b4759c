//! An element of a page.

use html5ever::{Attribute, QualName};

use crate::base::BlockSpan;

/// Index of an element.
pub(super) type ElementId = usize;

/// An element of the page.
pub(super) struct Element {
    pub name: QualName,
    /// Its attributes until it begins.
    pub attributes: Vec<Attribute>,
    pub parent: Option<ElementId>,
    pub is_open: bool,
    /// Whether other elements were moved into it before it began.
    pub has_moved: bool,
    /// Whether the page was cut off within the element.
    pub is_unclosed: bool,
}

impl Element {
    /// The name of the element in lower case.
    pub fn name(&self) -> &str {
        &self.name.local
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let found = attributes.find(|attribute| &*attribute.name.local == name)?;
        Some(&found.value)
    }
}

/// What hides the text at a place of a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hidden {
    /// An element around is not displayed. No element inside changes that.
    by_display: bool,
    /// `visibility: hidden`, which an element inside can set back.
    by_visibility: bool,
}

impl Hidden {
    /// Whether anything hides the text.
    pub fn is_hidden(self) -> bool {
        self.by_display || self.by_visibility
    }

    /// What hides the text of an element at this place.
    pub fn inside(self, element: &Element) -> Self {
        let style = element.attribute("style").unwrap_or_default();
        let style = style.to_ascii_lowercase();
        let is_hidden = match declared(&style, "display") {
            // A style goes before the attribute.
            Some(display) => display == "none",
            None => element.attribute("hidden").is_some(),
        };
        let is_closed = element.name() == "dialog" && element.attribute("open").is_none();
        let is_decoration = element.attribute("aria-hidden") == Some("true");
        Hidden {
            by_display: self.by_display || is_hidden || is_closed || is_decoration,
            by_visibility: match declared(&style, "visibility") {
                Some("hidden" | "collapse") => true,
                Some("visible" | "initial") => false,
                _ => self.by_visibility,
            },
        }
    }
}

/// The value of a property in a `style` attribute in lower case: that of the last declaration, or of the last important one.
fn declared<'a>(style: &'a str, property: &str) -> Option<&'a str> {
    let declarations = style.split(';').filter_map(|text| text.split_once(':'));
    let declarations = declarations.filter(|(name, _)| name.trim() == property);
    let (_, value) = declarations.max_by_key(|(_, value)| value.contains('!'))?;
    value.split('!').next().map(str::trim)
}

/// Extracted content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Content of the `title` element, which is not part of the text.
    pub title: String,
    /// Text of the page.
    pub text: String,
    /// Byte spans `start..end` of the text, ascending and disjoint, that element attributes make invisible; none where
    /// the settings leave such text out.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans `start..end` of the text, ascending and disjoint, inside `blockquote` and `q` elements.
    pub quoted: Vec<(usize, usize)>,
    /// Blocks of the page, ascending and disjoint. Text in none of them is body text.
    pub blocks: Vec<BlockSpan>,
}

impl Page {
    /// The text without invisible spans. Words on either side of a removed span stay separated.
    pub fn seen(&self) -> String {
        let mut seen = String::with_capacity(self.text.len());
        let mut from = 0;
        for &(start, end) in &self.unseen {
            seen.push_str(&self.text[from..start]);
            seen.push(' ');
            from = end;
        }
        seen.push_str(&self.text[from..]);
        seen
    }
}

/// How a page is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// HTML. A page that begins with the declaration of XML is read as XML nevertheless.
    Html,
    /// XML (XHTML), whether or not the page says so.
    Xml,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_important_declaration_of_a_style_holds_or_else_the_last() {
        for (style, display) in [
            ("display:none", Some("none")),
            ("color:red; display : none !important ; x", Some("none")),
            ("display:none;display:block", Some("block")),
            ("display:none!important;display:block", Some("none")),
            ("-webkit-display:none;no-display:none", None),
            (";;:;display", None),
            ("display:", Some("")),
        ] {
            assert_eq!(declared(style, "display"), display, "{style}");
        }
    }
}
