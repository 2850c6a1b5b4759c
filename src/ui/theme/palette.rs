//! Themes: the colours that stand for the sixteen names of a terminal's palette, for text and for its background.
//!
//! Screens are drawn in names. A theme gives each name a colour when the frame is done, as a terminal's own colour
//! scheme would, and paints the background. The theme `terminal` leaves all to the terminal.

use std::sync::LazyLock;

use anyhow::{Context, ensure};
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use serde::Deserialize;

use super::depth::Depth;

/// The name of the theme that leaves colours to the terminal.
pub const DEFAULT_THEME: &str = "terminal";

/// A colour as red, green and blue.
pub type RgbParts = (u8, u8, u8);

/// The colours of a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Its name in config files.
    pub name: String,
    /// What it is, in a few words.
    pub about: String,
    /// Its colours; `None` for those of the terminal.
    pub colours: Option<Colours>,
}

/// The colours of a theme that has its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Whether text is dark on a light background.
    pub light: bool,
    /// Text.
    pub text: RgbParts,
    /// What text stands on.
    pub background: RgbParts,
    dim: RgbParts,
    border: RgbParts,
    strip: RgbParts,
    names: [RgbParts; 16],
}

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    about: String,
    light: bool,
    text: String,
    background: String,
    dim: String,
    border: String,
    strip: String,
    colours: toml::Table,
}

/// The names of the sixteen colours, in the order of their numbers.
const NAMES: [&str; 16] = [
    "black",
    "red",
    "green",
    "yellow",
    "blue",
    "magenta",
    "cyan",
    "white",
    "bright-black",
    "bright-red",
    "bright-green",
    "bright-yellow",
    "bright-blue",
    "bright-magenta",
    "bright-cyan",
    "bright-white",
];

/// The themes that the program has.
static ALL: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    let files = [
        ("ink", include_str!("../../../assets/themes/ink.toml")),
        ("paper", include_str!("../../../assets/themes/paper.toml")),
        (
            "contrast",
            include_str!("../../../assets/themes/contrast.toml"),
        ),
        (
            "contrast-light",
            include_str!("../../../assets/themes/contrast-light.toml"),
        ),
        (
            "gruvbox",
            include_str!("../../../assets/themes/gruvbox.toml"),
        ),
        (
            "catppuccin",
            include_str!("../../../assets/themes/catppuccin.toml"),
        ),
        (
            "solarized-light",
            include_str!("../../../assets/themes/solarized-light.toml"),
        ),
    ];
    let own = Palette {
        name: DEFAULT_THEME.to_owned(),
        about: "The terminal's own colours".to_owned(),
        colours: None,
    };
    let read = files
        .iter()
        .filter_map(|(name, text)| parsed(name, text).ok());
    std::iter::once(own).chain(read).collect()
});

/// The themes that the program has, in the order of their list.
pub fn all() -> &'static [Palette] {
    &ALL
}

/// The themes to choose from, also `current` if it is a user's own, and the place of `current`.
pub fn choices(current: Option<&'static Palette>) -> (Vec<&'static Palette>, usize) {
    let mut all: Vec<&'static Palette> = ALL.iter().collect();
    let Some(current) = current else {
        return (all, 0);
    };
    let index = all.iter().position(|palette| palette.name == current.name);
    let index = index.unwrap_or(all.len());
    if index == all.len() {
        all.push(current);
    }
    (all, index)
}

/// The theme with a name.
pub fn named(name: &str) -> Option<&'static Palette> {
    ALL.iter().find(|palette| palette.name == name)
}

/// A sentence on a name that no theme has, neither these nor the user's `own`.
pub fn unknown(name: &str, own: &[String]) -> String {
    let names = ALL.iter().map(|palette| palette.name.as_str());
    let names: Vec<&str> = names.chain(own.iter().map(String::as_str)).collect();
    format!("no theme is called {name}; there are {}", names.join(", "))
}

/// A theme of the user's own, from the text of its file. It stays until the program ends.
///
/// # Errors
/// A fault in the file.
pub fn own(name: &str, text: &str) -> anyhow::Result<&'static Palette> {
    Ok(Box::leak(Box::new(parsed(name, text)?)))
}

fn parsed(name: &str, text: &str) -> anyhow::Result<Palette> {
    let written: Written = toml::from_str(text)?;
    for key in written.colours.keys() {
        ensure!(
            NAMES.contains(&key.as_str()),
            "[colours]: no colour is called {key}"
        );
    }
    let mut names = [(0, 0, 0); 16];
    for (colour, name) in names.iter_mut().zip(NAMES) {
        let value = written.colours.get(name).and_then(|value| value.as_str());
        let value = value.with_context(|| format!("[colours]: {name} is missing"))?;
        *colour = parts(value)?;
    }
    Ok(Palette {
        name: name.to_owned(),
        about: written.about,
        colours: Some(Colours {
            light: written.light,
            text: parts(&written.text)?,
            background: parts(&written.background)?,
            dim: parts(&written.dim)?,
            border: parts(&written.border)?,
            strip: parts(&written.strip)?,
            names,
        }),
    })
}

