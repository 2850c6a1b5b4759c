//! Colour scales: of a similarity beside a threshold, of cells of a heat map, of densities; and tones of plots.

use ratatui::style::{Color, Style};

use super::{Depth, Role, Theme};
use crate::plot::Tone;
use crate::plot::ramp::{BLUES, RgbTriple, shade};

impl Theme {
    /// The style of a cell for a similarity in 0..=1 beside a threshold: its shade has a step at the threshold and another
    /// one at 1. The cell also shows the value or a sign.
    pub fn heat(&self, value: f64, threshold: f64) -> Style {
        // Cells with the same figure, of two decimals, have the same shade.
        let figure = (value * 100.0).round() / 100.0;
        self.shade(if value >= 1.0 {
            1.0
        } else if value >= threshold {
            0.4 + 0.34 * (figure - threshold).max(0.0) / (1.0 - threshold).max(1e-9)
        } else {
            0.2 * value / threshold.max(1e-9)
        })
    }

    /// The style of a line, bar or point of `tone`. Glyphs distinguish tones as well.
    pub fn tone(&self, tone: Tone) -> Style {
        let colour = match tone {
            Tone::Plain => return Style::new().bold(),
            Tone::Dim => return self.style(Role::Dim),
            Tone::First => self.pick(Color::Cyan, Color::Blue),
            Tone::Second => Color::Magenta,
            Tone::Third => Color::Green,
            Tone::Good => self.pick(Color::LightBlue, Color::Cyan),
            Tone::Bad => self.pick(Color::LightRed, Color::Red),
        };
        self.coloured(colour)
    }

    /// The style of a heat-map cell at `fraction` (0..=1) on the scale: a background with readable
    /// text on it, or a text colour alone if there are no background shades.
    pub fn shade(&self, fraction: f64) -> Style {
        const DARK: [RgbTriple; 6] = [
            (22, 22, 40),
            (30, 48, 104),
            (24, 92, 136),
            (36, 140, 140),
            (124, 190, 116),
            (244, 230, 132),
        ];
        match self.depth() {
            Depth::None => match step(fraction, 4) {
                0 => Style::new().dim(),
                1 => Style::new(),
                2 => Style::new().underlined(),
                _ => Style::new().bold(),
            },
            Depth::Sixteen => Style::new().fg(self.few(fraction)),
            Depth::Indexed | Depth::True => {
                style_on(shade(if self.light { &BLUES } else { &DARK }, fraction))
            }
        }
    }

    /// The colour of density dots at `fraction` (0..=1) between one and the most per cell.
    pub fn density(&self, fraction: f64) -> Color {
        match self.depth() {
            Depth::None => Color::Reset,
            _ => self.few(fraction),
        }
    }

    /// The colour of the terminal's own palette for a `fraction` of a scale.
    fn few(&self, fraction: f64) -> Color {
        let colours = if self.light {
            [Color::Cyan, Color::Blue, Color::Magenta, Color::Red]
        } else {
            [
                Color::LightBlue,
                Color::Cyan,
                Color::Green,
                Color::LightYellow,
            ]
        };
        colours[step(fraction, 4)]
    }
}

/// Black or white text, whichever is easier to read, on a background.
fn style_on(background: RgbTriple) -> Style {
    let (red, green, blue) = background;
    let text = if luminance(background) > 0.179 {
        16
    } else {
        231
    };
    Style::new()
        .bg(Color::Rgb(red, green, blue))
        .fg(Color::Indexed(text))
}

/// Relative luminance of a colour, as the Web Content Accessibility Guidelines define it.
pub fn luminance((red, green, blue): RgbTriple) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// The index of the one of `count` equal steps that contains `fraction`.
fn step(fraction: f64, count: usize) -> usize {
    ((fraction.clamp(0.0, 1.0) * count as f64) as usize).min(count - 1)
}
