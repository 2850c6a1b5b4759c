//! Text of the lecture as lines of the screen: inks as styles, wrapping, cutting, signs in ASCII.

use crate::base::width::{self, Width};
use ratatui::text::{Line, Span};

use crate::lecture::{Ink, Span as Inked};
use crate::typeset::figures::Glyphs;
use crate::ui::theme::Theme;
use crate::ui::widgets::paint::LineWidth;

/// A line of the screen that owns its text.
pub type Row = Line<'static>;

/// How blocks are drawn.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// Styles.
    pub theme: &'a Theme,
    /// Character set.
    pub glyphs: Glyphs,
    /// Columns of a row.
    pub width: usize,
    /// Whether there is room for wide gaps between columns.
    pub roomy: bool,
    /// Whether rows of tables, bars and answers stand apart.
    pub apart: bool,
}

impl Look<'_> {
    /// Text with the signs that are drawn: circled numbers as plain ones, and in ASCII no other signs. Letters of
    /// texts stay as they are.
    pub fn signs(&self, text: &str) -> String {
        let ascii = self.glyphs == Glyphs::Ascii;
        let mut out = String::new();
        for c in text.chars() {
            match c {
                // Few fonts of terminals have them, and they are small.
                '①'..='⑳' => out.push_str(&(c as u32 - '①' as u32 + 1).to_string()),
                c if !ascii => out.push(c),
                '●' => out.push('*'),
                '■' => out.push('#'),
                '□' | '·' => out.push('.'),
                'π' => out.push_str("pi"),
                '√' => out.push_str("sqrt"),
                '±' => out.push_str("+/-"),
                '∞' => out.push_str("inf"),
                '“' | '”' | '„' => out.push('"'),
                '’' => out.push('\''),
                '∩' => out.push('&'),
                '×' => out.push('x'),
                '−' | '–' | '—' => out.push('-'),
                '…' => out.push_str("..."),
                '≥' => out.push_str(">="),
                '²' => out.push_str("^2"),
                '‹' => out.push('<'),
                '›' => out.push('>'),
                c => out.push(c),
            }
        }
        out
    }

    /// A piece of text; a number that the dial turns stands in angles.
    pub fn span(&self, span: &Inked) -> Span<'static> {
        let text = match span.ink {
            Ink::Dial => format!("‹{}›", span.text),
            _ => span.text.clone(),
        };
        Span::styled(self.signs(&text), self.theme.ink(span.ink))
    }

    /// Pieces of text.
    pub fn spans(&self, line: &[Inked]) -> Vec<Span<'static>> {
        line.iter().map(|span| self.span(span)).collect()
    }

    /// A line in a row of at most `width` columns, cut where it is longer.
    pub fn cut(&self, line: &[Inked], width: usize) -> Row {
        let mut row = Row::default();
        let mut room = width;
        let spans = self.spans(line);
        let whole: usize = spans.columns();
        let mark = self.glyphs.pick("…", "~");
        if whole > width {
            room = width.saturating_sub(1);
        }
        for span in spans {
            let (taken, used) = fitting(&span.content, room);
            room -= used;
            let all = taken.len() == span.content.len();
            if !taken.is_empty() {
                row.push_span(Span::styled(taken.to_owned(), span.style));
            }
            if !all {
                break;
            }
        }
        if whole > width && width > 0 {
            row.push_span(Span::raw(mark));
        }
        row
    }

    /// A sentence in rows; those after the first are indented by `hang` columns.
    pub fn wrap(&self, line: &[Inked], hang: usize) -> Vec<Row> {
        wrapped(self.spans(line), self.width, hang)
    }

    /// A text line in rows: shingles in it are marked as bands, and rows after the first stand below the text, where
    /// it begins with its name.
    pub fn text(&self, line: &[Inked]) -> Vec<Row> {
        let named = line.first().filter(|span| span.text.ends_with("   "));
        let hang = named.map_or(0, |name| name.text.width().min(self.width / 3));
        if let [verdict] = line
            && matches!(verdict.ink, Ink::Equal | Ink::Unlike)
        {
            let text = format!("  {}  ", self.signs(&verdict.text));
            let style = match verdict.ink {
                Ink::Equal => self.theme.ink(Ink::Equal).not_underlined().reversed(),
                _ => self.theme.ink(Ink::Strong).reversed(),
            };
            return vec![Row::from(vec![Span::raw("  "), Span::styled(text, style)])];
        }
        let mut spans = Vec::new();
        for (at, inked) in line.iter().enumerate() {
            let span = self.span(inked);
            let banded = matches!(inked.ink, Ink::Shingle(_));
            let lined = inked.ink == Ink::Equal;
            let goes_on = line.get(at + 1).is_some_and(|next| next.ink == inked.ink);
            let style = match banded {
                true => span.style.reversed(),
                false => span.style,
            };
            // A band or an underline ends with its last word.
            match span.content.strip_suffix(' ') {
                Some(word) if lined || banded && !goes_on => {
                    spans.push(Span::styled(word.to_owned(), style));
                    spans.push(Span::raw(" "));
                }
                _ => spans.push(Span::styled(span.content.clone(), style)),
            }
        }
        wrapped(spans, self.width, hang)
    }
}

