//! Styles of document text: shared passages, changed words, and the shingles of the lecture.

use ratatui::style::Color::{
    Blue, Cyan, Green, Indexed, LightBlue, LightGreen, LightRed, Magenta, Red, Rgb, Yellow,
};
use ratatui::style::{Color, Modifier, Style};

use super::{Depth, Role, Theme};
use crate::lecture::Ink;

/// Adjacent colours of the terminal's own palette, on a dark and on a light background.
const FEW: [[Color; 6]; 2] = [
    [Cyan, Yellow, Green, Magenta, LightBlue, LightRed],
    [Blue, Magenta, Green, Red, Cyan, LightBlue],
];

/// Colours of the lecture's shingles: tones of the palette of Okabe and Ito, distinguished by
/// colour-blind readers, as light or dark as the background asks.
const SHINGLES: [[u8; 6]; 2] = [[117, 214, 79, 176, 227, 209], [25, 130, 29, 126, 52, 132]];

impl Theme {
    /// The style of shared passage `number` (0-based); the same on both sides of a comparison. Underlined only without
    /// colour, because most of a near-duplicate is a passage.
    pub fn passage(&self, number: usize) -> Style {
        match self.depth {
            Depth::None => Style::new().underlined(),
            _ => Style::new().fg(FEW[usize::from(self.light)][number % 6]),
        }
    }

    /// The style of the text of shared passage `number`: on a ground, which is stronger under the chosen one; with few colours
    /// in its colour, and the chosen one bold.
    pub fn lit_passage(&self, number: usize, chosen: bool) -> Style {
        let background = if chosen {
            self.pick(Indexed(239), Indexed(251))
        } else {
            self.pick(Indexed(236), Indexed(254))
        };
        if self.has_shades() {
            self.style(Role::Text).bg(background)
        } else if chosen {
            self.passage(number).bold()
        } else {
            self.passage(number)
        }
    }

    /// `style` for text of the current sentence: underlined, without colours bold.
    pub fn at_hand(&self, style: Style) -> Style {
        match self.depth {
            Depth::None => style.bold(),
            _ => style.underlined(),
        }
    }

    /// The style of words that only the left text has, or only the right one: its colour on a tint of it.
    pub fn changed(&self, right: bool) -> Style {
        let role = if right {
            Role::OnlyRight
        } else {
            Role::OnlyLeft
        };
        if !self.has_shades() {
            return self.style(role);
        }
        // The tint tells the words apart; a line through or below them would only make them harder to read.
        let (text, tint) = match (self.light, right) {
            (false, false) => (Indexed(217), Rgb(74, 26, 32)),
            (false, true) => (Indexed(157), Rgb(22, 62, 34)),
            (true, false) => (Indexed(88), Rgb(255, 224, 222)),
            (true, true) => (Indexed(22), Rgb(212, 242, 214)),
        };
        let lines = Modifier::CROSSED_OUT | Modifier::UNDERLINED;
        let style = self.style(role).remove_modifier(lines);
        style.fg(text).bg(tint)
    }

    /// The style of lecture text with this meaning. A shingle keeps its colour through all stages; its letter
    /// identifies it without colour.
    pub fn ink(&self, ink: Ink) -> Style {
        let colour = |dark: u8, light: u8, few: Color| {
            let many = self.pick(Indexed(dark), Indexed(light));
            self.coloured(if self.has_shades() { many } else { few })
                .bold()
        };
        match ink {
            Ink::Plain => self.style(Role::Text),
            Ink::Dim => self.style(Role::Dim),
            Ink::Strong | Ink::Both => self.style(Role::Exact),
            Ink::StageParameter => self.style(Role::Threshold),
            Ink::Shingle(at) => self.one_of_six(usize::from(at) % 6).bold(),
            Ink::OnlyA => colour(209, 166, self.pick(LightRed, Red)),
            Ink::OnlyB => colour(75, 25, self.pick(LightGreen, Blue)),
            Ink::Equal => colour(120, 28, self.pick(LightGreen, Green)).underlined(),
        }
    }

    fn one_of_six(&self, at: usize) -> Style {
        let background = usize::from(self.light);
        self.coloured(if self.has_shades() {
            Indexed(SHINGLES[background][at])
        } else {
            FEW[background][at]
        })
    }
}
