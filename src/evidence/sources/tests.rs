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
    sources(&collection, &terms, Some(first), &BRIDGING, || true).unwrap()
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
    loop {
        let mut best: Option<(u64, u32, DocNo)> = None;
        for (doc, p) in &found {
            let free = (0..n).filter(|at| owner[*at].is_none() && holds(p, *at));
            let gain: u64 = free.map(|at| weights[at]).sum();
            let longest = p.iter().map(BridgedPassage::words).max().unwrap();
            if gain > 0 && best.is_none_or(|(g, l, _)| (gain, longest) > (g, l)) {
                best = Some((gain, longest, *doc));
            }
        }
        let Some((_, _, doc)) = best else { break };
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
        let owner_of = |at: u32| got.stretch_at(at).map(|s| got.list[s.source as usize].doc);
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
        "51 % of this text stands elsewhere: 15 % in 10, 37 % in 1"
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
