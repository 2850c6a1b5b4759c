//! The real program in a real terminal: every slider is moved, and the figures on the screen are
//! those that the commands print for the same settings, on the demo corpus.

use std::collections::HashMap;

use crate::support::pty::Pty;
use crate::support::{Work, args_of};

/// The summary figures of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Made {
    pairs: usize,
    clusters: usize,
    documents: usize,
    largest: usize,
}

/// Parses the line above the plot: `at 0.80: 38 pairs · 22 clusters with 53 documents, largest 4`.
fn shown(screen: &str) -> Option<(String, Made)> {
    let line = screen
        .lines()
        .find_map(|line| line.trim_start().strip_prefix("near-duplicates at "))?;
    let (threshold, rest) = line.split_once(": ")?;
    let numbers: Vec<usize> = rest
        .split(|c: char| !c.is_ascii_digit() && c != ',')
        .filter_map(|n| n.replace(',', "").parse().ok())
        .collect();
    let [pairs, clusters, documents, largest] = numbers[..] else {
        return None;
    };
    let made = Made {
        pairs,
        clusters,
        documents,
        largest,
    };
    Some((threshold.to_owned(), made))
}

/// The figures that `pairs` and `clusters` print.
fn printed(work: &Work, corpus: &[&str], settings: &[&str]) -> Made {
    let fixed = ["--format", "csv", "--quiet", "--in-memory"];
    let rows = |command: &str, left_out: Option<&str>| {
        let mut args = vec![command];
        // The demo has its own command; other commands use the demo if no corpus is given.
        args.extend(corpus.iter().filter(|path| **path != "demo"));
        let mut rest = settings;
        // `pairs` computes no clusters, so it has no linkage option.
        if let Some(at) = left_out.and_then(|name| rest.iter().position(|arg| *arg == name)) {
            args.extend(&rest[..at]);
            rest = &rest[at + 2..];
        }
        args.extend(rest);
        args.extend(fixed);
        let ran = work.run(&args);
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
        ran.rows()
    };
    let clusters = rows("clusters", None);
    let mut sizes: HashMap<&str, usize> = HashMap::new();
    for row in &clusters {
        *sizes.entry(&row[0]).or_default() += 1;
    }
    Made {
        pairs: rows("pairs", Some("--linkage")).len(),
        clusters: sizes.len(),
        documents: clusters.len(),
        largest: sizes.values().copied().max().unwrap_or(0),
    }
}

/// The figures that `sweep` prints for these settings, if its own options can express them.
fn swept(work: &Work, corpus: &[&str], settings: &[&str], threshold: &str) -> Option<Made> {
    let mut args = vec!["sweep"];
    args.extend(corpus.iter().filter(|path| **path != "demo"));
    let (mut k, mut rest) = ("4", &[][..]);
    match settings {
        [] | ["--threshold", _] => {}
        ["--k", other] => k = other,
        ["--bag"] => rest = &["--bag", "count"],
        ["--measure", _] | ["--unit", _] | ["--seed", _] => {
            rest = settings;
        }
        ["--set", "hash-bits=32"]
        | ["--set=keep-case=true"]
        | ["--set=drop-numbers=true"]
        | ["--fold-confusables"] => {
            rest = settings;
        }
        _ => return None,
    }
    args.extend(["--k", k, "--threshold", threshold]);
    args.extend(rest);
    args.extend(["--format", "csv", "--quiet", "--in-memory"]);
    let ran = work.run(&args);
    assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
    let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
    let columns = reader.headers().unwrap().clone();
    let row = reader.records().next().unwrap().unwrap();
    let number = |name: &str| {
        let at = columns.iter().position(|column| column == name).unwrap();
        row[at].parse::<usize>().unwrap()
    };
    Some(Made {
        pairs: number("pairs"),
        clusters: number("clusters"),
        documents: number("documents"),
        largest: number("largest"),
    })
}

/// The sliders from top to bottom: name, keys that move it, keys that move it back, its value in between, and the
/// equivalent options.
const MOVES: [[&str; 5]; 19] = [
    ["threshold", "hhhhh", "lllll", ".75", "--threshold .75"],
    ["method", "l", "h", "exact", "--method exact"],
    ["measure", "l", "h", "containment", "--measure containment"],
    ["recall", "l", "h", ".995", "--set recall=0.995"],
    ["bands × rows", "l", "#auto\r", "25×8", "--set bands=25x8"],
    ["linkage", "l", "h", "complete", "--linkage complete"],
    ["unit", "l", "h", "char", "--unit char"],
    ["k", "l", "h", "5", "--k 5"],
    ["repeats", "l", "h", "count", "--bag"],
    ["hash bits", "h", "l", "32", "--set hash-bits=32"],
    [
        "letter case",
        "l",
        "h",
        "as written",
        "--set=keep-case=true",
    ],
    ["look-alikes", "l", "h", "folded", "--fold-confusables"],
    [
        "line hyphens",
        "l",
        "h",
        "joined",
        "--set=join-hyphens=true",
    ],
    ["numbers", "l", "h", "excluded", "--set=drop-numbers=true"],
    [
        "stop-words",
        "l",
        "h",
        "without de",
        "--set=drop-stopwords=de",
    ],
    ["sketch", "l", "h", "fss", "--sketch fss"],
    ["permutations", "l", "h", "256", "--permutations 256"],
    ["value bits", "h", "l", "16", "--bits 16"],
    ["seed", "#1\r", "#0\r", "1", "--seed 1"],
];

