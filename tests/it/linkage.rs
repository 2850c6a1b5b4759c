//! Clusters of the demo corpus by every linkage, checked against their definition over all
//! documents at once: without components, without separate treatment of copies, without a cache.

use shinglescope::index::Collection;
use std::collections::BTreeMap;

use shinglescope::base::Cancel;
use shinglescope::base::DocNo;
use shinglescope::candidates::{Identical, Method, PairSet, find};
use shinglescope::cluster::agglomerate::Joins;
use shinglescope::cluster::{Cache, Clustering, Linkage, build, half_matrix};
use shinglescope::corpus::Source;
use shinglescope::engine::open::read_only;
use shinglescope::engine::options::Options;
use shinglescope::engine::views;
use shinglescope::similarity::Measure;

const THRESHOLDS: [f64; 7] = [1.0, 0.9, 0.82, 0.8, 0.7, 0.66, 0.5];

fn demo() -> std::sync::Arc<Collection> {
    opened(Source::Demo)
}

fn opened(source: Source) -> std::sync::Arc<Collection> {
    let options = Options {
        source,
        ..Options::default()
    };
    let opened = read_only(&options, &Cancel::default(), |_| {});
    opened.expect("a corpus").collection
}

fn pairs(collection: &Collection, measure: Measure) -> PairSet {
    let method_config = shinglescope::candidates::MethodConfig {
        measure,
        method: match measure {
            Measure::Jaccard => Method::Exact,
            Measure::Containment => Method::Lsh,
        },
        ..Default::default()
    };
    let (identical, cancel) = (Identical::new(collection), Cancel::default());
    find(collection, &identical, &method_config, 0.5, 0.3, &cancel)
}

fn members(clustering: &Clustering) -> Vec<Vec<DocNo>> {
    let all = clustering.clusters.iter().map(|c| c.members.clone());
    let mut all: Vec<_> = all.collect();
    all.sort();
    all
}

/// Connected components at `threshold`, found by relabelling documents.
fn components(pairs: &PairSet, threshold: f64) -> Vec<Vec<DocNo>> {
    let mut label = pairs.representative.clone();
    for pair in pairs.at_least(threshold) {
        let (from, to) = (label[pair.b.index()], label[pair.a.index()]);
        label
            .iter_mut()
            .filter(|l| **l == from)
            .for_each(|l| *l = to);
    }
    let mut groups: BTreeMap<DocNo, Vec<DocNo>> = BTreeMap::new();
    for (doc, label) in label.into_iter().enumerate() {
        groups.entry(label).or_default().push(DocNo::at(doc));
    }
    let mut groups: Vec<_> = groups.into_values().filter(|g| g.len() > 1).collect();
    groups.sort();
    groups
}

#[test]
fn clusters_are_those_of_the_whole_corpus_agglomerated_at_once() {
    let collection = demo();
    let pairs = pairs(&collection, Measure::Jaccard);
    let all: Vec<DocNo> = collection.documents().collect();
    let n = all.len();
    let values = half_matrix::square(&collection, &pairs, &all);
    let mut parted = 0;
    for linkage in [Linkage::Complete, Linkage::Average] {
        let matrix = half_matrix::HalfMatrix::new(n, |i, j| values[i * n + j]);
        let joins = Joins::new(linkage, &vec![1; n], matrix);
        for threshold in THRESHOLDS {
            let mut cache = Cache::default();
            let clustering = build::build(&collection, &pairs, threshold, linkage, &mut cache);
            let want: Vec<Vec<DocNo>> = joins
                .cut(threshold)
                .into_iter()
                .filter(|group| group.len() > 1)
                .map(|group| group.into_iter().map(DocNo::at).collect())
                .collect();
            assert_eq!(members(&clustering), want, "{linkage} {threshold}");
            assert!(clustering.not_subdivided.is_empty());
            if linkage == Linkage::Complete {
                assert!(clustering.clusters.iter().all(|c| c.min >= threshold));
            }
            parted += usize::from(want != components(&pairs, threshold));
        }
    }
    assert!(parted > 3, "the linkages hardly differ: {parted}");
}

/// A cache that has served other thresholds, linkages and measures gives the same results as a new
/// one.
#[test]
fn a_cache_changes_nothing() {
    let collection = demo();
    let sets = [
        pairs(&collection, Measure::Jaccard),
        pairs(&collection, Measure::Containment),
    ];
    let mut cache = Cache::default();
    let show = |clustering: &Clustering| format!("{clustering:?}");
    for threshold in THRESHOLDS {
        for pairs in &sets {
            for (_, linkage) in Linkage::ALL {
                let mut new = Cache::default();
                let fresh = build::build(&collection, pairs, threshold, linkage, &mut new);
                for _ in 0..2 {
                    let again = build::build(&collection, pairs, threshold, linkage, &mut cache);
                    assert_eq!(show(&again), show(&fresh), "{linkage} {threshold}");
                }
            }
        }
    }
}

#[test]
fn only_edges_merge_in_the_tree_of_a_cluster() {
    use shinglescope::index::{Class, Classes, ComparedWith};
    let work = crate::support::Work::new();
    let words: Vec<String> = (0..200).map(|n| format!("w{n}")).collect();
    let own = |name: &str| -> Vec<String> { (0..20).map(|n| format!("{name}{n}")).collect() };
    work.write("a.txt", words.join(" "));
    let (late, early) = (words[20..].to_vec(), words[..180].to_vec());
    work.write("b.txt", [own("a"), late].concat().join(" "));
    work.write("c.txt", [early, own("c")].concat().join(" "));
    let collection = opened(Source::Paths(vec![work.corpus()]));
    let weakest = |collection: &Collection| {
        let pairs = pairs(collection, Measure::Jaccard);
        let members: Vec<DocNo> = collection.documents().collect();
        let tree = views::matrix(collection, &pairs, members).tree.unwrap();
        tree.merges.weakest()
    };
    let all = weakest(&collection);
    let class = |group: &str| Class {
        archive: false,
        group: Some(group.into()),
    };
    // The first two documents are in one group, so only the third one connects them.
    let classes = Classes::new(ComparedWith::All, ["x", "x", "y"].map(class));
    let parted = weakest(&collection.with_classes(Some(std::sync::Arc::new(classes))));
    assert!(all > 0.8 && parted < 0.7, "{all} {parted}");
}
