//! Colours of all themes, held against what eyes can tell apart.

use super::palette::{Colours, RgbParts, all};
use super::*;

/// Relative luminance, 0..=1 (WCAG 2.2).
fn luminance(parts: RgbParts) -> f64 {
    let part = |value: u8| {
        let share = f64::from(value) / 255.0;
        if share <= 0.040_45 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * part(parts.0) + 0.7152 * part(parts.1) + 0.0722 * part(parts.2)
}

fn contrast(a: RgbParts, b: RgbParts) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn rgb(colour: Color) -> RgbParts {
    match colour {
        Color::Rgb(red, green, blue) => (red, green, blue),
        Color::Indexed(n @ 16..=231) => {
            let step = |at: u8| [0, 95, 135, 175, 215, 255][usize::from(at)];
            let n = n - 16;
            (step(n / 36), step(n / 6 % 6), step(n % 6))
        }
        Color::Indexed(n @ 232..) => (8 + 10 * (n - 232), 8 + 10 * (n - 232), 8 + 10 * (n - 232)),
        other => panic!("{other:?} depends on the terminal"),
    }
}

fn with_colours() -> impl Iterator<Item = (&'static Palette, &'static Colours, Theme)> {
    all().iter().filter_map(|palette| {
        let colours = palette.colours.as_ref()?;
        let theme = Theme::new(Depth::True, colours.light);
        Some((palette, colours, theme))
    })
}

#[test]
fn text_stands_out_from_its_background_and_so_do_marks() {
    let texts = [
        Role::Text,
        Role::Dim,
        Role::Title,
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
    let marks = [Role::BorderFocus, Role::Bar];
    let mut poor = Vec::new();
    for (palette, colours, theme) in with_colours() {
        let mut check = |what: String, style: ratatui::style::Style, least: f64| {
            let text = rgb(colours.colour(style.fg.unwrap_or(Color::Reset), colours.text));
            let background =
                rgb(colours.colour(style.bg.unwrap_or(Color::Reset), colours.background));
            let contrast = contrast(text, background);
            if contrast < least {
                poor.push(format!("{} {what}: {contrast:.2}", palette.name));
            }
        };
        for role in texts {
            check(format!("{role:?}"), theme.style(role), 4.5);
        }
        for role in marks {
            check(format!("{role:?}"), theme.style(role), 3.0);
        }
        // The interval of the row under the cursor, and marks of plots, stand on the background of bands.
        let band = theme.strip().unwrap_or_default();
        for role in [Role::Bar, Role::Threshold, Role::Warning, Role::Title] {
            check(
                format!("{role:?} on a band"),
                theme.style(role).patch(band),
                3.0,
            );
        }
        for number in 0..6 {
            check(format!("passage {number}"), theme.passage(number), 4.5);
            check(format!("source {number}"), theme.source_sign(number), 3.0);
        }
        for chosen in [false, true] {
            check(format!("lit, {chosen}"), theme.lit_passage(0, chosen), 4.5);
        }
        check("own words".into(), theme.own_words(), 4.5);
        check("changed left".into(), theme.changed(false), 4.5);
        check("changed right".into(), theme.changed(true), 4.5);
    }
    assert!(poor.is_empty(), "{poor:#?}");
}

/// A colour as somebody with this kind of vision sees it: the matrices for the severest form of Machado, Oliveira
/// and Fernandes (2009), on linear values.
fn seen(matrix: [[f64; 3]; 3], parts: RgbParts) -> [f64; 3] {
    let linear = [parts.0, parts.1, parts.2].map(|value| {
        let share = f64::from(value) / 255.0;
        if share <= 0.040_45 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    });
    matrix.map(|row| {
        row.iter()
            .zip(linear)
            .map(|(a, b)| a * b)
            .sum::<f64>()
            .clamp(0.0, 1.0)
    })
}

/// CIE 1976 L*a*b* of linear values, white D65.
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
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
    const KINDS: [(&str, [[f64; 3]; 3]); 3] = [
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];
    // A difference that is seen side by side is about 2.
    const LEAST: f64 = 6.0;
    let mut near = Vec::new();
    for light in [false, true] {
        let theme = Theme::new(Depth::True, light);
        for (kind, matrix) in KINDS {
            let colours: Vec<[f64; 3]> = (0..6)
                .map(|i| rgb(theme.source_sign(i).fg.unwrap()))
                .map(|parts| lab(seen(matrix, parts)))
                .collect();
            for (i, a) in colours.iter().enumerate() {
                for (j, b) in colours.iter().enumerate().skip(i + 1) {
                    let apart = a
                        .iter()
                        .zip(b)
                        .map(|(a, b)| (a - b).powi(2))
                        .sum::<f64>()
                        .sqrt();
                    if apart < LEAST {
                        near.push(format!("light {light} {kind}: {i} {j} {apart:.1}"));
                    }
                }
            }
        }
    }
    assert!(near.is_empty(), "{near:#?}");
}
