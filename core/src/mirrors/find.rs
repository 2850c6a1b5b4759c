//! The mirrors of a collection.

use foldhash::HashMap;

use super::aligned::{Aligned, Worth, sizes};
use super::figures::MirrorFigures;
use super::forest::{Node, PathForest};
use super::similar_pairs::SimilarPairs;
use crate::base::Cancel;
use crate::candidates::PairSet;
use crate::index::Collection;

/// If the method may miss pairs, a pair of trees is counted from this part of the required documents.
const SLACK: f64 = 0.9;

/// Definition of a mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MirrorsConfig {
    /// Minimum number of documents of each tree.
    pub min_documents: u32,
    /// Minimum share of the documents of both that are identical or near at one path, 0..=1.
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
    /// The tree whose path comes first.
    pub left: Node,
    /// The other.
    pub right: Node,
    /// Its path.
    pub left_path: String,
    /// Path of the other.
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
    /// pair of trees is omitted if another mirror holds it: of nested mirrors, the highest is listed.
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

    /// As [`Mirrors::find`], over paths that are known.
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
            SLACK
        };
        let enough = |((left, right), agreeing): (&(Node, Node), &u32)| {
            let (l, r) = sizes(&forest, *left, *right);
            let needed = config.min_share * l.max(r) as f64 * slack;
            // Rounding must not lose a pair that is exactly at the share.
            (f64::from(*agreeing) + 1e-9 >= needed).then_some((*left, *right))
        };
        let mut open: Vec<(Node, Node)> = aligned.agreeing.iter().filter_map(enough).collect();
        let depth = |(left, right): &(Node, Node)| forest.depth(*left) + forest.depth(*right);
        open.sort_unstable_by_key(|pair| (depth(pair), *pair));
        let mut held = MirrorPairs::default();
        let mut mirrors = Vec::new();
        for (left, right) in open {
            cancel.proceed()?;
            if held.covers(&forest, left, right) {
                continue;
            }
            // In the order of paths, independent of the numbers of nodes.
            let mut ends = [(forest.path(left), left), (forest.path(right), right)];
            ends.sort();
            let [l, r] = ends;
            let figures = MirrorFigures::compare(&forest, similar, l.1, r.1);
            if figures.share() >= config.min_share {
                held.add(left, right);
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
        let mut above = Some(left);
        while let Some(node) = above {
            let partners = self.partners.get(&node).map_or(&[][..], Vec::as_slice);
            let holds_both = |partner: &Node| {
                is_within(forest, node, *partner, left) && is_within(forest, *partner, node, right)
            };
            if partners.iter().any(holds_both) {
                return true;
            }
            above = forest.parent(node);
        }
        false
    }
}

/// Whether `node` is in `tree`; the other tree of the mirror is excluded if it is inside.
fn is_within(forest: &PathForest, tree: Node, other: Node, node: Node) -> bool {
    let hidden = forest.holds(tree, other) && forest.holds(other, node);
    forest.holds(tree, node) && !hidden
}
