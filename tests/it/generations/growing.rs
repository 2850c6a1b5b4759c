//! Successive runs: the cost of each is proportional to what has changed.

use super::fixture::{Corpus, files, roots};
use shinglescope::index::{Generation, Start, Writer};

#[test]
fn a_change_an_addition_and_a_removal_cost_one_small_segment() {
    let temp = tempfile::tempdir().unwrap();
    let segments = temp.path().join("segments");
    let mut corpus = Corpus::with_documents(200);
    corpus.write(temp.path(), Start::Continue);
    let before = files(&segments);
    let keys = keys(temp.path());
    corpus.change(7);
    corpus.remove(100);
    corpus.add("d0007-b.txt");
    corpus.write(temp.path(), Start::Continue);
    corpus.check(&Generation::open(temp.path()).unwrap().unwrap());
    let after = files(&segments);
    let kept = before
        .keys()
        .filter(|name| after.contains_key(*name))
        .count();
    assert_eq!(kept, 4, "the first segment's files stay as they are");
    let new = after.iter().filter(|(name, _)| !before.contains_key(*name));
    let new_segment: u64 = new
        .filter(|(name, _)| name.file_name().unwrap().to_string_lossy().starts_with('s'))
        .map(|(_, length)| length)
        .sum();
    assert!(new_segment < 5_000, "{new_segment}");
    let generation = Generation::open(temp.path()).unwrap().unwrap();
    assert_eq!(generation.collection().segments().len(), 2);
    assert_eq!(removed(&generation), 2);
    let still = self::keys(temp.path())
        .into_iter()
        .filter(|k| keys.contains(k))
        .count();
    assert_eq!(still, 198, "what has not changed keeps its key");
}

/// Number of rows on disk of removed or changed documents.
fn removed(generation: &Generation) -> usize {
    let collection = generation.collection();
    let rows: usize = collection.segments().iter().map(|s| s.len()).sum();
    rows - collection.len()
}

fn keys(dir: &std::path::Path) -> Vec<u64> {
    let generation = Generation::open(dir).unwrap().unwrap();
    let collection = generation.collection();
    collection
        .documents()
        .map(|d| collection.row(d).key)
        .collect()
}

#[test]
fn small_segments_are_merged_and_no_document_is_lost() {
    let temp = tempfile::tempdir().unwrap();
    let mut corpus = Corpus::with_documents(60);
    corpus.write(temp.path(), Start::Continue);
    let mut most = 0;
    for i in 0..20 {
        corpus.add(&format!("e{i}"));
        corpus.change(i);
        corpus.write(temp.path(), Start::Continue);
        let generation = Generation::open(temp.path()).unwrap().unwrap();
        corpus.check(&generation);
        most = most.max(generation.collection().segments().len());
    }
    assert!((4..=8).contains(&most), "{most} segments at most");
}

#[test]
fn a_merge_keeps_document_numbers_so_pairs_stay_valid() {
    let temp = tempfile::tempdir().unwrap();
    let mut corpus = Corpus::with_documents(50);
    corpus.write(temp.path(), Start::Continue);
    for _ in 0..20 {
        corpus.remove(10);
    }
    let mut writer = Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
    let collection = corpus.fill(&mut writer);
    let pairs = corpus.pairs(&collection);
    let merged = writer.merged(&collection).unwrap().unwrap();
    assert_eq!(merged.segments()[0].len(), merged.len(), "no dead rows");
    assert!(writer.merged(&merged).unwrap().is_none());
    corpus.check_collection(&merged);
    corpus.add_full_text(&mut writer, &merged);
    writer.commit(&merged, pairs.to_stored()).unwrap();
    writer.close().unwrap();
    corpus.check(&Generation::open(temp.path()).unwrap().unwrap());
}

#[test]
fn a_stopped_run_keeps_its_work_and_the_next_run_continues() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = Corpus::with_documents(30);
    let mut writer = Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
    let collection = corpus.fill(&mut writer);
    let pairs = corpus.pairs(&collection);
    // Like a run, this commits sketches and pairs first: it is cheap and makes them durable.
    writer.commit(&collection, pairs.to_stored()).unwrap();
    let generation = Generation::open(temp.path()).unwrap().unwrap();
    assert_eq!(generation.full_text().unwrap().documents(), 0);
    assert!(generation.pairs(generation.collection()).is_some());
    // Stopped after ten documents.
    let full_text = writer.full_text().unwrap();
    for doc in collection.documents().take(10) {
        let row = collection.row(doc);
        let (id, title) = (row.id.to_owned(), row.title.to_owned());
        full_text.add(row.key, id, title, "later".into()).unwrap();
    }
    writer.commit(&collection, pairs.to_stored()).unwrap();
    writer.close().unwrap();
    let generation = Generation::open(temp.path()).unwrap().unwrap();
    assert_eq!(generation.full_text().unwrap().documents(), 10);
    assert!(!generation.full_text_complete());
    corpus.check_collection(generation.collection());
    // The next run adds the other twenty.
    let mut writer = Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
    let collection = corpus.fill(&mut writer);
    corpus.add_full_text(&mut writer, &collection);
    writer.commit(&collection, None).unwrap();
    writer.close().unwrap();
    let generation = Generation::open(temp.path()).unwrap().unwrap();
    assert!(generation.full_text_complete());
    assert!(generation.pairs(generation.collection()).is_none());
}

#[test]
fn stored_pairs_are_not_used_for_a_changed_collection() {
    let temp = tempfile::tempdir().unwrap();
    let mut corpus = Corpus::with_documents(10);
    corpus.write(temp.path(), Start::Continue);
    let old = Generation::open(temp.path()).unwrap().unwrap();
    corpus.change(4);
    let mut writer = Writer::open(temp.path(), &roots(), Start::Continue).unwrap();
    let collection = corpus.fill(&mut writer);
    assert!(old.pairs(old.collection()).is_some() && old.pairs(&collection).is_none());
}
