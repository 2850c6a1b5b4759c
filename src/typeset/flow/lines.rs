//! Where the document's lines, and the pieces of very long ones, begin and end.

use super::block::Block;

/// A line longer than this many bytes is cut into blocks of about this length, each of which begins
/// a row. Walking back to a row's start then never means walking back through a whole book.
const LONGEST: usize = 16 << 10;

/// One block for each line of `text[start..end]`, more for a very long one.
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
    for whole in text
        .get(start..end)
        .unwrap_or_default()
        .split_inclusive('\n')
    {
        let shown = whole.strip_suffix('\n').unwrap_or(whole);
        let shown = shown
            .strip_suffix('\r')
            .filter(|_| shown.len() < whole.len())
            .unwrap_or(shown);
        let stop = at + shown.len();
        let mut from = at;
        while stop - from > LONGEST {
            let cut = cut_near(text, from, from + LONGEST);
            to.push(Block {
                start: from,
                end: cut,
                line,
                begins,
                fold: None,
            });
            begins = false;
            from = cut;
        }
        to.push(Block {
            start: from,
            end: stop,
            line,
            begins,
            fold: None,
        });
        begins = true;
        line += 1;
        at += whole.len();
    }
}

/// A byte at or before `at` (and well after `from`) where a row may begin: behind a blank if there is
/// one near, else at a character that continues none.
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
    // A cluster of thousands of marks: any character boundary will do.
    text.ceil_char_boundary(floor)
}
