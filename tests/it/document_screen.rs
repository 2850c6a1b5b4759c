//! The Document screen: its content at several sizes and without colour, and its movement.

pub mod fixture;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use shinglescope::app::Command;
use shinglescope::base::DocNo;
use shinglescope::engine::message::DocumentView;
use shinglescope::screens::compare::state::CompareAction;
use shinglescope::screens::document::state::{DocAction, DocumentPanel, DocumentState};
use shinglescope::screens::document::view as document;
use shinglescope::typeset::figures::Glyphs;
use shinglescope::ui::theme::{Depth, Theme};

fn opened(doc: u32) -> DocumentState {
    let mut state = DocumentState::new(DocNo(doc));
    state.set_view(Arc::new(fixture::view(doc)));
    state
}

fn drawn(
    state: &mut DocumentState,
    width: u16,
    height: u16,
    theme: Theme,
    glyphs: Glyphs,
) -> Buffer {
    let area = Rect::new(0, 0, width, height);
    document::fit(state, area);
    fixture::drawn(area, theme, glyphs, |cx| {
        let (collection, clustering) = (fixture::collection(), fixture::clustering());
        document::draw(state, &collection, (Some(&clustering), None), area, cx);
    })
}

fn shown(state: &mut DocumentState, width: u16, height: u16) -> String {
    let theme = Theme::new(Depth::Sixteen, false);
    fixture::rows(&drawn(state, width, height, theme, Glyphs::Unicode))
}

/// The sentence is shorter than a passage. Only one other document also contains the words around it.
#[test]
fn documents_with_a_short_sentence_are_listed_even_without_a_passage() {
    use crate::support::{Work, pty::Pty};
    let short = "Nobody was hurt today.";
    let long = "The boat to the island ran on to a bank of sand at eight in the morning.";
    let work = Work::new();
    work.write("a.txt", format!("Notice one of the year.\n{long} {short}"))
        .write("b.txt", format!("Notice two of the year.\n{long} {short}"))
        .write("c.txt", format!("A mill burned down. {short} It was old."))
        .write("d.txt", format!("{short} So we read of a race of sledges."))
        .write("e.txt", "Nobody was badly hurt today.");
    let corpus = work.corpus();
    let corpus = corpus.to_str().unwrap();
    for (columns, rows, messages) in [
        (80, 24, &["4 words: 3 texts have all of them"][..]),
        (150, 40, &["Found in: Nobody was hurt", "whole: 3"]),
    ] {
        let mut pty = Pty::start(&[corpus, "--in-memory"], columns, rows, &[]);
        // A document without a title is listed by its first words. The screen names the order of the list.
        pty.sees(&["Clusters 1", "Notice "]);
        pty.press("s").sees(&["by identical copies"]);
        pty.press("\t\r").sees(&["Neighbours"]);
        pty.press("\t").sees(&["Left Right sentence"]);
        pty.press("\x1b[C").press("\x1b[C").sees(messages);
        pty.press("q").press("q");
        assert!(pty.ended().success());
    }
    let only = corpus.to_owned() + "/a.txt";
    let mut pty = Pty::start(&[&only, "--in-memory"], 80, 24, &[]);
    pty.sees(&["One document was read", "then open another"]);
    pty.press("\r").sees(&["no cluster is listed"]).press("q");
    assert!(pty.ended().success());
}

#[test]
fn a_document_with_its_neighbours() {
    insta::assert_snapshot!("document", shown(&mut opened(1), 120, 34));
}

#[test]
fn the_header_shows_the_author_if_there_is_room() {
    let mut state = DocumentState::new(DocNo(3));
    assert!(!shown(&mut state, 200, 20).contains(" by "));
    state.set_view(Arc::new(DocumentView {
        author: Some("Ada\u{1b}[31m Brook".into()),
        ..fixture::view(3)
    }));
    let header = |screen: String| screen.lines().next().unwrap().to_owned();
    let wide = header(shown(&mut state, 200, 20));
    assert!(wide.contains("   by Ada"), "{wide}");
    assert!(!wide.contains('\u{1b}') && wide.contains("Brook"), "{wide}");
    assert!(!header(shown(&mut state, 40, 20)).contains("Ada"));
}

#[test]
fn without_colour_and_in_ascii() {
    let theme = Theme::new(Depth::None, false);
    let mut state = opened(3);
    state.apply(DocAction::Run(Command::NextPassage));
    let buffer = drawn(&mut state, 80, 22, theme, Glyphs::Ascii);
    let mut cells = buffer.content().iter();
    assert!(cells.all(|c| c.fg == ratatui::style::Color::Reset));
    let shown = fixture::rows(&buffer) + "\n" + &fixture::modified(&buffer);
    insta::assert_snapshot!("document_no_colour", shown);
}

#[test]
fn while_loading_and_without_neighbours() {
    let mut loading = DocumentState::new(DocNo(1));
    insta::assert_snapshot!("document_loading", shown(&mut loading, 80, 12));
    insta::assert_snapshot!("document_alone", shown(&mut opened(6), 80, 20));
}

