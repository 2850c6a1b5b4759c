//! Estimates of a collection's sketches held against exact values: error, coverage, and what a
//! scatter plot of them needs.

use crate::similarity::Pair;

/// See the module. Over pairs of different texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Pairs held against their exact Jaccard.
    pub pairs: u64,
    /// Mean of estimate less exact value.
    pub bias: f64,
    /// Root of the mean squared error.
    pub error: f64,
    /// What theory gives for that, for this kind of sketch.
    pub theory: f64,
    /// Pairs whose 95 % interval holds the exact value.
    pub covered: u64,
    /// Pairs in each cell of the plane: (hundredth of exact 0..=100, hundredth of estimate 0..=100,
    /// pairs), sorted, each cell once.
    pub cells: Vec<(u8, u8, u64)>,
    /// Pairs whose interval misses the exact value, the farthest (in standard errors) first; the
    /// first so many of them.
    pub outliers: Vec<Outlier>,
}

/// A pair whose estimate is farther off than it should be in 95 of 100 cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlier {
    /// The pair, with its exact figures.
    pub pair: Pair,
    /// What the sketches say, 0..=1.
    pub estimate: f64,
    /// Estimate less exact value in standard errors.
    pub off: f64,
}
