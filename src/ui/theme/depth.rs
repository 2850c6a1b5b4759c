//! How many colours a terminal has.

/// Colour depth of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// No colours: bold, underline and reverse only (`NO_COLOR`, `TERM=dumb`).
    None,
    /// The first 8 colours of the terminal's palette, and bold.
    Eight,
    /// The 16 colours of the terminal's palette.
    Sixteen,
    /// The 256 colours of the xterm palette.
    Indexed,
    /// 24-bit colour.
    True,
}
