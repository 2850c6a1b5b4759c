//! The purpose copied text: the contract of `pairs --for copied-text` against brute force over the files,
//! the order of its rows, and the key that switches the purpose.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use shinglescope::app::{Action, Effect, Screen, update};
use shinglescope::candidates::PairSet;
use shinglescope::config::Purpose;
use shinglescope::engine::message::Disguised;
use shinglescope::engine::{Request, Update};
use shinglescope::evidence::{
    CopiedPair, CopiedText, CopiedTextConfig, DisguisedDocument, Evidence,
};
use shinglescope::review::DecisionTarget;
use shinglescope::similarity::{Measure, Overlap, Pair};

use crate::brute;
use crate::keys::typed;
use crate::screens::{picture, plain};
use crate::support::pty::Pty;
use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, words};
use crate::world::{self, World};

/// Columns of the contract.
const COLUMNS: &str =
    "a,b,estimate,jaccard,containment_a_in_b,containment_b_in_a,shared,words,longest,passages";

fn copied(work: &Work, args: &[&str]) -> Ran {
    let options = args_of("pairs corpus --for copied-text --format csv --in-memory");
    work.done(&[&options, args].concat())
}

/// A source, documents that copy parts of it, and documents with own text, two of which share a passage. Both kinds
/// begin with the same statement. Also a copy in capitals, and a file without words.
fn corpus(work: &Work) -> BTreeMap<String, Vec<String>> {
    let joined = |words: &[String]| words.join(" ");
    let source = words(1, 400);
    let statement = words(2, 60);
    let own = |i: u64| words(10 + i, 120);
    let shared = words(3, 90);
    let mut files = BTreeMap::new();
    files.insert("source.txt".to_owned(), joined(&source));
    for i in 0..5_usize {
        let part = &source[i * 40..i * 40 + 150];
        let parts = [joined(&statement), joined(part), joined(&own(i as u64))];
        files.insert(format!("copy-{i}.txt"), parts.join(". "));
    }
    for i in 5..12_usize {
        let [own, more] = [i, 50 + i].map(|i| joined(&own(i as u64)));
        let mut parts = vec![joined(&statement), own, more];
        if i < 7 {
            parts.push(joined(&shared));
        }
        files.insert(format!("own-{i:02}.txt"), parts.join(". "));
    }
    files.insert("again.txt".to_owned(), files["own-11.txt"].to_uppercase());
    files.insert("empty.txt".to_owned(), "...\n".to_owned());
    for (name, text) in &files {
        work.write(name, text);
    }
    let terms = |(name, text): (String, String)| (name, brute::terms(&text));
    files.into_iter().map(terms).collect()
}

fn shingles(terms: &[String]) -> BTreeSet<&[String]> {
    match terms.len() {
        0 => BTreeSet::new(),
        few @ 1..3 => terms.windows(few).collect(),
        _ => terms.windows(3).collect(),
    }
}

#[test]
fn rows_are_all_pairs_that_share_a_tenth_of_one_text() {
    let work = Work::new();
    let files = corpus(&work);
    let ran = copied(&work, &[]);
    assert_eq!(ran.out.lines().next(), Some(COLUMNS));
    let row = |row: Vec<String>| [0, 1, 4, 5, 6].map(|column| row[column].clone());
    let mut got: Vec<[String; 5]> = ran.rows().into_iter().map(row).collect();
    got.sort();
    let mut want = Vec::new();
    for (a, x) in &files {
        for (b, y) in files.iter().filter(|(b, _)| *b > a) {
            let (x, y) = (shingles(x), shingles(y));
            let shared = x.intersection(&y).count();
            let share = |all: usize| match all {
                0 => 0.0,
                all => shared as f64 / all as f64,
            };
            let [in_a, in_b] = [share(x.len()), share(y.len())];
            if in_a.max(in_b) >= 0.1 {
                let figures = [in_a.to_string(), in_b.to_string(), shared.to_string()];
                let [in_a, in_b, shared] = figures;
                want.push([a.clone(), b.clone(), in_a, in_b, shared]);
            }
        }
    }
    assert_eq!(got, want);
}

#[test]
fn a_passage_in_two_documents_ranks_above_a_template_in_all() {
    let work = Work::new();
    corpus(&work);
    let rows = copied(&work, &[]).rows();
    let row_of = |a: &str, b: &str| {
        let ends = |row: &Vec<String>| row[0] == a && row[1] == b;
        let row = rows.iter().position(ends);
        row.unwrap_or_else(|| panic!("{a} {b}"))
    };
    // The pair shares a passage of 90 words, and the statement of 60 words that all contain.
    let shared = row_of("own-05.txt", "own-06.txt");
    assert!(shared < row_of("own-05.txt", "own-07.txt"));
    let row = &rows[shared];
    let figures = [&row[7], &row[8], &row[9]].map(|n| n.parse::<u32>().unwrap());
    let enough = figures[0] >= 150 && figures[1] >= 90 && figures[2] >= 2;
    assert!(enough, "{figures:?}");
    // The copy contains the complete text.
    assert_eq!(rows[row_of("again.txt", "own-11.txt")][4], "1");
    for i in 0..5 {
        let copy = format!("copy-{i}.txt");
        let mut all = rows.iter().filter(|row| row[..2].contains(&copy));
        let first = all.next().unwrap();
        assert_eq!([&first[0], &first[1]], [&copy, "source.txt"]);
    }
}

