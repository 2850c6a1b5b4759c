//! Positions of passages with masks, compared with texts without the masked words: the passages are the same, and each
//! position is that of its words in the full text.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Work, args_of, words};

/// The masked phrase. Its words occur nowhere else; one of them has more bytes than characters.
const PHRASE: [&str; 3] = ["zq1", "zqü2", "zq3"];

/// The words of each document, and whether each word is masked.
fn documents(seed: u64) -> BTreeMap<String, Vec<(String, bool)>> {
    // A small random generator decides where the phrase occurs: before, within and after copied text.
    let mut state = seed;
    let mut chance = move |bound: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    let shared: Vec<Vec<String>> = (0..3).map(|part| words(seed * 100 + part, 24)).collect();
    let mut texts = BTreeMap::new();
    for name in ["a", "b", "c"] {
        let mut text: Vec<(String, bool)> = Vec::new();
        let add_phrase = |text: &mut Vec<(String, bool)>, times: u64| {
            for _ in 0..times {
                text.extend(PHRASE.map(|word| (word.to_owned(), true)));
            }
        };
        add_phrase(&mut text, chance(3));
        for (part, shared) in shared.iter().enumerate() {
            let letter = u64::from(name.as_bytes()[0]);
            let own = words(seed * 1_000 + letter * 10 + part as u64, 60);
            text.extend(own.into_iter().map(|word| (format!("{name}{word}"), false)));
            add_phrase(&mut text, chance(3));
            for word in shared {
                if chance(8) == 0 {
                    add_phrase(&mut text, 1 + chance(2));
                }
                text.push((word.clone(), false));
            }
            add_phrase(&mut text, chance(2));
        }
        texts.insert(format!("{name}.txt"), text);
    }
    texts
}

/// A text, and the characters `start..end` of each word.
fn laid_out<'a>(words: impl Iterator<Item = &'a str>) -> (String, Vec<(usize, usize)>) {
    let (mut text, mut places, mut at) = (String::new(), Vec::new(), 0);
    for (i, word) in words.enumerate() {
        // Separators of two bytes as well.
        let between = if i % 5 == 4 { " … " } else { " " };
        text += word;
        let length = word.chars().count();
        places.push((at, at + length));
        text += between;
        at += length + between.chars().count();
    }
    (text, places)
}

/// The documents with the phrase and without it, and the translation of positions from the latter to the former.
struct Both {
    full: Work,
    cut: Work,
    documents: BTreeMap<String, Vec<(String, bool)>>,
}

impl Both {
    fn new(seed: u64) -> Self {
        let (full, cut, documents) = (Work::new(), Work::new(), documents(seed));
        for (name, text) in &documents {
            let all = text.iter().map(|(word, _)| word.as_str());
            full.write(name, laid_out(all).0);
            cut.write(name, laid_out(unmasked(text)).0);
        }
        full.write("../phrases.txt", PHRASE.join(" "));
        Both {
            full,
            cut,
            documents,
        }
    }

    /// Translates a range of characters of the cut text into ranges of characters and of terms of the full text.
    fn in_whole(&self, name: &str, cut: (usize, usize)) -> ((usize, usize), (usize, usize)) {
        let text = &self.documents[name];
        let (_, places) = laid_out(unmasked(text));
        let first = places.iter().position(|range| range.0 == cut.0);
        let last = places.iter().position(|range| range.1 == cut.1);
        let staying: Vec<usize> = (0..text.len()).filter(|at| !text[*at].1).collect();
        let (first, last) = (staying[first.unwrap()], staying[last.unwrap()]);
        let (_, places) = laid_out(text.iter().map(|(word, _)| word.as_str()));
        ((places[first].0, places[last].1), (first, last + 1))
    }

    /// Runs a command on the full texts with the mask, and on the cut texts without it.
    fn run(&self, args: &[&str]) -> (String, String) {
        let masks = ["--ignore-phrases", "phrases.txt"];
        let full = self.full.run(&[args, &masks].concat());
        let cut = self.cut.run(args);
        assert_eq!(
            (full.status, cut.status),
            (Some(0), Some(0)),
            "{args:?}: {}{}",
            full.talk,
            cut.talk
        );
        (full.out, cut.out)
    }

    /// As [`Both::run`], with JSON.
    fn json(&self, args: &[&str]) -> (Value, Value) {
        let (full, cut) = self.run(&[args, &["--format", "json"]].concat());
        (
            serde_json::from_str(&full).unwrap(),
            serde_json::from_str(&cut).unwrap(),
        )
    }
}

/// The words that are not masked.
fn unmasked(text: &[(String, bool)]) -> impl Iterator<Item = &str> {
    text.iter()
        .filter(|(_, masked)| !masked)
        .map(|(word, _)| word.as_str())
}

