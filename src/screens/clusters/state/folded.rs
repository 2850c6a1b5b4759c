//! Members of a cluster with equal texts as one row: the rows, and which row each member is in.

use std::collections::HashMap;

use crate::base::DocNo;
use crate::cluster::Cluster;
use crate::collection::Collection;

/// Clusters with more members than this keep a row for each, because finding equal texts would delay a key.
const LIMIT: usize = 20_000;

/// Rows of the cluster that was folded last.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// The members of that cluster, in id order.
    members: Vec<DocNo>,
    /// The first member of each text, in id order; empty if all texts differ or are not looked at.
    rows: Vec<DocNo>,
    /// Number of members in each row.
    sizes: Vec<usize>,
    /// The row of each of `members`.
    row_of: Vec<usize>,
}

impl Folded {
    /// Whether `cluster` is the one that was folded last.
    pub fn is_of(&self, cluster: &Cluster) -> bool {
        self.members == cluster.members
    }

    /// Finds the equal texts of `cluster`. O(members).
    pub fn new(collection: &Collection, cluster: &Cluster) -> Self {
        let mut folded = Folded {
            members: cluster.members.clone(),
            ..Folded::default()
        };
        if cluster.identical == 0 || cluster.size() > LIMIT {
            return folded;
        }
        let mut first = HashMap::new();
        for doc in &cluster.members {
            let text = collection.row(*doc).normalised;
            let row = *first.entry(text).or_insert_with(|| {
                folded.rows.push(*doc);
                folded.sizes.push(0);
                folded.rows.len() - 1
            });
            folded.sizes[row] += 1;
            folded.row_of.push(row);
        }
        folded
    }

    /// The first member of each text of `cluster`; `None` if each member has its own row.
    pub fn rows(&self, cluster: &Cluster) -> Option<&[DocNo]> {
        (!self.rows.is_empty() && self.is_of(cluster)).then_some(&self.rows)
    }

    /// The row of a member while rows are folded.
    pub fn row_of(&self, cluster: &Cluster, doc: DocNo) -> Option<usize> {
        self.rows(cluster)?;
        let at = cluster.members.binary_search(&doc).ok()?;
        self.row_of.get(at).copied()
    }

    /// Number of members in a row while rows are folded.
    pub fn size(&self, row: usize) -> usize {
        self.sizes.get(row).copied().unwrap_or(1)
    }
}
