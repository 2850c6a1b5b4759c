//! Clustering of documents from verified pairs: connected components by union-find, subdivided by
//! complete or average linkage if requested, each with cohesion figures; and the choice of documents that keeps one
//! copy of each near-duplicate.

pub mod agglomerate;
pub mod bridges;
pub mod build;
mod cache;
pub mod cohesion;
pub mod dendrogram;
#[cfg(test)]
pub(crate) mod fixture;
pub mod half_matrix;
pub mod keep;
mod linkage;
pub mod merge_tree;
pub mod outside;
pub mod parts;

pub use cache::Cache;
pub use linkage::{DecidedDifferent, Linkage};

use crate::base::DocNo;
use crate::similarity::Measure;

/// All clusters at one threshold, by size, descending, then by the representative's id.
#[derive(Clone, Debug, Default)]
pub struct Clustering {
    /// Pairs at or above this exact similarity are edges.
    pub threshold: f64,
    /// Similarity measure of the threshold and of the figures of every cluster.
    pub measure: Measure,
    /// Linkage that determines which connected documents form a cluster.
    pub linkage: Linkage,
    /// Clusters of at least two documents; a cluster's number is its index plus one.
    pub clusters: Vec<Cluster>,
    /// For each document, the index of its cluster.
    pub cluster_of: Vec<Option<u32>>,
    /// Pairs of documents at or above the threshold, including those with the decision "different".
    pub pairs: u64,
    /// Number of these pairs with the decision "different"; they are not edges.
    pub cannot_link: u64,
    /// Indices, ascending, of clusters that remain connected components although another linkage was
    /// requested: they have too many distinct documents to compare all pairs.
    pub not_subdivided: Vec<u32>,
}

/// Clusterings are equal only if they are the same object.
impl PartialEq for Clustering {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Clustering {
    /// Number of documents in clusters.
    pub fn clustered(&self) -> usize {
        self.clusters.iter().map(|c| c.members.len()).sum()
    }

    /// The cluster of `doc` and its index.
    pub fn cluster_of(&self, doc: DocNo) -> Option<(usize, &Cluster)> {
        let index = self.cluster_of.get(doc.index()).copied()?? as usize;
        Some((index, &self.clusters[index]))
    }
}

/// A cluster of documents: with single linkage a connected component of the pairs at or above the
/// threshold (syntactic cluster; Broder 1997), with the other linkages part of one.
#[derive(Clone, Debug, Default)]
pub struct Cluster {
    /// Documents of the cluster, in id order.
    pub members: Vec<DocNo>,
    /// The medoid: the document with the greatest sum of exact similarities to the others; of
    /// several, the first by id.
    pub representative: DocNo,
    /// Number of documents minus number of distinct texts.
    pub identical: usize,
    /// Lowest exact similarity of two documents, whether or not they are an edge.
    pub min: f64,
    /// Mean exact similarity over all pairs of documents.
    pub mean: f64,
    /// Highest exact similarity of two documents.
    pub max: f64,
    /// (Pairs of documents compared exactly for `min`, `mean` and `max`, all pairs). They differ only
    /// in clusters with too many pairs below the threshold to compare them all.
    pub measured: (u64, u64),
    /// The weakest bridge, if there is any.
    pub bridge: Option<Bridge>,
    /// Number of bridges: edges whose removal splits the cluster.
    pub bridges: usize,
    /// The most similar document outside the cluster, among the known pairs.
    pub outside: Option<Outside>,
    /// Pairs of documents with the decision "different"; other documents connect them.
    pub cannot_link: u64,
}

impl Cluster {
    /// Number of documents.
    pub fn size(&self) -> usize {
        self.members.len()
    }

    /// Whether two documents below the threshold are connected only through others (chaining).
    pub fn is_chain(&self, threshold: f64) -> bool {
        self.min < threshold
    }
}

/// An edge whose removal splits its cluster.
#[derive(Clone, Debug)]
pub struct Bridge {
    /// First end of the edge, `a < b`.
    pub a: DocNo,
    /// Second end of the edge.
    pub b: DocNo,
    /// Exact similarity of the edge.
    pub similarity: f64,
    /// The part that contains `a`, in id order.
    pub left: Vec<DocNo>,
    /// The part that contains `b`, in id order.
    pub right: Vec<DocNo>,
}

/// A pair of a document of the cluster and a document outside it.
#[derive(Clone, Copy, Debug)]
pub struct Outside {
    /// The document outside.
    pub document: DocNo,
    /// The document of the cluster most similar to it.
    pub member: DocNo,
    /// Their exact similarity: below the threshold, unless the linkage separates pairs above it.
    pub similarity: f64,
}