/// Reads `#rrggbb`.
fn parts(text: &str) -> anyhow::Result<RgbParts> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let number = number.with_context(|| format!("{text:?} is no colour; write it like #1a2b3c"))?;
    Ok(((number >> 16) as u8, (number >> 8) as u8, number as u8))
}

impl Colours {
    /// Gives each cell of a finished frame the colours of the theme.
    pub fn paint(&self, depth: Depth, buffer: &mut Buffer) {
        for cell in &mut buffer.content {
            cell.fg = shown(depth, self.colour(cell.fg, self.text));
            cell.bg = shown(depth, self.colour(cell.bg, self.background));
        }
    }

    /// The colour of a name; `own` for that of the terminal. Others stay.
    pub fn colour(&self, colour: Color, own: RgbParts) -> Color {
        let parts = match colour {
            Color::Reset => own,
            // The greys of `Theme::grey` and `Theme::strip`.
            Color::Indexed(246 | 241) => self.dim,
            Color::Indexed(240 | 248) => self.border,
            Color::Indexed(236 | 254) => self.strip,
            named => match number(named) {
                Some(number) => self.names[usize::from(number)],
                None => return named,
            },
        };
        Color::Rgb(parts.0, parts.1, parts.2)
    }
}

/// The number of a named colour in a terminal's palette, 0..=15.
pub fn number(colour: Color) -> Option<u8> {
    Some(match colour {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        _ => return None,
    })
}

/// A colour as a terminal of this depth shows it.
fn shown(depth: Depth, colour: Color) -> Color {
    match (depth, colour) {
        (Depth::Indexed, Color::Rgb(red, green, blue)) => {
            Color::Indexed(nearest((red, green, blue)))
        }
        _ => colour,
    }
}

/// The colour of the 256 that is nearest, of the cube and the greys.
fn nearest(parts: RgbParts) -> u8 {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |value: u8| {
        let near = STEPS.iter().enumerate();
        near.min_by_key(|(_, step)| step.abs_diff(value))
            .map_or(0, |(at, _)| at)
    };
    let (red, green, blue) = (step(parts.0), step(parts.1), step(parts.2));
    let cube = (STEPS[red], STEPS[green], STEPS[blue]);
    let mean = (u16::from(parts.0) + u16::from(parts.1) + u16::from(parts.2)) / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let level = 8 + 10 * grey;
    let far = |other: RgbParts| {
        let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        part(parts.0, other.0) + part(parts.1, other.1) + part(parts.2, other.2)
    };
    if far((level, level, level)) < far(cube) {
        232 + grey
    } else {
        (16 + 36 * red + 6 * green + blue) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_themes_ship_and_every_file_is_read() {
        assert_eq!(all().len(), 8);
        for palette in all() {
            assert_eq!(named(&palette.name), Some(palette));
            assert!(!palette.about.is_empty());
        }
        assert!(named("nothing").is_none());
        assert!(unknown("x", &[]).contains("paper"));
        assert!(unknown("x", &["mine".to_owned()]).ends_with(", mine"));
    }

    #[test]
    fn names_get_the_colours_of_the_theme_also_with_256() {
        let colours = named("ink").unwrap().colours.as_ref().unwrap();
        let area = ratatui::layout::Rect::new(0, 0, 2, 1);
        let mut buffer = Buffer::empty(area);
        buffer[(0, 0)].fg = Color::Red;
        colours.paint(Depth::True, &mut buffer);
        assert_eq!(buffer[(0, 0)].fg, Color::Rgb(0xef, 0x8a, 0x80));
        assert_eq!(buffer[(1, 0)].bg, Color::Rgb(0x14, 0x16, 0x1b));
        let mut buffer = Buffer::empty(area);
        colours.paint(Depth::Indexed, &mut buffer);
        assert!(matches!(buffer[(0, 0)].bg, Color::Indexed(_)));
        assert_eq!(nearest((255, 255, 255)), 231);
        assert_eq!(nearest((8, 8, 8)), 232);
    }

    #[test]
    fn faults_of_a_file_are_named() {
        let good = include_str!("../../../assets/themes/ink.toml");
        for (from, to, message) in [
            ("red = ", "rot = ", "no colour is called rot"),
            ("#14161b", "14161b", "is no colour"),
            ("about", "abuot", "unknown field"),
        ] {
            let error = format!(
                "{:#}",
                parsed("x", &good.replacen(from, to, 1)).unwrap_err()
            );
            assert!(error.contains(message), "{error}");
        }
        assert_eq!(own("mine", good).unwrap().name, "mine");
    }
}
