//! Sanitises text from documents and file names for display: escape sequences and bidirectional controls
//! never reach the terminal unchanged.

use std::borrow::Cow;

/// Visible replacement for a character that must not reach the terminal, `None` if `c` is harmless.
/// Control characters map to their Unicode pictures (`␛`); C1 controls, bidirectional controls and other
/// invisible format characters map to a visible mark.
pub fn mark(c: char) -> Option<char> {
    match c {
        '\u{0}'..='\u{1f}' => char::from_u32(0x2400 + c as u32),
        '\u{7f}' => Some('␡'),
        '\u{80}'..='\u{9f}' => Some('\u{fffd}'),
        // Bidirectional embeddings, overrides, isolates and marks.
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}' => {
            Some('⇄')
        }
        // Zero-width space, word joiner and related invisible characters, byte-order mark, soft hyphen,
        // line and paragraph separators, interlinear annotation, tags. Joiners (U+200C, U+200D) are
        // kept: scripts and emoji need them and terminals do not interpret them.
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

/// Replaces every character of `text` for which [`mark`] returns a replacement. Line breaks are replaced too.
pub fn line(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| mark(c).is_some()) {
        Cow::Owned(text.chars().map(|c| mark(c).unwrap_or(c)).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// Does the same as [`line()`], but keeps line breaks and tabs: for text of several lines that another program reads,
/// for example a shell into which the user pastes it.
pub fn lines(text: &str) -> String {
    let is_kept = |c| matches!(c, '\n' | '\t');
    let marked = |c| if is_kept(c) { c } else { mark(c).unwrap_or(c) };
    text.chars().map(marked).collect()
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
    fn text_of_several_lines_keeps_line_breaks_and_tabs_only() {
        let shown = lines("a\tb\nc\x1b[201~\r\u{9b}d");
        assert_eq!(shown, "a\tb\nc␛[201~␍\u{fffd}d");
    }

    #[test]
    fn ordinary_text_of_any_script_is_unchanged() {
        for text in ["plain", "Grüße", "日本語", "ไทย", "👩‍👩‍👧", "می‌خواهم"]
        {
            assert!(matches!(line(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
