//! Compares the search with a comparison of every two documents.

use super::*;
use crate::base::Cancel;
use crate::index::made;
use crate::similarity::Pair;
use crate::text::shingles;
use crate::text::shingles::mix;
use proptest::prelude::*;

/// Texts that share pieces: short ones of few words, pieces cut from one long text, copies.
fn texts() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let few = prop::collection::vec(0_u64..5, 0..20);
    let piece = (0_usize..60, 4_usize..30, 0_u64..400).prop_map(|(from, length, own)| {
        let own_words = |n: u64| (0..n).map(move |i| 1_000 + own * 100 + i);
        let shared = (from as u64..(from + length) as u64).map(|i| 100 + i);
        own_words(30)
            .chain(shared)
            .chain(own_words(50).skip(30))
            .collect()
    });
    let text = prop_oneof![few, piece];
    let text = text.prop_map(|text: Vec<u64>| text.into_iter().map(mix).collect());
    (prop::collection::vec(text, 0..12), 0_usize..4).prop_map(|(mut texts, copies)| {
        texts.extend_from_within(..copies.min(texts.len()));
        texts
    })
}

/// Every two documents that satisfy the config, with words, longest passage and number of passages.
fn brute_force(
    texts: &[Vec<u64>],
    config: &CopiedTextConfig,
) -> Vec<(u32, u32, Overlap, [u32; 4])> {
    let sketching = Sketching {
        k: config.k,
        ..Sketching::default()
    };
    let run = |a: &[u64], b: &[u64]| {
        a.windows(RUN)
            .any(|run| b.windows(RUN).any(|other| other == run))
    };
    let mut want = Vec::new();
    for (j, b) in texts.iter().enumerate() {
        for (i, a) in texts[..j].iter().enumerate() {
            let set = |terms| shingles::set(terms, &sketching);
            let overlap = Overlap::new(&set(a), &set(b));
            // The passages are those of the first documents with equal texts.
            let first = |text: &Vec<u64>| texts.iter().position(|other| other == text);
            let swap = first(a) > first(b);
            let (left, right) = if swap { (b, a) } else { (a, b) };
            let passages = bridged_passages(left, right, &config.bridging);
            let longest = passages.iter().map(|p| p.words()).max().unwrap_or(0);
            let shares = overlap.shared > 0 && config.measure.similarity(&overlap) >= config.share;
            if shares || longest >= config.passage && run(a, b) {
                let evidence = Evidence::from_passages(&passages);
                let evidence = if swap { evidence.swapped() } else { evidence };
                let figures = [
                    evidence.words_a,
                    evidence.words_b,
                    evidence.longest,
                    evidence.passages,
                ];
                want.push((i as u32, j as u32, overlap, figures));
            }
        }
    }
    want.sort_unstable_by_key(|(a, b, ..)| (*a, *b));
    want
}

proptest! {
    #[test]
    fn the_search_finds_the_pairs_of_brute_force(
        texts in texts(), percent in 1_u32..=100, passage in 10_u32..30, jaccard: bool,
    ) {
        let config = CopiedTextConfig {
            share: f64::from(percent) / 100.0,
            passage,
            measure: if jaccard { Measure::Jaccard } else { Measure::Containment },
            ..CopiedTextConfig::default()
        };
        let collection = made::collection(&texts, Sketching { permutations: 16, ..Sketching::default() });
        let copied = find(&collection, &config, &|_| {}, &Cancel::default()).unwrap();
        prop_assert!(copied.pairs.is_sorted_by(|a, b| a.order(b).is_lt()));
        prop_assert_eq!(&copied.note, "");
        let mut got: Vec<_> = copied.pairs.iter().map(|CopiedPair { pair, evidence }| {
            let figures = [evidence.words_a, evidence.words_b, evidence.longest, evidence.passages];
            (pair.a.0, pair.b.0, pair.overlap, figures)
        }).collect();
        got.sort_unstable_by_key(|(a, b, ..)| (*a, *b));
        prop_assert_eq!(got, brute_force(&texts, &config));
        let stopped = find(&collection, &config, &|_| {}, &Cancel::after(0));
        prop_assert!(stopped.is_none());
    }
}

