//! The command `report`: its figures, its file, and what it tells of whom.

mod browser;
mod scopes;
#[cfg(unix)]
mod screens;
mod sizes;

use serde_json::Value;

use crate::support::{Ran, Work, edited, words};

/// Answers, two of which take a paragraph from a source, and two near-duplicates.
fn corpus() -> Work {
    let work = Work::new();
    let text = |seed: u64, count: usize| words(seed, count).join(" ");
    let shared = text(90, 60);
    let moved = text(91, 40);
    work.write(
        "essays/anna.txt",
        format!("{}. {shared}. {}. {moved}.", text(1, 200), text(2, 150)),
    );
    work.write(
        "essays/ben.txt",
        format!("{moved}. {}. {shared}. {}.", text(3, 200), text(4, 90)),
    );
    work.write(
        "sources/book.txt",
        format!("{}. {shared}. {}.", text(5, 300), text(6, 50)),
    );
    work.write("pages/one.txt", edited(7, 200, 0));
    work.write("pages/two.txt", edited(7, 200, 37));
    work.write("pages/empty.txt", "");
    work
}

const COPIED: [&str; 2] = ["--for", "copied-text"];

/// Runs `report` with these words, which succeeds.
fn report(work: &Work, args: &[&str]) -> Ran {
    let ran = work.run(&[&["report", "corpus"], args].concat());
    assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
    ran
}

fn json(work: &Work, args: &[&str]) -> Value {
    let ran = report(work, &[args, &["--format", "json", "--out", "-"]].concat());
    serde_json::from_str(&ran.out).unwrap()
}

