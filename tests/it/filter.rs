//! Compares `--where` of `pairs` and `clusters` with a brute-force filter of the unfiltered lists.

use std::collections::HashMap;

use shinglescope::evidence::Evidence;
use shinglescope::similarity::{Bridging, bridged_passages};

use crate::brute;
use crate::support::{Work, assert_contains, edited};

/// Writes edited copies of two texts, and an excerpt. Returns the terms of each.
fn corpus(work: &Work) -> HashMap<String, Vec<String>> {
    let mut files = HashMap::new();
    let versions = [(0, 0), (0, 7), (0, 15), (0, 40), (1, 0), (1, 9)];
    for (text, (part, every)) in versions.into_iter().enumerate() {
        let words = edited(part, 120, every);
        files.insert(format!("part-{part}/text-{text}.txt"), words);
    }
    let full = edited(0, 120, 0);
    let excerpt: Vec<&str> = full.split(' ').take(40).collect();
    files.insert("orig_excerpt.txt".into(), excerpt.join(" "));
    for (name, text) in &files {
        work.write(name, text);
    }
    let terms = |(name, text): (String, String)| (name, brute::terms(&text));
    files.into_iter().map(terms).collect()
}

fn csv(work: &Work, args: &[&str]) -> Vec<HashMap<String, String>> {
    let options = ["--method", "exact", "--format", "csv", "--in-memory"];
    let ran = work.done(&[args, &options].concat());
    let mut lines = ran.out.lines();
    let heads: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells = heads.iter().zip(line.split(','));
        cells
            .map(|(h, c)| ((*h).to_owned(), c.to_owned()))
            .collect()
    };
    lines.map(row).collect()
}

/// The evidence of two texts, from their words.
fn evidence(a: &[String], b: &[String]) -> Evidence {
    let mut numbers = HashMap::new();
    let mut numbered = |words: &[String]| -> Vec<u64> {
        let number = |word: &String| {
            let next = numbers.len() as u64;
            *numbers.entry(word.clone()).or_insert(next)
        };
        words.iter().map(number).collect()
    };
    let (a, b) = (numbered(a), numbered(b));
    Evidence::from_passages(&bridged_passages(&a, &b, &Bridging::default()))
}

#[test]
fn pairs_where_prints_the_rows_that_match() {
    let work = Work::new();
    let files = corpus(&work);
    let list = ["pairs", "corpus", "--threshold", "0"];
    let all = csv(&work, &list);
    assert!(all.len() > 10);
    type Row = HashMap<String, String>;
    let number = |row: &Row, column: &str| row[column].parse::<f64>().unwrap();
    let evidence_of = |row: &Row| evidence(&files[&row["a"]], &files[&row["b"]]);
    let shares = |row: &Row| {
        let e = evidence_of(row);
        let share = |words: u32, id: &str| f64::from(words) / files[&row[id]].len() as f64;
        (share(e.words_a, "a"), share(e.words_b, "b"))
    };
    let named = |row: &Row, part: &str| row["a"].contains(part) || row["b"].contains(part);
    type Keeps<'a> = &'a dyn Fn(&Row) -> bool;
    let filters: [(&str, Keeps<'_>); 8] = [
        ("jaccard>.5", &|r| number(r, "jaccard") > 0.5),
        ("containment>=30% -part-0/", &|r| {
            let both = ["containment_a_in_b", "containment_b_in_a"];
            both.iter().any(|share| number(r, share) >= 0.3) && !named(r, "part-0/")
        }),
        ("from:orig_* or jaccard<5%", &|r| {
            named(r, "orig_") || number(r, "jaccard") < 0.05
        }),
        ("words>60", &|r| evidence_of(r).words() > 60),
        ("of>20% longest>=50", &|r| {
            shares(r).0.max(shares(r).1) > 0.2 && evidence_of(r).longest >= 50
        }),
        ("of_b<.5 passages>=1", &|r| {
            shares(r).1 < 0.5 && evidence_of(r).passages >= 1
        }),
        ("-words>60", &|r| evidence_of(r).words() <= 60),
        ("estimate>.7", &|r| number(r, "estimate") > 0.7),
    ];
    for (filter, matches) in filters {
        let got = csv(&work, &[&list[..], &["--where", filter]].concat());
        let expected: Vec<Row> = all.iter().filter(|row| matches(row)).cloned().collect();
        assert_eq!(got, expected, "{filter}");
        assert!((1..all.len()).contains(&got.len()), "{filter}");
    }
}

#[test]
fn clusters_where_keeps_the_numbers_of_the_clusters() {
    let work = Work::new();
    corpus(&work);
    let list = ["clusters", "corpus", "--threshold", "0.2"];
    let all = csv(&work, &list);
    let mut seen = Vec::new();
    for filter in ["size>2", "size<=2", "part-1", "min<.9 -size<2"] {
        let got = csv(&work, &[&list[..], &["--where", filter]].concat());
        let is_expected = |row: &&HashMap<String, String>| {
            let size: usize = row["size"].parse().unwrap();
            let min: f64 = row["min"].parse().unwrap();
            let mut members = all
                .iter()
                .filter(|other| other["cluster"] == row["cluster"]);
            match filter {
                "size>2" => size > 2,
                "size<=2" => size <= 2,
                "part-1" => members.any(|m| m["document"].contains("part-1")),
                _ => min < 0.9,
            }
        };
        let expected: Vec<_> = all.iter().filter(is_expected).cloned().collect();
        assert_eq!(got, expected, "{filter}");
        seen.push(got.len());
    }
    assert!(seen[0] > 0 && seen[1] > 0 && seen[2] == seen[1], "{seen:?}");
}

#[test]
fn a_wrong_filter_is_wrong_usage_and_says_where() {
    let work = Work::new();
    corpus(&work);
    let wrong = [
        ("wrods>5", "is it words?"),
        ("anna of>", "(at character 9)"),
    ];
    for (filter, message) in wrong {
        let ran = work.run(&["pairs", "corpus", "--in-memory", "--where", filter]);
        assert_eq!(ran.status, Some(2), "{}", ran.talk);
        assert_contains(&ran.talk, message);
    }
    // The filter is valid, but there is no journal.
    let ran = work.ran("pairs corpus --in-memory --where unreviewed");
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert_contains(&ran.talk, "has no journal");
}
