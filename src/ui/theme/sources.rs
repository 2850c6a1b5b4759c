//! Colours of the sources of a text. No two have the same colour: from the seventh on they have none, and their
//! numbers beside the text tell them apart.

use ratatui::style::Color::{
    Blue, Cyan, Green, Indexed, LightBlue, LightRed, Magenta, Red, Yellow,
};
use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Role, Theme};

impl Theme {
    /// The style of text of source `number` (0-based). `chosen` is the source that the cursor of the
    /// legend is on. Underlined, so that it is visible without colour.
    pub fn source(&self, number: usize, chosen: bool) -> Style {
        let style = self.source_sign(number).add_modifier(Modifier::UNDERLINED);
        if chosen {
            style.add_modifier(Modifier::BOLD)
        } else {
            style
        }
    }

    /// The style of a number or bar of source `number` (0-based): a colour of its own for the first six.
    pub fn source_sign(&self, number: usize) -> Style {
        // Tones of the palette of Okabe and Ito, told apart by colour-blind readers, as light or dark as
        // the background asks.
        const DARK: [u8; 6] = [117, 214, 79, 176, 227, 209];
        const LIGHT: [u8; 6] = [25, 130, 29, 126, 52, 132];
        const FEW_DARK: [Color; 6] = [Cyan, Yellow, Green, Magenta, LightBlue, LightRed];
        const FEW_LIGHT: [Color; 6] = [Blue, Magenta, Green, Red, Cyan, LightBlue];
        let at = number;
        if at >= DARK.len() {
            return self.style(Role::Text);
        }
        let colour = match (self.depth, self.light) {
            (Depth::Indexed | Depth::True, false) => Indexed(DARK[at]),
            (Depth::Indexed | Depth::True, true) => Indexed(LIGHT[at]),
            (_, false) => FEW_DARK[at],
            (_, true) => FEW_LIGHT[at],
        };
        self.coloured(colour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_sources_share_a_colour() {
        for depth in [Depth::Indexed, Depth::True] {
            for light in [false, true] {
                let theme = Theme::new(depth, light);
                let colours: HashSet<_> = (0..6).map(|i| theme.source_sign(i).fg).collect();
                assert_eq!(colours.len(), 6);
                assert!(!colours.contains(&theme.source_sign(6).fg));
                assert_eq!(theme.source_sign(6), theme.source_sign(60));
            }
        }
    }
}
