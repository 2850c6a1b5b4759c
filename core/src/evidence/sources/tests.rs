//! Tests of the sources of a document against their definition, word by word.

use proptest::prelude::*;

use super::*;
use crate::collection::made;
use crate::settings::Sketching;
use crate::similarity::Bridging;
use crate::similarity::bridge::bridged_passages;

const BRIDGING: Bridging = Bridging {
    seed: 2,
    gap: 2,
    min_words: 3,
};

fn of(texts: &[Vec<u64>]) -> Sources {
    let collection = made::collection(texts, Sketching::default());
    let first = DocNo::at(0);
    let terms = collection.terms(first).to_vec();
    sources(&collection, &terms, Some(first), &BRIDGING, &|| true).unwrap()
}

/// Document, words assigned, and the owner of each word, word by word from the definition.
fn by_definition(texts: &[Vec<u64>]) -> (Vec<(DocNo, u32)>, Vec<Option<DocNo>>) {
    let n = texts[0].len();
    let passages = |other: &Vec<u64>| bridged_passages(&texts[0], other, &BRIDGING);
    let found = (1..texts.len()).map(|i| (DocNo::at(i), passages(&texts[i])));
    let found: Vec<_> = found.filter(|(_, p)| !p.is_empty()).collect();
    let holds = |p: &[BridgedPassage], at: usize| {
        p.iter()
            .any(|p| (p.left.0 as usize..p.left.1 as usize).contains(&at))
    };
    let weights: Vec<u64> = (0..n)
        .map(|at| weight(found.iter().filter(|(_, p)| holds(p, at)).count() as u32))
        .collect();
    let mut owner = vec![None; n];
    let mut order = Vec::new();
    // The words of the document itself that stand in passages, of all its words.
    let share = |doc: DocNo, p: &[BridgedPassage]| {
        let size = texts[doc.index()].len() as u32;
        let held = |at: &u32| p.iter().any(|p| (p.right.0..p.right.1).contains(at));
        ((0..size).filter(held).count() as u64, u64::from(size))
    };
    let whole = |doc: DocNo, p: &[BridgedPassage]| {
        let (there, size) = share(doc, p);
        there * 10 >= size * 9
    };
    loop {
        let free = |p: &[BridgedPassage]| {
            let free = (0..n).filter(|at| owner[*at].is_none() && holds(p, *at));
            free.collect::<Vec<usize>>()
        };
        let key = |doc: DocNo, p: &[BridgedPassage]| {
            let gain: u64 = free(p).into_iter().map(|at| weights[at]).sum();
            let (there, size) = share(doc, p);
            let longest = p.iter().map(|p| p.left.1 - p.left.0).max().unwrap();
            let as_it_is = |at: &usize| {
                let mut runs = p.iter().flat_map(|p| p.runs.iter().chain(&p.moved));
                runs.any(|run| (run.left..run.left + run.length).contains(&(*at as u32)))
            };
            let same = (0..n).filter(as_it_is).count() as u64;
            let words = (0..n).filter(|at| holds(p, *at)).count() as u64;
            let runs: usize = p.iter().map(|p| p.runs.len() + p.moved.len()).sum();
            let runs = std::cmp::Reverse(runs);
            let shares = ((same << 32) / words, runs, (there << 32) / size);
            (gain, shares, longest, std::cmp::Reverse(doc))
        };
        let some = found.iter().filter(|(_, p)| !free(p).is_empty());
        let Some((doc, p)) = some.max_by_key(|(doc, p)| key(*doc, p)) else {
            break;
        };
        let would_get = free(p);
        let statements = found.iter().filter(|(other, q)| {
            let lacks = would_get.iter().filter(|at| !holds(q, **at)).count();
            let some = lacks < would_get.len();
            some && whole(*other, q) && lacks < BRIDGING.min_words
        });
        let statement = match whole(*doc, p) {
            true => None,
            false => statements.max_by_key(|(doc, p)| key(*doc, p)),
        };
        let doc = statement.map_or(*doc, |(other, _)| *other);
        let p = &found.iter().find(|(d, _)| *d == doc).unwrap().1;
        let mut words = 0;
        for (at, owner) in owner.iter_mut().enumerate() {
            if owner.is_none() && holds(p, at) {
                *owner = Some(doc);
                words += 1;
            }
        }
        order.push((doc, words));
    }
    (order, owner)
}

