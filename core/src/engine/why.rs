//! Explains why two documents are, or are not, in the same cluster: their own figures, and the path of
//! pairs that connects them. Screens and the command call the same function, so their figures agree.

pub mod verdict;

use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::{MethodConfig, PairSet, PairSetInfo, verify};
use crate::cluster::bridges::{self, certificate};
use crate::cluster::dendrogram::Dendrogram;
use crate::cluster::{Bridge, Clustering, Linkage, parts};
use crate::index::{Collection, NotCompared};
use crate::similarity::{Estimate, Measure, Overlap, Pair};

/// The subject of the question: clusters with their pairs and documents, all of one collection.
#[derive(Clone, Copy)]
pub struct WhySubject<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// Pairs of the documents, possibly down to a floor below the clusters' threshold.
    pub pairs: &'a PairSet,
    /// Clusters at a threshold.
    pub clustering: &'a Clustering,
}

impl WhySubject<'_> {
    /// Returns the representatives of a cluster, ascending, and the edges that determine its bridges, in the order of
    /// the pairs. O(pairs).
    pub(super) fn inside(&self, index: u32) -> (Vec<DocNo>, Vec<Pair>) {
        let clustering = self.clustering;
        let is_representative = |doc: &&DocNo| self.pairs.representative[doc.index()] == **doc;
        let members = clustering.clusters[index as usize].members.iter();
        let is_inside = |doc: DocNo| clustering.cluster_of[doc.index()] == Some(index);
        let edges = self.pairs.at_least(clustering.threshold).iter();
        let edges = edges.filter(|pair| is_inside(pair.a) && is_inside(pair.b));
        (
            members.filter(is_representative).copied().collect(),
            certificate(self.pairs.representative.len(), edges),
        )
    }
}

/// A pair of documents with all its figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// First document.
    pub a: DocNo,
    /// Second document.
    pub b: DocNo,
    /// Jaccard estimated from the sketches, for any measure.
    pub estimate: Estimate,
    /// Exact overlap of the shingle sets; side a is `a`.
    pub overlap: Overlap,
    /// Exact similarity by the clusters' measure; compared with the threshold.
    pub similarity: f64,
    /// Number of bands of [`Why::banding`] in which the sketches agree. LSH proposes the pair if it is
    /// at least 1.
    pub bands: u32,
    /// Whether the two have the same shingle set.
    pub identical: bool,
    /// Whether the two have the same terms in the same order.
    pub same_terms: bool,
}

/// The cluster of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterRef {
    /// Index in the clustering; the number shown is one higher.
    pub index: usize,
    /// Number of documents in it.
    pub size: usize,
}

/// The threshold at which two documents join one cluster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JoinThreshold {
    /// They are in one cluster at this threshold and below.
    At(f64),
    /// They are not in one cluster at any threshold down to the floor of the pairs.
    Never,
    /// Not computed: the component at the floor has this many distinct documents, too many to compare
    /// all pairs, as the linkage requires.
    TooMany(usize),
}

/// The explanation of why two documents are, or are not, in one cluster.
#[derive(Clone, Debug)]
pub struct Why {
    /// Pairs with a similarity at or above this are edges.
    pub threshold: f64,
    /// Measure of the similarity.
    pub measure: Measure,
    /// Linkage criterion of the clustering.
    pub linkage: Linkage,
    /// Method of the pair search, and the floor it reached.
    pub info: PairSetInfo,
    /// The banding used to count agreeing bands.
    pub banding: Banding,
    /// The figures of the two documents.
    pub pair: Link,
    /// Whether the two are identical and compared, or the search found them as a pair at or above the threshold.
    pub is_pair: bool,
    /// Whether the decision on the two is "different", so that they are not an edge.
    pub decided_different: bool,
    /// Why the two are not compared with each other; `None` if they are.
    pub not_compared: Option<NotCompared>,
    /// Cluster of a, if any.
    pub of_a: Option<ClusterRef>,
    /// Cluster of b, if any.
    pub of_b: Option<ClusterRef>,
    /// Maximin path from a to b: the path whose weakest pair is strongest. Each link begins where the previous one
    /// ends. It stays within the common cluster if there is one, otherwise it uses all known pairs. Empty if no path
    /// exists.
    pub path: Vec<Link>,
    /// Index of the first weakest link on the path.
    pub weakest: Option<usize>,
    /// The weakest link as a bridge, with the pieces that its removal leaves; `None` if another path remains,
    /// or the two share no cluster.
    pub bridge: Option<Bridge>,
    /// The highest threshold at which the two are in one cluster.
    pub joins: JoinThreshold,
}

impl Why {
    /// Whether the two are in one cluster.
    pub fn together(&self) -> bool {
        self.of_a.is_some() && self.of_a == self.of_b
    }
}

/// Returns the LSH banding to report: the banding of the pair search, otherwise the configured one,
/// otherwise the one that LSH would choose.
pub fn banding(subject: &WhySubject<'_>, method_config: &MethodConfig) -> Banding {
    let layout = subject.collection.layout();
    let info = &subject.pairs.info;
    let used = info.bands.filter(|_| info.method == "lsh");
    let used = used.map(|(bands, rows)| Banding { bands, rows });
    let threshold = subject.clustering.threshold;
    used.or(method_config.banding)
        .filter(|banding| banding.bands * banding.rows <= layout.positions)
        .unwrap_or_else(|| Banding::choose(layout, threshold, method_config.recall))
}

