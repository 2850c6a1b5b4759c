//! Roles and their styles. Only this module knows colours, so every screen is readable on dark and light terminals,
//! with 16 colours and without colour.
//!
//! By default only the terminal's own 16 colours and reverse video are used, so the user's palette
//! applies. Nothing is conveyed by colour alone: a modifier, a sign or an adjacent number also
//! conveys the meaning of a role.

pub mod palette;
pub mod scales;
mod text;

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::style::Color::{
    Blue, Cyan, DarkGray, Gray, Green, Indexed, LightGreen, LightRed, Magenta, Red, Reset, Yellow,
};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::typeset::figures::Glyphs;
use crate::typeset::wrap;
use palette::Palette;
pub use palette::{DEFAULT_THEME, Depth};

/// The meaning of a part of the screen; it determines the style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Ordinary text.
    Text,
    /// Less important text: labels, units, rulers.
    Dim,
    /// The program's name and panel titles.
    Title,
    /// A key in the hint bar and in help.
    Key,
    /// The row or cell under the cursor of the focused panel.
    Selected,
    /// The row under the cursor of a panel without focus.
    SelectedElsewhere,
    /// A panel's border.
    Border,
    /// The focused panel's border.
    BorderFocus,
    /// Characters that matched a filter or a query.
    Match,
    /// An exactly counted figure.
    Exact,
    /// An estimated figure.
    Estimate,
    /// A bar or histogram column.
    Bar,
    /// The threshold's line and value.
    Threshold,
    /// Something that the user should check (a chain, a guess).
    Warning,
    /// An error.
    Error,
    /// A word that occurs only in the left document.
    OnlyLeft,
    /// A word that occurs only in the right document.
    OnlyRight,
}

/// Styles for a colour depth and a dark or light background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    depth: Depth,
    light: bool,
    glyphs: Glyphs,
    palette: Option<&'static Palette>,
    /// Whether `light` is a guess: colours are then readable on a dark and on a light background.
    pub guessed: bool,
    /// Whether the terminal's own cursor is also placed on the selected row, not only in text fields.
    pub cursor: bool,
}

impl Theme {
    /// Creates a theme with Unicode glyphs for `depth` colours; `light` means dark text on a light
    /// background.
    pub fn new(depth: Depth, light: bool) -> Self {
        Theme {
            depth,
            light,
            glyphs: Glyphs::Unicode,
            palette: None,
            guessed: false,
            cursor: false,
        }
    }

    /// This theme with the colours of `palette`, if the palette defines any and the terminal has enough.
    pub fn with_palette(self, palette: &'static Palette) -> Self {
        match &palette.colours {
            Some(colours) if self.takes_palettes() => Theme {
                light: colours.light,
                guessed: false,
                palette: Some(palette),
                ..self
            },
            _ => self,
        }
    }

    /// Converts the colours of a finished frame to the palette, if there is one, and to the terminal's colour depth.
    pub fn paint(&self, buffer: &mut Buffer) {
        let colours = self.palette.and_then(|palette| palette.colours.as_ref());
        let is_neutral = self.guessed && self.takes_palettes();
        if colours.is_none() && self.depth != Depth::Indexed && !is_neutral {
            return;
        }
        for cell in &mut buffer.content {
            if let Some(colours) = colours {
                cell.fg = colours.colour(cell.fg, colours.text);
                cell.bg = colours.colour(cell.bg, colours.background);
            } else if is_neutral {
                (cell.fg, cell.bg) = (palette::neutral(cell.fg), palette::neutral(cell.bg));
            }
            if self.depth == Depth::Indexed {
                (cell.fg, cell.bg) = (palette::indexed(cell.fg), palette::indexed(cell.bg));
            }
        }
    }

    /// The same theme with borders, bars and signs in ASCII only (`true`) or in Unicode (`false`).
    pub fn with_ascii(self, ascii: bool) -> Self {
        let glyphs = if ascii {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        };
        Theme { glyphs, ..self }
    }

    /// Whether only ASCII glyphs are drawn.
    pub fn ascii(&self) -> bool {
        self.glyphs == Glyphs::Ascii
    }

    /// Text of the program itself, transliterated to ASCII if only ASCII is drawn.
    pub fn own(&self, sentence: &str) -> String {
        self.glyphs.own(sentence)
    }

