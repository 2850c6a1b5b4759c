//! The visible text of a page, and its properties by elements, written while the page is parsed.
//!
//! There is no tree of the page. The open elements are a list, and appending to one of them ends the elements inside
//! it.

use html5ever::{Attribute, QualName, local_name, ns};

use super::roles::{Element, ElementId, ElementRole, MarkedElement, role_of};
use crate::base::BlockSpan;

/// Elements that are navigation if links fill them.
const LISTS: [&str; 10] = [
    "ul", "ol", "menu", "dl", "p", "div", "td", "table", "section", "center",
];

/// The element that contains the page.
pub(super) const DOCUMENT: ElementId = 0;

/// Writes the text of a page.
#[derive(Default)]
pub(super) struct PageWriter {
    /// The page so far, without its blocks.
    pub page: HtmlPage,
    /// Elements with a role, in the order of their ends.
    pub marked: Vec<MarkedElement>,
    /// All elements so far.
    pub elements: Vec<Element>,
    /// Maximum nesting depth so far.
    pub max_depth: usize,
    /// The open elements, the innermost last.
    open: Vec<Open>,
    drop_unseen: bool,
    /// Whether white space precedes the next visible character.
    is_space_pending: bool,
    counts: Counts,
}

/// An element whose content is being read.
struct Open {
    element: ElementId,
    context: Context,
    display: Display,
    role: Option<ElementRole>,
    /// Length of the text, and its counts, at the start of the element.
    start: usize,
    counts: Counts,
}

/// Counts of the text so far.
#[derive(Clone, Copy, Default)]
struct Counts {
    links: u32,
    /// Bytes that are not white space.
    bytes: usize,
    /// Bytes in links that are not white space.
    linked: usize,
}

impl Counts {
    /// Whether links fill the text between `start` and this place: three or more, with two thirds of the text.
    fn is_filled_with_links(&self, start: &Counts) -> bool {
        let (bytes, linked) = (self.bytes - start.bytes, self.linked - start.linked);
        self.links - start.links >= 3 && linked * 3 >= bytes * 2
    }
}

/// Properties of a position from its enclosing elements.
#[derive(Clone, Copy, Default)]
struct Context {
    hidden: Hidden,
    /// Whether browsers never show text here.
    is_not_displayed: bool,
    is_preformatted: bool,
    is_linked: bool,
    is_title: bool,
    is_in_section: bool,
}

impl PageWriter {
    /// Creates an empty page.
    pub fn new(drop_unseen: bool) -> Self {
        let mut page = PageWriter {
            drop_unseen,
            ..PageWriter::default()
        };
        let name = QualName::new(None, ns!(), local_name!(""));
        page.create(name, Vec::new());
        page.begin(DOCUMENT);
        page
    }

    /// Adds an element without a position.
    pub fn create(&mut self, name: QualName, attributes: Vec<Attribute>) -> ElementId {
        self.elements.push(Element {
            name,
            attributes,
            parent: None,
            is_open: false,
            has_moved: false,
        });
        self.elements.len() - 1
    }

    /// Appends an element to another one. An element that has a position keeps it.
    pub fn append(&mut self, parent: ElementId, child: ElementId) {
        let element = &mut self.elements[child];
        if child == DOCUMENT || element.parent.is_some() {
            self.elements[parent].has_moved = true;
            return;
        }
        element.parent = Some(parent);
        if !element.has_moved {
            self.go_to(parent);
            self.begin(child);
        }
    }

    /// Ends the open elements inside `element`. Begins `element` again if it has ended.
    pub fn go_to(&mut self, element: ElementId) {
        let mut to_begin = Vec::new();
        let mut outer = element;
        while !self.elements[outer].is_open {
            to_begin.push(outer);
            outer = self.elements[outer].parent.unwrap_or(DOCUMENT);
        }
        while self.open.last().is_some_and(|open| open.element != outer) {
            self.end();
        }
        for element in to_begin.into_iter().rev() {
            self.begin(element);
        }
    }

    /// Properties from the open elements.
    fn context(&self) -> Context {
        let open = self.open.last();
        open.map_or(Context::default(), |open| open.context)
    }

