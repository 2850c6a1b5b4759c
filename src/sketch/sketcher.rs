//! One way to sketch a document, whichever kind of sketch the settings ask for.

use super::layout::Layout;
use super::minhash::{Permutations, Scratch};
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
}

impl Sketcher {
    /// What `sketching` asks for.
    #[must_use]
    pub fn new(sketching: &Sketching) -> Self {
        let kind = match sketching.sketch {
            SketchKind::Minhash => {
                Kind::Minhash(Permutations::new(sketching.permutations, sketching.seed))
            }
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
        match &self.kind {
            Kind::Minhash(permutations) if self.layout.bits == 32 => {
                permutations.sketch(elements, scratch, out);
            }
            Kind::Minhash(permutations) => {
                let mut values = Vec::with_capacity(self.layout.positions);
                permutations.sketch(elements, scratch, &mut values);
                self.layout.pack(&values, out);
            }
        }
    }
}
