//! A common interface to all kinds of sketch.

use super::bins::spread;
use super::bins::{Minimum, SketchScratch};
use super::fss::Fss;
use super::layout::Layout;
use super::minhash::{EMPTY, Permutations};
use super::oph::Oph;
use super::superminhash::SuperMinHash;
use crate::settings::{SketchKind, Sketching};

/// Creates sketches of one kind and layout. Immutable, so it can be shared between threads.
#[derive(Clone, Debug)]
pub struct Sketcher {
    layout: Layout,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Minhash(Permutations),
    Fss(Fss),
    Oph(Oph),
    SuperMinHash(SuperMinHash),
}

impl Sketcher {
    /// Creates a sketcher for these settings.
    pub fn new(sketching: &Sketching) -> Self {
        let (count, seed) = (sketching.permutations, sketching.seed);
        let kind = match sketching.sketch {
            SketchKind::Minhash => Kind::Minhash(Permutations::new(count, seed)),
            SketchKind::Fss => Kind::Fss(Fss::new(count, seed)),
            SketchKind::Oph => Kind::Oph(Oph::new(count, seed)),
            SketchKind::Superminhash => Kind::SuperMinHash(SuperMinHash::new(count, seed)),
        };
        Sketcher {
            layout: Layout::new(sketching),
            kind,
        }
    }

    /// Layout of the sketches.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Appends the packed sketch of a document to `out`. Repeats and order of the elements have no
    /// effect.
    pub fn sketch(&self, elements: &[u64], scratch: &mut SketchScratch, out: &mut Vec<u32>) {
        if self.layout.bits == 32 {
            return self.values(elements, scratch, out);
        }
        let mut unpacked = std::mem::take(&mut scratch.unpacked);
        unpacked.clear();
        self.values(elements, scratch, &mut unpacked);
        self.layout.pack(&unpacked, out);
        scratch.unpacked = unpacked;
    }

    /// The sketch before packing: one 32-bit value per position, [`EMPTY`] without elements.
    ///
    /// With odd a, the lowest bit of `a·x + b` is the lowest bit of x or its complement at every position. If it
    /// were packed directly, two shingles would agree by chance either at all positions at which both are minima
    /// or at none, and with few bits the error would far exceed the theory. Permuted values are therefore mixed
    /// before packing.
    fn values(&self, elements: &[u64], scratch: &mut SketchScratch, out: &mut Vec<u32>) {
        let from = out.len();
        if elements.is_empty() || self.layout.positions == 0 {
            return out.resize(from + self.layout.positions, EMPTY);
        }
        match &self.kind {
            Kind::Minhash(permutations) => {
                permutations.sketch(elements, scratch, out);
                if self.layout.bits < 32 {
                    let values = out[from..].iter_mut().enumerate();
                    values.for_each(|(position, value)| *value = spread(*value, position));
                }
            }
            Kind::Fss(fss) => fss.sketch(elements, scratch, out),
            Kind::Oph(oph) => oph.sketch(elements, scratch, out),
            Kind::SuperMinHash(sketch) => sketch.sketch(elements, scratch, out),
        }
    }

    /// Derivation of the value at `position`, computed directly from the definition rather than by the
    /// sketching algorithm; `None` for a document without elements. The minimum refers to its element by the
    /// index in `elements`; a slice of one element gives the element's own value.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        match &self.kind {
            Kind::Minhash(permutations) => {
                let (value, element) = permutations.minimum(position, elements)?;
                let is_packed = self.layout.bits < 32;
                Some(Minimum {
                    value: if is_packed {
                        spread(value, position)
                    } else {
                        value
                    },
                    element,
                    bin: position,
                    step: 0,
                })
            }
            Kind::Fss(fss) => fss.minimum(position, elements),
            Kind::Oph(oph) => oph.minimum(position, elements),
            Kind::SuperMinHash(sketch) => sketch.minimum(position, elements),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn without_elements_there_is_no_minimum() {
        for (_, kind) in SketchKind::ALL {
            let sketching = Sketching {
                sketch: kind,
                ..Sketching::default()
            };
            assert_eq!(Sketcher::new(&sketching).minimum(0, &[]), None);
        }
    }

    proptest! {
        /// A sketch computed in one pass and packed contains the lowest bits of the values that the definition
        /// yields position by position.
        #[test]
        fn sketches_contain_the_packed_minima(
            kind in prop::sample::select(SketchKind::ALL.map(|(_, kind)| kind).to_vec()),
            elements in prop::collection::vec(any::<u64>(), 0..60),
            positions in 16_usize..80,
            log in 0_u32..6,
            seed: u64,
        ) {
            let bits = 1 << log;
            let sketching = Sketching { sketch: kind, bits, seed, permutations: positions, ..Sketching::default() };
            let sketcher = Sketcher::new(&sketching);
            let mut scratch = SketchScratch::default();
            let mut sketch = |elements: &[u64]| {
                let mut out = Vec::new();
                sketcher.sketch(elements, &mut scratch, &mut out);
                out
            };
            // Scratch buffers used for another document have no influence.
            sketch(&[1, 2, 3]);
            let packed = sketch(&elements);
            let layout = sketcher.layout();
            prop_assert_eq!(packed.len(), layout.words());
            for at in 0..positions {
                let minimum = sketcher.minimum(at, &elements);
                let unpacked = minimum.map_or(EMPTY, |m| m.value);
                prop_assert_eq!(layout.value(&packed, at), unpacked & (u32::MAX >> (32 - bits)));
                let Some(minimum) = minimum else { continue };
                // Only the element determines the value, independent of earlier elements.
                let single = sketcher.minimum(at, &elements[minimum.element..=minimum.element]);
                if kind != SketchKind::Oph {
                    prop_assert_eq!(single.map(|m| (m.value, m.bin, m.step)), Some((unpacked, at, minimum.step)));
                }
                let lender = sketcher.minimum(minimum.bin, &elements);
                prop_assert!(lender.is_some_and(|l| l.element == minimum.element && l.bin == minimum.bin));
                prop_assert!(!elements[..minimum.element].contains(&elements[minimum.element]));
            }
        }
    }
}
