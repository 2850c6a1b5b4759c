//! Compares mirrors with a brute-force comparison of every two directories.

use crate::base::Cancel;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::base::DocNo;
use crate::candidates::{self, Identical, Method, MethodConfig, PairSet};
use crate::index::{Collection, made};
use crate::settings::Sketching;
use crate::similarity::Overlap;

type Path = Vec<String>;

const THRESHOLD: f64 = 0.5;

/// The verified pairs of a collection by the complete join.
fn pairs(collection: &Collection) -> PairSet {
    let config = MethodConfig {
        method: Method::Exact,
        ..MethodConfig::default()
    };
    let identical = Identical::new(collection);
    candidates::find(
        collection,
        &identical,
        &config,
        THRESHOLD,
        THRESHOLD,
        &Cancel::default(),
    )
}

fn mirrors_of(collection: &Collection, paths: &[Path], config: MirrorsConfig) -> Mirrors {
    let pairs = pairs(collection);
    let similar = SimilarPairs::new(collection, &pairs, THRESHOLD);
    Mirrors::within(
        PathForest::from_paths(paths),
        &similar,
        config,
        &Cancel::default(),
    )
    .expect("not stopped")
}

/// The terms of text `number`: 0 has none; 1 and 2, 3 and 4, 5 and 6 are similar; all others differ.
fn text(number: u64) -> Vec<u64> {
    match number {
        0 => Vec::new(),
        1..=6 => (0..12)
            .map(|i| number.div_ceil(2) * 1000 + i + number % 2)
            .collect(),
        _ => (0..12).map(|i| number * 1000 + i).collect(),
    }
}

struct BruteForce<'a> {
    collection: &'a Collection,
    paths: &'a [Path],
}

impl BruteForce<'_> {
    fn tree(&self, top: &[String], without: &[String]) -> BTreeMap<Path, Vec<DocNo>> {
        let excludes = without.len() > top.len() && without.starts_with(top);
        let mut tree = BTreeMap::<Path, Vec<DocNo>>::new();
        for (doc, path) in self.paths.iter().enumerate() {
            if path.starts_with(top) && !(excludes && path.starts_with(without)) {
                let rest = path[top.len()..].to_vec();
                tree.entry(rest).or_default().push(DocNo::at(doc));
            }
        }
        tree
    }

    fn figures(&self, left: &[String], right: &[String]) -> MirrorFigures {
        let (l, r) = (self.tree(left, right), self.tree(right, left));
        let mut f = MirrorFigures::default();
        let (mut lone_left, mut lone_right) = (Vec::new(), Vec::new());
        for path in l.keys().chain(r.keys()).collect::<BTreeSet<_>>() {
            let at =
                |tree: &BTreeMap<Path, Vec<DocNo>>| tree.get(path).cloned().unwrap_or_default();
            let (a, b) = (at(&l), at(&r));
            let together = a.len().min(b.len());
            lone_left.extend(&a[together..]);
            lone_right.extend(&b[together..]);
            for (a, b) in a.iter().zip(&b) {
                f.both += 1;
                let terms = |doc: &DocNo| self.collection.terms(*doc);
                let set = |doc: &DocNo| self.collection.shingle_set(*doc);
                let jaccard = Overlap::new(&set(a), &set(b)).jaccard();
                if terms(a) == terms(b) {
                    f.identical += 1;
                } else if jaccard >= THRESHOLD {
                    f.near += 1;
                    f.jaccard += jaccard;
                } else {
                    f.changed += 1;
                }
            }
        }
        (f.left_only, f.right_only) = (lone_left.len() as u32, lone_right.len() as u32);
        for doc in lone_left {
            let same = |other: &DocNo| self.collection.terms(*other) == self.collection.terms(doc);
            if let Some(at) = lone_right.iter().position(same) {
                lone_right.remove(at);
                f.moved += 1;
            }
        }
        f
    }

    /// Compares every two directories, the directories nearer to the top first.
    fn mirrors(&self, config: MirrorsConfig) -> BTreeSet<(Path, Path)> {
        let mut directories = BTreeSet::new();
        for path in self.paths {
            directories.extend((0..path.len()).map(|depth| path[..depth].to_vec()));
        }
        let mut all = Vec::new();
        for left in &directories {
            all.extend(
                directories
                    .iter()
                    .filter(|r| *r > left)
                    .map(|right| (left, right)),
            );
        }
        all.sort_by_key(|(l, r)| l.len() + r.len());
        let mut found: BTreeSet<(Path, Path)> = BTreeSet::new();
        for (left, right) in all {
            let count =
                |tree: BTreeMap<Path, Vec<DocNo>>| tree.values().map(Vec::len).sum::<usize>();
            let sizes = [self.tree(left, right), self.tree(right, left)].map(count);
            let is_in_tree = |tree: &Path, other: &Path, node: &Path| {
                let hidden = other.starts_with(tree) && node.starts_with(other);
                node.starts_with(tree) && !hidden
            };
            let is_nested = found.iter().any(|(a, b)| {
                is_in_tree(a, b, left) && is_in_tree(b, a, right)
                    || is_in_tree(b, a, left) && is_in_tree(a, b, right)
            });
            let are_large = sizes.iter().all(|n| *n >= config.min_documents as usize);
            if are_large && !is_nested && self.figures(left, right).share() >= config.min_share {
                found.insert((left.clone(), right.clone()));
            }
        }
        found
    }
}

