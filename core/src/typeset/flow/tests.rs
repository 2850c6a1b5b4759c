//! Tests of lines, folds, and forward and backward movement.

use super::*;

fn rows(text: &str, flow: &Flow, width: usize) -> Vec<TextRow> {
    flow.rows(text, width)
}

#[test]
fn each_line_break_ends_a_line() {
    let text = "one\r\ntwo\n\nfour\rstill four\n";
    let flow = Flow::of_text(text);
    let shown: Vec<_> = rows(text, &flow, 40)
        .iter()
        .map(|r| &text[r.start..r.end])
        .collect();
    assert_eq!(shown, ["one", "two", "", "four\rstill four"]);
    assert_eq!(flow.lines(), 4);
}

#[test]
fn walking_back_visits_every_row() {
    let text = "a few words in a line\n\n      and some\nmore of them in another one\nend";
    let flow = Flow::of_text(text);
    for width in [2, 3, 7, 11, 80] {
        let mut places = vec![TextPosition::default()];
        while let Some(next) = flow.after(text, places[places.len() - 1], width) {
            places.push(next);
        }
        let last = places.len() - 1;
        assert_eq!(flow.last(text, width), places[last]);
        for n in 0..=last {
            let back = flow.back(text, places[last], n, width);
            assert_eq!(back, (places[last - n], n));
        }
        let back = flow.back(text, places[last], last + 5, width);
        assert_eq!(back, (places[0], last));
        for position in places {
            assert_eq!(flow.place_of(text, position.start, width), position);
        }
    }
}

#[test]
fn a_giant_line_is_cut_between_words_without_loss() {
    let text = "tide and weed ".repeat(8_000);
    let flow = Flow::of_text(&text);
    assert!(flow.blocks.len() > 5);
    assert_eq!(flow.lines(), 1);
    let rows = rows(&text, &flow, 60);
    assert!(
        rows.windows(2)
            .all(|w| w[0].end == w[1].start && w[1].line == 0)
    );
    assert_eq!(rows.iter().filter(|r| r.begins).count(), 1);
    assert!(rows.iter().all(|r| !text[r.start..].starts_with(' ')));
}

#[test]
fn a_giant_line_without_spaces_is_cut_between_characters() {
    for text in ["潮が満ちる".repeat(5_000), "\u{301}".repeat(40_000)] {
        let rows = rows(&text, &Flow::of_text(&text), 40);
        let whole = rows
            .iter()
            .map(|r| &text[r.start..r.end])
            .collect::<String>();
        assert_eq!(whole, text);
    }
}

#[test]
fn a_fold_is_one_row_and_line_numbers_continue_after_it() {
    let text = "one\ntwo\nthree\nfour\n";
    let flow = Flow::of_pieces(
        text,
        &[
            TextPiece::Text(0, 3),
            TextPiece::Fold(3, 13, 2),
            TextPiece::Text(14, 19),
        ],
    );
    let rows = rows(text, &flow, 20);
    let lines = rows.iter().map(|r| (r.line, r.fold)).collect::<Vec<_>>();
    assert_eq!(lines, [(0, None), (0, Some(2)), (3, None)]);
    assert!(rows[2].begins);
}

#[test]
fn blank_rows_have_no_text_and_do_not_change_other_rows() {
    let text = "one two three four\nfive";
    let plain = rows(text, &Flow::of_text(text), 10);
    let pieces = [
        TextPiece::Blank(0, 2),
        TextPiece::Text(0, plain[1].start),
        TextPiece::Blank(plain[1].start, 1),
        TextPiece::Text(plain[1].start, text.len()),
        TextPiece::Blank(text.len(), 3),
    ];
    let flow = Flow::of_pieces(text, &pieces);
    let all = rows(text, &flow, 10);
    let blank: Vec<bool> = all.iter().map(|row| row.blank).collect();
    let (yes, no) = (true, false);
    assert_eq!(blank, [yes, yes, no, yes, no, no, yes, yes, yes]);
    let with_text = all.iter().copied().filter(|row| !row.blank);
    assert!(with_text.eq(plain));
    for byte in 0..=text.len() {
        let row = flow.row(text, flow.place_of(text, byte, 10), 10);
        assert!(!row.blank && row.start <= byte, "{byte}");
    }
}
