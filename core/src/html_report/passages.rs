//! The passages of a pair: the two texts in rows, so that what belongs together is side by side.

pub(super) mod pieces;
mod text;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use rayon::prelude::*;
use serde::Serialize;

use self::pieces::{Marked, SideBySideRow, folds};
use self::text::{Place, Text, UNREADABLE};
use super::question::{Context, ReportInput};
use crate::base::DocNo;
use crate::evidence::CopiedPair;
use crate::evidence::pair::{detected, kind};
use crate::similarity::{BridgedPassage, Pair, bridged_passages};
use crate::text::Normaliser;

/// The passages of a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Article {
    /// Why they are not shown.
    pub problem: Option<&'static str>,
    /// The passages, in the order of document a.
    pub passages: Vec<PassageEntry>,
    /// Where they are in either document.
    pub strips: [Vec<Stretch>; 2],
    /// The texts side by side.
    pub rows: Vec<SideBySideRow>,
}

/// A passage of a pair.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PassageEntry {
    /// Number in the order of document a, from 1.
    pub number: usize,
    /// Words on the shorter side.
    pub words: u32,
    /// Words that are the same on both sides.
    pub same: u32,
    /// Where it begins.
    pub begins: [Place; 2],
    /// What it is, if it lies in a quotation or in a list of references.
    pub kind: Option<&'static str>,
}

/// A part of a text on a strip that is a thousand wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Stretch {
    /// Where it begins.
    pub start: f64,
    /// Its width.
    pub width: f64,
    /// Number of what is there, from 1.
    pub number: usize,
}

/// The passages of some pairs, whose texts are read again, each once. Tells `progress` of each pair.
///
/// # Errors
/// An interruption; settings that yield no normaliser.
pub(super) fn articles(
    source: &ReportInput<'_>,
    pairs: &[CopiedPair],
    progress: &(dyn Fn(usize, usize) + Sync),
) -> anyhow::Result<Vec<Article>> {
    let documents: BTreeSet<DocNo> = pairs.iter().flat_map(|p| [p.pair.a, p.pair.b]).collect();
    let documents: Vec<DocNo> = documents.into_iter().collect();
    let normaliser = Normaliser::new(&source.collection.settings().normalisation)?;
    let read = |doc: DocNo| {
        (!source.cancel.stopped()).then(|| (doc, Text::new(source.collection, doc, &normaliser)))
    };
    let texts: Option<HashMap<DocNo, Result<Text, &'static str>>> =
        documents.into_par_iter().map(read).collect();
    let texts = texts.context("interrupted")?;
    let done = AtomicUsize::new(0);
    let article = |copied: &CopiedPair| {
        source.cancel.proceed()?;
        let text = |doc: DocNo| {
            texts
                .get(&doc)
                .map_or(Err(UNREADABLE), |text| text.as_ref().map_err(|why| *why))
        };
        let article = match (text(copied.pair.a), text(copied.pair.b)) {
            (Ok(a), Ok(b)) => Article::new(source, &copied.pair, [a, b]),
            (Err(problem), _) | (_, Err(problem)) => Article {
                problem: Some(problem),
                ..Article::default()
            },
        };
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, pairs.len());
        Some(article)
    };
    let articles: Option<Vec<Article>> = pairs.par_iter().map(article).collect();
    articles.context("interrupted")
}

impl Article {
    fn new(source: &ReportInput<'_>, pair: &Pair, texts: [&Text; 2]) -> Self {
        let (collection, question) = (source.collection, source.question);
        let documents = [pair.a, pair.b];
        let terms = documents.map(|doc| collection.terms(doc));
        let bridged = bridged_passages(&terms[0], &terms[1], &question.bridging);
        let [found_a, found_b] = documents.map(|doc| detected(collection, doc));
        let passage = |(at, p): (usize, &BridgedPassage)| {
            let position = |side: usize, range| texts[side].place_at(texts[side].bytes(range).0);
            PassageEntry {
                number: at + 1,
                words: p.words(),
                same: p.same(),
                begins: [position(0, p.left), position(1, p.right)],
                kind: kind((&found_a, p.left), (&found_b, p.right)).map(|kind| kind.of_passage()),
            }
        };
        Article {
            problem: None,
            passages: bridged.iter().enumerate().map(passage).collect(),
            strips: [
                strip(terms[0].len(), &bridged, false),
                strip(terms[1].len(), &bridged, true),
            ],
            rows: rows(texts, &bridged, question.context),
        }
    }
}

/// Most passages of a pair whose order is looked at for whole texts; beyond, each is where it is.
const MOST: usize = 2_000;

/// The rows of a pair.
fn rows(texts: [&Text; 2], passages: &[BridgedPassage], context: Context) -> Vec<SideBySideRow> {
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
        Context::Whole => whole_texts(texts, passages, &marked),
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
) -> SideBySideRow {
    let mut row = SideBySideRow {
        passage: Some(at + 1),
        ..SideBySideRow::default()
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
        let after = if last > ends {
            text.bytes((ends, last)).1
        } else {
            own.1
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

/// The whole texts. Passages that are in the same order on both sides begin a row each.
fn whole_texts(
    texts: [&Text; 2],
    passages: &[BridgedPassage],
    marked: &[Marked<'_>; 2],
) -> Vec<SideBySideRow> {
    let mut rows = Vec::new();
    let mut at = [0, 0];
    for number in in_order(passages) {
        let spans = [0, 1].map(|side| with_signs(texts[side], marked[side].passages[number]));
        if (0..2).any(|side| spans[side].0 < at[side]) {
            continue;
        }
        if (0..2).any(|side| spans[side].0 > at[side]) {
            rows.push(SideBySideRow {
                sides: [0, 1].map(|side| marked[side].cut((at[side], spans[side].0), None, false)),
                ..SideBySideRow::default()
            });
        }
        rows.push(SideBySideRow {
            passage: Some(number + 1),
            sides: [0, 1].map(|side| marked[side].cut(spans[side], Some(number), false)),
            ..SideBySideRow::default()
        });
        at = spans.map(|span| span.1);
    }
    let ends = texts.map(|text| text.text.len());
    if (0..2).any(|side| at[side] < ends[side]) {
        rows.push(SideBySideRow {
            sides: [0, 1].map(|side| marked[side].cut((at[side], ends[side]), None, false)),
            ..SideBySideRow::default()
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

/// Where passages are among the words of a text.
fn strip(words: usize, passages: &[BridgedPassage], second: bool) -> Vec<Stretch> {
    let stretches = passages.iter().zip(1..).map(|(p, number)| {
        let range = if second { p.right } else { p.left };
        Stretch::new(words, range, number)
    });
    stretches.collect()
}

impl Stretch {
    /// A range of the words of a text.
    pub(super) fn new(words: usize, (start, end): (u32, u32), number: usize) -> Self {
        let all = words.max(1) as f64;
        let position = |at: u32| (f64::from(at) / all * 10_000.0).round() / 10.0;
        // Wide enough to be seen.
        let width = (position(end) - position(start)).max(3.0);
        Stretch {
            start: position(start).min(1000.0 - width),
            width: (width * 10.0).round() / 10.0,
            number,
        }
    }
}

#[cfg(test)]
mod tests;
