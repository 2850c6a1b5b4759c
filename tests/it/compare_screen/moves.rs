//! Jumping, and scrolling the two sides together.

use std::sync::Arc;

use ratatui::layout::Rect;
use shinglescope::app::Command;
use shinglescope::base::DocNo;
use shinglescope::engine::message::Comparison;
use shinglescope::screens::compare::state::{CompareAction, CompareState, Half};
use shinglescope::screens::compare::view as compare;

use super::{fixture, opened, pair, showing, shown};

/// The row of a column's viewport that contains a byte.
fn row(state: &CompareState, half: Half, byte: usize) -> Option<usize> {
    state.text(half).unwrap().pane.row_of(byte)
}

#[test]
fn the_fixed_document_stays_in_place_when_the_neighbour_changes() {
    let mut state = CompareState::new(DocNo(1), vec![DocNo(2), DocNo(3)], 0);
    compare::fit(&mut state, Rect::new(0, 0, 80, 22));
    state.set_comparison(Arc::new(fixture::comparison(1, 2)));
    state.apply(CompareAction::Scroll(9));
    let top = state.text(Half::Left).unwrap().pane.top_byte();
    state.apply(CompareAction::Run(Command::NextNeighbour));
    state.set_comparison(Arc::new(fixture::comparison(1, 3)));
    assert_eq!(state.text(Half::Left).unwrap().pane.top_byte(), top);
}

#[test]
fn each_jump_shows_the_passage_on_both_sides_in_one_row() {
    let comparison = fixture::comparison(1, 3);
    let all = comparison.passages.len();
    let mut state = showing(comparison);
    state.apply(CompareAction::Run(Command::Mode));
    for i in 0..all + 1 {
        state.apply(CompareAction::Run(Command::NextPassage));
        let at = state.passage().unwrap();
        assert_eq!(at, i.min(all - 1));
        let rows = [Half::Left, Half::Right].map(|half| {
            let start = state.marks(half).unwrap().passages[at].0;
            row(&state, half, start)
                .unwrap_or_else(|| panic!("passage {at} is out of sight on the {half:?}"))
        });
        let free = [Half::Left, Half::Right].iter().all(|half| {
            let pane = &state.text(*half).unwrap().pane;
            pane.above(1) == 1 && pane.below(1) == 1
        });
        assert!(!free || rows[0] == rows[1], "{rows:?}");
    }
    for _ in 0..all + 1 {
        state.apply(CompareAction::Run(Command::PreviousPassage));
    }
    assert_eq!(state.passage(), Some(0));
}

#[test]
fn bridged_passages_are_jumped_to_and_each_mode_remembers_its_own() {
    let comparison = fixture::comparison(1, 3);
    let (exact, bridged) = (comparison.passages.len(), comparison.bridged.len());
    assert!(0 < bridged && bridged < exact, "{bridged} of {exact} runs");
    let mut state = showing(comparison);
    for i in 0..bridged + 1 {
        state.apply(CompareAction::Run(Command::NextPassage));
        let at = state.passage().unwrap();
        assert_eq!(at, i.min(bridged - 1));
        for half in [Half::Left, Half::Right] {
            let start = state.marks(half).unwrap().shown_at[at];
            assert!(row(&state, half, start).is_some(), "{at} on the {half:?}");
        }
    }
    state.apply(CompareAction::Run(Command::Mode));
    assert_eq!((state.passage(), state.passage_count()), (None, exact));
    state.apply(CompareAction::Run(Command::NextPassage));
    for _ in 0..2 {
        state.apply(CompareAction::Run(Command::Mode));
    }
    assert_eq!(state.passage(), Some(bridged - 1));
}

#[test]
fn after_scrolling_away_the_next_passage_is_the_next_from_there() {
    let mut state = opened(1, 2);
    state.apply(CompareAction::Run(Command::Mode));
    state.apply(CompareAction::Run(Command::NextPassage));
    state.apply(CompareAction::Scroll(25));
    let top = state.text(Half::Left).unwrap().pane.top_byte();
    state.apply(CompareAction::Run(Command::NextPassage));
    let at = state.passage().unwrap();
    let passages = &state.marks(Half::Left).unwrap().passages;
    assert!(passages[at].0 >= top && passages[at - 1].0 < top);
}

