//! Colours of the sources of a text. Their numbers stand beside the text, so colours may repeat.

use ratatui::style::Color::{
    Blue, Cyan, Green, Indexed, LightBlue, LightRed, Magenta, Red, Yellow,
};
use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Theme};

impl Theme {
    /// The style of text of source `number` (0-based). `chosen` is the source that the cursor of the
    /// legend is on. Underlined, so that it is visible without colour.
    #[must_use]
    pub fn source(&self, number: usize, chosen: bool) -> Style {
        let style = self.source_sign(number).add_modifier(Modifier::UNDERLINED);
        match chosen {
            true => style.add_modifier(Modifier::BOLD),
            false => style,
        }
    }

    /// The style of a number or bar of source `number` (0-based).
    #[must_use]
    pub fn source_sign(&self, number: usize) -> Style {
        // Tones of the palette of Okabe and Ito, told apart by colour-blind readers, as light or dark as
        // the background asks.
        const DARK: [u8; 6] = [117, 214, 79, 176, 227, 209];
        const LIGHT: [u8; 6] = [25, 130, 29, 126, 94, 160];
        const FEW_DARK: [Color; 6] = [Cyan, Yellow, Green, Magenta, LightBlue, LightRed];
        const FEW_LIGHT: [Color; 6] = [Blue, Magenta, Green, Red, Cyan, LightBlue];
        let at = number % DARK.len();
        let colour = match (self.depth, self.light) {
            (Depth::Indexed | Depth::True, false) => Indexed(DARK[at]),
            (Depth::Indexed | Depth::True, true) => Indexed(LIGHT[at]),
            (_, false) => FEW_DARK[at],
            (_, true) => FEW_LIGHT[at],
        };
        self.coloured(colour)
    }
}
