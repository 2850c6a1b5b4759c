//! A pair of documents whose overlap is known.

use crate::base::DocNo;
use crate::index::Collection;
use crate::similarity::{Overlap, Pair};

/// The pair with this overlap and the agreement of its sketches. A document without shingles has no minima, which its
/// sketch fills with equal values: it agrees with none.
pub fn compared(collection: &Collection, a: DocNo, b: DocNo, overlap: Overlap) -> Pair {
    let (x, y) = (collection.sketch(a), collection.sketch(b));
    let is_empty = overlap.size_a == 0 || overlap.size_b == 0;
    Pair {
        a,
        b,
        overlap,
        agreeing: if is_empty {
            0
        } else {
            collection.layout().agreeing(x, y)
        },
    }
}
