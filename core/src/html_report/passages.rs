//! The passages of a pair: the two texts in rows, so that corresponding text is side by side.

pub(super) mod pieces;
mod text;

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context as _;
use rayon::prelude::*;
use serde::Serialize;

use self::pieces::{Marked, SideBySideRow, folds};
use self::text::{Place, Text, UNREADABLE};
use super::question::ReportInput;
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
    pub strips: [Vec<StripSpan>; 2],
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
    /// Its kind, if it is in a quotation or in a list of references.
    pub kind: Option<&'static str>,
}

/// A part of a text on a strip that is a thousand wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct StripSpan {
    /// Where it begins.
    pub start: f64,
    /// Its width.
    pub width: f64,
    /// Number of the passage at this position, from 1.
    pub number: usize,
}

/// The passages of pairs, whose texts are read again, each once. Reports each pair to `progress`.
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
        let [spans_a, spans_b] = documents.map(|doc| detected(collection, doc));
        let passage = |(at, p): (usize, &BridgedPassage)| {
            let position = |side: usize, range| texts[side].place_at(texts[side].bytes(range).0);
            PassageEntry {
                number: at + 1,
                words: p.words(),
                same: p.same(),
                begins: [position(0, p.left), position(1, p.right)],
                kind: kind((&spans_a, p.left), (&spans_b, p.right)).map(|kind| kind.of_passage()),
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

/// The rows of a pair: each passage with `context` words around it.
fn rows(texts: [&Text; 2], passages: &[BridgedPassage], context: usize) -> Vec<SideBySideRow> {
    let context = u32::try_from(context).unwrap_or(u32::MAX);
    let folded: Vec<_> = passages.iter().map(|p| folds(texts, p, context)).collect();
    let marked = [
        Marked::new(texts[0], passages, false, &folded),
        Marked::new(texts[1], passages, true, &folded),
    ];
    (0..passages.len())
        .map(|at| row(at, texts, passages, &marked, context))
        .collect()
}

/// A passage with `words` words around it, up to the neighbouring passages.
fn row(
    at: usize,
    texts: [&Text; 2],
    passages: &[BridgedPassage],
    marked: &[Marked<'_>; 2],
    words: u32,
) -> SideBySideRow {
    let mut row = SideBySideRow {
        passage: at + 1,
        ..SideBySideRow::default()
    };
    for side in 0..2 {
        let text = texts[side];
        let range_of = |p: &BridgedPassage| if side == 0 { p.left } else { p.right };
        let (begins, ends) = range_of(&passages[at]);
        let others = passages.iter().enumerate().filter(|(i, _)| *i != at);
        let (mut low, mut high) = (0, text.spans.len() as u32);
        for (_, other) in others {
            let (start, end) = range_of(other);
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
        let passage = marked[side].passages[at];
        let before = text.bytes((first, begins)).0.min(passage.0);
        let after = if last > ends {
            text.bytes((ends, last)).1
        } else {
            passage.1
        };
        let len = text.spans.len() as u32;
        row.cut_before[side] = first > 0;
        row.cut_after[side] = last < len;
        let from = if first == 0 { 0 } else { before };
        let to = if last >= len { text.text.len() } else { after };
        row.sides[side] = marked[side].cut((from, to), at);
    }
    row
}

/// Where passages are among the words of a text.
fn strip(words: usize, passages: &[BridgedPassage], is_second: bool) -> Vec<StripSpan> {
    let stretches = passages.iter().zip(1..).map(|(p, number)| {
        let range = if is_second { p.right } else { p.left };
        StripSpan::new(words, range, number)
    });
    stretches.collect()
}

impl StripSpan {
    /// A range of the words of a text.
    pub(super) fn new(words: usize, (start, end): (u32, u32), number: usize) -> Self {
        let total = words.max(1) as f64;
        let position = |at: u32| (f64::from(at) / total * 10_000.0).round() / 10.0;
        // Wide enough to be visible.
        let width = (position(end) - position(start)).max(3.0);
        StripSpan {
            start: position(start).min(1000.0 - width),
            width: (width * 10.0).round() / 10.0,
            number,
        }
    }
}

#[cfg(test)]
mod tests;
