//! The verified pairs of a collection, kept small: documents that are identical term for term stand
//! for each other, and only pairs of such representatives are held.

use crate::base::DocNo;
use crate::similarity::Pair;

/// How a set of pairs was found, and what that promises.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The method's name as on the command line (`lsh`, `exact`, …).
    pub method: &'static str,
    /// Bands and rows, where the method has them.
    pub bands: Option<(usize, usize)>,
    /// All pairs at or above this exact Jaccard were looked for.
    pub floor: f64,
    /// Every pair at or above the floor is here. Otherwise some may be missing.
    pub complete: bool,
    /// Candidates that were verified.
    pub candidates: u64,
    /// Candidate pairs set aside because a bucket was too large, never silently.
    pub capped: u64,
}

/// Verified pairs at or above a floor.
#[derive(Clone, Debug)]
pub struct PairSet {
    /// For each document, the number of the first document identical to it (itself, if none).
    pub representative: Vec<DocNo>,
    /// Pairs of representatives, in listing order (Jaccard falling, then a, then b).
    pub pairs: Vec<Pair>,
    /// How they were found.
    pub found: Found,
}
