//! Colours of all themes, compared with what eyes can distinguish.

use super::palette::{Colours, Rgb, all, indexed};
use super::scales::luminance;
use super::*;
use crate::lecture::Ink;

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let [a, b] = [a, b].map(|colour| luminance((colour.0, colour.1, colour.2)) + 0.05);
    a.max(b) / a.min(b)
}

fn rgb(colour: Color) -> Rgb {
    match colour {
        Color::Rgb(red, green, blue) => Rgb(red, green, blue),
        Color::Indexed(n @ 16..=231) => {
            let step = |at: u8| [0, 95, 135, 175, 215, 255][usize::from(at % 6)];
            let n = n - 16;
            Rgb(step(n / 36), step(n / 6), step(n))
        }
        Color::Indexed(n @ 232..) => {
            let level = 8 + 10 * (n - 232);
            Rgb(level, level, level)
        }
        other => panic!("{other:?} depends on the terminal"),
    }
}

#[test]
fn text_stands_out_from_its_background_and_so_do_marks() {
    let texts = [
        Role::Text,
        Role::Dim,
        Role::Title,
        Role::Selected,
        Role::Key,
        Role::Match,
        Role::Exact,
        Role::Estimate,
        Role::Threshold,
        Role::Warning,
        Role::Error,
        Role::OnlyLeft,
        Role::OnlyRight,
    ];
    let with_colours = |palette: &'static Palette| Some((palette, palette.colours.as_ref()?));
    let mut poor = Vec::new();
    for (palette, colours) in all().iter().filter_map(with_colours) {
        let theme = Theme::new(Depth::True, colours.light);
        let mut check = |what: String, style: Style, least: f64| {
            let shown = |colour: Option<Color>, own| {
                rgb(Colours::colour(
                    colours,
                    colour.unwrap_or(Color::Reset),
                    own,
                ))
            };
            let text = shown(style.fg, colours.text);
            let contrast = contrast(text, shown(style.bg, colours.background));
            if contrast < least {
                poor.push(format!("{} {what}: {contrast:.2}", palette.name));
            }
        };
        for role in texts {
            check(format!("{role:?}"), theme.style(role), 4.5);
        }
        for role in [Role::BorderFocus, Role::Bar] {
            check(format!("{role:?}"), theme.style(role), 3.0);
        }
        for number in 0..6 {
            check(format!("passage {number}"), theme.passage(number), 4.5);
            check(
                format!("shingle {number}"),
                theme.ink(Ink::Shingle(number as u8)),
                3.0,
            );
        }
        for chosen in [false, true] {
            check(format!("lit, {chosen}"), theme.lit_passage(0, chosen), 4.5);
            check(format!("changed, {chosen}"), theme.changed(chosen), 4.5);
        }
        for value in 0..=100 {
            let value = f64::from(value) / 100.0;
            check(format!("heat {value}"), theme.heat(value, 0.8), 4.5);
            check(format!("shade {value}"), theme.shade(value), 4.5);
        }
    }
    assert!(poor.is_empty(), "{poor:#?}");
}

#[test]
fn colours_on_an_unknown_background_stand_out_from_black_and_from_white() {
    let mut theme = Theme::new(Depth::True, false);
    theme.guessed = true;
    for role in [
        Role::Dim,
        Role::Key,
        Role::Match,
        Role::Warning,
        Role::Error,
        Role::Bar,
    ] {
        let tone = rgb(palette::neutral(theme.style(role).fg.unwrap()));
        for background in [Rgb(0, 0, 0), Rgb(255, 255, 255)] {
            let contrast = contrast(tone, background);
            assert!(contrast >= 4.0, "{role:?}: {contrast:.2}");
        }
    }
    for style in [
        theme.lit_passage(0, true),
        theme.changed(true),
        theme.shade(0.5),
    ] {
        assert_eq!(style.bg, None);
    }
}

#[test]
fn the_threshold_is_a_step_and_one_is_its_own() {
    for depth in [Depth::None, Depth::Sixteen, Depth::Indexed, Depth::True] {
        for light in [false, true] {
            for threshold in [0.3, 0.8, 0.95] {
                let heat = |value| {
                    let style = Theme::new(depth, light).heat(value, threshold);
                    (style.bg.map(indexed), style.fg, style.add_modifier)
                };
                assert_ne!(heat(threshold - 0.001), heat(threshold));
                assert_ne!(heat(0.999), heat(1.0));
            }
        }
    }
}

#[test]
fn without_colour_there_is_none() {
    let theme = Theme::new(Depth::None, false);
    for fraction in [0.0, 0.3, 0.7, 1.0, f64::NAN] {
        let style = theme.shade(fraction);
        assert_eq!((style.fg, style.bg), (None, None));
        assert_eq!(theme.density(fraction), Color::Reset);
    }
}

/// A colour as somebody with this kind of vision sees it, in CIE 1976 L*a*b* (white D65): the matrices for the severest
/// form of Machado, Oliveira and Fernandes (2009), on linear values.
fn seen(matrix: [[f64; 3]; 3], colour: Rgb) -> [f64; 3] {
    let linear = [colour.0, colour.1, colour.2].map(|part| luminance((part, part, part)));
    let [red, green, blue] = matrix.map(|row| {
        let sum: f64 = row.iter().zip(linear).map(|(a, b)| a * b).sum();
        sum.clamp(0.0, 1.0)
    });
    let xyz = [
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    ];
    let [x, y, z] = xyz.map(|t: f64| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[test]
fn sources_are_told_apart_with_the_common_kinds_of_colour_blindness() {
    const PROTANOPIA: [[f64; 3]; 3] = [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ];
    const DEUTERANOPIA: [[f64; 3]; 3] = [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ];
    const TRITANOPIA: [[f64; 3]; 3] = [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ];
    // A difference that is seen side by side is about 2.
    const LEAST: f64 = 6.0;
    for light in [false, true] {
        let theme = Theme::new(Depth::True, light);
        let shingle = |i| theme.ink(Ink::Shingle(i)).fg;
        let shingles: Vec<Color> = (0..6).filter_map(shingle).collect();
        for matrix in [PROTANOPIA, DEUTERANOPIA, TRITANOPIA] {
            for (i, a) in shingles.iter().enumerate() {
                for b in &shingles[i + 1..] {
                    let [a, b] = [*a, *b].map(|colour| seen(matrix, rgb(colour)));
                    let parts = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
                    let apart = parts.sum::<f64>().sqrt();
                    assert!(apart >= LEAST, "light {light}: {i} {apart:.1}");
                }
            }
        }
    }
}
