//! Common blocks: the command `blocks`, and the screen.

use shinglescope::app::{Effect, Screen};
use shinglescope::engine::Request;

use crate::keys::typed;
use crate::support::{Work, assert_contains, words};
use crate::world::{self, World};

/// Writes 30 documents with a template of 40 words, 20 with the middle of it, and 10 with neither.
fn corpus(work: &Work) -> (String, String) {
    let template = words(1, 40);
    let (full, part) = (template.join("\n"), template[10..25].join(" "));
    for n in 0..60 {
        let own = |from: u64| words(100 + 2 * n + from, 80).join(" ");
        let shared = match n {
            0..30 => full.as_str(),
            30..50 => part.as_str(),
            _ => "",
        };
        // The white space in a block differs between documents, its words do not.
        let text = format!("{}. {shared}; {}", own(0), own(1));
        work.write(&format!("{n:02}.txt"), &text);
    }
    (full.replace('\n', " "), part)
}

#[test]
fn a_template_and_its_part_are_two_blocks_with_their_documents_words_and_text() {
    let work = Work::new();
    let (full, part) = corpus(&work);
    let want = [
        vec!["30".to_owned(), "40".to_owned(), full],
        vec!["50".to_owned(), "15".to_owned(), part],
    ];
    let mut outputs = Vec::new();
    let memory = ["--in-memory --threads 1", "--in-memory --threads 2"];
    for how in memory.into_iter().chain(["--index index"; 2]) {
        let ran = work.ran_well(&format!("blocks corpus --format csv {how}"));
        assert!(ran.out.starts_with("documents,words,text\n"), "{}", ran.out);
        assert_eq!(ran.rows(), want, "{how:?}");
        assert_contains(&ran.talk, "2 blocks occur in 5 or more");
        outputs.push(ran.out);
    }
    outputs.dedup();
    assert_eq!(outputs.len(), 1);
    for (option, count, message) in [
        ("--min-documents 31", 1, ""),
        ("--min-words 16", 1, ""),
        ("--top 1", 1, "only the first 1 block is listed"),
        ("--min-documents 61", 0, "no block occurs in 61 or more"),
    ] {
        let ran = work.ran(&format!("blocks corpus --in-memory --format csv {option}"));
        assert_eq!(ran.rows().len(), count, "{option}");
        assert_contains(&ran.talk, message);
    }
    let json = work.ran("blocks corpus --in-memory --format json");
    let json = json.json_rows();
    assert_eq!(json[1]["documents"], 50);
    assert_eq!(json[1]["words"], 15);
    let table = work.ran("blocks corpus --in-memory");
    assert_eq!(table.out.lines().count(), 3, "{}", table.out);
}

#[test]
fn the_screen_asks_once_opens_the_first_document_and_masks_the_block() {
    let world = World::new();
    let mut app = world::app(&world, (80, 24));
    typed(&world, &mut app, "g b");
    assert_eq!(app.screen(), Screen::Blocks);
    let row = app.block().expect("a block").clone();
    // The list is known: nothing is asked again.
    let effects = typed(&world, &mut app, "Esc g b");
    assert!(!effects.contains(&Effect::Ask(Request::Blocks)));
    typed(&world, &mut app, "d i");
    let phrases = app.reanalysis.requested().masks.phrases.clone();
    assert_eq!(phrases.len(), 1);
    assert_eq!(Some(&phrases[0]), row.text.as_ref().ok());
    typed(&world, &mut app, "d i");
    // A second exclusion of the block changes nothing.
    assert_eq!(app.reanalysis.requested().masks.phrases, phrases);
    typed(&world, &mut app, "z");
    assert!(app.reanalysis.requested().masks.is_empty());
    typed(&world, &mut app, "Tab Down Tab Down Up Enter");
    assert_eq!(app.screen(), Screen::Document);
    typed(&world, &mut app, "q q");
    assert_eq!(app.screen(), Screen::Clusters);
}
