//! Every result says what it was made from: all commands of the command line that print rows, in all formats.

use clap::{CommandFactory, ValueEnum};
use serde_json::Value;
use shinglescope::cli::Cli;
use shinglescope::report::Format;

use crate::support::{Work, edited, texts_of_elements};

/// The corpora that a result is made from.
#[derive(Clone, Copy, PartialEq)]
enum From {
    Corpus,
    Several,
}

/// Commands that print rows, their arguments, and the corpora of the result.
#[rustfmt::skip]
const COMMANDS: [(&str, &[&str], From); 21] = [
    ("pairs", &["corpus"], From::Corpus),
    ("pairs", &["corpus", "--for", "copied-text"], From::Corpus),
    ("passages", &["corpus"], From::Corpus),
    ("clusters", &["corpus"], From::Corpus),
    ("keep", &["corpus"], From::Corpus),
    ("clusters", &["corpus", "--why", "a.txt", "b.txt"], From::Corpus),
    ("compare", &["corpus/a.txt", "corpus/b.txt"], From::Several),
    ("compare", &["a.txt", "b.txt", "--in", "corpus"], From::Several),
    ("compare", &["--explain", "corpus/a.txt", "corpus/b.txt"], From::Several),
    ("query", &["corpus/a.txt", "--in", "corpus"], From::Corpus),
    ("sources", &["corpus/a.txt", "--in", "corpus"], From::Corpus),
    ("skipped", &["corpus"], From::Corpus),
    ("marks", &["corpus"], From::Corpus),
    ("blocks", &["corpus"], From::Corpus),
    ("overlap", &["corpus", "other", "--samples", "30"], From::Several),
    ("mirrors", &["corpus"], From::Corpus),
    ("review list", &["corpus"], From::Corpus),
    ("review export", &["corpus"], From::Corpus),
    ("sweep", &["corpus", "--k", "3,4", "--threshold", "0.5,0.8"], From::Corpus),
    ("tune", &["corpus"], From::Corpus),
    ("verify", &["corpus"], From::Corpus),
];

/// Commands whose rows can be Parquet.
const COLUMNAR: [&str; 5] = ["pairs", "clusters", "keep", "blocks", "sources"];

fn work() -> Work {
    let work = Work::new();
    for (name, every) in [("a.txt", 0), ("b.txt", 41), ("c.txt", 23)] {
        work.write(name, edited(0, 200, every));
        work.write(&format!("site/x/{name}"), edited(1, 200, every));
    }
    work.write("d.txt", edited(7, 200, 0));
    work.write("empty.txt", "");
    let other = work.path().join("other");
    std::fs::create_dir(&other).unwrap();
    for (name, seed) in [("a.txt", 0), ("e.txt", 9), ("f.txt", 11)] {
        std::fs::write(other.join(name), edited(seed, 200, 0)).unwrap();
    }
    let add = ["review", "add", "corpus", "--in-memory"];
    let journal = ["--journal", "journal.jsonl"];
    let pair = ["--pair", "a.txt", "b.txt", "--decision", "copied"];
    work.done(&[&add[..], &journal, &pair].concat());
    work
}

/// All arguments of a run.
fn words<'a>(command: &'a str, args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    let mut words: Vec<&str> = command.split(' ').collect();
    words.extend(args);
    if !command.starts_with("review") {
        words.push("--in-memory");
    } else {
        words.extend(["--journal", "journal.jsonl"]);
    }
    words.extend(more);
    words
}