fn copied_pairs(pairs: usize) -> CopiedText {
    let pair = |i: usize| CopiedPair {
        pair: Pair {
            a: shinglescope::base::DocNo::at(i),
            b: shinglescope::base::DocNo::at(i + 1),
            overlap: Overlap {
                shared: 20,
                size_a: 100,
                size_b: 200,
            },
            agreeing: 0,
        },
        // The last have no passage.
        evidence: Evidence {
            passages: u32::from(i < 45),
            ..Evidence::default()
        },
    };
    CopiedText {
        config: CopiedTextConfig::default(),
        pairs: (0..pairs).map(pair).collect(),
        same: Vec::new(),
        note: String::new(),
    }
}

#[test]
fn the_first_screen_says_how_many_pairs_have_copied_text_and_a_tab_shows_them() {
    let world = World::new();
    let mut app = world::app(&world, (80, 24));
    let copied = Update::CopiedText(copied_pairs(50).into(), Box::default());
    update(&mut app, Action::Engine(copied));
    let screen = plain(&mut app);
    assert_contains(&screen, "45 pairs share copied text.");
    let before = (app.threshold, app.reanalysis.requested().clone());
    let effects = typed(&world, &mut app, "2");
    let requested = app.reanalysis.requested();
    assert_eq!(requested.purpose, Purpose::CopiedText);
    assert_eq!(app.threshold, 0.1);
    assert_eq!(requested.settings.sketching.k, 3);
    assert_eq!(requested.method_config.measure, Measure::Containment);
    let settings = |effect: &&Effect| matches!(effect, Effect::Ask(Request::Settings(_)));
    assert_eq!(effects.iter().filter(settings).count(), 1);
    assert!(effects.contains(&Effect::Ask(Request::Threshold(0.1))));
    assert_eq!(app.screen(), Screen::Pairs);
    // On Clusters the earlier settings apply again, and undo does not lead away from the tab.
    typed(&world, &mut app, "1");
    assert_eq!((app.threshold, app.reanalysis.requested().clone()), before);
    // Pairs found for the tab Copied text do not change the axis of the histogram.
    let mut pairs = PairSet::clone(app.data.pairs.as_ref().unwrap());
    pairs.info.floor = 0.1;
    update(&mut app, Action::Engine(Update::Pairs(pairs.into())));
    let screen = plain(&mut app);
    assert_contains(&screen, "\n .30 ");
    typed(&world, &mut app, "z");
    assert_eq!(app.reanalysis.requested().purpose, Purpose::NearDuplicates);
}

#[test]
fn the_purpose_copied_text_opens_at_its_list_and_goes_back_to_the_clusters() {
    let demo = ["demo", "copied-text", "--for", "copied-text"];
    let mut pty = Pty::start(&demo, 120, 36, &[]);
    pty.sees(&["pairs share copied text", "best evidence first"]);
    pty.sees(&["words recur in", "g b shows common blocks"]);
    pty.press("1").sees(&["Clusters"]).press("q");
    assert!(pty.ended().success());
}

#[test]
fn a_command_after_screen_options_is_reported() {
    let mut pty = Pty::start(&["--for", "copied-text", "demo"], 80, 24, &[]);
    pty.sees(&["demo is a command", "shinglescope demo"]);
    assert!(!pty.ended().success());
}

#[test]
fn documents_are_listed_by_copied_text_with_their_best_source() {
    let world = World::new();
    let rows = world.pair_list().rows;
    let mut same = vec![0; world.collection.len()];
    let pairs = rows.iter().map(|row| {
        let evidence = row.evidence.unwrap_or_default();
        let Pair { a, b, .. } = row.pair;
        for (doc, words) in [(a, evidence.words_a), (b, evidence.words_b)] {
            same[doc.index()] = words.max(same[doc.index()]);
        }
        CopiedPair {
            pair: row.pair,
            evidence,
        }
    });
    let copied_pairs = Arc::new(CopiedText {
        pairs: pairs.collect(),
        same,
        ..copied_pairs(0)
    });
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "3");
    assert!(app.documents.rows().is_empty());
    let copied = Update::CopiedText(copied_pairs.clone(), Box::default());
    let effects = update(&mut app, Action::Engine(copied));
    world::answer(&world, &mut app, effects);
    let doc = |name| world.collection.find(name).unwrap();
    let documents = vec![DisguisedDocument {
        doc: doc("evil-two.txt"),
        disguises: 3,
        folded: Some((doc("lab3/spring-term/team-09/notes.md"), 12)),
    }];
    let disguised = Update::Disguised(Arc::new(Disguised { documents }));
    update(&mut app, Action::Engine(disguised));
    insta::assert_snapshot!("documents", picture(&mut app));
    typed(&world, &mut app, "Down");
    let doc = app.documents.selected().unwrap().doc;
    typed(&world, &mut app, "Enter");
    assert_eq!(app.subject().unwrap().1, DecisionTarget::Document(doc));
    assert_lacks(&picture(&mut app), "= figures");
    typed(&world, &mut app, "=");
    assert_contains(&picture(&mut app), "no more figures");
    typed(&world, &mut app, "Esc");
    assert_eq!(app.documents.scroll.selected, 1);
}
