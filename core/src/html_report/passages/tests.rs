//! Tests that rows contain every word at its position.

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
    // So short that nothing is folded.
    let piece = prop::collection::vec(word, 8..15).prop_map(|words| words.join(" "));
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

proptest! {
    #[test]
    fn a_row_contains_its_passage_and_at_most_the_context([left, right] in texts(), words in 0..12_usize) {
        let ((a, hashes_a), (b, hashes_b)) = (Text::plain(&left), Text::plain(&right));
        let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
        let rows = rows([&a, &b], &passages, words);
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
                let count = |text: &str| Text::plain(text).1.len();
                let max = count(&text.text[start..end]) + 2 * words;
                prop_assert!(count(&all) <= max);
                prop_assert_eq!(marks.iter().filter(|mark| mark.passage.is_some()).count(), 1);
                prop_assert!(row.cut_before[side] || text.text.starts_with(&all));
                prop_assert!(row.cut_after[side] || text.text.ends_with(&all));
            }
        }
    }
}

#[test]
fn long_stretches_of_the_same_words_are_folded_on_both_sides() {
    // The words 0 to 299; the right text has another word at 100.
    let left: String = (0..300).map(|i| format!("w{i} ")).collect();
    let right = left.replace("w100 ", "other ");
    let ((a, hashes_a), (b, hashes_b)) = (Text::plain(&left), Text::plain(&right));
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
        // Each of the runs 0..100 and 101..300 is folded if it is 40 words longer than its visible ends.
        let folded = [(0, 100), (101, 300)].map(|(start, end)| {
            let long = end - start >= 2 * ends + 40;
            (long && ends > 0).then_some((start + ends, end - ends))
        });
        let rows = rows([&a, &b], &passages, words);
        assert_eq!(rows.len(), 1);
        for (side, at_100) in [(0, "w100"), (1, "other")] {
            let mut expected = String::new();
            let mut at = 0;
            for (start, end) in folded.into_iter().flatten() {
                let before = (at..start).map(|i| format!("w{i} "));
                expected.extend(before);
                expected += &format!("[{}] ", end - start);
                at = end;
            }
            expected.extend((at..300).map(|i| format!("w{i} ")));
            let expected = expected.replace("w100 ", &format!("{at_100} "));
            let parts = rows[0].sides[side].iter().flat_map(|mark| &mark.parts);
            let got = parts.map(|part| match part.folded {
                Some(n) => format!("[{n}]"),
                None => part.text.clone(),
            });
            assert_eq!(got.collect::<String>().trim(), expected.trim(), "{words}");
        }
    }
}

#[test]
fn masked_words_in_a_passage_are_shown_and_not_folded() {
    // The words 0 to 199; the left text has masked words before 100.
    let right: String = (0..200).map(|i| format!("w{i} ")).collect();
    let left = right.replace("w100 ", "hidden away w100 ");
    let ((mut a, mut hashes_a), (b, hashes_b)) = (Text::plain(&left), Text::plain(&right));
    let start = left.find("hidden").unwrap();
    a.masked = vec![(start, start + "hidden away ".len(), Reason::Quotation)];
    a.spans.drain(100..102);
    hashes_a.drain(100..102);
    let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
    assert_eq!(passages.len(), 1);
    let rows = rows([&a, &b], &passages, 10);
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
fn masked_words_in_a_gap_of_a_passage_are_not_differing_words() {
    let text = |own: &str| {
        let words = |from: u32| {
            (from..from + 30)
                .map(|i| format!("w{i} "))
                .collect::<String>()
        };
        format!("{}{own} hidden away {own} {}", words(0), words(30))
    };
    let mut sides = [text("left"), text("right")].map(|text| Text::plain(&text));
    for (text, hashes) in &mut sides {
        let start = text.text.find("hidden").unwrap();
        text.masked = vec![(start, start + "hidden away".len(), Reason::Phrase)];
        text.spans.drain(31..33);
        hashes.drain(31..33);
    }
    let [(a, hashes_a), (b, hashes_b)] = sides;
    let passages = bridged_passages(&hashes_a, &hashes_b, &Bridging::default());
    assert_eq!(passages.len(), 1);
    let rows = rows([&a, &b], &passages, 5);
    for (side, own) in [(0, "left"), (1, "right")] {
        let parts = rows[0].sides[side].iter().flat_map(|mark| &mark.parts);
        let marked = parts.filter(|part| part.differs || part.masked.is_some());
        let marked = marked.map(|part| (part.text.trim(), part.differs));
        let expected = [(own, true), ("hidden away", false), (own, true)];
        assert_eq!(Vec::from_iter(marked), expected);
    }
}
