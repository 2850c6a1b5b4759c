//! Tests of label parsing and its error messages.

use super::*;
use crate::index::made;
use crate::lab::testing::collection;
use crate::settings::Sketching;

fn read(csv: &str) -> anyhow::Result<Labels> {
    Labels::read(csv, &[], &NEGATIVE, &collection(&["x", "y", "z"]))
}

fn error(csv: &str) -> String {
    read(csv).unwrap_err().to_string()
}

#[test]
fn pairs_are_read_whatever_their_order_and_further_columns() {
    let labels = read("case,label,b,a\n1,L1,x,y\n2,non,z,x\n").unwrap();
    assert_eq!(labels.names, ["L1", "non"]);
    let pairs: Vec<_> = labels
        .pairs
        .iter()
        .map(|p| (p.a.0, p.b.0, p.positive))
        .collect();
    assert_eq!(pairs, [(0, 1, true), (0, 2, false)]);
    assert_eq!(labels.counts(), (1, 1));
    assert!(labels.remarks.is_empty());
}

#[test]
fn an_unsure_answer_is_no_label() {
    let labels = read("a,b,label\nx,y,yes\nx,z,unsure\ny,z,no\n").unwrap();
    assert_eq!(labels.counts(), (1, 1));
    assert_eq!(labels.names, ["yes", "no"]);
    assert_eq!(
        labels.remarks,
        ["1 pair is labelled \"unsure\" and is excluded"]
    );
    let named = Labels::read(
        "a,b,label\nx,y,yes\nx,z,Unsure\n",
        &[],
        &["unsure"],
        &collection(&["x", "y", "z"]),
    );
    assert_eq!(named.unwrap().counts(), (1, 1));
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
    let expected =
        "4 rows have no label (empty, NaN, NA or null) and are excluded, the first on line 3";
    assert_eq!(labels.remarks, [expected]);
    // Whoever names it as a label means it.
    let named = Labels::read(text, &[], &["no", "na"], &all).unwrap();
    assert_eq!(named.counts(), (1, 2));
    let classes = "document,class\nx,1\ny,1\nz,nan\nw,nan\n";
    let labels = Labels::read(classes, &[], &NEGATIVE, &all).unwrap();
    assert_eq!(
        labels.counts().0,
        1,
        "documents without a class are not of one class"
    );
}

#[test]
fn an_id_with_white_space_is_itself_before_it_is_the_one_without() {
    let labels = Labels::read(
        "a,b,label\nx,\"y \",yes\n x ,y,no\n",
        &[],
        &NEGATIVE,
        &collection(&["x", "y", "y "]),
    )
    .unwrap();
    let pairs: Vec<_> = labels.pairs.iter().map(|p| (p.a.0, p.b.0)).collect();
    assert_eq!(pairs, [(0, 1), (0, 2)]);
    assert_eq!(labels.counts(), (1, 1));
}

#[test]
fn equal_classes_are_positive_pairs() {
    let labels = read("document,class\nx,1\ny,1\nz,2\n").unwrap();
    let pairs: Vec<_> = labels
        .pairs
        .iter()
        .map(|p| (p.a.0, p.b.0, p.positive))
        .collect();
    assert_eq!(pairs, [(0, 1, true), (0, 2, false), (1, 2, false)]);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    assert!(error("x,y,same\n").contains("line 1") && error("x,y,same\n").contains("a,b,label"));
    let both = error("a,b,label\nx,y,L1\ny,x,non\n");
    assert!(both.contains("lines 2 and 3"), "{both}");
    assert!(error("a,b,label\nx,x,L1\n").contains("line 2"));
    assert!(error("a,b,label\nx,y\n").contains("line 2"));
    assert!(error("a,b,label\nq,y,L1\n").contains("line 2"));
    assert!(error("a,b,label\n").contains("no rows"));
    assert!(error("document,class\nx,1\nx,2\n").contains("lines 2 and 3"));
}

