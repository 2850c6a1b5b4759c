//! A pair of documents whose overlap is known.

use crate::base::DocNo;
use crate::collection::Collection;
use crate::similarity::{Overlap, Pair};

/// The pair with this overlap and the agreement of its sketches.
pub fn compared(collection: &Collection, a: DocNo, b: DocNo, overlap: Overlap) -> Pair {
    let (x, y) = (collection.sketch(a), collection.sketch(b));
    Pair {
        a,
        b,
        overlap,
        agreeing: collection.layout().agreeing(x, y),
    }
}
