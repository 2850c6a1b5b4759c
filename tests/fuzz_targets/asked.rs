//! Entry points for user input: queries, label files and command-line arguments.

use shinglescope::index::{Collection, FullText};
use std::ffi::OsString;
use std::sync::{Arc, LazyLock, OnceLock};

use shinglescope::base::Cancel;
use shinglescope::base::small_table::decoded;
use shinglescope::cli;
use shinglescope::cli::args::CliCommand;
use shinglescope::corpus::Source;
use shinglescope::engine::build::build;
use shinglescope::engine::options::{Options, PairSearchConfig};
use shinglescope::engine::progress::BuildEvent;
use shinglescope::lab::Labels;
use shinglescope::lab::labels::NEGATIVE;

const TEXTS: [(&str, &str); 4] = [
    ("a.txt", "The tide comes in twice a day and turns the weed"),
    ("b.txt", "The tide comes in twice a day and turns the boats"),
    ("sub/c.md", "# Weed\n日本 tide naïve Σίσυφος"),
    ("d e,\"f\".txt", "nothing of that"),
];

/// A small corpus, sketched and indexed in memory, shared by all calls.
fn corpus() -> &'static (Arc<Collection>, FullText) {
    static MADE: LazyLock<(Arc<Collection>, FullText)> = LazyLock::new(|| {
        let folder = super::folder();
        for (name, text) in TEXTS {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text.repeat(3)).expect("a file");
        }
        let options = Options {
            source: Source::Paths(vec![folder.path().to_owned()]),
            ..Options::default()
        };
        let search_config = PairSearchConfig::default();
        let (collection, full_text) = (OnceLock::new(), OnceLock::new());
        let emit = |event| match event {
            BuildEvent::Collection(made) => drop(collection.set(made)),
            BuildEvent::FullText(made) => drop(full_text.set(made)),
            _ => {}
        };
        build(&options, search_config, &Cancel::default(), &emit).expect("a corpus");
        let (collection, full_text) = (collection.into_inner(), full_text.into_inner());
        (
            collection.expect("documents"),
            *full_text.expect("a full-text index"),
        )
    });
    &MADE
}

/// Any query can be run, and every highlighted range lies within its snippet.
pub fn query(data: &[u8]) {
    let (choice, rest) = super::chosen(data);
    let typed = String::from_utf8_lossy(rest);
    let hits = corpus().1.search(&typed, choice % 5);
    let hits = hits.unwrap_or_else(|error| panic!("{typed:?}: {error}"));
    assert!(hits.hits.len() <= hits.total, "{hits:?}");
    assert!(hits.total <= TEXTS.len());
    for hit in &hits.hits {
        assert!(hit.score.is_finite(), "{hit:?}");
        let mut from = 0;
        for &(start, end) in &hit.marks {
            let is_inside = hit.snippet.get(start..end).is_some();
            assert!(from <= start && is_inside, "{hit:?}");
            from = end;
        }
    }
    assert!(hits.ignored.iter().all(|message| !message.is_empty()));
}

/// A label file yields pairs of the corpus, each once and sorted, or a one-line error.
pub fn labels(data: &[u8]) {
    let collection = &corpus().0;
    let text = match decoded(data.to_vec()) {
        Ok(text) => text,
        Err(error) => return assert!(error.to_string().contains("not UTF-8")),
    };
    match Labels::read(&text, &[], &NEGATIVE, collection) {
        Ok(labels) => {
            assert!(!labels.pairs.is_empty());
            assert!(labels.pairs.is_sorted_by_key(|pair| (pair.a, pair.b)));
            for pair in &labels.pairs {
                assert!(pair.a < pair.b && pair.b.index() < collection.len());
                assert!(usize::from(pair.label) < labels.names.len());
            }
            let (positive, negative) = labels.counts();
            assert_eq!(positive + negative, labels.pairs.len());
            assert_eq!(labels.two_sided().is_ok(), positive > 0 && negative > 0);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

const COMMANDS: [&[&str]; 6] = [
    &[],
    &["pairs", "."],
    &["sweep", ".", "--k"],
    &["sweep", ".", "--threshold"],
    &["query", "-"],
    &["synth"],
];

/// Arguments, one per line, are parsed within their limits or rejected with a one-line error. A
/// parsed range is ascending, without duplicates and within its bounds.
pub fn arguments(data: &[u8]) {
    let (choice, rest) = super::chosen(data);
    let text = String::from_utf8_lossy(rest);
    let typed = text.split('\n').take(30);
    let command = COMMANDS[choice % COMMANDS.len()];
    let all = std::iter::once("shinglescope")
        .chain(command.iter().copied())
        .chain(typed);
    let cli = match cli::read(all.map(OsString::from)) {
        Ok(cli) => cli,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let settings = match &cli.command {
        None => cli.explore.corpus.settings.settings(),
        Some(CliCommand::Pairs(listed)) => listed.list.corpus.settings.settings(),
        Some(CliCommand::Query(query)) => query.settings.settings(),
        Some(CliCommand::Sweep(sweep)) => {
            let (ks, thresholds) = (&sweep.k, &sweep.threshold);
            assert!(!ks.is_empty() && ks.is_sorted_by(|a, b| a < b));
            assert!(ks[0] >= 1 && ks[ks.len() - 1] <= 1000);
            assert!((1..=1000).contains(&thresholds.len()));
            assert!(thresholds.is_sorted_by(|a, b| a < b));
            assert!(thresholds.iter().all(|t| (0.0..=1.0).contains(t)));
            sweep.others.settings()
        }
        _ => return,
    };
    settings.check().unwrap_or_else(|why| panic!("{why}"));
}
