//! The bridged passages of pairs of documents, as ranges of characters of their texts.

use std::collections::BTreeMap;

use anyhow::Context;
use rayon::prelude::*;

use super::texts;
use crate::base::pages::has_pages;
use crate::base::{Cancel, DocNo, Reason, WholePositions};
use crate::evidence::pair::{detected, kind};
use crate::index::Collection;
use crate::similarity::Bridging;
use crate::similarity::bridge::bridged_passages;
use crate::text::Normaliser;

/// A passage of two documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocatedPassage {
    /// A document.
    pub a: DocNo,
    /// Another one.
    pub b: DocNo,
    /// Characters `start..end` of the text of `a`, from the first term of the passage to the end of its last,
    /// including masked text between them.
    pub in_a: (u32, u32),
    /// Characters `start..end` of the text of `b`.
    pub in_b: (u32, u32),
    /// Terms on the shorter side, without masked ones.
    pub words: u32,
    /// Terms that are the same on both sides.
    pub same: u32,
    /// Page on which it begins in the text of `a`, from 1, if that text has pages.
    pub page_a: Option<u32>,
    /// Page on which it begins in the text of `b`.
    pub page_b: Option<u32>,
    /// Its kind, if it is in a quotation or in a list of references on either side.
    pub kind: Option<Reason>,
}

/// Locates the passages of each pair, in the order of the pairs and within a pair by position in its first document.
/// The texts are read again, each once, because only the terms are stored. Runs on the current rayon pool.
///
/// # Errors
/// A text is missing or has changed since the corpus was read, or `cancel` is stopped.
pub fn located(
    collection: &Collection,
    pairs: &[(DocNo, DocNo)],
    bridging: &Bridging,
    cancel: &Cancel,
) -> anyhow::Result<Vec<LocatedPassage>> {
    // These ranges are positions of terms. They are converted to characters below.
    let of_pair = |(a, b): &(DocNo, DocNo)| {
        cancel.check()?;
        let passages = bridged_passages(&collection.terms(*a), &collection.terms(*b), bridging);
        let [in_a, in_b] = [*a, *b].map(|doc| detected(collection, doc));
        let passages = passages.into_iter().map(|p| LocatedPassage {
            a: *a,
            b: *b,
            in_a: p.left,
            in_b: p.right,
            words: p.words(),
            same: p.same(),
            page_a: None,
            page_b: None,
            kind: kind((&in_a, p.left), (&in_b, p.right)),
        });
        Ok(passages.collect())
    };
    let per_pair: anyhow::Result<Vec<Vec<_>>> = pairs.par_iter().map(of_pair).collect();
    let mut located: Vec<LocatedPassage> = per_pair?.into_iter().flatten().collect();
    let mut by_document: BTreeMap<DocNo, Vec<(u32, u32)>> = BTreeMap::new();
    for p in &located {
        by_document.entry(p.a).or_default().push(p.in_a);
        by_document.entry(p.b).or_default().push(p.in_b);
    }
    let normaliser = Normaliser::new(&collection.settings().normalisation)?;
    let in_characters = |(doc, mut terms): (DocNo, Vec<(u32, u32)>)| {
        cancel.check()?;
        terms.sort_unstable();
        terms.dedup();
        let (of_terms, breaks) = characters(collection, doc, &normaliser)?;
        let page = |start: u32| {
            let count = breaks.partition_point(|at| *at < start) as u32;
            (!breaks.is_empty()).then_some(count + 1)
        };
        let positions = WholePositions::new(collection.masked_ranges(doc));
        let ranges = terms.into_iter().map(|range| {
            let (start, end) = positions.range(range);
            let terms = of_terms.get(start as usize..end as usize)?;
            let characters = (terms.first()?.0, terms.last()?.1);
            Some((range, (characters, page(characters.0))))
        });
        let ranges: Option<BTreeMap<_, _>> = ranges.collect();
        Ok((doc, ranges.context("a text has other terms than before")?))
    };
    type Characters = BTreeMap<(u32, u32), ((u32, u32), Option<u32>)>;
    let ranges = by_document.into_par_iter().map(in_characters);
    let ranges: BTreeMap<DocNo, Characters> = ranges.collect::<anyhow::Result<_>>()?;
    for p in &mut located {
        (p.in_a, p.page_a) = ranges[&p.a][&p.in_a];
        (p.in_b, p.page_b) = ranges[&p.b][&p.in_b];
    }
    Ok(located)
}

/// Ranges of characters, one for each term, and the starts of all pages except the first.
type TermsAndPages = (Vec<(u32, u32)>, Vec<u32>);

/// Returns the characters `start..end` of each term of a document, including masked terms, and the starts of its pages.
fn characters(
    collection: &Collection,
    doc: DocNo,
    normaliser: &Normaliser,
) -> anyhow::Result<TermsAndPages> {
    let document = texts::read_again(collection, doc)?;
    let terms = normaliser.terms(&document.text);
    let breaks: Vec<u32> = if has_pages(&document.text) {
        let characters = document.text.chars().zip(0..);
        let breaks = characters.filter(|(c, _)| *c == '\u{c}');
        breaks.map(|(_, at)| at).collect()
    } else {
        Vec::new()
    };
    let of_terms = terms.iter().map(|term| (term.start, term.end));
    Ok((in_characters(&document.text, of_terms), breaks))
}

/// Converts ranges of bytes of a text, with ascending starts, to ranges of characters.
pub fn in_characters(text: &str, bytes: impl Iterator<Item = (u32, u32)>) -> Vec<(u32, u32)> {
    let (mut byte, mut character) = (0, 0);
    bytes
        .map(|(start, end)| {
            let start = (start as usize).max(byte);
            let end = (end as usize).max(start);
            character += text[byte..start].chars().count();
            byte = start;
            let length = text[start..end].chars().count();
            (character as u32, (character + length) as u32)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_ranges_become_character_ranges() {
        let text = "é ab 日本";
        let ranges = [(0, 2), (3, 5), (6, 9), (9, 12)];
        let converted = in_characters(text, ranges.into_iter());
        assert_eq!(converted, [(0, 1), (2, 4), (5, 6), (6, 7)]);
    }
}