fn path_of(forest: &PathForest, node: Node) -> Path {
    let mut names = Vec::new();
    let mut above = node;
    while let Some(parent) = forest.parent(above) {
        names.insert(0, forest.name(above).to_owned());
        above = parent;
    }
    names
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn mirrors_equal_a_comparison_of_every_two_directories(
        documents in prop::collection::vec(
            (prop::collection::vec(0..3_usize, 0..5), 0..10_u64),
            1..40,
        ),
        min_documents in 1..5_u32,
        share in 1..=10_u32,
    ) {
        let paths: Vec<Path> = documents
            .iter()
            .map(|(path, _)| path.iter().map(|name| ["a", "b", "c"][*name].to_owned()).collect())
            .collect();
        let texts: Vec<Vec<u64>> = documents.iter().map(|(_, number)| text(*number)).collect();
        let collection = made::collection(&texts, Sketching::default());
        let config = MirrorsConfig {
            min_documents,
            min_share: f64::from(share) / 10.0,
            ..MirrorsConfig::default()
        };
        let brute = BruteForce { collection: &collection, paths: &paths };
        let mirrors = mirrors_of(&collection, &paths, config);
        let mut listed = BTreeSet::new();
        for mirror in &mirrors.mirrors {
            let (l, r) = (path_of(&mirrors.forest, mirror.left), path_of(&mirrors.forest, mirror.right));
            let expected = brute.figures(&l, &r);
            let got = MirrorFigures {
                other_bytes: 0,
                latest: [None; 2],
                ..mirror.figures
            };
            let is_near = (got.jaccard - expected.jaccard).abs() < 1e-9;
            prop_assert!(is_near && MirrorFigures { jaccard: expected.jaccard, ..got } == expected, "{l:?} {r:?}: {got:?} {expected:?}");
            listed.insert(if l < r { (l, r) } else { (r, l) });
        }
        prop_assert_eq!(listed, brute.mirrors(config));
    }

    #[test]
    fn the_rows_of_two_trees_add_up_to_their_figures(
        documents in prop::collection::vec((prop::collection::vec(0..3_usize, 1..5), 0..10_u64), 1..40),
    ) {
        let paths: Vec<Path> = documents
            .iter()
            .enumerate()
            .map(|(i, (path, _))| {
                let names = path.iter().map(|name| ["a", "b", "c"][*name].to_owned());
                std::iter::once(["l", "r"][i % 2].to_owned()).chain(names).collect()
            })
            .collect();
        let texts: Vec<Vec<u64>> = documents.iter().map(|(_, number)| text(*number)).collect();
        let collection = made::collection(&texts, Sketching::default());
        let forest = PathForest::from_paths(&paths);
        let pairs = pairs(&collection);
        let similar = SimilarPairs::new(&collection, &pairs, THRESHOLD);
        let find = |name: &str| (0..forest.len() as u32).map(Node).find(|n| forest.path(*n) == name);
        let (Some(left), Some(right)) = (find("l"), find("r")) else { return Ok(()) };
        let outline = Outline::new(&forest, &similar, left, right);
        let f = MirrorFigures::compare(&forest, &similar, left, right);
        let RowKind::Folder { end, tally, sides } = outline.rows[0].kind else { panic!("no folder") };
        prop_assert_eq!((end, sides), (outline.rows.len(), (true, true)));
        let differ = f.near + f.changed + f.left_only + f.right_only;
        prop_assert_eq!((tally.same, tally.differ), (f.identical, differ));
        let count = |matches_status: fn(&Status) -> bool| {
            let statuses = outline.rows.iter().filter_map(|row| match &row.kind {
                RowKind::Document { status, .. } => Some(status),
                RowKind::Folder { .. } => None,
            });
            statuses.filter(|status| matches_status(status)).count() as u32
        };
        prop_assert_eq!(count(|s| *s == Status::Same), f.identical);
        prop_assert_eq!(count(|s| matches!(s, Status::Moved(_))), 2 * f.moved);
    }
}

