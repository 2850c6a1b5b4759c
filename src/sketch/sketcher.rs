//! A common interface to all kinds of sketch.

use super::bins::spread;
use super::fss::Fss;
use super::layout::Layout;
use super::minhash::Permutations;
use super::minimum::Minimum;
use super::oph::Oph;
use super::scratch::Scratch;
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
    #[must_use]
    pub fn new(sketching: &Sketching) -> Self {
        let (count, seed) = (sketching.permutations, sketching.seed);
        let kind = match sketching.sketch {
            SketchKind::Minhash => Kind::Minhash(Permutations::new(count, seed)),
            SketchKind::Fss => Kind::Fss(Fss::new(count, seed)),
            SketchKind::Oph => Kind::Oph(Oph::new(count, seed)),
            SketchKind::Superminhash => Kind::SuperMinHash(SuperMinHash::new(count, seed)),
        };
        Sketcher {
            layout: Layout::of(sketching),
            kind,
        }
    }

    /// Layout of the sketches.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Appends the packed sketch of a document to `out`. Repeats and order of the elements have no
    /// effect.
    pub fn sketch(&self, elements: &[u64], scratch: &mut Scratch, out: &mut Vec<u32>) {
        if self.layout.bits == 32 {
            return self.values(elements, scratch, out);
        }
        let mut whole = std::mem::take(&mut scratch.whole);
        whole.clear();
        self.values(elements, scratch, &mut whole);
        self.layout.pack(&whole, out);
        scratch.whole = whole;
    }

    /// The sketch before packing: one 32-bit value per position.
    ///
    /// With odd a, the lowest bit of `a·x + b` is that of x or its complement at every position. If it
    /// were packed directly, chance agreement of two shingles would be decided once for all positions at
    /// which they meet, and with few bits the error would far exceed the theory. Permuted values are
    /// therefore mixed before packing.
    fn values(&self, elements: &[u64], scratch: &mut Scratch, out: &mut Vec<u32>) {
        match &self.kind {
            Kind::Minhash(permutations) => {
                let from = out.len();
                permutations.sketch(elements, scratch, out);
                if self.layout.bits < 32 && !elements.is_empty() {
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
    /// sketching algorithm; `None` for a document without elements.
    #[must_use]
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        match &self.kind {
            Kind::Minhash(permutations) => {
                let (value, element) = permutations.minimum(position, elements)?;
                let packed = self.layout.bits < 32;
                Some(Minimum {
                    value: if packed {
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
