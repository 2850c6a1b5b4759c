//! Text from documents and file names made safe to show: nothing that a terminal obeys, and nothing
//! that reorders what stands beside it, ever leaves the program as itself.

use std::borrow::Cow;

/// What is shown in place of `c` where `c` itself must not reach a terminal: control characters as
/// their Unicode pictures (`␛`), C1 controls, bidirectional controls and other invisible format
/// characters as a visible mark. `None` where `c` is harmless.
#[must_use]
pub fn mark(c: char) -> Option<char> {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32),
        '\u{7f}' => Some('␡'),
        '\u{80}'..='\u{9f}' => Some('\u{fffd}'),
        // Bidirectional embeddings, overrides, isolates and marks.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            Some('⇄')
        }
        // Zero-width space, word joiner and its invisible kin, byte-order mark, soft hyphen,
        // line and paragraph separators, interlinear annotation, tags. Joiners (U+200C, U+200D)
        // stay: scripts and emoji need them and they carry no command.
        '\u{200b}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{feff}'
        | '\u{ad}'
        | '\u{180e}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => Some('·'),
        _ => None,
    }
}

/// One line of text as it may be shown: every character that [`mark`] names replaced.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| mark(c).is_some()) {
        Cow::Owned(text.chars().map(|c| mark(c).unwrap_or(c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_to_the_terminal_become_marks() {
        assert_eq!(line("a\x1b[31mb"), "a␛[31mb");
        assert_eq!(line("\u{9b}31m"), "\u{fffd}31m");
        assert_eq!(line("x\ny\tz\x07"), "x␊y␉z␇");
        assert_eq!(line("evil\u{202e}txt"), "evil⇄txt");
    }

    #[test]
    fn ordinary_text_of_any_script_is_left_alone() {
        for text in ["plain", "Grüße", "日本語", "ไทย", "👩‍👩‍👧", "می‌خواهم"]
        {
            assert!(matches!(line(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