fn numbers(from: u64, count: u64) -> impl Iterator<Item = u64> {
    (from..from + count).map(mix)
}

fn order_of(texts: &[Vec<u64>]) -> Vec<(u32, u32)> {
    let collection = made::collection(texts, Sketching::default());
    let copied = find(
        &collection,
        &CopiedTextConfig::default(),
        &|_| {},
        &Cancel::default(),
    )
    .unwrap();
    let ends = |CopiedPair {
                    pair: Pair { a, b, .. },
                    ..
                }: &CopiedPair| (a.0, b.0);
    copied.pairs.iter().map(ends).collect()
}

#[test]
fn a_passage_in_two_documents_is_before_a_longer_template_in_all() {
    let own = |i: u64| numbers(10_000 * (i + 1), 120);
    let mut texts: Vec<Vec<u64>> = (0..40)
        .map(|i| numbers(0, 60).chain(own(i)).collect())
        .collect();
    texts[7].extend(numbers(5_000, 30));
    texts[31].extend(numbers(5_000, 30));
    let order = order_of(&texts);
    assert_eq!((order[0], order.len()), ((7, 31), 40 * 39 / 2));
}

#[test]
fn if_a_template_makes_too_many_pairs_only_pairs_that_share_more_are_listed() {
    // Every two documents share the template, and documents 2i and 2i + 1 also a fifth of their words.
    let text = |i: u64| -> Vec<u64> {
        let pair = 10_000 + i / 2 * 100;
        numbers(1, 40)
            .chain(numbers(pair, 20))
            .chain(numbers(20_000 + i * 100, 40))
            .collect()
    };
    let texts: Vec<Vec<u64>> = (0..60).map(text).collect();
    let collection = made::collection(&texts, Sketching::default());
    let config = CopiedTextConfig::default();
    let copied = find(&collection, &config, &|_| {}, &Cancel::default()).unwrap();
    let mut pairs: Vec<(u32, u32)> = copied
        .pairs
        .iter()
        .map(|c| (c.pair.a.0, c.pair.b.0))
        .collect();
    pairs.sort_unstable();
    let want: Vec<(u32, u32)> = (0..30).map(|i| (2 * i, 2 * i + 1)).collect();
    assert_eq!(pairs, want);
    // The template is part of their figures.
    assert!(copied.pairs.iter().all(|c| c.pair.overlap.shared == 58));
    assert!(
        copied.note.contains("in more than 30 documents"),
        "{}",
        copied.note
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    /// A search that is stopped repeatedly has the same result, and computes no piece of evidence twice.
    #[test]
    fn a_stopped_search_continues(texts in texts(), stops in 1_usize..400) {
        let collection = made::collection(&texts, Sketching { permutations: 16, ..Sketching::default() });
        let config = CopiedTextConfig::default();
        let uninterrupted = find(&collection, &config, &|_| {}, &Cancel::default());
        let mut so_far = SoFar::default();
        let counted = AtomicU64::new(0);
        let progress = |now: CopiedTextProgress| {
            if now.step == CopiedTextStep::Pairs {
                counted.fetch_max(now.done, Ordering::Relaxed);
            }
        };
        let (mut result, mut steps) = (None, stops);
        while result.is_none() {
            let cancel = Cancel::after(steps as u64);
            let before = counted.load(Ordering::Relaxed);
            result = resume(&collection, &config, &mut so_far, (&progress, |_| {}), &cancel);
            let evidence_count = so_far.evidence.iter().flatten().map(Vec::len).sum::<usize>() as u64;
            prop_assert!(evidence_count >= before, "what was counted is kept");
            steps += stops;
        }
        prop_assert_eq!(result, uninterrupted);
    }
}
