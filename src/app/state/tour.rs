//! The tour of the screens: six steps, each of which ends when the user has done what it says.

/// Where the tour stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tour {
    /// The step, 0-based.
    pub step: usize,
    /// The threshold when the step began, 0..=1.
    pub threshold: f64,
}

/// Number of steps.
pub const STEPS: usize = 6;
