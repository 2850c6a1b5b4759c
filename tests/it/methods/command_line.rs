//! Methods and their options, tested with the real program.

use shinglescope::candidates::Method;

use crate::support::{Work, args_of, assert_contains};

#[test]
fn each_method_reports_what_makes_a_candidate() {
    let work = Work::new();
    work.write("a.txt", "one two three")
        .write("b.txt", "four five six");
    for (args, words) in [
        ("sorted-list", "146 of 200 sketch values agreeing"),
        (
            "super-shingles --set=altavista=true",
            "two of six groups of 14",
        ),
        ("simhash --set distance=5", "terms at distance 5 or less"),
        (
            "mod-p --set modulus=1000000",
            "2 documents have none and cannot be found",
        ),
        (
            "winnow --set passage=20",
            "20 terms, by windows of 17 shingles",
        ),
        ("identical", "whose terms or shingle sets are the same"),
    ] {
        let ran = work.ran_well(&format!("pairs corpus --in-memory --method {args}"));
        assert_contains(&ran.talk, words);
    }
}

#[test]
fn an_option_of_another_method_is_wrong_usage_that_names_both() {
    let work = Work::new();
    work.write("a.txt", "some words to read here");
    for (args, expected) in [
        ("--method lsh --set distance=3", "distance simhash lsh"),
        (
            "--method exact --set recall=0.9",
            "recall sorted-list exact",
        ),
        ("--set modulus=4", "modulus mod-p auto"),
        (
            "--method winnow --set=altavista=true",
            "altavista super-shingles winnow",
        ),
        ("--method simhash --set passage=9", "passage winnow simhash"),
        ("--method exact --set bands=4x4", "bands lsh exact"),
        ("--method winnow --set passage=3", "passage 4"),
        ("--method lsh --set bands=50x5", "250 200"),
        (
            "--method super-shingles --set=altavista=true --permutations 64",
            "altavista 84 64",
        ),
        (
            "--method super-shingles --set super-width=201",
            "super-width 200",
        ),
        (
            "--method super-shingles --set=altavista=true --set super-width=4",
            "altavista super-width",
        ),
        ("--method simhash --set distance=17", "distance 16"),
        ("--method guess", "containment, identical, sorted-list"),
    ] {
        let ran = work.ran(&format!("pairs corpus {args}"));
        assert_eq!(ran.status, Some(2), "{args:?}: {}", ran.talk);
        for words in expected.split(' ') {
            assert_contains(&ran.talk, words);
        }
        assert_eq!(ran.out, "", "{args:?}");
    }
    // A command that would open the screens also prints the error before it reads anything.
    let ran = work.ran("nowhere --method lsh --set modulus=4");
    assert_eq!(ran.status, Some(2), "{}", ran.talk);
}

#[test]
fn every_method_prints_the_same_bytes_at_any_number_of_threads() {
    let work = Work::new();
    work.write_families(12, 4, 160, 23);
    for (name, _) in Method::ALL {
        let run_with = |threads: &str| {
            let line = format!(
                "pairs corpus --format csv --in-memory --method {name} -t 0.3 --threads {threads}"
            );
            let ran = work.ran_well(&line);
            (ran.out, ran.talk)
        };
        assert_eq!(run_with("1"), run_with("5"), "{name}");
    }
}

#[test]
fn a_measure_that_the_method_does_not_compare_by_is_wrong_usage() {
    let work = Work::new();
    work.write("a.txt", "the tide comes in twice a day");
    let run = |measure: &[&str]| {
        let args = args_of("pairs corpus --in-memory --method containment");
        work.run(&[&args[..], measure].concat())
    };
    let refused = run(&["--measure", "jaccard"]);
    assert_eq!(refused.status, Some(2), "{}", refused.talk);
    assert_contains(&refused.talk, "--method exact");
    assert_eq!(run(&["--measure", "containment"]).status, Some(0));
    assert_eq!(run(&[]).status, Some(0));
}
