//! Text of the lecture as lines of the screen: inks as styles, signs in ASCII.

use ratatui::text::{Line, Span};

use crate::lecture::{self, Ink, Span as Inked};
use crate::typeset::figures::Glyphs;
use crate::ui::Theme;

/// A line of the screen that owns its text.
pub type OwnedLine = Line<'static>;

/// How blocks are drawn.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// Styles, and the character set.
    pub theme: &'a Theme,
    /// Columns of a row.
    pub width: usize,
}

impl Look<'_> {
    /// Text with the signs that are drawn: circled numbers as plain ones, and in ASCII no other signs. Letters of
    /// texts stay as they are.
    pub fn signs(&self, text: &str) -> String {
        let ascii = self.theme.glyphs() == Glyphs::Ascii;
        let mut out = String::new();
        for c in text.chars() {
            match c {
                // Few fonts of terminals have them, and they are small.
                '①'..='⑳' => out.push_str(&(c as u32 - '①' as u32 + 1).to_string()),
                c if !ascii => out.push(c),
                '●' => out.push('*'),
                '■' | '█' | '▉' | '▊' | '▋' | '▌' => out.push('#'),
                '▏' | '▎' | '▍' => out.push(' '),
                '□' | '·' => out.push('.'),
                'π' => out.push_str("pi"),
                '√' => out.push_str("sqrt"),
                '±' => out.push_str("+/-"),
                '∞' => out.push_str("inf"),
                '“' | '”' | '„' => out.push('"'),
                '’' => out.push('\''),
                '×' => out.push('x'),
                '−' | '–' | '—' => out.push('-'),
                '…' => out.push_str("..."),
                '²' => out.push_str("^2"),
                '‹' => out.push('<'),
                '›' => out.push('>'),
                c => out.push(c),
            }
        }
        out
    }

    /// A span as drawn; a number that the parameter changes is in angle brackets.
    pub fn drawn(&self, span: &Inked) -> Inked {
        let text = match span.ink {
            Ink::StageParameter => format!("‹{}›", span.text),
            _ => span.text.clone(),
        };
        Inked::new(self.signs(&text), span.ink)
    }

    /// Drawn spans in the styles of their inks.
    pub fn row(&self, line: lecture::LectureLine) -> OwnedLine {
        let styled = line.into_iter();
        let styled = styled.map(|span| Span::styled(span.text, self.theme.ink(span.ink)));
        styled.collect()
    }

    /// A sentence in rows.
    pub fn sentence(&self, line: &[Inked], width: usize) -> Vec<OwnedLine> {
        let drawn: lecture::LectureLine = line.iter().map(|span| self.drawn(span)).collect();
        let rows = lecture::wrap(&drawn, width, 0).into_iter();
        rows.map(|row| self.row(row)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::width::Width;
    use crate::lecture::plain_text;
    use crate::ui::theme::Depth;

    fn texts(rows: &[lecture::LectureLine]) -> Vec<String> {
        rows.iter().map(|row| plain_text(row)).collect()
    }

    #[test]
    fn sentences_wrap_at_blanks_and_long_words_within() {
        let line = [
            Inked::plain("A   "),
            Inked::plain("one two "),
            Inked::plain("threefour"),
        ];
        let rows = lecture::wrap(&line, 12, 4);
        assert_eq!(texts(&rows), ["A   one two", "    threefou", "    r"]);
        for width in 2..12 {
            for row in texts(&lecture::wrap(&line, width, 4)) {
                assert!(row.width() <= width, "{width}: {row:?}");
            }
        }
    }

    #[test]
    fn cut_text_ends_with_a_mark_and_wide_letters_stay_whole() {
        let row = lecture::cut(&[Inked::plain("日本語 ±1")], 6, &Inked::plain("…"));
        assert_eq!(texts(&[row]), ["日本…"]);
        let theme = Theme::new(Depth::None, false).with_ascii(true);
        let look = Look {
            theme: &theme,
            width: 9,
        };
        assert_eq!(look.signs("① ±.05 √ ■□"), "1 +/-.05 sqrt #.");
    }
}