/// The rows of a CSV.
fn rows(csv: &str) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let records = reader.records().map(|record| record.unwrap());
    records
        .map(|record| record.iter().map(str::to_owned).collect())
        .collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

#[test]
fn passages_have_the_positions_of_their_words_in_the_full_text() {
    let mut interrupted = 0;
    for seed in 0..4 {
        let both = Both::new(seed);
        let passages = args_of("passages corpus --in-memory -t 0.05 --format csv --quiet");
        let (full, cut) = both.run(&passages);
        let (full, cut) = (rows(&full), rows(&cut));
        assert_eq!(full.len(), cut.len());
        assert!(!full.is_empty());
        for (got, cut) in full.iter().zip(&cut) {
            for side in [0, 3] {
                let (name, at) = (&got[side], |row: &[String], i: usize| {
                    row[side + i].parse().unwrap()
                });
                assert_eq!(name, &cut[side]);
                let (want, terms) = both.in_whole(name, (at(cut, 1), at(cut, 2)));
                assert_eq!((at(got, 1), at(got, 2)), want, "{name}: {got:?}");
                // The characters at the printed position are the words of the passage; masked words occur only between
                // them.
                let text = std::fs::read_to_string(both.full.corpus().join(name)).unwrap();
                let printed: String = text.chars().skip(want.0).take(want.1 - want.0).collect();
                let printed: Vec<&str> = printed
                    .split([' ', '…'])
                    .filter(|word| !word.is_empty())
                    .collect();
                let ends = [printed.first(), printed.last()];
                let is_masked = ends.iter().any(|end| PHRASE.contains(end.unwrap()));
                assert!(!is_masked, "{printed:?}");
                interrupted += usize::from(printed.iter().any(|word| PHRASE.contains(word)));
                let want: Vec<&str> = both.documents[name][terms.0..terms.1]
                    .iter()
                    .map(|(word, _)| word.as_str())
                    .collect();
                assert_eq!(printed, want);
            }
            assert_eq!(got[6..], cut[6..], "words and those that are the same");
        }
    }
    assert!(interrupted > 8, "{interrupted} with masked words inside");
}

/// The list at `key`.
fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap()
}

#[test]
fn comparisons_and_sources_count_characters_and_terms_of_the_whole_text() {
    let mut moved = 0;
    for seed in 0..3 {
        let both = Both::new(seed);
        // `keys` names the start and end in characters, and the first term.
        let mut check = |[got, cut]: [&Value; 2], name: &str, keys: [&str; 3]| {
            let [start, end, first] = keys;
            let (characters, terms) = both.in_whole(name, (number(&cut[start]), number(&cut[end])));
            assert_eq!((number(&got[start]), number(&got[end])), characters);
            assert_eq!(number(&got[first]), terms.0);
            moved += usize::from(got[first] != cut[first]);
        };
        let (full, cut) = both.json(&args_of("compare a.txt b.txt --in corpus --in-memory"));
        let all = |value: &Value| -> Vec<Value> {
            let bridged = list(value, "bridged");
            let runs = bridged.iter().flat_map(|passage| list(passage, "runs"));
            let exact = list(value, "passages").iter();
            exact.chain(bridged).chain(runs).cloned().collect()
        };
        let (got, cut) = (all(&full), all(&cut));
        assert!(got.len() == cut.len() && got.len() > 5);
        for (got, cut) in got.iter().zip(&cut) {
            for (side, name) in [("a", "a.txt"), ("b", "b.txt")] {
                let keys = ["start_char", "end_char", "start_term"];
                check([&got[side], &cut[side]], name, keys);
            }
        }
        let args = args_of("sources corpus/a.txt --in corpus --in-memory --quiet");
        let (full, cut) = both.json(&args);
        let (got, cut) = (list(&full, "sources"), list(&cut, "sources"));
        assert!(got.len() == cut.len() && !got.is_empty());
        for (got, cut) in got.iter().zip(cut) {
            assert_eq!(got["source"], cut["source"]);
            let (here, there) = (list(got, "passages"), list(cut, "passages"));
            assert_eq!(here.len(), there.len());
            for (here, there) in here.iter().zip(there) {
                let source = got["source"].as_str().unwrap();
                for (side, name) in [("text", "a.txt"), ("source", source)] {
                    let keys = ["start", "end", "first_word"];
                    check([&here[side], &there[side]], name, keys);
                    assert_eq!(here[side]["words"], there[side]["words"]);
                }
            }
        }
    }
    assert!(moved > 16, "{moved} terms behind masked ones");
}
