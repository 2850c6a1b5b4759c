//! Jaccard estimators over digests behind one trait, so that all are evaluated in the same way.

use crate::settings::Sketching;
use crate::similarity::estimate::{Estimate, standard_error};
use crate::similarity::{Overlap, RandomSubset};
use crate::sketch::Scratch;
use crate::sketch::{Layout, Sketcher};

/// Estimate for one pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimateWithInterval {
    /// The estimate, not clamped to 0..=1.
    pub value: f64,
    /// 95 % interval of the exact value.
    pub interval: (f64, f64),
    /// Number of sketch values or shingles it is based on.
    pub size: u64,
}

/// A kind of digest from which the Jaccard of two documents can be estimated.
pub trait Estimator: Sync {
    /// Data stored per document.
    type Digest: Send + Sync;

    /// Digest of a document, given as the sorted set of its elements.
    fn digest(&self, elements: &[u64]) -> Self::Digest;

    /// Estimate from two digests; `None` if they carry no information.
    fn say(&self, a: &Self::Digest, b: &Self::Digest) -> Option<EstimateWithInterval>;

    /// Theoretical mean squared error of the estimate `said` for a pair with this overlap.
    fn variance(&self, overlap: &Overlap, said: &EstimateWithInterval) -> f64;
}

/// Min-wise sketches of any kind and number of bits: positions agree with a probability that is a
/// function of the Jaccard.
#[derive(Clone, Debug)]
pub struct Minwise {
    sketcher: Sketcher,
    layout: Layout,
}

impl Minwise {
    /// Estimator for the sketches that `sketching` describes.
    #[must_use]
    pub fn new(sketching: &Sketching) -> Self {
        Minwise {
            sketcher: Sketcher::new(sketching),
            layout: Layout::of(sketching),
        }
    }
}

impl Estimator for Minwise {
    type Digest = Vec<u32>;

    fn digest(&self, elements: &[u64]) -> Vec<u32> {
        let mut sketch = Vec::with_capacity(self.layout.words());
        self.sketcher
            .sketch(elements, &mut Scratch::default(), &mut sketch);
        sketch
    }

    fn say(&self, a: &Vec<u32>, b: &Vec<u32>) -> Option<EstimateWithInterval> {
        let estimate = Estimate::of(self.layout, a, b);
        Some(EstimateWithInterval {
            value: estimate.unbounded(),
            interval: estimate.interval(),
            size: self.layout.positions as u64,
        })
    }

    /// `J(1-J)/n` for 32-bit values, plus the term of Li and König (2010) for fewer bits.
    fn variance(&self, overlap: &Overlap, _: &EstimateWithInterval) -> f64 {
        let Layout { positions, bits } = self.layout;
        standard_error(overlap.jaccard(), positions, bits).powi(2)
    }
}

impl Estimator for RandomSubset {
    type Digest = Vec<u64>;

    fn digest(&self, elements: &[u64]) -> Vec<u64> {
        self.sample(elements)
    }

    fn say(&self, a: &Vec<u64>, b: &Vec<u64>) -> Option<EstimateWithInterval> {
        let overlap = self.estimate(a, b)?;
        let of_union = Estimate {
            agreeing: overlap.shared,
            positions: u32::try_from(overlap.union()).unwrap_or(u32::MAX),
            bits: 32,
        };
        Some(EstimateWithInterval {
            value: overlap.jaccard(),
            interval: of_union.interval(),
            size: overlap.union(),
        })
    }

    /// `J(1-J)/m (u-m)/(u-1)` for m of u shingles in the sample: sampling without replacement.
    fn variance(&self, overlap: &Overlap, said: &EstimateWithInterval) -> f64 {
        let (m, u, j) = (said.size as f64, overlap.union() as f64, overlap.jaccard());
        let rest = if u > 1.0 { (u - m) / (u - 1.0) } else { 0.0 };
        j * (1.0 - j) / m * rest
    }
}