proptest! {
    #[test]
    fn each_word_goes_to_the_source_that_the_definition_says(
        texts in prop::collection::vec(prop::collection::vec(0_u64..12, 0..60), 1..9),
    ) {
        let got = of(&texts);
        let (order, owner) = by_definition(&texts);
        let explaining = &got.list[..got.explaining()];
        let listed: Vec<_> = explaining.iter().map(|s| (s.doc, s.words)).collect();
        prop_assert_eq!(listed, order);
        let owner_of = |at: u32| {
            let stretch = got.stretches.iter().find(|s| (s.start..s.end).contains(&at));
            stretch.map(|s| got.list[s.source as usize].doc)
        };
        let owners: Vec<_> = (0..texts[0].len() as u32).map(owner_of).collect();
        prop_assert_eq!(owners, owner);
        prop_assert!(got.elsewhere() <= got.words);
        for source in &got.list {
            let whole = bridged_passages(&texts[0], &texts[source.doc.index()], &BRIDGING);
            prop_assert_eq!(&source.passages[..], &whole[..]);
            let ranges = source.ranges();
            let held: u32 = ranges.iter().map(|(start, end)| end - start).sum();
            prop_assert_eq!(held, source.held);
            prop_assert!(source.words <= held && held <= got.words);
            let lengths: Vec<u32> = whole.iter().map(|p| p.left.1 - p.left.0).collect();
            let (longest, all) = (*lengths.iter().max().unwrap(), lengths.iter().sum::<u32>());
            prop_assert_eq!(source.longest, longest);
            prop_assert!(source.words <= all && all <= longest * lengths.len() as u32);
            let own: Vec<u32> = (0..got.words)
                .filter(|at| owner_of(*at) == Some(source.doc))
                .collect();
            let nearly_all = |other: &&Source| {
                let held = own.iter().filter(|at| other.passage_at(**at).is_some()).count();
                other.doc != source.doc && !own.is_empty() && 10 * held >= 9 * own.len()
            };
            prop_assert_eq!(source.others as usize, got.list.iter().filter(nearly_all).count());
        }
        for at in 0..got.words {
            let holding: Vec<DocNo> = got.holding(at).iter().map(|(i, p)| {
                let passage = &got.list[*i].passages[*p];
                assert!((passage.left.0..passage.left.1).contains(&at));
                got.list[*i].doc
            }).collect();
            let held = |s: &&Source| s.passages.iter().any(|p| (p.left.0..p.left.1).contains(&at));
            let want: Vec<DocNo> = got.list.iter().filter(held).map(|s| s.doc).collect();
            prop_assert_eq!(holding, want);
        }
    }
}

#[test]
fn repeated_copies_are_found_in_long_texts() {
    let filler = |from: u64| (from..from + 200).collect::<Vec<u64>>();
    let copied: Vec<u64> = (1..=20).collect();
    let text = [filler(1000), copied.clone(), filler(2000), copied.clone()].concat();
    let other = [filler(5000), copied, filler(6000)].concat();
    let got = of(&[text, other]);
    let ranges: Vec<_> = got.list[0]
        .passages
        .iter()
        .map(|p| (p.left, p.right))
        .collect();
    assert_eq!(ranges, [((200, 220), (200, 220)), ((420, 440), (200, 220))]);
    assert_eq!(
        (got.words, got.elsewhere(), got.list[0].longest),
        (440, 40, 20)
    );
}

#[test]
fn copies_of_a_source_are_listed_behind_it_and_a_template_decides_nothing() {
    let run = |from: u64, n: u64| (from..from + n).collect::<Vec<u64>>();
    let (template, copied) = (run(100, 30), run(500, 12));
    let text = [template.clone(), run(900, 40), copied.clone()].concat();
    let mut texts = vec![text];
    texts.extend((0..9).map(|i| [template.clone(), run(2000 + 100 * i, 40)].concat()));
    let source = [run(4000, 40), copied].concat();
    texts.extend([source.clone(), source]);
    let got = of(&texts);
    let listed: Vec<_> = got
        .list
        .iter()
        .map(|s| (s.doc.0, s.words, s.held))
        .collect();
    assert_eq!(
        listed[..2],
        [(10, 12, 12), (1, 30, 30)],
        "the copied words count more than the template"
    );
    assert!(
        listed.contains(&(11, 0, 12)),
        "a copy of the source is listed, behind it"
    );
    assert_eq!(listed.len(), 11);
    assert_eq!(
        got.sentence(|doc| doc.0.to_string()),
        "51 % of this text stands elsewhere: 15 % in 10, 37 % in 1, which 8 other texts hold too"
    );
    assert_eq!(
        got.sentence_of(1, false, |doc| doc.0.to_string()),
        "51 % of this text stands elsewhere: 15 % in 10, 37 % in 1 more"
    );
}

