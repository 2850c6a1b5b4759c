//! Each column in the tables of `tune`, `sweep` and `verify` is in the dictionary, which docs/columns.md prints. The
//! type of a column does not depend on its values.

use std::collections::BTreeSet;

use arrow_schema::DataType;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;
use shinglescope::report::columns::{COLUMNS, ColumnType};

use crate::support::{Work, edited};

/// Runs of the three commands that write all their tables: with and without labels, methods, seeds and short hashes.
const COMMANDS: [&[&str]; 8] = [
    &["tune", "--k-landscape", "--labels", "labels.csv"],
    &["tune"],
    &["sweep", "--k", "2", "--labels", "labels.csv"],
    &["sweep", "--k", "2", "--method", "lsh,exact", "--seeds", "2"],
    &["sweep", "--k", "2", "--method", "exact"],
    &["verify", "--set", "hash-bits=32"],
    &["verify", "--measure", "containment"],
    &["verify", "--seeds", "2"],
];

fn corpus() -> Work {
    let work = Work::new();
    for n in 0..8_usize {
        let text = edited(1 + n as u64 / 4, 60, 7 + 5 * n);
        work.write(&format!("{n}.txt"), text);
    }
    let labels =
        "a,b,label\n0.txt,1.txt,copy\n0.txt,4.txt,non\n1.txt,2.txt,non\n2.txt,3.txt,copy\n";
    std::fs::write(work.path().join("labels.csv"), labels).unwrap();
    work
}

/// Arguments of a command that writes its tables in this format.
fn arguments<'a>(command: &[&'a str], format: &'a str) -> Vec<&'a str> {
    let rest = ["corpus", "--in-memory", "--quiet", "--format", format];
    [command, &rest].concat()
}

#[test]
fn every_column_is_in_the_dictionary_and_nothing_else_is() {
    let work = corpus();
    let mut written = BTreeSet::new();
    for command in COMMANDS {
        let ran = work.run(&arguments(command, "json"));
        assert_eq!(ran.status, Some(0), "{command:?}: {}", ran.talk);
        let tables: serde_json::Map<String, Value> = serde_json::from_str(&ran.out).unwrap();
        let tables = tables.iter().filter(|(name, _)| *name != "meta");
        for row in tables.flat_map(|(_, rows)| rows.as_array().unwrap()) {
            written.extend(row.as_object().unwrap().keys().cloned());
        }
    }
    let documented: BTreeSet<String> = COLUMNS.iter().map(|column| column.0.to_owned()).collect();
    let unknown: Vec<_> = written.difference(&documented).collect();
    let unused: Vec<_> = documented.difference(&written).collect();
    assert_eq!((unknown, unused), (vec![], vec![]));
}

#[test]
fn the_type_of_a_column_is_that_of_the_dictionary_whatever_its_values() {
    let work = corpus();
    for (number, command) in COMMANDS.iter().enumerate() {
        let folder = format!("tables{number}");
        let command = [command, &["--out", &folder][..]].concat();
        if command[0] == "verify" {
            continue;
        }
        let ran = work.run(&arguments(&command, "parquet"));
        assert_eq!(ran.status, Some(0), "{command:?}: {}", ran.talk);
        for file in std::fs::read_dir(work.path().join(&folder)).unwrap() {
            let file = std::fs::File::open(file.unwrap().path()).unwrap();
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
            for field in reader.schema().fields() {
                let column = COLUMNS.iter().find(|column| column.0 == field.name());
                let expected = match column.unwrap().1 {
                    ColumnType::Text => DataType::Utf8,
                    ColumnType::Count => DataType::Int64,
                    ColumnType::Number => DataType::Float64,
                };
                assert_eq!(field.data_type(), &expected, "{command:?}: {field:?}");
            }
        }
    }
}

#[test]
fn results_name_corpus_and_labels_whatever_the_settings_are() {
    let work = corpus();
    let tuned = |more: &[&str]| -> Value {
        let command = [COMMANDS[0], more].concat();
        serde_json::from_str(&work.run(&arguments(&command, "json")).out).unwrap()
    };
    let usual = tuned(&[]);
    let other = tuned(&["--unit", "char", "--set=keep-case=true"]);
    for value in [&usual, &other] {
        let labels = &value["meta"]["options"]["labels_fingerprint"];
        assert_eq!(labels.as_str().unwrap().len(), 32);
        assert_eq!(value["meta"]["corpus"], usual["meta"]["corpus"]);
        // Two of four labelled pairs are copies.
        let all = &value["quality"][2];
        assert_eq!(all["recall"], 1.0);
        assert_eq!(all["precision"], 0.5);
    }
    work.write("7.txt", "another text");
    assert_ne!(tuned(&[])["meta"]["corpus"], usual["meta"]["corpus"]);
}

/// `UPDATE_TRUTH=1 cargo test --test it columns` rewrites the page.
#[test]
fn the_page_is_the_dictionary() {
    let mut page = "# Columns of `tune`, `sweep` and `verify`\n\n\
        A name means the same in every table, and a column has one type. Similarities and shares, such as a recall, are 0 to 1. \
        A cell without a value is empty (`null` in JSON).\n"
        .to_owned();
    for (kind, title) in [
        (ColumnType::Text, "Text"),
        (ColumnType::Count, "Whole numbers"),
        (ColumnType::Number, "Numbers with a fraction"),
    ] {
        page.push_str(&format!(
            "\n## {title}\n\n| column | meaning |\n|---|---|\n"
        ));
        for column in COLUMNS.iter().filter(|column| column.1 == kind) {
            page.push_str(&format!("| `{}` | {} |\n", column.0, column.2));
        }
    }
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/columns.md");
    if std::env::var_os("UPDATE_TRUTH").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(stored, page, "see UPDATE_TRUTH in columns.rs");
}
