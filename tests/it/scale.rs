//! Techniques for large corpora change no result: temporary files, shared names, the `synth`
//! command.

use std::path::Path;

use shinglescope::base::Cancel;
use shinglescope::corpus::Source;
use shinglescope::engine::open;
use shinglescope::engine::options::Options;
use shinglescope::index::{Collection, Generation, Start, Writer};
use shinglescope::synth::Synth;

use crate::support::{Work, args_of};

fn synth() -> Synth {
    Synth::new(700, 60, 0.3, 5)
}

const RECIPE: &str = "synth --documents 700 --words 60 --duplicates 0.3 --seed 5";

fn jsonl(synth: &Synth) -> Vec<u8> {
    let mut bytes = Vec::new();
    synth.write_jsonl(&mut bytes, |_, _| true).unwrap();
    bytes
}

#[test]
fn synth_writes_the_corpus_and_its_truth() {
    let work = Work::new();
    let ran = work.ran(&format!("{RECIPE} --out made.jsonl --truth truth.csv"));
    assert_eq!(ran.out, "");
    let read = |name: &str| std::fs::read(work.path().join(name)).unwrap();
    let made = synth();
    assert!(read("made.jsonl") == jsonl(&made));
    let truth = read("truth.csv");
    let mut rows = csv::Reader::from_reader(&truth[..]);
    let headers = rows.headers().unwrap();
    assert_eq!(headers, ["a", "b", "shared", "union", "jaccard"].as_slice());
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    let planted = made.planted();
    assert!(planted.len() > 200);
    assert_eq!(rows.len(), planted.len());
    let id = |number: usize| format!("made.jsonl#{}", made.id(number));
    for (row, pair) in rows.iter().zip(&planted) {
        let want = [id(pair.a), id(pair.b)];
        assert_eq!([&row[0], &row[1]], want);
        assert_eq!(row[2].parse(), Ok(pair.shared));
        assert_eq!(row[3].parse(), Ok(pair.union));
        assert_eq!(row[4].parse(), Ok(pair.jaccard()));
    }
    // The ids are those of the program itself: the complete join finds these very pairs.
    let mut listed: Vec<[String; 2]> = work
        .ran("pairs made.jsonl --method exact --in-memory --quiet --format csv")
        .rows()
        .into_iter()
        .map(|row| [row[0].clone(), row[1].clone()])
        .collect();
    listed.sort_unstable();
    let near = planted.iter().filter(|pair| pair.jaccard() >= 0.8);
    let mut want: Vec<[String; 2]> = near.map(|pair| [id(pair.a), id(pair.b)]).collect();
    want.sort_unstable();
    assert_eq!(listed, want);
}

#[test]
fn synth_writes_to_standard_output_and_overwrites_files_only_with_force() {
    let work = Work::new();
    let run = |more: &str| work.run(&args_of(&format!("{RECIPE} {more}")));
    let ran = run("");
    assert_eq!(ran.status, Some(0));
    assert!(ran.out.as_bytes() == jsonl(&synth()));
    let made = work.path().join("made.jsonl");
    std::fs::write(&made, "mine").unwrap();
    run("--out made.jsonl").fails(1, "--force");
    assert_eq!(std::fs::read(&made).unwrap(), b"mine");
    let ran = run("--out made.jsonl --truth made.jsonl --force");
    assert_eq!(ran.status, Some(1));
    assert_eq!(std::fs::read(&made).unwrap(), b"mine");
    assert_eq!(run("--out made.jsonl --force").status, Some(0));
    assert!(std::fs::read(&made).unwrap() == jsonl(&synth()));
}

fn options(path: &Path, in_memory: bool, index: Option<std::path::PathBuf>) -> Options {
    Options {
        source: Source::Paths(vec![path.to_owned()]),
        index,
        in_memory,
        ..Options::default()
    }
}

fn mapped_bytes(collection: &Collection) -> usize {
    collection.segments().iter().map(|s| s.mapped_bytes()).sum()
}

#[test]
fn temporary_files_change_no_document() {
    let work = Work::new();
    work.write("made.jsonl", jsonl(&synth()));
    work.write("plain.txt", "a text that is no row of a file");
    let index = work.path().join("none");
    let (cancel, none) = (Cancel::default(), Some(index.clone()));
    let in_memory = options(&work.corpus(), true, None);
    let in_files = options(&work.corpus(), false, none);
    let memory = open::read(&in_memory, 0, false, &cancel, |_| {}).unwrap();
    let files = open::read(&in_files, 0, false, &cancel, |_| {}).unwrap();
    let midway = open::read(&in_files, 200_000, false, &cancel, |_| {}).unwrap();
    let memory = memory.collection;
    assert_eq!(mapped_bytes(&memory), 0);
    assert_eq!(memory.len(), 701);
    for files in [files.collection, midway.collection] {
        let plain: usize = files
            .documents()
            .map(|doc| files.terms(doc).len() * 8 + files.sketch(doc).len() * 4)
            .sum();
        let mapped = mapped_bytes(&files);
        assert!(mapped > 0 && mapped < plain, "{mapped} of {plain} bytes");
        assert_eq!(files.len(), memory.len());
        for doc in memory.documents() {
            assert_eq!(files.row(doc), memory.row(doc));
            assert_eq!(files.terms(doc), memory.terms(doc));
            assert_eq!(files.sketch(doc), memory.sketch(doc));
            assert_eq!(files.term_count(doc), memory.terms(doc).len());
        }
    }
    assert!(!index.exists());
}

#[test]
fn rows_of_one_file_share_its_name() {
    let work = Work::new();
    work.write("made.jsonl", jsonl(&Synth::new(40, 30, 0.2, 1)));
    let index = work.index();
    let read = open::read_only(
        &options(&work.corpus(), true, None),
        &Cancel::default(),
        |_| {},
    );
    work.done(&["index", "corpus", "--index", "index", "--quiet"]);
    let stored = Generation::open(&index).unwrap().unwrap();
    for collection in [&read.unwrap().collection, stored.collection()] {
        assert_eq!(collection.len(), 40);
        let names: Vec<&Path> = collection
            .documents()
            .map(|doc| {
                let location = collection.row(doc).location;
                assert!(location.is_row(), "{location:?}");
                location.path
            })
            .collect();
        assert!(names.iter().all(|name| std::ptr::eq(*name, names[0])));
        assert!(names[0].ends_with("made.jsonl"));
    }
    // A writer can continue the index.
    assert!(Writer::open(&index, &stored.roots(), Start::Continue).is_ok());
}
