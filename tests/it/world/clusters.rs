//! Pairs and clusters of the corpora for tests of screens, from the given similarities.

use shinglescope::base::DocNo;
use shinglescope::candidates::{PairSet, PairSetInfo};
use shinglescope::cluster::build::build;
use shinglescope::cluster::{Cache, Clustering, Linkage};
use shinglescope::engine::message::Matrix;
use shinglescope::similarity::{Measure, Pair};

use super::{World, overlap};

impl World {
    pub fn pairs(&self) -> PairSet {
        let mut pairs: Vec<Pair> = self
            .similar
            .iter()
            .filter(|((a, b), j)| {
                **j >= 0.3 && self.copies[a.index()] == *a && self.copies[b.index()] == *b
            })
            .map(|((a, b), j)| Pair {
                a: *a,
                b: *b,
                overlap: overlap(*j),
                agreeing: (*j * 200.0) as u32,
            })
            .collect();
        pairs.sort_by(|a, b| a.order(b, Measure::Jaccard));
        let info = PairSetInfo {
            method: "lsh",
            measure: Measure::Jaccard,
            bands: Some((25, 8)),
            floor: 0.3,
            complete: false,
            stopped: false,
            chosen_for: None,
            candidates: 4213,
            capped: 0,
            note: String::new(),
        };
        PairSet::new(self.copies.clone(), pairs, info)
    }

    pub fn clustering(&self, threshold: f64) -> Clustering {
        let pairs = self.pairs();
        let cache = &mut Cache::default();
        build(&self.collection, &pairs, threshold, Linkage::Single, cache)
    }

    pub fn matrix(&self, members: &[DocNo]) -> Matrix {
        let row = |a: &DocNo| {
            members
                .iter()
                .map(|b| self.jaccard(*a, *b))
                .collect::<Vec<_>>()
        };
        let matrix = Matrix {
            members: members.to_vec(),
            values: members.iter().flat_map(row).collect(),
            tree: None,
        };
        matrix.with_tree(|i| self.collection.row(members[i]).normalised, |_, _| true)
    }
}