/// Checks a description.
fn check(meta: &Value, command: &str, from: From) {
    let is = |name: &str| meta[name].as_str().unwrap_or_default();
    assert_eq!(is("program"), "shinglescope");
    assert_eq!(is("version"), env!("CARGO_PKG_VERSION"));
    assert_eq!(is("command"), command);
    assert!(meta["commit"].is_string(), "{meta}");
    let begin = format!("shinglescope {command}");
    assert!(is("command_line").starts_with(&begin), "{meta}");
    let corpus = |entry: &Value| {
        assert!(entry["documents"].as_u64().unwrap() > 0, "{entry}");
        assert_eq!(entry["fingerprint"].as_str().unwrap().len(), 32, "{entry}");
    };
    assert_eq!(meta["seed"], 0, "{meta}");
    assert_eq!(meta["settings"]["sketching"]["permutations"], 200);
    match from {
        From::Corpus => {
            corpus(&meta["corpus"]);
            assert_eq!(meta["corpus"]["documents"], 7);
            assert_eq!(meta["corpus"]["not_read"], 1);
        }
        From::Several => {
            let all = meta["corpora"].as_array().unwrap();
            assert_eq!(all.len(), 2);
            all.iter().for_each(corpus);
            assert_ne!(all[0]["fingerprint"], all[1]["fingerprint"]);
        }
    }
}

/// Collects the names of all commands and subcommands with the option `long`.
fn with_option(command: &clap::Command, before: &str, long: &str, commands: &mut Vec<String>) {
    for inner in command.get_subcommands() {
        let name = format!("{before}{}", inner.get_name());
        let mut options = inner.get_arguments();
        if options.any(|arg| arg.get_long() == Some(long)) {
            commands.push(name.clone());
        }
        with_option(inner, &format!("{name} "), long, commands);
    }
}

#[test]
fn no_command_that_prints_rows_is_forgotten() {
    let mut commands = Vec::new();
    with_option(&Cli::command(), "", "format", &mut commands);
    assert!(commands.len() > 15, "{commands:?}");
    for name in &commands {
        let is_known = COMMANDS.iter().any(|(command, ..)| command == name);
        assert!(is_known, "{name} is not tested");
    }
}

#[test]
fn every_command_describes_its_result_in_every_format() {
    let work = work();
    for (command, args, from) in COMMANDS {
        for format in Format::value_variants() {
            let name = format.to_possible_value().unwrap().get_name().to_owned();
            let run = |more: &[&str]| {
                let options = [&["--format", &*name][..], more].concat();
                work.run(&words(command, args, &options))
            };
            let context = format!("{command} {args:?} {name}");
            let ran = run(&["--meta", "meta.json"]);
            let is_list = COLUMNAR.contains(&command) && !args.contains(&"--why");
            if format.is_columnar() && !is_list {
                assert_eq!(ran.status, Some(2), "{context}: {}", ran.talk);
                continue;
            }
            if format.is_columnar() {
                let mut program = work.program();
                program.args(words(command, args, &["--format", &name]));
                let bytes = program.output().unwrap().stdout;
                let meta = described(&work);
                check(&meta, command, from);
                let has = |part: &str| bytes.windows(part.len()).any(|w| w == part.as_bytes());
                let mark = meta["corpus"]["fingerprint"].as_str().unwrap();
                // The recorded command line lacks `--meta`, which does not affect the result.
                let line = meta["command_line"].as_str().unwrap();
                assert!(has(mark) && has("version") && has(line), "{context}");
                continue;
            }
            assert_eq!(ran.status, Some(0), "{context}: {}", ran.talk);
            check(&described(&work), command, from);
            in_band(&ran.out, *format, (command, from), &context);
        }
    }
}

