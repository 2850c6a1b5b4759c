//! Where the current text is found: the documents that have its words, within passages or, of a sentence that is shorter than
//! one, anywhere.

use std::collections::HashSet;

use crate::base::{DocNo, ranges};
use crate::engine::message::SourcesView;
use crate::similarity::BridgedPassage;

/// Where the current text is found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holders {
    /// Words of the current text.
    pub words: u32,
    /// Number of those who have all words.
    pub complete: u32,
    /// Number of those who have a part of them.
    pub parts: u32,
    /// Minimum number of words of a passage, where somebody with these words may be missing because he has them in
    /// none.
    pub within_passages: Option<u32>,
    /// The documents that have words of it, most words first, equals in the order of the sources. If many have a short
    /// sentence, only the first ones.
    pub list: Vec<Holder>,
}

/// One who has words of the current text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The document.
    pub doc: DocNo,
    /// Its index among the sources; `None` if it is not a source.
    pub source: Option<usize>,
    /// Index of its passage with most of them; `None` if they are in none.
    pub passage: Option<usize>,
    /// How many of the words, each counted once.
    pub words: u32,
    /// Position in the text of the first of them in this passage, 0-based.
    pub here: u32,
}

/// Who has these words of a text, a range of terms.
pub(super) fn holders(view: &SourcesView, words: (u32, u32)) -> Holders {
    let number = words.1 - words.0;
    let is_complete = |holder: &Holder| holder.words >= number;
    let held = within_passages(view, words);
    let short = view.short_sentence(words);
    let mut list: Vec<Holder> = Vec::new();
    if let Some(short) = short {
        list.extend(short.list.iter().map(|(doc, _)| {
            let in_passages = held.iter().find(|(holder, _)| holder.doc == *doc);
            if let Some((holder, true)) = in_passages {
                return *holder;
            }
            let mut sources = view.sources.list.iter();
            Holder {
                doc: *doc,
                source: sources.position(|source| source.doc == *doc),
                passage: None,
                words: number,
                here: words.0,
            }
        }));
    }
    let listed: HashSet<DocNo> = list.iter().map(|holder| holder.doc).collect();
    let others = held.iter().filter(|(holder, in_a_row)| {
        // Whoever has a short sentence in a row is counted, listed or not.
        !(listed.contains(&holder.doc) || short.is_some() && *in_a_row)
    });
    let others: Vec<Holder> = others.map(|(holder, _)| *holder).collect();
    let complete = others.iter().filter(|holder| is_complete(holder)).count() as u32;
    let parts = others.len() as u32 - complete;
    list.extend(others);
    list.sort_by_key(|holder| std::cmp::Reverse(holder.words));
    let is_exact = number >= view.min_words || (short.is_some() && parts == 0);
    Holders {
        words: number,
        complete: complete + short.map_or(0, |short| short.documents),
        parts,
        within_passages: (!is_exact).then_some(view.min_words),
        list,
    }
}

/// Who has these words within passages, in the order of the sources, and whether all of them in a row.
fn within_passages(view: &SourcesView, (from, until): (u32, u32)) -> Vec<(Holder, bool)> {
    let sources = view.sources.list.iter().enumerate();
    let held = sources.filter_map(|(source, entry)| {
        let overlap = |passage: &BridgedPassage| {
            let runs = passage.runs.iter().chain(&passage.moved);
            let parts = runs.map(|run| (run.left.max(from), (run.left + run.length).min(until)));
            parts.filter(|(from, until)| from < until).collect()
        };
        let parts: Vec<Vec<(u32, u32)>> = entry.passages.iter().map(overlap).collect();
        let length =
            |parts: &[(u32, u32)]| -> u32 { parts.iter().map(|(from, until)| until - from).sum() };
        let words = length(&ranges::union(parts.iter().flatten().copied()));
        let passage = (0..parts.len()).rev().max_by_key(|i| length(&parts[*i]))?;
        let (here, _) = parts[passage].iter().min()?;
        let in_a_row = parts.iter().flatten().any(|part| *part == (from, until));
        let holder = Holder {
            doc: entry.doc,
            source: Some(source),
            passage: Some(passage),
            words,
            here: *here,
        };
        Some((holder, in_a_row))
    });
    held.collect()
}
