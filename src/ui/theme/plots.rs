//! Styles of plots: tones of lines and bars, backgrounds of strips, and colour scales.

use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Role, Theme};
use crate::plot::Tone;
use crate::plot::ramp::{BLUES, Rgb, shade};

impl Theme {
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

    /// The background of a strip or band behind a plot; `None` if the terminal has no shades
    /// between text and background.
    pub fn strip(&self) -> Option<Style> {
        (self.depth >= Depth::Indexed)
            .then(|| Style::new().bg(Color::Indexed(if self.light { 254 } else { 236 })))
    }

    /// The style of a heat-map cell at `fraction` (0..=1) on the scale: a background with readable
    /// text on it, or a text colour alone if there are no background shades.
    pub fn shade(&self, fraction: f64) -> Style {
        // Colours of the 256-colour cube with evenly spaced lightness, starting next to the
        // background.
        const DARK: [u8; 8] = [234, 17, 18, 24, 31, 73, 115, 157];
        const LIGHT: [u8; 8] = [255, 189, 153, 111, 68, 31, 25, 17];
        let step = steps(fraction, 8);
        match self.depth {
            Depth::None => match step {
                0..=5 => Style::new(),
                _ => Style::new().bold(),
            },
            Depth::Eight | Depth::Sixteen => {
                let colours = if self.light {
                    [Color::Cyan, Color::Blue, Color::Magenta, Color::Red]
                } else {
                    [Color::Blue, Color::Cyan, Color::Green, Color::LightYellow]
                };
                Style::new().fg(colours[step / 2])
            }
            Depth::Indexed => {
                let colours = if self.light { LIGHT } else { DARK };
                let dark = (step < 5) != self.light;
                Style::new()
                    .bg(Color::Indexed(colours[step]))
                    .fg(Color::Indexed(if dark { 255 } else { 16 }))
            }
            Depth::True => {
                let dark = (fraction < 0.6) != self.light;
                Style::new()
                    .bg(ramp(self.light, fraction))
                    .fg(Color::Indexed(if dark { 255 } else { 16 }))
            }
        }
    }

    /// The style of density dots at `fraction` (0..=1) between one and the maximum per cell.
    pub fn density(&self, fraction: f64) -> Style {
        const DARK: [u8; 6] = [67, 74, 80, 115, 157, 230];
        const LIGHT: [u8; 6] = [110, 74, 68, 25, 19, 17];
        let step = steps(fraction, 6);
        match self.depth {
            Depth::None => match step {
                0..=1 => Style::new().add_modifier(Modifier::DIM),
                2..=3 => Style::new(),
                _ => Style::new().bold(),
            },
            Depth::Eight | Depth::Sixteen => match step {
                0..=1 => Style::new().fg(self.pick(Color::Blue, Color::Cyan)),
                2..=3 => Style::new().fg(self.pick(Color::Cyan, Color::Blue)),
                _ => Style::new()
                    .fg(self.pick(Color::LightCyan, Color::Magenta))
                    .bold(),
            },
            Depth::Indexed | Depth::True => {
                let colours = if self.light { LIGHT } else { DARK };
                Style::new().fg(Color::Indexed(colours[step]))
            }
        }
    }
}

/// A continuous colour scale: from a blue near the background to a pale yellow, or from near white
/// to a deep blue. Lightness changes evenly, which is visible with any common kind of colour
/// vision.
fn ramp(light: bool, fraction: f64) -> Color {
    const DARK: [Rgb; 6] = [
        (22, 22, 40),
        (30, 48, 104),
        (24, 92, 136),
        (36, 140, 140),
        (124, 190, 116),
        (244, 230, 132),
    ];
    let (red, green, blue) = shade(if light { BLUES } else { DARK }, fraction);
    Color::Rgb(red, green, blue)
}

/// The index of the one of `count` equal steps that contains `fraction`.
fn steps(fraction: f64, count: usize) -> usize {
    let fraction = if fraction.is_nan() { 0.0 } else { fraction };
    ((fraction.clamp(0.0, 1.0) * count as f64) as usize).min(count - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Approximate lightness of a colour.
    fn light(colour: Option<Color>) -> f64 {
        let i = match colour {
            Some(Color::Indexed(i)) => i,
            Some(Color::Rgb(r, g, b)) => return lightness(r.into(), g.into(), b.into()),
            other => panic!("{other:?}"),
        };
        let level = |l: u8| {
            if l == 0 {
                0.0
            } else {
                55.0 + 40.0 * f64::from(l)
            }
        };
        let (r, g, b) = match i {
            16..=231 => (
                level((i - 16) / 36),
                level((i - 16) / 6 % 6),
                level((i - 16) % 6),
            ),
            232.. => {
                let grey = 8.0 + 10.0 * f64::from(i - 232);
                (grey, grey, grey)
            }
            _ => panic!("one of the 16"),
        };
        lightness(r, g, b)
    }

    fn lightness(r: f64, g: f64, b: f64) -> f64 {
        let linear = |c: f64| (c / 255.0).powf(2.2);
        (0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)).powf(1.0 / 2.2)
    }

    #[test]
    fn shades_change_evenly_and_text_reads_on_each() {
        for (depth, background_is_light) in [
            (Depth::Indexed, false),
            (Depth::Indexed, true),
            (Depth::True, false),
            (Depth::True, true),
        ] {
            let theme = Theme::new(depth, background_is_light);
            let backgrounds: Vec<f64> = (0..8)
                .map(|i| {
                    let style = theme.shade(f64::from(i) / 7.999);
                    let (background, text) = (light(style.bg), light(style.fg));
                    assert!(
                        (background - text).abs() > 0.38,
                        "{background_is_light} {i}: {background} {text}"
                    );
                    background
                })
                .collect();
            let rising = |pair: &[f64]| (pair[0] < pair[1]) != background_is_light;
            assert!(backgrounds.windows(2).all(rising), "{backgrounds:?}");
        }
    }

    #[test]
    fn without_colour_there_is_none() {
        let theme = Theme::new(Depth::None, false);
        for i in 0..=10 {
            for style in [
                theme.shade(f64::from(i) / 10.0),
                theme.density(f64::from(i) / 10.0),
            ] {
                assert_eq!((style.fg, style.bg), (None, None));
            }
        }
        assert_eq!(theme.strip(), None);
        assert_eq!(theme.shade(f64::NAN), theme.shade(0.0));
    }
}
