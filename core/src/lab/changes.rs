//! Cluster changes between two settings: clusters merged, split, appeared or vanished, and the
//! documents gained or lost.
//!
//! Old and new clusters that share a document belong to one change; connected groups (by
//! union-find) are reported as one. Both sides number the same documents.

use crate::base::DocNo;
use crate::base::union_find::UnionFind;
use crate::cluster::Clustering;

/// Kind of change of a connected group of clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// Several clusters became one.
    Merged,
    /// One cluster became several.
    Split,
    /// Several clusters became several others.
    Rearranged,
    /// A new cluster, none of whose documents was in a cluster before.
    Appeared,
    /// A cluster none of whose documents is in a cluster now.
    Vanished,
    /// One cluster that gained or lost documents.
    Changed,
}

impl ChangeKind {
    /// One-word name, for lists.
    pub fn name(self) -> &'static str {
        match self {
            ChangeKind::Merged => "merged",
            ChangeKind::Split => "split",
            ChangeKind::Rearranged => "rearranged",
            ChangeKind::Appeared => "appeared",
            ChangeKind::Vanished => "vanished",
            ChangeKind::Changed => "changed",
        }
    }
}

/// One connected group of clusters that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Kind of change.
    pub kind: ChangeKind,
    /// Indices of the old clusters, ascending.
    pub before: Vec<usize>,
    /// Indices of the new clusters, ascending.
    pub after: Vec<usize>,
    /// Documents of the new clusters that were in no cluster before, ascending.
    pub came: Vec<DocNo>,
    /// Documents of the old clusters that are in no cluster now, ascending.
    pub went: Vec<DocNo>,
}

impl Change {
    /// Number of documents involved: the larger of the two sides' totals.
    pub fn documents(&self, before: &Clustering, after: &Clustering) -> usize {
        let count = |clustering: &Clustering, clusters: &[usize]| -> usize {
            clusters
                .iter()
                .map(|i| clustering.clusters[*i].size())
                .sum()
        };
        (count(before, &self.before) + self.came.len())
            .max(count(after, &self.after) + self.went.len())
    }
}

/// Changes from `before` to `after`, two clusterings of the same documents; by kind, then by number
/// of documents, descending. Unchanged clusters are omitted.
pub fn changes(before: &Clustering, after: &Clustering) -> Vec<Change> {
    let (old, new) = (before.clusters.len(), after.clusters.len());
    let mut groups = UnionFind::new(old + new);
    let documents = before.cluster_of.len().max(after.cluster_of.len());
    let cluster_of =
        |clustering: &Clustering, doc: usize| clustering.cluster_of.get(doc).copied().flatten();
    for doc in 0..documents {
        if let (Some(x), Some(y)) = (cluster_of(before, doc), cluster_of(after, doc)) {
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
    let alone = |these: &Clustering, indices: &[usize], others: &Clustering| {
        let members = indices.iter().flat_map(|i| &these.clusters[*i].members);
        let in_none = |doc: &&DocNo| others.cluster_of(**doc).is_none();
        let mut alone: Vec<DocNo> = members.filter(in_none).copied().collect();
        alone.sort_unstable();
        alone
    };
    let came = alone(after, &y, before);
    let went = alone(before, &x, after);
    let kind = match (x.len(), y.len()) {
        (0, _) => ChangeKind::Appeared,
        (_, 0) => ChangeKind::Vanished,
        (1, 1) if came.is_empty() && went.is_empty() => return None,
        (1, 1) => ChangeKind::Changed,
        (_, 1) => ChangeKind::Merged,
        (1, _) => ChangeKind::Split,
        _ => ChangeKind::Rearranged,
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

    /// A clustering in which `labels[doc]` is the cluster number of a document; 0 means none.
    fn clustering(labels: &[u32]) -> Clustering {
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut cluster_of = vec![None; labels.len()];
        let mut numbers: Vec<u32> = labels.iter().copied().filter(|n| *n > 0).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            let members: Vec<DocNo> = (0..labels.len())
                .filter(|i| labels[*i] == number)
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

    fn kinds(before: &[u32], after: &[u32]) -> Vec<ChangeKind> {
        changes(&clustering(before), &clustering(after))
            .iter()
            .map(|c| c.kind)
            .collect()
    }

    #[test]
    fn each_kind_of_change_has_its_name() {
        assert_eq!(kinds(&[1, 1, 2, 2], &[1, 1, 2, 2]), []);
        assert_eq!(kinds(&[1, 1, 2, 2], &[3, 3, 3, 3]), [ChangeKind::Merged]);
        assert_eq!(kinds(&[3, 3, 3, 3], &[1, 1, 2, 2]), [ChangeKind::Split]);
        assert_eq!(kinds(&[0, 0, 1, 1], &[2, 2, 1, 1]), [ChangeKind::Appeared]);
        assert_eq!(kinds(&[2, 2, 1, 1], &[0, 0, 1, 1]), [ChangeKind::Vanished]);
        assert_eq!(kinds(&[1, 1, 0], &[1, 1, 1]), [ChangeKind::Changed]);
        assert_eq!(kinds(&[1, 1, 1], &[1, 1, 0]), [ChangeKind::Changed]);
        assert_eq!(kinds(&[1, 1, 1, 0], &[1, 1, 0, 1]), [ChangeKind::Changed]);
        assert_eq!(
            kinds(&[1, 1, 2, 2], &[1, 2, 2, 1]),
            [ChangeKind::Rearranged]
        );
    }

    proptest! {
        #[test]
        fn every_document_whose_company_changed_is_in_one_change(
            pairs in prop::collection::vec((0_u32..5, 0_u32..5), 0..24),
        ) {
            let (x, y): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
            let (before, after) = (clustering(&x), clustering(&y));
            let all_changes = changes(&before, &after);
            let company = |c: &Clustering, doc: DocNo| c.cluster_of(doc).map(|(_, cluster)| cluster.members.clone());
            for doc in (0..x.len()).map(DocNo::at) {
                let in_change = all_changes.iter().filter(|change| {
                    let has = |c: &Clustering, ids: &[usize]| ids.iter().any(|i| c.clusters[*i].members.contains(&doc));
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
