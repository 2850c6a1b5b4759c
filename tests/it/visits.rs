//! What is kept from one run of the screens to the next: where a corpus was left, which were opened, the tour; and
//! what the terminal says of its background meanwhile.

use std::path::Path;

use shinglescope::app::state::tour::STEPS;
use shinglescope::app::state::visit::Visits;
use shinglescope::app::{Action, App, Command, Start, update};

use crate::keys::typed;
use crate::support::pty::Pty;
use crate::support::{Work, skip};
use crate::world::{self, World};

const ESC: &str = "\x1b";

const ONE: &str = "The boat to the island leaves the quay at eight and comes back at six, but not when \
    the wind stands in the north.";
const OTHER: &str = "The boat to the island leaves the quay at nine and comes back at six, but not when \
    the wind stands in the north.";

fn corpus(work: &Work) -> String {
    work.write("a.txt", ONE).write("b.txt", OTHER);
    work.corpus().to_str().expect("Unicode").to_owned()
}

fn run(arguments: &[&str], state: &Path) -> Pty {
    let state = state.to_str().expect("Unicode");
    let environment = [("XDG_STATE_HOME", state), ("XDG_CACHE_HOME", state)];
    Pty::start(arguments, 120, 30, &environment)
}

#[test]
fn a_corpus_is_offered_where_it_was_left_and_from_the_demo() {
    let (work, state) = (Work::new(), tempfile::tempdir().expect("a folder"));
    let corpus = corpus(&work);
    let arguments = [corpus.as_str(), "--threshold", ".6"];
    let mut pty = run(&arguments, state.path());
    pty.sees(&["Clusters 1", "done in"]);
    pty.press("-").sees(&["0.59"]);
    pty.press("T").sees(&["missed?"]);
    pty.press("\x11");
    assert!(pty.ended().success());

    let mut pty = run(&arguments, state.path());
    pty.sees(&["' goes back to where you left: Tune, threshold 0.59"]);
    pty.press("'").sees(&["missed?", "threshold 0.59"]);
    pty.press("\x11");
    assert!(pty.ended().success());

    // From the demo, without the tour: the list is in front.
    let mut pty = run(&[], state.path());
    pty.sees(&["Open", "demo corpus", "just now", "opens it"]);
    let text = pty.text();
    assert!(text.contains("Esc stays with the demo"), "{text}");
    pty.press("j").press("\r").sees(&["corpus · 2 documents"]);
    assert!(!pty.text().contains("demo corpus"), "{}", pty.text());
    pty.press("\x11");
    assert!(pty.ended().success());

    // The command opens the demo at once; the list is a key away there, and opens the corpus too.
    let mut pty = run(&["demo", "--dark"], state.path());
    pty.sees(&["Clusters 22", "done in"]).settles();
    assert!(!pty.text().contains("opens it"), "{}", pty.text());
    pty.press("\x0f").sees(&["Open", "just now", "opens it"]);
    pty.press("j").press("\r").sees(&["corpus · 2 documents"]);
    pty.press("\x11");
    assert!(pty.ended().success());
    let mut pty = run(&["demo", "copied-text"], state.path());
    pty.sees(&["Pairs"]).settles();
    pty.press("\x0f").sees(&["opens it"]);
    pty.press("j").press("\r").sees(&["corpus · 2 documents"]);
    pty.press("\x11");
    assert!(pty.ended().success());
}

#[test]
fn each_demo_opens_the_other_one_with_the_options_of_the_run() {
    let state = tempfile::tempdir().expect("a folder");
    let mut pty = run(&["demo", "--no-recent", "--threshold", ".7"], state.path());
    pty.sees(&["Clusters", "done in"]).press("\x0f");
    pty.sees(&["Open", "demo corpus of copied text", "answers to one task"]);
    pty.press("j")
        .press("\r")
        .sees(&["16 documents", "Pairs 8", "0.70"])
        .settles();
    pty.press("\x0f")
        .sees(&["Open", "near-duplicates of many kinds"]);
    pty.press("j")
        .press("\r")
        .sees(&["80 documents", "Clusters 2", "0.70"])
        .settles();
    // The first row is the demo that is open.
    pty.press("\x0f").sees(&["opens it"]).press("\r");
    pty.until("the clusters", |text| !text.contains("opens it"));
    pty.press("\x11");
    assert!(pty.ended().success());
}

