//! The Compare screen: its content at several sizes and without colour, and the movement of both
//! sides.

mod bridged;
mod moves;

use std::collections::BTreeSet;
use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use shinglescope::app::Command;
use shinglescope::base::DocNo;
use shinglescope::engine::message::Comparison;
use shinglescope::screens::compare::state::{CompareAction, CompareState, Mode};
use shinglescope::screens::compare::view as compare;
use shinglescope::typeset::figures::Glyphs;
use shinglescope::ui::theme::{Depth, Theme};

use crate::document_screen::fixture;

fn opened(a: u32, b: u32) -> CompareState {
    showing(fixture::comparison(a, b))
}

fn showing(comparison: Comparison) -> CompareState {
    let mut state = CompareState::new(comparison.left.doc, vec![comparison.right.doc], 0);
    compare::fit(&mut state, Rect::new(0, 0, 80, 22));
    state.set_comparison(Arc::new(comparison));
    state.apply(CompareAction::Run(Command::Figures));
    state
}

/// A comparison of two texts, under the names of the first two documents.
fn pair(left: &str, right: &str) -> CompareState {
    showing(fixture::comparison_of((DocNo(0), left), (DocNo(1), right)))
}

fn drawn(
    state: &mut CompareState,
    width: u16,
    height: u16,
    theme: Theme,
    glyphs: Glyphs,
) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    compare::fit(state, area);
    fixture::drawn(area, theme, glyphs, |cx| {
        compare::draw(state, &fixture::collection(), area, cx);
    })
}

fn shown(state: &mut CompareState, width: u16, height: u16) -> String {
    let theme = Theme::new(Depth::Sixteen, false);
    fixture::rows(&drawn(state, width, height, theme, Glyphs::Unicode))
}

#[test]
fn one_line_has_the_main_figures_until_all_are_requested() {
    let mut state = opened(1, 3);
    let all = shown(&mut state, 120, 30);
    assert!(all.contains("SimHash"), "{all}");
    state.apply(CompareAction::Run(Command::Figures));
    let few = shown(&mut state, 120, 30);
    assert!(few.contains("Jaccard, exact ."), "{few}");
    assert!(!few.contains("SimHash"), "{few}");
}

#[test]
fn in_two_columns_and_in_one() {
    let mut state = opened(1, 3);
    for _ in 0..2 {
        state.apply(CompareAction::Run(Command::NextPassage));
    }
    insta::assert_snapshot!("compare", shown(&mut state, 120, 34));
    insta::assert_snapshot!("compare_one_column", shown(&mut state, 60, 20));
}

#[test]
fn the_other_ways_of_marking() {
    let mut state = opened(1, 2);
    state.apply(CompareAction::Run(Command::Mode));
    state.apply(CompareAction::Run(Command::NextPassage));
    insta::assert_snapshot!("compare_shared", shown(&mut state, 100, 24));
    state.apply(CompareAction::Run(Command::Mode));
    state.apply(CompareAction::Run(Command::NextPassage));
    insta::assert_snapshot!("compare_words", shown(&mut state, 100, 24));
    state.apply(CompareAction::Run(Command::Mode));
    insta::assert_snapshot!("compare_differences", shown(&mut state, 100, 30));
    assert_eq!(state.mode, Mode::Differences);
}

#[test]
fn without_colour_and_in_ascii() {
    let mut state = opened(1, 3);
    state.apply(CompareAction::Run(Command::NextPassage));
    let theme = Theme::new(Depth::None, false);
    let buffer = drawn(&mut state, 80, 22, theme, Glyphs::Unicode);
    let shown = fixture::rows(&buffer) + "\n" + &fixture::modified(&buffer);
    insta::assert_snapshot!("compare_no_colour", shown);
    let buffer = drawn(&mut state, 80, 22, theme, Glyphs::Ascii);
    insta::assert_snapshot!("compare_ascii", fixture::rows(&buffer));
}

#[test]
fn a_passage_says_the_pages_on_which_it_begins() {
    let words = crate::support::words(1, 60).join(" ");
    let left = format!("first page\n\u{c}second page\n\u{c}{words}\n");
    let mut state = pair(&left, &words);
    state.apply(CompareAction::Run(Command::NextPassage));
    let screen = shown(&mut state, 160, 30);
    assert!(screen.contains("· page 3 left"), "{screen}");
    assert!(screen.contains("page 1 · line 1 of"), "{screen}");
    let mut state = pair(&left, &format!("one\n\u{c}{words}"));
    state.apply(CompareAction::Run(Command::NextPassage));
    let screen = shown(&mut state, 160, 30);
    assert!(screen.contains("· page 3 left, 2 right"), "{screen}");
    let mut state = pair(&words, &words);
    state.apply(CompareAction::Run(Command::NextPassage));
    assert!(!shown(&mut state, 160, 30).contains("page 1"));
}

