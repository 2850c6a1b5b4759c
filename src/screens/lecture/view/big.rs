//! The large number of a slide: digits of 3 × 5 dots, drawn as half blocks, or as ASCII signs. A value with a character
//! without dots is written in ordinary letters.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::look::{Look, OwnedLine};
use crate::lecture::{Ink, Span as Inked};
use crate::typeset::figures::Glyphs;
use crate::ui::LineWidth;

/// Rows of dots in a sign.
const HEIGHT: usize = 5;

/// Cells of a dot at most.
const LARGEST: usize = 5;

/// Columns that the sentence beside a number needs; with fewer it is below.
const BESIDE: usize = 30;

/// The dots of a sign, row by row.
fn dots(c: char) -> Option<[&'static str; HEIGHT]> {
    Some(match c {
        '0' => ["###", "# #", "# #", "# #", "###"],
        '1' => [" # ", "## ", " # ", " # ", "###"],
        '2' => ["###", "  #", "###", "#  ", "###"],
        '3' => ["###", "  #", "###", "  #", "###"],
        '4' => ["# #", "# #", "###", "  #", "  #"],
        '5' => ["###", "#  ", "###", "  #", "###"],
        '6' => ["###", "#  ", "###", "# #", "###"],
        '7' => ["###", "  #", "  #", "  #", "  #"],
        '8' => ["###", "# #", "###", "# #", "###"],
        '9' => ["###", "# #", "###", "  #", "###"],
        ',' => ["  ", "  ", "  ", " #", "# "],
        '/' => ["  #", "  #", " # ", "#  ", "#  "],
        _ => return None,
    })
}

/// The dots of a number, each `scale` wide and high; `None` if a sign has none.
fn raster(value: &str, scale: usize) -> Option<Vec<Vec<bool>>> {
    let mut rows = vec![Vec::new(); HEIGHT * scale];
    for (at, c) in value.chars().enumerate() {
        let sign = dots(c)?;
        for (y, row) in rows.iter_mut().enumerate() {
            if at > 0 {
                row.extend(std::iter::repeat_n(false, scale));
            }
            for dot in sign[y / scale].chars() {
                row.extend(std::iter::repeat_n(dot == '#', scale));
            }
        }
    }
    Some(rows)
}

/// The number in rows of cells.
fn digits(value: &str, scale: usize, glyphs: Glyphs) -> Option<Vec<String>> {
    let rows = raster(value, scale)?;
    let cells = |top: &[bool], bottom: Option<&Vec<bool>>| -> String {
        let below = |x: usize| bottom.is_some_and(|row| row[x]);
        let cell = |x: usize| match (top[x], below(x)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        };
        (0..top.len()).map(cell).collect()
    };
    Some(match glyphs {
        Glyphs::Unicode => {
            let pairs = rows.chunks(2);
            pairs.map(|pair| cells(&pair[0], pair.get(1))).collect()
        }
        // A sign is twice as high as wide, so a row of dots out of two is a row of signs.
        Glyphs::Ascii => {
            let kept = rows.iter().step_by(scale.min(2));
            let row =
                |row: &Vec<bool>| row.iter().map(|dot| if *dot { '#' } else { ' ' }).collect();
            kept.map(row).collect()
        }
    })
}

/// A large number and what it is, in at most `room` rows if it can be.
pub fn rows(value: &str, says: &[Inked], room: usize, look: Look<'_>) -> Vec<OwnedLine> {
    let mut best = None;
    for scale in 1..=LARGEST {
        let Some(drawn) = digits(value, scale, look.theme.glyphs()) else {
            break;
        };
        let wide = drawn.first().map_or(0, |row| row.chars().count());
        let beside = look.width.saturating_sub(wide + 6);
        let below = beside < BESIDE;
        let sentence = look.sentence(says, if below { look.width } else { beside });
        let high = if below {
            drawn.len() + 1 + sentence.len()
        } else {
            drawn.len().max(sentence.len())
        };
        if scale == 1 || wide + 2 <= look.width && high <= room {
            best = Some((drawn, sentence, below, wide));
        }
    }
    let strong = look.theme.ink(Ink::Strong);
    match best {
        Some((drawn, sentence, below, wide)) if wide + 2 <= look.width => {
            laid_out(drawn, sentence, below, strong)
        }
        _ => {
            let mut line = vec![Inked::new(format!("{value}   "), Ink::Strong)];
            line.extend(says.iter().cloned());
            look.sentence(&line, look.width)
        }
    }
}

fn laid_out(
    drawn: Vec<String>,
    sentence: Vec<OwnedLine>,
    below: bool,
    strong: Style,
) -> Vec<OwnedLine> {
    let digits = drawn.len();
    let indent = Span::raw("  ");
    let row = |row| Line::from(vec![indent.clone(), Span::styled(row, strong)]);
    let mut rows: Vec<OwnedLine> = drawn.into_iter().map(row).collect();
    if below {
        rows.push(OwnedLine::default());
        rows.extend(sentence);
        return rows;
    }
    // The sentence is beside the middle of the digits.
    let first = digits.saturating_sub(sentence.len()) / 2;
    let wide = rows.first().map_or(0, LineWidth::columns);
    for (at, line) in sentence.into_iter().enumerate() {
        let y = first + at;
        if y >= rows.len() {
            rows.push(OwnedLine::from(" ".repeat(wide)));
        }
        rows[y].push_span("    ");
        rows[y].spans.extend(line.spans);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::{Depth, Theme};

    fn text(rows: &[OwnedLine]) -> String {
        let row = |row: &OwnedLine| {
            let text: String = row.spans.iter().map(|span| span.content.as_ref()).collect();
            text.trim_end().to_owned() + "\n"
        };
        rows.iter().map(row).collect()
    }

    #[test]
    fn digits_are_drawn_and_what_has_no_dots_is_written() {
        let theme = Theme::new(Depth::None, false);
        let look = Look {
            theme: &theme,
            width: 60,
        };
        let says = [Inked::plain("is what they share")];
        let drawn = text(&rows("2/6", &says, 3, look));
        assert_eq!(
            drawn,
            "  ▀▀█   █ █▀▀\n  █▀▀ ▄▀  █▀█    is what they share\n  ▀▀▀ ▀   ▀▀▀\n"
        );
        assert_eq!(text(&rows("∞", &says, 3, look)), "∞   is what they share\n");
        let theme = Theme::new(Depth::None, false).with_ascii(true);
        let ascii = Look {
            theme: &theme,
            ..look
        };
        let drawn = text(&rows("1", &[], 5, ascii));
        assert_eq!(drawn, "    ##\n  ####\n    ##\n    ##\n  ######\n");
    }
}
