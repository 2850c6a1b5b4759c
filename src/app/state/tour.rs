//! The tour of the screens: six steps, each of which ends when the user has done what it says.

use super::super::screen::Screen;

/// Where the tour stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tour {
    /// The step, 0-based.
    pub step: usize,
    /// The threshold when the step began, 0..=1.
    pub threshold: f64,
}

impl Tour {
    /// Whether the step is about this screen. What leads to the next step counts too.
    #[must_use]
    pub fn is_on(self, screen: Screen) -> bool {
        match self.step {
            0 | 3 | 4 => screen == Screen::Clusters,
            1 => screen == Screen::Document,
            // On the way back from the two texts.
            2 => matches!(screen, Screen::Compare | Screen::Document),
            _ => screen == Screen::Tune,
        }
    }
}

/// Number of steps.
pub const STEPS: usize = 6;