/// A collection with a document per id. `own` returns the number of its text.
fn copies(ids: &[String], own: impl Fn(usize) -> u64) -> (Collection, Vec<Path>) {
    let texts: Vec<Vec<u64>> = (0..ids.len()).map(|i| text(own(i))).collect();
    let path = |id: &String| canonical::canonical(None, id, false);
    let paths = ids.iter().map(path).collect();
    (made::collection(&texts, Sketching::default()), paths)
}

#[test]
fn many_copies_of_one_tree_are_linked_in_the_order_of_their_names() {
    let ids: Vec<String> = (0..300)
        .flat_map(|tree| (0..5).map(move |page| format!("t{tree:03}/p{page}.txt")))
        .collect();
    let (collection, paths) = copies(&ids, |i| 10 + (i % 5) as u64);
    let mirrors = mirrors_of(&collection, &paths, MirrorsConfig::default());
    assert_eq!(mirrors.mirrors.len(), 299);
    assert!(mirrors.mirrors.iter().all(|m| m.figures.identical == 5));
    assert!(mirrors.note.contains("256"), "{}", mirrors.note);
    assert_eq!(mirrors.mirrors[0].left_path, "t000");
    assert_eq!(mirrors.mirrors[0].right_path, "t001");
}

#[test]
fn an_empty_collection_has_no_mirrors_and_a_search_can_be_cancelled() {
    let (collection, paths) = copies(&[], |_| 0);
    assert!(
        mirrors_of(&collection, &paths, MirrorsConfig::default())
            .mirrors
            .is_empty()
    );
    let (collection, paths) = copies(&["a/b".into(), "c/b".into()], |_| 20);
    let pairs = pairs(&collection);
    let similar = SimilarPairs::new(&collection, &pairs, THRESHOLD);
    let config = MirrorsConfig::default();
    assert!(
        Mirrors::within(
            PathForest::from_paths(&paths),
            &similar,
            config,
            &Cancel::after(0)
        )
        .is_none()
    );
}

#[test]
fn the_levels_follow_from_the_figures() {
    for ([identical, near, changed, left_only, other_bytes], level) in [
        ([5, 0, 0, 0, 0], 1),
        ([5, 0, 0, 0, 1], 2),
        ([4, 1, 0, 0, 0], 3),
        ([4, 0, 1, 0, 0], 4),
        ([5, 0, 0, 1, 0], 4),
    ] {
        let figures = MirrorFigures {
            both: 5,
            identical,
            near,
            changed,
            left_only,
            other_bytes,
            ..MirrorFigures::default()
        };
        assert_eq!(figures.level().0, level);
    }
}
