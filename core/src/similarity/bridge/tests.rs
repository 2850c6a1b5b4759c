//! Tests of bridged passages against their definition.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

fn bridging(seed: usize, gap: usize, min_words: usize) -> Bridging {
    Bridging {
        seed,
        gap,
        min_words,
    }
}

fn boxes(passages: &[BridgedPassage]) -> Vec<((u32, u32), (u32, u32))> {
    passages.iter().map(|p| (p.left, p.right)).collect()
}

/// Terms that occur nowhere else.
fn own(from: u64, count: usize) -> Vec<u64> {
    (from..from + count as u64).collect()
}

#[test]
fn an_edited_paragraph_is_one_passage_with_its_equal_runs() {
    let left = own(0, 60);
    let mut right = own(1_000, 20);
    right.extend(&left);
    // Two words replaced, one removed, one inserted, all in the copy, which starts at 20.
    right[30] = 5_000;
    right[31] = 5_001;
    right.remove(45);
    right.insert(60, 5_002);
    right.extend(own(2_000, 20));
    let passages = bridged_passages(&left, &right, &Bridging::default());
    assert_eq!(boxes(&passages), [((0, 60), (20, 80))]);
    assert_eq!((passages[0].words(), passages[0].same()), (60, 57));
    let lengths: Vec<u32> = passages[0].runs.iter().map(|run| run.length).collect();
    assert_eq!(lengths, [10, 13, 15, 19]);
}

#[test]
fn a_gap_wider_than_allowed_or_much_wider_on_one_side_makes_two_passages() {
    let (first, second) = (own(0, 20), own(100, 20));
    // Every third word is replaced.
    let edited = |words: &[u64]| {
        let words = words.iter().zip(0_u64..);
        let words = words.map(|(word, at)| if at % 3 == 2 { word + 10_000 } else { *word });
        words.collect::<Vec<u64>>()
    };
    let left = |between| [first.clone(), own(500, between), second.clone()].concat();
    let right = |between| [edited(&first), own(1_000, between), edited(&second)].concat();
    let count =
        |here, there| bridged_passages(&left(here), &right(there), &bridging(2, 15, 10)).len();
    // At most 15 words, and at most 12 more on one side.
    let counts = [count(15, 15), count(16, 16), count(0, 12), count(0, 13)];
    assert_eq!(counts, [1, 2, 1, 2]);
}

#[test]
fn two_copies_with_own_text_between_them_are_two_passages() {
    let (first, second) = (own(0, 25), own(100, 17));
    let left = [first.clone(), second.clone()].concat();
    let right = |between| [first.clone(), own(1_000, between), second.clone()].concat();
    let passages = |between| bridged_passages(&left, &right(between), &Bridging::default());
    assert_eq!(boxes(&passages(8)), [((0, 42), (0, 50))]);
    let found = boxes(&passages(9));
    assert_eq!(found, [((0, 25), (0, 25)), ((25, 42), (34, 51))]);
}

#[test]
fn chance_words_next_to_a_copy_are_not_part_of_it() {
    let (copy, chance) = (own(0, 30), own(500, 2));
    let text = |from, before: usize, after: usize| {
        let parts = [
            &chance,
            &own(from, before),
            &copy,
            &own(from + 50, after),
            &chance,
        ];
        parts.into_iter().flatten().copied().collect::<Vec<u64>>()
    };
    let passages = |before, after| {
        let (left, right) = (text(1_000, before, after), text(2_000, after, before));
        let passages = bridged_passages(&left, &right, &Bridging::default());
        assert_eq!(passages.len(), 1);
        (passages[0].left, passages[0].right)
    };
    assert_eq!(passages(8, 8), ((10, 40), (10, 40)));
    assert_eq!(passages(15, 6), ((17, 47), (8, 38)));
    // Equal words close to the copy are part of it.
    assert_eq!(passages(2, 2), ((0, 38), (0, 38)));
    // A frequent word two words after the copy.
    let left = [
        vec![7; 6],
        own(1_000, 40),
        copy.clone(),
        own(2_000, 2),
        vec![7],
    ]
    .concat();
    let right = [copy, own(3_000, 2), vec![7; 6]].concat();
    let passages = bridged_passages(&left, &right, &Bridging::default());
    assert_eq!(boxes(&passages), [((46, 76), (0, 30))]);
}

