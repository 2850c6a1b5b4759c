//! Messages of the research commands about invalid labels and seeds.

use serde_json::Value;

use crate::support::{Ran, Work, args_of, edited};

/// A text and eight copies of it, each with more edits than the one before.
fn corpus() -> Work {
    let work = Work::new();
    work.write("d0.txt", edited(1, 200, 0));
    for (i, every) in (1..).zip([100, 50, 25, 12, 8, 6, 5, 4]) {
        work.write(&format!("d{i}.txt"), edited(1, 200, every));
    }
    work
}

/// The row of copy `i`; copies 1 to 4 are labelled as near-duplicates.
fn row(i: usize) -> String {
    format!("d0.txt,d{i}.txt,{}\n", if i < 5 { "yes" } else { "no" })
}

fn rows() -> String {
    (1..9).map(row).collect()
}

/// Runs a command with these rows of labels.
fn labelled(work: &Work, command: &str, rows: &str) -> Ran {
    let labels = format!("a,b,label\n{rows}");
    std::fs::write(work.path().join("labels.csv"), labels).unwrap();
    let options = ["corpus", "--labels", "labels.csv", "-t", "0.5", "--format"];
    work.run(&[&[command], &options[..], &["json"]].concat())
}

fn exits_with(ran: &Ran, status: i32, words: &[&str]) {
    assert_eq!(ran.status, Some(status), "{}", ran.talk);
    for word in words {
        assert!(ran.talk.contains(word), "{word}: {}", ran.talk);
    }
}

/// Number of labelled pairs in the first row of `quality`.
fn counted(ran: &Ran) -> u64 {
    let value: Value = serde_json::from_str(&ran.out).unwrap();
    let row = &value["quality"][0];
    let cells = ["hits", "false_alarms", "missed", "passed"];
    cells.map(|cell| row[cell].as_u64().unwrap()).iter().sum()
}

#[test]
fn one_label_and_labels_of_one_kind_are_refused_with_advice() {
    let work = corpus();
    for command in ["tune", "sweep"] {
        for (rows, words) in [
            (
                1..2,
                "the one labelled pair is positive|--negative|--rest negative",
            ),
            (1..5, "all 4 labelled pairs are positive"),
            (5..9, "all 4 labelled pairs are negative"),
            (0..0, "the labels have no rows"),
        ] {
            let rows: String = rows.map(row).collect();
            let words: Vec<&str> = words.split('|').collect();
            exits_with(&labelled(&work, command, &rows), 1, &words);
        }
    }
    // The advice: `--rest negative` labels all other pairs as independent.
    let ran = work.ran("tune corpus --labels labels.csv --rest negative");
    exits_with(&ran, 1, &["the labels have no rows"]);
    labelled(&work, "tune", &row(1));
    work.done(&args_of("tune corpus --labels labels.csv --rest negative"));
}

#[test]
fn repeated_labels_count_once_and_contradictory_ones_are_refused() {
    let work = corpus();
    for command in ["tune", "sweep"] {
        let again = format!("{}{}d1.txt,d0.txt,yes\n", rows(), row(1));
        let ran = labelled(&work, command, &again);
        let again = "line 10: a pair that has its label already";
        exits_with(&ran, 0, &["2 rows excluded", again]);
        if command == "tune" {
            assert_eq!(counted(&ran), 8);
        }
        let other = format!("{}d1.txt,d0.txt,no\nd0.txt,d2.txt,no\n", rows());
        let ran = labelled(&work, command, &other);
        let contradict = "2 rows of the labels contradict another one";
        exits_with(&ran, 1, &[contradict, "lines 2 and 10"]);
    }
}

#[test]
fn missing_values_are_no_labels() {
    let work = corpus();
    let some: String = (1..7).map(row).collect();
    let missing = format!("{some}d0.txt,d7.txt,NaN\nd0.txt,d8.txt,\n");
    let ran = labelled(&work, "tune", &missing);
    let excluded = "2 rows excluded, the first on line 8: no label (empty, NaN, NA or null)";
    exits_with(&ran, 0, &[excluded]);
    assert_eq!(counted(&ran), 6);
    let none: String = (1..9).map(|i| format!("d0.txt,d{i}.txt,nan\n")).collect();
    let ran = labelled(&work, "sweep", &none);
    exits_with(&ran, 1, &["no row of the labels counts", "no label", "NaN"]);
}

#[test]
fn zero_seeds_are_a_usage_error_and_seed_0_is_valid() {
    let work = corpus();
    let ran = work.run(&["verify", "corpus", "--seeds", "0"]);
    exits_with(&ran, 2, &["--seeds", "1..=1000"]);
    work.ran_well("verify corpus --seeds 1 --seed 0 -t 0.5");
}

#[test]
fn line_numbers_do_not_depend_on_line_endings() {
    let work = corpus();
    for end in ["\n", "\r\n"] {
        let rows = (rows() + "none.txt,d1.txt,yes\n").replace('\n', end);
        let ran = labelled(&work, "tune", &rows);
        exits_with(&ran, 0, &["not in this corpus", "on line 10"]);
    }
}
