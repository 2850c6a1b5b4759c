//! What became of the clusters between two settings: which merged, split, appeared or vanished, and
//! which documents came and went.
//!
//! Clusters before and after that share a document belong to one change; a group of them that only
//! touch each other is told as a whole. Documents are the same ones on both sides.

use crate::base::DocNo;
use crate::cluster::Clustering;
use crate::cluster::union_find::UnionFind;

/// What happened to a group of clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Several became one.
    Merged,
    /// One became several.
    Split,
    /// Several became several others.
    Rearranged,
    /// One that was not there before.
    Appeared,
    /// One that is no longer there.
    Vanished,
    /// One that has documents besides those it had.
    Grew,
    /// One that has lost documents.
    Shrank,
    /// One that has lost some and gained others.
    Exchanged,
}

impl Kind {
    /// In a word, for lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Merged => "merged",
            Kind::Split => "split",
            Kind::Rearranged => "rearranged",
            Kind::Appeared => "appeared",
            Kind::Vanished => "vanished",
            Kind::Grew => "grew",
            Kind::Shrank => "shrank",
            Kind::Exchanged => "exchanged",
        }
    }
}

/// One group of clusters that is not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What happened.
    pub kind: Kind,
    /// Indices of the clusters before.
    pub before: Vec<usize>,
    /// Indices of the clusters after.
    pub after: Vec<usize>,
    /// Documents in a cluster after that were in none before, rising.
    pub came: Vec<DocNo>,
    /// Documents in a cluster before that are in none after, rising.
    pub went: Vec<DocNo>,
}

impl Change {
    /// Documents that the change concerns, on either side.
    #[must_use]
    pub fn documents(&self, before: &Clustering, after: &Clustering) -> usize {
        let count = |clustering: &Clustering, of: &[usize]| -> usize {
            of.iter().map(|i| clustering.clusters[*i].size()).sum()
        };
        (count(before, &self.before) + self.came.len())
            .max(count(after, &self.after) + self.went.len())
    }
}

/// What changed from `before` to `after`, two clusterings of the same documents: by kind, then the
/// largest first. Clusters that are as they were are left out.
#[must_use]
pub fn changes(before: &Clustering, after: &Clustering) -> Vec<Change> {
    let (old, new) = (before.clusters.len(), after.clusters.len());
    let mut groups = UnionFind::new(old + new);
    let documents = before.cluster_of.len().max(after.cluster_of.len());
    let of =
        |clustering: &Clustering, doc: usize| clustering.cluster_of.get(doc).copied().flatten();
    for doc in 0..documents {
        if let (Some(x), Some(y)) = (of(before, doc), of(after, doc)) {
            groups.union(x, old as u32 + y);
        }
    }
    let mut members: Vec<(Vec<usize>, Vec<usize>)> = vec![Default::default(); old + new];
    for i in 0..old {
        members[groups.find(i as u32) as usize].0.push(i);
    }
    for i in 0..new {
        members[groups.find((old + i) as u32) as usize].1.push(i);
    }
    let mut out: Vec<Change> = members
        .into_iter()
        .filter(|(x, y)| !x.is_empty() || !y.is_empty())
        .filter_map(|(x, y)| change(before, after, x, y))
        .collect();
    out.sort_by_key(|change| {
        let first = change
            .after
            .first()
            .copied()
            .unwrap_or(change.before.first().copied().unwrap_or(0));
        (
            change.kind,
            std::cmp::Reverse(change.documents(before, after)),
            first,
        )
    });
    out
}

