//! Pages made here.

use super::columns::is_label;
use super::*;

fn drawn(text: &str, x: f64, y: f64) -> Vec<Glyph> {
    let glyph = |(i, c): (usize, char)| Glyph {
        x: x + 5.0 * i as f64,
        y,
        width: 5.0,
        size: 10.0,
        text: c.to_string().into(),
    };
    text.chars().enumerate().map(glyph).collect()
}

#[test]
fn columns_are_read_one_after_the_other_in_whatever_order_they_are_drawn() {
    let left = [
        "the first column goes",
        "on for some lines and",
        "then it ends here as well",
    ];
    let right = [
        "the second column is set",
        "beside it and has just as",
        "many lines as that one",
    ];
    let mut glyphs = drawn(
        "A heading over both of the columns of this page",
        50.0,
        720.0,
    );
    for i in 0..3 {
        let y = 700.0 - 12.0 * i as f64;
        glyphs.extend(drawn(right[i], 300.0, y));
        glyphs.extend(drawn(left[i], 50.0, y));
    }
    let expected = format!(
        "A heading over both of the columns of this page\n{}\n{}\n",
        left.join("\n"),
        right.join("\n")
    );
    assert_eq!(page(glyphs), expected);
}

/// Two columns of three paragraphs, each with a short last line; the right one stands `lower` points lower.
fn paragraphs(lower: f64) -> (Vec<Glyph>, String) {
    let lines = |name: &str| {
        let line = |i| match i % 3 {
            2 => format!("{name} end {i}"),
            _ => format!("{name} line {i} goes all the way across"),
        };
        (0..9).map(line).collect::<Vec<String>>()
    };
    let (left, right) = (lines("left"), lines("right"));
    let mut glyphs = Vec::new();
    for (i, (left, right)) in left.iter().zip(&right).enumerate() {
        let y = 700.0 - 14.0 * i as f64;
        glyphs.extend(drawn(left, 50.0, y));
        glyphs.extend(drawn(right, 300.0, y - lower));
    }
    (glyphs, [left, right].concat().join("\n") + "\n")
}

#[test]
fn columns_are_read_one_after_the_other_at_whatever_heights_their_lines_stand() {
    for lower in 0..40 {
        let (glyphs, expected) = paragraphs(f64::from(lower));
        assert_eq!(page(glyphs), expected, "{lower} points");
    }
}

#[test]
fn bullets_and_numbers_of_lists_make_no_narrow_columns() {
    let mut glyphs = Vec::new();
    let mut expected = [String::new(), String::new()];
    for i in 0..4 {
        let y = 700.0 - 14.0 * f64::from(i);
        for (side, label, x) in [(0, "•".to_owned(), 50.0), (1, format!("{}.", i + 1), 300.0)] {
            let item = format!("item {i} with words in it");
            expected[side] += &format!("{label} {item}\n");
            glyphs.extend(drawn(&label, x, y));
            glyphs.extend(drawn(&item, x + 30.0, y));
        }
    }
    assert_eq!(page(glyphs), expected.concat());
    for (text, is) in [
        ("•", true),
        ("12.", true),
        ("(a) ", true),
        ("12", false),
        ("and", false),
    ] {
        assert_eq!(is_label(text), is, "{text}");
    }
}

#[test]
fn a_table_is_read_row_by_row() {
    let mut glyphs = Vec::new();
    for (i, row) in [
        ["year", "barley"],
        ["1871", "forty"],
        ["1902", "nine"],
        ["2019", "none"],
    ]
    .iter()
    .enumerate()
    {
        let y = 700.0 - 12.0 * i as f64;
        glyphs.extend(drawn(row[0], 50.0, y));
        glyphs.extend(drawn(row[1], 200.0, y));
    }
    assert_eq!(
        page(glyphs),
        "year barley\n1871 forty\n1902 nine\n2019 none\n"
    );
}

#[test]
fn hyphens_at_line_ends_are_taken_out_before_small_letters() {
    let join = |lines: &[&str]| joined(lines.iter().map(|l| (*l).to_owned()).collect());
    assert_eq!(join(&["the hy-", "phen is gone"]), "the hyphen is gone\n");
    assert_eq!(join(&["pages 3 -", "and on"]), "pages 3 -\nand on\n");
    assert_eq!(
        join(&["the Franco-", "German war"]),
        "the Franco-\nGerman war\n"
    );
}
