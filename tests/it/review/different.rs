//! Pairs that people decided to be different: how commands apply these decisions, and how they report that they do
//! not.

use super::{AB, DE, add, corpus, journal};
use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks};

/// Runs a command that succeeds.
fn ran(work: &Work, args: &[&str]) -> Ran {
    let ran = work.run(args);
    assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
    ran
}

const COUNTS: &str = "1 pair decided different counts here like any other";

/// The documents of each cluster.
fn clusters(work: &Work, more: &[&str]) -> (Vec<Vec<String>>, String) {
    let args = args_of("clusters corpus -t 0.4 --format csv");
    let ran = ran(work, &[&args[..], more].concat());
    let mut members: Vec<Vec<String>> = Vec::new();
    for row in ran.rows() {
        let number: usize = row[0].parse().unwrap();
        members.resize(members.len().max(number), Vec::new());
        members[number - 1].push(row[1].clone());
    }
    (members, ran.talk)
}

#[test]
fn decisions_treat_documents_with_the_same_shingles_as_one() {
    let work = Work::new();
    work.write("1.txt", "a b c d e f");
    work.write("2.txt", "b a c d e f");
    work.write("3.txt", "a b c d e x");
    add(&work, ["1.txt", "3.txt"], "copied", &[]);
    add(&work, ["2.txt", "3.txt"], "different", &[]);
    let args = args_of("--k 1 --decided-different apart");
    let all = vec![vec!["1.txt", "2.txt", "3.txt"]];
    let got = clusters(&work, &args).0;
    assert_eq!(got, all, "1 and 2 are one text, and 1 is decided otherwise");
    add(&work, ["1.txt", "3.txt"], "undecided", &[]);
    assert_eq!(clusters(&work, &args).0, [["1.txt", "2.txt"]]);
}

#[test]
fn a_decision_holds_for_copies_in_other_groups_too() {
    let work = Work::new();
    work.write("b/1.txt", "a b c d e f");
    work.write("a/2.txt", "b a c d e f");
    work.write("b/3.txt", "a b c d e x");
    let args = args_of("--k 1 --decided-different apart");
    let grouped = [&args[..], &["--group-by", "1"]].concat();
    add(&work, ["a/2.txt", "b/1.txt"], "different", &[]);
    let all = vec![vec!["a/2.txt", "b/1.txt", "b/3.txt"]];
    assert_eq!(clusters(&work, &args).0, all, "1 and 2 are one text");
    assert_eq!(clusters(&work, &grouped).0, all);
    add(&work, ["b/1.txt", "b/3.txt"], "different", &[]);
    for args in [&args[..], &grouped] {
        assert_eq!(clusters(&work, args).0, [["a/2.txt", "b/1.txt"]]);
    }
    add(&work, ["a/2.txt", "b/3.txt"], "copied", &[]);
    assert_eq!(clusters(&work, &grouped).0, all);
}

#[test]
fn decisions_split_clusters_on_request() {
    let work = corpus();
    let all = vec![vec!["one/a.txt", "one/b.txt", "one/c.txt"], DE.to_vec()];
    assert_eq!(clusters(&work, &[]).0, all);
    let apart = ["--decided-different", "apart"];
    let (members, talk) = clusters(&work, &apart);
    assert_eq!(members, all);
    assert_lacks(&talk, "decided different");
    add(&work, DE, "different", &[]);
    let (members, talk) = clusters(&work, &[]);
    assert_eq!(members, all);
    assert!(talk.contains(COUNTS), "{talk}");
    let (members, talk) = clusters(&work, &["--decided-different", "ignored"]);
    assert_eq!(members, all);
    assert!(!talk.contains(COUNTS), "it was said: {talk}");
    let (members, talk) = clusters(&work, &apart);
    assert_eq!(members, all[..1]);
    assert!(talk.contains("1 pair decided different holds no cluster together"));
    // `--journal` implies `apart`, unless `--decided-different` says otherwise.
    let file = journal(&work);
    let named = ["--journal", file.to_str().unwrap()];
    assert_eq!(clusters(&work, &named).0, all[..1]);
    let ignored = [&named[..], &["--decided-different", "ignored"]].concat();
    assert_eq!(clusters(&work, &ignored).0, all);
    // Two documents decided to be different stay in one cluster if a third connects them.
    add(&work, DE, "undecided", &[]);
    add(&work, AB, "different", &[]);
    assert_eq!(clusters(&work, &apart).0, all);
    // The last accepted decision counts, whoever made it.
    let ac = ["one/a.txt", "one/c.txt"];
    add(&work, ac, "different", &[]);
    assert_eq!(clusters(&work, &apart).0[0], ["one/b.txt", "one/c.txt"]);
    let copied = args_of("add corpus --decision copied --by ben --pair one/a.txt one/c.txt");
    super::review(&work, &copied);
    super::review(&work, &["accept", "ben", "corpus"]);
    assert_eq!(clusters(&work, &apart).0, all);
}

#[test]
fn on_request_keep_drops_no_document_decided_to_be_different() {
    let work = corpus();
    let keep = |more: &[&str]| {
        let args = args_of("keep corpus -t 0.4 --format csv");
        let ran = ran(&work, &[&args[..], more].concat());
        let rows = ran.rows().into_iter();
        let dropped = rows
            .filter(|row| row[1] == "dropped")
            .map(|row| row[0].clone());
        (dropped.collect::<Vec<_>>(), ran.talk)
    };
    let (dropped, talk) = keep(&[]);
    assert_eq!(dropped, ["one/b.txt", "one/c.txt", "two/e.txt"]);
    assert_lacks(&talk, "decided different");
    add(&work, DE, "different", &[]);
    let (dropped, talk) = keep(&[]);
    assert_eq!(dropped, ["one/b.txt", "one/c.txt", "two/e.txt"]);
    assert!(talk.contains(COUNTS), "{talk}");
    let (_, talk) = keep(&["--decided-different", "ignored"]);
    assert!(!talk.contains(COUNTS), "it was said: {talk}");
    let (dropped, talk) = keep(&["--decided-different", "apart"]);
    assert_eq!(dropped, ["one/b.txt", "one/c.txt"]);
    assert_contains(&talk, "1 pair decided different");
}

#[test]
fn why_sweep_and_tune_report_ignored_decisions_and_why_can_apply_them() {
    let work = corpus();
    add(&work, DE, "different", &[]);
    let why = |more: &[&str]| {
        let args = ["clusters", "corpus", "--why", DE[0], DE[1], "-t", "0.4"];
        ran(&work, &[&args[..], more].concat())
    };
    let counted = why(&[]);
    assert!(counted.talk.contains(COUNTS), "{}", counted.talk);
    let apart = why(&["--decided-different", "apart"]);
    assert!(!apart.talk.contains(COUNTS), "{}", apart.talk);
    assert_ne!(apart.out, counted.out);
    assert_contains(&apart.out, "different");
    for args in [
        &["sweep", "corpus", "--k", "4", "-t", "0.4,0.8"][..],
        &["tune", "corpus", "--k-landscape"],
    ] {
        let talk = ran(&work, args).talk;
        assert!(talk.contains(COUNTS), "{args:?}: {talk}");
    }
    add(&work, DE, "undecided", &[]);
    assert!(!why(&[]).talk.contains(COUNTS));
}
