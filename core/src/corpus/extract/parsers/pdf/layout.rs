//! From the characters of a page, each with its place, to lines in reading order.
//!
//! Characters on one base line make pieces, which end where a wide gap is. Pieces at one height make a row. Rows
//! that share a gap from top to bottom, with prose on both sides of it, are columns and are read one after the
//! other, on each side columns of its own; everything else is read row by row. A table is rows: its cells are short.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// A character of a page. Lengths are in points; x grows in the direction of writing, y upwards.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub size: f64,
    pub text: Box<str>,
}

/// A run of characters on one base line without a wide gap.
#[derive(Clone, Debug)]
struct Piece {
    left: f64,
    right: f64,
    y: f64,
    size: f64,
    text: String,
}

/// Gap between characters that parts words, in font sizes.
const WORD: f64 = 0.14;
/// Gap that parts pieces.
const WIDE: f64 = 1.2;
/// Columns are this wide at least, in font sizes on average: a table has narrower ones.
const COLUMN: f64 = 10.0;
/// Columns of which these shares of the lines are full and begin small may be narrower, and have more rows then.
const FULL: f64 = 0.6;
const SMALL: f64 = 0.4;
const NARROW: f64 = 6.0;
const NARROW_ROWS: usize = 6;
/// Least space between words of a line.
const SPACE: f64 = 0.2;
/// Columns are this far apart at least, in font sizes.
const GUTTER: f64 = 0.6;
/// Base lines of one column are this far apart at least, in font sizes.
const CLOSE: f64 = 0.95;
/// Rows that columns have at least.
const ROWS: usize = 3;
/// Gaps of a row that are tried as the one between columns: in justified lines those between words are wide too.
const GAPS: usize = 4;

/// The text of a page, a line for each line.
pub(super) fn page(glyphs: Vec<Glyph>) -> String {
    let mut lines = Vec::new();
    read_rows(rows(pieces(glyphs)), &mut lines, 8);
    joined(lines)
}

/// Puts the lines of rows into `lines`; columns may have columns themselves, to this depth.
fn read_rows(rows: Vec<Vec<Piece>>, lines: &mut Vec<String>, depth: u32) {
    let mut from = 0;
    // Rows up to here are a table: a few of them could pass for narrow columns by chance.
    let mut table = 0;
    while from < rows.len() {
        let found = columns(&rows[from..], from >= table);
        match found.filter(|found| found.is_prose && depth > 0) {
            Some(Columns { count, split, .. }) => {
                for side in [true, false] {
                    let region = rows[from..from + count].iter().map(|row| {
                        let pieces = row.iter();
                        let pieces = pieces.filter(|piece| (piece.left < split) == side);
                        pieces.cloned().collect::<Vec<Piece>>()
                    });
                    read_rows(
                        region.filter(|row| !row.is_empty()).collect(),
                        lines,
                        depth - 1,
                    );
                }
                from += count;
            }
            None => {
                table = table.max(from + found.map_or(0, |found| found.count));
                lines.push(line(&rows[from]));
                from += 1;
            }
        }
    }
}

/// Pieces in the order in which the page draws them.
fn pieces(glyphs: Vec<Glyph>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for glyph in glyphs {
        let text = &*as_drawn(&glyph.text);
        let right = glyph.x + glyph.width.max(0.0);
        let last = pieces.last_mut().filter(|piece| {
            let same_line = (piece.y - glyph.y).abs() < 0.35 * piece.size.max(glyph.size);
            let gap = glyph.x - piece.right;
            same_line && gap < WIDE * glyph.size && gap > -0.6 * glyph.size
        });
        if text.trim().is_empty() {
            // A space that is drawn: the gap says the same, unless the width is missing.
            if let Some(piece) = last
                && !piece.text.ends_with(' ')
            {
                piece.text.push(' ');
                piece.right = piece.right.max(right.min(piece.right + glyph.size));
            }
            continue;
        }
        match last {
            Some(piece) => {
                let gap = glyph.x - piece.right;
                if gap > WORD * glyph.size && !piece.text.ends_with(' ') {
                    piece.text.push(' ');
                }
                piece.text.push_str(text);
                piece.right = piece.right.max(right);
            }
            None => pieces.push(Piece {
                left: glyph.x,
                right,
                y: glyph.y,
                size: glyph.size,
                text: text.to_owned(),
            }),
        }
    }
    pieces
}

