//! The blocks of a page, from what its elements say.
//!
//! 1. The frame: elements that are navigation, header, footer, aside or advertisement; of those inside each
//!    other the innermost names the text. One that only its id or class names is none if a `main` stands in
//!    it, or a main part with half of the page's text or more and no other one beside it: it is a wrapper,
//!    named after one of its parts or after the layout (`content-sidebar-wrap`).
//! 2. The main part: `main`, else every `article`, else what an id or class calls so; outside of the frame.
//! 3. Elements filled with links are navigation, outside of the main part; on a page of nothing else they
//!    are what it is about.
//! 4. Headings of the rest, and, where there is a main part, all other text outside of it.

use std::cmp::Reverse;

use super::names::{ElementRole, RoleSource};
use super::open::MarkedElement;
use crate::base::{BlockSpan, PageBlock};

/// The blocks of `text`: ascending and disjoint. Text in none of them is body text.
pub(super) fn blocks(text: &str, mut found: Vec<MarkedElement>) -> Vec<BlockSpan> {
    let has_words = |start: usize, end: usize| text[start..end].contains(char::is_alphanumeric);
    if found.is_empty() {
        return Vec::new();
    }
    // The outer element before those in it.
    found.sort_by_key(|f| (f.start, Reverse(f.end), f.depth));
    let is_main =
        |f: &&MarkedElement| matches!(f.role, ElementRole::Main(_)) && has_words(f.start, f.end);
    let named: Vec<&MarkedElement> = found.iter().filter(is_main).collect();
    let elements = named
        .iter()
        .filter(|f| f.role == ElementRole::Main(RoleSource::Element));
    let mains = outermost(elements.map(|f| (f.start, f.end)));
    let frame = frame_without(&found, |f| holds_one(&mains, f));
    let largest = with_half_of(&named, text.len());
    let free = outside_of(&frame, &named);
    let first_end = free.iter().map(|f| f.end).min();
    let last_start = free.iter().map(|f| f.start).max();
    let frame = frame_without(&found, |f| {
        let beside = first_end.is_some_and(|end| end <= f.start)
            || last_start.is_some_and(|start| f.end <= start);
        holds_one(&mains, f) || !beside && holds_one(&largest, f)
    });
    let free = outside_of(&frame, &named);
    let source = |f: &&MarkedElement| match f.role {
        ElementRole::Main(by) => Some(by),
        _ => None,
    };
    let by = free.iter().filter_map(source).min();
    let chosen = free.iter().filter(|f| by.is_some() && source(f) == by);
    let main = outermost(chosen.map(|f| (f.start, f.end)));
    let frame = innermost(&frame);

    let links = found
        .iter()
        .filter(|f| f.role == ElementRole::Links && !stands_in(&main, f) && !holds_one(&main, f));
    let links = outermost(links.map(|f| (f.start, f.end)));
    let with_links = filled(&frame, &links, PageBlock::Navigation);
    let left = gaps(with_links.iter().map(|span| (span.start, span.end)), text);
    let spans = match left.iter().any(|(start, end)| has_words(*start, *end)) {
        true => with_links,
        false => frame,
    };

    let headings = found
        .iter()
        .filter(|f| f.role == ElementRole::Heading && (main.is_empty() || stands_in(&main, f)));
    let headings = outermost(headings.map(|f| (f.start, f.end)));
    let mut spans = filled(&spans, &headings, PageBlock::Heading);
    if !main.is_empty() {
        let outside = gaps(main.iter().copied(), text);
        spans = filled(&spans, &outside, PageBlock::Outside);
    }
    spans.retain(|span| has_words(span.start, span.end));
    spans
}

/// The elements of the frame, without those named by a word that are wrappers.
fn frame_without(
    found: &[MarkedElement],
    is_wrapper: impl Fn(&MarkedElement) -> bool,
) -> Vec<BlockSpan> {
    let frame = found.iter().filter_map(|f| match f.role {
        ElementRole::Frame(_, RoleSource::Word) if is_wrapper(f) => None,
        ElementRole::Frame(block, _) => Some(BlockSpan {
            start: f.start,
            end: f.end,
            block,
        }),
        _ => None,
    });
    frame.collect()
}

