//! The parameter of a stage that is turned while it is shown.

use super::setup::Setup;
use crate::base::units::{self, count, counted};
use crate::settings::Sketching;

/// Sizes of collections that the first stage knows; the fourth is that of the 4,880 manuals. Their
/// pairs and the bytes of a list of them fit 64 bits.
pub const SIZES: [u64; 8] = [
    10,
    100,
    1_000,
    4_880,
    100_000,
    1_000_000,
    100_000_000,
    1_000_000_000,
];

/// Draws after which a race can be judged, and sizes of samples.
const DRAWS: [usize; 7] = [10, 20, 50, 100, 200, 500, 1000];

/// Permutations that are drawn one after another.
pub const PERMUTATIONS: usize = 200;

/// Values of a sketch that are split into bands.
pub const VALUES: usize = 200;

/// A parameter of a [`Setup`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// Words in a shingle.
    K,
    /// The permutation looked at.
    Permutation,
    /// Permutations of a small signature matrix.
    Few,
    /// Draws.
    Draws,
    /// Sketch values in a band.
    Rows,
    /// Threshold of near-duplicates.
    Threshold,
    /// Bits by which fingerprints are rotated.
    Rotation,
    /// Documents of a collection.
    Size,
    /// Documents drawn from a collection.
    Sample,
}

impl Parameter {
    /// All its values, ascending; of rotations those of fingerprints with `bits` bits.
    fn values(self, bits: u32) -> Vec<usize> {
        match self {
            Parameter::K => (1..=20).collect(),
            Parameter::Permutation => (0..PERMUTATIONS).collect(),
            Parameter::Few => (1..=12).collect(),
            Parameter::Draws | Parameter::Sample => DRAWS.to_vec(),
            Parameter::Rows => (1..=25).collect(),
            Parameter::Threshold => (1..=100).collect(),
            Parameter::Rotation => (0..bits as usize).collect(),
            Parameter::Size => (0..SIZES.len()).collect(),
        }
    }

    fn get(self, setup: &Setup) -> usize {
        match self {
            Parameter::K => setup.sketching.k,
            Parameter::Permutation => setup.permutation,
            Parameter::Few => setup.few,
            Parameter::Draws => setup.draws,
            Parameter::Rows => setup.rows,
            Parameter::Threshold => setup.threshold as usize,
            Parameter::Rotation => setup.rotation as usize,
            Parameter::Size => setup.size,
            Parameter::Sample => setup.sample,
        }
    }

    fn set(self, setup: &mut Setup, value: usize) {
        match self {
            Parameter::K => setup.sketching.k = value.clamp(1, Sketching::MOST_K),
            Parameter::Permutation => setup.permutation = value,
            Parameter::Few => setup.few = value,
            Parameter::Draws => setup.draws = value,
            Parameter::Rows => setup.rows = value,
            Parameter::Threshold => setup.threshold = value as u32,
            Parameter::Rotation => setup.rotation = value as u32,
            Parameter::Size => setup.size = value,
            Parameter::Sample => setup.sample = value,
        }
    }
}

/// A parameter with its value and all that it can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dial {
    /// The parameter.
    pub parameter: Parameter,
    /// Its value.
    pub value: usize,
    /// All values that it can be turned to, ascending.
    pub values: Vec<usize>,
}

impl Dial {
    /// The dial of `parameter` as `setup` has it.
    #[must_use]
    pub fn of(parameter: Parameter, setup: &Setup) -> Self {
        let bits = match setup.example.bits {
            0 => 64,
            bits => bits.min(64),
        };
        // A given matrix comes with its permutations, as orders or as the rows that each visits.
        let given = setup.example.orders.len().max(setup.example.visits.len());
        if parameter == Parameter::Few && given > 0 && !setup.example.matrix.is_empty() {
            return Dial {
                parameter,
                value: given,
                values: vec![given],
            };
        }
        Dial {
            parameter,
            value: parameter.get(setup),
            values: parameter.values(bits),
        }
    }

    /// The setup with the value `by` places further, within the bounds.
    #[must_use]
    pub fn turned(&self, setup: &Setup, by: isize) -> Setup {
        let at = self.values.partition_point(|value| *value < self.value);
        let last = self.values.len().saturating_sub(1);
        let at = at.saturating_add_signed(by).min(last);
        let mut turned = setup.clone();
        if let Some(value) = self.values.get(at) {
            self.parameter.set(&mut turned, *value);
        }
        turned
    }

    /// The setup with `value`, or the nearest bound.
    #[must_use]
    pub fn at(&self, setup: &Setup, value: usize) -> Setup {
        let mut set = setup.clone();
        if let (Some(first), Some(last)) = (self.values.first(), self.values.last()) {
            self.parameter.set(&mut set, value.clamp(*first, *last));
        }
        set
    }

    /// Whether values that the setup gives take the place of what the parameter changes.
    fn is_idle(&self, setup: &Setup) -> bool {
        let example = &setup.example;
        match self.parameter {
            Parameter::K => !example.sets.is_empty() || !example.matrix.is_empty(),
            Parameter::Few => {
                let has_none = example.orders.is_empty() && example.visits.is_empty();
                !example.matrix.is_empty() && has_none
            }
            _ => false,
        }
    }

    /// Name and value as they are shown, such as `permutation 7`; empty where given values take the place of what it
    /// changes.
    #[must_use]
    pub fn said(&self, setup: &Setup) -> String {
        if self.is_idle(setup) {
            return String::new();
        }
        let n = self.value as u64;
        match self.parameter {
            Parameter::K => format!("k {n}"),
            Parameter::Permutation => format!("permutation {}", n + 1),
            Parameter::Few => counted(n, "permutation", "permutations"),
            Parameter::Draws => counted(n, "draw", "draws"),
            Parameter::Rows => format!("{} in a band", counted(n, "row", "rows")),
            Parameter::Threshold => format!("threshold {}", units::share(setup.threshold())),
            Parameter::Rotation => format!("rotated by {n}"),
            Parameter::Size => counted(
                SIZES[self.value.min(SIZES.len() - 1)],
                "document",
                "documents",
            ),
            Parameter::Sample => format!("samples of {}", count(n)),
        }
    }
}
