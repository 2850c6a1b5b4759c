//! Ways to estimate Jaccard from digests, behind one face, so that all are judged alike.

use crate::settings::Sketching;
use crate::similarity::estimate::{Estimate, standard_error_of};
use crate::similarity::{Overlap, RandomSubset};
use crate::sketch::minhash::Scratch;
use crate::sketch::{Layout, Sketcher};

/// What an estimator says of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimateWithInterval {
    /// The estimate, not forced into 0..=1.
    pub value: f64,
    /// What should hold the exact value in 95 of 100 cases.
    pub interval: (f64, f64),
    /// Values or shingles that it rests on.
    pub size: u64,
}

/// A kind of digest whose comparison estimates Jaccard.
pub trait Estimator: Sync {
    /// What is kept of a document.
    type Digest: Send + Sync;

    /// The digest of a document given as the sorted set of its elements.
    fn digest(&self, elements: &[u64]) -> Self::Digest;

    /// What two digests say; `None` where they say nothing.
    fn say(&self, a: &Self::Digest, b: &Self::Digest) -> Option<EstimateWithInterval>;

    /// Mean squared error that theory gives for a pair with this overlap of which this was said.
    fn variance(&self, overlap: &Overlap, said: &EstimateWithInterval) -> f64;
}

/// Sketches whose positions agree with probability the Jaccard, of any kind and number of bits.
#[derive(Clone, Debug)]
pub struct Minwise {
    sketcher: Sketcher,
    layout: Layout,
}

impl Minwise {
    /// Sketches as `sketching` has them.
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

    /// `J(1-J)/n` for whole values; with fewer bits what Li and König (2010) add to it.
    fn variance(&self, overlap: &Overlap, _: &EstimateWithInterval) -> f64 {
        let Layout { positions, bits } = self.layout;
        standard_error_of(overlap.jaccard(), positions, bits).powi(2)
    }
}

impl Estimator for RandomSubset {
    type Digest = Vec<u64>;

    fn digest(&self, elements: &[u64]) -> Vec<u64> {
        self.sample(elements)
    }

    fn say(&self, a: &Vec<u64>, b: &Vec<u64>) -> Option<EstimateWithInterval> {
        let estimate = self.estimate(a, b)?;
        let of_union = Estimate {
            agreeing: estimate.overlap.shared,
            positions: u32::try_from(estimate.size()).unwrap_or(u32::MAX),
            bits: 32,
        };
        Some(EstimateWithInterval {
            value: estimate.value(),
            interval: of_union.interval(),
            size: estimate.size(),
        })
    }

    /// `J(1-J)/m (u-m)/(u-1)` for the m of u shingles that fell in: nothing is drawn twice.
    fn variance(&self, overlap: &Overlap, said: &EstimateWithInterval) -> f64 {
        let (m, u, j) = (said.size as f64, overlap.union() as f64, overlap.jaccard());
        let rest = if u > 1.0 { (u - m) / (u - 1.0) } else { 0.0 };
        j * (1.0 - j) / m * rest
    }
}
