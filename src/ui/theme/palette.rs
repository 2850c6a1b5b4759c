//! Themes: colours for the sixteen names of a terminal's palette, for text and for its background.
//!
//! Screens are drawn in names. A theme gives each name a colour when the frame is done, as a terminal's own colour
//! scheme would, and paints the background. The theme `terminal` leaves all to the terminal.

use std::sync::LazyLock;

use ratatui::style::Color;
use serde::Deserialize;

/// The name of the theme that leaves colours to the terminal.
pub const DEFAULT_THEME: &str = "terminal";

/// Colour depth of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// No colours: bold, underline and reverse only (`NO_COLOR`, `TERM=dumb`).
    None,
    /// The 16 colours of the terminal's palette.
    Sixteen,
    /// The 256 colours of the xterm palette.
    Indexed,
    /// 24-bit colour.
    True,
}

/// A colour as red, green and blue, written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Rgb(pub u8, pub u8, pub u8);

impl TryFrom<String> for Rgb {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.parse() {
            Ok(Color::Rgb(red, green, blue)) => Ok(Rgb(red, green, blue)),
            _ => Err(format!("{text:?} is no colour; write it like #1a2b3c")),
        }
    }
}

/// A theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Its name in config files.
    pub name: String,
    /// A short description.
    pub about: String,
    /// Its colours; `None` for those of the terminal.
    pub colours: Option<Colours>,
}

/// The colours of a theme that has its own, as its file has them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Colours {
    about: String,
    /// Whether text is dark on a light background.
    pub light: bool,
    /// Text.
    pub text: Rgb,
    /// The background of text.
    pub background: Rgb,
    dim: Rgb,
    border: Rgb,
    strip: Rgb,
    normal: [Rgb; 8],
    bright: [Rgb; 8],
}

macro_rules! shipped {
    ($($name:literal)*) => {
        [$(($name, include_str!(concat!("../../../assets/themes/", $name, ".toml")))),*]
    };
}

/// The themes that the program has.
static ALL: LazyLock<Vec<Palette>> = LazyLock::new(|| {
    let files = shipped!("ink" "paper" "contrast" "contrast-light" "gruvbox" "catppuccin" "solarized-light");
    let terminal = Palette {
        name: DEFAULT_THEME.to_owned(),
        about: "The terminal's own colours".to_owned(),
        colours: None,
    };
    let read = files.map(|(name, text)| parsed(name, text).ok());
    std::iter::once(terminal)
        .chain(read.into_iter().flatten())
        .collect()
});

/// The themes that the program has, in the order of their list.
pub fn all() -> &'static [Palette] {
    &ALL
}

/// The themes to choose from, also `current` if it is a user's own, and the place of `current`.
pub fn choices(current: Option<&'static Palette>) -> (Vec<&'static Palette>, usize) {
    let own = current.filter(|current| named(&current.name).is_none());
    let all = Vec::from_iter(ALL.iter().chain(own));
    let is_current =
        |palette: &&Palette| current.is_some_and(|current| current.name == palette.name);
    let index = all.iter().position(is_current).unwrap_or(0);
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
    let colours: Colours = toml::from_str(text)?;
    Ok(Palette {
        name: name.to_owned(),
        about: colours.about.clone(),
        colours: Some(colours),
    })
}

impl Colours {
    /// The colour of a name; `own` for that of the terminal. Others stay.
    pub fn colour(&self, colour: Color, own: Rgb) -> Color {
        let Rgb(red, green, blue) = match colour {
            Color::Reset => own,
            // The greys of `Theme::grey` and `Theme::strip`.
            Color::Indexed(246 | 241) => self.dim,
            Color::Indexed(240 | 248) => self.border,
            Color::Indexed(236 | 254) => self.strip,
            named => match number(named).map(usize::from) {
                Some(number @ 0..8) => self.normal[number],
                Some(number) => self.bright[number % 8],
                None => return named,
            },
        };
        Color::Rgb(red, green, blue)
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

/// A tone of the 256 colours for a named colour, readable on black and on white; others stay.
pub fn neutral(colour: Color) -> Color {
    const TONES: [u8; 8] = [243, 161, 28, 130, 62, 133, 30, 243];
    number(colour).map_or(colour, |n| Color::Indexed(TONES[usize::from(n % 8)]))
}

/// The nearest of the 256 colours, of the cube and the greys, for one of 24 bits; others stay.
pub fn indexed(colour: Color) -> Color {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let Color::Rgb(red, green, blue) = colour else {
        return colour;
    };
    let parts = [red, green, blue];
    let cube = parts.map(|value| (0..6).min_by_key(|step| STEPS[*step].abs_diff(value)));
    let cube = cube.map(Option::unwrap_or_default);
    let mean = parts.iter().map(|part| u16::from(*part)).sum::<u16>() / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let distance = |other: [u8; 3]| -> u32 {
        let pairs = parts.iter().zip(other);
        pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    Color::Indexed(
        if distance([8 + 10 * grey; 3]) < distance(cube.map(|step| STEPS[step])) {
            232 + grey
        } else {
            (16 + 36 * cube[0] + 6 * cube[1] + cube[2]) as u8
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_themes_ship_and_faults_of_a_file_are_named() {
        assert_eq!(all().len(), 8);
        assert!(
            all()
                .iter()
                .all(|palette| named(&palette.name) == Some(palette))
        );
        assert!(unknown("x", &["mine".to_owned()]).ends_with(", mine"));
        let good = include_str!("../../../assets/themes/ink.toml");
        for (from, to, message) in [
            ("normal", "nomral", "unknown field"),
            ("#14161b", "14161b", "is no colour"),
        ] {
            let error = parsed("x", &good.replacen(from, to, 1)).unwrap_err();
            assert!(format!("{error:#}").contains(message), "{error:#}");
        }
        assert_eq!(own("mine", good).unwrap().name, "mine");
    }

    #[test]
    fn names_get_the_colours_of_the_theme_also_with_256() {
        let colours = named("ink").unwrap().colours.as_ref().unwrap();
        let red = colours.colour(Color::Red, colours.text);
        assert_eq!(red, Color::Rgb(0xef, 0x8a, 0x80));
        assert_eq!(indexed(Color::Rgb(255, 255, 255)), Color::Indexed(231));
        assert_eq!(indexed(Color::Rgb(8, 8, 8)), Color::Indexed(232));
    }
}
