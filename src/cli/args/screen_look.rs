//! Options of how the screens look, for every command that opens them.

use clap::Args;

/// How the screens look.
#[derive(Clone, Debug, Args)]
pub struct ScreenLook {
    /// Draw borders and bars with ASCII characters
    #[arg(long, help_heading = "Screens")]
    pub ascii: bool,
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
