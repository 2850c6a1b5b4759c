//! Jumping, and scrolling the two sides together.

use std::sync::Arc;

use ratatui::layout::Rect;
use shinglescope::app::Command;
use shinglescope::base::DocNo;
use shinglescope::screens::compare::state::{CompareAction, CompareState};
use shinglescope::screens::compare::view as compare;

use super::{fixture, pair, showing};

/// The row of a column's viewport that contains a byte.
fn row(state: &CompareState, column: usize, byte: usize) -> Option<usize> {
    state.text(column).unwrap().pane.row_of(byte)
}

#[test]
fn the_fixed_document_stays_in_place_when_the_neighbour_changes() {
    let mut state = CompareState::new(DocNo(1), vec![DocNo(2), DocNo(3)], 0);
    compare::fit(&mut state, Rect::new(0, 0, 80, 22));
    state.set_comparison(Arc::new(fixture::comparison(1, 2)));
    state.apply(CompareAction::Scroll(9));
    let top = state.text(0).unwrap().pane.top_byte();
    state.apply(CompareAction::Run(Command::NextNeighbour));
    state.set_comparison(Arc::new(fixture::comparison(1, 3)));
    assert_eq!(state.text(0).unwrap().pane.top_byte(), top);
}

#[test]
fn passages_are_jumped_to_on_both_sides_and_each_mode_remembers_its_own() {
    let comparison = fixture::comparison(1, 3);
    let (exact, bridged) = (comparison.passages.len(), comparison.bridged.len());
    assert!(0 < bridged && bridged < exact, "{bridged} of {exact} runs");
    let jump = |state: &mut CompareState, all: usize| {
        assert_eq!((state.passage(), state.passages().len()), (None, all));
        for i in 0..all + 1 {
            state.apply(CompareAction::Run(Command::NextPassage));
            let at = state.passage().unwrap();
            assert_eq!(at, i.min(all - 1));
            let rows = [0, 1].map(|column| {
                let start = state.text(column).unwrap().marks[state.mode.marks()].shown_at[at];
                row(state, column, start).unwrap_or_else(|| panic!("{at} on the {column}"))
            });
            let free = [0, 1].iter().all(|column| {
                let pane = &state.text(*column).unwrap().pane;
                pane.above(1) == 1 && pane.below(1) == 1
            });
            assert!(!free || rows[0] == rows[1], "{rows:?}");
        }
    };
    let mut of_runs = showing(comparison.clone());
    of_runs.apply(CompareAction::Run(Command::Mode));
    jump(&mut of_runs, exact);
    let mut state = showing(comparison);
    jump(&mut state, bridged);
    state.apply(CompareAction::Run(Command::Mode));
    assert_eq!(state.passage(), None);
    for _ in 0..3 {
        state.apply(CompareAction::Run(Command::Mode));
    }
    assert_eq!(state.passage(), Some(bridged - 1));
    for _ in 0..bridged {
        state.apply(CompareAction::Run(Command::PreviousPassage));
    }
    assert_eq!(state.passage(), Some(0));
}

/// Two texts with shared paragraphs; the right one has more text between them.
fn long_pair() -> CompareState {
    let paragraph = |p: usize| {
        let words: Vec<String> = (0..30).map(|w| format!("p{p}w{w}")).collect();
        words.join(" ")
    };
    let shared: Vec<String> = (0..40).map(paragraph).collect();
    let own = |i: usize| vec![format!("own{i}"); 25].join(" and ");
    let other = shared.iter().enumerate();
    let other: Vec<String> = other.map(|(i, p)| format!("{p}\n\n{}", own(i))).collect();
    pair(&shared.join("\n\n"), &other.join("\n\n"))
}

#[test]
fn the_sides_show_the_same_words_beside_each_other() {
    let mut state = long_pair();
    let mut compared = 0;
    for _ in 0..150 {
        state.apply(CompareAction::Scroll(1));
        let [left, right] = [0, 1].map(|column| state.text(column).unwrap().pane.clone());
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