    /// Begins an element in the innermost open one.
    fn begin(&mut self, id: ElementId) {
        let mut context = self.context();
        let element = &self.elements[id];
        let name = element.name();
        let display = if context.is_not_displayed {
            Display::Inline
        } else {
            Display::from_name(name)
        };
        context.is_title = name == "title"
            && element.name.ns == ns!(html)
            && self.page.title.is_empty()
            && self.page.text.is_empty();
        context.is_not_displayed |= !context.is_title && !is_displayed(element);
        let role = match display {
            Display::Inline => None,
            _ => role_of(element, context.is_in_section),
        };
        let is_link =
            name == "a" && !context.is_not_displayed && element.attribute("href").is_some();
        context.hidden = context.hidden.inside(element);
        context.is_preformatted |= name == "pre";
        context.is_linked |= is_link;
        context.is_in_section |= matches!(name, "article" | "aside" | "main" | "nav" | "section")
            || matches!(role, Some(ElementRole::Main(_)));
        self.end_line(display);
        self.counts.links += u32::from(is_link);
        let element = &mut self.elements[id];
        element.attributes = Vec::new();
        element.is_open = true;
        self.open.push(Open {
            element: id,
            context,
            display,
            role,
            start: self.page.text.len(),
            counts: self.counts,
        });
        self.max_depth = self.max_depth.max(self.open.len() - 1);
    }

    /// Ends the innermost open element.
    fn end(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let element = &mut self.elements[open.element];
        element.is_open = false;
        let (start, end) = (open.start, self.page.text.len());
        if start < end {
            let name = element.name();
            let is_filled = LISTS.contains(&name) && self.counts.is_filled_with_links(&open.counts);
            let links = is_filled.then_some(ElementRole::Links);
            if let Some(role) = open.role.or(links) {
                let depth = self.open.len();
                self.marked.push(MarkedElement {
                    start,
                    end,
                    depth,
                    role,
                });
            }
            if matches!(name, "blockquote" | "q") {
                // The outermost quotation counts.
                while self.page.quoted.pop_if(|inner| inner.0 >= start).is_some() {}
                self.page.quoted.push((start, end));
            }
        }
        self.end_line(open.display);
    }

    /// Ends the line or word that the tag of an element ends.
    fn end_line(&mut self, display: Display) {
        match display {
            Display::Inline => {}
            Display::Cell => self.is_space_pending = true,
            Display::Block => {
                if self.is_in_line() {
                    self.page.text.push('\n');
                }
                self.is_space_pending = false;
            }
        }
    }

    /// Whether the last line of the text has begun.
    fn is_in_line(&self) -> bool {
        let last = self.page.text.as_bytes().last();
        last.is_some_and(|byte| *byte != b'\n')
    }

    /// Appends text to an element.
    pub fn append_text(&mut self, parent: ElementId, text: &str) {
        self.go_to(parent);
        let context = self.context();
        if context.is_title {
            self.page.title.push_str(text);
            return;
        }
        let is_hidden = context.hidden.is_hidden();
        if context.is_not_displayed || is_hidden && self.drop_unseen {
            self.is_space_pending |= is_hidden;
            return;
        }
        let begin = self.page.text.len();
        if context.is_preformatted {
            self.end_word();
            self.page.text.push_str(text);
        } else {
            // A no-break space is visible and kept.
            let words = text.split([' ', '\t', '\n', '\r', '\x0c']);
            for (index, word) in words.enumerate() {
                self.is_space_pending |= index > 0;
                if !word.is_empty() {
                    self.end_word();
                    self.page.text.push_str(word);
                }
            }
        }
        let added = self.page.text[begin..].bytes();
        let bytes = added.filter(|byte| !byte.is_ascii_whitespace()).count();
        self.counts.bytes += bytes;
        if context.is_linked {
            self.counts.linked += bytes;
        }
        if is_hidden {
            self.hide(begin);
        }
    }

    /// Adds the white space before a word.
    fn end_word(&mut self) {
        if self.is_space_pending && self.is_in_line() {
            self.page.text.push(' ');
        }
        self.is_space_pending = false;
    }