fn uncounted(doc: u32) -> DocumentView {
    let view = fixture::view(doc);
    DocumentView {
        counted: false,
        elsewhere: 0,
        marked: vec![],
        neighbours: vec![],
        ..view
    }
}

#[test]
fn the_text_is_there_while_its_neighbours_are_counted() {
    let mut state = DocumentState::new(DocNo(3));
    state.set_view(Arc::new(uncounted(3)));
    insta::assert_snapshot!("document_counting", shown(&mut state, 120, 34));
    assert!(state.apply(DocAction::Run(Command::Open)).is_none());
    state.apply(DocAction::Run(Command::NextPanel));
    shown(&mut state, 40, 8);
    state.apply(DocAction::Run(Command::PageDown));
    let top = state.pane.as_ref().unwrap().top_byte();
    assert_ne!(top, 0);
    state.set_view(Arc::new(fixture::view(3)));
    assert_eq!(state.pane.as_ref().unwrap().top_byte(), top);
    assert!(state.other().is_some());
    // During recounting for other settings the old view is kept if the text is the same.
    state.set_view(Arc::new(uncounted(3)));
    assert!(state.other().is_some());
    let text = "Another text than before.".into();
    state.set_view(Arc::new(DocumentView {
        text,
        ..uncounted(3)
    }));
    assert!(state.other().is_none());
}

#[test]
fn opening_keeps_the_order_of_neighbours_in_the_table() {
    let mut state = opened(1);
    state.apply(DocAction::Run(Command::Bottom));
    let order = state.view().unwrap().neighbours.iter().map(|n| n.doc);
    let order: Vec<DocNo> = order.collect();
    let Some(mut compare) = state.apply(DocAction::Run(Command::Open)) else {
        panic!("nothing to open");
    };
    let position = (compare.at, compare.neighbours.len());
    assert_eq!(position, (order.len() - 1, order.len()));
    for other in order.iter().rev() {
        assert_eq!(compare.wanted(), (DocNo(1), *other));
        compare.apply(CompareAction::Run(Command::PreviousNeighbour));
    }
    // The second click opens.
    state.apply(DocAction::Select(0));
    assert!(state.apply(DocAction::Select(0)).is_some());
}

#[test]
fn marked_runs_are_stepped_through_and_shown() {
    let mut state = opened(3);
    shown(&mut state, 80, 14);
    let all = state.runs.len();
    assert!(all > 2);
    for i in 0..all + 2 {
        state.apply(DocAction::Run(Command::NextPassage));
        assert_eq!(state.run, Some(i.min(all - 1)));
        let (start, _) = state.run_span().unwrap();
        assert!(state.pane.as_ref().unwrap().row_of(start).is_some());
    }
    for _ in 0..all + 2 {
        state.apply(DocAction::Run(Command::PreviousPassage));
    }
    assert_eq!(state.run, Some(0));
}

#[test]
fn keys_go_to_one_panel() {
    let mut state = opened(1);
    shown(&mut state, 80, 22);
    state.apply(DocAction::Run(Command::Down));
    assert_eq!((state.table.selected, state.line()), (1, 1));
    state.apply(DocAction::Run(Command::NextPanel));
    state.apply(DocAction::Run(Command::PageDown));
    assert_eq!(state.panel, DocumentPanel::Text);
    assert_eq!(state.table.selected, 1);
    assert!(state.line() > 3);
    // `line` is that of the current sentence, not of the top row.
    let top = state.line();
    for _ in 0..3 {
        state.apply(DocAction::Run(Command::Right));
    }
    assert!(state.line() > top);
    state.apply(DocAction::Run(Command::Bottom));
    state.apply(DocAction::Run(Command::Top));
    assert_eq!(state.line(), 1);
}

#[test]
fn text_that_is_found_elsewhere_is_lit_and_has_a_bar_and_other_text_is_plain() {
    let theme = Theme::new(Depth::True, false);
    let mut state = opened(3);
    let buffer = drawn(&mut state, 120, 60, theme, Glyphs::Unicode);
    let ground = theme.lit_passage(0, false).bg;
    let mut lit = String::new();
    for row in buffer.area.rows() {
        let cells: Vec<_> = row.columns().map(|c| &buffer[(c.x, c.y)]).collect();
        let has_bar = cells.iter().any(|cell| cell.symbol() == "▎");
        let is_lit = |cell: &&&ratatui::buffer::Cell| Some(cell.bg) == ground;
        let letters = cells.iter().filter(is_lit).map(|cell| cell.symbol());
        let letters: String = letters
            .filter(|s| s.chars().all(char::is_alphanumeric))
            .collect();
        if letters != "lit" {
            assert_eq!(has_bar, !letters.is_empty(), "{letters}");
            lit += &letters;
        }
    }
    let view = state.view().unwrap();
    let spans = state.runs.iter().map(|(from, to)| &view.text[*from..*to]);
    let expected = spans.flat_map(str::chars).filter(|c| c.is_alphanumeric());
    assert_eq!(lit, expected.collect::<String>());
}
