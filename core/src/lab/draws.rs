//! Deterministic pseudo-random numbers for simulations and resampling.

use std::f64::consts::TAU;

use crate::text::shingles::mix;

/// Deterministic pseudo-random numbers (SplitMix64; Steele, Lea, Flood 2014).
pub(super) struct Draws(pub(super) u64);

impl Draws {
    /// A uniform number in (0, 1].
    pub(super) fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        ((mix(self.0) >> 11) + 1) as f64 / (1_u64 << 53) as f64
    }

    /// A standard normal number (Box, Muller 1958).
    pub(super) fn normal(&mut self) -> f64 {
        let (radius, angle) = ((-2.0 * self.unit().ln()).sqrt(), self.unit());
        radius * (TAU * angle).cos()
    }

    /// How many of `of` labels are positive, each with probability `level`: drawn one by one, or by the normal
    /// approximation.
    pub(super) fn binomial(&mut self, of: u64, level: f64, one_by_one: bool) -> u64 {
        if one_by_one {
            return (0..of).filter(|_| self.unit() <= level).count() as u64;
        }
        let deviation = (of as f64 * level * (1.0 - level)).sqrt();
        let drawn = of as f64 * level + deviation * self.normal();
        drawn.round().clamp(0.0, of as f64) as u64
    }
}
