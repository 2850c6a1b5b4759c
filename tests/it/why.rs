//! `clusters --why` and `clusters --linkage` on the demo corpus, which contains a planted chain: four editions
//! of one story, each near the next, the ends far apart.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::brute;
use crate::support::{Work, args_of, assert_contains, edited};

const BELL: &str = "village-history/drowned-bell/version-";

fn bell(version: u32) -> String {
    format!("{BELL}{version}.txt")
}

fn why(work: &Work, a: &str, b: &str, more: &[&str]) -> Value {
    let fixed = args_of("clusters --format json --in-memory --quiet --why");
    let ran = work.done(&[&fixed[..], &[a, b], more].concat());
    serde_json::from_str(&ran.out).unwrap()
}

/// Exact Jaccard of two documents of the demo corpus, counted without any hashing.
fn jaccard(a: &str, b: &str) -> f64 {
    let demo = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/demo-corpus"));
    let texts: BTreeMap<String, String> = brute::demo_documents(demo).into_iter().collect();
    let set = |id: &str| brute::shingles(&texts[id], 4);
    brute::figures(&set(a), &set(b)).jaccard()
}

fn close(value: &Value, want: f64) -> bool {
    value.as_f64().is_some_and(|got| (got - want).abs() < 1e-12)
}

#[test]
fn a_chain_is_shown_link_by_link_with_its_bridge() {
    let work = Work::new();
    let answer = why(&work, &bell(1), &bell(4), &[]);
    assert_eq!(answer["is_pair"], false);
    assert_eq!(answer["together"], true);
    assert_eq!(answer["cluster_a"], answer["cluster_b"]);
    assert_eq!(answer["cluster_a"]["size"], 4);
    assert!(close(
        &answer["pair"]["jaccard"],
        jaccard(&bell(1), &bell(4))
    ));
    let links = answer["path"].as_array().unwrap();
    assert_eq!(links.len(), 3);
    let mut least = 1.0_f64;
    for (link, version) in links.iter().zip(1..) {
        let (a, b) = (bell(version), bell(version + 1));
        assert_eq!(link["a"], a.as_str());
        assert_eq!(link["b"], b.as_str());
        let want = jaccard(&a, &b);
        assert!(close(&link["jaccard"], want));
        assert!(link["bands"].as_u64().unwrap() <= 28);
        least = least.min(want);
    }
    // The README of the corpus: 0.839, 0.824, 0.821; every edge is a bridge.
    assert_eq!(answer["weakest"], 2);
    assert!(close(&answer["joins_at"], least));
    assert!(close(&answer["bridge"]["similarity"], least));
    assert_eq!(answer["bridge"]["left"].as_array().unwrap().len(), 3);
    assert_eq!(answer["bridge"]["right"], Value::from(vec![bell(4)]));
    // From the other end the path is reversed.
    let back = why(&work, &bell(4), &bell(1), &[]);
    let ends = |answer: &Value| answer["path"].as_array().unwrap().clone();
    assert_eq!(ends(&back)[0]["a"], ends(&answer)[2]["b"]);
    assert_eq!(back["weakest"], 0);
    assert_eq!(back["joins_at"], answer["joins_at"]);
}

#[test]
fn documents_in_different_clusters_have_no_path() {
    let work = Work::new();
    let rows = work.ran("clusters --format csv --quiet --in-memory").rows();
    let other = rows.iter().find(|row| !row[1].starts_with(BELL)).unwrap();
    for method in ["auto", "lsh"] {
        let answer = why(&work, &bell(1), &other[1], &["--method", method]);
        assert_eq!(answer["together"], false);
        assert_eq!(answer["cluster_b"]["number"].to_string(), other[0]);
        assert_eq!(answer["cluster_b"]["size"].to_string(), other[2]);
        assert_eq!(answer["joins_at"], Value::Null);
        assert_eq!(answer["bridge"], Value::Null);
        assert_eq!(answer["path"].as_array().map(Vec::len), Some(0));
        assert_contains(&answer["verdict"].as_str().unwrap(), "different clusters");
    }
    let table = work.run(&["clusters", "--why", &bell(1), &other[1], "--in-memory"]);
    assert!(
        table.out.starts_with("A and B are no pair"),
        "{}",
        table.out
    );
    assert_contains(&table.out, "never in one cluster");
}

#[test]
fn a_table_follows_the_verdict() {
    let work = Work::new();
    let ran = work.ran(&format!(
        "clusters --why {} {} --in-memory --quiet",
        bell(1),
        bell(4)
    ));
    let verdict = "A and B are no pair: jaccard .573";
    assert!(ran.out.starts_with(verdict), "{}", ran.out);
    assert_contains(&ran.out, "falls into two pieces");
}