fn decide(work: &Work, pair: [&str; 2], decision: &str, note: &str) {
    let args = [
        "review",
        "add",
        "corpus",
        "--by",
        "carla",
        "--decision",
        decision,
    ];
    let on = ["--pair", pair[0], pair[1], "--note", note];
    let ran = work.run(&[&args[..], &on].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
}

#[test]
fn figures_and_order_are_those_of_the_lists() {
    let work = corpus();
    for more in [
        &[][..],
        &COPIED[..],
        &["--threshold", "0.2", "--measure", "containment"],
    ] {
        let listed = work.run(&[&["pairs", "corpus", "--format", "json"], more].concat());
        let listed: Vec<Value> = serde_json::from_str(&listed.out).unwrap();
        let audit = json(&work, more);
        let pairs = audit["pairs"].as_array().unwrap();
        assert_eq!(pairs.len(), listed.len());
        assert!(!pairs.is_empty());
        for (pair, row) in pairs.iter().zip(&listed) {
            assert_eq!(
                [&pair["a"]["name"], &pair["b"]["name"]],
                [&row["a"], &row["b"]]
            );
            for figure in row.as_object().unwrap().keys() {
                if !["a", "b"].contains(&&**figure) {
                    assert_eq!(pair["figures"][figure], row[figure], "{figure}");
                }
            }
        }
        let passages = work.run(&[&["passages", "corpus", "--format", "json"], more].concat());
        let passages: Vec<Value> = serde_json::from_str(&passages.out).unwrap();
        let shown = pairs
            .iter()
            .flat_map(|pair| pair["passages"].as_array().unwrap());
        let shown: Vec<[&Value; 2]> = shown.map(|p| [&p["words"], &p["same"]]).collect();
        let told: Vec<[&Value; 2]> = passages.iter().map(|p| [&p["words"], &p["same"]]).collect();
        assert_eq!(shown, told);
    }
}

#[test]
fn a_page_names_what_was_asked_read_and_decided() {
    let work = corpus();
    let pair = ["essays/anna.txt", "essays/ben.txt"];
    decide(&work, pair, "copied", "without <quotation> marks & source");
    // A file of this name is none that the option means.
    std::fs::write(work.path().join("-"), "precious").unwrap();
    let page = report(&work, &[&COPIED[..], &["--out", "-"]].concat()).out;
    for part in [
        "without &lt;quotation&gt; marks &amp; source",
        "carla",
        "pages&#x2f;<wbr>empty.txt",
        "Evidence, not a verdict.",
        "containment of 0.100 or more, or a passage of 25 words or more that keeps 6 words in a row",
        "id=\"p1a1\"",
        "href=\"#p1b1\"",
        "Content-Security-Policy",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let german = report(&work, &["--lang", "de", "--out", "-"]).out;
    assert!(german.contains("Ein Beleg, kein Urteil.") && german.contains("<html lang=\"de\">"));
    let french = report(&work, &["--lang", "fr", "--out", "-"]).out;
    assert!(french.contains("Un indice, pas un verdict."));
    let decided = json(&work, &[&COPIED[..], &["--only-decided"]].concat());
    assert_eq!(decided["pairs"].as_array().unwrap().len(), 1);
    assert_eq!(decided["pairs"][0]["said"]["decision"], "copied");
    assert_eq!(decided["counts"]["judged"], 1);
    // The text changes, and the decision is open again.
    work.write("essays/anna.txt", words(55, 100).join(" "));
    let after = json(&work, &COPIED);
    let said = &after["decisions"][0]["opinion"];
    assert_eq!(said["outdated"]["why"], "text-changed");
}

#[test]
fn a_pair_that_people_decided_differently_is_found_by_each_decision() {
    let work = corpus();
    decide(&work, ["pages/one.txt", "pages/two.txt"], "copied", "");
    let args =
        "review add corpus --by dora --decision different --pair pages/one.txt pages/two.txt";
    let ran = work.run(&args.split(' ').collect::<Vec<_>>());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    let page = report(&work, &["--out", "-"]).out;
    assert!(page.contains("<tr data-d=\"different copied\">"), "{page}");
}

#[test]
fn the_same_corpus_gives_the_same_bytes_but_for_the_date() {
    let work = corpus();
    let dated = regex::Regex::new(r"20\d\d-\d\d-\d\d.\d\d:\d\d").unwrap();
    for format in ["html", "md", "csv", "json", "graphml"] {
        let run = |threads: &str| {
            let args = ["--format", format, "--out", "-", "--threads", threads];
            let text = report(&work, &[&COPIED[..], &args].concat()).out;
            dated.replace_all(&text, "DATE").into_owned()
        };
        assert_eq!(run("1"), run("2"), "{format}");
    }
}

#[test]
fn hidden_names_are_nowhere_and_aliases_survive_renaming() {
    let work = corpus();
    decide(&work, ["pages/one.txt", "pages/two.txt"], "template", "x");
    for format in ["html", "md", "csv", "json", "graphml"] {
        for purpose in [&[][..], &COPIED[..]] {
            let args = [
                "--anonymous",
                "--format",
                format,
                "--out",
                "-",
                "--where",
                "-zzz",
            ];
            let text = report(&work, &[purpose, &args].concat()).out;
            for name in [
                "anna",
                "ben.txt",
                "book",
                "one.txt",
                "two.txt",
                "empty.txt",
                "corpus/",
            ] {
                assert!(!text.contains(name), "{format}: {name}");
            }
            assert!(text.contains("Text "), "{format}");
        }
    }
    let figures = |audit: &Value| -> Vec<(Value, Value, Value)> {
        let pairs = audit["pairs"].as_array().unwrap().iter();
        let mut rows: Vec<(Value, Value, Value)> = pairs
            .map(|p| {
                let mut ends = [p["a"]["name"].to_string(), p["b"]["name"].to_string()];
                ends.sort();
                (
                    ends[0].clone().into(),
                    ends[1].clone().into(),
                    p["figures"]["jaccard"].clone(),
                )
            })
            .collect();
        rows.sort_by_key(|row| [row.0.to_string(), row.1.to_string()]);
        rows
    };
    let args = [&COPIED[..], &["--anonymous"]].concat();
    let before = figures(&json(&work, &args));
    let place = |name: &str| work.corpus().join(name);
    std::fs::rename(place("essays/anna.txt"), place("zoe.txt")).unwrap();
    assert_eq!(figures(&json(&work, &args)), before);
}

#[test]
fn a_file_that_exists_is_left_alone_and_every_error_names_the_way_out() {
    let work = corpus();
    let run = |args: &[&str]| work.run(&[&["report", "corpus", "--out"], args].concat());
    std::fs::write(work.path().join("old.html"), "old").unwrap();
    let told = |args: &[&str], what: &str| {
        let ran = run(args);
        assert_eq!(ran.status, Some(1), "{args:?}");
        assert!(ran.talk.contains(what), "{args:?}: {}", ran.talk);
    };
    told(&["old.html"], "--force");
    told(&["nowhere/new.html"], "there is no folder nowhere");
    told(&["corpus"], "is a folder");
    told(
        &["corpus/pages/one.txt", "--force"],
        "belongs to the corpus",
    );
    decide(&work, ["pages/one.txt", "pages/two.txt"], "template", "x");
    told(&["corpus/review.jsonl", "--force"], "journal of decisions");
    told(&["new.html", "--journal", "none.jsonl"], "none.jsonl");
    told(&["new.html", "--where", "group:nobody"], "--where");
    assert_eq!(run(&["new.html", "--lang", "xx"]).status, Some(2));
    assert_eq!(run(&["new.html", "--context", "much"]).status, Some(2));
    let read = |name: &str| std::fs::read_to_string(work.path().join(name));
    assert_eq!(read("old.html").unwrap(), "old");
    assert!(read("new.html").is_err());
    let ran = run(&["old.html", "--force"]);
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(read("old.html").unwrap().starts_with("<!doctype html>"));
    let left = std::fs::read_dir(work.path()).unwrap();
    let left = left.filter(|e| {
        e.as_ref()
            .unwrap()
            .file_name()
            .to_string_lossy()
            .starts_with('.')
    });
    assert_eq!(left.count(), 0);
}

#[test]
fn tables_and_graphs_have_every_pair() {
    let work = corpus();
    let listed = work.run(&[&["pairs", "corpus", "--format", "csv"], &COPIED[..]].concat());
    let csv = report(
        &work,
        &[&COPIED[..], &["--format", "csv", "--out", "-"]].concat(),
    );
    let first = |rows: Vec<Vec<String>>| -> Vec<Vec<String>> {
        rows.into_iter().map(|row| row[..10].to_vec()).collect()
    };
    assert_eq!(first(csv.rows()), first(listed.rows()));
    let pairs = listed.rows().len();
    let graph = report(
        &work,
        &[&COPIED[..], &["--format", "graphml", "--out", "-"]].concat(),
    )
    .out;
    let parsed = roxmltree::Document::parse(&graph).unwrap();
    let edges = parsed
        .descendants()
        .filter(|node| node.tag_name().name() == "edge");
    assert_eq!(edges.count(), pairs);
    let md = report(
        &work,
        &[&COPIED[..], &["--format", "md", "--out", "-"]].concat(),
    )
    .out;
    assert_eq!(
        md.lines().filter(|line| line.starts_with("### ")).count(),
        pairs
    );
    let few = report(
        &work,
        &[&COPIED[..], &["--limit", "1", "--out", "-"]].concat(),
    )
    .out;
    assert_eq!(few.matches("<article class=\"pair\"").count(), 1);
    assert_eq!(few.matches("<tr data-d=").count(), pairs);
}

#[test]
fn words_are_counted_of_the_documents_there_are_and_not_of_replaced_ones() {
    let work = corpus();
    let report = |place: &[&str]| {
        let args = ["report", "corpus", "--out", "-", "--format", "json"];
        let ran = work.run(&[&args[..], place].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        let report: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        report["corpus"]["words"].as_u64().expect("a number")
    };
    let index = ["--index", "index"];
    assert_eq!(report(&index), 1_650);
    // The index keeps the replaced text until it is written anew.
    work.write("pages/one.txt", edited(8, 100, 0));
    assert_eq!(report(&index), 1_550);
    assert_eq!(report(&["--in-memory"]), 1_550);
}

#[test]
fn lines_of_wrapped_paragraphs_are_joined_and_numbers_are_those_of_the_source() {
    let work = Work::new();
    let shared = words(90, 80);
    let mut wrapped = String::new();
    let mut width = 0;
    for word in &shared {
        let broken = width + 1 + word.len() > 60;
        width = if broken { 0 } else { width } + 1 + word.len();
        wrapped += if broken { "\n" } else { " " };
        wrapped += word;
    }
    let wrapped = wrapped.trim();
    for (name, own) in [("one.txt", 1), ("two.txt", 2)] {
        let own = words(own, 20).join(" ");
        work.write(name, format!("{own}\n\n{wrapped}\n"));
    }
    let page = report(&work, &[&COPIED[..], &["--out", "-"]].concat()).out;
    let text: String = page
        .split('<')
        .filter_map(|part| part.split_once('>'))
        .map(|(_, text)| text)
        .collect();
    let first = wrapped.lines().next().unwrap().split(' ').count();
    let joined = shared[first - 2..first + 2].join(" ");
    assert!(text.contains(&joined), "no {joined:?} in one line");
    assert!(
        text.contains("line 3"),
        "the passage begins on the third line of the source"
    );
}

#[test]
fn a_report_says_which_pairs_are_compared() {
    let work = corpus();
    let archive = ["--new", "corpus/new", "--archive", "corpus/old"];
    for (name, from) in [("new/a.txt", 0), ("old/b.txt", 10), ("old/c.txt", 20)] {
        work.write(name, crate::support::edited(7, 200, from * 3));
    }
    let of_archive = |more: &[&str]| {
        let args = ["report", "--in-memory", "-t", "0.3", "--out", "-"];
        let ran = work.run(&[&args[..], &archive, more].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        ran.out
    };
    let compared =
        "One new document is compared with the 2 of the archive, those not with each other.";
    for format in ["html", "md"] {
        let page = of_archive(&["--format", format]);
        assert!(page.contains(compared), "{page}");
        assert!(page.contains("Every pair that is compared was looked at."));
        assert!(!page.contains("Every pair was looked at."));
    }
    let only = of_archive(&["--format", "md", "--archive-only"]);
    assert!(only.contains("with the 2 of the archive only"), "{only}");
    let said: Value = serde_json::from_str(&of_archive(&["--format", "json"])).unwrap();
    assert_eq!(said["asked"]["compared"]["archive"], 2);
    for more in [&["--for", "copied-text"][..], &[]] {
        let args = ["--group-by", "1", "--format", "md", "--out", "-"];
        let page = report(&work, &[&args[..], more].concat()).out;
        let groups = "documents of one group are not compared with each other.";
        assert!(page.contains(groups) && page.contains("Every pair that is compared"));
    }
    assert!(json(&work, &[])["asked"]["compared"].is_null());
}

#[test]
fn definitions_follow_the_settings() {
    let work = corpus();
    let page = |args: &[&str]| {
        ["html", "md"]
            .map(|format| report(&work, &[args, &["--format", format, "--out", "-"]].concat()).out)
    };
    for page in page(&[]) {
        assert!(
            page.contains("4 consecutive words. A document counts as the set of its shingles.")
        );
        assert!(page.contains("A run of letters and digits, in lower case"));
        assert!(!page.contains("characters"));
    }
    for page in page(&[
        "--bag",
        "--keep-case",
        "--drop-stopwords=en",
        "--drop-numbers",
    ]) {
        assert!(page.contains("the bag of its shingles") && page.contains("as it is written"));
        assert!(
            page.contains("stop-words (en): no figure counts them"),
            "{page}"
        );
        assert!(page.contains("numbers: no figure counts them"));
        assert!(!page.contains("Nothing was left out."));
    }
    for page in page(&["--unit", "char", "--for", "copied-text"]) {
        for said in [
            "consecutive characters",
            "Characters copied",
            "or a passage of 25 characters",
        ] {
            assert!(page.contains(said), "{said}: {page}");
        }
        assert!(!page.contains("words in all") && !page.contains("Words copied"));
    }
}

#[test]
fn a_report_of_some_pairs_says_how_many_there_are() {
    let work = corpus();
    for format in ["html", "md"] {
        for more in [&["--only-decided"][..], &["--where", "words>100000"]] {
            let args = ["--format", format, "--out", "-"];
            let page = report(&work, &[&args[..], more].concat()).out;
            let said = "One pair among 5 documents has nearly the same text. None of them is in this report.";
            assert!(page.contains(said), "{page}");
            assert!(!page.contains("No two of"));
        }
    }
    let filtered = ["--where", "words>100000", "--format", "md", "--out", "-"];
    assert!(
        report(&work, &filtered)
            .out
            .contains("Filter by name: words")
    );
}

#[test]
fn markdown_says_what_was_not_read_and_why_as_the_page_does() {
    let work = Work::new();
    work.write("one.txt", edited(1, 200, 0))
        .write("two.txt", edited(1, 200, 29));
    let page = |more: &[&str]| {
        let args = ["--format", "md", "--out", "-"];
        report(&work, &[&args[..], more].concat()).out
    };
    assert!(page(&[]).contains("- Every file and row was read."));
    work.write("nothing.txt", "");
    work.write("rows.jsonl", "{\"id\": 1}\n");
    let said = page(&[]);
    for words in [
        "- 2 files or rows were not read, 1 of them although they should have been.",
        "  - empty: 1",
        "  - nothing.txt: empty",
        "  - rows.jsonl",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let hidden = page(&["--anonymous"]);
    assert!(
        hidden.contains("  - empty: 1") && !hidden.contains("nothing.txt"),
        "{hidden}"
    );
}

#[test]
fn a_report_says_what_it_has_of_what_was_found() {
    let work = corpus();
    let page =
        |args: &[&str]| report(&work, &[args, &["--format", "md", "--out", "-"]].concat()).out;
    let of_two = page(&["--of", "essays/anna.txt", "--of", "pages/one.txt"]);
    assert!(
        of_two.contains("Found: one pair; this report is about two documents."),
        "{of_two}"
    );
    let long = page(&[&COPIED[..], &["--min-words", "100"]].concat());
    assert!(
        long.contains("or a passage of 100 words or more that keeps 6 words in a row"),
        "{long}"
    );
    let few = page(&[&COPIED[..], &["--limit", "1"]].concat());
    assert!(
        few.contains("The passages of the first 1 are shown further below."),
        "{few}"
    );
}

#[test]
fn a_passage_says_what_it_is_and_where_in_markdown_as_in_a_web_page() {
    let work = Work::new();
    let run = |sign: &str, n: usize| (0..n).map(|i| format!("{sign}{i} ")).collect::<String>();
    for (name, own, heading) in [("c", "c", "Literatur"), ("d", "d", "Bibliographie")] {
        let text = format!(
            "{}\n\n{}\n\n{heading}\n\n[1] {}\n",
            run("w", 40),
            run(own, 20),
            run("r", 15)
        );
        work.write(&format!("{name}.txt"), text);
    }
    let of = |format: &str| {
        let ask = [
            "report",
            "corpus",
            "--in-memory",
            "--threshold",
            "0.1",
            "--out",
            "-",
        ];
        let ran = work.run(&[&ask[..], &["--format", format]].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
        ran.out
    };
    let (page, text) = (of("html"), of("md"));
    assert_eq!(page.matches(">reference list</span>").count(), 1);
    assert_eq!(text.matches(", reference list)").count(), 1, "{text}");
    for line in ["line 1", "line 7"] {
        assert_eq!(page.matches(&format!(">{line}<")).count(), 2, "{line}");
        assert_eq!(
            text.matches(&format!(", {line}:\n")).count(),
            2,
            "{line}: {text}"
        );
    }
}
