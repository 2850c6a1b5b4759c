//! One way to sketch a document, whichever kind of sketch the settings ask for.

use super::bins::spread;
use super::fss::Fss;
use super::layout::Layout;
use super::minhash::Permutations;
use super::minimum::Minimum;
use super::oph::Oph;
use super::scratch::Scratch;
use super::superminhash::SuperMinHash;
use crate::settings::{SketchKind, Sketching};

/// Makes sketches of one kind and shape. Cheap to share between threads.
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
    /// What `sketching` asks for.
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

    /// The shape of its sketches.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The sketch of a document given by its elements (repeats and order change nothing), packed and
    /// appended to `out`.
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

    /// The same before it is packed: one whole value a position.
    ///
    /// The lowest bit of `a·x + b` with odd a is that of x, or its opposite, at every position.
    /// Packed as it is, whether two shingles agree by chance would be decided once for all positions
    /// at which the two meet, and the error of few bits would be far above the theory's; so a
    /// permuted value is spread before bits are taken of it.
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

    /// How the value at `position` comes about, found from the definition one position at a time
    /// rather than as sketches are made; `None` for a document without elements.
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
