//! Colours for print, after Okabe and Ito (2008) and Tol (2021): distinguishable with any common
//! kind of colour vision, dark enough for a white background. Shades are a ramp of one blue.

use crate::plot::Tone;
use crate::plot::ramp::{self, RgbTriple};

/// Text and the main series.
pub const INK: RgbTriple = (0x22, 0x22, 0x22);
/// Axes and notes.
pub const GREY: RgbTriple = (0x66, 0x66, 0x66);
/// Grid lines.
pub const FAINT: RgbTriple = (0xe4, 0xe4, 0xe4);
/// The best cell.
pub const BEST: RgbTriple = (0xd5, 0x5e, 0x00);

/// Colour of a tone.
pub fn colour_of(tone: Tone) -> RgbTriple {
    match tone {
        Tone::Plain => INK,
        Tone::First => (0x00, 0x72, 0xb2),
        Tone::Second => (0xaa, 0x33, 0x77),
        Tone::Third => (0x00, 0x8a, 0x64),
        Tone::Good => (0x2f, 0x9f, 0xd8),
        Tone::Bad => (0xd5, 0x5e, 0x00),
        Tone::Dim => (0x88, 0x88, 0x88),
    }
}

/// Paler colour of a tone, for large areas.
pub fn pale(tone: Tone) -> RgbTriple {
    let colour = colour_of(tone);
    let mix = |c: u8| (f64::from(c) * 0.5 + 255.0 * 0.5).round() as u8;
    (mix(colour.0), mix(colour.1), mix(colour.2))
}

/// Shade at a relative position on the scale of blues, 0..=1.
pub fn shade(position: f64) -> RgbTriple {
    ramp::shade(&ramp::BLUES, position)
}

/// Colour of text on the [`shade`] at `position`: ink or white, whichever has more contrast.
pub fn on_shade(position: f64) -> RgbTriple {
    if position < 0.669 {
        INK
    } else {
        (0xff, 0xff, 0xff)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance, as defined by WCAG.
    fn luminance(colour: RgbTriple) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
    }

    /// Contrast of two colours, 1..=21, as defined by WCAG.
    fn contrast(a: RgbTriple, b: RgbTriple) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_tone_has_contrast_on_white() {
        use Tone::*;
        for tone in [Plain, First, Second, Third, Good, Bad, Dim] {
            let ratio = contrast(colour_of(tone), (255, 255, 255));
            assert!(ratio >= 2.9, "{tone:?} {ratio}");
        }
    }

    #[test]
    fn shades_darken_and_text_is_readable() {
        for i in 0..=100 {
            let position = f64::from(i) / 100.0;
            let ratio = contrast(shade(position), on_shade(position));
            assert!(ratio >= 3.9, "{position} {ratio}");
            let next = luminance(shade((position + 0.01).min(1.0)));
            assert!(next <= luminance(shade(position)));
        }
    }
}