/// Explains why `a` and `b`, two different documents, are or are not in one cluster. Cost: one pass
/// over the pairs. With complete or average linkage and separate clusters, also a comparison of all
/// pairs of documents of their component at the floor.
pub fn why(subject: &WhySubject<'_>, banding: Banding, a: DocNo, b: DocNo) -> Why {
    let WhySubject {
        pairs, clustering, ..
    } = *subject;
    let link = |a, b| link(subject, banding, a, b);
    let cluster_of = |doc| {
        let (index, cluster) = clustering.cluster_of(doc)?;
        let size = cluster.size();
        Some(ClusterRef { index, size })
    };
    let (of_a, of_b) = (cluster_of(a), cluster_of(b));
    let shared = of_a.filter(|home| of_b == Some(*home));
    let dendrogram = match shared {
        Some(home) => {
            let cluster_index = |doc: DocNo| clustering.cluster_of[doc.index()];
            let inside = Some(home.index as u32);
            Dendrogram::within(pairs, |pair| {
                cluster_index(pair.a) == inside && cluster_index(pair.b) == inside
            })
        }
        None => Dendrogram::new(pairs),
    };
    let docs = dendrogram.path(a, b).unwrap_or_default();
    let path: Vec<Link> = docs.windows(2).map(|ends| link(ends[0], ends[1])).collect();
    let similarities = path.iter().map(|link| link.similarity).enumerate();
    let weakest = similarities.min_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
    let inside = shared.map(|home| subject.inside(home.index as u32));
    let bridge = inside.as_ref().zip(weakest).and_then(|(inside, (at, _))| {
        let (distinct, edges) = inside;
        let ends = (path[at].a.min(path[at].b), path[at].a.max(path[at].b));
        bridges::between(pairs, distinct, edges, ends)
    });
    let by_path = || weakest.map_or(JoinThreshold::Never, |(_, s)| JoinThreshold::At(s));
    let is_left_whole =
        |home: &ClusterRef| clustering.not_subdivided.contains(&(home.index as u32));
    let joins = match (clustering.linkage, &inside) {
        (Linkage::Single, _) => by_path(),
        (_, Some(_)) if shared.as_ref().is_some_and(is_left_whole) => by_path(),
        (linkage, Some((distinct, _))) => {
            let collection = subject.collection;
            let within = || parts::together_within(collection, pairs, linkage, distinct, (a, b));
            // Documents outside of the cluster may link two inside that are not compared.
            let outside = collection
                .classes()
                .map(|_| parts::together(collection, pairs, linkage, (a, b)));
            let at = outside.and_then(Result::ok).unwrap_or_else(within);
            at.map_or(JoinThreshold::Never, JoinThreshold::At)
        }
        (linkage, None) => match parts::together(subject.collection, pairs, linkage, (a, b)) {
            Ok(at) => at.map_or(JoinThreshold::Never, JoinThreshold::At),
            Err(members) => JoinThreshold::TooMany(members),
        },
    };
    let pair = link(a, b);
    // A search down to a lower floor may find pairs that the search at the threshold has missed. They
    // are not edges.
    let is_pair = is_found(pairs, clustering.threshold, a, b);
    let edge = is_pair && (shared.is_some() || clustering.linkage != Linkage::Single);
    let classes = subject.collection.classes();
    let not_compared = classes.and_then(|classes| classes.why_not(a, b));
    Why {
        threshold: clustering.threshold,
        measure: clustering.measure,
        linkage: clustering.linkage,
        info: pairs.info.clone(),
        banding,
        is_pair: not_compared.is_none() && (pair.identical || edge),
        decided_different: {
            let [a, b] = [a, b].map(|doc| pairs.representative[doc.index()]);
            pairs.is_cannot_link(a, b)
        },
        not_compared,
        pair,
        of_a,
        of_b,
        path,
        weakest: weakest.map(|(at, _)| at),
        bridge,
        joins,
    }
}

/// All figures of two documents.
fn link(subject: &WhySubject<'_>, banding: Banding, a: DocNo, b: DocNo) -> Link {
    let collection = subject.collection;
    let layout = collection.layout();
    let pair = verify::pair(collection, a, b);
    let (x, y) = (collection.sketch(a), collection.sketch(b));
    let rows = banding.rows;
    let agree = |band: &usize| layout.agree(x, y, band * rows..(band + 1) * rows);
    let first = |doc: DocNo| subject.pairs.representative[doc.index()];
    let is_empty = pair.overlap.size_a == 0 || pair.overlap.size_b == 0;
    Link {
        a,
        b,
        estimate: Estimate::new(layout, pair.agreeing),
        overlap: pair.overlap,
        similarity: subject.clustering.measure.similarity(&pair.overlap),
        bands: if is_empty {
            0
        } else {
            (0..banding.bands).filter(agree).count() as u32
        },
        identical: !is_empty && first(a) == first(b),
        same_terms: !is_empty && collection.terms(a) == collection.terms(b),
    }
}

/// Whether the search found the pair at or above `threshold`. O(pairs).
fn is_found(pairs: &PairSet, threshold: f64, a: DocNo, b: DocNo) -> bool {
    let [a, b] = [a, b].map(|doc| pairs.representative[doc.index()]);
    let ends = (a.min(b), a.max(b));
    let mut similar = pairs.at_least(threshold).iter();
    similar.any(|pair| (pair.a, pair.b) == ends)
}
