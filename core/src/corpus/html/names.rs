//! What an element says that it is: by its name, its `role`, and the words of its `id` and `class`.
//!
//! Elements and roles are those of the HTML standard (sections) and of WAI-ARIA 1.2 (landmarks). A `header`
//! or `footer` inside of a section is of that section, not of the page (HTML Accessibility API Mappings).
//! Words of names are a guess, after the lists that readers' modes of browsers use, and count less than
//! elements and roles.

use html5ever::tokenizer::Tag;

use crate::base::PageBlock;

/// What an element says that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementRole {
    /// The main part of the page.
    Main(RoleSource),
    /// A part of the frame.
    Frame(PageBlock, RoleSource),
    /// A heading.
    Heading,
    /// Links, and little else.
    Links,
}

/// How an element says it, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RoleSource {
    /// Its own name or its role. A main part is named by `main`.
    Element,
    /// The element `article`, for a page without `main`.
    Article,
    /// A word of its id or class.
    Word,
}

/// What the element says that it is, its role before its name and its name before its id and classes.
/// `in_section` says whether it stands in an article or another section.
pub(super) fn role_of(tag: &Tag, in_section: bool) -> Option<ElementRole> {
    let attribute = |name: &str| {
        let mut all = tag.attrs.iter();
        all.find(|attribute| &*attribute.name.local == name)
            .map(|attribute| &*attribute.value)
    };
    let of_page = |block| (!in_section).then_some(ElementRole::Frame(block, RoleSource::Element));
    let role = attribute("role").unwrap_or_default();
    let role = role.split_ascii_whitespace().next().unwrap_or_default();
    match role.to_ascii_lowercase().as_str() {
        "main" => return Some(ElementRole::Main(RoleSource::Element)),
        "article" => return Some(ElementRole::Main(RoleSource::Article)),
        "navigation" | "menu" | "menubar" => {
            return Some(ElementRole::Frame(
                PageBlock::Navigation,
                RoleSource::Element,
            ));
        }
        "complementary" => return Some(ElementRole::Frame(PageBlock::Aside, RoleSource::Element)),
        "banner" => return Some(ElementRole::Frame(PageBlock::Header, RoleSource::Element)),
        "contentinfo" => return Some(ElementRole::Frame(PageBlock::Footer, RoleSource::Element)),
        "heading" => return Some(ElementRole::Heading),
        _ => {}
    }
    match &*tag.name {
        "main" => return Some(ElementRole::Main(RoleSource::Element)),
        "article" => return Some(ElementRole::Main(RoleSource::Article)),
        "nav" => {
            return Some(ElementRole::Frame(
                PageBlock::Navigation,
                RoleSource::Element,
            ));
        }
        "aside" => return Some(ElementRole::Frame(PageBlock::Aside, RoleSource::Element)),
        "header" => return of_page(PageBlock::Header),
        "footer" => return of_page(PageBlock::Footer),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => return Some(ElementRole::Heading),
        // Names of the whole page tell of its layout.
        "html" | "body" => return None,
        _ => {}
    }
    let names = ["id", "class"].into_iter().filter_map(attribute);
    let names = names.flat_map(str::split_ascii_whitespace);
    let said = names.filter_map(|name| of_name(name, in_section));
    // Where names disagree, the text stays.
    said.min_by_key(|role| !matches!(role, ElementRole::Main(_)))
}

const MAIN: [&str; 4] = ["main", "content", "maincontent", "article"];
const NAVIGATION: [&str; 13] = [
    "nav",
    "navbar",
    "navigation",
    "topnav",
    "sidenav",
    "menu",
    "menubar",
    "breadcrumb",
    "breadcrumbs",
    "pagination",
    "pager",
    "toc",
    "sitemap",
];
const HEADER: [&str; 4] = ["header", "masthead", "banner", "topbar"];
const FOOTER: [&str; 3] = ["footer", "colophon", "copyright"];
const ASIDE: [&str; 11] = [
    "sidebar",
    "aside",
    "related",
    "recommended",
    "popular",
    "trending",
    "social",
    "share",
    "sharing",
    "newsletter",
    "cookie",
];
const ADVERTISEMENT: [&str; 9] = [
    "ad",
    "ads",
    "advert",
    "adverts",
    "advertisement",
    "advertising",
    "adsbygoogle",
    "sponsored",
    "promo",
];