    /// The character set of bars, frames and marks.
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// Whether text is dark on a light background.
    pub fn light(&self) -> bool {
        self.light
    }

    /// Whether the terminal has enough colours for palettes.
    pub fn takes_palettes(&self) -> bool {
        self.depth >= Depth::Indexed
    }

    /// The colour depth of styles: at most 16 colours if the background is a guess, because shades need a known one.
    pub fn depth(&self) -> Depth {
        if self.guessed {
            self.depth.min(Depth::Sixteen)
        } else {
            self.depth
        }
    }

    /// The style of `role`.
    pub fn style(&self, role: Role) -> Style {
        let plain = Style::new();
        let style = match role {
            Role::Text => plain,
            Role::Dim => self.coloured(self.grey(246, 241)),
            Role::Border => self.coloured(self.grey(240, 248)),
            // Foreground and background are reset explicitly, because titles are drawn on lines
            // and the cursor on coloured cells.
            Role::Title => plain.fg(Reset).add_modifier(Modifier::BOLD),
            Role::Key => self.coloured(self.pick(Cyan, Blue)).bold(),
            Role::Selected if self.has_shades() => plain
                .fg(self.pick(Indexed(231), Indexed(16)))
                .bg(self.pick(Indexed(60), Indexed(223))),
            Role::Selected => plain.fg(Reset).bg(Reset).add_modifier(Modifier::REVERSED),
            Role::SelectedElsewhere => plain.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Role::Match => self
                .coloured(self.pick(Yellow, Magenta))
                .add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Role::Exact => plain.add_modifier(Modifier::BOLD),
            Role::Estimate | Role::BorderFocus => self.coloured(self.pick(Cyan, Blue)),
            Role::Bar => self.coloured(Blue),
            Role::Threshold => self.coloured(self.pick(Yellow, Magenta)).bold(),
            Role::Warning => self.coloured(self.pick(Yellow, Red)).bold(),
            Role::Error => self.coloured(Red).bold(),
            Role::OnlyLeft => self
                .coloured(self.pick(LightRed, Red))
                .add_modifier(Modifier::CROSSED_OUT),
            Role::OnlyRight => self
                .coloured(self.pick(LightGreen, Green))
                .add_modifier(Modifier::UNDERLINED),
        };
        match (self.depth, role) {
            (Depth::None, Role::Dim) => style.add_modifier(Modifier::DIM),
            // Without colours, shared passages are underlined already.
            (Depth::None, Role::OnlyRight) => Style::new().reversed(),
            _ => style,
        }
    }

    /// Text in the style of `role`.
    pub fn span<'a>(&self, role: Role, text: impl Into<Cow<'a, str>>) -> Span<'a> {
        Span::styled(text, self.style(role))
    }

    /// A line in the style of `role`.
    pub fn line<'a>(&self, role: Role, text: impl Into<Cow<'a, str>>) -> Line<'a> {
        Line::styled(text, self.style(role))
    }

    /// Text in rows of at most `width` columns in the style of `role`.
    pub fn wrapped(&self, role: Role, text: &str, width: usize) -> Vec<Line<'static>> {
        let rows = wrap::rows(text, width.max(8)).into_iter();
        rows.map(|row| self.line(role, row.trim_end().to_owned()))
            .collect()
    }

    /// The dot between two facts.
    pub fn dot(&self) -> &'static str {
        self.glyphs.pick(" · ", " | ")
    }

    /// Whether the terminal has shades between text and background.
    pub fn has_shades(&self) -> bool {
        self.depth() >= Depth::Indexed
    }

    /// Text in `colour`; plain text if there are no colours.
    fn coloured(&self, colour: Color) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            _ => Style::new().fg(colour),
        }
    }

    fn pick(&self, dark: Color, light: Color) -> Color {
        if self.light { light } else { dark }
    }

    /// A grey between text and background: an index into the 256 colours for a dark or a light background. With 16
    /// colours, grey on dark is colour 7: bright black equals the background in some palettes.
    fn grey(&self, dark: u8, light: u8) -> Color {
        if self.has_shades() {
            self.pick(Indexed(dark), Indexed(light))
        } else {
            self.pick(Gray, DarkGray)
        }
    }
}

#[cfg(test)]
mod tests;
