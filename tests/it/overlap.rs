//! Relative sizes from overlap: the command `overlap`, its query command, the screen, and the coverage of the
//! intervals.

use std::sync::Arc;

use shinglescope::app::{Effect, Screen};
use shinglescope::base::DocNo;
use shinglescope::corpus::Source;
use shinglescope::engine::cancel::Cancel;
use shinglescope::engine::open::read_only;
use shinglescope::engine::options::{Options, Reuse};
use shinglescope::engine::overlap::{
    IndexedSide, Prepared, SharedVocabulary, SideText, measured, of_collection,
};
use shinglescope::engine::{Request, sets::Sets};
use shinglescope::overlap::{Checker, OverlapConfig, Sampler, trials};
use shinglescope::settings::{Normalisation, Settings, Sketching};
use shinglescope::synth::overlapping;
use shinglescope::text::{Normaliser, shingles};

use crate::keys::typed;
use crate::support::{Ran, Work, words};
use crate::world::{self, World};

const HEADER: &str = "left,right,ratio,low,high,truth,samples\n";

/// Folders `a` with texts 0..60 and `b` with texts 40..80: a third of a is in b, and half of b in a.
fn corpus(work: &Work) {
    let text = |n: u64| words(1_000 * (n + 1), 60).join(" ");
    for n in 0..60 {
        work.write(&format!("a/{n:02}.txt"), text(n));
    }
    for n in 40..80 {
        work.write(&format!("b/{n:02}.txt"), text(n));
    }
    for n in 200..220 {
        work.write(&format!("apart/{n}.txt"), text(n));
    }
}

fn run(work: &Work, args: &[&str]) -> Ran {
    let always = ["overlap", "--in-memory", "--samples", "200"];
    work.run(&[&always[..], args].concat())
}

