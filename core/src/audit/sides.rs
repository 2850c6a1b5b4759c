//! The two texts of a pair in rows, so that what belongs together stands side by side.

use super::data::{Stretch, Strip};
use super::folds::folds;
use super::pieces::{Marked, Row};
use super::text::Text;
use crate::similarity::BridgedPassage;

/// How much text stands around a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// So many words on either side. Within passages, long stretches of the same words are folded up to so many words
    /// at either end.
    Words(usize),
    /// So many words on either side, and passages whole.
    Unfolded(usize),
    /// All of the text.
    Whole,
}

impl Context {
    /// Words at either end of what is folded; `None` if nothing is.
    #[must_use]
    pub fn folds(self) -> Option<usize> {
        match self {
            Context::Words(words) => Some(words),
            Context::Unfolded(_) | Context::Whole => None,
        }
    }

    /// Words around passages; `None` for whole texts.
    #[must_use]
    pub fn words(self) -> Option<usize> {
        match self {
            Context::Words(words) | Context::Unfolded(words) => Some(words),
            Context::Whole => None,
        }
    }

    /// The same with passages whole.
    #[must_use]
    pub fn unfolded(self) -> Self {
        match self {
            Context::Words(words) => Context::Unfolded(words),
            other => other,
        }
    }
}

/// Most passages of a pair whose order is looked at for whole texts; beyond, each stands where it is.
const MOST: usize = 2_000;

/// The rows of a pair.
pub(super) fn rows(texts: [&Text; 2], passages: &[BridgedPassage], context: Context) -> Vec<Row> {
    let folded = passages.iter().map(|p| match context.folds() {
        Some(ends) => folds(texts, p, ends),
        None => Vec::new(),
    });
    let folded: Vec<_> = folded.collect();
    let marked = [
        Marked::new(texts[0], passages, false, &folded),
        Marked::new(texts[1], passages, true, &folded),
    ];
    let mut rows = match context {
        Context::Whole => whole(texts, passages, &marked),
        Context::Words(words) | Context::Unfolded(words) => (0..passages.len())
            .map(|at| row(at, texts, passages, &marked, words))
            .collect(),
    };
    // The places that links lead to: the first piece of each passage on either side.
    for side in 0..2 {
        let mut seen = vec![false; passages.len()];
        let marks = rows.iter_mut().flat_map(|row| &mut row.sides[side]);
        for mark in marks {
            let Some(at) = mark.passage.map(|number| number - 1) else {
                continue;
            };
            mark.first = !std::mem::replace(&mut seen[at], true);
        }
    }
    rows
}

