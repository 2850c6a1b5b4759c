//! Text from right to left: a page draws it from left to right, and ligatures of it in the order in which it is read.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The letters of a character from left to right, as lines are put together: several letters from right to left, such as
/// those of a ligature, stand in the order in which they are read.
pub(super) fn as_drawn(text: &str) -> Cow<'_, str> {
    let letters: Vec<char> = text.chars().collect();
    match letters.len() > 1 && letters.iter().any(|c| is_right_to_left(*c)) {
        true => in_reverse(&letters).into_iter().collect(),
        false => text.into(),
    }
}

/// Ligatures and presentation forms as their letters; every other character as it is.
pub(super) fn decomposed(c: char) -> Vec<char> {
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
pub(super) fn logical(line: &str) -> String {
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
