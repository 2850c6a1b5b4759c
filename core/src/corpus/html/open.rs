//! The open elements of a page while its tags go by, and what each says that it is.
//!
//! There is no tree: an end tag closes the innermost open element of its name with all inside, and an element
//! whose end tag may be left out is closed by the next of its kind. What is never closed says nothing. Linear
//! in the number of tags.

use std::collections::HashMap;

use html5ever::LocalName;
use html5ever::tokenizer::Tag;

use super::line_break::{self, LineBreak};
use super::names::{ElementRole, role_of};
use crate::corpus::unseen::{INLINE, VOID, sets_background};

/// Elements that end no paragraph around them with what is within (HTML standard, 13.2.4.2: button scope).
const KEEPS_PARAGRAPH: [&str; 18] = [
    "applet",
    "button",
    "caption",
    "html",
    "marquee",
    "object",
    "table",
    "td",
    "template",
    "th",
    "foreignobject",
    "desc",
    "title",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
];

/// Elements of drawings and formulas whose content is that of a page (HTML standard, 13.2.6: integration points).
const HOLDS_HTML: [&str; 9] = [
    "foreignobject",
    "desc",
    "title",
    "annotation-xml",
    "mi",
    "mo",
    "mn",
    "ms",
    "mtext",
];

/// Elements of a page that end the drawing or formula that they stand in (HTML standard, 13.2.6.5).
const BREAKS_OUT: [&str; 44] = [
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "center",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "hr",
    "i",
    "img",
    "li",
    "listing",
    "menu",
    "meta",
    "nobr",
    "ol",
    "p",
    "pre",
    "ruby",
    "s",
    "small",
    "span",
    "strong",
    "strike",
    "sub",
    "sup",
    "table",
    "tt",
    "u",
    "ul",
    "var",
];

/// Inline elements that go on behind a wrongly nested end tag (HTML standard, 13.2.4.3).
const FORMATTING: [&str; 13] = [
    "a", "b", "big", "code", "em", "font", "i", "s", "small", "strike", "strong", "tt", "u",
];

const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

/// Elements before which an open paragraph ends (HTML standard, 13.1.2.4).
const ENDS_PARAGRAPH: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "li",
    "listing",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "xmp",
];

/// Elements that are navigation if links fill them.
const OF_LINKS: [&str; 10] = [
    "ul", "ol", "menu", "dl", "p", "div", "td", "table", "section", "center",
];

/// Fewest links in an element of links.
const FEWEST_LINKS: u32 = 3;

/// An element that says what it is, as bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkedElement {
    pub start: usize,
    pub end: usize,
    /// Number of elements around it.
    pub depth: usize,
    pub role: ElementRole,
}

/// The open elements.
#[derive(Default)]
pub(super) struct OpenElements {
    open: Vec<Open>,
    /// How many of each name are open, inline ones too.
    names: HashMap<LocalName, usize>,
    /// The open inline elements.
    inline: Vec<OpenInline>,
    /// Number of open articles and other sections.
    sections: usize,
    /// The number of elements that were open where the open link began.
    link: Option<usize>,
    so_far: Counts,
    found: Vec<MarkedElement>,
    /// Number of elements that have begun.
    begun: usize,
    /// Number of open elements with a background.
    backgrounds: usize,
}

/// An open element, and how many there are around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    depth: usize,
    number: usize,
}

/// An open inline element.
struct OpenInline {
    name: LocalName,
    /// How many others had begun before.
    before: usize,
    has_background: bool,
    line_break: LineBreak,
}

struct Open {
    name: LocalName,
    line_break: LineBreak,
    /// Its place among all elements.
    number: usize,
    has_background: bool,
    start: usize,
    role: Option<ElementRole>,
    is_section: bool,
    /// Whether its content is that of a drawing or formula, not of a page.
    holds_foreign: bool,
    /// Whether what ends a paragraph within it ends it or the paragraph around it.
    is_in_paragraph: bool,
    before: Counts,
}

/// What has gone by.
#[derive(Clone, Copy, Default)]
struct Counts {
    links: u32,
    /// Bytes of text that are no white space.
    bytes: usize,
    /// Those in links.
    linked: usize,
}