    /// Marks the text from `begin` on as invisible, unless it is white space.
    fn hide(&mut self, begin: usize) {
        let end = self.page.text.len();
        let begin = end - self.page.text[begin..].trim_start().len();
        if begin == end {
            return;
        }
        match self.page.unseen.last_mut() {
            // Parts of one invisible text, with only white space between them.
            Some(last) if self.page.text[last.1..begin].trim().is_empty() => last.1 = end,
            _ => self.page.unseen.push((begin, end)),
        }
    }
}

/// The unit (line, cell …) that ends at the tags of an element, by its usual `display` (HTML standard, 15.3).
#[derive(Clone, Copy)]
enum Display {
    /// Nothing: the element is a part of a line, and no block of the page.
    Inline,
    /// A word.
    Cell,
    /// A line.
    Block,
}

impl Display {
    fn from_name(name: &str) -> Self {
        match name {
            // Inline text, and elements that draw nothing.
            "a" | "abbr" | "acronym" | "b" | "bdi" | "bdo" | "big" | "cite" | "code" | "data"
            | "del" | "dfn" | "em" | "font" | "i" | "img" | "ins" | "kbd" | "label" | "mark"
            | "nobr" | "output" | "q" | "s" | "samp" | "slot" | "small" | "span" | "strike"
            | "strong" | "sub" | "sup" | "time" | "tt" | "u" | "var" | "wbr" | "base"
            | "datalist" | "link" | "meta" | "noscript" | "param" | "script" | "source"
            | "style" | "template" | "track" => Display::Inline,
            "td" | "th" | "option" => Display::Cell,
            _ => Display::Block,
        }
    }
}

/// Whether browsers can show an element; the others are hidden by the standards (HTML standard, 15.3.1 and 4.8; SVG 2,
/// 5.7; MathML Core, 2.4.1).
fn is_displayed(element: &Element) -> bool {
    match element.name() {
        "script" | "style" | "noscript" | "iframe" | "noembed" | "noframes" | "title"
        | "datalist" | "rp" => false,
        // Fallback content of audio, video and drawings, which browsers do not show.
        "audio" | "video" | "canvas" => false,
        // A shadow root that the page itself declares is shown in the place of its element.
        "template" => element.attribute("shadowrootmode").is_some(),
        // Descriptions of a drawing, and a formula in another language.
        "desc" | "metadata" | "annotation" | "annotation-xml" => element.name.ns == ns!(html),
        _ => true,
    }
}

/// The reason why text at a position of a page is hidden.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hidden {
    /// An enclosing element is not displayed. Inner elements cannot change this.
    by_display: bool,
    /// `visibility: hidden`, which an inner element can override.
    by_visibility: bool,
}

impl Hidden {
    /// Whether anything hides the text.
    pub fn is_hidden(self) -> bool {
        self.by_display || self.by_visibility
    }

    /// The reason why the text of an element is hidden here.
    pub fn inside(self, element: &Element) -> Self {
        let style = element.attribute("style").unwrap_or_default();
        let style = style.to_ascii_lowercase();
        let is_hidden = match declared(&style, "display") {
            // A style takes precedence over the attribute.
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

/// The value of a property in a `style` attribute in lower case, from the last important declaration or else the last
/// one.
fn declared<'a>(style: &'a str, property: &str) -> Option<&'a str> {
    let declarations = style.split(';').filter_map(|text| text.split_once(':'));
    let declarations = declarations.filter(|(name, _)| name.trim() == property);
    let (_, value) = declarations.max_by_key(|(_, value)| value.contains('!'))?;
    value.split('!').next().map(str::trim)
}

/// Extracted content of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HtmlPage {
    /// Content of the `title` element, which is not part of the text.
    pub title: String,
    /// Text of the page.
    pub text: String,
    /// Byte spans `start..end` of the text, ascending and disjoint, that element attributes make invisible; empty if
    /// the settings exclude such text.
    pub unseen: Vec<(usize, usize)>,
    /// Byte spans `start..end` of the text, ascending and disjoint, inside `blockquote` and `q` elements.
    pub quoted: Vec<(usize, usize)>,
    /// Blocks of the page, ascending and disjoint. Text in none of them is body text.
    pub blocks: Vec<BlockSpan>,
}

impl HtmlPage {
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
    /// XML (XHTML), whether or not it is declared.
    Xml,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_important_declaration_of_a_style_applies_or_else_the_last() {
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
