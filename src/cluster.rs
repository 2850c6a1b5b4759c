//! Pairs become clusters: connected components by union-find, taken apart further where complete or
//! average linkage is asked for, each with the figures that say how well it holds together.

pub mod agglomerate;
pub mod bridges;
pub mod build;
mod cache;
pub mod cohesion;
pub mod dendrogram;
#[cfg(test)]
pub(crate) mod fixture;
mod linkage;
pub mod outside;
pub mod parts;
pub mod union_find;

pub use cache::Cache;
pub use linkage::Linkage;

use crate::base::DocNo;
use crate::similarity::Measure;

/// All clusters at one threshold, largest first, then by the representative's id.
#[derive(Clone, Debug, Default)]
pub struct Clustering {
    /// Pairs at or above this exact similarity are edges.
    pub threshold: f64,
    /// By which measure; the figures of every cluster are of it.
    pub measure: Measure,
    /// Which documents hang together because of them.
    pub linkage: Linkage,
    /// Two or more documents each; the cluster's number is its index plus one.
    pub clusters: Vec<Cluster>,
    /// For each document, the index of its cluster.
    pub cluster_of: Vec<Option<u32>>,
    /// Pairs of documents at or above the threshold.
    pub pairs: u64,
    /// Indices, rising, of clusters that are connected components although another linkage was
    /// asked for: they have too many distinct members to compare every two of them.
    pub left_whole: Vec<u32>,
}

impl Clustering {
    /// Documents that are in some cluster.
    #[must_use]
    pub fn clustered(&self) -> usize {
        self.clusters.iter().map(|c| c.members.len()).sum()
    }

    /// The cluster that holds `doc`, with its index.
    #[must_use]
    pub fn cluster_of(&self, doc: DocNo) -> Option<(usize, &Cluster)> {
        let index = self.cluster_of.get(doc.index()).copied()?? as usize;
        Some((index, &self.clusters[index]))
    }
}

/// Documents that hang together: with single linkage a connected component of the pairs at or above
/// the threshold (syntactic cluster; Broder 1997), with the others a part of one.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// Its documents, in the order of their ids.
    pub members: Vec<DocNo>,
    /// The medoid: the member with the greatest sum of exact similarity to the others; of several the
    /// first by id.
    pub representative: DocNo,
    /// Members that repeat another member term for term: `members` less the distinct ones.
    pub identical: usize,
    /// Smallest exact similarity of any two members, whether or not they are an edge.
    pub min: f64,
    /// Mean exact similarity over all pairs of members.
    pub mean: f64,
    /// Greatest exact similarity of any two members.
    pub max: f64,
    /// Pairs of members that were counted exactly for `min`, `mean` and `max`, out of all pairs.
    /// They differ only for clusters too large to compare everything with everything.
    pub measured: (u64, u64),
    /// The weakest edge whose removal splits the cluster, where there is one.
    pub bridge: Option<Bridge>,
    /// Edges whose removal splits the cluster.
    pub bridges: usize,
    /// The document outside that comes nearest to a member, among the pairs known.
    pub outside: Option<Outside>,
}

impl Cluster {
    /// Number of documents.
    #[must_use]
    pub fn size(&self) -> usize {
        self.members.len()
    }

    /// Whether some two members lie below the threshold: they are together only through others.
    #[must_use]
    pub fn is_chain(&self, threshold: f64) -> bool {
        self.min < threshold
    }
}

/// An edge whose removal splits its cluster.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// Its ends, `a < b`.
    pub a: DocNo,
    /// The other end.
    pub b: DocNo,
    /// Exact similarity of the edge.
    pub similarity: f64,
    /// The piece that keeps `a`, in the order of ids.
    pub left: Vec<DocNo>,
    /// The piece that keeps `b`, in the order of ids.
    pub right: Vec<DocNo>,
}

/// A pair with one foot outside the cluster.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// The document outside.
    pub document: DocNo,
    /// The member it comes nearest to.
    pub member: DocNo,
    /// Their exact similarity: below the threshold, unless the linkage keeps pairs apart.
    pub similarity: f64,
}
