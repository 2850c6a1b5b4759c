//! A made-up corpus for the tests of screens: documents with names of several lengths and
//! scripts, given similarities, and responses to every request as an engine would send them.

mod clusters;
mod corpora;
mod engine;
mod lists;
mod views;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::candidates::PairSet;
use shinglescope::index::Collection;
use shinglescope::similarity::Overlap;

pub use engine::{act, answer, app, finished, progress, reply, start};

/// Documents and their similarities.
pub struct World {
    pub collection: Arc<Collection>,
    pub similar: HashMap<(DocNo, DocNo), f64>,
    copies: Vec<DocNo>,
    /// State of the simulated engine: the requested threshold.
    pub threshold: Cell<f64>,
    /// The pairs that were sent last.
    pub pairs_sent: RefCell<Option<Arc<PairSet>>>,
}

impl World {
    pub fn doc(&self, id: &str) -> DocNo {
        self.collection
            .find(id)
            .unwrap_or_else(|| panic!("no {id}"))
    }

    pub fn jaccard(&self, a: DocNo, b: DocNo) -> f64 {
        if a == b {
            return 1.0;
        }
        self.similar
            .get(&(a.min(b), a.max(b)))
            .copied()
            .unwrap_or(0.05)
    }

    fn text(&self, doc: DocNo) -> Arc<str> {
        let name = self.collection.id(doc);
        let line = "the tide comes in twice a day and leaves behind it a thin line of weed which the birds search at dawn. ";
        format!(
            "On {name}\n\n{}\n\n{}",
            line.repeat(6).trim(),
            line.repeat(3).trim()
        )
        .into()
    }
}

/// The overlap of sets of 1,000 shingles with this Jaccard, rounded to integers.
fn overlap(j: f64) -> Overlap {
    Overlap {
        shared: (2000.0 * j / (1.0 + j)).round() as u32,
        size_a: 1000,
        size_b: 1000,
    }
}
