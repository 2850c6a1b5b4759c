//! The open elements of a page while its tags go by, and what each says that it is.
//!
//! There is no tree: an end tag closes the innermost open element of its name with all inside, and an element
//! whose end tag may be left out is closed by the next of its kind. What is never closed says nothing. Linear
//! in the number of tags.

use std::collections::HashMap;

use html5ever::LocalName;
use html5ever::tokenizer::Tag;

use super::names::{ElementRole, role_of};
use crate::corpus::unseen::{VOID, sets_background};

/// Inline elements; all others start and end a line.
pub(super) const INLINE: [&str; 34] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em",
    "font", "i", "img", "ins", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strike",
    "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
];

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
    /// How many of each name are open.
    names: HashMap<LocalName, usize>,
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

struct Open {
    name: LocalName,
    /// Its place among all elements.
    number: usize,
    has_background: bool,
    start: usize,
    role: Option<ElementRole>,
    is_section: bool,
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
    /// A start tag where the text is `at` bytes long.
    pub fn start(&mut self, tag: &Tag, at: usize) {
        let name: &str = &tag.name;
        if name == "a" {
            let leads = tag.attrs.iter().any(|a| &*a.name.local == "href");
            self.link = leads.then_some(self.open.len());
            self.so_far.links += u32::from(leads);
        }
        if INLINE.contains(&name) || VOID.contains(&name) && name != "hr" {
            return;
        }
        while self
            .open
            .last()
            .is_some_and(|top| is_ended(&top.name, name))
        {
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
        self.open.push(Open {
            name: tag.name.clone(),
            number: self.begun,
            has_background,
            start: at,
            role,
            is_section,
            before: self.so_far,
        });
    }

    /// An end tag where the text is `at` bytes long.
    pub fn end(&mut self, name: &LocalName, at: usize) {
        if &**name == "a" {
            self.link = None;
        }
        if self.names.get(name).is_none_or(|open| *open == 0) {
            return;
        }
        while let Some(top) = self.open.last() {
            let last = top.name == *name;
            self.close_last(at);
            if last {
                break;
            }
        }
    }

    /// Whether an element of this name, other than an inline one, is open.
    pub fn is_in(&self, name: &str) -> bool {
        let open = self.names.get(&LocalName::from(name));
        open.is_some_and(|open| *open > 0)
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

/// Whether an element `open` ends where one called `next` starts.
fn is_ended(open: &str, next: &str) -> bool {
    match open {
        "p" => ENDS_PARAGRAPH.contains(&next),
        "rt" | "rp" | "rb" => matches!(next, "rt" | "rp" | "rb" | "rtc"),
        "li" => next == "li",
        "dt" | "dd" => matches!(next, "dt" | "dd"),
        "td" | "th" => matches!(next, "td" | "th" | "tr" | "tbody" | "tfoot"),
        "tr" => matches!(next, "tr" | "tbody" | "tfoot"),
        "option" => matches!(next, "option" | "optgroup"),
        "button" => next == "button",
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
            matches!(next, "h1" | "h2" | "h3" | "h4" | "h5" | "h6")
        }
        _ => false,
    }
}
