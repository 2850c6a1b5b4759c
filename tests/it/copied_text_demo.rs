//! The demo corpus of copied text: its truth file says exactly what was planted, and nothing else is shared.

use crate::support::assert_contains;
use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::support::Work;
use crate::support::pty::Pty;

/// What was planted: its kind; the two documents; the first and the last words of the passage, in the second document
/// too if they are others there.
const PLANTED: &str = "\
template | answers/01-berit.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
verbatim | answers/01-berit.txt | sources/the-ferry.txt | For most of its life | although she lost eleven hats.
template | answers/02-colm.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
edited | answers/02-colm.txt | sources/the-bridge.txt | Within a fortnight of the | to a brick works downstream. | Within a week of the | to a gravel works downstream.
template | answers/03-dara.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
two-sources | answers/03-dara.txt | sources/the-ferry.txt | The boat was flat, broad | far bank and paid double.
two-sources | answers/03-dara.txt | sources/the-floods.txt | After the Red Flood the | roadway one metre above it.
template | answers/04-edwin.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
quotation | answers/04-edwin.txt | sources/the-bridge.txt | The inn by the landing | and three shops followed it.
quotation | answers/04-edwin.txt | sources/the-bridge.txt | The parish clerk noted drily | of Dunholt than into it.
template | answers/05-fay.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
references | answers/05-fay.txt | answers/06-goran.txt | References | Four Floods. Saltmere: Quayside Books.
template | answers/06-goran.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
template | answers/07-hilde.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
shuffled | answers/07-hilde.txt | sources/the-floods.txt | The Red Flood of 1903, | cut off for sixteen days.
shuffled | answers/07-hilde.txt | sources/the-floods.txt | The Quiet Flood of 1822 | wind and drowned the mill.
shuffled | answers/07-hilde.txt | sources/the-floods.txt | The Goose Flood of 1749 | parish, where it was kept.
template | answers/08-ivo.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
template | answers/09-lena.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
disguised | answers/09-lena.txt | sources/the-bridge.txt | The bridgе at Dunholt wаs | in fаct charged for thirty-оne. | The bridge at Dunholt was | in fact charged for thirty-one.
template | answers/jonas/draft-1.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
drafts | answers/jonas/draft-1.txt | answers/jonas/draft-2.txt | A ferry is a promise: | the bridge made it unnecessary.
drafts | answers/jonas/draft-1.txt | answers/jonas/final.txt | A ferry is a promise: | the bridge made it unnecessary.
drafts | answers/jonas/draft-1.txt | answers/jonas/draft-2.txt | The village gained dry feet | only when it was full.
drafts | answers/jonas/draft-1.txt | answers/jonas/final.txt | The village gained dry feet | only when it was full.
template | answers/jonas/draft-2.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
drafts | answers/jonas/draft-2.txt | answers/jonas/final.txt | A ferry is a promise: | to every evening was gone.
drafts | answers/jonas/draft-2.txt | answers/jonas/final.txt | The village gained dry feet | only when it was full.
template | answers/jonas/final.txt | task.txt | Task 3. The ferry at | between 150 and 300 words.
";

/// A document, and the first and the last words of a passage there.
type Place = [&'static str; 3];

/// The kind of what was planted, and its two places.
fn planted() -> impl Iterator<Item = (&'static str, Place, Place)> {
    PLANTED.lines().map(|line| {
        let cells: Vec<&str> = line.split(" | ").collect();
        let [kind, a, b, first, last, ..] = cells[..] else {
            panic!("{line}");
        };
        let [b_first, b_last] = [5, 6].map(|at| cells.get(at).copied());
        let there = [b, b_first.unwrap_or(first), b_last.unwrap_or(last)];
        (kind, [a, first, last], there)
    })
}

/// Runs of shared words from this length on must have been planted.
const CHANCE: usize = 8;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("demo-corpus/copied-text")
}

fn text(id: &str) -> String {
    let path = root().join("docs").join(id);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The passage from the first of these words to the last, in characters.
fn span([id, first, last]: Place) -> (usize, usize) {
    let text = text(id);
    let start = text
        .find(first)
        .unwrap_or_else(|| panic!("{first:?} in {id}"));
    let end = text[start..]
        .find(last)
        .unwrap_or_else(|| panic!("{last:?} in {id}"));
    let end = start + end + last.len();
    let characters = |byte: usize| text[..byte].chars().count();
    (characters(start), characters(end))
}

/// The first document and the place there, the second document and the place there, the kind.
type Row = (
    &'static str,
    (usize, usize),
    &'static str,
    (usize, usize),
    &'static str,
);

fn rows() -> Vec<Row> {
    let row = |(kind, a, b): (_, Place, Place)| (a[0], span(a), b[0], span(b), kind);
    let mut rows: Vec<Row> = planted().map(row).collect();
    rows.sort();
    rows
}

/// `UPDATE_TRUTH=1 cargo test --test it copied_text_demo` rewrites the file.
#[test]
fn the_truth_file_says_where_the_planted_sentences_stand() {
    let mut truth = "a,a_start,a_end,b,b_start,b_end,kind\n".to_owned();
    for (a, (a_start, a_end), b, (b_start, b_end), kind) in rows() {
        truth += &format!("{a},{a_start},{a_end},{b},{b_start},{b_end},{kind}\n");
    }
    let path = root().join("truth.csv");
    if std::env::var_os("UPDATE_TRUTH").is_some() {
        std::fs::write(&path, &truth).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap();
    assert_eq!(stored, truth, "see UPDATE_TRUTH in copied_text_demo.rs");
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
    let templates = rows.iter().filter(|row| row.4 == "template");
    let template = templates.map(|row| row.1.1).max().unwrap();
    let ids: BTreeSet<&str> = rows.iter().flat_map(|row| [row.0, row.2]).collect();
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
                let here = rows
                    .iter()
                    .any(|row| (row.0, row.2) == (*a, *b) && overlaps(row.1));
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
