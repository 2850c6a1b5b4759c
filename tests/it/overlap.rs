//! Relative sizes from overlap: the command `overlap`, and the coverage of its intervals.

#[path = "../../benches/overlapping.rs"]
mod overlapping;

use overlapping::collections;
use shinglescope::base::Cancel;
use shinglescope::overlap::{OverlapConfig, Sampler, measure};

use crate::support::{Ran, Work, assert_contains, words};

const HEADER: &str = "left,right,ratio,low,high,truth,samples\n";

/// Folders `a` with texts 0..60 and `b` with texts 40..80: a third of a is in b, and half of b in a.
fn corpus(work: &Work) {
    let text = |n: u64| words(1_000 * (n + 1), 60).join(" ");
    for n in 0..60 {
        work.write(&format!("a/{n:02}.txt"), text(n));
    }
    for n in 40..80 {
        work.write(&format!("b/{n:02}.txt"), text(n));
    }
    for n in 200..220 {
        work.write(&format!("apart/{n}.txt"), text(n));
    }
}

fn run(work: &Work, line: &str) -> Ran {
    work.ran(&format!("overlap --in-memory --samples 200 {line}"))
}

#[test]
fn csv_has_one_row_per_pair_and_the_same_bytes_at_any_number_of_threads() {
    let work = Work::new();
    corpus(&work);
    let mut outputs = Vec::new();
    for threads in ["1", "2"] {
        let line = "corpus/a corpus/b --sampler uniform --format csv --threads";
        let ran = run(&work, &format!("{line} {threads}"));
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        assert!(ran.out.starts_with(HEADER), "{}", ran.out);
        outputs.push(ran.out.clone());
        let row = &ran.rows()[0];
        let figure = |at: usize| row[at].parse::<f64>().expect("a figure");
        let got = (&*row[0], &*row[1], figure(5));
        assert_eq!(got, ("corpus/a", "corpus/b", 1.5));
        assert!(figure(3) < 1.5 && 1.5 < figure(4), "{row:?}");
        assert_eq!(row[6], "200");
    }
    assert_eq!(outputs[0], outputs[1]);
    let json = run(&work, "corpus/a corpus/b corpus/apart --format json");
    let json = json.json();
    assert_eq!(json["pair"].as_array().map(Vec::len), Some(3));
    assert!(json["step"].as_array().is_some_and(|steps| steps.len() > 3));
    let table = run(&work, "corpus/a corpus/b");
    assert_contains(&table.out, "By sampler");
}

#[test]
fn disjoint_collections_have_a_bound_and_nested_ones_an_interval() {
    let work = Work::new();
    corpus(&work);
    let apart = run(&work, "corpus/a corpus/apart --format csv");
    assert_eq!(apart.status, Some(0), "{}", apart.talk);
    assert_eq!(apart.rows()[0][2..5], ["", "", ""], "no ratio and no ends");
    assert_contains(&apart.talk, "nothing in common");
    assert_contains(&apart.talk, "at most");
    let inside = run(&work, "corpus/apart corpus --sampler uniform --format csv");
    let row = &inside.rows()[0];
    let figure = |at: usize| row[at].parse::<f64>().expect("a figure");
    // No document of `apart` has a near-duplicate in the rest of the corpus, so the ratio is that of the sizes.
    let truth = 20.0 / 120.0;
    assert!(
        figure(3) < truth && truth < figure(4) && (figure(5) - truth).abs() < 1e-9,
        "{row:?}"
    );
}

#[test]
fn what_cannot_be_measured_is_reported() {
    let work = Work::new();
    corpus(&work);
    std::fs::create_dir(work.path().join("empty")).unwrap();
    std::fs::write(work.path().join("log"), "...\n\n").unwrap();
    for (line, message) in [
        ("corpus/a", "one collection only"),
        ("corpus/a empty", "nothing to read"),
        ("corpus/a nowhere", "nowhere"),
        ("corpus/a corpus/b --sampler log", "--query-log"),
        ("corpus/a corpus/b --query-log log", "no word to search for"),
    ] {
        run(&work, line).fails(1, message);
    }
    for wrong in ["overlap corpus/a --samples 0", "overlap"] {
        assert_eq!(work.ran(wrong).status, Some(2), "{wrong}");
    }
    // If no query of the log finds a document, the sampler runs out of queries and reports that.
    std::fs::write(work.path().join("log"), "nosuchword\n").unwrap();
    let ran = run(&work, "corpus/a corpus/b --sampler log --query-log log");
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_contains(&ran.talk, "ran out");
}

#[test]
fn a_walk_through_documents_that_lead_to_each_other_ends() {
    let work = Work::new();
    for side in ["a", "b"] {
        // Each word occurs only in this document and in the previous one; the documents form a circle.
        for n in 0..4 {
            let words = [n, (n + 1) % 4].map(|word| format!("w{word} ").repeat(5));
            work.write(&format!("{side}/{n}.txt"), words.concat());
        }
        work.write(&format!("{side}/alone.txt"), "lonely");
    }
    let ran = run(&work, "corpus/a corpus/b --sampler walk --format csv");
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let row = &ran.rows()[0];
    assert_eq!((&*row[2], &*row[6]), ("1", "200"), "{}", ran.talk);
}

#[test]
fn intervals_of_uniform_samples_contain_the_truth_for_92_to_98_of_100_seeds() {
    let collections = collections(400, 3).unwrap();
    let seeds = 200;
    let (mut covered, mut logs) = (0, 0.0);
    for seed in 1..=seeds {
        let config = OverlapConfig {
            samplers: vec![Sampler::Uniform],
            samples: 200,
            seed,
            ..OverlapConfig::default()
        };
        let measured = measure(&collections, &config, &Cancel::default())
            .unwrap()
            .unwrap();
        let pair = &measured.ran[0].pairs[0];
        assert!((pair.truth.unwrap() - 5.0 / 3.0).abs() < 1e-12);
        covered += u32::from((pair.ratio.low..=pair.ratio.high).contains(&(5.0 / 3.0)));
        logs += pair.ratio.value.unwrap().ln();
    }
    assert!((184..=196).contains(&covered), "{covered} of {seeds}");
    let bias = (logs / seeds as f64).exp() / (5.0 / 3.0) - 1.0;
    assert!(bias.abs() < 0.03, "{bias}");
}

#[test]
fn queries_prefer_long_documents_and_the_steps_show_it() {
    let collections = collections(400, 3).unwrap();
    let config = OverlapConfig {
        samplers: vec![Sampler::Conjunctive],
        samples: 400,
        first: 5,
        ..OverlapConfig::default()
    };
    let measured = measure(&collections, &config, &Cancel::default())
        .unwrap()
        .unwrap();
    let (side, pair) = (&measured.ran[0].sides[0], &measured.ran[0].pairs[0]);
    assert!(side.terms_all.unwrap() > 1.1 * side.terms, "{side:?}");
    let step = |name: &str| pair.steps.iter().find(|step| step.bias == name).unwrap();
    let (copies, query) = (step("copies").ratio.unwrap(), step("query").ratio.unwrap());
    assert!(query < 0.95 * copies, "{:?}", pair.steps);
    assert_eq!(pair.steps.last().unwrap().ratio, pair.ratio.value);
}
