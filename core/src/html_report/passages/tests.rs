//! Rows hold every word where it belongs.

use proptest::prelude::*;

use super::pieces::PassageMark;
use super::*;
use crate::base::Reason;
use crate::similarity::{Bridging, bridged_passages};

fn joined(marks: &[PassageMark]) -> String {
    let parts = marks.iter().flat_map(|mark| &mark.parts);
    parts.map(|part| part.text.as_str()).collect()
}

/// Two texts that share pieces of a third, in any order, with other words between them.
fn texts() -> impl Strategy<Value = [String; 2]> {
    let word = "(a|b|c|d|e|f|g|h|x|y|z)(1|2|3|4|5|6|7)[,.\n é]?";
    let piece = prop::collection::vec(word, 8..24).prop_map(|words| words.join(" "));
    let pieces = prop::collection::vec(piece, 1..5);
    (pieces, any::<u64>(), any::<u64>()).prop_map(|(pieces, left, right)| {
        [left, right].map(|seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut order: Vec<&String> = pieces.iter().collect();
            random.shuffle(&mut order);
            let mut text = String::new();
            for piece in order {
                for own in 0..random.u32(0..30) {
                    text += &format!("own{seed}{own} ");
                }
                text += piece;
                text.push('\n');
            }
            text
        })
    })
}

/// By the definition: whether a term lies in a passage, and in none of its equal runs.
fn differs(passage: &BridgedPassage, term: u32, second: bool) -> bool {
    let (here, start): (_, fn(&crate::similarity::Passage) -> u32) = if second {
        (passage.right, |run| run.right)
    } else {
        (passage.left, |run| run.left)
    };
    let mut runs = passage.runs.iter().chain(&passage.moved);
    let inside = (here.0..here.1).contains(&term);
    inside && !runs.any(|run| (start(run)..start(run) + run.length).contains(&term))
}

proptest! {
    #[test]
    fn whole_texts_are_whole_and_each_word_is_marked_as_the_passages_say([left, right] in texts()) {
        let ((a, hashes_a), (b, hashes_b)) = (Text::made(&left), Text::made(&right));
        let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
        let rows = rows([&a, &b], &passages, Context::Whole);
        for (side, text) in [(0, &a), (1, &b)] {
            let all: String = rows.iter().map(|row| joined(&row.sides[side])).collect();
            prop_assert_eq!(&all, &text.text);
            // Each term has the marks of one passage that holds it.
            let mut at = 0;
            let marks = rows.iter().flat_map(|row| &row.sides[side]);
            let parts = marks.flat_map(|mark| mark.parts.iter().map(move |part| (mark, part)));
            for (mark, part) in parts {
                let end = at + part.text.len();
                let inside = |span: &(u32, u32)| span.0 as usize >= at && (span.1 as usize) <= end;
                let spans = (0..).zip(&text.spans);
                for (term, _) in spans.filter(|(_, span)| inside(span)) {
                    let here = |p: &BridgedPassage| if side == 0 { p.left } else { p.right };
                    let holds = |p: &&BridgedPassage| (here(p).0..here(p).1).contains(&term);
                    match mark.passage {
                        None => prop_assert!(!passages.iter().any(|p| holds(&p))),
                        Some(number) => {
                            let passage = &passages[number - 1];
                            prop_assert!(holds(&passage));
                            prop_assert_eq!(part.differs, differs(passage, term, side == 1));
                        }
                    }
                }
                at = end;
            }
        }
    }

    #[test]
    fn a_row_holds_its_passage_and_at_most_the_context([left, right] in texts(), words in 0..12_usize) {
        let ((a, hashes_a), (b, hashes_b)) = (Text::made(&left), Text::made(&right));
        let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
        let rows = rows([&a, &b], &passages, Context::Unfolded(words));
        prop_assert_eq!(rows.len(), passages.len());
        for (at, row) in rows.iter().enumerate() {
            for (side, text) in [(0, &a), (1, &b)] {
                let range = if side == 0 { passages[at].left } else { passages[at].right };
                let (start, end) = text.bytes(range);
                let marks = &row.sides[side];
                let marked: String = marks
                    .iter()
                    .filter(|mark| mark.passage == Some(at + 1))
                    .map(|mark| joined(std::slice::from_ref(mark)))
                    .collect();
                prop_assert_eq!(marked, &text.text[start..end]);
                let all = joined(marks);
                prop_assert!(text.text.contains(&all));
                let count = |text: &str| Text::made(text).1.len();
                let most = count(&text.text[start..end]) + 2 * words;
                prop_assert!(count(&all) <= most);
                prop_assert_eq!(marks.iter().filter(|mark| mark.first).count(), 1);
                prop_assert!(row.cut_before[side] || text.text.starts_with(&all));
                prop_assert!(row.cut_after[side] || text.text.ends_with(&all));
            }
        }
    }
}