#[test]
fn masks_of_the_start_take_nothing_apart_that_anybody_has_seen() {
    let (work, state) = (Work::new(), tempfile::tempdir().expect("a folder"));
    let corpus = corpus(&work);
    let template = work.path().join("task.txt");
    std::fs::write(&template, ONE).expect("written");
    let template = template.to_str().expect("Unicode");
    let arguments = [corpus.as_str(), "--threshold", ".5", "--ignore", template];
    let mut pty = run(&arguments, state.path());
    pty.sees(&["Clusters 0", "masks on"]).settles();
    pty.press("M").sees(&["left out: 1 template"]);
    assert!(!pty.text().contains("fell apart"), "{}", pty.text());
    // A lecture has settings of its own, and masks nothing.
    pty.press("\x1b");
    pty.until("the clusters", |text| !text.contains("Messages"));
    pty.press("L").sees(&["Why", "Esc leave"]).settles();
    pty.press(" ").sees(&["2/4"]).settles();
    assert!(!pty.text().contains("masks on"), "{}", pty.text());
    pty.press("\x11");
    assert!(pty.ended().success());
}

#[test]
fn nothing_is_kept_and_offered_if_that_is_not_wanted() {
    let (work, state) = (Work::new(), tempfile::tempdir().expect("a folder"));
    let corpus = corpus(&work);
    let mut pty = run(&[&corpus, "--no-recent"], state.path());
    pty.sees(&["done in"]).press("-").press("\x11");
    assert!(pty.ended().success());
    let kept = state.path().join("shinglescope/recent.json");
    assert!(!kept.exists());
    // Nor is the purpose.
    let mut pty = run(&[&corpus, "--no-recent"], state.path());
    pty.sees(&["done in"])
        .press("Q")
        .sees(&["Pairs", "copied text"])
        .settles();
    pty.press("\x11");
    assert!(pty.ended().success());
    let mut pty = run(&[&corpus], state.path());
    pty.sees(&["lower the threshold", "done in"]).settles();
    assert!(!pty.text().contains("as last time"), "{}", pty.text());
    pty.press("\x11");
    assert!(pty.ended().success());
    std::fs::remove_file(&kept).expect("without the option it is written");
    // In memory no file is written.
    let mut pty = run(&[&corpus, "--in-memory"], state.path());
    pty.sees(&["done in"]).press("\x11");
    assert!(pty.ended().success());
    assert!(!kept.exists());
    let mut pty = run(&["--no-recent"], state.path());
    pty.sees(&["Clusters 22", "done in"]);
    assert!(!pty.text().contains("Tour 1"), "{}", pty.text());
    pty.press("\x11");
    assert!(pty.ended().success());
}

#[test]
fn starts_of_the_demo_begin_the_tour_until_it_is_ended() {
    let state = tempfile::tempdir().expect("a folder");
    // Left at its first step, it was neither taken nor ended.
    let mut pty = run(&["demo"], state.path());
    pty.sees(&["Tour 1 of 6", "F2 ends it", "done in"])
        .press("\x11");
    assert!(pty.ended().success());
    let mut pty = run(&["demo"], state.path());
    pty.sees(&["Tour 1 of 6", "F2 ends it", "done in"]);
    pty.press("\r").sees(&["Tour 2 of 6"]);
    pty.press("\x1bOQ").sees(&["the tour is over"]);
    assert!(!pty.text().contains("Tour 2"), "{}", pty.text());
    pty.press("\x11");
    assert!(pty.ended().success());
    let mut pty = run(&["demo"], state.path());
    pty.sees(&["Clusters 22", "done in"]).settles();
    assert!(!pty.text().contains("Tour"), "{}", pty.text());
    pty.press("\x11");
    assert!(pty.ended().success());
}

#[test]
fn the_tour_goes_on_with_what_it_asks_for() {
    let world = World::new();
    let start = Start {
        visits: Visits {
            tour: true,
            ..Visits::default()
        },
        ..world::start()
    };
    let mut app = App::new(start);
    for message in world::finished(&world) {
        let effects = update(&mut app, Action::Engine(message));
        world::answer(&world, &mut app, effects);
    }
    let step = |app: &App| app.tour.map(|tour| tour.step);
    for (at, keys) in ["Enter", "Enter", "Esc Esc", "+", "T", "Esc ?"]
        .iter()
        .enumerate()
    {
        assert_eq!(step(&app), Some(at), "before {keys}");
        typed(&world, &mut app, keys);
    }
    assert_eq!(step(&app), None);
    assert_eq!(STEPS, 6);
    typed(&world, &mut app, "Esc");
    update(&mut app, Action::Run(Command::Tour));
    assert_eq!(step(&app), Some(0), "it can be asked for again");
    update(&mut app, Action::Run(Command::Tour));
    assert_eq!(step(&app), None);
}