#[test]
fn csv_has_one_row_a_pair_and_the_same_bytes_at_any_number_of_threads() {
    let work = Work::new();
    corpus(&work);
    let mut outputs = Vec::new();
    for threads in ["1", "2"] {
        let sampler = [
            "--sampler",
            "uniform",
            "--threads",
            threads,
            "--format",
            "csv",
        ];
        let ran = run(&work, &[&["corpus/a", "corpus/b"][..], &sampler].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        assert!(ran.out.starts_with(HEADER), "{}", ran.out);
        outputs.push(ran.out.clone());
        let row = &ran.rows()[0];
        let figure = |at: usize| row[at].parse::<f64>().expect("a figure");
        assert_eq!(
            (&*row[0], &*row[1], figure(5)),
            ("corpus/a", "corpus/b", 1.5)
        );
        assert!(figure(3) < 1.5 && 1.5 < figure(4), "{row:?}");
        assert_eq!(row[6], "200");
    }
    assert_eq!(outputs[0], outputs[1]);
    let json = run(
        &work,
        &["corpus/a", "corpus/b", "corpus/apart", "--format", "json"],
    );
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(json["pair"].as_array().map(Vec::len), Some(3));
    assert!(json["step"].as_array().is_some_and(|steps| steps.len() > 3));
    let table = run(&work, &["corpus/a", "corpus/b"]);
    assert!(table.out.contains("By checker"), "{}", table.out);
}

#[test]
fn disjoint_collections_are_bounded_and_one_inside_the_other_has_an_interval() {
    let work = Work::new();
    corpus(&work);
    let apart = run(&work, &["corpus/a", "corpus/apart", "--format", "csv"]);
    assert_eq!(apart.status, Some(0), "{}", apart.talk);
    assert_eq!(apart.rows()[0][2..5], ["", "", ""], "no ratio and no ends");
    assert!(apart.talk.contains("nothing in common"), "{}", apart.talk);
    assert!(apart.talk.contains("at most"), "{}", apart.talk);
    let inside = run(
        &work,
        &[
            "corpus/apart",
            "corpus",
            "--sampler",
            "uniform",
            "--format",
            "csv",
        ],
    );
    let row = &inside.rows()[0];
    let figure = |at: usize| row[at].parse::<f64>().expect("a figure");
    // None of its documents has a near-duplicate outside: what is found of it is its own.
    let truth = 20.0 / 120.0;
    assert!(
        figure(3) < truth && truth < figure(4) && (figure(5) - truth).abs() < 1e-9,
        "{row:?}"
    );
}

#[test]
fn what_cannot_be_measured_is_an_error_that_says_so() {
    let work = Work::new();
    corpus(&work);
    std::fs::create_dir(work.path().join("empty")).unwrap();
    std::fs::write(work.path().join("log"), "...\n\n").unwrap();
    for (args, says) in [
        (&["corpus/a"][..], "one collection only"),
        (&["corpus/a", "empty"], "nothing to read"),
        (&["corpus/a", "nowhere"], "nowhere"),
        (&["corpus/a", "corpus/b", "--sampler", "log"], "--query-log"),
        (
            &["corpus/a", "corpus/b", "--query-log", "log"],
            "no word to search for",
        ),
        (
            &["corpus/a", "--query-command", "cat", "--sampler", "uniform"],
            "no list",
        ),
    ] {
        let ran = run(&work, args);
        assert_eq!(ran.status, Some(1), "{args:?}: {}", ran.talk);
        assert!(ran.talk.contains(says), "{args:?}: {}", ran.talk);
    }
    for wrong in [
        &["corpus/a", "--samples", "0"][..],
        &["corpus/a", "--query-command", "'"],
        &[],
    ] {
        assert_eq!(
            work.run(&[&["overlap"][..], wrong].concat()).status,
            Some(2),
            "{wrong:?}"
        );
    }
    // Queries of the log that find nothing: the sampler runs out and says so.
    std::fs::write(work.path().join("log"), "nosuchword\n").unwrap();
    let log = ["--sampler", "log", "--query-log", "log"];
    let ran = run(&work, &[&["corpus/a", "corpus/b"][..], &log].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(ran.talk.contains("ran out"), "{}", ran.talk);
}

#[test]
fn a_walk_through_documents_that_lead_to_each_other_ends() {
    let work = Work::new();
    for side in ["a", "b"] {
        // Every word leads to this document or the next, and the last leads to the first.
        for n in 0..4 {
            let words = [n, (n + 1) % 4].map(|word| format!("w{word} ").repeat(5));
            work.write(&format!("{side}/{n}.txt"), words.concat());
        }
        work.write(&format!("{side}/alone.txt"), "lonely");
    }
    let walk = [
        "corpus/a",
        "corpus/b",
        "--sampler",
        "walk",
        "--format",
        "csv",
    ];
    let ran = run(&work, &walk);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let row = &ran.rows()[0];
    assert_eq!((&*row[2], &*row[6]), ("1", "200"), "{}", ran.talk);
}

/// What a command has started is ended with it, also where the command itself has ended first.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_query_command_started_is_left() {
    use std::os::unix::fs::PermissionsExt;
    let work = Work::new();
    corpus(&work);
    let script = work.path().join("leaves.sh");
    std::fs::write(
        &script,
        "#!/bin/sh\nsleep 600 &\necho $! >> started\nexit 0\n",
    )
    .unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ran = work.run(&[
        "overlap",
        "corpus/a",
        "--in-memory",
        "--samples",
        "2",
        "--query-deadline",
        "0.3",
        "--query-command",
        script.to_str().expect("a path in UTF-8"),
    ]);
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    let started = std::fs::read_to_string(work.path().join("started")).expect("numbers");
    assert!(started.lines().count() > 0);
    for number in started.lines() {
        let runs = || {
            let stat = std::fs::read_to_string(format!("/proc/{number}/stat"));
            stat.is_ok_and(|stat| !stat.contains(") Z ") && stat.contains("(sleep)"))
        };
        // A killed process is gone as soon as the kernel gets to it.
        let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
        while runs() && std::time::Instant::now() < until {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert!(!runs(), "process {number} is left");
    }
}

#[cfg(unix)]
#[test]
fn a_query_command_is_a_collection_and_its_failures_are_named() {
    let work = Work::new();
    corpus(&work);
    let mut rows = String::new();
    for n in 40..80_u64 {
        let text = words(1_000 * (n + 1), 60).join(" ");
        rows += &format!(
            "{}\n",
            serde_json::json!({"id": n.to_string(), "text": text})
        );
    }
    std::fs::write(work.path().join("rows.jsonl"), rows).unwrap();
    let ask = |command: &str, more: &[&str]| {
        let fixed = [
            "corpus/a",
            "--query-rate",
            "100000",
            "--samples",
            "20",
            "--format",
            "csv",
        ];
        let args = [
            &["overlap", "--in-memory"],
            &fixed[..],
            &["--query-command", command],
            more,
        ];
        work.run(&args.concat())
    };
    // Everything is printed; what holds the words of the query is what counts.
    let ran = ask("cat rows.jsonl", &[]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let row = &ran.rows()[0];
    assert_eq!((&*row[0], &*row[1], &*row[5]), ("corpus/a", "cat", ""));
    let ratio = row[2].parse::<f64>().expect("a ratio");
    assert!(ratio > 0.3 && ratio < 8.0, "{row:?}");
    for (command, more, says) in [
        ("sleep 60", &["--query-deadline", "0.2"][..], "within 0.2 s"),
        ("echo hello", &[], "no JSON object"),
        ("/nowhere/program", &[], "cannot be started"),
        ("false", &[], "ended with"),
        ("yes", &["--query-deadline", "30"], "more than"),
    ] {
        let ran = ask(command, more);
        assert_eq!(ran.status, Some(1), "{command}: {}", ran.talk);
        assert!(ran.talk.contains(says), "{command}: {}", ran.talk);
        assert!(ran.out.is_empty(), "{command}");
    }
}

/// The made-up collections, ready to be measured.
fn made(documents: usize, seed: u64) -> Prepared {
    let normaliser = Normaliser::new(&Normalisation::default()).unwrap();
    let vocabulary = SharedVocabulary::default();
    let side = |name: &str, texts: Vec<String>| {
        let text = |text: String| {
            let mut terms = Vec::new();
            normaliser.hashes(&text, &mut terms);
            SideText {
                terms: terms.len() as u32,
                set: shingles::set(&terms, &Sketching::default()),
                text: Arc::from(text),
            }
        };
        let texts = texts.into_iter().map(text).collect();
        let side = IndexedSide::new(name.to_owned(), texts, &vocabulary, &|| true);
        side.unwrap().unwrap()
    };
    let made = overlapping(documents, seed);
    let sides = vec![side("left", made.left), side("right", made.right)];
    Prepared::new(sides, None, 0.8, &|| true).unwrap()
}

#[test]
fn intervals_of_uniform_samples_hold_the_truth_for_92_to_98_of_100_seeds() {
    let prepared = made(400, 3);
    let config = OverlapConfig {
        samplers: vec![Sampler::Uniform],
        samples: 200,
        ..OverlapConfig::default()
    };
    let all = trials(&prepared.collections(), &config, 200, &|| true)
        .unwrap()
        .unwrap();
    let strong = all
        .iter()
        .find(|trial| trial.checker == Checker::Strong)
        .unwrap();
    assert!((strong.truth - 5.0 / 3.0).abs() < 1e-12);
    assert!((0.92..=0.98).contains(&strong.coverage()), "{strong:?}");
    assert!(strong.bias().unwrap().abs() < 0.03, "{strong:?}");
}

#[test]
fn queries_prefer_long_documents_and_the_steps_say_so() {
    let prepared = made(400, 3);
    let config = OverlapConfig {
        samplers: vec![Sampler::Conjunctive],
        samples: 400,
        first: 5,
        ..OverlapConfig::default()
    };
    let measured = prepared.measure(&config, &|| true).unwrap().unwrap();
    let (side, pair) = (&measured.ran[0].sides[0], &measured.ran[0].pairs[0]);
    assert!(
        side.terms_all.unwrap() > 1.1 * side.terms.unwrap(),
        "{side:?}"
    );
    let step = |name: &str| pair.steps.iter().find(|step| step.bias == name).unwrap();
    let (copies, query) = (step("copies").ratio.unwrap(), step("query").ratio.unwrap());
    assert!(query < 0.95 * copies, "{:?}", pair.steps);
    assert_eq!(pair.steps.last().unwrap().ratio, pair.ratio.value);
}

#[test]
fn the_screen_has_the_figures_of_the_command() {
    let work = Work::new();
    corpus(&work);
    let options = Options {
        source: Source::Paths(vec![work.corpus()]),
        settings: Settings::default(),
        index: None,
        in_memory: true,
        threads: 1,
        reuse: Reuse::default(),
        sets: Sets::default(),
    };
    let opened = read_only(&options, &Cancel::default(), |_| {}).expect("the corpus");
    let sides = of_collection(&opened.collection);
    let names: Vec<&str> = sides.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a", "apart", "b"]);
    assert_eq!(sides[0].1[0], DocNo(0));
    let screen = measured(&opened.collection, None, 0.8, &|| true)
        .unwrap()
        .unwrap();
    let ran = work.run(&[
        "overlap",
        "corpus/a",
        "corpus/apart",
        "corpus/b",
        "--in-memory",
        "--format",
        "csv",
    ]);
    for (pair, row) in screen.ran[0].pairs.iter().zip(ran.rows()) {
        let text = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        assert_eq!(
            (row[2].clone(), row[5].clone()),
            (text(pair.ratio.value), text(pair.truth))
        );
        assert_eq!(row[6], pair.samples().to_string());
    }
}

#[test]
fn the_screen_asks_once_and_turns_to_the_next_sampler_and_panel() {
    let world = World::new();
    let mut app = world::app(&world, (80, 24));
    typed(&world, &mut app, "O");
    assert_eq!(app.screen(), Screen::Overlap);
    assert!(app.overlap_view().is_some());
    let effects = typed(&world, &mut app, "Esc O");
    let asks = |effect: &Effect| matches!(effect, Effect::Ask(Request::Overlap));
    assert!(!effects.iter().any(asks));
    typed(&world, &mut app, "m");
    assert_eq!(app.overlap.sampler, 1);
    typed(&world, &mut app, "m m");
    assert_eq!(app.overlap.sampler, 0);
    typed(&world, &mut app, "Down");
    assert_eq!(app.overlap.list.selected, 1);
    typed(&world, &mut app, "Tab Tab Tab q");
    assert_eq!(app.screen(), Screen::Clusters);
}

#[test]
fn a_walk_over_the_overlap_of_two_folders() {
    use crate::support::pty::Pty;
    let work = Work::new();
    corpus(&work);
    let corpus = work.corpus();
    let path = corpus.to_str().expect("a path in UTF-8");
    let mut pty = Pty::start(&[path, "--in-memory"], 120, 36, &[]);
    pty.sees(&["Clusters"]).press("O");
    pty.sees(&["Overlap, conjunctive samples", "from truth to estimate"]);
    pty.press("m").sees(&["Overlap, walk samples"]);
    // The folders without a document in common have no ratio and no row of dashes.
    pty.press("j").sees(&["a relative to apart"]);
    pty.press("j")
        .sees(&["apart relative to b", "nothing in common"]);
    pty.press("\t").resize(80, 24);
    pty.sees(&["apart relative to b"])
        .press("\t")
        .sees(&["By sampler"]);
    pty.press("\t").press("g").sees(&["a relative to apart"]);
    pty.press("q").sees(&["Clusters"]).press("q");
    assert!(pty.ended().success());
    pty.assert_restored();
}
