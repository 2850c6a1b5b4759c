//! Splits text into blocks: lines, and pieces of very long lines.

use super::block::Block;

/// Lines longer than this many bytes are split into blocks of about this length, each of which begins a
/// row. This bounds the cost of finding the previous row start.
const LONGEST: usize = 16 << 10;

/// Appends one block per line of `text[start..end]`, several for a very long line.
pub(super) fn push_lines(
    text: &str,
    start: usize,
    end: usize,
    mut line: u32,
    begins: bool,
    to: &mut Vec<Block>,
) {
    let mut at = start;
    let mut begins = begins;
    for raw in text
        .get(start..end)
        .unwrap_or_default()
        .split_inclusive('\n')
    {
        let shown = raw.strip_suffix('\n').unwrap_or(raw);
        let shown = shown
            .strip_suffix('\r')
            .filter(|_| shown.len() < raw.len())
            .unwrap_or(shown);
        let (stop, mut from) = (at + shown.len(), at);
        loop {
            let end = if stop - from > LONGEST {
                cut_near(text, from, from + LONGEST)
            } else {
                stop
            };
            to.push(Block {
                start: from,
                end,
                line,
                begins,
                fold: None,
                blank: false,
            });
            if end == stop {
                break;
            }
            (from, begins) = (end, false);
        }
        begins = true;
        line += 1;
        at += raw.len();
    }
}

/// Split position at or before `at` (and well after `from`): after a blank if one is near, otherwise at
/// a character that does not continue a cluster.
fn cut_near(text: &str, from: usize, at: usize) -> usize {
    let floor = (from + LONGEST / 2).min(at);
    let bytes = text.as_bytes();
    let near = at.saturating_sub(200).max(floor);
    if let Some(i) = (near..at).rev().find(|i| bytes[*i] == b' ') {
        return i + 1;
    }
    let mut cut = at;
    while cut > floor {
        let starts = text.get(cut..).and_then(|rest| rest.chars().next());
        let joins = text.get(..cut).and_then(|head| head.chars().next_back()) == Some('\u{200d}');
        let alone = starts.is_some_and(|c| unicode_width::UnicodeWidthChar::width(c) != Some(0));
        if alone && !joins {
            return cut;
        }
        cut -= 1;
    }
    // A cluster of thousands of combining marks: any character boundary is acceptable.
    text.ceil_char_boundary(floor)
}