#[test]
fn what_has_contradictory_labels_is_left_out_and_counted_once() {
    let labels = read("a,b,label\nx,y,L1\ny,x,non\nx,y,L1\nx,z,L1\ny,z,no\n").unwrap();
    assert_eq!(labels.pairs.len(), 2);
    let remark = labels.remarks.iter().find(|r| r.contains("contradictory"));
    let expected = "1 pair or document is named by contradictory labels and is excluded, the first on lines 2 and 3";
    assert_eq!(remark.map(String::as_str), Some(expected));
    assert_eq!(labels.left_out, [(DocNo(0), DocNo(1))]);
    let labels = read("document,class\nx,1\nx,2\ny,1\nz,1\nx,1\n").unwrap();
    assert_eq!(labels.pairs.len(), 1);
    let left_out = [(DocNo(0), DocNo(1)), (DocNo(0), DocNo(2))];
    assert_eq!(labels.left_out, left_out);
    assert!(labels.remarks.iter().any(|r| r.contains("lines 2 and 3")));
    let labels = read("a,b,label\nx,y,unsure\nx,z,L1\nz,x,unsure\ny,z,no\n").unwrap();
    let unsure = [(DocNo(0), DocNo(1)), (DocNo(0), DocNo(2))];
    assert_eq!(labels.left_out, unsure, "whoever is unsure contradicts");
    assert_eq!(labels.counts(), (0, 1));
    let labels = read("a,b,label\nx,y,yes\nx,z,no\ny,z,unsure\nz,y,unsure\n").unwrap();
    assert_eq!(
        labels.remarks,
        ["1 pair is labelled \"unsure\" and is excluded"]
    );
    // A label that only repeats another is that of no pair.
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
fn unknown_and_repeated_rows_are_left_out_and_said() {
    let labels = read("a,b,label\nx,y,L1\ny,x,L1\nq,x,L1\nx,z,no\n").unwrap();
    assert_eq!(labels.pairs.len(), 2);
    assert!(labels.remarks[0].contains("line 4") && labels.remarks[0].contains("\"q\""));
    assert!(labels.remarks[1].contains("line 3"));
}

#[test]
fn labels_of_one_kind_say_so() {
    let one = read("a,b,label\nx,y,L1\n")
        .unwrap()
        .two_sided()
        .unwrap_err()
        .to_string();
    assert!(one.contains("positive") && one.contains("--negative"));
    assert!(
        read("a,b,label\nx,y,L1\nx,z,0\n")
            .unwrap()
            .two_sided()
            .is_ok()
    );
}

#[test]
fn rows_that_name_one_document_are_no_pairs() {
    let labels = read("a,b,label\nx,y,L1\nx,,Copyright\n,z,Copyright\nx,z,no\n").unwrap();
    assert_eq!(labels.pairs.len(), 2);
    assert_eq!(labels.names, ["L1", "no"]);
    let [remark] = &labels.remarks[..] else {
        panic!("{:?}", labels.remarks)
    };
    assert!(
        remark.contains("2 rows") && remark.contains("line 3"),
        "{remark}"
    );
    let none = error("a,b,label\nx,,L1\n");
    assert!(
        none.contains("line 2") && none.contains("one document"),
        "{none}"
    );
}

#[test]
fn an_empty_file_is_named() {
    assert!(error("").contains("empty"));
}

#[test]
fn with_the_rest_negative_positive_labels_are_enough() {
    let serves = |csv: &str, rest_negative| {
        let file = LabelsFile {
            columns: Vec::new(),
            path: PathBuf::new(),
            negative: NEGATIVE.map(str::to_owned).to_vec(),
            rest_negative,
        };
        file.parse(csv, &collection(&["x", "y", "z"])).is_ok()
    };
    let positive = "a,b,label\nx,y,L1\n";
    assert!(serves(positive, true) && !serves(positive, false));
    let negative = "a,b,label\nx,y,no\n";
    assert!(!serves(negative, true) && !serves(negative, false));
}

#[test]
fn a_row_about_a_text_that_has_changed_since_is_left_out_and_said() {
    // Every text of the fixture has the checksum 0.
    let same = "0000000000000000";
    let rows = |x: &str, y: &str| {
        format!("a,b,label,a_content,b_content\nx,y,yes,{x},{y}\nx,z,no,{same},\ny,z,yes,,\n")
    };
    let labels = read(&rows(same, same)).unwrap();
    assert_eq!(labels.counts(), (2, 1));
    assert!(labels.remarks.is_empty(), "{:?}", labels.remarks);
    for (x, y) in [(same, "00000000000000ff"), ("00000000000000ff", same)] {
        let labels = read(&rows(x, y)).unwrap();
        assert_eq!(labels.counts(), (1, 1));
        assert_eq!(
            labels.remarks,
            ["1 row names a text that has changed since and is excluded, the first on line 2"]
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
fn files_of_others_are_read_with_their_signs_and_names() {
    for csv in [
        "a;b;label\nx;y;yes\nx;z;no\n",
        "id1\tid2\trelation\nx\ty\tyes\nx\tz\tno\n",
        "note,doc_a,doc_b,is_duplicate\n,x,y,1\n,x,z,0\n",
    ] {
        assert_eq!(read(csv).unwrap().counts(), (1, 1), "{csv}");
    }
    let columns = ["p", "q", "r"].map(String::from);
    let own = Labels::read(
        "r,q,p\nyes,y,x\nno,z,x\n",
        &columns,
        &NEGATIVE,
        &collection(&["x", "y", "z"]),
    );
    assert_eq!(own.unwrap().counts(), (1, 1));
}

#[test]
fn a_name_without_folder_or_extension_is_the_only_file_of_that_name() {
    let collection = collection(&["one/a.txt", "one/b.txt", "two/b.txt", "two/c.md"]);
    let labels_of = |csv: &str| Labels::read(csv, &[], &NEGATIVE, &collection);
    let labels = labels_of("a,b,label\na,c,yes\na.txt,one/b,no\n").unwrap();
    assert_eq!(labels.counts(), (1, 1));
    assert_eq!(
        labels.remarks,
        ["4 names are no id and taken for the only file of that name"]
    );
    // Two files are called b.
    let error = labels_of("a,b,label\na,b,yes\n").unwrap_err().to_string();
    assert!(
        error.contains("\"b\"") && error.contains("one/a.txt"),
        "{error}"
    );
}
