//! Options of how the screens look, for every command that opens them.

use clap::{Args, ValueEnum};

/// How the screens look.
#[derive(Clone, Debug, Args)]
pub struct ScreenLook {
    /// Colours: as the terminal has them, always (16 where it says none), or never
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        help_heading = "Screens"
    )]
    pub color: Colours,
    /// Draw borders and bars with ASCII characters
    #[arg(long, help_heading = "Screens")]
    pub ascii: bool,
    /// Keep the terminal's cursor on the selected row, for screen magnifiers and readers
    #[arg(long, help_heading = "Screens")]
    pub cursor: bool,
    /// Colours for a light background
    #[arg(long, help_heading = "Screens", conflicts_with = "dark")]
    pub light: bool,
    /// Colours for a dark background
    #[arg(long, help_heading = "Screens")]
    pub dark: bool,
    /// Colours of a theme; `shinglescope config themes` lists them
    #[arg(long, value_name = "NAME", help_heading = "Screens")]
    pub theme: Option<String>,
    /// Leave the mouse to the terminal, for selecting text with it
    #[arg(long, help_heading = "Screens")]
    pub no_mouse: bool,
}

/// When there are colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colours {
    /// As many as the terminal has, none with NO_COLOR.
    #[default]
    Auto,
    /// At least the sixteen of the terminal's palette.
    Always,
    /// None.
    Never,
}
