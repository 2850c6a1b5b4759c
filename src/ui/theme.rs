//! Roles and the styles they have: one place that knows colours, so that every screen reads on dark
//! and light terminals, in 16 colours and in none.
//!
//! Only the terminal's own 16 colours and its reverse video are used by default, so a person's own
//! palette holds. Nothing is told by colour alone: whatever a role means is also said by a modifier,
//! a sign or a number beside it.

mod plots;

use ratatui::style::{Color, Modifier, Style};

use crate::typeset::figures::Glyphs;

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: bold, underline and reverse only (`NO_COLOR`, `TERM=dumb`).
    None,
    /// The first 8 of the terminal's palette, and bold.
    Eight,
    /// The 16 of the terminal's palette.
    Sixteen,
    /// The 256 of the xterm cube.
    Indexed,
    /// 24-bit.
    True,
}

/// What a piece of the screen means.
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
    /// A figure that was counted exactly.
    Exact,
    /// A figure that was estimated.
    Estimate,
    /// A bar or histogram column.
    Bar,
    /// The bar of a counted figure where the bar of its estimate stands over it.
    ExactBar,
    /// The threshold's line and value.
    Threshold,
    /// Something to look at twice (a chain, a guess).
    Warning,
    /// Something that went wrong.
    Error,
    /// A word that only the left side has.
    OnlyLeft,
    /// A word that only the right side has.
    OnlyRight,
    /// A shingle that few other documents have.
    Elsewhere,
    /// A shingle that many other documents have.
    ElsewhereMany,
}

/// Styles for a terminal of some depth on a dark or a light background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    depth: Depth,
    light: bool,
    glyphs: Glyphs,
}

impl Theme {
    /// A theme for `depth` colours; `light` for dark text on a light background.
    #[must_use]
    pub fn new(depth: Depth, light: bool) -> Self {
        Theme {
            depth,
            light,
            glyphs: Glyphs::Unicode,
        }
    }

    /// The same with borders, bars and signs of ASCII alone, or of all there is.
    #[must_use]
    pub fn with_ascii(self, ascii: bool) -> Self {
        let glyphs = if ascii {
            Glyphs::Ascii
        } else {
            Glyphs::Unicode
        };
        Theme { glyphs, ..self }
    }

    /// Whether only ASCII is drawn.
    #[must_use]
    pub fn ascii(&self) -> bool {
        self.glyphs == Glyphs::Ascii
    }

    /// A sentence of the program's own, spelled in ASCII where nothing else is drawn.
    #[must_use]
    pub fn own(&self, sentence: &str) -> String {
        self.glyphs.own(sentence)
    }

    /// Which characters bars, frames and marks are made of.
    #[must_use]
    pub fn glyphs(&self) -> Glyphs {
        self.glyphs
    }