#[test]
fn unknown_ids_are_reported_with_a_suggestion() {
    let work = Work::new();
    work.write("a/one.txt", edited(1, 60, 0))
        .write("two.txt", edited(2, 60, 0));
    for (ids, status, words) in [
        ("a/one.txt nothing.txt", 1, "no document \"nothing.txt\""),
        ("one.txt two.txt", 1, "did you mean \"a/one.txt\"?"),
        ("corpus/two.txt a/one.txt", 1, "did you mean \"two.txt\"?"),
        ("two.txt two.txt", 1, "two different documents"),
        ("two.txt", 2, "<B>"),
        (
            "two.txt a/one.txt --linkage ward",
            2,
            "single, complete, average",
        ),
    ] {
        let ran = work.ran(&format!("clusters corpus --in-memory --why {ids}"));
        assert_eq!(ran.status, Some(status), "{ids:?}: {}", ran.talk);
        assert_eq!(ran.out, "");
        assert_contains(&ran.talk, words);
    }
}

#[test]
fn linkages_split_the_chain_according_to_their_definition() {
    let work = Work::new();
    let bells = |linkage: &str| {
        let rows = work
            .ran(&format!(
                "clusters --linkage {linkage} --format csv --quiet --in-memory"
            ))
            .rows();
        let mut by_cluster: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for row in rows.iter().filter(|row| row[1].starts_with(BELL)) {
            by_cluster
                .entry(row[0].clone())
                .or_default()
                .push(row[1].clone());
        }
        let mut clusters: Vec<Vec<String>> = by_cluster.into_values().collect();
        clusters.sort();
        clusters
    };
    assert_eq!(bells("single"), [(1..=4).map(bell).collect::<Vec<_>>()]);
    // .839 joins 1 and 2; then 3 and 4, by .821; the similarity of the two pairs is at most .573 by
    // complete linkage and (.691 + .573 + .824 + .674) / 4 by average linkage.
    let couples = [vec![bell(1), bell(2)], vec![bell(3), bell(4)]];
    assert_eq!(bells("complete"), couples);
    assert_eq!(bells("average"), couples);
    let answer = why(&work, &bell(2), &bell(3), &["--linkage", "complete"]);
    assert_eq!(answer["is_pair"], true);
    assert_eq!(answer["together"], false);
    assert!(close(&answer["joins_at"], jaccard(&bell(1), &bell(4))));
    assert_contains(&answer["verdict"].as_str().unwrap(), "linkage parts them");
    let average = why(&work, &bell(2), &bell(3), &["--linkage", "average"]);
    let across = [(1, 3), (1, 4), (2, 3), (2, 4)].map(|(x, y)| jaccard(&bell(x), &bell(y)));
    assert!(close(
        &average["joins_at"],
        across.iter().sum::<f64>() / 4.0
    ));
}

#[test]
fn two_texts_with_the_same_shingles_in_another_order_are_not_called_the_same() {
    let work = Work::new();
    // The first two texts have the same pairs of neighbouring words.
    work.write("a.txt", "one two one two one three one")
        .write("b.txt", "one three one two one two one")
        .write("c.txt", "one two one two one three one");
    let verdict = |a: &str, b: &str| {
        let fixed = args_of("clusters corpus --in-memory --k 2 --why");
        work.done(&[&fixed[..], &[a, b]].concat()).out
    };
    let other = verdict("a.txt", "b.txt");
    assert_contains(&other, "the same set of shingles");
    let same = verdict("a.txt", "c.txt");
    assert_contains(&same, "the same term for term");
}

/// Two equal texts of the archive, a similar one in the archive, and a similar one among the new documents.
#[test]
fn documents_that_are_not_compared_are_reported_and_no_path_uses_their_pair() {
    let work = Work::new();
    let text = "one two three four five six seven eight nine ten eleven twelve";
    for (name, text) in [
        ("old/x.txt", text.to_owned()),
        ("old/y.txt", text.to_owned()),
        ("old/z.txt", format!("{text} thirteen")),
        ("new/q.txt", format!("{text} other end")),
        ("new/r.txt", "nothing at all like this".to_owned()),
        (
            "one.csv",
            "document,group\nx.txt,g\ny.txt,g\nz.txt,g\n".to_owned(),
        ),
    ] {
        work.write(name, text);
    }
    let sets = "--new corpus/new --archive corpus/old -t .7";
    let sets: Vec<&str> = sets.split(' ').collect();
    let (x, y, z, q) = ("old/x.txt", "old/y.txt", "old/z.txt", "new/q.txt");
    let verdict_has = |answer: &Value, part: &str| {
        let verdict = answer["verdict"].as_str().unwrap();
        assert_contains(&verdict, part);
    };
    for other in [y, z] {
        let answer = why(&work, x, other, &sets);
        verdict_has(&answer, "not compared: both are of the archive");
        let flags = ["is_pair", "compared", "together"].map(|name| answer[name].as_bool());
        assert_eq!(flags, [Some(false), Some(false), Some(true)]);
        let path = answer["path"].as_array().unwrap();
        let path: Vec<&Value> = path.iter().map(|link| &link["b"]).collect();
        assert_eq!(path, [q, other]);
        assert!(close(
            &answer["joins_at"],
            answer["path"][1]["jaccard"].as_f64().unwrap()
        ));
    }
    let answer = why(&work, x, q, &sets);
    assert_eq!(answer["is_pair"], true);
    assert_eq!(answer["compared"], true);
    assert!(answer["bridge"].is_null());
    let group = args_of("corpus/old --group-by corpus/one.csv -t .7");
    for other in ["y.txt", "z.txt"] {
        let answer = why(&work, "x.txt", other, &group);
        verdict_has(&answer, "not compared: both belong to the group g");
        let flags = ["is_pair", "together"].map(|name| answer[name].as_bool());
        assert_eq!(flags, [Some(false), Some(false)]);
        assert!(answer["bridge"].is_null());
    }
}

