//! The role of an element, by its `role`, its name, and the words of its `id` and `class`.
//!
//! Elements and roles follow the HTML standard (sections) and WAI-ARIA 1.2 (landmarks). A `header`
//! or `footer` inside of a section belongs to that section, not to the page (HTML Accessibility API Mappings).
//! Words of names are a guess, based on the lists of the browsers' reader modes, and count less than elements
//! and roles.

use html5ever::{Attribute, QualName};

use crate::base::PageBlock;

/// The role of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementRole {
    /// The main part of the page.
    Main(RoleSource),
    /// A block around the main part, such as navigation.
    Frame(PageBlock, RoleSource),
    /// A heading.
    Heading,
    /// Links, and little else.
    Links,
}

/// How an element states its role, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RoleSource {
    /// Its own name or its `role`. A main part is named by `main`.
    Element,
    /// The element `article`, for a page without `main`.
    Article,
    /// A word of its id or class. The element may be a wrapper that is named after one of its parts or after the
    /// layout.
    Name,
}

/// An element with a role, as bytes of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkedElement {
    pub start: usize,
    pub end: usize,
    /// Number of elements around it.
    pub depth: usize,
    pub role: ElementRole,
}

/// The role of an element: by its `role`, otherwise by its name, otherwise by its id and classes. `in_section` tells
/// whether it is in an article or another section.
pub(super) fn role_of(element: &Element, in_section: bool) -> Option<ElementRole> {
    let frame = |block| Some(ElementRole::Frame(block, RoleSource::Element));
    let role = element.attribute("role").unwrap_or_default();
    let role = role.split_ascii_whitespace().next().unwrap_or_default();
    let role = match role.to_ascii_lowercase().as_str() {
        "main" => Some(ElementRole::Main(RoleSource::Element)),
        "article" => Some(ElementRole::Main(RoleSource::Article)),
        "navigation" | "menu" | "menubar" => frame(PageBlock::Navigation),
        "complementary" => frame(PageBlock::Aside),
        "banner" => frame(PageBlock::Header),
        "contentinfo" => frame(PageBlock::Footer),
        "heading" => Some(ElementRole::Heading),
        _ => None,
    };
    role.or_else(|| match element.name() {
        "main" => Some(ElementRole::Main(RoleSource::Element)),
        "article" => Some(ElementRole::Main(RoleSource::Article)),
        "nav" => frame(PageBlock::Navigation),
        "aside" => frame(PageBlock::Aside),
        "header" => frame(PageBlock::Header).filter(|_| !in_section),
        "footer" => frame(PageBlock::Footer).filter(|_| !in_section),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Some(ElementRole::Heading),
        // Ids and classes of the page itself describe its layout.
        "html" | "body" => None,
        _ => {
            let names = [element.attribute("id"), element.attribute("class")];
            let names = names.into_iter().flatten();
            let names = names.flat_map(str::split_ascii_whitespace);
            let roles = names.filter_map(|name| role_of_name(name, in_section));
            // If names disagree, the element is the main part, so that no text is excluded.
            roles.min_by_key(|role| !matches!(role, ElementRole::Main(_)))
        }
    })
}

/// The meaning of a word of an id or class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Word {
    Main,
    Frame(PageBlock),
    /// The main part; before `header` or `footer`, a part of the page that has its own header or footer.
    Content,
    /// Like `Content` before `header` or `footer`, but without a meaning by itself.
    Part,
    /// A `page-header` is the title of the page's content, but a `page-footer` is the footer of the page.
    Page,
    /// The state of the layout, as in `no-sidebar` and `menu-open`.
    State,
    Other,
}

impl Word {
    fn parse(word: &str) -> Self {
        match word {
            "nav" | "navbar" | "navigation" | "topnav" | "sidenav" | "menu" | "menubar"
            | "breadcrumb" | "breadcrumbs" | "pagination" | "pager" | "toc" | "sitemap" => {
                Word::Frame(PageBlock::Navigation)
            }
            "header" | "masthead" | "banner" | "topbar" => Word::Frame(PageBlock::Header),
            "footer" | "colophon" | "copyright" => Word::Frame(PageBlock::Footer),
            "sidebar" | "aside" | "related" | "recommended" | "popular" | "trending" | "social"
            | "share" | "sharing" | "newsletter" | "cookie" => Word::Frame(PageBlock::Aside),
            "ad" | "ads" | "advert" | "adverts" | "advertisement" | "advertising"
            | "adsbygoogle" | "sponsored" | "promo" => Word::Frame(PageBlock::Advertisement),
            "main" | "maincontent" => Word::Main,
            "article" | "content" => Word::Content,
            "entry" | "post" | "section" | "card" | "panel" | "item" | "table" | "modal" => {
                Word::Part
            }
            "page" => Word::Page,
            "no" | "not" | "with" | "without" | "has" | "is" | "show" | "hide" | "open"
            | "opened" | "closed" | "collapsed" | "expanded" | "fixed" | "sticky" | "active"
            | "visible" | "hidden" | "offset" | "layout" => Word::State,
            _ => Word::Other,
        }
    }
}

