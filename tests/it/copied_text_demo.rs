//! The demo corpus of copied text: its truth file says exactly what was planted, and nothing else is shared.

use crate::support::assert_contains;
use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::support::Work;
use crate::support::pty::Pty;

/// Runs of shared words from this length on must have been planted.
const CHANCE: usize = 8;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("demo-corpus/copied-text")
}

fn text(id: &str) -> String {
    let path = root().join("docs").join(id);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A document with a passage in it, in characters.
type Place = (String, (usize, usize));

/// The rows of the truth file: two documents with the same passage, and its kind.
fn rows() -> Vec<(Place, Place, String)> {
    let truth = std::fs::read_to_string(root().join("truth.csv")).unwrap();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |at: usize| cells[at].parse().unwrap();
        let place = |at: usize| (cells[at].to_owned(), (number(at + 1), number(at + 2)));
        (place(0), place(3), cells[6].to_owned())
    };
    truth.lines().skip(1).map(row).collect()
}

#[test]
fn the_two_places_of_a_planted_passage_have_the_same_text_unless_it_was_edited_or_disguised() {
    let passage = |(id, (start, end)): &Place| -> String {
        text(id).chars().skip(*start).take(end - start).collect()
    };
    for (a, b, kind) in rows() {
        let [x, y] = [&a, &b].map(passage);
        let is_changed = ["edited", "disguised"].contains(&kind.as_str());
        let [first, last] = [&x, &y].map(|text| {
            let words: Vec<String> = words(text).into_iter().map(|word| word.0).collect();
            words
        });
        assert_eq!(first != last, is_changed, "{kind}: {x} / {y}");
        assert!(x.len() > 100 && y.len() > 100, "{kind}: {x} / {y}");
    }
}

/// The words of a text in lower case, with their places in characters.
fn words(text: &str) -> Vec<(String, usize, usize)> {
    let mut words: Vec<(String, usize, usize)> = Vec::new();
    let mut inside = false;
    for (at, c) in text.chars().enumerate() {
        match (c.is_alphanumeric(), inside) {
            (true, true) => {
                let word = words.last_mut().unwrap();
                word.0.extend(c.to_lowercase());
                word.2 = at + 1;
            }
            (true, false) => words.push((c.to_lowercase().collect(), at, at + 1)),
            (false, _) => {}
        }
        inside = c.is_alphanumeric();
    }
    words
}

#[test]
fn whatever_two_documents_share_was_planted() {
    let rows = rows();
    let templates = rows.iter().filter(|row| row.2 == "template");
    let template = templates.map(|((_, span), ..)| span.1).max().unwrap();
    let places = rows.iter().flat_map(|(a, b, _)| [a, b]);
    let ids: BTreeSet<&str> = places.map(|(id, _)| id.as_str()).collect();
    let all: Vec<_> = ids.iter().map(|id| (*id, words(&text(id)))).collect();
    assert_eq!(all.len(), 16);
    let mut planted = 0;
    for (i, (a, left)) in all.iter().enumerate() {
        for (b, right) in &all[i + 1..] {
            let run = |words: &[(String, usize, usize)]| -> Vec<String> {
                words.iter().map(|word| word.0.clone()).collect()
            };
            let theirs: BTreeSet<Vec<String>> = right.windows(CHANCE).map(run).collect();
            for window in left
                .windows(CHANCE)
                .filter(|window| theirs.contains(&run(window)))
            {
                let (start, end) = (window[0].1, window[CHANCE - 1].2);
                // A run may go on by chance for some words behind what was planted.
                let overlaps = |span: (usize, usize)| start < span.1 && span.0 < end;
                let here = rows.iter().any(|(place, other, _)| {
                    (&*place.0, &*other.0) == (*a, *b) && overlaps(place.1)
                });
                // All answers begin with the task; the rows have it against the task alone.
                assert!(
                    here || start < template,
                    "{a} and {b}: {}",
                    run(window).join(" ")
                );
                planted += usize::from(here);
            }
        }
    }
    assert!(planted > 500, "{planted}");
}

#[test]
fn the_corpus_is_opened_by_its_name() {
    let mut pty = Pty::start(&["demo", "copied-text"], 140, 30, &[]);
    pty.sees(&["answers/jonas/final.txt", "best evidence first"]);
    pty.press("/").press("lost eleven hats");
    pty.sees(&["answers/01-berit.txt", "sources/the-ferry.txt"]);
    pty.press("\x1b").press("q");
    let work = Work::new();
    let wrong = work.ran("demo nothing");
    assert_eq!(wrong.status, Some(2));
    let ran = work.ran("demo");
    assert_contains(&ran.out, "recipes");
}
