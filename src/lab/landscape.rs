//! Reading a threshold landscape: where nothing changes for long.

/// A range of thresholds over which clusters stay as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stable {
    /// The lowest threshold of the range.
    pub low: f64,
    /// The highest.
    pub high: f64,
}