impl OpenElements {
    /// A start tag where the text is `at` bytes long; `unshown` is an open element that nothing is shown of.
    pub fn start(&mut self, tag: &Tag, at: usize, unshown: Option<Place>) {
        let name: &str = &tag.name;
        let line_break = line_break::of(tag);
        if name == "a" {
            // A link ends the one before.
            let _ = self.end_inline(&tag.name, at, unshown);
            let leads = tag.attrs.iter().any(|a| &*a.name.local == "href");
            self.link = leads.then_some(self.open.len());
            self.so_far.links += u32::from(leads);
        }
        while self.is_foreign() && breaks_out(tag) {
            self.close_last(at);
        }
        if VOID.contains(&name) && name != "hr" {
            return;
        }
        if INLINE.contains(&name) {
            let has_background = sets_background(tag);
            self.backgrounds += usize::from(has_background);
            self.inline.push(OpenInline {
                name: tag.name.clone(),
                before: self.begun,
                has_background,
                line_break,
            });
            *self.names.entry(tag.name.clone()).or_default() += 1;
            return;
        }
        let is_in_paragraph = |open: &Open| open.is_in_paragraph && ENDS_PARAGRAPH.contains(&name);
        let is_ended = |open: &[Open]| match open {
            [.., around, top] if unshown.is_some_and(|place| place.number == top.number) => {
                // It has an end tag, and ends with the element around it nevertheless.
                is_in_paragraph(top) || is_ended(&top.name, name) || is_ended(&around.name, name)
            }
            [.., top] => is_in_paragraph(top) || is_ended(&top.name, name),
            [] => false,
        };
        while is_ended(&self.open) {
            self.close_last(at);
        }
        if VOID.contains(&name) {
            return;
        }
        let role = role_of(tag, self.sections > 0);
        let is_section = matches!(name, "article" | "aside" | "main" | "nav" | "section")
            || matches!(role, Some(ElementRole::Main(_)));
        self.sections += usize::from(is_section);
        let has_background = sets_background(tag);
        self.backgrounds += usize::from(has_background);
        self.begun += 1;
        *self.names.entry(tag.name.clone()).or_default() += 1;
        let holds_foreign = match name {
            "svg" | "math" => true,
            _ => self.is_foreign() && !HOLDS_HTML.contains(&name),
        };
        let is_in_paragraph = match name {
            "p" => true,
            _ if !holds_foreign && KEEPS_PARAGRAPH.contains(&name) => false,
            _ => self
                .open
                .last()
                .is_some_and(|around| around.is_in_paragraph),
        };
        self.open.push(Open {
            line_break,
            holds_foreign,
            is_in_paragraph,
            name: tag.name.clone(),
            number: self.begun,
            has_background,
            start: at,
            role,
            is_section,
            before: self.so_far,
        });
    }

    /// An end tag where the text is `at` bytes long; `unshown` is an open element that nothing is shown of. Whether a line
    /// ends with the element, which may not be open.
    pub fn end(&mut self, name: &LocalName, at: usize, unshown: Option<Place>) -> LineBreak {
        if &**name == "a" {
            self.link = None;
        }
        if INLINE.contains(&&**name) {
            return self.end_inline(name, at, unshown);
        }
        // The end of any heading ends the one that is open.
        let ends = |open: &str| open == &**name || is_heading(open) && is_heading(name);
        let is_open = match is_heading(name) {
            true => HEADINGS.iter().any(|open| self.is_in(open)),
            false => self.is_in(name),
        };
        if !is_open {
            return line_break::usual(name);
        }
        let mut line_break = LineBreak::None;
        while let Some(top) = self.open.last() {
            let last = ends(&top.name);
            line_break = line_break.max(top.line_break);
            self.close_last(at);
            if last {
                break;
            }
        }
        line_break
    }

    /// The end of the innermost inline element of this name, and of an element within it that nothing is shown of (HTML
    /// standard, 13.2.6.4.7). Other elements within it go on: formatting begins anew in them, and what is no formatting does
    /// not end within them.
    fn end_inline(&mut self, name: &LocalName, at: usize, unshown: Option<Place>) -> LineBreak {
        let mut line_break = LineBreak::None;
        if !self.is_in(name) {
            return line_break;
        }
        while let Some(last) = self.inline.pop() {
            if let Some(open) = self.names.get_mut(&last.name) {
                *open -= 1;
            }
            line_break = line_break.max(last.line_break);
            self.backgrounds -= usize::from(last.has_background);
            if last.name != *name {
                continue;
            }
            let is_within = |place: &Place| last.before < place.number && self.is_open(*place);
            if let Some(place) = unshown.filter(is_within) {
                let around = place.depth.checked_sub(1).map(|depth| &self.open[depth]);
                let is_between = around.is_some_and(|around| around.number > last.before);
                if !is_between || FORMATTING.contains(&&**name) {
                    while self.open.len() > place.depth {
                        self.close_last(at);
                    }
                }
            }
            break;
        }
        line_break
    }