#[test]
fn frequent_words_are_no_evidence() {
    // Two of five words are equal: different words each time, or always the same words.
    let text = |from: u64, frequent: bool| {
        let fives = (0..12_u64).flat_map(|at| {
            let pair = if frequent { 0 } else { 2 * at };
            [
                pair,
                pair + 1,
                from + 3 * at,
                from + 3 * at + 1,
                from + 3 * at + 2,
            ]
        });
        fives.collect::<Vec<u64>>()
    };
    let passages = |frequent| {
        let (left, right) = (text(1_000, frequent), text(2_000, frequent));
        bridged_passages(&left, &right, &Bridging::default())
    };
    assert_eq!(boxes(&passages(false)), [((0, 57), (0, 57))]);
    assert_eq!(passages(true), []);
}

#[test]
fn words_of_two_moved_sentences_do_not_cut_either_sentence() {
    let sentence = |n: u64| -> Vec<u64> {
        let (before, after) = (own(n * 100, 15), own(n * 100 + 50, 15));
        [&before[..], &[7, 8], &after].concat()
    };
    let (a, b, c) = (sentence(1), sentence(2), own(300, 20));
    let left = [&a[..], &c, &b].concat();
    let right = [&b[..], &c, &a].concat();
    let passages = bridged_passages(&left, &right, &Bridging::default());
    assert_eq!(boxes(&passages), [((0, 84), (0, 84))]);
    assert_eq!(passages[0].same(), 84);
    let lengths = |runs: &[Passage]| runs.iter().map(|run| run.length).collect::<Vec<_>>();
    let mut all = lengths(&passages[0].runs);
    all.extend(lengths(&passages[0].moved));
    all.sort_unstable();
    assert_eq!(all, [20, 32, 32]);
}

#[test]
fn sentences_that_changed_places_are_one_passage() {
    let sentences: Vec<Vec<u64>> = (0..4).map(|n| own(n * 100, 12)).collect();
    let left = sentences.concat();
    let right = [2, 0, 3, 1].map(|n| sentences[n].clone()).concat();
    let passages = bridged_passages(&left, &right, &Bridging::default());
    assert_eq!(boxes(&passages), [((0, 48), (0, 48))]);
    assert_eq!(passages[0].same(), 48);
    assert_eq!(passages[0].moved.len(), 2);
}

#[test]
fn a_very_large_gap_joins_edits_and_not_distant_copies() {
    let left = [own(0, 50), own(1_000, 300), own(100, 50)].concat();
    let right = [own(0, 50), own(5_000, 200), own(100, 50)].concat();
    let edited = [own(0, 20), own(9_000, 7), own(27, 23)].concat();
    for gap in [300, 1_000_000, usize::MAX] {
        let passages = bridged_passages(&left, &right, &bridging(3, gap, 10));
        assert_eq!(
            boxes(&passages),
            [((0, 50), (0, 50)), ((350, 400), (250, 300))],
            "{gap}"
        );
        let passages = bridged_passages(&left, &edited, &bridging(3, gap, 10));
        assert_eq!(boxes(&passages), [((0, 50), (0, 50))], "{gap}");
    }
}

/// A document of few different terms.
fn document() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0_u64..6, 0..60)
}

/// Two documents with pieces of text in common, in any order, each with a few edits.
fn copies() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    let piece = (0_usize..150, 5_usize..40, 0_usize..4);
    (
        prop::collection::vec(piece, 0..6),
        prop::collection::vec(0_usize..400, 0..20),
    )
        .prop_map(|(pieces, edits)| {
            let left: Vec<u64> = own(0, 200);
            let mut right = Vec::new();
            for (start, length, between) in pieces {
                right.extend(&left[start..start + length]);
                right.extend(own(10_000 + right.len() as u64, between * 15));
            }
            for edit in edits {
                if right.is_empty() {
                    break;
                }
                let at = edit % right.len();
                match edit % 3 {
                    0 => right[at] = 20_000 + edit as u64,
                    1 if right.len() > 1 => drop(right.remove(at)),
                    _ => right.insert(at, 30_000 + edit as u64),
                }
            }
            (left, right)
        })
}

fn either() -> impl Strategy<Value = (Vec<u64>, Vec<u64>)> {
    prop_oneof![(document(), document()), copies()]
}

