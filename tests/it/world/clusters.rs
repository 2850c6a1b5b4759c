//! Pairs and clusters of the corpora for tests of screens, from the given similarities.

use std::collections::HashMap;

use shinglescope::base::DocNo;
use shinglescope::candidates::{PairSet, PairSetInfo};
use shinglescope::cluster::{Bridge, Cluster, Clustering, Linkage, Outside};
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
        let found = PairSetInfo {
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
        PairSet::new(self.copies.clone(), pairs, found)
    }

    pub fn clustering(&self, threshold: f64) -> Clustering {
        let n = self.collection.len();
        let edges: Vec<(DocNo, DocNo, f64)> = self
            .similar
            .iter()
            .filter(|(_, j)| **j >= threshold)
            .map(|((a, b), j)| (*a, *b, *j))
            .collect();
        let components = components(n, edges.iter().map(|(a, b, _)| (*a, *b)));
        let mut clusters: Vec<Cluster> = components
            .into_iter()
            .filter(|c| c.len() > 1)
            .map(|c| self.cluster(c, &edges, threshold))
            .collect();
        clusters.sort_by(|a, b| {
            b.size()
                .cmp(&a.size())
                .then(a.representative.cmp(&b.representative))
        });
        let mut cluster_of = vec![None; n];
        for (i, cluster) in clusters.iter().enumerate() {
            for doc in &cluster.members {
                cluster_of[doc.index()] = Some(i as u32);
            }
        }
        Clustering {
            threshold,
            measure: Measure::Jaccard,
            clusters,
            cluster_of,
            pairs: edges.len() as u64,
            linkage: Linkage::Single,
            held_apart: 0,
            left_whole: Vec::new(),
        }
    }

    fn cluster(
        &self,
        members: Vec<DocNo>,
        edges: &[(DocNo, DocNo, f64)],
        threshold: f64,
    ) -> Cluster {
        let mut values = vec![];
        for (i, a) in members.iter().enumerate() {
            values.extend(members[i + 1..].iter().map(|b| self.jaccard(*a, *b)));
        }
        let sum = |d: &DocNo| members.iter().map(|o| self.jaccard(*d, *o)).sum::<f64>();
        let representative = *members
            .iter()
            .rev()
            .max_by(|a, b| sum(a).total_cmp(&sum(b)))
            .expect("members");
        let inside: Vec<_> = edges
            .iter()
            .filter(|(a, _, _)| members.contains(a))
            .collect();
        let every: Vec<Bridge> = inside
            .iter()
            .filter_map(|cut| {
                let rest = inside
                    .iter()
                    .filter(|e| **e != *cut)
                    .map(|(a, b, _)| (*a, *b));
                let parts = components(self.collection.len(), rest);
                let part = |d: DocNo| {
                    parts
                        .iter()
                        .find(|p| p.contains(&d))
                        .cloned()
                        .unwrap_or_default()
                };
                let (left, right) = (part(cut.0), part(cut.1));
                (left != right).then_some(Bridge {
                    a: cut.0,
                    b: cut.1,
                    similarity: cut.2,
                    left,
                    right,
                })
            })
            .collect();
        let bridges = if members.len() > 2 { every.len() } else { 0 };
        let bridge = every
            .into_iter()
            .filter(|_| members.len() > 2)
            .min_by(|a, b| a.similarity.total_cmp(&b.similarity));
        let outside = self
            .similar
            .iter()
            .filter(|((a, b), j)| **j < threshold && members.contains(a) != members.contains(b))
            .max_by(|a, b| a.1.total_cmp(b.1).then(b.0.cmp(a.0)))
            .map(|((a, b), j)| {
                let (document, member) = if members.contains(a) {
                    (*b, *a)
                } else {
                    (*a, *b)
                };
                Outside {
                    document,
                    member,
                    similarity: *j,
                }
            });
        let distinct: std::collections::HashSet<_> =
            members.iter().map(|d| self.copies[d.index()]).collect();
        Cluster {
            held_apart: 0,
            representative,
            identical: members.len() - distinct.len(),
            min: values.iter().copied().fold(1.0, f64::min),
            mean: values.iter().sum::<f64>() / values.len() as f64,
            max: values.iter().copied().fold(0.0, f64::max),
            measured: (values.len() as u64, values.len() as u64),
            bridge,
            bridges,
            outside,
            members,
        }
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

fn components(n: usize, edges: impl Iterator<Item = (DocNo, DocNo)>) -> Vec<Vec<DocNo>> {
    let mut name: Vec<usize> = (0..n).collect();
    for (a, b) in edges {
        let (from, to) = (
            name[a.index()].max(name[b.index()]),
            name[a.index()].min(name[b.index()]),
        );
        name.iter_mut()
            .filter(|x| **x == from)
            .for_each(|x| *x = to);
    }
    let mut groups: HashMap<usize, Vec<DocNo>> = HashMap::new();
    for (i, name) in name.iter().enumerate() {
        groups.entry(*name).or_default().push(DocNo::at(i));
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort();
    groups
}