/// As much of the begin of `text` as fits `room` columns, and its width.
fn fitting(text: &str, room: usize) -> (&str, usize) {
    let mut used = 0;
    for (at, c) in text.char_indices() {
        let width = width::of_char(c);
        if used + width > room {
            return (&text[..at], used);
        }
        used += width;
    }
    (text, used)
}

/// Styled text in rows, broken at blanks, and within words that are longer than a row.
pub fn wrapped(spans: Vec<Span<'static>>, width: usize, hang: usize) -> Vec<Row> {
    let width = width.max(1);
    let hang = if hang < width { hang } else { 0 };
    let mut rows = vec![Row::default()];
    let mut used = 0;
    // Pieces of a word, with their styles, that are not placed yet.
    let mut word: Vec<Span<'static>> = Vec::new();
    let place = |rows: &mut Vec<Row>, used: &mut usize, word: &mut Vec<Span<'static>>| {
        let wide: usize = word.columns();
        if *used + wide > width && *used > hang {
            rows.push(Row::from(" ".repeat(hang)));
            *used = hang;
        }
        for span in word.drain(..) {
            let mut rest: &str = &span.content;
            while !rest.is_empty() {
                let (taken, wide) = fitting(rest, width.saturating_sub(*used));
                if taken.is_empty() {
                    if *used <= hang {
                        break;
                    }
                    rows.push(Row::from(" ".repeat(hang)));
                    *used = hang;
                    continue;
                }
                if let Some(row) = rows.last_mut() {
                    row.push_span(Span::styled(taken.to_owned(), span.style));
                }
                *used += wide;
                rest = &rest[taken.len()..];
            }
        }
    };
    for span in spans {
        for part in span.content.split_inclusive(' ') {
            let (text, blank) = match part.strip_suffix(' ') {
                Some(text) => (text, true),
                None => (part, false),
            };
            if !text.is_empty() {
                word.push(Span::styled(text.to_owned(), span.style));
            }
            if blank {
                place(&mut rows, &mut used, &mut word);
                if used < width
                    && let Some(row) = rows.last_mut()
                {
                    row.push_span(Span::styled(" ", span.style));
                    used += 1;
                }
            }
        }
    }
    place(&mut rows, &mut used, &mut word);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::Depth;

    fn look(theme: &Theme, width: usize) -> Look<'_> {
        Look {
            theme,
            glyphs: theme.glyphs(),
            width,
            roomy: false,
            apart: false,
        }
    }

    fn texts(rows: &[Row]) -> Vec<String> {
        let text = |row: &Row| row.spans.iter().map(|s| s.content.as_ref()).collect();
        rows.iter().map(text).collect()
    }

    #[test]
    fn sentences_wrap_at_blanks_and_long_words_within() {
        let theme = Theme::new(Depth::None, false);
        let line = [
            Inked::plain("A   "),
            Inked::plain("one two "),
            Inked::plain("threefour"),
        ];
        let rows = look(&theme, 12).text(&line);
        assert_eq!(texts(&rows), ["A   one two ", "    threefou", "    r"]);
        for width in 1..12 {
            for row in look(&theme, width).text(&line) {
                assert!(row.columns() <= width, "{width}");
            }
        }
    }

    #[test]
    fn cut_text_ends_with_a_mark_and_wide_letters_stay_whole() {
        let theme = Theme::new(Depth::None, false).with_ascii(true);
        let row = look(&theme, 10).cut(&[Inked::plain("日本語 ±1")], 6);
        assert_eq!(texts(&[row]), ["日本~"]);
        assert_eq!(look(&theme, 9).signs("① ±.05 √ ■□"), "1 +/-.05 sqrt #.");
    }
}
