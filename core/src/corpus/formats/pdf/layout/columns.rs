//! Columns of a page: rows that share a gap, with long lines of prose on both sides of it.

use super::piece::Piece;

/// Columns are this wide at least, in font sizes on average: a table has narrower ones.
const COLUMN: f64 = 10.0;
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
}

/// The first rows as columns.
pub(super) fn columns(rows: &[Vec<Piece>]) -> Option<Columns> {
    // The rows before the first that has two pieces may be the end of a longer column.
    let beside = (0..rows.len()).find(|at| gaps(&rows[*at]).next().is_some());
    let best = beside.and_then(|first| {
        let mut gaps: Vec<(f64, f64)> = gaps(&rows[first]).collect();
        gaps.sort_by(|a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)));
        let candidates =
            { gaps.into_iter().take(GAPS) }.filter_map(|gap| columns_from(rows, first, gap));
        // Of equal ones the widest, which is tried first.
        candidates.rev().max_by_key(|candidate| candidate.count)
    });
    best.or_else(|| {
        let mut pairs = (1..rows.len()).map(|at| (at, gap_between(&rows[at - 1], &rows[at])));
        let (first, gap) = pairs.find_map(|(at, gap)| Some((at, gap?)))?;
        columns_from(rows, first, gap)
    })
}

/// The gaps between the pieces of a row, but those behind the number of an item.
fn gaps(row: &[Piece]) -> impl DoubleEndedIterator<Item = (f64, f64)> {
    let pairs = { row.windows(2) }.filter(|two| !is_label(&two[0].text));
    pairs.map(|two| (two[0].right, two[1].left))
}

/// The gap between two rows of one piece each that stand closer than lines of one column can: lines of two columns whose
/// heights differ.
fn gap_between(above: &[Piece], below: &[Piece]) -> Option<(f64, f64)> {
    let ([above], [below]) = (above, below) else {
        return None;
    };
    let size = above.size.max(below.size);
    let gap = if above.left < below.left {
        (above.right, below.left)
    } else {
        (below.right, above.left)
    };
    let is_close = above.y - below.y < CLOSE * size;
    (is_close && gap.1 - gap.0 >= GUTTER * size).then_some(gap)
}

/// [`columns`] about a gap that row `first` has, as far down as a part of it stays free.
fn columns_from(rows: &[Vec<Piece>], first: usize, gap: (f64, f64)) -> Option<Columns> {
    let mut free = vec![gap];
    let mut count = 0;
    for row in rows {
        let least = GUTTER * row[0].size;
        let mut left = free.clone();
        for piece in row {
            let sides = |gap: (f64, f64)| {
                if piece.right <= gap.0 || piece.left >= gap.1 {
                    [gap, (0.0, 0.0)]
                } else {
                    [(gap.0, piece.left), (piece.right, gap.1)]
                }
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
    let is_prose = |is_left: bool| {
        let pieces = rows[..count].iter().flatten();
        let pieces =
            pieces.filter(|piece| (piece.left < split) == is_left && !is_label(&piece.text));
        let widths: Vec<f64> = pieces
            .map(|piece| (piece.right - piece.left) / piece.size)
            .collect();
        widths.len() >= ROWS && widths.iter().sum::<f64>() >= COLUMN * widths.len() as f64
    };
    let is_columns = first < count && count >= ROWS && is_prose(true) && is_prose(false);
    is_columns.then_some(Columns { count, split })
}

/// Whether a piece is the bullet or number of an item of a list: `•`, `12.`, `(a)`.
pub(super) fn is_label(text: &str) -> bool {
    let text = text.trim_end();
    let is_short = text.chars().count() <= 5;
    let is_word = |c: char| c.is_alphanumeric();
    is_short && (!text.contains(is_word) || text.ends_with(['.', ')', ']', ':']))
}
