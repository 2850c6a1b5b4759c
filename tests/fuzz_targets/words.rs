//! Text under every option becomes terms with their positions, and terms become shingles and
//! sketches.

use shinglescope::base::sanitise;
use shinglescope::settings::{Normalisation, SketchKind, Sketching, Unit};
use shinglescope::sketch::SketchScratch;
use shinglescope::sketch::{Layout, Sketcher};
use shinglescope::text::{Normaliser, disguise, shingles, term_text};

/// The first two bytes select options and k; the rest is the text.
pub fn terms(data: &[u8]) {
    let (options, rest) = super::chosen(data);
    let (numbers, rest) = super::chosen(rest);
    let text = String::from_utf8_lossy(rest);
    let has_option = |bit: usize| options >> bit & 1 == 1;
    let normalisation = Normalisation {
        drop_numbers: has_option(0),
        drop_stopwords: if has_option(1) {
            vec!["en".into(), "de".into()]
        } else {
            Vec::new()
        },
        keep_case: has_option(2),
        fold_confusables: has_option(3),
        join_hyphens: has_option(5),
        unit: if has_option(4) {
            Unit::Char
        } else {
            Unit::Term
        },
    };
    let normaliser = Normaliser::new(&normalisation).expect("known stop-word lists");
    let terms = normaliser.terms(&text);
    let mut hashes = Vec::new();
    normaliser.hashes(&text, &mut hashes);
    let with_places: Vec<u64> = terms.iter().map(|term| term.hash).collect();
    assert_eq!(hashes, with_places);
    let mut from = 0;
    for term in &terms {
        let (start, end) = (term.start as usize, term.end as usize);
        assert!(from <= start && start <= end, "{term:?} after {from}");
        assert!(text.get(start..end).is_some(), "{term:?}");
        // Several terms of one character, such as those of U+FDFA, have one span.
        from = start;
        // If two terms are normalised together, the second may have an empty span.
        if !has_option(3) && !has_option(4) && start < end {
            assert!(!term_text(&text, term, has_option(2)).is_empty());
        }
    }
    let sketching = Sketching {
        k: 1 + numbers % 9,
        bag: has_option(5),
        hash_bits: if has_option(6) { 32 } else { 64 },
        sketch: SketchKind::ALL[numbers / 9 % SketchKind::ALL.len()].1,
        permutations: 16,
        bits: [32, 8, 1][numbers / 36 % 3],
        seed: 0,
    };
    shingled(&hashes, &sketching);
    disguised(&text);
}

fn shingled(terms: &[u64], sketching: &Sketching) {
    let mut elements = Vec::new();
    shingles::elements(terms, sketching, &mut elements);
    let least = usize::from(!terms.is_empty());
    let windows = (terms.len() + 1).saturating_sub(sketching.k);
    assert_eq!(elements.len(), windows.max(least));
    let set = shingles::set(terms, sketching);
    assert!(set.is_sorted_by(|a, b| a < b) && set.len() <= elements.len());
    let mut sketch = Vec::new();
    Sketcher::new(sketching).sketch(&elements, &mut SketchScratch::default(), &mut sketch);
    assert_eq!(sketch.len(), Layout::new(sketching).words());
}

fn disguised(text: &str) {
    let marks = disguise::marks(text);
    assert!(marks.is_sorted_by_key(|mark| mark.start));
    for mark in &marks {
        assert!(text.get(mark.start..mark.end).is_some(), "{mark:?}");
    }
    let counted: u64 = disguise::counts(&marks).iter().sum();
    assert_eq!(counted, marks.len() as u64);
    let line = sanitise::line(text);
    let is_control = |c: char| c.is_control() || sanitise::mark(c).is_some();
    assert!(!line.contains(is_control), "{line:?}");
}
