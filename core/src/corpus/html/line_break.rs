//! Where lines and words end at the tags of elements: by their usual `display` (HTML standard, 15.3), and by one that the
//! element's own style sets (CSS Display Module Level 3).

use html5ever::tokenizer::Tag;

use crate::corpus::css;
use crate::corpus::unseen::INLINE;

/// Elements besides [`INLINE`] at which no word ends: pieces of a line, and what draws nothing.
const WITHIN_WORDS: [&str; 15] = [
    "base", "blink", "link", "meta", "nobr", "noscript", "output", "param", "script", "slot",
    "source", "style", "template", "track", "datalist",
];

/// What ends at a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineBreak {
    /// Nothing.
    None,
    /// A word.
    Word,
    /// A line.
    Line,
}

/// What ends where an element begins, and where it ends.
pub(super) fn of(tag: &Tag) -> LineBreak {
    by_style(tag).unwrap_or_else(|| usual(&tag.name))
}

/// What ends at the tags of an element of this name, whatever its style.
pub(super) fn usual(name: &str) -> LineBreak {
    match name {
        "td" | "th" | "option" => LineBreak::Word,
        _ if INLINE.contains(&name) || WITHIN_WORDS.contains(&name) => LineBreak::None,
        _ => LineBreak::Line,
    }
}

fn by_style(tag: &Tag) -> Option<LineBreak> {
    let style = tag.attrs.iter().find(|a| &*a.name.local == "style")?;
    let is_named = |at: &[u8]| at.eq_ignore_ascii_case(b"display");
    // Most styles say nothing of it. A name may be written with escapes.
    if !style.value.contains('\\') && !style.value.as_bytes().windows(7).any(is_named) {
        return None;
    }
    let declared = css::declarations(&style.value);
    let (_, display) = declared
        .iter()
        .rfind(|(property, _)| property == "display")?;
    match display.as_str() {
        "block" | "flex" | "grid" | "table" | "flow-root" | "list-item" | "table-caption"
        | "table-row" | "table-row-group" | "table-header-group" | "table-footer-group"
        | "-webkit-box" | "-webkit-flex" | "-ms-flexbox" => Some(LineBreak::Line),
        "table-cell" => Some(LineBreak::Word),
        // Items in a row have room between them.
        "inline" | "contents" => Some(usual(&tag.name).min(LineBreak::Word)),
        _ => None,
    }
}
