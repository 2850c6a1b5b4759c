//! `keep`: the documents that each rule keeps, compared with the definition; copied lines and lists of dropped
//! documents; standard input as a stream.

mod files;
mod stream;

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{Ran, Work, assert_contains, edited, words};

/// A text of 200 words in which blocks of 12 words are replaced. The Jaccard of two texts that differ in one block is
/// .858, in two blocks .736.
fn version(blocks: &[usize]) -> String {
    let mut text = words(1, 200);
    for block in blocks {
        for word in &mut text[block * 30 + 10..block * 30 + 22] {
            *word = format!("{word}x{block}");
        }
    }
    text.join(" ")
}

/// A decision: keeper, similarity, steps and weakest pair of a dropped document.
type Decision = Option<(String, f64, u32, f64)>;

fn decisions(ran: &Ran) -> BTreeMap<String, Decision> {
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let rows = ran.rows().into_iter().map(|row| {
        let dropped = || {
            (
                row[2].clone(),
                row[3].parse().unwrap(),
                row[4].parse().unwrap(),
                row[5].parse().unwrap(),
            )
        };
        let decision = match row[1].as_str() {
            "dropped" => Some(dropped()),
            "kept" => {
                assert!(row[2..].iter().all(String::is_empty), "{row:?}");
                None
            }
            other => panic!("{other}"),
        };
        (row[0].clone(), decision)
    });
    rows.collect()
}

fn keep(work: &Work, line: &str) -> Ran {
    work.ran(&format!("keep --in-memory {line}"))
}

/// Runs [`keep`], which must succeed.
fn keeps(work: &Work, line: &str) -> Ran {
    work.ran_well(&format!("keep --in-memory {line}"))
}

fn kept(ran: &Ran) -> Vec<String> {
    let all = decisions(ran).into_iter();
    all.filter(|(_, decision)| decision.is_none())
        .map(|(id, _)| id)
        .collect()
}

