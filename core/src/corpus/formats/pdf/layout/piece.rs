//! A piece of a line.

/// A run of characters on one base line without a wide gap.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub left: f64,
    pub right: f64,
    pub y: f64,
    pub size: f64,
    pub text: String,
}
