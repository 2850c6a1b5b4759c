//! Columns of a page: rows that share a gap, with prose on both sides of it.
//!
//! Prose has long lines. In narrow columns it is told from the cells of a table by its lines: most are so full that the
//! first word of the next one has no room, and many begin in the middle of a sentence.

use super::pieces::Piece;

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

/// The first rows about a gap that all of them have.
#[derive(Clone, Copy)]
pub(super) struct Columns {
    /// Number of the rows.
    pub count: usize,
    /// A place in the gap.
    pub split: f64,
    /// Whether they are to be read one side after the other.
    pub is_prose: bool,
}

/// The first rows as columns, narrow ones too if that `may_be`.
pub(super) fn columns(rows: &[Vec<Piece>], may_be: bool) -> Option<Columns> {
    // The rows before the first that has two pieces may be the end of a longer column.
    let beside = (0..rows.len()).find(|at| gaps(&rows[*at]).next().is_some());
    let between = || (1..rows.len()).find_map(|at| Some((at, gap_between(&rows[at - 1..=at])?)));
    let found = beside.and_then(|first| {
        let mut gaps: Vec<(f64, f64)> = gaps(&rows[first]).collect();
        gaps.sort_by(|a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)));
        // In a table one of them is enough: it is asked about at each of its rows.
        gaps.truncate(if may_be { GAPS } else { 1 });
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
    let column = |piece: &Piece| {
        ends.partition_point(|end| *end < piece.right)
            .min(ends.len() - 1)
    };
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
pub(super) fn is_label(text: &str) -> bool {
    let text = text.trim_end();
    let is_short = text.chars().count() <= 5;
    let is_word = |c: char| c.is_alphanumeric();
    is_short && (!text.contains(is_word) || text.ends_with(['.', ')', ']', ':']))
}