/// The description in `meta.json`.
fn described(work: &Work) -> Value {
    let text = std::fs::read_to_string(work.path().join("meta.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Checks the description in the result itself.
fn in_band(out: &str, format: Format, (command, from): (&str, From), context: &str) {
    let metas: Vec<Value> = match format {
        Format::Json => {
            let value: Value = serde_json::from_str(out).expect(context);
            let rows = &value["rows"];
            assert!(rows.is_array() || rows.is_null(), "{context}");
            vec![value["meta"].clone()]
        }
        Format::Jsonl => {
            let lines = out.lines();
            let lines = lines.map(|line| serde_json::from_str(line).expect(context));
            lines
                .filter(|line: &Value| line.get("kind").is_some_and(|kind| kind == "meta"))
                .collect()
        }
        _ => vec![],
    };
    assert!(metas.len() <= 1, "{context}");
    for meta in metas {
        check(&meta, command, from);
    }
}

#[test]
fn a_description_does_not_depend_on_threads_and_names_the_settings() {
    let work = work();
    let out = |more: &[&str]| {
        let line = ["tune", "corpus", "--format", "json", "--in-memory", "--k=3"];
        work.run(&[&line[..], more].concat()).out
    };
    assert_eq!(out(&["--threads", "1"]), out(&["--threads", "2", "-q"]));
    let value: Value = serde_json::from_str(&out(&[])).unwrap();
    assert_eq!(value["meta"]["settings"]["sketching"]["k"], 3);
    let other: Value = serde_json::from_str(&out(&["--seed", "5"])).unwrap();
    assert_eq!(other["meta"]["seed"], 5);
    // The description of the corpus does not depend on the settings.
    assert_eq!(other["meta"]["corpus"], value["meta"]["corpus"]);
    work.write("d.txt", "other words");
    let other: Value = serde_json::from_str(&out(&[])).unwrap();
    assert_ne!(other["meta"]["corpus"], value["meta"]["corpus"]);
}

#[test]
fn a_report_contains_its_description() {
    let work = work();
    let line = "report corpus --in-memory --seed 7 --context=9 --out - --meta meta.json";
    let ran = work.ran_well(line);
    let meta = described(&work);
    assert_eq!(meta["seed"], 7);
    let mark = meta["corpus"]["fingerprint"].as_str().unwrap();
    let line = meta["command_line"].as_str().unwrap();
    for option in ["--seed=7", "--context=9"] {
        assert!(line.contains(option), "{line}");
    }
    let row = format!("Command line</dt><dd class=\"mono\">{line}</dd>");
    for part in [mark, env!("CARGO_PKG_VERSION"), ">7<", &row] {
        assert!(ran.out.contains(part), "{part}");
    }
}

#[test]
fn a_plot_says_what_it_was_made_from() {
    let work = work();
    work.ran_well("tune corpus --in-memory --svg tune");
    assert!(plots_in(&work, "tune") >= 3);
    let labels = "a,b,label\na.txt,b.txt,1\na.txt,d.txt,0\n";
    std::fs::write(work.path().join("labels.csv"), labels).unwrap();
    work.ran_well("sweep corpus --in-memory --k 2,3 --svg sweep --labels labels.csv");
    assert_eq!(plots_in(&work, "sweep"), 5);
}

/// Checks the descriptions of the plots in the folder of a command and counts them.
fn plots_in(work: &Work, command: &str) -> usize {
    let mut plots = 0;
    for entry in std::fs::read_dir(work.path().join(command)).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let svg = texts_of_elements(&text);
        let attribute = |name: &str| svg.get(name).unwrap_or_else(|| panic!("{name}")).as_str();
        let meta = serde_json::from_str(attribute("metadata")).unwrap();
        check(&meta, command, From::Corpus);
        assert!(
            attribute("desc").contains("7 documents"),
            "{}",
            attribute("desc")
        );
        if command == "sweep" {
            // The values of k on the axis, not the configured k.
            assert!(
                attribute("desc").starts_with("k 2, 3; "),
                "{}",
                attribute("desc")
            );
        }
        plots += 1;
    }
    plots
}

#[test]
fn an_anonymous_report_is_described_without_names() {
    let work = work();
    work.ran_well("report corpus --in-memory --anonymous --out r.html --meta meta.json");
    let meta = described(&work);
    assert!(meta["corpus"]["fingerprint"].is_string(), "{meta}");
    assert!(meta.get("command_line").is_none(), "{meta}");
    let page = std::fs::read_to_string(work.path().join("r.html")).unwrap();
    assert!(!page.contains("Command line"), "{page}");
}