/// The letters of a character from left to right, as lines are put together: several letters from right to left, such as
/// those of a ligature, stand in the order in which they are read.
fn as_drawn(text: &str) -> Cow<'_, str> {
    let letters: Vec<char> = text.chars().collect();
    match letters.len() > 1 && letters.iter().any(|c| is_right_to_left(*c)) {
        true => in_reverse(&letters).into_iter().collect(),
        false => text.into(),
    }
}

/// Rows from top to bottom, the pieces of each from left to right.
fn rows(mut pieces: Vec<Piece>) -> Vec<Vec<Piece>> {
    pieces.sort_by(|a, b| b.y.total_cmp(&a.y).then(a.left.total_cmp(&b.left)));
    let mut rows: Vec<Vec<Piece>> = Vec::new();
    for piece in pieces {
        match rows.last_mut() {
            // Raised and lowered characters belong to the row.
            Some(row) if row[0].y - piece.y < 0.45 * row[0].size.max(piece.size) => row.push(piece),
            _ => rows.push(vec![piece]),
        }
    }
    for row in &mut rows {
        row.sort_by(|a, b| a.left.total_cmp(&b.left));
    }
    rows
}

/// The first rows about a gap that all of them have.
#[derive(Clone, Copy)]
struct Columns {
    /// Number of the rows.
    count: usize,
    /// A place in the gap.
    split: f64,
    /// Whether they are to be read one side after the other.
    is_prose: bool,
}

/// The first rows as columns, narrow ones too if that `may_be`.
fn columns(rows: &[Vec<Piece>], may_be: bool) -> Option<Columns> {
    // The rows before the first that has two pieces may be the end of a longer column.
    let beside = (0..rows.len()).find(|at| gaps(&rows[*at]).next().is_some());
    let between = || (1..rows.len()).find_map(|at| Some((at, gap_between(&rows[at - 1..=at])?)));
    let found = beside.and_then(|first| {
        let mut gaps: Vec<(f64, f64)> = gaps(&rows[first]).collect();
        gaps.sort_by(|a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)));
        gaps.truncate(GAPS);
        let found = { gaps.into_iter() }.filter_map(|gap| columns_from(rows, first, gap, may_be));
        // Of equal ones the widest, which is tried first.
        found
            .rev()
            .max_by_key(|found| (found.is_prose, found.count))
    });
    let other = || between().and_then(|(first, gap)| columns_from(rows, first, gap, may_be));
    found
        .filter(|found| found.is_prose)
        .or_else(other)
        .or(found)
}

/// The gaps between the pieces of a row, but those behind the number of an item.
fn gaps(row: &[Piece]) -> impl DoubleEndedIterator<Item = (f64, f64)> {
    let pairs = { row.windows(2) }.filter(|two| !is_label(&two[0].text));
    pairs.map(|two| (two[0].right, two[1].left))
}

/// The gap between pieces of two rows that stand closer than lines of one column can: lines of two columns whose
/// heights differ.
fn gap_between(rows: &[Vec<Piece>]) -> Option<(f64, f64)> {
    let [[above], [below]] = [&rows[0][..], &rows[1][..]] else {
        return None;
    };
    let size = above.size.max(below.size);
    let gap = match above.left < below.left {
        true => (above.right, below.left),
        false => (below.right, above.left),
    };
    let is_close = above.y - below.y < CLOSE * size;
    (is_close && gap.1 - gap.0 >= GUTTER * size).then_some(gap)
}

