//! Two auditors' journals.

use super::{AB, DE, add, corpus, journal, list, review};
use crate::support::Work;

/// Journals of anna and ben on the same corpus, of which they agree on two pairs of three.
fn two() -> Work {
    let work = corpus();
    let ac = ["one/a.txt", "one/c.txt"];
    add(&work, AB, "copied", &["--note", "hers"]);
    add(&work, ac, "different", &[]);
    add(&work, DE, "copied", &[]);
    std::fs::rename(journal(&work), work.path().join("anna.jsonl")).unwrap();
    for (pair, decision) in [(AB, "template"), (ac, "different"), (DE, "copied")] {
        // Under other settings, so that checksums of normalised texts are others.
        let args = [
            "add",
            "corpus",
            "--by",
            "ben",
            "--keep-case",
            "--journal",
            "ben.jsonl",
        ];
        let args = [
            &args[..],
            &["--pair", pair[0], pair[1], "--decision", decision],
        ]
        .concat();
        review(&work, &args);
    }
    work
}

#[test]
fn conflicts_stand_side_by_side_with_agreement_and_kappa() {
    let work = two();
    let ran = review(
        &work,
        &["merge", "anna.jsonl", "ben.jsonl", "--format", "json"],
    );
    let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let agreement = &found["agreement"][0];
    assert_eq!(agreement["first"], "anna");
    assert_eq!(
        (&agreement["pairs"], &agreement["same"]),
        (&3.into(), &2.into())
    );
    // Of 3 pairs 2 agree; by chance (2·1 + 1·1)/9. (2/3 - 1/3)/(1 - 1/3) = 1/2.
    assert_eq!(agreement["kappa"], 0.5);
    let conflict = &found["conflict"][0];
    assert_eq!(found["conflict"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&conflict["a"], &conflict["b"]),
        (&AB[0].into(), &AB[1].into())
    );
    assert_eq!(conflict["decision_first"], "copied");
    assert_eq!(conflict["note_first"], "hers");
    assert_eq!(conflict["decision_second"], "template");
    assert_eq!(found["count"].as_array().unwrap().len(), 3);
    let formula = [
        "add",
        "corpus",
        "--by",
        "ben",
        "--journal",
        "ben.jsonl",
        "--note",
        "=1+1",
    ];
    review(&work, &[&formula[..], &["--pair", AB[0], AB[1]]].concat());
    let csv = [
        "merge",
        "anna.jsonl",
        "ben.jsonl",
        "--format",
        "csv",
        "--csv-safe",
    ];
    assert!(review(&work, &csv).out.contains(",'=1+1,"));
    let table = review(&work, &["merge", "anna.jsonl", "ben.jsonl"]);
    assert!(
        table.out.contains("Conflicts: 1 thing decided differently"),
        "{}",
        table.out
    );
    assert!(
        table.talk.contains("7 acts of 2 journals together"),
        "{}",
        table.talk
    );
    assert_eq!(list(&work, &[]).len(), 0, "nothing was written");
}

#[test]
fn kappa_that_is_not_defined_is_said() {
    let work = corpus();
    for by in ["anna", "ben"] {
        let name = format!("{by}.jsonl");
        let args = [
            "add",
            "corpus",
            "--by",
            by,
            "--journal",
            &name,
            "--decision",
            "copied",
        ];
        review(&work, &[&args[..], &["--pair", AB[0], AB[1]]].concat());
    }
    let ran = review(
        &work,
        &["merge", "anna.jsonl", "ben.jsonl", "--format", "csv"],
    );
    assert!(ran.out.contains("NaN"), "{}", ran.out);
    assert!(
        ran.talk
            .contains("kappa of anna and ben is not defined (NaN)"),
        "{}",
        ran.talk
    );
    let alone = review(&work, &["merge", "anna.jsonl", "anna.jsonl"]);
    assert!(
        alone.talk.contains("no pair was decided by two people"),
        "{}",
        alone.talk
    );
}

#[test]
fn merged_journals_are_the_same_in_any_order_and_nothing_is_added_twice() {
    let work = two();
    let out = |from: [&str; 2], out: &str| {
        review(&work, &["merge", from[0], from[1], "--out", out]);
        std::fs::read_to_string(work.path().join(out)).unwrap()
    };
    let one = out(["anna.jsonl", "ben.jsonl"], "x.jsonl");
    assert_eq!(out(["ben.jsonl", "anna.jsonl"], "y.jsonl"), one);
    assert_eq!(one.lines().count(), 7);
    assert_eq!(out(["x.jsonl", "ben.jsonl"], "x.jsonl"), one);
    // Into one's own journal, which is only appended to.
    let anna = std::fs::read_to_string(work.path().join("anna.jsonl")).unwrap();
    let both = out(["anna.jsonl", "ben.jsonl"], "anna.jsonl");
    assert!(both.starts_with(&anna) && both.lines().count() == 7);
    // In the corpus' folder, it is the corpus' journal.
    std::fs::copy(work.path().join("x.jsonl"), journal(&work)).unwrap();
    let rows = list(&work, &["--where", "disputed"]);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0][4], "disputed");
    assert_eq!(list(&work, &["--where", "by:ben template"]).len(), 1);
    let bad = [
        ("corpus/one", "review.jsonl"),
        ("missing/x.jsonl", "missing/x.jsonl"),
        ("corpus/one/a.txt", "header"),
    ];
    for (out, said) in bad {
        let args = ["review", "merge", "anna.jsonl", "ben.jsonl", "--out", out];
        let ran = work.run(&args);
        if out == "corpus/one" {
            // A folder stands for its journal.
            assert_eq!(ran.status, Some(0), "{}", ran.talk);
        } else {
            assert_eq!(ran.status, Some(1), "{}", ran.talk);
        }
        assert!(ran.talk.contains(said), "{}", ran.talk);
    }
    // A link that leads to nothing would put the file elsewhere.
    std::os::unix::fs::symlink("../elsewhere.jsonl", work.path().join("link.jsonl")).unwrap();
    let args = [
        "review",
        "merge",
        "anna.jsonl",
        "ben.jsonl",
        "--out",
        "link.jsonl",
    ];
    let ran = work.run(&args);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert!(ran.talk.contains("leads to nothing"), "{}", ran.talk);
    assert!(!work.path().join("../elsewhere.jsonl").exists());
    let args = [
        "review",
        "merge",
        "anna.jsonl",
        "ben.jsonl",
        "--out",
        "new.jsonl",
    ];
    let ran = work.run(&[&args[..], &["--meta", "./new.jsonl"]].concat());
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert!(ran.talk.contains("name the same file"), "{}", ran.talk);
    assert!(!work.path().join("new.jsonl").exists());
    let ran = work.run(&["review", "merge", "anna.jsonl", "none.jsonl"]);
    assert_eq!(ran.status, Some(1));
    assert!(ran.talk.contains("cannot read none.jsonl"), "{}", ran.talk);
}

#[test]
fn one_name_for_two_people_is_said() {
    let work = corpus();
    for (file, decision) in [("x.jsonl", "copied"), ("y.jsonl", "unsure")] {
        add(&work, AB, decision, &["--journal", file]);
    }
    let ran = review(&work, &["merge", "x.jsonl", "y.jsonl"]);
    assert!(ran.talk.contains("their own acts by anna"), "{}", ran.talk);
    review(&work, &["merge", "x.jsonl", "y.jsonl", "--out", "z.jsonl"]);
    let ran = review(&work, &["merge", "x.jsonl", "z.jsonl"]);
    assert!(!ran.talk.contains("their own acts"), "{}", ran.talk);
}
