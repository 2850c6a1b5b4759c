//! Why two documents are in one cluster, or are not: their own figures, and the way of pairs that
//! joins them. One function answers the screens and the command, so their figures cannot differ.

pub mod verdict;

use super::views;
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::candidates::{MethodConfig, PairSet, PairSetInfo};
use crate::cluster::dendrogram::Dendrogram;
use crate::cluster::{Bridge, Clustering, Linkage, bridges, parts};
use crate::collection::Collection;
use crate::similarity::{Estimate, Measure, Overlap, verify};

/// What is asked about: clusters with what they were made of, all of one collection.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The documents.
    pub collection: &'a Collection,
    /// Pairs of them, known down to a floor that may lie below the clusters' threshold.
    pub pairs: &'a PairSet,
    /// Clusters at a threshold.
    pub clustering: &'a Clustering,
}

/// Two documents and every figure of theirs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The one.
    pub a: DocNo,
    /// The other.
    pub b: DocNo,
    /// What the sketches say.
    pub estimate: Estimate,
    /// What counting says; side a is `a`.
    pub overlap: Overlap,
    /// The figure that the threshold is held against, by the measure of the clusters.
    pub similarity: f64,
    /// Bands of [`Why::banding`] on which the sketches agree: LSH proposes the pair where it is one
    /// or more.
    pub bands: u32,
    /// The two texts are the same term for term.
    pub identical: bool,
}

/// A cluster as one of the two documents sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Home {
    /// Its index in the clustering; its number is one more.
    pub index: usize,
    /// Its documents.
    pub size: usize,
}

/// Where two documents come together.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Joins {
    /// At this threshold and below it, they are in one cluster.
    At(f64),
    /// Not above the floor that pairs are known to.
    Never,
    /// Not counted: so many distinct documents hang together at the floor that the linkage asked for
    /// cannot compare every two of them.
    TooMany(usize),
}

/// Why two documents are in one cluster, or are not.
#[derive(Clone, Debug)]
pub struct Why {
    /// Pairs at or above this are edges.
    pub threshold: f64,
    /// By which measure.
    pub measure: Measure,
    /// Which documents make a cluster because of them.
    pub linkage: Linkage,
    /// How the pairs were found, and to which floor.
    pub found: PairSetInfo,
    /// The bands that agreement is counted on.
    pub banding: Banding,
    /// The two documents themselves.
    pub pair: Link,
    /// The two are a pair among those found: at or above the threshold.
    pub is_pair: bool,
    /// The cluster of a, where it is in one.
    pub of_a: Option<Home>,
    /// The cluster of b, where it is in one.
    pub of_b: Option<Home>,
    /// The pairs that lead from a to b, each beginning where the one before ended; of all ways this
    /// one's weakest pair is strongest. Within their cluster where they share one, else over all
    /// pairs known; empty where no way leads.
    pub path: Vec<Link>,
    /// The first of the weakest links, by its place on the path.
    pub weakest: Option<usize>,
    /// That link as a bridge, with the pieces that the cluster would fall into without it; `None`
    /// where another way would hold them together, or they share no cluster.
    pub bridge: Option<Bridge>,
    /// The highest threshold at which the two are in one cluster.
    pub joins: Joins,
}

impl Why {
    /// Whether the two are in one cluster.
    #[must_use]
    pub fn together(&self) -> bool {
        self.of_a.is_some() && self.of_a == self.of_b
    }
}

/// The bands that sketches are compared on: those that the pairs were found by, else those that LSH
/// would take.
#[must_use]
pub fn banding(subject: &Subject<'_>, method_config: &MethodConfig) -> Banding {
    let layout = subject.collection.layout();
    let used = subject
        .pairs
        .found
        .bands
        .filter(|_| subject.pairs.found.method == "lsh")
        .map(|(bands, rows)| Banding { bands, rows });
    let threshold = subject.clustering.threshold;
    used.or(method_config.banding)
        .filter(|banding| banding.bands * banding.rows <= layout.positions)
        .unwrap_or_else(|| Banding::choose(layout, threshold, method_config.recall))
}

