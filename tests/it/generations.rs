//! The index through its public interface: data is read back completely or not at all, whatever
//! happens to the process or the files.

mod damage;
mod fixture;
mod growing;

use std::path::PathBuf;

use fixture::{Corpus, roots};
use proptest::prelude::*;
use shinglescope::index::{self, Generation, IndexError, Start, Writer};

use crate::support::assert_contains;

#[test]
fn opening_an_empty_folder_finds_no_generation_and_creates_nothing() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("new");
    assert!(Generation::open(&dir).unwrap().is_none());
    assert!(!dir.exists());
    assert!(Generation::open(temp.path()).unwrap().is_none());
    let writer = Writer::open(&dir, &roots(), Start::Continue).unwrap();
    assert!(writer.base.as_ref().is_none());
    assert!(Generation::open(&dir).unwrap().is_none());
    writer.close().unwrap();
    assert!(Generation::open(&dir).unwrap().is_none() && dir.join("shinglescope.toml").is_file());
}

#[test]
fn counts_and_facts_of_a_generation() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = Corpus::with_documents(20);
    corpus.write(temp.path(), Start::Continue);
    let generation = Generation::open(temp.path()).unwrap().unwrap();
    let segments = generation.collection().segments();
    assert_eq!((segments.len(), segments[0].len()), (1, 20));
    let checked = index::check(temp.path()).unwrap().unwrap();
    assert_eq!((checked.documents, checked.full_text_documents), (20, 20));
    assert!(checked.complete && checked.files > 8 && checked.bytes > 2000);
    assert_eq!(checked.pairs as usize, corpus.pair_count());
    assert_eq!(generation.roots(), roots());
    assert!(generation.full_text_complete() && generation.written() > 0);
}

#[test]
fn a_second_writer_is_told_who_holds_the_lock() {
    let temp = tempfile::tempdir().unwrap();
    let first = Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
    for start in [Start::Continue, Start::Afresh] {
        match Writer::open(temp.path(), &roots(), start) {
            Err(IndexError::InUse { pid, .. }) => assert_eq!(pid, Some(std::process::id())),
            other => panic!("{other:?}"),
        }
    }
    drop(first);
    Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
}

#[test]
fn a_folder_that_is_not_ours_is_never_touched() {
    let temp = tempfile::tempdir().unwrap();
    std::fs::write(temp.path().join("thesis.txt"), "years of work").unwrap();
    for start in [Start::Continue, Start::Afresh] {
        let error = Writer::open(temp.path(), &roots(), start).unwrap_err();
        assert!(matches!(error, IndexError::NotOurs { .. }), "{error}");
        assert!(error.to_string().contains("--index"), "{error}");
    }
    let file = temp.path().join("thesis.txt");
    for path in [temp.path(), &file] {
        let opened = Generation::open(path);
        assert!(matches!(opened, Err(IndexError::NotOurs { .. })));
    }
    let left: Vec<_> = std::fs::read_dir(temp.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
}

#[test]
fn the_folder_of_another_corpus_is_noticed() {
    let temp = tempfile::tempdir().unwrap();
    Corpus::with_documents(4).write(temp.path(), Start::Continue);
    let others = [PathBuf::from("/elsewhere")];
    let error = Writer::open(temp.path(), &others, Start::Continue).unwrap_err();
    assert!(matches!(error, IndexError::OtherCorpus { .. }));
    assert_contains(&error.to_string(), &roots()[0].to_string_lossy());
    Corpus::with_documents(4).check(&Generation::open(temp.path()).unwrap().unwrap());
}

#[test]
fn an_index_in_memory_contains_documents_and_full_text() {
    let corpus = Corpus::with_documents(30);
    let mut writer = Writer::in_memory(&roots()).unwrap();
    let collection = corpus.fill(&mut writer);
    corpus.add_full_text(&mut writer, &collection);
    let pairs = corpus.pairs(&collection);
    writer.commit(&collection, pairs.to_stored()).unwrap();
    let full_text = writer.search().unwrap();
    assert_eq!(full_text.documents(), 30);
    corpus.check_collection(&collection);
    corpus.check_full_text(&collection, &full_text);
    writer.close().unwrap();
}

#[test]
fn a_reader_keeps_its_generation_while_others_come_and_go() {
    let temp = tempfile::tempdir().unwrap();
    let old = Corpus::with_documents(40);
    old.write(temp.path(), Start::Continue);
    let generation = Generation::open(temp.path()).unwrap().unwrap();
    let full_text = generation.full_text().unwrap();
    let mut new = old.clone();
    for i in 0..35 {
        new.change(i);
    }
    new.write(temp.path(), Start::Continue);
    new.write(temp.path(), Start::Afresh);
    old.check_collection(generation.collection());
    old.check_full_text(generation.collection(), &full_text);
    let gone = generation.full_text();
    assert!(matches!(gone, Err(IndexError::Superseded { .. })));
    new.check(&Generation::open(temp.path()).unwrap().unwrap());
}

#[test]
fn uncommitted_files_are_not_read_and_are_removed() {
    let temp = tempfile::tempdir().unwrap();
    let old = Corpus::with_documents(10);
    old.write(temp.path(), Start::Continue);
    let before = fixture::files(&temp.path().join("segments"));
    let mut new = old.clone();
    new.change(3);
    new.add("zzz");
    let mut writer = Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
    let collection = new.fill(&mut writer);
    new.check_collection(&collection);
    drop(writer);
    assert!(fixture::files(&temp.path().join("segments")).len() > before.len());
    old.check(&Generation::open(temp.path()).unwrap().unwrap());
    std::fs::write(temp.path().join("full-text/.tmpAbCdEf"), "half").unwrap();
    Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
    assert_eq!(fixture::files(&temp.path().join("segments")), before);
    assert!(!temp.path().join("full-text/.tmpAbCdEf").exists());
    old.check(&Generation::open(temp.path()).unwrap().unwrap());
}

#[test]
fn a_rebuild_that_is_killed_leaves_an_empty_index_that_can_be_written() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = Corpus::with_documents(60);
    let dir = temp.path().join("index");
    corpus.write(&dir, Start::Continue);
    // As if killed after each step of emptying the folder.
    for gone in ["full-text/meta.json", "full-text", "segments"] {
        let path = dir.join(gone);
        if path.is_dir() {
            std::fs::remove_dir_all(&path).unwrap();
        } else {
            std::fs::remove_file(&path).unwrap();
        }
        assert!(Generation::open(&dir).unwrap().is_none());
    }
    corpus.write(&dir, Start::Continue);
    corpus.check(&Generation::open(&dir).unwrap().unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Any history of additions, changes, removals and rebuilds reads back as the final corpus.
    #[test]
    fn after_any_history_the_index_contains_the_final_corpus(
        steps in prop::collection::vec((0..4_usize, 0..30_usize, 1..8_usize), 1..7)
    ) {
        let temp = tempfile::tempdir().unwrap();
        let mut corpus = Corpus::with_documents(12);
        corpus.write(temp.path(), Start::Continue);
        for (what, at, count) in steps {
            for i in at..at + count {
                match what {
                    0 => corpus.add(&format!("new-{i}")),
                    1 => corpus.remove(i),
                    _ => corpus.change(i),
                }
            }
            let start = if what == 3 { Start::Afresh } else { Start::Continue };
            corpus.write(temp.path(), start);
            corpus.check(&Generation::open(temp.path()).unwrap().unwrap());
        }
    }
}
