//! Tests of the sources of a document against their definition, word by word.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::base::Cancel;
use crate::index::made;
use crate::settings::Sketching;
use crate::similarity::Bridging;
use crate::similarity::bridge::bridged_passages;

const BRIDGING: Bridging = Bridging {
    seed: 2,
    gap: 2,
    min_words: 3,
};

fn sources_of(texts: &[Vec<u64>]) -> Sources {
    sources_with(texts, usize::MAX, u64::MAX)
}

/// The sources of the first document. The user names document `named` as a source. At most `most` terms are compared.
fn sources_with(texts: &[Vec<u64>], named: usize, most: u64) -> Sources {
    let collection = made::collection(texts, Sketching::default());
    let terms = collection.terms(DocNo::at(0));
    let (config, named) = ((&BRIDGING, most), |doc: DocNo| doc.index() == named);
    let (except, cancel) = (Some(DocNo::at(0)), Cancel::default());
    find::within(&collection, &terms, except, config, &named, &cancel).unwrap()
}

/// Whether the word at `at` is unchanged in any of these passages.
fn is_same(passages: &[BridgedPassage], at: u32) -> bool {
    let mut runs = passages.iter().flat_map(|p| p.runs.iter().chain(&p.moved));
    runs.any(|run| (run.left..run.left + run.length).contains(&at))
}

/// The sources with the words that each adds, and the source of each word, by definition.
fn by_definition(texts: &[Vec<u64>]) -> (Vec<(DocNo, u32)>, Vec<Option<DocNo>>) {
    let n = texts[0].len() as u32;
    let sharing = (1..texts.len()).map(|i| (i, bridged_passages(&texts[0], &texts[i], &BRIDGING)));
    let mut rest: Vec<_> = sharing.filter(|(_, p)| !p.is_empty()).collect();
    let holds =
        |p: &[BridgedPassage], at: u32| p.iter().any(|p| (p.left.0..p.left.1).contains(&at));
    let same = |p: &[BridgedPassage]| (0..n).filter(|at| is_same(p, *at)).count() as u64;
    // Runs of six words of `j` that `i` contains too.
    let shared = |i: usize, j: usize| {
        let runs: Vec<&[u64]> = texts[i].windows(6).collect();
        texts[j].windows(6).filter(|run| runs.contains(run)).count()
    };
    let key = |i: usize, p: &[BridgedPassage]| {
        let shared = (1..texts.len()).filter(|j| *j != i).map(|j| shared(i, j));
        let copies = (
            shared.clone().filter(|runs| *runs > 0).count(),
            shared.sum::<usize>(),
        );
        let held = (0..n).filter(|at| holds(p, *at)).count() as u64;
        let size = texts[i].len() as u64;
        let is_in_passage = |at: &u64| {
            p.iter()
                .any(|p| (u64::from(p.right.0)..p.right.1.into()).contains(at))
        };
        let there = (0..size).filter(is_in_passage).count() as u64;
        let runs: usize = p.iter().map(|p| p.runs.len() + p.moved.len()).sum();
        let longest = p.iter().map(|p| p.left.1 - p.left.0).max();
        let own = (
            (same(p) << 32) / held,
            std::cmp::Reverse(runs),
            (there << 32) / size,
            longest,
        );
        (copies, own, std::cmp::Reverse(i))
    };
    let (mut order, mut owner) = (Vec::new(), vec![None; n as usize]);
    let mut added = BTreeSet::new();
    while let Some(most) = rest.iter().map(|(_, p)| same(p)).max() {
        let (mut equals, others): (Vec<_>, Vec<_>) = rest
            .into_iter()
            .partition(|(_, p)| 10 * same(p) >= 9 * most);
        equals.sort_by_key(|(i, p)| std::cmp::Reverse(key(*i, p)));
        rest = others;
        for (i, p) in equals {
            for at in (0..n).filter(|at| holds(&p, *at)) {
                owner[at as usize].get_or_insert(DocNo::at(i));
            }
            let adds = (0..n).filter(|at| is_same(&p, *at) && added.insert(*at));
            order.push((DocNo::at(i), adds.count() as u32));
        }
    }
    (order, owner)
}

