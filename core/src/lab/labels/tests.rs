//! Tests of label parsing and its error messages.

use super::*;
use crate::index::made::{self, of_ids as collection};
use crate::settings::Sketching;

fn read(csv: &str) -> anyhow::Result<Labels> {
    Labels::read(csv, &[], &NEGATIVE, &collection(&["x", "y", "z"]))
}

fn error(csv: &str) -> String {
    read(csv).unwrap_err().to_string()
}

#[test]
fn pairs_are_read_with_any_order_and_further_columns() {
    let labels = read("case,label,b,a\n1,L1,x,y\n2,non,z,x\n").unwrap();
    assert_eq!(labels.names, ["L1", "non"]);
    let pairs = labels.pairs.iter().map(|p| (p.a.0, p.b.0, p.positive));
    let pairs: Vec<_> = pairs.collect();
    assert_eq!(pairs, [(0, 1, true), (0, 2, false)]);
    assert_eq!(labels.counts(), (1, 1));
    assert!(labels.remarks.is_empty());
}

#[test]
fn a_missing_value_is_no_label_and_no_class() {
    let text = "a,b,label\nx,y,yes\nx,z,NaN\ny,z,no\nx,w,\ny,w,NA\nz,w,Null\n";
    let all = collection(&["x", "y", "z", "w"]);
    let labels = Labels::read(text, &[], &NEGATIVE, &all).unwrap();
    assert_eq!(
        (labels.counts(), &labels.names[..]),
        ((1, 1), &["yes".to_owned(), "no".to_owned()][..])
    );
    let expected = "4 rows excluded, the first on line 3: no label (empty, NaN, NA or null)";
    assert_eq!(labels.remarks, [expected]);
    // A missing value that is named as a negative label is a label.
    let named = Labels::read(text, &[], &["no", "na"], &all).unwrap();
    assert_eq!(named.counts(), (1, 2));
    let classes = "document,class\nx,1\ny,1\nz,nan\nw,nan\n";
    let labels = Labels::read(classes, &[], &NEGATIVE, &all).unwrap();
    let pairs = labels.counts().0;
    assert_eq!(pairs, 1, "documents without a class are not of one class");
}

#[test]
fn equal_classes_are_positive_pairs() {
    let labels = read("document,class\nx,1\ny,1\nz,2\n").unwrap();
    let pairs = labels.pairs.iter().map(|p| (p.a.0, p.b.0, p.positive));
    let pairs: Vec<_> = pairs.collect();
    assert_eq!(pairs, [(0, 1, true), (0, 2, false), (1, 2, false)]);
}

#[test]
fn errors_name_the_line() {
    for (csv, message) in [
        ("", "empty"),
        (
            "x,y,same\n",
            "line 1 of the labels (x,y,same) is not a known header",
        ),
        ("a,b,label\nx,x,L1\n", "line 2"),
        ("a,b,label\nx,y\n", "line 2"),
        (
            "a,b,label\nq,y,L1\n",
            "line 2: a document that is not in this corpus: \"q\"",
        ),
        ("a,b,label\nx,,L1\n", "line 2: one document only"),
        ("a,b,label\n", "no rows"),
    ] {
        assert!(error(csv).contains(message), "{csv}: {}", error(csv));
    }
}

#[test]
fn contradictory_labels_are_an_error() {
    for (csv, lines) in [
        (
            "a,b,label\nx,y,L1\ny,x,non\nx,z,L1\ny,z,no\n",
            "row of the labels contradicts another one, the first on lines 2 and 3",
        ),
        (
            "a,b,label\nx,y,unsure\nx,z,L1\nz,x,unsure\ny,z,no\n",
            "lines 3 and 4",
        ),
        (
            "document,class\nx,1\nx,2\ny,1\nz,1\nx,3\n",
            "2 rows of the labels contradict another one, the first on lines 2 and 3",
        ),
    ] {
        assert!(error(csv).contains(lines), "{}", error(csv));
    }
    let labels = read("a,b,label\nx,y,yes\nx,z,no\ny,z,unsure\nz,y,unsure\n").unwrap();
    assert_eq!(labels.unsure, [(DocNo(1), DocNo(2))]);
    assert_eq!(
        labels.remarks,
        ["1 pair is labelled \"unsure\" and excluded"]
    );
    // The label of a row that repeats a pair is not added to the names.
    let labels = read("a,b,label\nx,y,maybe\ny,x,yes\nx,z,no\n").unwrap();
    assert_eq!(labels.names, ["maybe", "no"]);
    assert_eq!(labels.pairs[1].label, 1);
}

#[test]
fn a_million_labels_are_read() {
    let documents: Vec<Vec<u64>> = (0..1415).map(|i| vec![i; 5]).collect();
    let collection = made::collection(&documents, Sketching::default());
    let mut csv = String::from("a,b,label\n");
    for a in 0..1415 {
        for b in a + 1..1415 {
            csv += &format!("{a:08},{b:08},{}\n", u8::from((a + b) % 7 == 0));
        }
    }
    let labels = Labels::read(&csv, &[], &["0"], &collection).unwrap();
    assert_eq!(labels.pairs.len(), 1_000_405);
    assert_eq!(labels.remarks, Vec::<String>::new());
}

#[test]
fn a_row_about_a_changed_text_is_excluded_and_reported() {
    // Every text of the fixture has the checksum 0.
    let actual = "0000000000000000";
    let rows = |x: &str, y: &str| {
        format!("a,b,label,a_content,b_content\nx,y,yes,{x},{y}\nx,z,no,{actual},\ny,z,yes,,\n")
    };
    let labels = read(&rows(actual, actual)).unwrap();
    assert_eq!(labels.counts(), (2, 1));
    assert!(labels.remarks.is_empty(), "{:?}", labels.remarks);
    for (x, y) in [(actual, "00000000000000ff"), ("00000000000000ff", actual)] {
        let labels = read(&rows(x, y)).unwrap();
        assert_eq!(labels.counts(), (1, 1));
        assert_eq!(
            labels.remarks,
            ["1 row excluded, the first on line 2: a text that has changed since it was labelled"]
        );
    }
    let all = error("a,b,label,a_content,b_content\nx,y,yes,1,2\nx,z,no,1,2\n");
    assert!(all.contains("2 rows") && all.contains("line 2"), "{all}");
    let wrong = error("a,b,label,a_content\nx,y,yes,lorem\n");
    assert!(
        wrong.contains("line 2") && wrong.contains("lorem"),
        "{wrong}"
    );
}

#[test]
fn other_separators_and_columns_are_read() {
    let counts = read("a;b;label\nx;y;yes\nx;z;no\n").unwrap().counts();
    assert_eq!(counts, (1, 1));
    let columns = ["p", "q", "r"].map(String::from);
    let own = Labels::read(
        "r,q,p\nyes,y,x\nno,z,x\n",
        &columns,
        &NEGATIVE,
        &collection(&["x", "y", "z"]),
    );
    assert_eq!(own.unwrap().counts(), (1, 1));
    let guessed = error("id1\tid2\trelation\nx\ty\tyes\n");
    assert!(guessed.contains("--label-columns"), "{guessed}");
}