#[test]
fn a_copy_is_the_source_and_not_an_edited_one() {
    let text: Vec<u64> = (1..=40).collect();
    let mut changed = text.clone();
    for at in [7, 20, 31] {
        changed[at] += 1000;
    }
    let mut inserted = text.clone();
    inserted.insert(20, 1000);
    let swapped = [&text[20..], &text[..20]].concat();
    let twice = [&text[..], &text[..]].concat();
    let longer = [&text[..], &[1000]].concat();
    for edited in [changed, inserted, swapped, twice, longer] {
        // Whatever their order.
        for copy in [1, 2] {
            let mut texts = vec![text.clone(), edited.clone()];
            texts.insert(copy, text.clone());
            let got = of(&texts);
            let first = &got.list[0];
            assert_eq!((first.doc.index(), first.words), (copy, 40), "{edited:?}");
        }
    }
}

#[test]
fn a_task_statement_is_the_source_and_not_a_fellow_who_has_it_too() {
    let run = |from: u64, n: u64| (from..from + n).collect::<Vec<u64>>();
    let task = run(100, 30);
    let answer = |i: u64| [task.clone(), run(1000 * i, 60)].concat();
    // The first fellow goes on with the same two words, and stands before the task by its number.
    let mut fellow = answer(2);
    fellow.splice(30..32, run(1000, 2));
    let copied = [fellow.clone(), answer(3)].concat();
    for texts in [
        vec![answer(1), answer(3), answer(4), task.clone()],
        vec![answer(1), fellow, answer(3), answer(4), task.clone()],
    ] {
        let got = of(&texts);
        let first = &got.list[0];
        assert_eq!(first.doc.index(), texts.len() - 1, "{texts:?}");
        assert_eq!(
            (first.words, first.also_in()),
            (30, Some(texts.len() as u32 - 2))
        );
    }
    // A text that has more in common with a fellow is still the fellow's.
    let got = of(&[[task.clone(), run(2000, 60)].concat(), copied, task]);
    let listed: Vec<_> = got.list.iter().map(|s| (s.doc.0, s.words)).collect();
    assert_eq!(listed[0].0, 1, "{listed:?}");
    assert_eq!(got.list[0].also_in(), None);
}

#[test]
fn of_two_documents_that_hold_as_much_the_smaller_is_the_better_source() {
    let run = |from: u64, n: u64| (from..from + n).collect::<Vec<u64>>();
    let copied = run(100, 20);
    let with = |from: u64, n: u64| [run(from, n), copied.clone()].concat();
    let got = of(&[with(1000, 30), with(2000, 80), with(3000, 20)]);
    let listed: Vec<_> = got.list.iter().map(|s| (s.doc.0, s.words)).collect();
    assert_eq!(listed, [(2, 20), (1, 0)]);
}

#[test]
fn words_between_those_that_are_the_same_are_not_called_word_for_word() {
    let run = |from: u64, n: u64| (from..from + n).collect::<Vec<u64>>();
    let text = [run(100, 20), vec![7], run(120, 20)].concat();
    let got = of(&[text, run(100, 40)]);
    assert_eq!((got.words, got.elsewhere(), got.same()), (41, 41, 40));
    assert_eq!(
        got.sentence(|doc| doc.0.to_string()),
        "100 % of this text stands elsewhere, 98 % word for word: 100 % in 1"
    );
    let got = of(&[run(100, 20), run(100, 20)]);
    assert_eq!(
        got.sentence(|doc| doc.0.to_string()),
        "100 % of this text stands elsewhere: 100 % in 1"
    );
}

#[test]
fn without_sources_the_sentence_says_so() {
    let got = of(&[vec![1, 2, 3, 4], vec![7, 8, 9]]);
    assert_eq!((got.list.len(), got.elsewhere()), (0, 0));
    assert_eq!(
        got.sentence(|_| String::new()),
        "nothing of this text stands elsewhere"
    );
    assert_eq!(of(&[vec![], vec![7, 8, 9]]).share(0), 0.0);
}

#[test]
fn what_shares_runs_is_compared_before_what_shares_more_by_chance() {
    // Words of a small alphabet share many pairs of words by chance; the last text shares a sentence alone.
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
    let collection = made::collection(&texts, Sketching::default());
    let (first, last) = (DocNo::at(0), DocNo::at(9));
    let terms = collection.terms(first).to_vec();
    let most = terms.len() as u64 + 30;
    let found = find::within(&collection, &terms, Some(first), &BRIDGING, most, &|| true).unwrap();
    assert!(found.note.contains("left out"), "{}", found.note);
    let list: Vec<_> = found
        .list
        .iter()
        .map(|source| (source.doc, source.words))
        .collect();
    assert_eq!(list, [(last, 30)]);
}