#[test]
fn before_the_comparison_comes() {
    let mut state = CompareState::new(DocNo(1), vec![DocNo(2), DocNo(3)], 1);
    insta::assert_snapshot!("compare_loading", shown(&mut state, 80, 14));
    assert_eq!(state.evidence(&fixture::collection()), "");
    state.apply(CompareAction::Run(Command::NextPassage));
    state.apply(CompareAction::Scroll(3));
}

/// The letters in these columns with a modifier. Without colour, passages are underlined and removed words crossed out.
fn letters(buffer: &Buffer, columns: std::ops::Range<u16>, modifier: Modifier) -> String {
    let mut out = String::new();
    for y in 8..buffer.area.height - 1 {
        for x in columns.clone() {
            let cell = &buffer[(x, y)];
            if cell.modifier.contains(modifier) {
                out.extend(cell.symbol().chars().filter(|c| c.is_alphanumeric()));
            }
        }
    }
    out
}

#[test]
fn the_marked_words_are_those_of_the_shared_shingles() {
    for (a, b) in [(1, 3), (1, 4), (3, 2), (7, 8), (5, 1)] {
        let texts = fixture::texts();
        let [(spans, left), (_, right)] = [a, b].map(|i: u32| fixture::terms(&texts[i as usize]));
        let theirs: BTreeSet<&[String]> = right.windows(fixture::K).collect();
        let mut counted = vec![false; left.len()];
        for (at, shingle) in left.windows(fixture::K).enumerate() {
            if theirs.contains(shingle) {
                counted[at..at + fixture::K].fill(true);
            }
        }
        let text = &texts[a as usize];
        let expected: String = spans
            .iter()
            .zip(counted)
            .filter(|(_, counted)| *counted)
            .flat_map(|((s, e), _)| text[*s as usize..*e as usize].chars())
            .collect();
        let mut state = opened(a, b);
        state.apply(CompareAction::Run(Command::Mode));
        assert_eq!(state.mode, Mode::Shared);
        state.apply(CompareAction::Run(Command::Top));
        let theme = Theme::new(Depth::None, false);
        let buffer = drawn(&mut state, 200, 60, theme, Glyphs::Unicode);
        let underlined = letters(&buffer, 4..98, Modifier::UNDERLINED);
        assert_eq!(underlined, expected, "{a} and {b}");
    }
}

#[test]
fn moved_words_are_marked_differently_from_removed_ones() {
    let words = |seed| crate::support::words(seed, 30).join(" ");
    let (moved, kept, removed) = (words(1), words(40), words(80));
    let left = format!("{moved} {removed} {kept} {kept}");
    let mut state = pair(&left, &format!("{kept} {kept} {moved}"));
    for _ in 0..2 {
        state.apply(CompareAction::Run(Command::Mode));
    }
    assert_eq!(state.mode, Mode::Words);
    let theme = Theme::new(Depth::None, false);
    let buffer = drawn(&mut state, 200, 60, theme, Glyphs::Unicode);
    let letters = |modifier| letters(&buffer, 4..98, modifier);
    assert_eq!(letters(Modifier::CROSSED_OUT), removed.replace(' ', ""));
    assert_eq!(letters(Modifier::ITALIC), moved.replace(' ', ""));
    assert!(fixture::rows(&buffer).contains("moved"));
}

#[test]
fn overlapping_and_repeated_passages_have_all_their_numbers() {
    let text = "one two three four five six";
    let mut state = pair(&format!("{text} and {text}"), text);
    state.apply(CompareAction::Run(Command::Mode));
    let right = &state.text(1).unwrap().marks[state.mode.marks()];
    let passages = right.passages_in(0, 5);
    assert_eq!(passages, [0, 1], "two passages match the same words");
    assert_eq!(right.stretches.len(), 1);
    state.apply(CompareAction::Run(Command::NextPassage));
    state.apply(CompareAction::Run(Command::NextPassage));
    insta::assert_snapshot!("compare_repeated", shown(&mut state, 80, 14));
}

#[test]
fn identical_unrelated_and_empty_documents() {
    let mut state = opened(0, 1);
    let stretches = state.text(0).unwrap().marks[state.mode.marks()]
        .stretches
        .len();
    assert_eq!(stretches, 1);
    for _ in 0..3 {
        state.apply(CompareAction::Run(Command::Mode));
    }
    insta::assert_snapshot!("compare_identical", shown(&mut state, 80, 16));
    insta::assert_snapshot!("compare_nothing_shared", shown(&mut opened(5, 7), 80, 18));
    let mut state = pair("", "some words of the other text");
    state.apply(CompareAction::Run(Command::NextPassage));
    insta::assert_snapshot!("compare_empty", shown(&mut state, 80, 14));
}

#[test]
fn evidence_names_both_documents_and_their_lines() {
    let mut state = opened(1, 2);
    state.apply(CompareAction::Run(Command::NextPassage));
    state.apply(CompareAction::Run(Command::NextPassage));
    insta::assert_snapshot!("compare_evidence", state.evidence(&fixture::collection()));
}