/// A passage with so many words around it, as far as the neighbouring passages.
fn row(
    at: usize,
    texts: [&Text; 2],
    passages: &[BridgedPassage],
    marked: &[Marked<'_>; 2],
    words: usize,
) -> Row {
    let mut row = Row {
        passage: Some(at + 1),
        ..Row::default()
    };
    let words = u32::try_from(words).unwrap_or(u32::MAX);
    for side in 0..2 {
        let text = texts[side];
        let here = |p: &BridgedPassage| if side == 0 { p.left } else { p.right };
        let (begins, ends) = here(&passages[at]);
        let others = passages.iter().enumerate().filter(|(i, _)| *i != at);
        let (mut low, mut high) = (0, text.spans.len() as u32);
        for (_, other) in others {
            let (start, end) = here(other);
            if end <= begins {
                low = low.max(end);
            } else if start < begins {
                low = begins;
            }
            if start >= ends {
                high = high.min(start);
            } else if end > ends {
                high = ends;
            }
        }
        let first = begins.saturating_sub(words).max(low);
        let last = ends.saturating_add(words).min(high);
        let own = marked[side].passages[at];
        let before = text.bytes((first, begins)).0.min(own.0);
        let after = match last > ends {
            true => text.bytes((ends, last)).1,
            false => own.1,
        };
        let all = text.spans.len() as u32;
        row.cut_before[side] = first > 0;
        row.cut_after[side] = last < all;
        let from = if first == 0 { 0 } else { before };
        let to = if last >= all { text.text.len() } else { after };
        row.sides[side] = marked[side].cut((from, to), Some(at), true);
    }
    row
}

/// The whole texts. Passages that stand in the same order on both sides begin a row each.
fn whole(texts: [&Text; 2], passages: &[BridgedPassage], marked: &[Marked<'_>; 2]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut at = [0, 0];
    for number in in_order(passages) {
        let spans = [0, 1].map(|side| with_signs(texts[side], marked[side].passages[number]));
        if (0..2).any(|side| spans[side].0 < at[side]) {
            continue;
        }
        if (0..2).any(|side| spans[side].0 > at[side]) {
            rows.push(Row {
                sides: [0, 1].map(|side| marked[side].cut((at[side], spans[side].0), None, false)),
                ..Row::default()
            });
        }
        rows.push(Row {
            passage: Some(number + 1),
            sides: [0, 1].map(|side| marked[side].cut(spans[side], Some(number), false)),
            ..Row::default()
        });
        at = spans.map(|span| span.1);
    }
    let ends = texts.map(|text| text.text.len());
    if (0..2).any(|side| at[side] < ends[side]) {
        rows.push(Row {
            sides: [0, 1].map(|side| marked[side].cut((at[side], ends[side]), None, false)),
            ..Row::default()
        });
    }
    rows
}

/// A passage with the signs that end its last sentence.
fn with_signs(text: &Text, (start, end): (usize, usize)) -> (usize, usize) {
    let behind = &text.text[end..];
    let signs = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let word = behind.find(|c| !signs(c)).unwrap_or(behind.len());
    // Signs that begin the next word, as an opening quotation mark does, are preceded by a space.
    (start, end + word)
}

/// Passages that follow each other on both sides, 0-based: of all such sequences one with the most words.
fn in_order(passages: &[BridgedPassage]) -> Vec<usize> {
    if passages.len() > MOST {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..passages.len()).collect();
    order.sort_by_key(|at| (passages[*at].left, passages[*at].right));
    // Words of the best sequence that ends at each, and the one before.
    let mut best: Vec<(u64, Option<usize>)> = Vec::with_capacity(order.len());
    for (i, at) in order.iter().enumerate() {
        let p = &passages[*at];
        let follows = |j: &usize| {
            let before = &passages[order[*j]];
            before.left.1 <= p.left.0 && before.right.1 <= p.right.0
        };
        let before = (0..i).filter(follows).max_by_key(|j| best[*j].0);
        let words = before.map_or(0, |j| best[j].0) + u64::from(p.words());
        best.push((words, before));
    }
    let mut at = (0..best.len()).max_by_key(|i| best[*i].0);
    let mut chain = Vec::new();
    while let Some(i) = at {
        chain.push(order[i]);
        at = best[i].1;
    }
    chain.reverse();
    chain
}

/// Where passages stand among the words of a text.
pub(super) fn strip(words: usize, passages: &[BridgedPassage], second: bool) -> Strip {
    let stretches = passages.iter().enumerate().map(|(at, p)| {
        let (start, end) = if second { p.right } else { p.left };
        stretch(words, (start, end), at + 1)
    });
    Strip {
        stretches: stretches.collect(),
    }
}

/// A range of words as a stretch of a strip.
pub(super) fn stretch(words: usize, (start, end): (u32, u32), number: usize) -> Stretch {
    let all = words.max(1) as f64;
    let place = |at: u32| (f64::from(at) / all * 10_000.0).round() / 10.0;
    // Wide enough to be seen.
    let width = (place(end) - place(start)).max(3.0);
    Stretch {
        start: place(start).min(1000.0 - width),
        width: (width * 10.0).round() / 10.0,
        number,
    }
}

#[cfg(test)]
mod tests;
