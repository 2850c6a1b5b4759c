//! Terminal capabilities from environment variables only, because the first frame must not wait for an answer of the
//! terminal. Its answer about the background arrives later and then changes the theme.

use std::io::{IsTerminal, stdout};

use crate::ui::Theme;
use crate::ui::theme::Depth;

/// Width of the terminal if standard output is one; otherwise `None`.
pub fn output_columns() -> Option<usize> {
    let size = || crossterm::terminal::size().map_or(80, |(columns, _)| usize::from(columns));
    stdout().is_terminal().then(size)
}

/// User overrides of the detected capabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Number of colours.
    pub depth: Option<Depth>,
    /// Light background (dark text) if `true`.
    pub light: Option<bool>,
    /// Draw borders, bars and signs in ASCII only.
    pub ascii: Option<bool>,
    /// Keep the terminal's cursor on the row under the cursor.
    pub cursor: bool,
}

/// The theme for the terminal that the environment describes. `variable` returns the value of a variable.
pub fn theme(variable: impl Fn(&str) -> Option<String>, overrides: Overrides) -> Theme {
    let depth = overrides.depth.unwrap_or_else(|| depth(&variable));
    let light = overrides.light.or_else(|| light(&variable));
    let ascii = overrides.ascii.unwrap_or_else(|| ascii(&variable));
    let mut theme = Theme::new(depth, light.unwrap_or(false)).with_ascii(ascii);
    theme.guessed = light.is_none();
    theme.cursor = overrides.cursor;
    theme
}

/// Number of colours if an option forces colour, whatever NO_COLOR and TERM are.
pub fn forced_depth(variable: impl Fn(&str) -> Option<String>) -> Depth {
    let allowed = |name: &str| variable(name).filter(|_| name != "NO_COLOR");
    depth(&allowed).max(Depth::Sixteen)
}

/// Columns and rows of the terminal; `None` without one.
pub fn size() -> Option<(u16, u16)> {
    crossterm::terminal::size().ok()
}

fn depth(variable: &impl Fn(&str) -> Option<String>) -> Depth {
    let term = variable("TERM").unwrap_or_default();
    if variable("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        return Depth::None;
    }
    let forced = variable("CLICOLOR_FORCE").is_some_and(|v| !v.is_empty() && v != "0");
    let min_depth = if forced { Depth::Sixteen } else { Depth::None };
    detected(&term, variable).max(min_depth)
}

/// Number of colours according to the name of the terminal and COLORTERM.
fn detected(term: &str, variable: &impl Fn(&str) -> Option<String>) -> Depth {
    if term == "dumb" {
        return Depth::None;
    }
    match variable("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") => return Depth::True,
        _ if term.ends_with("-direct") => return Depth::True,
        _ => {}
    }
    if term.contains("256color") || variable("WT_SESSION").is_some() {
        return Depth::Indexed;
    }
    let after_vt = term.strip_prefix("vt").unwrap_or_default();
    if term.ends_with("-mono") || after_vt.starts_with(|c: char| c.is_ascii_digit()) {
        Depth::None
    } else {
        Depth::Sixteen
    }
}

/// Reads `COLORFGBG` (`text;background` as palette numbers), which only some terminals set.
fn light(variable: &impl Fn(&str) -> Option<String>) -> Option<bool> {
    let colours = variable("COLORFGBG")?;
    let background: u8 = colours.rsplit(';').next()?.parse().ok()?;
    Some(background == 7 || (9..=15).contains(&background))
}

/// ASCII only if the locale names a character set other than UTF. Without a locale, Unicode is assumed.
fn ascii(variable: &impl Fn(&str) -> Option<String>) -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| variable(name).filter(|v| !v.is_empty()));
    locale.is_some_and(|l| {
        let set = l.split_once('.').map(|(_, set)| set.to_ascii_lowercase());
        set.is_some_and(|set| !set.starts_with("utf"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme_of(pairs: &[(&str, &str)]) -> Theme {
        let get = |name: &str| {
            let pair = pairs.iter().find(|(n, _)| *n == name);
            pair.map(|(_, v)| (*v).to_owned())
        };
        let light = Some(false);
        let overrides = Overrides {
            light,
            ..Overrides::default()
        };
        theme(get, overrides)
    }

    #[test]
    fn colours_follow_the_environment() {
        for (pairs, depth) in [
            (&[("TERM", "xterm")][..], Depth::Sixteen),
            (&[("TERM", "linux")], Depth::Sixteen),
            (&[("TERM", "screen-256color")], Depth::Indexed),
            (
                &[("TERM", "xterm"), ("COLORTERM", "truecolor")],
                Depth::True,
            ),
            (&[("TERM", "dumb")], Depth::None),
            (&[("TERM", "vt220")], Depth::None),
            (&[("TERM", "xterm-mono")], Depth::None),
            (&[("CLICOLOR_FORCE", "1"), ("TERM", "dumb")], Depth::Sixteen),
            (&[("NO_COLOR", "1"), ("COLORTERM", "24bit")], Depth::None),
            (&[("NO_COLOR", ""), ("TERM", "xterm")], Depth::Sixteen),
        ] {
            assert_eq!(theme_of(pairs).depth(), depth, "{pairs:?}");
        }
        let variable = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        assert_eq!(forced_depth(variable), Depth::Sixteen);
    }

    #[test]
    fn only_a_character_set_other_than_utf_selects_ascii() {
        assert!(!theme_of(&[]).ascii());
        assert!(!theme_of(&[("LANG", "C.UTF-8")]).ascii());
        assert!(theme_of(&[("LC_ALL", "de_DE.ISO-8859-1"), ("LANG", "C.UTF-8")]).ascii());
    }

    #[test]
    fn light_backgrounds_are_the_light_numbers_of_the_palette() {
        for (colours, expected) in [
            (None, None),
            (Some("0;15"), Some(true)),
            (Some("0;default;7"), Some(true)),
            (Some("15;0"), Some(false)),
        ] {
            assert_eq!(light(&|_: &str| colours.map(str::to_owned)), expected);
        }
    }
}