/// The role that one id or class names. Names of more than 100 bytes have none, because names written by people are
/// shorter.
fn role_of_name(name: &str, in_section: bool) -> Option<ElementRole> {
    if name.len() > 100 {
        return None;
    }
    let name = with_spaces(name);
    let words: Vec<Word> = name.split_whitespace().map(Word::parse).collect();
    if words.contains(&Word::State) {
        return None;
    }
    // The last word determines the role: `main-nav` is navigation.
    let last = words
        .iter()
        .rposition(|word| matches!(word, Word::Frame(_)));
    let Some((at, Word::Frame(block))) = last.map(|at| (at, words[at])) else {
        let is_main = words.contains(&Word::Main) || words.contains(&Word::Content);
        return is_main.then_some(ElementRole::Main(RoleSource::Name));
    };
    let is_part = |word: &Word| match word {
        Word::Content | Word::Part => true,
        Word::Page => block == PageBlock::Header,
        _ => false,
    };
    match block {
        PageBlock::Header | PageBlock::Footer if in_section || words[..at].iter().any(is_part) => {
            None
        }
        _ => Some(ElementRole::Frame(block, RoleSource::Name)),
    }
}

/// A name in lower case with spaces between its words: `mainNav`, `main-nav` and `main_nav` have two words.
fn with_spaces(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 8);
    let mut was_lower = false;
    for c in name.chars() {
        if was_lower && c.is_uppercase() || !c.is_alphabetic() {
            words.push(' ');
        }
        if c.is_alphabetic() {
            words.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    words
}

/// Index of an element.
pub(super) type ElementId = usize;

/// An element of the page.
pub(super) struct Element {
    pub name: QualName,
    /// Its attributes, which are dropped when it begins.
    pub attributes: Vec<Attribute>,
    pub parent: Option<ElementId>,
    pub is_open: bool,
    /// Whether other elements were moved into it before it began.
    pub has_moved: bool,
}

impl Element {
    /// The name of the element in lower case.
    pub fn name(&self) -> &str {
        &self.name.local
    }

    /// The value of an attribute.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        let attribute = attributes.find(|attribute| &*attribute.name.local == name)?;
        Some(&attribute.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_name_determines_its_role_and_a_state_has_none() {
        let frame = |block| Some(ElementRole::Frame(block, RoleSource::Name));
        let by_name = |block| Some(ElementRole::Frame(block, RoleSource::Name));
        for (name, want) in [
            ("nav", by_name(PageBlock::Navigation)),
            ("main-nav", frame(PageBlock::Navigation)),
            ("mainMenu2", frame(PageBlock::Navigation)),
            ("site_header", frame(PageBlock::Header)),
            ("footer-content", frame(PageBlock::Footer)),
            ("sidebar-left", frame(PageBlock::Aside)),
            ("ad-slot-3", frame(PageBlock::Advertisement)),
            ("article-ad", frame(PageBlock::Advertisement)),
            ("content", Some(ElementRole::Main(RoleSource::Name))),
            ("main-column", Some(ElementRole::Main(RoleSource::Name))),
            ("article-body", Some(ElementRole::Main(RoleSource::Name))),
            ("article-header", None),
            ("no-sidebar", None),
            ("menu-open", None),
            ("page-header", None),
            ("page-masthead", None),
            ("page-footer", frame(PageBlock::Footer)),
            ("pageCopyright", frame(PageBlock::Footer)),
            ("content-footer", None),
            ("header2", by_name(PageBlock::Header)),
            ("download", None),
            ("shadow", None),
            ("", None),
            ("--", None),
        ] {
            assert_eq!(role_of_name(name, false), want, "{name}");
        }
        assert_eq!(role_of_name("header", true), None);
        assert_eq!(role_of_name(&"nav-".repeat(1_000), false), None);
    }
}
