//! `compare` prints every measure of a pair; the expected values are computed by hand here.

use serde_json::Value;

use crate::support::{Work, args_of};

/// Texts of 9 and 12 terms that share 7 consecutive terms. The second text has one term before them, and four instead
/// of two after them.
const TEXTS: [&str; 2] = [
    "The tide comes in, twice a day.\nAnd out.",
    "Look: the tide comes in twice\na day; the rest is new",
];

fn work() -> Work {
    let work = Work::new();
    work.write("a.txt", TEXTS[0]).write("b.txt", TEXTS[1]);
    work
}

fn compared(options: &[&str]) -> Value {
    let command = args_of("compare corpus/a.txt corpus/b.txt --format json");
    let ran = work().run(&[&command[..], options].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn every_measure_is_as_worked_out_by_hand() {
    let value = compared(&[]);
    let close = |name: &str, want: f64| {
        let got = value[name].as_f64().unwrap();
        assert!((got - want).abs() < 1e-12, "{name}: {got}, not {want}");
    };
    assert_eq!(value["edit_distance"], 5);
    assert_eq!(value["edit_distance_is_upper_bound"], false);
    close("edit_similarity", 1.0 - 5.0 / 12.0);
    // "the" occurs twice in the second text, everything else once.
    close("cosine", 8.0 / (3.0 * 14.0_f64.sqrt()));
    close("euclidean_distance", 7.0_f64.sqrt());
    assert_eq!(value["shared_words"], 7);
    assert_eq!(value["longest_common_run"], 7);
    close("bag_jaccard", 4.0 / 11.0);
    close("jaccard", 4.0 / 11.0);
}

#[test]
fn bag_jaccard_counts_repeats_whatever_the_settings_say() {
    let work = work();
    let (once, twice) = ("a rose is a rose is a rose", "A rose is a rose that is it");
    work.write("a.txt", once).write("b.txt", twice);
    for bag in [&[][..], &["--bag"]] {
        let command = args_of("compare corpus/a.txt corpus/b.txt --format json");
        let ran = work.run(&[&command[..], bag].concat());
        let value: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(value["bag_jaccard"], 0.25);
        let jaccard = if bag.is_empty() { 1.0 / 3.0 } else { 0.25 };
        assert_eq!(value["jaccard"], jaccard);
    }
}

#[test]
fn csv_has_a_row_for_each_measure() {
    let command = args_of("compare corpus/a.txt corpus/b.txt --format csv");
    let ran = work().run(&command);
    for row in ["edit_distance,5", "longest_common_run,7", "shared_words,7"] {
        assert!(ran.out.lines().any(|line| line == row), "{}", ran.out);
    }
}