    /// How many colours it uses.
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.depth
    }

    /// The style of `role`.
    #[must_use]
    pub fn style(&self, role: Role) -> Style {
        let plain = Style::new();
        let style = match role {
            Role::Text => plain,
            Role::Dim => self.coloured(plain, self.grey(246, 241)),
            Role::Border => self.coloured(plain, self.grey(240, 248)),
            // Said in full, because titles stand on borders and the cursor on coloured cells.
            Role::Title => plain.fg(Color::Reset).add_modifier(Modifier::BOLD),
            Role::Key => self
                .coloured(plain, self.pick(Color::Cyan, Color::Blue))
                .bold(),
            Role::Selected => plain
                .fg(Color::Reset)
                .bg(Color::Reset)
                .add_modifier(Modifier::REVERSED),
            Role::SelectedElsewhere => plain.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Role::BorderFocus => self.coloured(plain, self.pick(Color::Cyan, Color::Blue)),
            Role::Match => self
                .coloured(plain, self.pick(Color::Yellow, Color::Magenta))
                .add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            Role::Exact => plain.add_modifier(Modifier::BOLD),
            Role::Estimate => self.coloured(plain, self.pick(Color::Cyan, Color::Blue)),
            Role::Bar => self.coloured(plain, Color::Blue),
            // The other of the two colours that an estimate has.
            Role::ExactBar => self.coloured(plain, self.pick(Color::Blue, Color::Cyan)),
            Role::Threshold => self
                .coloured(plain, self.pick(Color::Yellow, Color::Magenta))
                .bold(),
            Role::Warning => self
                .coloured(plain, self.pick(Color::Yellow, Color::Red))
                .bold(),
            Role::Error => self.coloured(plain, Color::Red).bold(),
            Role::OnlyLeft => self
                .coloured(plain, self.pick(Color::LightRed, Color::Red))
                .add_modifier(Modifier::CROSSED_OUT),
            Role::OnlyRight => self
                .coloured(plain, self.pick(Color::LightGreen, Color::Green))
                .add_modifier(Modifier::UNDERLINED),
            Role::Elsewhere => self.coloured(plain, self.pick(Color::Cyan, Color::Blue)),
            Role::ElsewhereMany => self
                .coloured(plain, self.pick(Color::LightCyan, Color::Blue))
                .add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        };
        if self.depth == Depth::None && role == Role::Dim {
            return style.add_modifier(Modifier::DIM);
        }
        style
    }

    /// The style of shared passage `number` (0-based): the same on both sides of a comparison.
    #[must_use]
    pub fn passage(&self, number: usize) -> Style {
        const DARK: [Color; 6] = [
            Color::Cyan,
            Color::Yellow,
            Color::Green,
            Color::Magenta,
            Color::LightBlue,
            Color::LightRed,
        ];
        const LIGHT: [Color; 6] = [
            Color::Blue,
            Color::Magenta,
            Color::Green,
            Color::Red,
            Color::Cyan,
            Color::LightBlue,
        ];
        let colours = if self.light { LIGHT } else { DARK };
        self.coloured(Style::new(), colours[number % colours.len()])
            .add_modifier(Modifier::UNDERLINED)
    }

    /// The style of a heat-map cell with a similarity of 0..=1; the cell shows the value as well.
    #[must_use]
    pub fn heat(&self, value: f64) -> Style {
        // Near-duplicates differ near the top, so the steps are finer there.
        const EDGES: [f64; 7] = [0.2, 0.4, 0.6, 0.75, 0.85, 0.95, 1.0];
        let step = EDGES.iter().take_while(|edge| value >= **edge).count();
        match self.depth {
            Depth::None => match step {
                0..=3 => Style::new(),
                4..=5 => Style::new().add_modifier(Modifier::UNDERLINED),
                _ => Style::new().bold(),
            },
            Depth::Eight | Depth::Sixteen => {
                const DARK: [Color; 8] = [
                    Color::DarkGray,
                    Color::DarkGray,
                    Color::Blue,
                    Color::Cyan,
                    Color::Green,
                    Color::LightGreen,
                    Color::Yellow,
                    Color::LightYellow,
                ];
                const LIGHT: [Color; 8] = [
                    Color::DarkGray,
                    Color::DarkGray,
                    Color::Cyan,
                    Color::Blue,
                    Color::Green,
                    Color::Magenta,
                    Color::Red,
                    Color::Red,
                ];
                Style::new().fg(if self.light { LIGHT } else { DARK }[step])
            }
            Depth::Indexed | Depth::True => {
                // Runs of the 256-colour cube whose lightness changes evenly (cividis in kind: blue
                // to yellow, which colour-blind readers tell apart); the text turns where the
                // ground has become too light for it.
                const DARK: [u8; 8] = [234, 235, 17, 24, 66, 108, 143, 179];
                const LIGHT: [u8; 8] = [255, 254, 189, 153, 151, 186, 222, 216];
                let (background, text) = if self.light {
                    (LIGHT[step], Color::Indexed(16))
                } else if step < 5 {
                    (DARK[step], Color::Indexed(255))
                } else {
                    (DARK[step], Color::Indexed(16))
                };
                Style::new().bg(Color::Indexed(background)).fg(text)
            }
        }
    }

    fn coloured(&self, style: Style, colour: Color) -> Style {
        if self.depth == Depth::None {
            style
        } else {
            style.fg(colour)
        }
    }

    fn pick(&self, dark: Color, light: Color) -> Color {
        if self.light { light } else { dark }
    }

    /// A shade between text and ground: one of the 256 for a dark or a light ground. Of the 16 the
    /// bright black is the ground itself in some palettes, so it is left alone.
    fn grey(&self, dark: u8, light: u8) -> Color {
        match self.depth {
            Depth::Indexed | Depth::True => Color::Indexed(if self.light { light } else { dark }),
            _ => self.pick(Color::Gray, Color::DarkGray),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bars_of_estimate_and_exact_are_told_apart_on_either_ground() {
        for depth in [Depth::Eight, Depth::Sixteen, Depth::Indexed, Depth::True] {
            for light in [false, true] {
                let theme = Theme::new(depth, light);
                let colour = |role| theme.style(role).fg;
                assert_ne!(colour(Role::Estimate), colour(Role::ExactBar));
            }
        }
    }
}
