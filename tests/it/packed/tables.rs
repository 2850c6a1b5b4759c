//! Tables: missing columns, malicious tables, and results as tables.

mod harmful;
mod job_folder;

use shinglescope::corpus::read;
use shinglescope::corpus::{Source, discover};
use shinglescope::settings::Reading;

use super::texts;
use crate::support::{Work, args_of, assert_contains};

#[test]
fn missing_columns_and_damaged_tables_are_reported() {
    let work = Work::new();
    let wide: Vec<String> = (0..100_000).map(|n| format!("column{n}")).collect();
    let wide = wide.join(",");
    for (name, content, option, message) in [
        (
            "a.csv",
            "nr,body\n1,x y\n",
            "nope",
            "no column \"nope\" (--text-field); the columns are \"nr\", \"body\"",
        ),
        ("head.csv", "id,text\n", "text", "empty"),
        ("wide.csv", wide.as_str(), "nope", "and 99980 more"),
        (
            "ragged.csv",
            "id,text\n1\n",
            "text",
            "1 fields where the header has 2",
        ),
        (
            "no.parquet",
            "PAR1 no table",
            "text",
            "damaged, or not what its name says: Parquet",
        ),
        (
            "no.zip",
            "no archive",
            "text",
            "damaged, or not what its name says: zip",
        ),
        (
            "no.txt.xz",
            "not packed",
            "text",
            "damaged, or not what its name says: xz",
        ),
    ] {
        work.write(name, content);
        let path = format!("corpus/{name}");
        let ran = work.run(&["pairs", &path, "--text-field", option, "--in-memory"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(1), ""), "{name}");
        assert!(
            ran.talk.contains(message) && ran.talk.len() < 4000,
            "{name}: {}",
            ran.talk
        );
    }
    // A table without a column of text is one document, which is reported.
    work.write("labels.csv", "a,b\n1,2\n")
        .write("other.txt", "some other words");
    let ran = work.done(&args_of(
        "pairs corpus/labels.csv corpus/other.txt --in-memory",
    ));
    assert_contains(&ran.talk, "labels.csv: one document; --text-field");
    // An option that names a missing column is an error.
    work.write("named.csv", "id,text\n1,some words here\n");
    for (option, value, named) in [
        ("--id-field", "nope", "--id-field"),
        ("--set", "author-field=nope", "--set author-field"),
        ("--set", "title-field=nope", "--set title-field"),
        ("--set", "date-field=nope", "--set date-field"),
    ] {
        let ran = work.run(&["pairs", "corpus/named.csv", option, value, "--in-memory"]);
        let message = format!("no column \"nope\" ({named}); the columns are \"id\", \"text\"");
        ran.fails(1, &message);
    }
    work.write(
        "answers.csv",
        "nr,Answer\n1,some words here\n2,some words here\n",
    );
    let ran = work.ran("pairs corpus/answers.csv --format csv --in-memory");
    assert_contains(
        &ran.talk,
        "text from \"Answer\", id from the number of the row",
    );
    assert_eq!(ran.rows()[0][..2], ["answers.csv#1", "answers.csv#2"]);
}

#[test]
fn results_as_parquet_equal_the_csv() {
    use shinglescope::corpus::read::{Content, Part, Work as Unit};
    let work = Work::new();
    for text in texts() {
        work.write(&format!("{}.txt", text.id), text.text);
    }
    let csv = work.ran("pairs corpus --format csv --in-memory --meta meta.json");
    let meta: serde_json::Value =
        serde_json::from_slice(&std::fs::read(work.path().join("meta.json")).unwrap()).unwrap();
    assert_eq!(meta["seed"], 0);
    assert_eq!(meta["corpus"]["documents"], 8);
    let run = || {
        work.program()
            .args(["pairs", "corpus", "--format", "parquet", "--in-memory"])
            .output()
            .unwrap()
    };
    let output = run();
    assert_eq!(output.stdout, run().stdout);
    let result = work.path().join("result.parquet");
    std::fs::write(&result, &output.stdout).unwrap();
    // Read by the program's own reader of tables: `a` as the text, `b` as the id.
    let reading = Reading {
        text_field: "a".into(),
        id_field: "b".into(),
        title_field: "a".into(),
        ..Reading::default()
    };
    let listing = discover(&Source::Paths(vec![result]), &reading, |_| true).unwrap();
    let units = listing
        .entries
        .into_iter()
        .flat_map(|entry| read::work(entry, &reading));
    let pairs: Vec<(String, Option<String>)> = units
        .map(|unit| match unit {
            Unit::Part(Part {
                content: Content::Fields(row),
                ..
            }) => (row.text, row.id),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected: Vec<(String, Option<String>)> = csv
        .rows()
        .into_iter()
        .map(|row| (row[0].clone(), Some(row[1].clone())))
        .collect();
    assert_eq!(pairs, expected);
    let meta = meta["corpus"]["fingerprint"].as_str().unwrap().as_bytes();
    assert!(output.stdout.windows(meta.len()).any(|part| part == meta));
    let wrong = work.run(&["skipped", "corpus", "--format", "parquet"]);
    assert_eq!(wrong.status, Some(2), "{}", wrong.talk);
    assert_eq!(wrong.out.as_str(), "", "{}", wrong.talk);
}

/// A Parquet file of two texts whose page has a checksum, as pyarrow writes it with `write_page_checksum`.
const WITH_CHECKSUM: &str = "50415231150015880115880115ee8ba6a7011c15041500150615061c0000000200000004011b0000006f6e652074776f2074\
        6872656520666f75722066697665207369781b000000736576656e206569676874206e696e652074656e20656c6576656e15\
        04192c35001806736368656d61150200150c250218047465787425004c1c0000001604191c191c26001c150c192506001918\
        04746578741500160416be0116be012608491c150015001502003c166c19061926000400000016be011604260816be010028\
        20706172717565742d6370702d6172726f772076657273696f6e2032362e302e31191c1c0000008c00000050415231";

#[test]
fn a_page_of_parquet_that_does_not_match_its_checksum_is_not_read() {
    let byte = |at: usize| u8::from_str_radix(&WITH_CHECKSUM[at..at + 2], 16).unwrap();
    let mut file: Vec<u8> = (0..WITH_CHECKSUM.len()).step_by(2).map(byte).collect();
    let work = Work::new();
    work.write("a.parquet", &file);
    let keep = ["keep", "corpus", "--in-memory", "--format", "csv"];
    let ran = work.run(&keep);
    assert!(ran.status == Some(0) && ran.rows().len() == 2, "{ran:?}");
    let at = file.windows(4).position(|four| four == b"four").unwrap();
    file[at] = b'F';
    work.write("a.parquet", &file);
    work.run(&keep).fails(1, "checksum");
}
