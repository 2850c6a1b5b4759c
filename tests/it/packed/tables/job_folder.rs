//! The folder of a Spark job as a corpus: the documents of its clusters, read from the original files.

use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};

use super::harmful::parquet;
use crate::support::{Work, args_of, assert_contains, edited, words};

/// A part of the folder of a job, in two files.
fn part(folder: &Path, name: &str, batch: &RecordBatch) {
    let folder = folder.join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let half = batch.num_rows() / 2;
    let rest = batch.num_rows() - half;
    for (at, batch) in [batch.slice(0, half), batch.slice(half, rest)]
        .iter()
        .enumerate()
    {
        let file = folder.join(format!("part-{at:05}.snappy.parquet"));
        std::fs::write(file, parquet(batch)).unwrap();
        std::fs::write(
            folder.join(format!(".part-{at:05}.snappy.parquet.crc")),
            "crc",
        )
        .unwrap();
    }
    std::fs::write(folder.join("_SUCCESS"), "").unwrap();
}

fn strings<S: AsRef<str>>(values: &[S]) -> ArrayRef {
    Arc::new(StringArray::from_iter_values(values))
}

fn numbers(values: &[i64]) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values.iter().copied()))
}

fn batch(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    RecordBatch::try_from_iter(columns.iter().map(|(name, column)| (*name, column.clone())))
        .unwrap()
}

/// The number of a document.
fn doc(file: i64, row: i64) -> i64 {
    (file << 40) + row
}

/// Two tables in folders whose names are escaped in URLs. Rows 1, 3 and 4 of the first and row 2 of the second have
/// near-duplicates.
fn corpus(work: &Work, text: &str) {
    corpus_of(work, text, ["one", "two", "three", "four"]);
}

/// The same with these ids in the first file.
fn corpus_of(work: &Work, text: &str, ids: [&str; 4]) {
    let unlike = |seed| words(seed, 60).join(" ");
    let first = [
        edited(1, 60, 0),
        unlike(2),
        edited(1, 60, 40),
        edited(5, 60, 0),
    ];
    let second = [unlike(3), edited(5, 60, 30), unlike(4)];
    for (name, texts, ids) in [
        ("a b/first.parquet", &first[..], &ids[..]),
        ("é/second.parquet", &second, &["five", "six", "seven"]),
    ] {
        let table = batch(&[("id", strings(ids)), (text, strings(texts))]);
        work.write(name, parquet(&table));
    }
}

/// The numbers and names of all documents, as they are listed.
fn documents(work: &Work) -> (Vec<i64>, Vec<String>) {
    let listed = csv(work, &["keep", "corpus", "--in-memory"]);
    let names: Vec<String> = listed.into_iter().map(|row| row[0].clone()).collect();
    let docs = (0..4).map(|row| doc(0, row));
    let docs: Vec<i64> = docs.chain((0..3).map(|row| doc(1, row))).collect();
    assert_eq!(names.len(), docs.len(), "{names:?}");
    (docs, names)
}

/// The folder of a job that has read the corpus, with clusters of these documents.
fn job(work: &Work, text: &str, clustered: &[i64]) {
    let folder = work.path().join("job");
    let begun = format!(
        "{{\"input\": \"x\", \"text\": \"{text}\", \"id\": \"id\", \"settings\": \"x\", \"described\": \"{{}}\"}}"
    );
    part(&folder, "job", &batch(&[("job", strings(&[begun]))]));
    let names = ["a b/first.parquet", "é/second.parquet"];
    let files = names.map(|name| work.corpus().join(name).canonicalize().unwrap());
    let url = |path: &std::path::PathBuf| {
        let path = path
            .to_str()
            .unwrap()
            .replace(' ', "%20")
            .replace('é', "%C3%A9");
        format!("file://{path}")
    };
    let [sizes, times] = [true, false].map(|is_size| {
        files.each_ref().map(|path| {
            let metadata = std::fs::metadata(path).unwrap();
            let time = metadata
                .modified()
                .unwrap()
                .duration_since(UNIX_EPOCH)
                .unwrap();
            match is_size {
                true => metadata.len() as i64,
                // Spark stores times in milliseconds.
                false => time.as_millis() as i64 * 1000,
            }
        })
    });
    let inputs = batch(&[
        ("file", numbers(&[0, 1])),
        ("path", strings(&files.each_ref().map(url))),
        ("size", numbers(&sizes)),
        ("changed", numbers(&times)),
        ("name", strings(&names)),
    ]);
    part(&folder, "inputs", &inputs);
    let (docs, names) = documents(work);
    let documents = batch(&[("doc", numbers(&docs)), ("name", strings(&names))]);
    part(&folder, "documents", &documents);
    let clusters = batch(&[("doc", numbers(clustered)), ("cluster", numbers(clustered))]);
    part(&folder, "clusters", &clusters);
}

const CLUSTERED: [i64; 4] = [0, 2, 3, (1 << 40) + 1];

fn csv(work: &Work, arguments: &[&str]) -> Vec<Vec<String>> {
    let ran = work.done(&[arguments, &["--format", "csv"]].concat());
    ran.rows()
}

