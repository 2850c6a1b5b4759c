//! Colours of a similarity beside a threshold: cold and dark below it, a ramp from it to 1 above it, so that
//! what is just below and what is just above are told apart at a glance.

use ratatui::style::Color::{
    Blue, Cyan, DarkGray, Gray, Green, Indexed, LightGreen, LightYellow, Magenta, Red, Rgb, Yellow,
};
use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Theme};

/// A colour as red, green and blue.
type Parts = (u8, u8, u8);

/// Stops of the ramps of 24-bit colour, evenly spaced: below the threshold, from it to just below 1, and 1.
struct Ramps {
    below: [Parts; 2],
    above: [Parts; 4],
    one: Parts,
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

impl Theme {
    /// The style of a cell for a similarity in 0..=1 beside a threshold. The cell also shows the value or a
    /// sign.
    pub fn heat(&self, value: f64, threshold: f64) -> Style {
        let share = share(value, threshold);
        match self.depth {
            Depth::None => match share {
                Share::Below(_) => Style::new().add_modifier(Modifier::DIM),
                Share::Above(at) if at < 0.5 => Style::new(),
                Share::Above(_) => Style::new().add_modifier(Modifier::UNDERLINED),
                Share::One => Style::new().bold(),
            },
            Depth::Eight | Depth::Sixteen => Style::new().fg(self.few(share)),
            Depth::Indexed => {
                let (background, text) = self.indexed(share);
                Style::new().bg(Indexed(background)).fg(Indexed(text))
            }
            Depth::True => {
                let background = ramp(if self.light { &LIGHT } else { &DARK }, share);
                let text = match (self.light, share) {
                    (true, Share::Below(_)) => (74, 78, 92),
                    (false, Share::Below(_)) => (168, 174, 192),
                    _ if luminance(background) > 0.179 => (0, 0, 0),
                    _ => (255, 255, 255),
                };
                let colour = |(r, g, b): Parts| Rgb(r, g, b);
                Style::new().bg(colour(background)).fg(colour(text))
            }
        }
    }

    /// Colours of the terminal's own palette.
    fn few(&self, share: Share) -> Color {
        const DARK: [Color; 3] = [Cyan, Green, LightGreen];
        const LIGHT: [Color; 3] = [Blue, Green, Magenta];
        let step = |at: f64| ((at * 3.0) as usize).min(2);
        match (share, self.light) {
            (Share::Below(_), true) => DarkGray,
            (Share::Below(_), false) => Gray,
            (Share::Above(at), true) => LIGHT[step(at)],
            (Share::Above(at), false) => DARK[step(at)],
            (Share::One, true) => Red,
            (Share::One, false) if self.depth == Depth::Eight => Yellow,
            (Share::One, false) => LightYellow,
        }
    }

    /// Background and text in the 256 colours.
    fn indexed(&self, share: Share) -> (u8, u8) {
        const DARK_ABOVE: [u8; 5] = [23, 30, 72, 143, 179];
        const LIGHT_ABOVE: [u8; 5] = [152, 115, 150, 186, 222];
        let step = |at: f64| ((at * 5.0) as usize).min(4);
        match (share, self.light) {
            (Share::Below(at), false) => ([234, 236][usize::from(at >= 0.5)], 250),
            (Share::Below(at), true) => ([255, 253][usize::from(at >= 0.5)], 240),
            (Share::Above(at), false) => (DARK_ABOVE[step(at)], if at < 0.4 { 255 } else { 16 }),
            (Share::Above(at), true) => (LIGHT_ABOVE[step(at)], 16),
            (Share::One, false) => (221, 16),
            (Share::One, true) => (215, 16),
        }
    }
}

/// Where a similarity stands: below the threshold or from it to 1, as a share of that range, or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
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

fn ramp(ramps: &Ramps, share: Share) -> Parts {
    match share {
        Share::One => ramps.one,
        // Values far below the threshold need not be told apart.
        Share::Below(at) => between(&ramps.below, ((at - 0.5) * 2.0).clamp(0.0, 1.0)),
        Share::Above(at) => between(&ramps.above, at),
    }
}

/// The colour at a share of the way along `stops`.
fn between(stops: &[Parts], share: f64) -> Parts {
    let last = stops.len() - 1;
    let at = share.clamp(0.0, 1.0) * last as f64;
    let from = (at as usize).min(last);
    let (a, b) = (stops[from], stops[(from + 1).min(last)]);
    let rest = at - from as f64;
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * rest).round() as u8;
    (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
}

/// Relative luminance of a colour, as the Web Content Accessibility Guidelines define it.
fn luminance((r, g, b): Parts) -> f64 {
    let linear = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(colour: Option<Color>) -> Parts {
        match colour {
            Some(Rgb(r, g, b)) => (r, g, b),
            other => panic!("{other:?} is not a 24-bit colour"),
        }
    }

    #[test]
    fn values_can_be_read_in_their_cells() {
        for light in [false, true] {
            let theme = Theme::new(Depth::True, light);
            for value in 0..=100 {
                let style = theme.heat(f64::from(value) / 100.0, 0.8);
                let (a, b) = (luminance(parts(style.fg)), luminance(parts(style.bg)));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(contrast >= 4.5, "{value}, light {light}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn the_threshold_is_a_step_and_one_is_its_own() {
        for depth in [
            Depth::None,
            Depth::Eight,
            Depth::Sixteen,
            Depth::Indexed,
            Depth::True,
        ] {
            for light in [false, true] {
                for threshold in [0.3, 0.8, 0.95] {
                    let heat = |value| Theme::new(depth, light).heat(value, threshold);
                    assert_ne!(heat(threshold - 0.001), heat(threshold));
                    assert_ne!(heat(0.999), heat(1.0));
                }
            }
        }
    }
}
