//! Line wrapping: after a blank, between characters of scripts written without spaces, otherwise within
//! a word. Rows are found one by one from the start of any row, so only displayed text is wrapped.

use super::graphemes::{Cluster, GraphemeClusters};

/// Minimum row width in columns: narrower rows could not hold a wide character.
pub const NARROWEST: usize = 2;

/// Line-breaking class of a cluster.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// White space; may hang over the end of its row.
    Blank,
    /// Part of a word.
    Word,
    /// Joins parts of a word and allows a break after it: `-`, `/`, dashes.
    Joint,
    /// Character of a script without spaces; allows a break on either side.
    Free,
    /// Closing punctuation of such a script; never begins a row.
    Closing,
    /// Opening punctuation of such a script; never ends a row.
    Opening,
}

fn class(cluster: &Cluster<'_>) -> Class {
    if let [byte] = cluster.source.as_bytes() {
        return match byte {
            b' ' | b'\t' | b'\x0c' => Class::Blank,
            b'-' | b'/' => Class::Joint,
            _ => Class::Word,
        };
    }
    if cluster.is_blank() {
        return Class::Blank;
    }
    match cluster.source.chars().next().unwrap_or(' ') {
        '–' | '—' | '‐' => Class::Joint,
        '、' | '。' | '，' | '．' | '・' | '：' | '；' | '？' | '！' | '」' | '』' | '）'
        | '】' | '》' | '〉' | '〕' | '］' | '｝' | 'ー' | '々' | 'っ' | 'ゃ' | 'ゅ' | 'ょ'
        | 'ッ' | 'ャ' | 'ュ' | 'ョ' => Class::Closing,
        '「' | '『' | '（' | '【' | '《' | '〈' | '〔' | '［' | '｛' => Class::Opening,
        // Thai, Lao; Myanmar; Khmer.
        '\u{e00}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{19e0}'..='\u{19ff}'
        | '\u{a9e0}'..='\u{a9ff}'
        | '\u{aa60}'..='\u{aa7f}' => Class::Free,
        // East Asian wide characters and half-width kana.
        '\u{2e80}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}' => Class::Free,
        _ => Class::Word,
    }
}

fn may_part(before: Class, after: Class) -> bool {
    match (before, after) {
        (_, Class::Blank | Class::Closing) | (Class::Opening, _) => false,
        (Class::Blank, _) => true,
        (Class::Free | Class::Closing, _) | (_, Class::Free | Class::Opening) => true,
        (Class::Joint, Class::Word) => true,
        _ => false,
    }
}

/// End (byte offset) of the row that begins at `start`, for a line that ends at `end` and rows of
/// `width` columns. Trailing blanks may hang over. The result is greater than `start` unless the line
/// ends there.
pub fn row_end(text: &str, start: usize, end: usize, width: usize) -> usize {
    let width = width.max(NARROWEST);
    let mut column = 0;
    let mut before: Option<Class> = None;
    let mut lettered = false;
    let mut part = None;
    // A cluster that is wider than a row has one to itself.
    let mut overfull = false;
    for cluster in GraphemeClusters::new(text, start, end) {
        let class = class(&cluster);
        if before.is_some_and(|before| may_part(before, class)) {
            part = Some(cluster.start);
        }
        let wide = cluster.width(column);
        overfull |= wide > width;
        let full = overfull || column + wide > width;
        if class != Class::Blank && full && cluster.start > start {
            return part.unwrap_or(cluster.start);
        }
        column += wide;
        // Dashes at the start of a word (`--flag`) belong to it.
        let opens_word = class == Class::Joint && !lettered;
        before = Some(if opens_word { Class::Word } else { class });
        lettered = cluster.source.starts_with(char::is_alphanumeric);
    }
    end
}

/// Start offsets of all rows of the line `text[start..end]`; at least one.
pub fn row_starts(text: &str, start: usize, end: usize, width: usize) -> Vec<usize> {
    let mut starts = vec![start];
    let mut at = start;
    loop {
        at = row_end(text, at, end, width);
        if at >= end {
            return starts;
        }
        starts.push(at);
    }
}

/// The rows of the line `text`; at least one. Joined, they are the line.
pub fn rows(text: &str, width: usize) -> Vec<&str> {
    let starts = row_starts(text, 0, text.len(), width);
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(s, e)| &text[*s..e]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn columns(row: &str) -> usize {
        let mut column = 0;
        let mut inked = 0;
        for cluster in GraphemeClusters::new(row, 0, row.len()) {
            column += cluster.width(column);
            if !cluster.is_blank() {
                inked = column;
            }
        }
        inked
    }

    #[test]
    fn words_stay_whole_where_they_fit() {
        assert_eq!(
            rows("the tide comes in", 9),
            ["the tide ", "comes in"],
            "a blank hangs over the edge"
        );
        assert_eq!(rows("well-known", 6), ["well-", "known"]);
        assert_eq!(rows("a --flag", 5), ["a ", "--fla", "g"]);
        assert_eq!(rows("incomprehensible", 6), ["incomp", "rehens", "ible"]);
        assert_eq!(rows("", 6), [""]);
    }

    #[test]
    fn scripts_without_spaces_break_anywhere_but_before_closing_marks() {
        assert_eq!(rows("潮が満ちる。朝", 10), ["潮が満ち", "る。朝"]);
        assert_eq!(rows("潮が「満ちる", 6), ["潮が", "「満ち", "る"]);
        assert_eq!(rows("日", 1), ["日"]);
    }

    #[test]
    fn a_cluster_wider_than_a_row_has_one_to_itself() {
        let text = "\u{b55}\u{1f260}\u{c41}ab";
        assert_eq!(rows(text, 2), ["\u{b55}", "\u{1f260}\u{c41}", "ab"]);
    }

    proptest! {
        #[test]
        fn rows_give_the_line_back_and_none_is_too_wide(text in "\\PC{0,80}", width in 2usize..40) {
            let rows = rows(&text, width);
            prop_assert_eq!(rows.concat(), text.clone());
            for row in rows {
                let single = GraphemeClusters::new(row, 0, row.len()).count() == 1;
                prop_assert!(columns(row) <= width || single, "{:?} in {}", row, width);
            }
        }

        #[test]
        fn the_same_for_text_with_tabs_controls_and_wide_characters(
            text in "[ a-z\t\u{1b}\u{301}日本語、「」\u{202e}-]{0,120}", width in 2usize..30
        ) {
            let rows = rows(&text, width);
            prop_assert_eq!(rows.concat(), text.clone());
            for row in rows {
                prop_assert!(columns(row) <= width.max(super::super::graphemes::TAB), "{:?}", row);
            }
        }
    }
}