    /// Whether an element of this name is open.
    pub fn is_in(&self, name: &str) -> bool {
        let open = self.names.get(&LocalName::from(name));
        open.is_some_and(|open| *open > 0)
    }

    /// Whether an element that begins here is one of a drawing or formula, unless it ends those ([`breaks_out`]).
    pub fn is_foreign(&self) -> bool {
        self.open.last().is_some_and(|open| open.holds_foreign)
    }

    /// The innermost open element; `None` where none is open. Inline elements are none.
    pub fn innermost(&self) -> Option<Place> {
        let depth = self.open.len().checked_sub(1)?;
        let number = self.open.last()?.number;
        Some(Place { depth, number })
    }

    /// Whether the element of that place is still open.
    pub fn is_open(&self, place: Place) -> bool {
        let open = self.open.get(place.depth);
        open.is_some_and(|open| open.number == place.number)
    }

    /// Whether an open element sets a background.
    pub fn has_background(&self) -> bool {
        self.backgrounds > 0
    }

    /// Text that was read.
    pub fn text(&mut self, text: &str) {
        let bytes = text.bytes().filter(|b| !b.is_ascii_whitespace()).count();
        self.so_far.bytes += bytes;
        if self.link.is_some() {
            self.so_far.linked += bytes;
        }
    }

    /// The elements that say what they are, in the order of their ends.
    pub fn found(self) -> Vec<MarkedElement> {
        self.found
    }

    fn close_last(&mut self, at: usize) {
        let Some(closed) = self.open.pop() else {
            return;
        };
        if let Some(open) = self.names.get_mut(&closed.name) {
            *open -= 1;
        }
        self.sections -= usize::from(closed.is_section);
        self.backgrounds -= usize::from(closed.has_background);
        let depth = self.open.len();
        self.link = self.link.filter(|begun| *begun <= depth);
        let links = || {
            let is_one = OF_LINKS.contains(&&*closed.name) && self.so_far.fill(&closed.before);
            is_one.then_some(ElementRole::Links)
        };
        if let Some(role) = closed.role.or_else(links)
            && closed.start < at
        {
            self.found.push(MarkedElement {
                start: closed.start,
                end: at,
                depth,
                role,
            });
        }
    }
}

impl Counts {
    /// Whether links fill what has gone by since: three or more, with two thirds of the text.
    fn fill(&self, since: &Counts) -> bool {
        let (bytes, linked) = (self.bytes - since.bytes, self.linked - since.linked);
        self.links - since.links >= FEWEST_LINKS && linked * 3 >= bytes * 2
    }
}

/// Whether a start tag ends the drawing or formula that it stands in.
pub(super) fn breaks_out(tag: &Tag) -> bool {
    let is_font = || {
        let names = |a: &html5ever::Attribute| matches!(&*a.name.local, "color" | "face" | "size");
        &*tag.name == "font" && tag.attrs.iter().any(names)
    };
    BREAKS_OUT.contains(&&*tag.name) || is_font()
}

/// Whether an element `open` ends where one called `next` starts.
fn is_ended(open: &str, next: &str) -> bool {
    match open {
        "rt" | "rp" | "rb" => matches!(next, "rt" | "rp" | "rb" | "rtc"),
        "li" => next == "li",
        "dt" | "dd" => matches!(next, "dt" | "dd"),
        "td" | "th" => matches!(next, "td" | "th" | "tr" | "tbody" | "tfoot"),
        "tr" => matches!(next, "tr" | "tbody" | "tfoot"),
        "option" => matches!(next, "option" | "optgroup"),
        "button" | "nobr" => next == open,
        open if is_heading(open) => is_heading(next),
        _ => false,
    }
}

fn is_heading(name: &str) -> bool {
    HEADINGS.contains(&name)
}