/// Waits until the screen shows a slider at a value, and final figures.
fn settled(pty: &mut Pty, name: &str, value: &str, threshold: &str, made: Made) {
    let row = format!("{name:<12}");
    let what = format!("{name} at {value}, {made:?} at {threshold}");
    pty.until(&what, |screen| {
        let at_value = screen.lines().any(|line| {
            line.contains(&row) && line.contains(&format!("{value}▸"))
                || line.contains(&row) && line.contains(&format!("{value} "))
        });
        let waiting = screen.contains("new settings:")
            || screen
                .lines()
                .rev()
                .nth(1)
                .is_some_and(|status| status.contains(" …"));
        at_value && !waiting && shown(screen) == Some((threshold.to_owned(), made))
    });
}

fn walk(corpus: &[&str]) {
    let work = Work::new();
    let lsh = |settings: &[&'static str]| -> Vec<&'static str> {
        if settings.contains(&"--method") {
            settings.to_vec()
        } else {
            ["--method", "lsh"]
                .into_iter()
                .chain(settings.iter().copied())
                .collect()
        }
    };
    let mut args = corpus.to_vec();
    args.extend(["--method", "lsh", "--in-memory"]);
    let mut pty = Pty::start(&args, 200, 50, &[]);
    pty.sees(&["Clusters ", "compared"]);
    pty.press("5")
        .sees(&["Settings", "missed by LSH?", "LSH would miss"]);
    let base = printed(&work, corpus, &lsh(&[]));
    let mut by_sweep = 0;
    for (i, [name, there, back, value, options]) in MOVES.into_iter().enumerate() {
        let options = &args_of(options)[..];
        if i > 0 {
            pty.press("j");
        }
        if name == "unit" {
            // Skips the slider for pairs decided different, which the demo does not have.
            pty.press("j");
        }
        let made = printed(&work, corpus, &lsh(options));
        let threshold = if name == "threshold" { value } else { ".80" };
        if let Some(swept) = swept(&work, corpus, options, threshold) {
            let exact = [&["--method", "exact"], options].concat();
            let exact = printed(&work, corpus, &exact);
            assert_eq!(swept, exact, "sweep, {options:?}");
            by_sweep += 1;
        }
        pty.press(there);
        settled(&mut pty, name, value, threshold, made);
        pty.press(back);
        pty.until("the figures from before", |screen| {
            shown(screen) == Some((".80".to_owned(), base)) && !screen.contains("new settings:")
        });
    }
    assert_eq!(by_sweep, 10);
    pty.press("q").sees(&["Clusters "]);
    pty.quits();
    pty.assert_restored();
}

#[test]
fn every_slider_shows_what_the_commands_print_on_the_demo() {
    walk(&["demo"]);
}

/// The figures of the answer to "missed by LSH?": all pairs, missed pairs, candidates in vain, and all candidates.
fn bands_answer(screen: &str) -> Option<[usize; 4]> {
    let answer = screen.split_once("LSH would miss ")?.1;
    let words = answer.split_whitespace().map(|word| word.replace(',', ""));
    let numbers: Vec<usize> = words.filter_map(|word| word.parse().ok()).collect();
    Some([numbers[1], numbers[0], numbers[2], numbers[3]])
}

#[test]
fn figures_of_bands_are_those_of_verify_and_tune() {
    let work = Work::new();
    // Figures of a row of the given kind that a command prints for bands and rows.
    let row = |command: &[&str], kind: &str, (bands, rows), names: &[&str]| -> Vec<usize> {
        let fixed = ["--format", "csv", "--quiet", "--in-memory"];
        let bands = format!("--set=bands={bands}x{rows}");
        let ran = work.run(&[command, &[&*bands], &fixed].concat());
        let mut reader = csv::Reader::from_reader(ran.out.as_bytes());
        let columns = reader.headers().unwrap().clone();
        let row = reader
            .records()
            .map(Result::unwrap)
            .find(|row| &row[0] == kind);
        let row = row.unwrap_or_else(|| panic!("{}", ran.talk));
        let figure = |name: &&str| {
            let at = columns.iter().position(|column| column == *name).unwrap();
            row[at].parse::<usize>().unwrap_or(0)
        };
        names.iter().map(figure).collect()
    };
    let printed = |bands, rows| -> [usize; 4] {
        let names = args_of("pairs_of_texts missed wasted below_floor candidates");
        let tuned = row(&["tune"], "banding", (bands, rows), &names);
        let verify = ["verify", "--methods", "lsh"];
        let names = ["found", "missed", "candidates"];
        let verified = row(&verify, "method", (bands, rows), &names);
        let (true_pairs, missed, candidates) = (verified[0], verified[1], verified[2]);
        assert_eq!(
            tuned[0],
            true_pairs + missed,
            "{bands} bands of {rows} rows"
        );
        assert_eq!(tuned[1], missed);
        assert_eq!(tuned[2] + tuned[3], candidates - true_pairs);
        assert_eq!(tuned[4], candidates);
        [tuned[0], tuned[1], tuned[2] + tuned[3], tuned[4]]
    };
    let mut pty = Pty::start(&["demo", "--in-memory"], 200, 50, &[]);
    pty.sees(&["Clusters ", "compared"]);
    pty.press("5").sees(&["auto 28×7", "LSH would miss"]);
    pty.press("jjjj");
    for (bands, rows) in [("20", "10"), ("14", "14"), ("40", "5"), ("100", "2")] {
        let want = printed(bands, rows);
        pty.press(&format!("#{bands}x{rows}\r"));
        let value = format!("{bands}×{rows}");
        pty.until(&format!("{value}: {want:?}"), |screen| {
            screen.contains(&value) && bands_answer(screen) == Some(want)
        });
    }
    pty.press("\x03");
    assert!(pty.ended().success());
}
