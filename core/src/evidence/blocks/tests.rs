//! Compares blocks with a count of all sequences.

use crate::base::Cancel;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::index::made;
use crate::settings::Sketching;

/// A block by the definition: documents, words, first document, start in it, all documents.
type Plain = (u32, u32, u32, u32, Vec<u32>);

fn occurs_at<'a>(text: &'a [u64], words: &'a [u64]) -> impl Iterator<Item = usize> + use<'a> {
    let places = text.windows(words.len()).enumerate();
    places
        .filter(move |(_, window)| *window == words)
        .map(|(at, _)| at)
}

/// The blocks by their definition: every sequence is tried.
fn brute(texts: &[Vec<u64>], config: BlocksConfig) -> Vec<Plain> {
    let mut holders: BTreeMap<&[u64], BTreeSet<usize>> = BTreeMap::new();
    for (doc, text) in texts.iter().enumerate() {
        for start in 0..text.len() {
            for end in start + 1..=text.len() {
                holders.entry(&text[start..end]).or_default().insert(doc);
            }
        }
    }
    let mut longer: BTreeMap<&[u64], usize> = BTreeMap::new();
    for (words, documents) in &holders {
        for shorter in [&words[1..], &words[..words.len() - 1]] {
            let most = longer.entry(shorter).or_default();
            *most = (*most).max(documents.len());
        }
    }
    let mut maximal: Vec<(&[u64], &BTreeSet<usize>, usize, usize)> = Vec::new();
    for (words, documents) in &holders {
        let is_block = documents.len() >= config.min_documents as usize
            && words.len() >= config.min_words as usize;
        if is_block && longer.get(words).is_none_or(|most| *most < documents.len()) {
            let first = *documents.first().expect("at least one");
            let start = occurs_at(&texts[first], words)
                .next()
                .expect("an occurrence");
            maximal.push((words, documents, first, start));
        }
    }
    maximal.sort_by_key(|(words, documents, first, start)| {
        let weight = words.len() * documents.len();
        (Reverse(weight), Reverse(words.len()), *first, *start)
    });
    let mut covered: Vec<Vec<usize>> = texts.iter().map(|text| vec![0; text.len()]).collect();
    let mut out = Vec::new();
    for (words, documents, first, start) in maximal {
        let words_covered = &covered[first][start..start + words.len()];
        let inside = words_covered
            .iter()
            .filter(|count| 4 * **count >= 3 * documents.len());
        if 4 * inside.count() >= 3 * words.len() {
            continue;
        }
        for (text, covered) in texts.iter().zip(&mut covered) {
            for at in occurs_at(text, words) {
                for count in &mut covered[at..at + words.len()] {
                    *count = (*count).max(documents.len());
                }
            }
        }
        let number = |n: usize| n as u32;
        let held = documents.iter().map(|doc| number(*doc)).collect();
        out.push((
            number(documents.len()),
            number(words.len()),
            number(first),
            number(start),
            held,
        ));
    }
    out
}

fn common_blocks(texts: &[Vec<u64>], config: BlocksConfig) -> CommonBlocks {
    let sketching = Sketching {
        permutations: 8,
        ..Sketching::default()
    };
    let collection = made::collection(texts, sketching);
    CommonBlocks::find(&collection, config, &Cancel::default()).expect("not stopped")
}

fn plain(blocks: &CommonBlocks) -> Vec<Plain> {
    let plain_block = |block: &CommonBlock| {
        let held = block.holders.iter().map(|doc| doc.0).collect();
        assert_eq!(block.terms.1 - block.terms.0, block.words);
        (
            block.documents,
            block.words,
            block.first.0,
            block.terms.0,
            held,
        )
    };
    blocks.blocks.iter().map(plain_block).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn blocks_agree_with_the_definition(
        texts in prop::collection::vec(prop::collection::vec(0_u64..3, 0..14), 0..9),
        min_documents in 2_u32..5,
        min_words in 1_u32..5,
    ) {
        let config = BlocksConfig { min_documents, min_words, most: usize::MAX };
        prop_assert_eq!(plain(&common_blocks(&texts, config)), brute(&texts, config));
    }

    #[test]
    fn blocks_of_edited_copies_agree_with_the_definition(
        base in prop::collection::vec(0_u64..40, 10..30),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 100_u64..104, any::<prop::sample::Index>()), 2..9),
        min_documents in 2_u32..4,
        min_words in 1_u32..6,
    ) {
        let texts: Vec<Vec<u64>> = edits
            .iter()
            .map(|(at, term, cut)| {
                let mut text = base.clone();
                text[at.index(base.len())] = *term;
                text.rotate_left(cut.index(base.len()));
                text
            })
            .collect();
        let config = BlocksConfig { min_documents, min_words, most: usize::MAX };
        prop_assert_eq!(plain(&common_blocks(&texts, config)), brute(&texts, config));
    }
}

/// `count` documents of `words` terms of their own, with `parts` at their beginning.
fn documents(from: u64, count: u64, words: u64, parts: &[u64]) -> Vec<Vec<u64>> {
    let own = |doc: u64| (0..words).map(move |word| 1_000_000 * (from + doc + 1) + word);
    (0..count)
        .map(|doc| parts.iter().copied().chain(own(doc)).collect())
        .collect()
}

#[test]
fn a_long_block_and_its_more_frequent_part_are_two_blocks() {
    let long: Vec<u64> = (0..60).collect();
    let mut texts = documents(0, 40, 30, &long);
    texts.extend(documents(40, 200, 30, &long[20..35]));
    let blocks = plain(&common_blocks(&texts, BlocksConfig::default()));
    let figures: Vec<_> = blocks.iter().map(|block| (block.0, block.1)).collect();
    assert_eq!(figures, [(240, 15), (40, 60)]);
}

#[test]
fn if_too_much_repeats_only_text_of_more_documents_is_listed() {
    let mut texts = documents(0, 16, 5, &(0..20).collect::<Vec<_>>());
    texts.extend(documents(16, 3, 5, &(100..200).collect::<Vec<_>>()));
    let collection = made::collection(&texts, Sketching::default());
    let config = BlocksConfig {
        min_documents: 3,
        ..BlocksConfig::default()
    };
    let limited =
        CommonBlocks::within(&collection, config, 50, &Cancel::default()).expect("not stopped");
    assert_eq!(limited.blocks.len(), 1);
    assert_eq!(
        limited.note,
        "so much text repeats that only text in 6 documents or more is listed"
    );
    let cut = BlocksConfig { most: 1, ..config };
    let cut = CommonBlocks::find(&collection, cut, &Cancel::default()).expect("not stopped");
    assert_eq!(
        (cut.blocks.len(), &*cut.note),
        (1, "only the first 1 block is listed")
    );
    assert!(CommonBlocks::find(&collection, config, &Cancel::after(0)).is_none());
}
