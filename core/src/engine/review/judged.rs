//! What an act records of documents: figures and settings.

use crate::base::DocNo;
use crate::candidates::verify;
use crate::evidence::Evidence;
use crate::index::Collection;
use crate::review::{Figures, JudgedWith};
use crate::similarity::{Bridging, Measure, bridged_passages};

/// The figures of a pair, of text that is not masked.
pub fn figures(collection: &Collection, a: DocNo, b: DocNo) -> Figures {
    let (a, b) = (a.min(b), a.max(b));
    let [in_a, in_b] = [a, b].map(|doc| collection.terms(doc));
    let evidence = Evidence::from_passages(&bridged_passages(&in_a, &in_b, &Bridging::default()));
    Figures {
        jaccard: verify::overlap(collection, a, b).jaccard(),
        words: evidence.words(),
    }
}

/// The settings that figures depend on.
pub fn judged_with(collection: &Collection, threshold: f64, measure: Measure) -> JudgedWith {
    JudgedWith {
        threshold,
        k: collection.settings().sketching.k,
        measure: measure.name().to_owned(),
        unit: collection.unit(),
    }
}