/// [`columns`] about a gap that row `first` has, as far down as a part of it stays free.
fn columns_from(
    rows: &[Vec<Piece>],
    first: usize,
    gap: (f64, f64),
    may_be_narrow: bool,
) -> Option<Columns> {
    let mut free = vec![gap];
    let mut count = 0;
    for row in rows {
        let least = GUTTER * row[0].size;
        let mut left = free.clone();
        for piece in row {
            let sides = |gap: (f64, f64)| match piece.right <= gap.0 || piece.left >= gap.1 {
                true => [gap, (0.0, 0.0)],
                false => [(gap.0, piece.left), (piece.right, gap.1)],
            };
            left = left.into_iter().flat_map(sides).collect();
            left.retain(|gap| gap.1 - gap.0 >= least);
        }
        if left.is_empty() {
            break;
        }
        free = left;
        count += 1;
    }
    let widest = { free.into_iter() }.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
    let split = widest.map(|(low, high)| (low + high) / 2.0)?;
    let rows = &rows[..count];
    let is_prose = |is_left: bool| {
        let on_side = |left: f64| (left < split) == is_left;
        let pieces = rows.iter().flatten().filter(|piece| on_side(piece.left));
        let pieces = pieces.filter(|piece| !is_label(&piece.text));
        let widths: Vec<f64> = pieces.map(|p| (p.right - p.left) / p.size).collect();
        let is_long = widths.len() >= ROWS && mean(&widths) >= COLUMN;
        let lines = || { lines_of_columns(rows).into_iter() }.filter(|line| on_side(line.left));
        is_long || may_be_narrow && go_on(&lines().collect::<Vec<Line>>())
    };
    (first < count && count >= ROWS).then(|| Columns {
        count,
        split,
        is_prose: is_prose(true) && is_prose(false),
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// A line within a column.
struct Line {
    left: f64,
    /// In font sizes.
    width: f64,
    /// Whether it begins with a letter that is no capital one.
    is_begun_small: bool,
    /// Whether the first word of the line below has no room behind it; `None` for the last line of its column.
    is_full: Option<bool>,
}

/// Whether lines go on in the next ones, most because they are full, and many of them in the middle of a sentence: prose
/// in narrow columns, not cells of a table.
fn go_on(lines: &[Line]) -> bool {
    let share = |flags: &mut dyn Iterator<Item = bool>| {
        let flags: Vec<f64> = flags.map(|flag| f64::from(u8::from(flag))).collect();
        mean(&flags)
    };
    let widths: Vec<f64> = lines.iter().map(|line| line.width).collect();
    lines.len() >= NARROW_ROWS
        && mean(&widths) >= NARROW
        && share(&mut lines.iter().map(|line| line.is_begun_small)) >= SMALL
        && share(&mut lines.iter().filter_map(|line| line.is_full)) >= FULL
}

/// The lines of rows within columns, which are what is free of gaps that all rows have. Wide gaps between words part
/// pieces, but no lines. Bullets and numbers of items are no lines.
fn lines_of_columns(rows: &[Vec<Piece>]) -> Vec<Line> {
    let mut pieces: Vec<&Piece> = rows.iter().flatten().collect();
    pieces.sort_by(|a, b| a.left.total_cmp(&b.left));
    // The right ends of the columns.
    let mut ends: Vec<f64> = Vec::new();
    for piece in pieces {
        match ends.last_mut() {
            Some(end) if piece.left - *end < GUTTER * piece.size => *end = end.max(piece.right),
            _ => ends.push(piece.right),
        }
    }
    let column = |piece: &Piece| ends.partition_point(|end| *end < piece.right);
    let of_row = |row: &Vec<Piece>| {
        let parts = row.chunk_by(|a, b| column(a) == column(b));
        let parts = parts.filter(|part| !part.iter().all(|piece| is_label(&piece.text)));
        let ends = parts.map(|part| (part[0].clone(), part[part.len() - 1].right));
        ends.collect::<Vec<(Piece, f64)>>()
    };
    let mut below: Vec<Option<f64>> = vec![None; ends.len()];
    let line = |(first, right): (Piece, f64)| {
        let column = column(&first);
        let word = first.text.split_whitespace().next().unwrap_or_default();
        let share = word.chars().count() as f64 / first.text.trim_end().chars().count() as f64;
        let word = share * (first.right - first.left);
        let next = below[column].replace(word);
        Line {
            left: first.left,
            width: (right - first.left) / first.size,
            is_begun_small: { first.text.chars().next() }
                .is_some_and(|c| c.is_alphabetic() && !c.is_uppercase()),
            is_full: next.map(|next| right + SPACE * first.size + next > ends[column]),
        }
    };
    rows.iter().rev().flat_map(of_row).map(line).collect()
}

/// Whether a piece is the bullet or number of an item of a list: `•`, `12.`, `(a)`.
fn is_label(text: &str) -> bool {
    let text = text.trim_end();
    let is_short = text.chars().count() <= 5;
    let is_word = |c: char| c.is_alphanumeric();
    is_short && (!text.contains(is_word) || text.ends_with(['.', ')', ']', ':']))
}

/// The line of a row. Text from right to left, which is drawn from left to right, is put in the order in which
/// it is read.
fn line(row: &[Piece]) -> String {
    let mut text = String::new();
    for piece in row {
        if !text.is_empty() && !text.ends_with(' ') {
            text.push(' ');
        }
        text.push_str(piece.text.trim_start());
    }
    let plain: String = match text.is_ascii() {
        true => text,
        false => text
            .chars()
            .flat_map(decomposed)
            .collect::<String>()
            .nfc()
            .collect(),
    };
    logical(plain.trim_end())
}

/// Ligatures and presentation forms as their letters; every other character as it is.
fn decomposed(c: char) -> Vec<char> {
    match c {
        '\u{fb00}'..='\u{fb4f}' => {
            // Of a ligature of letters from right to left too the letters are drawn the other way round.
            let mut letters: Vec<char> = c.nfkd().collect();
            if is_right_to_left(c) {
                letters = in_reverse(&letters);
            }
            letters
        }
        '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' => {
            in_reverse(&c.nfkc().collect::<Vec<char>>())
        }
        c => vec![c],
    }
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

/// Characters in reverse order, marks after their letters.
fn in_reverse(characters: &[char]) -> Vec<char> {
    let mut clusters: Vec<Vec<char>> = Vec::new();
    for c in characters {
        match clusters.last_mut() {
            Some(cluster) if unicode_normalization::char::is_combining_mark(*c) => cluster.push(*c),
            _ => clusters.push(vec![*c]),
        }
    }
    clusters.into_iter().rev().flatten().collect()
}

/// A line as drawn, in the order in which it is read.
fn logical(line: &str) -> String {
    let characters: Vec<char> = line.chars().collect();
    let right = characters.iter().filter(|c| is_right_to_left(**c)).count();
    if right == 0 {
        return line.to_owned();
    }
    let strong = |c: &char| c.is_alphabetic() || is_right_to_left(*c);
    let is_right_line = 2 * right > characters.iter().filter(|c| strong(c)).count();
    // Runs of the direction that is not the line's stay as they are within a line that is turned round.
    let keeps = |c: &char| match is_right_line {
        true => c.is_alphanumeric() && !is_right_to_left(*c),
        false => is_right_to_left(*c),
    };
    let mut out: Vec<char> = match is_right_line {
        true => in_reverse(&characters),
        false => characters,
    };
    let mut at = 0;
    while at < out.len() {
        if !keeps(&out[at]) {
            at += 1;
            continue;
        }
        // A run goes on over what stands between two of its characters.
        let mut end = at + 1;
        for (i, c) in out.iter().enumerate().skip(at) {
            match c {
                c if keeps(c) => end = i + 1,
                c if strong(c) => break,
                _ => {}
            }
        }
        let turned = in_reverse(&out[at..end]);
        out.splice(at..end, turned);
        at = end;
    }
    out.into_iter().collect()
}

/// Lines as text. A word that a hyphen cuts at the end of a line is joined where the next line goes on with a
/// lower-case letter.
fn joined(lines: Vec<String>) -> String {
    let mut text = String::new();
    for line in lines {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let begins_small = line.chars().next().is_some_and(char::is_lowercase);
        let cut = text.strip_suffix(['-', '\u{ad}', '\u{2010}']);
        let cut = cut.filter(|before| before.chars().next_back().is_some_and(char::is_alphabetic));
        match cut.map(str::len).filter(|_| begins_small) {
            Some(length) => text.truncate(length),
            None if text.is_empty() => {}
            None => text.push('\n'),
        }
        text.push_str(line);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
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

    /// Lines of at most 18 characters.
    fn wrapped(text: &str) -> Vec<String> {
        let mut lines = vec![String::new()];
        for word in text.split_whitespace() {
            let line = lines.last_mut().unwrap();
            match line.is_empty() {
                true => line.push_str(word),
                false if line.len() + word.len() < 18 => *line += &format!(" {word}"),
                false => lines.push(word.to_owned()),
            }
        }
        lines
    }

    /// Three columns of nine letter heights, with their lines as wide as they are or set to one width.
    fn narrow(is_justified: bool) -> (Vec<Glyph>, String) {
        let texts = [
            "the ferry leaves at six when the tide is high and the wind comes from the west or not at all, and then nobody knows when it will be back",
            "whoever wants to cross after dark has to ring the bell on the pier and wait for the old man, who sleeps and does not like to be woken up",
            "in winter there is a boat on two days of the week and it carries letters and bread and salt and now and then a pig or two",
        ];
        let mut glyphs = Vec::new();
        let mut lines = Vec::new();
        for (column, text) in texts.iter().enumerate() {
            let left = 50.0 + 115.0 * column as f64;
            for (i, line) in wrapped(text).into_iter().enumerate() {
                let y = 700.0 - 12.0 * i as f64;
                let words: Vec<&str> = line.split(' ').collect();
                let room = match is_justified && words.len() > 1 {
                    true => (18 - line.len()) as f64 * 5.0 / (words.len() - 1) as f64,
                    false => 0.0,
                };
                let mut x = left;
                for word in words {
                    glyphs.extend(drawn(word, x, y));
                    x += 5.0 * (word.len() + 1) as f64 + room;
                }
                lines.push(line);
            }
        }
        (glyphs, lines.join("\n") + "\n")
    }

    #[test]
    fn narrow_columns_of_prose_are_read_one_after_the_other() {
        for is_justified in [false, true] {
            let (glyphs, expected) = narrow(is_justified);
            assert_eq!(page(glyphs), expected, "{is_justified}");
        }
    }

    #[test]
    fn phrases_in_cells_are_no_narrow_columns() {
        let names = [
            "Anna Brook",
            "Christopher Hill",
            "Ida Meadow",
            "Johannes Winter",
            "Bea Stone",
        ];
        let dates = [
            "3 May 1871",
            "20 December 1902",
            "1 June 1899",
            "9 August 1900",
            "5 July 1877",
        ];
        let mut glyphs = Vec::new();
        let mut expected = String::new();
        for i in 0..10 {
            let y = 700.0 - 12.0 * i as f64;
            let (name, date) = (names[i % 5], dates[(i + i / 5) % 5]);
            glyphs.extend(drawn(name, 50.0, y));
            glyphs.extend(drawn(date, 200.0, y));
            expected += &format!("{name} {date}\n");
        }
        assert_eq!(page(glyphs), expected);
    }

    #[test]
    fn bullets_and_numbers_of_lists_make_no_narrow_columns() {
        let mut glyphs = Vec::new();
        let mut expected = [String::new(), String::new()];
        for i in 0..4 {
            let y = 700.0 - 14.0 * f64::from(i);
            for (side, label, x) in [(0, "•".to_owned(), 50.0), (1, format!("{}.", i + 1), 300.0)]
            {
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

    #[test]
    fn a_character_that_is_several_letters_from_right_to_left_keeps_their_order() {
        // As drawn: meem, the ligature of lam and alef, seen; of letters of their own with a mark, and of Latin ones.
        for (drawn, read) in [
            (["م", "لا", "س"].as_slice(), "سلام\n"),
            (["\u{645}\u{64e}", "ب"].as_slice(), "ب\u{645}\u{64e}\n"),
            (["o", "ffi", "ce"].as_slice(), "office\n"),
        ] {
            let glyph = |(i, text): (usize, &&str)| Glyph {
                x: 50.0 + 5.0 * i as f64,
                y: 700.0,
                width: 5.0,
                size: 10.0,
                text: (*text).into(),
            };
            let glyphs = drawn.iter().enumerate().map(glyph).collect();
            assert_eq!(page(glyphs), read);
        }
    }

    #[test]
    fn a_line_from_right_to_left_is_read_in_its_own_order() {
        let line = "שלום abc 12 עולם";
        let seen: String = "םלוע abc 12 םולש".chars().collect();
        assert_eq!(logical(&seen), line);
        assert_eq!(logical("plain words"), "plain words");
        assert_eq!(logical("the word םולש here"), "the word שלום here");
    }
}
