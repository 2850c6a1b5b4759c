//! Two made-up collections that share some documents, ready to be measured. The bench and a test use them.

use shinglescope::base::Cancel;
use std::sync::Arc;

use shinglescope::overlap::{Collections, DocumentText, IndexedCollection, SharedVocabulary};
use shinglescope::settings::{Normalisation, Sketching};
use shinglescope::synth::Synth;
use shinglescope::text::shingles::mix;
use shinglescope::text::{Normaliser, shingles};

/// Approximate number of words of a document, and number of words of a header that only a copy has.
const WORDS: usize = 150;
const HEADER: usize = 5;

/// A left collection of `documents` texts and a right one of 3/5 as many: |left|/|right| = 5/3.
pub fn collections(documents: usize, seed: u64) -> anyhow::Result<Collections> {
    let normaliser = Normaliser::new(&Normalisation::default())?;
    let vocabulary = SharedVocabulary::default();
    let mut sides = Vec::new();
    for (name, texts) in ["left", "right"].into_iter().zip(texts(documents, seed)) {
        let texts = texts.into_iter().map(|text| {
            let mut terms = Vec::new();
            normaliser.hashes(&text, &mut terms);
            DocumentText {
                terms: terms.len() as u32,
                set: shingles::set(&terms, &Sketching::default()),
                text: Arc::from(text),
            }
        });
        let side = IndexedCollection::new(
            name.into(),
            texts.collect(),
            &vocabulary,
            &Cancel::default(),
        )?;
        sides.extend(side);
    }
    Ok(Collections::new(sides, 0.8, &Cancel::default()).expect("nothing stops it"))
}

/// The texts of both collections. Shared texts are 3/10 of the left one and half of the right one; every second shared
/// text has another header in the right one.
///
/// Lengths are such that samplers which prefer long documents err: the shortest texts, a third of the left collection,
/// are in this collection only, so that a shared text is on average longer than a text of the left.
fn texts(documents: usize, seed: u64) -> [Vec<String>; 2] {
    let shared = documents * 3 / 10;
    let (left_only, right_only) = (documents - shared, documents * 3 / 5 - shared);
    let synth = Synth::new(documents + right_only, WORDS, 0.0, seed);
    let mut shortest: Vec<(usize, usize, String)> = (0..synth.documents())
        .map(|number| {
            let text = synth.text(number);
            (text.split_whitespace().count(), number, text)
        })
        .collect();
    shortest.sort_unstable();
    let rest = shortest.split_off(left_only / 2);
    let mut rest: Vec<(u64, String)> = rest
        .into_iter()
        .map(|(_, number, text)| (mix(seed ^ mix(number as u64)), text))
        .collect();
    rest.sort_unstable();
    let mut rest = rest.into_iter().map(|(_, text)| text);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (at, text) in rest.by_ref().take(shared).enumerate() {
        right.push(if at % 2 == 0 {
            text.clone()
        } else {
            with_header(&text, at)
        });
        left.push(text);
    }
    right.extend(rest.by_ref().take(right_only));
    left.extend(shortest.into_iter().map(|(_, _, text)| text));
    left.extend(rest);
    [left, right]
}

/// The text with other words at its beginning, which no other text has.
fn with_header(text: &str, number: usize) -> String {
    let rest = text.split_whitespace().skip(HEADER);
    let header = (0..HEADER).map(|at| format!("header{number}x{at}"));
    let words: Vec<String> = header.chain(rest.map(str::to_owned)).collect();
    words.join(" ")
}