/// The line of JSON of a document.
fn line(id: &str, text: &str) -> String {
    format!("{{\"id\": \"{id}\",  \"text\":\"{text}\"}}")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// Rows in families of seven: versions of one text with more and more edits, two of them identical.
fn families() -> String {
    let row = |n: u64| {
        let every = [0, 90, 60, 45, 37, 31, 0][n as usize % 7];
        line(&format!("d{}", 59 - n), &edited(n / 7, 150, every)) + "\n"
    };
    (0..60).map(row).collect()
}

#[test]
fn decisions_are_those_of_the_definition() {
    let work = Work::new();
    work.write("rows.jsonl", families());
    for threshold in ["0.5", "0.7", "0.8", "0.9"] {
        let common = format!("corpus/rows.jsonl --threshold {threshold} --format csv");
        let pairs = work.ran(&format!("pairs --in-memory {common}"));
        let mut figures: BTreeMap<(String, String), f64> = BTreeMap::new();
        for row in pairs.rows() {
            let jaccard: f64 = row[3].parse().unwrap();
            figures.insert((row[0].clone(), row[1].clone()), jaccard);
            figures.insert((row[1].clone(), row[0].clone()), jaccard);
        }
        assert!(figures.len() > 40, "{}", figures.len());
        let ids: Vec<String> = (0..60).map(|n| format!("rows.jsonl#d{}", 59 - n)).collect();
        let figure = |a: &String, b: &String| figures.get(&(a.clone(), b.clone())).copied();
        let mut stays: Vec<&String> = Vec::new();
        for id in &ids {
            if stays.iter().all(|other| figure(other, id).is_none()) {
                stays.push(id);
            }
        }
        let ran = keep(&work, &common);
        // Rows are in the order of the corpus, which is that of the file.
        let listed: Vec<String> = ran.rows().into_iter().map(|row| row[0].clone()).collect();
        assert_eq!(listed, ids);
        for (id, decision) in decisions(&ran) {
            let Some((keeper, similarity, steps, weakest)) = decision else {
                assert!(stays.contains(&&id), "{id}");
                continue;
            };
            assert!(!stays.contains(&&id), "{id}");
            let best = stays.iter().filter_map(|other| figure(other, &id));
            let best = best.fold(0.0, f64::max);
            let first = stays.iter().find(|other| figure(other, &id) == Some(best));
            assert_eq!((&&keeper, similarity), (first.unwrap(), best));
            assert_eq!((steps, weakest), (1, best));
        }
        // With chains one document of each connected component stays.
        let chained = keep(&work, &format!("{common} --chains"));
        let mut component: BTreeMap<&String, &String> = BTreeMap::new();
        for id in &ids {
            let mut queue = vec![id];
            while let Some(next) = queue.pop() {
                if !component.contains_key(next) {
                    component.insert(next, id);
                    queue.extend(ids.iter().filter(|other| figure(next, other).is_some()));
                }
            }
        }
        for (id, decision) in decisions(&chained) {
            match decision {
                None => assert_eq!(component[&id], &id),
                Some((keeper, similarity, steps, weakest)) => {
                    assert_eq!(component[&id], &keeper);
                    assert!(weakest >= threshold.parse().unwrap());
                    match figure(&id, &keeper) {
                        Some(direct) => assert_eq!(similarity, direct),
                        None => assert!(steps > 1 && similarity < weakest),
                    }
                }
            }
        }
    }
}

#[test]
fn a_second_run_drops_nothing() {
    let work = Work::new();
    work.write("rows.jsonl", families());
    for chains in ["", "--chains"] {
        for rule in ["first", "longest", "newest", "path:*#d1*"] {
            let rule = format!("--by {rule} {chains}");
            let ran = keeps(&work, &format!("corpus --out kept.jsonl --force {rule}"));
            assert_eq!(ran.out, "", "{}", ran.talk);
            let again = keep(&work, &format!("kept.jsonl --format csv {rule}"));
            let dropped = decisions(&again).into_values().flatten().count();
            assert_eq!(dropped, 0, "{rule}");
            assert!(again.rows().len() > 8);
        }
    }
}

#[test]
fn each_rule_keeps_another_document() {
    let work = Work::new();
    work.write("a-first.txt", version(&[1]))
        .write("b-long.txt", version(&[2]) + " and a few words more")
        .write("c-title.md", format!("# A title\n\n{}", version(&[])))
        .write("d-new.txt", version(&[3]))
        .write("originals/e.txt", version(&[4]));
    let dates = "id,date\na-first.txt,2020-01-01\nb-long.txt,2021-01-01\nd-new.txt,2024-01-01\nc-title.md,2022-01-01\noriginals/e.txt,2023-01-01\n";
    std::fs::write(work.path().join("dates.csv"), dates).unwrap();
    let by = |rule: &str| {
        let line = format!("corpus --by {rule} --dates dates.csv --chains --format csv");
        kept(&keep(&work, &line))
    };
    for (rule, stays) in [
        ("first", "a-first.txt"),
        ("longest", "b-long.txt"),
        ("path:c-*", "c-title.md"),
        ("newest", "d-new.txt"),
        ("path:originals/*", "originals/e.txt"),
        ("path:nothing/*", "a-first.txt"),
    ] {
        assert_eq!(by(rule), [stays], "{rule}");
    }
    // Without chains, the preferred document stays, and all that are not similar to it.
    let ran = keep(&work, "corpus --by path:c-* --format csv");
    assert_eq!(kept(&ran), ["c-title.md"]);
    let ran = keep(&work, "corpus --by longest --format csv");
    assert_eq!(kept(&ran).len(), 4, "{:?}", decisions(&ran));
    let chain = "3 documents are linked to a kept one only through a chain and stay";
    assert_contains(&ran.talk, chain);
}

#[test]
fn the_first_path_has_priority_and_an_archive_stays() {
    let work = Work::new();
    let two = [line("1", &version(&[2])), line("2", &edited(9, 80, 0))];
    work.write("a.jsonl", line("1", &version(&[1])) + "\n")
        .write("z.jsonl", two.join("\n") + "\n")
        .write("b.jsonl", line("1", &version(&[])) + "\n");
    let all = "corpus/z.jsonl corpus/b.jsonl corpus/a.jsonl --format csv --chains";
    assert_eq!(kept(&keep(&work, all)), ["z.jsonl#1", "z.jsonl#2"]);
    let new = "corpus/z.jsonl corpus/a.jsonl --archive corpus/b.jsonl --out new.jsonl";
    let ran = keeps(&work, new);
    let written = read(&work.path().join("new.jsonl"));
    assert_eq!(written, line("2", &edited(9, 80, 0)) + "\n");
    assert_contains(&ran.talk, "the archive stays");
}
