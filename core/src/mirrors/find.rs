//! The mirrors of a collection.

use foldhash::HashMap;

use super::aligned::{Aligned, Worth, sizes};
use super::figures::MirrorFigures;
use super::forest::{Node, PathForest};
use super::similar_pairs::SimilarPairs;
use crate::base::Cancel;
use crate::candidates::PairSet;
use crate::index::Collection;

/// If the pair search may miss pairs, two trees are compared from this part of the required documents on.
const MIN_FOUND: f64 = 0.9;

/// Definition of a mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MirrorsConfig {
    /// Minimum number of documents of each tree.
    pub min_documents: u32,
    /// Minimum share of the documents of both trees that are identical or near-duplicates at the same path, 0..=1.
    pub min_share: f64,
    /// Whether paths are compared as they are written, not in their canonical form.
    pub as_written: bool,
}

impl Default for MirrorsConfig {
    fn default() -> Self {
        MirrorsConfig {
            min_documents: 3,
            min_share: 0.6,
            as_written: false,
        }
    }
}

/// Two trees that are mirrors.
#[derive(Clone, Debug, PartialEq)]
pub struct Mirror {
    /// The tree with the first path.
    pub left: Node,
    /// The other tree.
    pub right: Node,
    /// Path of the left tree.
    pub left_path: String,
    /// Path of the right tree.
    pub right_path: String,
    /// Their common documents.
    pub figures: MirrorFigures,
}

/// The mirrors of a collection, best first.
#[derive(Clone, Debug, Default)]
pub struct Mirrors {
    /// The canonical paths of all documents.
    pub forest: PathForest,
    /// The mirrors, by evidence descending, then by their paths.
    pub mirrors: Vec<Mirror>,
    /// A note for the user if the list is limited; may be empty.
    pub note: &'static str,
}

impl Mirrors {
    /// Finds the mirrors among the documents of a collection, from its pairs at or above `threshold`. A
    /// pair of trees is omitted if another mirror contains it: of nested mirrors, the highest is listed.
    /// `None` once `cancel` is stopped.
    ///
    /// Time is O(pairs · depth) for the pairs of trees, and O(documents) for each that is counted.
    pub fn find(
        collection: &Collection,
        pairs: &PairSet,
        threshold: f64,
        config: MirrorsConfig,
        cancel: &Cancel,
    ) -> Option<Self> {
        let (forest, similar) = rayon::join(
            || PathForest::from_collection(collection, config.as_written),
            || SimilarPairs::new(collection, pairs, threshold),
        );
        Self::within(forest, &similar, config, cancel)
    }

    /// Does the same as [`Mirrors::find`], but with a given forest.
    pub fn within(
        forest: PathForest,
        similar: &SimilarPairs<'_>,
        config: MirrorsConfig,
        cancel: &Cancel,
    ) -> Option<Self> {
        let worth = Worth {
            documents: config.min_documents.max(1) as usize,
            share: config.min_share,
        };
        let aligned = Aligned::count(&forest, similar, worth, cancel)?;
        let slack = if similar.pairs.info.complete && !aligned.capped {
            1.0
        } else {
            MIN_FOUND
        };
        let enough = |((left, right), agreeing): (&(Node, Node), &u32)| {
            let (l, r) = sizes(&forest, *left, *right);
            let needed = config.min_share * l.max(r) as f64 * slack;
            // Rounding must not lose a pair that is exactly at the share.
            (f64::from(*agreeing) + 1e-9 >= needed).then_some((*left, *right))
        };
        let mut candidates: Vec<(Node, Node)> =
            aligned.agreeing.iter().filter_map(enough).collect();
        let depth = |(left, right): &(Node, Node)| forest.depth(*left) + forest.depth(*right);
        candidates.sort_unstable_by_key(|pair| (depth(pair), *pair));
        let mut listed = MirrorPairs::default();
        let mut mirrors = Vec::new();
        for (left, right) in candidates {
            cancel.proceed()?;
            if listed.covers(&forest, left, right) {
                continue;
            }
            // In the order of paths, independent of the numbers of nodes.
            let mut ends = [(forest.path(left), left), (forest.path(right), right)];
            ends.sort();
            let [l, r] = ends;
            let figures = MirrorFigures::compare(&forest, similar, l.1, r.1);
            if figures.share() >= config.min_share {
                listed.add(left, right);
                mirrors.push(Mirror {
                    left: l.1,
                    right: r.1,
                    left_path: l.0,
                    right_path: r.0,
                    figures,
                });
            }
        }
        mirrors.sort_by(|a, b| {
            let evidence = |m: &Mirror| m.figures.evidence();
            evidence(b)
                .total_cmp(&evidence(a))
                .then_with(|| a.left_path.cmp(&b.left_path))
                .then_with(|| a.right_path.cmp(&b.right_path))
        });
        let capped = "where more than 256 documents of one name have one text, only those next to each other are compared";
        let note = if aligned.capped { capped } else { "" };
        Some(Mirrors {
            forest,
            mirrors,
            note,
        })
    }
}

/// Pairs of trees that are mirrors.
#[derive(Default)]
struct MirrorPairs {
    partners: HashMap<Node, Vec<Node>>,
}

impl MirrorPairs {
    fn add(&mut self, left: Node, right: Node) {
        self.partners.entry(left).or_default().push(right);
        self.partners.entry(right).or_default().push(left);
    }

    /// Whether both trees are inside the two trees of one listed mirror.
    fn covers(&self, forest: &PathForest, left: Node, right: Node) -> bool {
        let mut ancestor = Some(left);
        while let Some(node) = ancestor {
            let partners = self.partners.get(&node).map_or(&[][..], Vec::as_slice);
            let contains_both = |partner: &Node| {
                is_within(forest, node, *partner, left) && is_within(forest, *partner, node, right)
            };
            if partners.iter().any(contains_both) {
                return true;
            }
            ancestor = forest.parent(node);
        }
        false
    }
}

/// Whether `node` is in `tree`; the other tree of the mirror is excluded if it is inside.
fn is_within(forest: &PathForest, tree: Node, other: Node, node: Node) -> bool {
    let hidden = forest.contains(tree, other) && forest.contains(other, node);
    forest.contains(tree, node) && !hidden
}