#[test]
fn the_clusters_of_a_job_are_a_corpus() {
    let work = Work::new();
    corpus(&work, "text");
    job(&work, "text", &CLUSTERED);
    let of_all = csv(
        &work,
        &["pairs", "corpus", "--in-memory", "--threshold", "0.5"],
    );
    let of_job = csv(
        &work,
        &["pairs", "job", "--in-memory", "--threshold", "0.5"],
    );
    assert_eq!((of_all.len(), &of_all), (2, &of_job));
    let ran = work.run(&["clusters", "job", "--in-memory", "--threshold", "0.5"]);
    assert_contains(&ran.talk, "4 documents");
    let message = "documents outside the clusters of this job are not here";
    assert_contains(&ran.talk, message);
    // Once, for any number of units.
    let sweep = ["sweep", "job", "--in-memory", "--unit", "term,char"];
    let ran = work.done(&sweep);
    assert_eq!(ran.talk.matches(message).count(), 1, "{}", ran.talk);
    let report_of = |corpus| {
        work.run(&["report", corpus, "--in-memory", "--out", "-"])
            .out
    };
    let (all, job) = (report_of("corpus"), report_of("job"));
    let read = [
        "Every file and row was read",
        "Only the documents in the clusters of a job",
    ];
    assert_eq!(read.map(|sentence| all.contains(sentence)), [true, false]);
    assert_eq!(read.map(|sentence| job.contains(sentence)), [false, true]);
}

#[test]
fn an_index_of_some_rows_is_not_used_for_others() {
    let work = Work::new();
    corpus(&work, "text");
    job(&work, "text", &CLUSTERED);
    let index = |folder: &str| {
        let ran = work.done(&["index", folder, "--index", "index"]);
        let of_index = ["pairs", folder, "--index", "index", "--threshold", "0.5"];
        let in_memory = ["pairs", folder, "--in-memory", "--threshold", "0.5"];
        let rows = csv(&work, &of_index);
        assert_eq!(rows, csv(&work, &in_memory), "{folder}");
        (ran.talk, rows.len())
    };
    let (talk, pairs) = index("job");
    assert!(talk.contains("4 documents read") && pairs == 2, "{talk}");
    let (talk, _) = index("job");
    assert_contains(&talk, "4 as they were");
    // The same files, but other rows.
    job(&work, "text", &CLUSTERED[..2]);
    assert_eq!(index("job").1, 1);
    job(&work, "text", &CLUSTERED);
    assert_eq!(index("job").1, 2);
}

#[test]
fn a_job_that_cannot_be_read_is_reported_with_the_reason() {
    let work = Work::new();
    corpus(&work, "body");
    job(&work, "body", &CLUSTERED);
    let fails_with = |more: &[&str], why: &str| {
        work.run(&[&["pairs", "job", "--in-memory"], more].concat())
            .fails(1, why);
    };
    fails_with(
        &[],
        "the texts of the column \"body\"; give --text-field body",
    );
    let body = ["--text-field", "body"];
    csv(
        &work,
        &[&["pairs", "job", "--in-memory"], &body[..]].concat(),
    );
    fails_with(
        &[&body[..], &["--id-field", "nr"]].concat(),
        "give --id-field id",
    );

    job(&work, "body", &[doc(7, 0), doc(7, 1)]);
    fails_with(&body, "no file has the number 7");
    job(&work, "body", &[]);
    fails_with(&body, "it has found no near-duplicates");
    std::fs::remove_file(work.path().join("job/clusters/_SUCCESS")).unwrap();
    fails_with(&body, "it has no clusters yet");

    job(&work, "body", &CLUSTERED);
    let part = work.path().join("job/clusters/part-00001.snappy.parquet");
    std::fs::write(&part, "no table").unwrap();
    fails_with(&body, "part-00001.snappy.parquet");

    job(&work, "body", &CLUSTERED);
    let second = work.corpus().join("é/second.parquet");
    let longer = [&std::fs::read(&second).unwrap()[..], b"x"].concat();
    std::fs::write(&second, longer).unwrap();
    fails_with(
        &body,
        "has changed since it was read; run the job again with another --out",
    );
    std::fs::remove_file(&second).unwrap();
    fails_with(&body, "which is not here");
}

#[test]
fn keep_does_not_copy_the_corpus_of_a_job() {
    let work = Work::new();
    corpus(&work, "text");
    job(&work, "text", &CLUSTERED);
    work.run(&["keep", "job", "--in-memory", "--out", "kept"])
        .fails(1, "--drop-list");
    assert!(!work.path().join("kept").exists());
    work.done(&args_of(
        "keep job --in-memory --threshold 0.5 --drop-list drop.txt",
    ));
    let dropped = std::fs::read_to_string(work.path().join("drop.txt")).unwrap();
    assert_eq!(dropped.lines().count(), 2, "{dropped}");
}

#[test]
fn keep_refuses_a_drop_list_with_ids_of_other_rows_in_the_corpus_of_a_job() {
    let work = Work::new();
    corpus_of(&work, "text", ["one", "one", "one", "four"]);
    job(&work, "text", &CLUSTERED);
    let list = args_of("--in-memory --threshold 0.5 --drop-list drop.txt");
    work.run(&[&["keep", "job"], &list[..]].concat())
        .fails(1, "#one~2 can be another row there");
    // Of two rows with the same id, only the second is in a cluster, so its id has no suffix in the job.
    corpus_of(&work, "text", ["one", "two", "two", "four"]);
    job(&work, "text", &CLUSTERED);
    work.run(&[&["keep", "job"], &list[..]].concat())
        .fails(1, "#two can be another row there");
    work.run(&[&["keep", "job", "corpus"], &list[..]].concat())
        .fails(1, "give no other path");
    assert!(!work.path().join("drop.txt").exists());
}