#[test]
fn an_index_that_knows_more_pairs_gives_the_same_answer() {
    let work = Work::new();
    work.ran_well("index --quiet");
    for (threshold, together, floor) in [("0.8", true, 0.8), ("0.95", false, 0.3)] {
        let more = ["--threshold", threshold];
        let without = why(&work, &bell(1), &bell(4), &more);
        let fixed = args_of("clusters --format json --quiet --why");
        let [a, b] = [bell(1), bell(4)];
        let ran = work.run(&[&fixed[..], &[&*a, &*b], &more[..]].concat());
        let with: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(without["together"], together);
        assert!(close(&without["floor"], floor), "{}", without["floor"]);
        for key in [
            "floor", "together", "joins", "joins_at", "path", "verdict", "bridge", "complete",
        ] {
            assert_eq!(with[key], without[key], "{key}");
        }
    }
}

#[test]
fn documents_without_a_word_are_not_the_same() {
    let work = Work::new();
    work.write("a.txt", "12 7 2024")
        .write("b.txt", "99 88")
        .write("c.txt", "some words and more");
    let resembles = "no word that is compared, and resembles nothing.";
    let both = "A and B have no word that is compared, and resemble nothing.".to_owned();
    for (a, b, begins) in [
        ("a.txt", "b.txt", both),
        ("a.txt", "c.txt", format!("A has {resembles}")),
        ("c.txt", "b.txt", format!("B has {resembles}")),
    ] {
        let answer = why(&work, a, b, &["corpus", "--set=drop-numbers=true"]);
        let verdict = answer["verdict"].as_str().unwrap();
        assert!(verdict.starts_with(&begins), "{verdict}");
        assert_eq!(answer["pair"]["estimate"].as_f64(), Some(0.0));
    }
}

/// Two documents join at the highest threshold at which `clusters` has them in one cluster, also if documents of a
/// group are not compared and only other documents connect them.
#[test]
fn documents_join_at_the_highest_threshold_with_both_in_one_cluster() {
    let mut checked = 0;
    for seed in 0..6_u64 {
        let work = Work::new();
        let mut state = seed + 1;
        let mut random = |n: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % n
        };
        let mut names = Vec::new();
        for at in 0..7 {
            let name = format!("{}/{at}.txt", ["g", "h"][random(2) as usize]);
            let (begin, length) = (random(14), 20 + random(14));
            let words: Vec<String> = (begin..begin + length)
                .map(|word| format!("w{word}"))
                .collect();
            work.write(&name, words.join(" "));
            names.push(name);
        }
        let linkage = ["average", "complete"][seed as usize % 2];
        let sets = ["--k", "1", "--group-by", "1", "--linkage", linkage];
        let clusters = |threshold: f64| {
            let threshold = format!("{threshold:.9}");
            let ask = args_of("clusters corpus --in-memory --format csv --threshold");
            let ran = work.done(&[&ask[..], &[threshold.as_str()], &sets[..]].concat());
            let rows = ran.rows().into_iter();
            let clusters: BTreeMap<String, String> =
                rows.map(|row| (row[1].clone(), row[0].clone())).collect();
            clusters
        };
        for (at, a) in names.iter().enumerate() {
            let b = &names[(at + 1) % names.len()];
            let answer = why(&work, a, b, &[&["corpus", "-t", "0.9"][..], &sets].concat());
            let Some(joins) = answer["joins_at"].as_f64() else {
                continue;
            };
            let step = 1e-6;
            for (threshold, want) in [(joins - step, true), (joins + step, false)] {
                if 0.0 < threshold && threshold < 1.0 {
                    let cluster_of = clusters(threshold);
                    let together =
                        cluster_of.contains_key(a) && cluster_of.get(a) == cluster_of.get(b);
                    assert_eq!(together, want, "{seed} {linkage} {a} {b} at {threshold}");
                }
            }
            checked += 1;
        }
    }
    assert!(checked > 12, "{checked}");
}
