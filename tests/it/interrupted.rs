//! Cancelled indexing: readers keep seeing the last complete generation, and files that were
//! already read are not read again.

use shinglescope::index::Generation;
use std::path::PathBuf;

use shinglescope::base::Cancel;
use shinglescope::corpus::Source;
use shinglescope::engine::build::build;
use shinglescope::engine::options::{Options, PairSearchConfig};
use shinglescope::engine::pool::pool;
use shinglescope::engine::progress::{BuildEvent, Done, Stage};
use shinglescope::review::Digest;

use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, edited, settle, signal};

fn options(work: &Work, index: PathBuf) -> Options {
    Options {
        source: Source::Paths(vec![work.corpus()]),
        index: Some(index),
        in_memory: false,
        threads: 2,
        ..Options::default()
    }
}

/// Runs indexing, and cancels it at the first progress event of `stage`.
fn index(options: &Options, stop_at: Option<Stage>) -> Done {
    let cancel = Cancel::default();
    let emit = |event: BuildEvent| {
        if let BuildEvent::Progress(progress) = event
            && Some(progress.stage) == stop_at
        {
            cancel.stop();
        }
    };
    let search_config = PairSearchConfig::default();
    let pool = pool(options.threads).unwrap();
    pool.install(|| build(options, search_config, &cancel, &emit))
        .unwrap()
}

/// Everything that two indexes of the same files have in common: ids, digests of texts and terms, skipped
/// files.
fn contents(index: &std::path::Path) -> Vec<String> {
    let generation = Generation::open(index).unwrap();
    let generation = generation.expect("a whole generation");
    let collection = generation.collection();
    let document = |doc| {
        let row = collection.row(doc);
        let terms = Digest::of_terms(&collection.terms(doc));
        format!("{} {:032x} {:032x}", row.id, row.normalised, terms.0)
    };
    let skipped = collection.skipped().iter().map(|skip| format!("{skip:?}"));
    let documents = collection.documents().map(document);
    documents.chain(skipped).collect()
}

/// The contents of an index that is made in one run.
fn contents_of_fresh(work: &Work) -> Vec<String> {
    let fresh = work.path().join("fresh");
    index(&options(work, fresh.clone()), None);
    contents(&fresh)
}

/// A corpus that takes several batches to read: files, a JSON Lines file with some invalid rows,
/// and a file without text.
fn corpus(work: &Work, version: usize) {
    for n in 0..1_500 {
        work.write(&format!("{:02}/{n}.txt", n % 20), edited(n, 300, version));
    }
    let rows: String = (0..1_500)
        .map(|n| match n % 100 {
            7 => "no row\n".to_owned(),
            _ => format!("{{\"text\":\"{}\"}}\n", edited(n, 300, version + 1)),
        })
        .collect();
    work.write("10/rows.jsonl", rows);
    work.write("zz/binary", b"\0\0");
    settle();
}

#[test]
fn a_stopped_listing_changes_nothing() {
    let work = Work::new();
    corpus(&work, 0);
    let options = options(&work, work.index());
    assert!(!index(&options, None).stopped);
    let before = contents(&work.index());
    let old = Generation::open(&work.index()).unwrap().unwrap();
    corpus(&work, 50);
    let done = index(&options, Some(Stage::Discover));
    assert_eq!((done.read, done.stopped), (0, true));
    let after = Generation::open(&work.index()).unwrap().unwrap();
    assert!(after.is(&old));
    assert_eq!(contents(&work.index()), before);
}

#[test]
fn a_stopped_first_run_makes_no_generation_and_is_continued() {
    let work = Work::new();
    corpus(&work, 0);
    let options = options(&work, work.index());
    let done = index(&options, Some(Stage::Sketch));
    assert!(done.stopped && done.read > 0, "{done:?}");
    assert!(Generation::open(&work.index()).unwrap().is_none());
    let command = args_of("query corpus/00/0.txt --in corpus --format csv");
    let without = work.run(&[&command[..], &["--in-memory"]].concat());
    let with = work.run(&[&command[..], &["--index", "index"]].concat());
    assert_eq!((with.status, &with.out), (Some(0), &without.out));
    assert_lacks(&with.talk, "answering from the index");
    let check = work.run(&["index", "--check", "--index", "index"]);
    assert_eq!(check.status, Some(1), "{}", check.out);
    assert_contains(&check.talk, "interrupted");
    // Even if it is stopped repeatedly, it completes, and reads nothing twice.
    let mut read = done.read;
    let mut stops = 1;
    loop {
        let done = index(&options, Some(Stage::Sketch));
        read += done.read;
        if !done.stopped || Generation::open(&work.index()).unwrap().is_some() {
            break;
        }
        stops += 1;
        assert!(stops < 100, "it never ends");
    }
    assert_eq!(read, 2_985, "in {stops} stops");
    index(&options, None);
    assert_eq!(contents(&work.index()), contents_of_fresh(&work));
}

#[test]
fn a_stopped_reading_leaves_the_old_generation_to_readers() {
    let work = Work::new();
    corpus(&work, 0);
    let options = options(&work, work.index());
    index(&options, None);
    let before = contents(&work.index());
    corpus(&work, 50);
    let done = index(&options, Some(Stage::Sketch));
    assert!(done.stopped && done.read > 0, "{done:?}");
    assert_eq!(contents(&work.index()), before);
    let base = Generation::base(&work.index()).unwrap().unwrap();
    let (read, _) = base.interrupted().expect("what was read");
    let kept = read.collection.len() as u64;
    assert_eq!(kept, done.read);
    drop(base);
    let next = index(&options, None);
    assert_eq!((next.kept, next.read), (kept, 2_985 - kept));
    assert_eq!(contents(&work.index()), contents_of_fresh(&work));
    let base = Generation::base(&work.index()).unwrap().unwrap();
    assert!(base.interrupted().is_none());
}

#[test]
fn a_stopped_search_for_pairs_stores_no_incomplete_list() {
    let work = Work::new();
    corpus(&work, 0);
    let options = options(&work, work.index());
    let done = index(&options, Some(Stage::Pairs));
    assert!(done.stopped);
    let generation = Generation::open(&work.index()).unwrap();
    let generation = generation.expect("all was read");
    assert!(generation.pairs(generation.collection()).is_none());
    let command = ["pairs", "corpus", "--threshold", "0.2", "--format", "csv"];
    let without = work.run(&[&command[..], &["--in-memory"]].concat());
    let with = work.run(&[&command[..], &["--index", "index"]].concat());
    assert_eq!(with.out, without.out);
}

#[test]
fn an_interrupted_index_command_says_so() {
    use rustix::process::Signal;
    let work = Work::new();
    corpus(&work, 0);
    let mut child = work.spawn(&["index", "corpus", "--index", "index"]);
    // Writing has begun once the folder of the segments exists.
    while !work.index().join("segments").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before");
        std::thread::yield_now();
    }
    signal(&child, Signal::INT);
    let ran = Ran::from_output(&child.wait_with_output().unwrap());
    assert_eq!(ran.status, Some(130), "{}", ran.talk);
    assert_contains(&ran.talk, "interrupted");
    assert_lacks(&ran.talk, "index in");
}
