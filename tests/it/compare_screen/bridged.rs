//! Bridged passages on the screen: one number over an edited copy, and the words in it that differ.

use ratatui::style::Modifier;
use shinglescope::app::Command;
use shinglescope::screens::compare::state::{CompareAction, Mode};
use shinglescope::typeset::figures::Glyphs;
use shinglescope::ui::theme::{Depth, Theme};

use super::{drawn, letters, pair, shown};

use crate::support::assert_contains;

const LEFT: &str = "An opening of its own. The lamp on the pier burns from dusk until the last boat \
    has come home and the keeper has gone to bed. Nothing else is alike.";
const RIGHT: &str = "Here begins another text. The lamp on the quay burns from dusk until the final \
    boat has come home and the keeper has gone to bed. It ends unlike the first.";

#[test]
fn an_edited_sentence_is_one_passage_whose_other_words_are_differences() {
    let mut state = pair(LEFT, RIGHT);
    assert_eq!(state.mode, Mode::Passages);
    state.apply(CompareAction::Run(Command::NextPassage));
    assert_eq!((state.passage(), state.passages().len()), (Some(0), 1));
    let screen = shown(&mut state, 120, 20);
    assert_contains(&screen, "passage 1 of 1 · 22 words, 20 the same");
    assert_contains(&screen, "[passages]");
    let screen = shown(&mut state, 80, 20);
    assert_contains(&screen, "22 words, 20 the same");
    assert_contains(&screen, "[passages]");
    // Without colour: the passage is underlined, and the words that differ are in italics.
    let theme = Theme::new(Depth::None, false);
    let buffer = drawn(&mut state, 200, 20, theme, Glyphs::Unicode);
    let passage = |a, b| {
        format!("Thelamponthe{a}burnsfromduskuntilthe{b}boathascomehomeandthekeeperhasgonetobed")
    };
    for (columns, a, b) in [(4..99, "pier", "last"), (104..199, "quay", "final")] {
        let underlined = letters(&buffer, columns.clone(), Modifier::UNDERLINED);
        assert_eq!(underlined, passage(a, b));
        let italic = letters(&buffer, columns, Modifier::ITALIC);
        assert_eq!(italic, [a, b].concat());
    }
}

#[test]
fn shared_mode_marks_exactly_the_shared_shingles() {
    let mut state = pair(LEFT, RIGHT);
    state.apply(CompareAction::Run(Command::Mode));
    assert_eq!(state.mode, Mode::Shared);
    let comparison = state.comparison().unwrap();
    assert_eq!(state.passages().len(), comparison.passages.len());
    assert!(comparison.passages.len() > comparison.bridged.len());
    let marks = &state.text(0).unwrap().marks[state.mode.marks()];
    let pier = LEFT.find("pier").unwrap();
    assert!(marks.passages_in(pier, pier + 4).is_empty());
    let differs = |byte| (0..state.passages().len()).any(|passage| marks.differs(passage, byte));
    assert!(!(0..LEFT.len()).any(differs));
}

#[test]
fn the_copied_evidence_says_how_many_words_are_the_same() {
    let state = pair(LEFT, RIGHT);
    let text = state.evidence(&super::fixture::collection());
    assert_contains(&text, "Passage 1 of 1, 22 words, 20 the same");
    assert_contains(&text, "The lamp on the quay burns");
}
