//! Colour scales: of a similarity beside a threshold, of cells of a heat map, of densities; and tones of plots.

use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Role, Theme};
use crate::plot::Tone;
use crate::plot::ramp::{BLUES, Rgb, shade};

/// Stops of the scale of a similarity: below the threshold, from it to just below 1, and 1.
struct Ramps {
    below: [Rgb; 2],
    above: [Rgb; 4],
    one: Rgb,
}

const DARK: Ramps = Ramps {
    below: [(28, 29, 38), (46, 54, 80)],
    above: [
        (18, 92, 104),
        (44, 132, 112),
        (118, 168, 88),
        (206, 190, 84),
    ],
    one: (244, 218, 120),
};

const LIGHT: Ramps = Ramps {
    below: [(250, 250, 252), (222, 226, 240)],
    above: [
        (176, 222, 222),
        (160, 214, 176),
        (206, 222, 128),
        (246, 214, 106),
    ],
    one: (242, 186, 70),
};

/// Where a similarity stands: below the threshold or from it to 1, as a share of that range, or 1.
#[derive(Clone, Copy)]
enum Share {
    Below(f64),
    Above(f64),
    One,
}

fn share(value: f64, threshold: f64) -> Share {
    if value >= 1.0 {
        Share::One
    } else if value >= threshold {
        Share::Above((value - threshold) / (1.0 - threshold).max(1e-9))
    } else {
        Share::Below(value / threshold.max(1e-9))
    }
}

impl Theme {
    /// The style of a cell for a similarity in 0..=1 beside a threshold: cold below it, a ramp from it to 1. The cell
    /// also shows the value or a sign.
    pub fn heat(&self, value: f64, threshold: f64) -> Style {
        let share = share(value, threshold);
        match self.depth() {
            Depth::None => match share {
                Share::Below(_) => Style::new().add_modifier(Modifier::DIM),
                Share::Above(at) if at < 0.5 => Style::new(),
                Share::Above(_) => Style::new().add_modifier(Modifier::UNDERLINED),
                Share::One => Style::new().bold(),
            },
            Depth::Sixteen => Style::new().fg(match share {
                Share::Below(_) => self.pick(Color::Gray, Color::DarkGray),
                Share::Above(at) if at < 0.5 => self.pick(Color::Cyan, Color::Blue),
                Share::Above(_) => Color::Green,
                Share::One => self.pick(Color::LightYellow, Color::Red),
            }),
            Depth::Indexed | Depth::True => {
                let ramps = if self.light { &LIGHT } else { &DARK };
                on(match share {
                    // Values far below the threshold need not be told apart.
                    Share::Below(at) => shade(&ramps.below, (at - 0.5) * 2.0),
                    Share::Above(at) => shade(&ramps.above, at),
                    Share::One => ramps.one,
                })
            }
        }
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
        const DARK: [Rgb; 6] = [
            (22, 22, 40),
            (30, 48, 104),
            (24, 92, 136),
            (36, 140, 140),
            (124, 190, 116),
            (244, 230, 132),
        ];
        match self.depth() {
            Depth::None if step(fraction, 4) == 3 => Style::new().bold(),
            Depth::None => Style::new(),
            Depth::Sixteen => Style::new().fg(self.few(fraction)),
            Depth::Indexed | Depth::True => {
                on(shade(if self.light { &BLUES } else { &DARK }, fraction))
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
            [Color::Blue, Color::Cyan, Color::Green, Color::LightYellow]
        };
        colours[step(fraction, 4)]
    }
}

/// Black or white text, whichever is easier to read, on a background.
fn on(background: Rgb) -> Style {
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
pub fn luminance((red, green, blue): Rgb) -> f64 {
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