#[test]
fn the_colours_follow_what_the_terminal_says_of_its_background() {
    let mut pty = Pty::start(&["demo"], 100, 30, &[]);
    pty.sees(&["Clusters 22", "done in"]).settles();
    assert!(String::from_utf8_lossy(&pty.raw).contains("\x1b]11;?\x1b\\"));
    let (text, dark) = (pty.text(), pty.colours());
    pty.press("\x1b]11;rgb:ffff/ffff/e0e0\x1b\\").settles();
    let light = pty.colours();
    assert_ne!(dark, light);
    assert_eq!(pty.text(), text, "no key of the answer was typed");
    // The window gets the focus again: the terminal is asked again, and is dark now.
    let before = pty.raw.len();
    pty.press("\x1b[I").settles();
    assert!(String::from_utf8_lossy(&pty.raw[before..]).contains("\x1b]11;?"));
    pty.press("\x1b]11;rgb:1010/1010/1010\x07").settles();
    assert_eq!(pty.colours(), dark);
    // It changed while the window had the focus: drawing anew asks, too.
    let before = pty.raw.len();
    pty.press("\x0c").settles();
    assert!(String::from_utf8_lossy(&pty.raw[before..]).contains("\x1b]11;?"));
    pty.press("\x1b]11;rgb:ffff/ffff/e0e0\x1b\\").settles();
    assert_eq!(pty.colours(), light);
    pty.press("q");
    assert!(pty.ended().success());
    // What was chosen stays.
    let mut pty = Pty::start(&["demo", "--dark"], 100, 30, &[]);
    pty.sees(&["Clusters 22", "done in"]).settles();
    assert!(!String::from_utf8_lossy(&pty.raw).contains("\x1b]11;?"));
    pty.press(ESC).press("q");
    assert!(pty.ended().success());
}

#[test]
fn settings_with_a_name_outlive_the_cache() {
    let (work, folder) = (Work::new(), tempfile::tempdir().expect("a folder"));
    let corpus = corpus(&work);
    let [cache, data] = ["cache", "data"].map(|name| folder.path().join(name));
    let places = [&cache, &data].map(|place| place.to_str().expect("Unicode"));
    let environment = [("XDG_CACHE_HOME", places[0]), ("XDG_DATA_HOME", places[1])];
    let start = || Pty::start(&[&corpus, "--no-recent"], 120, 30, &environment);
    let mut pty = start();
    pty.sees(&["Clusters 0", "1 below"]).settles();
    pty.press("T").sees(&["missed?"]);
    pty.press("n").sees(&["Name these settings"]);
    pty.press("usual\r");
    pty.until("the dialog closed", |text| {
        !text.contains("Name these settings")
    });
    // It is written by another thread.
    let kept = data.join("shinglescope/corpora");
    pty.until("the name is kept", |_| {
        std::fs::read_dir(&kept).is_ok_and(|found| {
            found
                .flatten()
                .any(|c| c.path().join("settings.json").is_file())
        })
    });
    pty.press("\x11");
    assert!(pty.ended().success());
    assert!(cache.join("shinglescope").is_dir());
    std::fs::remove_dir_all(&cache).expect("it is there");
    let mut pty = start();
    pty.sees(&["Clusters 0", "1 below"]).settles();
    pty.press("T").sees(&["missed?"]);
    pty.press("o").sees(&["usual"]);
    pty.press("\x03");
    assert!(pty.ended().success());
    // A pipe or a device in the place of the file holds nothing up.
    let found = std::fs::read_dir(&kept).expect("it is there").flatten();
    let found = found.map(|corpus| corpus.path().join("settings.json"));
    let file = { found }.find(|file| file.is_file()).expect("it is kept");
    for what in ["mkfifo \"$0\"", "ln -s /dev/zero \"$0\""] {
        std::fs::remove_file(&file).expect("it is there");
        let made = std::process::Command::new("sh")
            .args(["-c", what])
            .arg(&file)
            .status();
        if !made.is_ok_and(|status| status.success()) {
            return skip("mkfifo", "there is no mkfifo here");
        }
        let mut pty = start();
        pty.sees(&["Clusters 0", "1 below"]).settles();
        pty.press("M").sees(&["settings.json"]);
        pty.press("\x11");
        assert!(pty.ended().success(), "{what}");
    }
}