fn check(left: &[u64], right: &[u64], bridging: &Bridging) -> Result<(), TestCaseError> {
    let passages = bridged_passages(left, right, bridging);
    for p in &passages {
        prop_assert!(p.words() as usize >= bridging.min_words);
        prop_assert!(p.runs.is_sorted() && p.runs.is_sorted_by_key(|run| run.right));
        prop_assert!(p.moved.is_sorted());
        let all: Vec<Passage> = p.runs.iter().chain(&p.moved).copied().collect();
        for run in &all {
            let (l, r, n) = (run.left as usize, run.right as usize, run.length as usize);
            prop_assert_eq!(&left[l..l + n], &right[r..r + n]);
        }
        for (start, extent) in [
            ((|run| run.left) as fn(&Passage) -> u32, p.left),
            (|run| run.right, p.right),
        ] {
            let mut ranges: Vec<(u32, u32)> = all
                .iter()
                .map(|run| (start(run), start(run) + run.length))
                .collect();
            ranges.sort_unstable();
            prop_assert_eq!(ranges.first().map(|r| r.0), Some(extent.0));
            prop_assert_eq!(ranges.iter().map(|r| r.1).max(), Some(extent.1));
            for pair in ranges.windows(2) {
                prop_assert!(pair[0].1 <= pair[1].0, "runs overlap: {:?}", p);
                let gap = (pair[1].0 - pair[0].1) as usize;
                prop_assert!(gap <= bridging.gap, "a gap of {gap}: {:?}", p);
            }
        }
    }
    let mut swapped = bridged_passages(right, left, bridging);
    for p in &mut swapped {
        *p = p.clone().mirrored();
    }
    swapped.sort_unstable();
    prop_assert_eq!(passages, swapped);
    Ok(())
}

proptest! {
    #[test]
    fn passages_are_consistent_and_equal_from_either_side(
        (left, right) in either(), seed in 1_usize..5, gap in prop_oneof![Just(0_usize), 1_usize..50], words in 0_usize..12,
    ) {
        check(&left, &right, &bridging(seed, gap, words))?;
        check(&left, &left, &bridging(seed, gap, words))?;
    }

    #[test]
    fn without_a_gap_every_shared_seed_is_covered((left, right) in either(), seed in 1_usize..5) {
        if left.len().min(right.len()) < seed {
            return Ok(());
        }
        let passages = bridged_passages(&left, &right, &bridging(seed, 0, 0));
        for (these, other, mirrored) in [(&left, &right, false), (&right, &left, true)] {
            let windows: BTreeSet<&[u64]> = other.windows(seed).collect();
            let shared = these.windows(seed).enumerate().filter(|(_, terms)| windows.contains(terms));
            let want: BTreeSet<usize> = shared.flat_map(|(at, _)| at..at + seed).collect();
            let ranges = passages.iter().map(|p| if mirrored { p.right } else { p.left });
            let got: BTreeSet<usize> = ranges.flat_map(|(start, end)| start as usize..end as usize).collect();
            prop_assert_eq!(got, want);
        }
        for p in passages {
            prop_assert_eq!(p.runs.len(), 1);
        }
    }

    #[test]
    fn the_best_chain_is_the_best_of_all(
        runs in prop::collection::btree_set((0_u32..40, 0_u32..40, 2_u32..9), 1..9), gap in 0_u32..20,
    ) {
        let runs: Vec<Passage> = runs
            .into_iter()
            .map(|(left, right, length)| Passage { left, right, length })
            .collect();
        // The best score of a chain that ends with `last`, by trying every run before it.
        fn best(runs: &[Passage], last: usize, gap: u32) -> i64 {
            let alone = chains::TERM * i64::from(runs[last].length);
            let through = (0..last).filter_map(|before| {
                let gain = chains::gain(&runs[before], &runs[last], gap)?;
                Some(best(runs, before, gap) + gain)
            });
            through.fold(alone, i64::max)
        }
        let want = (0..runs.len()).map(|last| best(&runs, last, gap)).max();
        let score = |chain: &Vec<Passage>| {
            let links = chain.windows(2).map(|pair| chains::gain(&pair[0], &pair[1], gap).unwrap_or(i64::MIN / 64));
            chains::TERM * i64::from(chain[0].length) + links.sum::<i64>()
        };
        let ascending = chains::ascending(&runs, gap);
        prop_assert_eq!(ascending.iter().map(score).max(), want);
    }
}
