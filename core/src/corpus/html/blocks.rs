//! The blocks of a page, from properties of its elements.
//!
//! 1. The frame: elements that are navigation, header, footer, aside or advertisement; if they are nested, the
//!    innermost counts. An element that is named only by its id or class is ignored if it contains a `main` or half of
//!    the page's text: it is a wrapper of the layout (`content-sidebar-wrap`).
//! 2. The main part, outside of the frame: `main`, otherwise every `article`, otherwise elements that are
//!    main by their id or class.
//! 3. Outside of the main part, elements filled with links are navigation. On a page without other text, they are its
//!    content.
//! 4. In the remaining text, headings are blocks, and so is all other text outside of the main part, if there is one.

use std::cmp::Reverse;

use super::roles::{ElementRole, MarkedElement, RoleSource};
use crate::base::{BlockSpan, PageBlock};

/// A byte span of the text.
type Span = (usize, usize);

/// Properties of a piece of text from its enclosing elements.
#[derive(Clone, Copy, Default)]
struct Label {
    /// The innermost block of the frame.
    frame: Option<PageBlock>,
    is_links: bool,
    is_heading: bool,
    is_main: bool,
}

/// The blocks of `text`: ascending and disjoint. Text in none of them is body text.
pub(super) fn blocks(text: &str, mut marked: Vec<MarkedElement>) -> Vec<BlockSpan> {
    let has_words = |(start, end): Span| text[start..end].contains(char::is_alphanumeric);
    // An outer element precedes its inner elements.
    marked.sort_by_key(|m| (m.start, Reverse(m.end), m.depth));
    let source = |m: &MarkedElement| match m.role {
        ElementRole::Main(source) if has_words(m.span()) => Some(source),
        _ => None,
    };
    let is_element = |m: &&MarkedElement| source(m) == Some(RoleSource::Element);
    let elements = outermost(marked.iter().filter(is_element));
    let is_frame = |m: &MarkedElement| match m.role {
        ElementRole::Frame(_, RoleSource::Name) => {
            !contains_one(&elements, m) && (m.end - m.start) * 2 < text.len()
        }
        role => matches!(role, ElementRole::Frame(..)),
    };
    let frame = outermost(marked.iter().filter(|m| is_frame(m)));
    let parts = marked.iter().filter(|m| !is_inside(&frame, m));
    let strongest = parts.clone().filter_map(source).min();
    let main = outermost(parts.filter(|m| strongest.is_some() && source(m) == strongest));

    let label = |m: &MarkedElement, mut label: Label| {
        match m.role {
            ElementRole::Frame(block, _) if is_frame(m) => label.frame = Some(block),
            ElementRole::Main(_) => label.is_main |= main.binary_search(&m.span()).is_ok(),
            ElementRole::Links if !is_inside(&main, m) && !contains_one(&main, m) => {
                label.is_links = true;
            }
            ElementRole::Heading => label.is_heading |= main.is_empty() || is_inside(&main, m),
            _ => {}
        }
        label
    };
    let pieces = pieces(text.len(), &marked, label);
    let is_text = |(span, label): &(Span, Label)| {
        label.frame.is_none() && !label.is_links && has_words(*span)
    };
    let has_text = pieces.iter().any(is_text);
    let block = |label: Label| {
        if label.frame.is_some() {
            label.frame
        } else if label.is_links && has_text {
            Some(PageBlock::Navigation)
        } else if label.is_heading {
            Some(PageBlock::Heading)
        } else {
            (!main.is_empty() && !label.is_main).then_some(PageBlock::Outside)
        }
    };
    let mut blocks: Vec<BlockSpan> = Vec::new();
    for ((start, end), label) in pieces {
        match (block(label), blocks.last_mut()) {
            (None, _) => {}
            (Some(block), Some(last)) if (last.end, last.block) == (start, block) => last.end = end,
            (Some(block), _) => blocks.push(BlockSpan { start, end, block }),
        }
    }
    blocks.retain(|span| has_words((span.start, span.end)));
    blocks
}

impl MarkedElement {
    fn span(&self) -> Span {
        (self.start, self.end)
    }
}

/// Whether one of the disjoint, ascending `spans` contains the element.
fn is_inside(spans: &[Span], m: &MarkedElement) -> bool {
    let at = spans.partition_point(|span| span.0 <= m.start);
    at > 0 && spans[at - 1].1 >= m.end
}

/// Whether the element contains one of the disjoint, ascending `spans`.
fn contains_one(spans: &[Span], m: &MarkedElement) -> bool {
    let at = spans.partition_point(|span| span.0 < m.start);
    spans.get(at).is_some_and(|span| span.1 <= m.end)
}

/// Spans of the elements that are not inside another. An outer element must precede its inner elements.
fn outermost<'a>(elements: impl Iterator<Item = &'a MarkedElement>) -> Vec<Span> {
    let mut outermost: Vec<Span> = Vec::new();
    for m in elements {
        if outermost.last().is_none_or(|last| last.1 <= m.start) {
            outermost.push(m.span());
        }
    }
    outermost
}

/// Cuts the text at the ends of the elements. The elements around a piece determine its label, from the outermost to
/// the innermost.
fn pieces(
    length: usize,
    marked: &[MarkedElement],
    label: impl Fn(&MarkedElement, Label) -> Label,
) -> Vec<(Span, Label)> {
    let ends = marked.iter().flat_map(|m| [m.start, m.end]);
    let mut cuts: Vec<usize> = ends.chain([0, length]).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut next = marked.iter().peekable();
    // The enclosing elements, with the label of their content.
    let mut open: Vec<(&MarkedElement, Label)> = Vec::new();
    let mut pieces = Vec::new();
    for cut in cuts.windows(2) {
        while open.pop_if(|(m, _)| m.end <= cut[0]).is_some() {}
        while let Some(m) = next.next_if(|m| m.start == cut[0]) {
            let around = open.last().map_or(Label::default(), |(_, label)| *label);
            open.push((m, label(m, around)));
        }
        let around = open.last().map_or(Label::default(), |(_, label)| *label);
        pieces.push(((cut[0], cut[1]), around));
    }
    pieces
}