/// Why `a` and `b`, two different documents, are in one cluster or are not. Cost: one pass over the
/// pairs; with complete or average linkage, for two documents that are apart, besides a comparison
/// of every two that hang together with them at the floor.
#[must_use]
pub fn why(subject: &Subject<'_>, banding: Banding, a: DocNo, b: DocNo) -> Why {
    let Subject {
        pairs, clustering, ..
    } = *subject;
    let link = |a, b| link(subject, banding, a, b);
    let home = |doc| {
        let (index, cluster) = clustering.cluster_of(doc)?;
        let size = cluster.size();
        Some(Home { index, size })
    };
    let (of_a, of_b) = (home(a), home(b));
    let shared = of_a.filter(|home| of_b == Some(*home));
    let dendrogram = match shared {
        Some(home) => {
            let of = |doc: DocNo| clustering.cluster_of[doc.index()];
            let inside = Some(home.index as u32);
            Dendrogram::within(pairs, |pair| of(pair.a) == inside && of(pair.b) == inside)
        }
        None => Dendrogram::new(pairs),
    };
    let way = dendrogram.path(a, b).unwrap_or_default();
    let path: Vec<Link> = way.windows(2).map(|ends| link(ends[0], ends[1])).collect();
    let similarities = path.iter().map(|link| link.similarity).enumerate();
    let weakest = similarities.min_by(|x, y| x.1.total_cmp(&y.1).then(x.0.cmp(&y.0)));
    let inside = shared.map(|home| views::inside(pairs, clustering, home.index as u32));
    let bridge = inside.as_ref().zip(weakest).and_then(|(inside, (at, _))| {
        let (distinct, edges) = inside;
        let ends = (path[at].a.min(path[at].b), path[at].a.max(path[at].b));
        bridges::between(pairs, distinct, edges, ends)
    });
    let by_path = || weakest.map_or(Joins::Never, |(_, s)| Joins::At(s));
    let whole = |home: &Home| clustering.left_whole.contains(&(home.index as u32));
    let joins = match (clustering.linkage, &inside) {
        (Linkage::Single, _) => by_path(),
        (_, Some(_)) if shared.as_ref().is_some_and(whole) => by_path(),
        (linkage, Some((distinct, _))) => {
            let of = subject.collection;
            parts::together_within(of, pairs, linkage, distinct, (a, b))
                .map_or(Joins::Never, Joins::At)
        }
        (linkage, None) => match parts::together(subject.collection, pairs, linkage, (a, b)) {
            Ok(at) => at.map_or(Joins::Never, Joins::At),
            Err(members) => Joins::TooMany(members),
        },
    };
    let pair = link(a, b);
    // A search further down may find what the one at the threshold has missed: no edge, then.
    let found = is_found(pairs, clustering.threshold, a, b);
    let edge = found && (shared.is_some() || clustering.linkage != Linkage::Single);
    Why {
        threshold: clustering.threshold,
        measure: clustering.measure,
        linkage: clustering.linkage,
        found: pairs.found.clone(),
        banding,
        is_pair: pair.identical || edge,
        pair,
        of_a,
        of_b,
        path,
        weakest: weakest.map(|(at, _)| at),
        bridge,
        joins,
    }
}

/// Every figure of two documents.
fn link(subject: &Subject<'_>, banding: Banding, a: DocNo, b: DocNo) -> Link {
    let collection = subject.collection;
    let layout = collection.layout();
    let counted = verify::pair(collection, a, b);
    let (x, y) = (collection.sketch(a), collection.sketch(b));
    let rows = banding.rows;
    let agree = |band: &usize| layout.agree(x, y, band * rows..(band + 1) * rows);
    let first = |doc: DocNo| subject.pairs.representative[doc.index()];
    Link {
        a,
        b,
        estimate: Estimate::new(layout, counted.agreeing),
        overlap: counted.overlap,
        similarity: subject.clustering.measure.of(&counted.overlap),
        bands: (0..banding.bands).filter(agree).count() as u32,
        identical: first(a) == first(b),
    }
}

/// Whether the pair of the two is among those found at or above `threshold`.
fn is_found(pairs: &PairSet, threshold: f64, a: DocNo, b: DocNo) -> bool {
    let (a, b) = (
        pairs.representative[a.index()],
        pairs.representative[b.index()],
    );
    let ends = (a.min(b), a.max(b));
    let mut found = pairs.at_least(threshold).iter();
    found.any(|pair| (pair.a, pair.b) == ends)
}