fn change(before: &Clustering, after: &Clustering, x: Vec<usize>, y: Vec<usize>) -> Option<Change> {
    let alone = |these: &Clustering, of: &[usize], others: &Clustering| {
        let members = of.iter().flat_map(|i| &these.clusters[*i].members);
        let in_none = |doc: &&DocNo| others.cluster_of(**doc).is_none();
        let mut alone: Vec<DocNo> = members.filter(in_none).copied().collect();
        alone.sort_unstable();
        alone
    };
    let came = alone(after, &y, before);
    let went = alone(before, &x, after);
    let kind = match (x.len(), y.len()) {
        (0, _) => Kind::Appeared,
        (_, 0) => Kind::Vanished,
        (1, 1) => match (came.is_empty(), went.is_empty()) {
            (true, true) => return None,
            (false, true) => Kind::Grew,
            (true, false) => Kind::Shrank,
            (false, false) => Kind::Exchanged,
        },
        (_, 1) => Kind::Merged,
        (1, _) => Kind::Split,
        _ => Kind::Rearranged,
    };
    Some(Change {
        kind,
        before: x,
        after: y,
        came,
        went,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::Cluster;
    use proptest::prelude::*;

    /// A clustering that puts each document into the cluster of its number; 0 for none.
    fn clustering(of: &[u32]) -> Clustering {
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut cluster_of = vec![None; of.len()];
        let mut numbers: Vec<u32> = of.iter().copied().filter(|n| *n > 0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let members: Vec<DocNo> = (0..of.len())
                .filter(|i| of[*i] == number)
                .map(DocNo::at)
                .collect();
            for member in &members {
                cluster_of[member.index()] = Some(clusters.len() as u32);
            }
            clusters.push(Cluster {
                representative: members[0],
                members,
                ..Cluster::default()
            });
        }
        Clustering {
            clusters,
            cluster_of,
            ..Clustering::default()
        }
    }

    fn kinds(before: &[u32], after: &[u32]) -> Vec<Kind> {
        changes(&clustering(before), &clustering(after))
            .iter()
            .map(|c| c.kind)
            .collect()
    }

    #[test]
    fn each_kind_of_change_has_its_name() {
        assert_eq!(kinds(&[1, 1, 2, 2], &[1, 1, 2, 2]), []);
        assert_eq!(kinds(&[1, 1, 2, 2], &[3, 3, 3, 3]), [Kind::Merged]);
        assert_eq!(kinds(&[3, 3, 3, 3], &[1, 1, 2, 2]), [Kind::Split]);
        assert_eq!(kinds(&[0, 0, 1, 1], &[2, 2, 1, 1]), [Kind::Appeared]);
        assert_eq!(kinds(&[2, 2, 1, 1], &[0, 0, 1, 1]), [Kind::Vanished]);
        assert_eq!(kinds(&[1, 1, 0], &[1, 1, 1]), [Kind::Grew]);
        assert_eq!(kinds(&[1, 1, 1], &[1, 1, 0]), [Kind::Shrank]);
        assert_eq!(kinds(&[1, 1, 1, 0], &[1, 1, 0, 1]), [Kind::Exchanged]);
        assert_eq!(kinds(&[1, 1, 2, 2], &[1, 2, 2, 1]), [Kind::Rearranged]);
    }

    proptest! {
        #[test]
        fn every_document_whose_company_changed_is_in_one_change(
            pairs in prop::collection::vec((0_u32..5, 0_u32..5), 0..24),
        ) {
            let (x, y): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
            let (before, after) = (clustering(&x), clustering(&y));
            let found = changes(&before, &after);
            let company = |c: &Clustering, doc: DocNo| c.cluster_of(doc).map(|(_, cluster)| cluster.members.clone());
            for doc in (0..x.len()).map(DocNo::at) {
                let in_change = found.iter().filter(|change| {
                    let has = |c: &Clustering, of: &[usize]| of.iter().any(|i| c.clusters[*i].members.contains(&doc));
                    has(&before, &change.before) || has(&after, &change.after)
                });
                let differs = company(&before, doc) != company(&after, doc);
                let count = in_change.count();
                prop_assert!(count <= 1);
                prop_assert!(count == 1 || !differs);
            }
        }
    }
}