/// Words before `header` and `footer` that make it one of something within the page.
const OF_A_PART: [&str; 10] = [
    "article", "entry", "post", "content", "section", "card", "panel", "item", "table", "modal",
];

/// A word before `header` that makes it the title of what the page is about. A footer of a page is one.
const OF_THE_TITLE: &str = "page";

/// Words that make a name tell of the state of what is around, as in `no-sidebar` and `menu-open`.
const OF_A_STATE: [&str; 20] = [
    "no",
    "not",
    "with",
    "without",
    "has",
    "is",
    "show",
    "hide",
    "open",
    "opened",
    "closed",
    "collapsed",
    "expanded",
    "fixed",
    "sticky",
    "active",
    "visible",
    "hidden",
    "offset",
    "layout",
];

/// What one id or class says.
fn of_name(name: &str, in_section: bool) -> Option<ElementRole> {
    let words = words(name);
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if has(&OF_A_STATE) {
        return None;
    }
    // The last word says what a thing is: `main-nav` is navigation.
    let frame = words.iter().enumerate().rev().find_map(|(at, word)| {
        let word = word.as_str();
        let block = match word {
            _ if NAVIGATION.contains(&word) => Some(PageBlock::Navigation),
            _ if HEADER.contains(&word) => Some(PageBlock::Header),
            _ if FOOTER.contains(&word) => Some(PageBlock::Footer),
            _ if ASIDE.contains(&word) => Some(PageBlock::Aside),
            _ if ADVERTISEMENT.contains(&word) => Some(PageBlock::Advertisement),
            _ => None,
        };
        block.map(|block| (at, block))
    });
    let of_part = |at: usize, block: PageBlock| {
        let is_of_part = |word: &str| {
            OF_A_PART.contains(&word) || block == PageBlock::Header && word == OF_THE_TITLE
        };
        in_section || words[..at].iter().any(|word| is_of_part(word))
    };
    match frame {
        Some((at, block @ (PageBlock::Header | PageBlock::Footer))) if of_part(at, block) => None,
        Some((_, block)) => Some(ElementRole::Frame(block, RoleSource::Word)),
        None => has(&MAIN).then_some(ElementRole::Main(RoleSource::Word)),
    }
}

/// The words of a name, in lower case: `mainNav`, `main-nav` and `main_nav` have two. Names that are longer
/// than any a person gives have none.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    if name.len() > 100 {
        return words;
    }
    let mut word = String::new();
    let mut lower = false;
    for c in name.chars() {
        let begins = lower && c.is_uppercase();
        if begins || !c.is_alphabetic() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        lower = c.is_lowercase();
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_its_last_word_says_and_nothing_of_a_state() {
        let frame = |block| Some(ElementRole::Frame(block, RoleSource::Word));
        for (name, want) in [
            ("nav", frame(PageBlock::Navigation)),
            ("main-nav", frame(PageBlock::Navigation)),
            ("mainMenu2", frame(PageBlock::Navigation)),
            ("site_header", frame(PageBlock::Header)),
            ("footer-content", frame(PageBlock::Footer)),
            ("sidebar-left", frame(PageBlock::Aside)),
            ("ad-slot-3", frame(PageBlock::Advertisement)),
            ("article-ad", frame(PageBlock::Advertisement)),
            ("content", Some(ElementRole::Main(RoleSource::Word))),
            ("main-column", Some(ElementRole::Main(RoleSource::Word))),
            ("article-body", Some(ElementRole::Main(RoleSource::Word))),
            ("article-header", None),
            ("no-sidebar", None),
            ("menu-open", None),
            ("page-header", None),
            ("page-masthead", None),
            ("page-footer", frame(PageBlock::Footer)),
            ("pageCopyright", frame(PageBlock::Footer)),
            ("content-footer", None),
            ("header2", frame(PageBlock::Header)),
            ("download", None),
            ("shadow", None),
            ("", None),
            ("--", None),
        ] {
            assert_eq!(of_name(name, false), want, "{name}");
        }
        assert_eq!(of_name("header", true), None);
        assert_eq!(of_name(&"nav-".repeat(1_000), false), None);
    }
}