/// Two texts with shared paragraphs; the right one has more text between them.
fn long_pair() -> CompareState {
    let shared: Vec<String> = (0..40)
        .map(|p| {
            (0..30)
                .map(|w| format!("p{p}w{w}"))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    let other: Vec<String> = shared
        .iter()
        .enumerate()
        .map(|(i, p)| format!("{p}\n\n{}", vec![format!("own{i}"); 25].join(" and ")))
        .collect();
    pair(&shared.join("\n\n"), &other.join("\n\n"))
}

#[test]
fn the_sides_show_the_same_words_beside_each_other() {
    let mut state = long_pair();
    let mut compared = 0;
    for _ in 0..150 {
        state.apply(CompareAction::Scroll(1));
        let [left, right] =
            [Half::Left, Half::Right].map(|half| state.text(half).unwrap().pane.clone());
        if left.above(4) < 4 || left.below(20) < 20 {
            continue;
        }
        let word = |pane: &shinglescope::typeset::Pane, row: usize| {
            let row = pane.visible()[row];
            pane.text()[row.start..row.end]
                .split(' ')
                .next()
                .unwrap_or_default()
                .to_owned()
        };
        // The alignment row is some rows below the top; the shared word is in the same row on the
        // right.
        let guide = (left.size().1 / 4).min(4);
        let here = word(&left, guide);
        if here.starts_with('p') {
            let row = right.visible()[guide];
            assert!(right.text()[row.start..row.end].contains(&here), "{here}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn both_ends_are_reached_of_both_sides() {
    let mut state = long_pair();
    for _ in 0..2000 {
        state.apply(CompareAction::Scroll(1));
    }
    for half in [Half::Left, Half::Right] {
        assert_eq!(state.text(half).unwrap().pane.below(1), 0, "{half:?}");
    }
    state.apply(CompareAction::Run(Command::Top));
    assert_eq!((state.line(Half::Left), state.line(Half::Right)), (1, 1));
}

#[test]
fn scrolling_from_the_right_moves_the_left() {
    let mut state = long_pair();
    state.apply(CompareAction::FocusOn(Half::Right));
    for _ in 0..4 {
        state.apply(CompareAction::Run(Command::PageDown));
    }
    assert!(state.line(Half::Left) > 3);
    state.apply(CompareAction::GoTo(Half::Right, 500));
    let (left, all) = (
        state.line(Half::Left),
        state.text(Half::Left).unwrap().pane.lines(),
    );
    assert!(
        left * 10 > all * 3 && left * 10 < all * 7,
        "{left} of {all}"
    );
}

#[test]
fn one_giant_line_scrolls_like_any_text() {
    let words: Vec<String> = (0..60_000).map(|i| format!("w{}", i % 9_973)).collect();
    let text = words.join(" ");
    let comparison = Comparison {
        passages: vec![shinglescope::similarity::Passage {
            left: 0,
            right: 0,
            length: 60_000,
        }],
        diff: Default::default(),
        ..fixture::comparison_of((DocNo(0), "a"), (DocNo(1), "b"))
    };
    let mut comparison = comparison;
    for side in [&mut comparison.left, &mut comparison.right] {
        side.text = text.as_str().into();
        side.spans = fixture::terms(&text).0;
    }
    let mut state = showing(comparison);
    for _ in 0..50 {
        state.apply(CompareAction::Run(Command::PageDown));
    }
    state.apply(CompareAction::Scroll(-13));
    let [left, right] =
        [Half::Left, Half::Right].map(|half| state.text(half).unwrap().pane.top_byte());
    assert!(left > 10_000 && left == right, "{left} {right}");
    state.apply(CompareAction::Run(Command::Bottom));
    assert!(shown(&mut state, 80, 20).contains("line 1"));
}
