//! Styles of what the lecture's text stands for. A shingle keeps its colour through all stages; its letter says the
//! same without colour.

use ratatui::style::Color::{
    Blue, Cyan, Green, Indexed, LightBlue, LightGreen, LightMagenta, LightRed, Magenta, Red, Yellow,
};
use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Role, Theme};
use crate::lecture::Ink;

/// Colours of the first six shingles on a dark and on a light background.
const SHINGLES: [[Color; 6]; 2] = [
    [Cyan, Yellow, Green, Magenta, LightBlue, LightMagenta],
    [Cyan, Red, Green, Magenta, Blue, LightMagenta],
];
const SHINGLES_OF_256: [[u8; 6]; 2] = [[80, 221, 114, 212, 147, 180], [30, 130, 28, 127, 61, 95]];

impl Theme {
    /// The style of lecture text with this meaning.
    pub fn ink(&self, ink: Ink) -> Style {
        let background = usize::from(self.light);
        let many = matches!(self.depth, Depth::Indexed | Depth::True);
        let colour = |indexed: [u8; 2], few: [Color; 2]| {
            if many {
                self.coloured(Indexed(indexed[background]))
            } else {
                self.coloured(few[background])
            }
        };
        match ink {
            Ink::Plain => self.style(Role::Text),
            Ink::Dim => self.style(Role::Dim),
            Ink::Strong | Ink::Both => self.style(Role::Exact),
            Ink::Dial => self.style(Role::Threshold),
            Ink::Shingle(at) => {
                let at = usize::from(at) % 6;
                let indexed = [SHINGLES_OF_256[0][at], SHINGLES_OF_256[1][at]];
                colour(indexed, [SHINGLES[0][at], SHINGLES[1][at]]).add_modifier(Modifier::BOLD)
            }
            Ink::OnlyA => colour([209, 166], [LightRed, Red]).bold(),
            Ink::OnlyB => colour([75, 25], [LightGreen, Blue]).bold(),
            Ink::Equal => colour([120, 28], [LightGreen, Green])
                .add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        }
    }
}
