//! The characters of tones and shades, and whether lines need them.

use crate::plot::{Figure, Tone};
use crate::typeset::figures::Glyphs;
use crate::ui::theme::{Depth, Theme};

/// Whether lines carry marks: if there are several and no colours to distinguish them.
pub fn marked(figure: &Figure, depth: Depth) -> bool {
    depth == Depth::None && figure.has_lines()
}

/// The mark of a tone: on points, and on lines where colour does not distinguish them.
pub fn point(tone: Tone, glyphs: Glyphs) -> char {
    let (unicode, ascii) = match tone {
        Tone::Plain => ('●', 'o'),
        Tone::First => ('■', '#'),
        Tone::Second => ('▲', '^'),
        Tone::Third => ('◆', '*'),
        Tone::Good => ('+', '+'),
        Tone::Bad => ('×', 'x'),
        Tone::Dim => ('·', '.'),
    };
    glyphs.pick(unicode, ascii)
}

/// The character of a vertical rule.
pub fn rule(tone: Tone, glyphs: Glyphs) -> char {
    match tone {
        Tone::Plain => glyphs.pick('│', '|'),
        _ => glyphs.pick('┆', ';'),
    }
}

/// The fill character of a strip if there is no background shade.
pub fn strip(tone: Tone, glyphs: Glyphs) -> char {
    match tone {
        Tone::Dim => glyphs.pick('╱', '/'),
        _ => glyphs.pick('░', ':'),
    }
}

/// The character of a full bar cell; without colour, tones differ in pattern.
pub fn bar(tone: Tone, theme: &Theme) -> char {
    let woven = tone == Tone::Bad && theme.depth() == Depth::None;
    match theme.glyphs() {
        Glyphs::Unicode if woven => '▒',
        Glyphs::Unicode => '█',
        Glyphs::Ascii if woven => '%',
        Glyphs::Ascii => '#',
    }
}

/// A bar cell filled to `share` (0..=1) from below; never empty.
pub fn part_of_bar(tone: Tone, share: f64, theme: &Theme) -> char {
    const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    match bar(tone, theme) {
        '█' => EIGHTHS[((share * 8.0).ceil() as usize).clamp(1, 8) - 1],
        block if share >= 0.5 => block,
        '▒' => '░',
        _ => '.',
    }
}

/// The character of a cell at `fraction` (0..=1) on the scale, without background shades.
pub fn shade(fraction: f64, glyphs: Glyphs) -> char {
    const UNICODE: [char; 5] = [' ', '░', '▒', '▓', '█'];
    const ASCII: [char; 5] = [' ', '.', ':', '*', '#'];
    let step = ((fraction.clamp(0.0, 1.0) * 5.0) as usize).min(4);
    glyphs.pick(UNICODE, ASCII)[step]
}
