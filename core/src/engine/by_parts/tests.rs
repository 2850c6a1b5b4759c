//! Search by parts against the search in memory, on made corpora.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::candidates::{Identical, find as find_in_memory};
use crate::corpus::Source;
use crate::engine::open;
use crate::engine::options::Reuse;
use crate::engine::progress::Stage;
use crate::engine::sets::Sets;
use crate::settings::{Settings, Sketching, Unit};
use crate::similarity::{Measure, Pair};

fn options(corpus: &Path, settings: &Settings) -> Options {
    Options {
        source: Source::Paths(vec![corpus.to_owned()]),
        settings: settings.clone(),
        index: None,
        in_memory: true,
        threads: 0,
        reuse: Reuse::default(),
        sets: Sets::default(),
    }
}

/// Names and figures of all pairs, in the order of the list.
fn listed(collection: &Collection, pairs: &PairSet, threshold: f64) -> Vec<(String, String, Pair)> {
    let size = |doc| collection.shingle_set(doc).len() as u32;
    let positions = collection.settings().sketching.permutations;
    let each = pairs.each(threshold, positions, size);
    let named = each.map(|pair| {
        let figures = Pair {
            a: crate::base::DocNo(0),
            b: crate::base::DocNo(0),
            ..pair
        };
        let name = |doc| collection.id(doc).to_owned();
        (name(pair.a), name(pair.b), figures)
    });
    named.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn by_parts_are_the_pairs_of_the_search_in_memory(
        files in prop::collection::vec(
            prop::collection::vec((0_u32..12, prop::collection::vec(0_u8..6, 0..14)), 1..9), 1..6),
        memory in prop_oneof![Just(1_u64), 100_u64..20_000],
        method in prop::sample::select(METHODS.to_vec()),
        contained: bool,
        chars: bool,
        bag: bool,
        bands in prop_oneof![Just(None), Just(Some(Banding { bands: 8, rows: 2 }))],
        threshold in prop::sample::select(vec![0.3, 0.6, 0.8, 1.0]),
    ) {
        let temp = tempfile::tempdir().unwrap();
        let corpus = temp.path().join("corpus");
        std::fs::create_dir(&corpus).unwrap();
        for (at, rows) in files.iter().enumerate() {
            let lines = rows.iter().map(|(id, words)| {
                let words: Vec<String> = words.iter().map(|word| format!("w{word}")).collect();
                format!("{{\"id\": \"{id}\", \"text\": \"{}\"}}\n", words.join(" "))
            });
            std::fs::write(corpus.join(format!("{at}.jsonl")), lines.collect::<String>()).unwrap();
        }
        let mut settings = Settings::default();
        settings.sketching = Sketching { k: 2, permutations: 32, bag, ..settings.sketching };
        if chars {
            settings.normalisation.unit = Unit::Char;
        }
        let config = MethodConfig {
            method,
            measure: if contained { Measure::Containment } else { Measure::Jaccard },
            banding: bands,
            ..MethodConfig::default()
        };
        let options = options(&corpus, &settings);
        let cancel = Cancel::default();
        let whole = open::read_only(&options, &cancel, |_| {}).unwrap().collection;
        let identical = Identical::of(&whole);
        let want = find_in_memory(&whole, &identical, &config, threshold, threshold, &|| true);
        let asked = ByParts { scratch: temp.path().join("scratch"), memory, resume: false };
        let got = find(&options, &config, threshold, &asked, &cancel, &mut |_| {}).unwrap();
        prop_assert_eq!(got.whole.count(), whole.len() as u64);
        prop_assert_eq!(
            listed(&got.collection, &got.pairs, threshold),
            listed(&whole, &want, threshold)
        );
        prop_assert_eq!(got.pairs.info.method, want.info.method);
        prop_assert_eq!(got.pairs.info.bands, want.info.bands);
        got.folder.remove().unwrap();
        prop_assert!(!asked.scratch.exists());
    }
}

#[test]
fn every_step_says_how_much_of_it_is_done() {
    let temp = tempfile::tempdir().unwrap();
    let corpus = temp.path().join("corpus");
    std::fs::create_dir(&corpus).unwrap();
    for file in 0..6 {
        let line = |row: usize| {
            let words: Vec<String> = (0..30).map(|i| format!("w{}", row / 3 * 31 + i)).collect();
            let end = row % 3 % 2;
            format!("{{\"text\": \"{} e{end}\"}}\n", words.join(" "))
        };
        let rows: String = (file * 30..file * 30 + 30).map(line).collect();
        std::fs::write(corpus.join(format!("{file}.jsonl")), rows).unwrap();
    }
    let options = options(&corpus, &Settings::default());
    let config = MethodConfig {
        method: Method::Lsh,
        ..MethodConfig::default()
    };
    let asked = ByParts {
        scratch: temp.path().join("scratch"),
        memory: 60_000,
        resume: false,
    };
    let mut seen: Vec<Progress> = Vec::new();
    let mut take = |progress| seen.push(progress);
    let found = find(
        &options,
        &config,
        0.8,
        &asked,
        &Cancel::default(),
        &mut take,
    )
    .unwrap();
    assert_eq!(found.whole.count(), 180);
    for stage in [
        Stage::Sketch,
        Stage::Copies,
        Stage::Bands,
        Stage::Verify,
        Stage::Gather,
    ] {
        let samples: Vec<&Progress> = seen.iter().filter(|p| p.stage == stage).collect();
        assert!(!samples.is_empty(), "{stage:?}");
        for sample in samples {
            // What follows gathering is foretold by no rate of documents.
            assert_eq!(sample.total > 0, stage != Stage::Gather, "{sample:?}");
            assert!(
                sample.total == 0 || sample.done <= sample.total,
                "{sample:?}"
            );
        }
    }
    let read = seen.iter().find(|p| p.stage == Stage::Sketch).unwrap();
    assert!((90..360).contains(&read.total), "{read:?}");
}