#[test]
fn long_stretches_of_the_same_words_are_folded_on_both_sides() {
    // The words 0 to 299; the right text has another one at 100.
    let left: String = (0..300).map(|i| format!("w{i} ")).collect();
    let right = left.replace("w100 ", "other ");
    let ((a, hashes_a), (b, hashes_b)) = (Text::made(&left), Text::made(&right));
    let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
    assert_eq!(passages.len(), 1);
    for (words, ends) in [
        (0, 10),
        (10, 10),
        (12, 12),
        (30, 30),
        (31, 31),
        (79, 79),
        (200, 0),
    ] {
        // Of the runs 0..100 and 101..300, those that are longer than what stays with 40 words are folded.
        let folded = [(0, 100), (101, 300)].map(|(start, end)| {
            let long = end - start >= 2 * ends + 40;
            (long && ends > 0).then_some((start + ends, end - ends))
        });
        let rows = rows([&a, &b], &passages, Context::Words(words));
        assert_eq!(rows.len(), 1);
        for (side, at_100) in [(0, "w100"), (1, "other")] {
            let mut want = String::new();
            let mut at = 0;
            for (start, end) in folded.into_iter().flatten() {
                let before = (at..start).map(|i| format!("w{i} "));
                want.extend(before);
                want += &format!("[{}] ", end - start);
                at = end;
            }
            want.extend((at..300).map(|i| format!("w{i} ")));
            let want = want.replace("w100 ", &format!("{at_100} "));
            let parts = rows[0].sides[side].iter().flat_map(|mark| &mark.parts);
            let got = parts.map(|part| match part.folded {
                Some(n) => format!("[{n}]"),
                None => part.text.clone(),
            });
            assert_eq!(got.collect::<String>().trim(), want.trim(), "{words}");
        }
        let unfolded = super::rows([&a, &b], &passages, Context::Unfolded(words));
        assert_eq!(joined(&unfolded[0].sides[0]), left);
    }
}

#[test]
fn masked_words_within_a_passage_are_shown_and_not_counted_with_what_is_folded() {
    // The words 0 to 199; the left text has masked ones before 100.
    let right: String = (0..200).map(|i| format!("w{i} ")).collect();
    let left = right.replace("w100 ", "hidden away w100 ");
    let ((mut a, mut hashes_a), (b, hashes_b)) = (Text::made(&left), Text::made(&right));
    let start = left.find("hidden").unwrap();
    a.masked = vec![(start, start + "hidden away ".len(), Reason::Quotation)];
    a.spans.drain(100..102);
    hashes_a.drain(100..102);
    let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
    assert_eq!(passages.len(), 1);
    let rows = rows([&a, &b], &passages, Context::Words(10));
    let parts = |side: usize| rows[0].sides[side].iter().flat_map(|mark| &mark.parts);
    let folded = |side| Vec::from_iter(parts(side).filter_map(|part| part.folded));
    assert_eq!((folded(0), folded(1)), (vec![80, 80], vec![80, 80]));
    let masked = parts(0).filter(|part| part.masked.is_some());
    assert_eq!(
        Vec::from_iter(masked.map(|part| part.text.trim())),
        ["hidden away"]
    );
}

#[test]
fn masked_words_in_a_gap_of_a_passage_are_none_that_the_other_side_lacks() {
    let text = |own: &str| {
        let words = |from: u32| {
            (from..from + 30)
                .map(|i| format!("w{i} "))
                .collect::<String>()
        };
        format!("{}{own} hidden away {own} {}", words(0), words(30))
    };
    let mut sides = [text("left"), text("right")].map(|text| Text::made(&text));
    for (text, hashes) in &mut sides {
        let start = text.text.find("hidden").unwrap();
        text.masked = vec![(start, start + "hidden away".len(), Reason::Phrase)];
        text.spans.drain(31..33);
        hashes.drain(31..33);
    }
    let [(a, hashes_a), (b, hashes_b)] = sides;
    let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
    assert_eq!(passages.len(), 1);
    let rows = rows([&a, &b], &passages, Context::Unfolded(5));
    for (side, own) in [(0, "left"), (1, "right")] {
        let parts = rows[0].sides[side].iter().flat_map(|mark| &mark.parts);
        let marked = parts.filter(|part| part.differs || part.masked.is_some());
        let marked = marked.map(|part| (part.text.trim(), part.differs));
        let want = [(own, true), ("hidden away", false), (own, true)];
        assert_eq!(Vec::from_iter(marked), want);
    }
}

#[test]
fn passages_in_the_same_order_stand_side_by_side_and_others_where_they_are() {
    let sentence = |name: &str| (0..15).map(|i| format!("{name}{i} ")).collect::<String>();
    let [one, two, three] = ["one", "two", "three"].map(sentence);
    let gap = |name: &str| {
        (0..60)
            .map(|i| format!("{name}gap{i} "))
            .collect::<String>()
    };
    let left = [&one, &gap("l"), &two, &gap("m"), &three]
        .map(String::as_str)
        .concat();
    let right = [&three, &gap("r"), &one, &gap("s"), &two]
        .map(String::as_str)
        .concat();
    let ((a, hashes_a), (b, hashes_b)) = (Text::made(&left), Text::made(&right));
    let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
    assert_eq!(passages.len(), 3);
    let rows = rows([&a, &b], &passages, Context::Whole);
    let heads: Vec<Option<usize>> = rows.iter().map(|row| row.passage).collect();
    assert_eq!(heads, [None, Some(1), None, Some(2), None]);
    // The third is the first of the right text and the last of the left one.
    let numbers = |row: &SideBySideRow, side: usize| -> Vec<usize> {
        let marks = row.sides[side].iter();
        marks.filter_map(|mark| mark.passage).collect()
    };
    assert_eq!(numbers(&rows[0], 1), [3]);
    assert_eq!(numbers(&rows[4], 0), [3]);
    let strip = super::strip(hashes_a.len(), &passages, false);
    assert_eq!(strip[0].start, 0.0);
    assert!(strip.iter().all(|s| s.start + s.width <= 1000.01));
}
