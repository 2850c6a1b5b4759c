//! Tests of scrolling, resizing, and scrolling to a byte.

use super::*;

fn pane(text: &str, width: usize, height: usize) -> Pane {
    let mut pane = Pane::new(text.into());
    pane.resize(width, height);
    pane
}

fn numbered(lines: usize) -> String {
    (1..=lines).map(|n| format!("line {n}\n")).collect()
}

#[test]
fn scrolling_stops_at_both_ends() {
    let mut pane = pane(&numbered(30), 20, 10);
    pane.scroll(-3);
    assert_eq!(pane.line(), 1);
    pane.scroll(7);
    assert_eq!((pane.line(), pane.above(100), pane.below(100)), (8, 7, 13));
    pane.scroll(100);
    assert_eq!((pane.line(), pane.below(5)), (21, 0));
    pane.show_start();
    pane.show_end();
    assert_eq!(pane.visible().len(), 10);
}

#[test]
fn the_row_at_the_top_stays_when_the_size_changes() {
    let mut pane = pane(&numbered(30), 20, 10);
    pane.scroll(12);
    assert!(pane.resize(4, 5));
    assert!(!pane.resize(4, 5));
    assert_eq!(pane.line(), 13);
}

#[test]
fn a_byte_is_shown_in_the_requested_row_if_possible() {
    let text = numbered(30);
    let mut pane = pane(&text, 20, 10);
    let byte = text.find("line 17").unwrap();
    pane.show(byte, 3);
    assert_eq!(pane.row_of(byte), Some(3));
    pane.show(0, 3);
    assert_eq!(pane.row_of(0), Some(0));
    pane.show(text.len(), 0);
    assert_eq!(pane.line(), 21);
    assert_eq!(pane.row_of(0), None);
}

#[test]
fn reflowed_rows_have_the_numbers_of_the_lines_of_the_source() {
    let text = "The morning ferry from Saltby to Holm ran on to a sandbank\n\
        in thick fog on Wednesday with sixty-one passengers and a\n\
        brass band on board.\n\nThe end.\n";
    let mut pane = Pane::new(text.into());
    pane.set_reflowed(true);
    assert_eq!((pane.lines(), pane.line()), (5, 1));
    let rows = pane.rows(80, 9);
    // The second row begins within the second line of the source, and is the same paragraph.
    let line_starts: Vec<(usize, bool)> = rows.iter().map(|row| (row.line, row.begins)).collect();
    assert_eq!(line_starts, [(0, true), (1, false), (3, true), (4, true)]);
    let line_of = |word: &str| pane.line_of(pane.text().find(word).expect("a word of the text"));
    assert_eq!(["ferry", "fog", "brass", "end"].map(line_of), [1, 2, 3, 5]);
    let first = &pane.text()[rows[0].start..rows[0].end];
    assert!(first.starts_with("The morning ferry") && first.contains("sandbank in thick"));
    pane.set_reflowed(false);
    assert_eq!((pane.text(), pane.rows(80, 9).len()), (text, 5));
}
