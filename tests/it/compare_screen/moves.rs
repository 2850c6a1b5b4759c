//! Jumping, and scrolling the two sides together.

use std::sync::Arc;

use ratatui::layout::Rect;
use shinglescope::app::Command;
use shinglescope::base::DocNo;
use shinglescope::screens::compare::state::{CompareAction, CompareState, Half};
use shinglescope::screens::compare::view as compare;

use super::{fixture, pair, showing};

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
    for _ in 0..3 {
        state.apply(CompareAction::Run(Command::Mode));
    }
    assert_eq!(state.passage(), Some(bridged - 1));
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
