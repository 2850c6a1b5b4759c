//! Members of a cluster with equal texts as one row: the rows, and which row each member is in.

use std::collections::HashMap;

use crate::base::DocNo;
use crate::cluster::Cluster;
use crate::index::Collection;

/// Clusters with more members than this keep a row for each, because finding equal texts would delay a key.
const LIMIT: usize = 20_000;

/// Rows of the cluster that was folded last.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// Whether each member has its own row by the user's choice.
    pub off: bool,
    /// The members of that cluster, in id order.
    members: Vec<DocNo>,
    /// The first member of each text, in id order; empty if all texts differ.
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
    pub fn fold(&mut self, collection: &Collection, cluster: &Cluster) {
        *self = Folded {
            off: self.off,
            members: cluster.members.clone(),
            ..Folded::default()
        };
        if cluster.identical == 0 || cluster.size() > LIMIT {
            return;
        }
        let texts = cluster.members.iter().map(|doc| {
            let row = collection.row(*doc);
            row.normalised
        });
        let texts: Vec<_> = texts.collect();
        let mut first = HashMap::new();
        for (doc, text) in cluster.members.iter().zip(texts) {
            let row = *first.entry(text).or_insert_with(|| {
                self.rows.push(*doc);
                self.sizes.push(0);
                self.rows.len() - 1
            });
            self.sizes[row] += 1;
            self.row_of.push(row);
        }
        if self.rows.len() == cluster.size() {
            (self.rows, self.sizes, self.row_of) = Default::default();
        }
    }

    /// The first member of each text of `cluster`; `None` if each member has its own row.
    pub fn rows(&self, cluster: &Cluster) -> Option<&[DocNo]> {
        (!self.off && !self.rows.is_empty() && self.is_of(cluster)).then_some(&self.rows)
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