proptest! {
    #[test]
    fn sources_and_their_order_agree_with_the_definition(
        texts in prop::collection::vec(prop::collection::vec(0_u64..12, 0..60), 1..9),
    ) {
        let got = sources_of(&texts);
        let (order, owner) = by_definition(&texts);
        let listed: Vec<_> = got.list.iter().map(|s| (s.doc, s.adds)).collect();
        prop_assert_eq!(listed, order);
        let owner_of = |at: u32| {
            let stretch = got.stretches.iter().find(|s| (s.start..s.end).contains(&at));
            stretch.map(|s| got.list[s.source as usize].doc)
        };
        let owners: Vec<_> = (0..texts[0].len() as u32).map(owner_of).collect();
        prop_assert_eq!(owners, owner);
        prop_assert!(got.elsewhere() <= got.words);
        for source in &got.list {
            let passages = bridged_passages(&texts[0], &texts[source.doc.index()], &BRIDGING);
            prop_assert_eq!(&source.passages[..], &passages[..]);
            let ranges = source.ranges();
            let positions: Vec<u32> = ranges.iter().flat_map(|(start, end)| *start..*end).collect();
            let held: Vec<u32> = (0..got.words).filter(|at| source.passage_at(*at).is_some()).collect();
            prop_assert_eq!(&held, &positions);
            let own: Vec<u32> = (0..got.words).filter(|at| is_same(&passages, *at)).collect();
            prop_assert_eq!(own.len(), source.same as usize);
            prop_assert!(source.adds <= source.same && own.iter().all(|at| held.contains(at)));
            let longest = passages.iter().map(BridgedPassage::same).max().unwrap();
            prop_assert_eq!(source.longest, longest);
            prop_assert!(source.same <= longest * passages.len() as u32);
            let nearly_all = |other: &&TextSource| {
                let held = own.iter().filter(|at| is_same(&other.passages, **at)).count();
                other.doc != source.doc && 10 * held >= 9 * own.len()
            };
            prop_assert_eq!(source.others as usize, got.list.iter().filter(nearly_all).count());
        }
        for at in 0..got.words {
            let holding: Vec<DocNo> = got.holding(at).iter().map(|(i, p)| {
                let passage = &got.list[*i].passages[*p];
                assert!((passage.left.0..passage.left.1).contains(&at));
                got.list[*i].doc
            }).collect();
            let held = |s: &&TextSource| s.passages.iter().any(|p| (p.left.0..p.left.1).contains(&at));
            let want: Vec<DocNo> = got.list.iter().filter(held).map(|s| s.doc).collect();
            prop_assert_eq!(holding, want);
        }
    }
}

#[test]
fn among_equals_a_named_source_is_first_then_the_most_copied_one() {
    let run = |from: u64, n: u64| (from..from + n).collect::<Vec<u64>>();
    let source = run(100, 100);
    // Three documents copy other parts of the source. `fellow` has the same part as `text`.
    let text = [source[..40].to_vec(), run(1000, 20)].concat();
    let fellow = [source[..42].to_vec(), run(2000, 20)].concat();
    let others = [[50, 70], [60, 80], [80, 99]].map(|[from, to]| source[from..to].to_vec());
    let mut texts = vec![text, fellow];
    texts.extend(others);
    texts.push(source);
    let first = |sources: &Sources| sources.list[0].doc.index();
    let got = sources_of(&texts);
    assert_eq!(
        (first(&got), got.list[0].same, got.list[1].adds),
        (5, 40, 0)
    );
    let half = [texts[5][..20].to_vec(), run(3000, 50)].concat();
    texts.push(half);
    let listed = sources_with(&texts, 6, u64::MAX);
    assert_eq!(
        (first(&listed), listed.list[0].same),
        (6, 20),
        "half is enough"
    );
}

#[test]
fn different_words_between_equal_words_are_not_found_elsewhere() {
    let run = |from: u64, n: u64| (from..from + n).collect::<Vec<u64>>();
    let text = [run(100, 20), vec![7], run(120, 20)].concat();
    let got = sources_of(&[text, run(100, 40)]);
    assert_eq!((got.words, got.elsewhere()), (41, 40));
    assert_eq!(
        got.sentence(|doc| doc.0.to_string()),
        "98 % of this text is found elsewhere: 98 % in 1"
    );
    let got = sources_of(&[run(100, 20), run(100, 20)]);
    assert_eq!(
        got.sentence(|doc| doc.0.to_string()),
        "100 % of this text is found elsewhere: 100 % in 1"
    );
}

#[test]
fn documents_that_share_runs_are_compared_first() {
    // Texts with a small vocabulary share many pairs of words by chance. The last text shares only a sentence.
    let mut state = 7_u64;
    let mut chance = |length: usize| {
        let word = |_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % 60
        };
        (0..length).map(word).collect::<Vec<u64>>()
    };
    let sentence: Vec<u64> = (100..130).collect();
    let mut text = chance(1_000);
    text.extend(&sentence);
    let mut texts = vec![text];
    texts.extend((0..8).map(|_| chance(900)));
    texts.push(sentence);
    let last = DocNo::at(9);
    let limited = sources_with(&texts, usize::MAX, texts[0].len() as u64 + 30);
    assert!(limited.note.contains("excluded"), "{}", limited.note);
    let list: Vec<_> = limited
        .list
        .iter()
        .map(|source| (source.doc, source.adds))
        .collect();
    assert_eq!(list, [(last, 30)]);
}

#[test]
fn a_task_that_adds_nothing_is_reported_with_its_whole_share() {
    let run = |from: u64, n: u64| (from..from + n).collect::<Vec<u64>>();
    let answer = |own: u64, n| [run(100, 40), run(own, n)].concat();
    // The answer, the task, a copy of the answer, and two independent answers.
    let texts = [
        answer(500, 60),
        run(100, 80),
        answer(500, 50),
        answer(1000, 60),
        answer(2000, 60),
    ];
    let got = sources_of(&texts);
    let held: Vec<_> = got
        .list
        .iter()
        .map(|source| (source.doc.0, source.same))
        .collect();
    assert_eq!(held[0], (2, 90));
    assert!(held.contains(&(1, 40)), "{held:?}");
    let sentence = got.sentence(|doc| doc.0.to_string());
    assert!(
        sentence.ends_with(": 90 % in 2; each of 3 others also has up to 40 % of it"),
        "{sentence}"
    );
}