/// Those of the main parts that do not stand in the frame.
fn outside_of<'a>(frame: &[BlockSpan], named: &[&'a MarkedElement]) -> Vec<&'a MarkedElement> {
    let around = outermost(frame.iter().map(|span| (span.start, span.end)));
    let free = named.iter().filter(|f| !stands_in(&around, f));
    free.copied().collect()
}

/// The innermost of the main parts with half of the text or more: one, or two halves.
fn with_half_of(named: &[&MarkedElement], text: usize) -> Vec<(usize, usize)> {
    let mut innermost: Vec<(usize, usize)> = Vec::new();
    // An outer one comes before those in it.
    for f in named.iter().filter(|f| (f.end - f.start) * 2 >= text) {
        innermost.pop_if(|last| f.end <= last.1);
        innermost.push((f.start, f.end));
    }
    innermost
}

/// Whether one of the disjoint, ascending `spans` holds the element.
fn stands_in(spans: &[(usize, usize)], f: &MarkedElement) -> bool {
    let at = spans.partition_point(|span| span.0 <= f.start);
    at > 0 && spans[at - 1].1 >= f.end
}

/// Whether the element holds one of the disjoint, ascending `spans`.
fn holds_one(spans: &[(usize, usize)], f: &MarkedElement) -> bool {
    let at = spans.partition_point(|span| span.0 < f.start);
    spans.get(at).is_some_and(|span| span.1 <= f.end)
}

/// Those that stand in no other; an outer one comes before those in it.
fn outermost(spans: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut outermost: Vec<(usize, usize)> = Vec::new();
    for span in spans {
        if outermost.last().is_none_or(|last| last.1 <= span.0) {
            outermost.push(span);
        }
    }
    outermost
}

/// The same text as disjoint spans, each of the innermost block; an outer block comes before those in it.
fn innermost(blocks: &[BlockSpan]) -> Vec<BlockSpan> {
    let mut spans = Vec::new();
    // The open blocks; the start of each moves on over those in it.
    let mut open: Vec<BlockSpan> = Vec::new();
    let mut close = |open: &mut Vec<BlockSpan>, up_to: usize| {
        while let Some(top) = open.pop_if(|top| top.end <= up_to) {
            if top.start < top.end {
                spans.push(top);
            }
            if let Some(outer) = open.last_mut() {
                outer.start = top.end;
            }
        }
        if let Some(top) = open.last_mut().filter(|top| up_to < top.end)
            && top.start < up_to
        {
            spans.push(BlockSpan { end: up_to, ..*top });
            top.start = up_to;
        }
    };
    for block in blocks {
        close(&mut open, block.start);
        open.push(*block);
    }
    close(&mut open, usize::MAX);
    spans
}

/// The parts of the text outside of disjoint, ascending spans.
fn gaps(spans: impl Iterator<Item = (usize, usize)>, text: &str) -> Vec<(usize, usize)> {
    let mut gaps = Vec::new();
    let mut from = 0;
    for (start, end) in spans.chain([(text.len(), text.len())]) {
        if from < start {
            gaps.push((from, start));
        }
        from = end;
    }
    gaps
}

/// `spans`, and what of the disjoint, ascending `more` none of them covers, as `block`.
fn filled(spans: &[BlockSpan], more: &[(usize, usize)], block: PageBlock) -> Vec<BlockSpan> {
    let mut filled = Vec::with_capacity(spans.len() + more.len());
    let mut next = spans.iter().copied().peekable();
    // A span may cover more than one of them.
    let mut covered = 0;
    for &(start, end) in more {
        let mut start = start.max(covered);
        while let Some(span) = next.next_if(|span| span.start < end) {
            if start < span.start {
                filled.push(BlockSpan {
                    start,
                    end: span.start,
                    block,
                });
            }
            covered = span.end;
            start = start.max(covered);
            filled.push(span);
        }
        if start < end {
            filled.push(BlockSpan { start, end, block });
        }
    }
    filled.extend(next);
    filled
}

#[cfg(test)]
mod tests;
