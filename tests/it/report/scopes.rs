//! Reports of a part of a corpus: a document, a pair, clusters.

use serde_json::Value;

use super::{COPIED, corpus, decide, json, report};
use crate::support::{Work, edited};

/// The names of the pairs of a report.
fn pairs(audit: &Value) -> Vec<(String, String)> {
    let name = |pair: &Value, side: &str| pair[side]["name"].as_str().unwrap().to_owned();
    let pairs = audit["pairs"].as_array().unwrap().iter();
    pairs
        .map(|pair| (name(pair, "a"), name(pair, "b")))
        .collect()
}

#[test]
fn a_report_of_a_document_has_its_pairs_and_nothing_of_others() {
    let work = corpus();
    decide(
        &work,
        ["essays/anna.txt", "essays/ben.txt"],
        "copied",
        "hers",
    );
    decide(
        &work,
        ["pages/one.txt", "pages/two.txt"],
        "template",
        "secret",
    );
    let all = pairs(&json(&work, &COPIED));
    let of = [&COPIED[..], &["--of", "sources/book.txt"]].concat();
    let audit = json(&work, &of);
    let book = |(a, b): &&(String, String)| [a, b].iter().any(|name| *name == "sources/book.txt");
    let expected: Vec<_> = all.iter().filter(book).cloned().collect();
    assert!(expected.len() == 2 && all.len() > 2, "{all:?}");
    assert_eq!(pairs(&audit), expected);
    assert_eq!(audit["asked"]["scope"]["what"], "document");
    assert_eq!(audit["counts"]["kept"], 2);
    assert_eq!(audit["decisions"].as_array().unwrap().len(), 0);
    let page = report(&work, &[&of[..], &["--out", "-"]].concat()).out;
    assert!(!page.contains("secret") && !page.contains("two.txt"));
    assert!(page.contains("This report is about one document, compared with all 5:"));
    let of = [&COPIED[..], &["--of", "pages/two.txt"]].concat();
    assert!(
        report(&work, &[&of[..], &["--out", "-"]].concat())
            .out
            .contains("secret")
    );
}

#[test]
fn two_documents_are_reported_also_where_they_are_no_pair() {
    let work = corpus();
    let of = |a: &str, b: &str| json(&work, &["--of", a, "--of", b, "--where", "words>99999"]);
    let far = of("pages/two.txt", "essays/anna.txt");
    let expected = [("essays/anna.txt".to_owned(), "pages/two.txt".to_owned())];
    assert_eq!(pairs(&far), expected);
    let figures = &far["pairs"][0]["figures"];
    assert_eq!(
        (&figures["jaccard"], &figures["words"]),
        (&0.0.into(), &0.into())
    );
    assert_eq!(far["groups"].as_array().unwrap().len(), 0);
    let near = of("pages/one.txt", "pages/two.txt");
    let whole = json(&work, &[]);
    let listed = &whole["pairs"].as_array().unwrap()[0];
    assert_eq!(near["pairs"][0]["figures"], listed["figures"]);
    assert_eq!(near["pairs"][0]["passages"], listed["passages"]);
}

#[test]
fn a_report_of_a_cluster_has_the_pairs_within_it() {
    let work = corpus();
    work.write("more/three.txt", crate::support::edited(9, 200, 0));
    work.write("more/four.txt", crate::support::edited(9, 200, 41));
    let whole = json(&work, &[]);
    let groups = whole["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 2);
    for group in groups {
        let number = group["number"].to_string();
        let part = json(&work, &["--cluster", &number]);
        let members: Vec<&str> = group["members"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m.as_str().unwrap())
            .collect();
        let has = |(a, b): &&(String, String)| members.contains(&&**a) && members.contains(&&**b);
        let expected: Vec<_> = pairs(&whole).iter().filter(has).cloned().collect();
        assert_eq!(pairs(&part), expected);
        assert_eq!(&part["groups"][0]["members"], &group["members"]);
        assert_eq!(part["groups"].as_array().unwrap().len(), 1);
    }
    let both = json(&work, &["--cluster", "1", "--cluster", "2"]);
    assert_eq!(pairs(&both), pairs(&whole));
    for (args, said) in [
        (&["--cluster", "3"][..], "there are 2, from 1"),
        (&["--of", "nobody.txt"], "no document"),
        (
            &["--of", "pages/one.txt", "--of", "pages/one.txt"],
            "two different",
        ),
        (
            &["--for", "copied-text", "--cluster", "1"],
            "--cluster is of near-duplicates",
        ),
    ] {
        let ran = work.run(&[&["report", "corpus", "--out", "x.html"], args].concat());
        assert_ne!(ran.status, Some(0), "{args:?}");
        assert!(ran.talk.contains(said), "{args:?}: {}", ran.talk);
        assert!(!work.path().join("x.html").exists());
    }
}

#[test]
fn a_filter_may_ask_for_decisions() {
    let work = corpus();
    decide(
        &work,
        ["essays/anna.txt", "essays/ben.txt"],
        "copied",
        "hers",
    );
    let audit = json(
        &work,
        &[&COPIED[..], &["--where", "decision:copied note:hers"]].concat(),
    );
    let expected = [("essays/anna.txt".to_owned(), "essays/ben.txt".to_owned())];
    assert_eq!(pairs(&audit), expected);
}

#[test]
fn where_a_decision_parts_clusters_it_is_said_how_they_are_numbered() {
    let work = corpus();
    work.write("more/three.txt", crate::support::edited(9, 200, 0));
    work.write("more/four.txt", crate::support::edited(9, 200, 41));
    decide(
        &work,
        ["pages/one.txt", "pages/two.txt"],
        "different",
        "another page",
    );
    let ran = report(&work, &["--cluster", "1", "--format", "json", "--out", "-"]);
    assert!(
        ran.talk
            .contains("as `clusters --decided-different apart` numbers them"),
        "{}",
        ran.talk
    );
    let audit: Value = serde_json::from_str(&ran.out).unwrap();
    let kept = ("more/four.txt".to_owned(), "more/three.txt".to_owned());
    assert_eq!(pairs(&audit), [kept]);
    let whole = report(&work, &["--format", "json", "--out", "-"]);
    assert!(!whole.talk.contains("numbers them"), "{}", whole.talk);
    // The setting of the corpus holds here too, and the option.
    let second = ("pages/one.txt".to_owned(), "pages/two.txt".to_owned());
    let args = ["--cluster", "2", "--decided-different", "ignored"];
    let named = std::slice::from_ref(&second);
    assert_eq!(pairs(&json(&work, &args)), named);
    work.write(
        ".shinglescope.toml",
        "[settings]\ndecided-different = \"ignored\"\n",
    );
    assert_eq!(pairs(&json(&work, &args[..2])), named);
}

#[test]
fn a_decision_on_a_cluster_is_open_again_where_documents_came_or_left() {
    let work = Work::new();
    let text = |end: &str| format!("{} {end}", crate::support::edited(3, 200, 0));
    for name in ["1", "2", "3"] {
        work.write(&format!("{name}.txt"), text(name));
    }
    let decided = work.run(&[
        "review",
        "add",
        "corpus",
        "--by",
        "ida",
        "--decision",
        "copied",
        "--cluster",
        "1.txt",
        "2.txt",
        "3.txt",
    ]);
    assert_eq!(decided.status, Some(0), "{}", decided.talk);
    let open = || {
        let audit = json(&work, &[]);
        let decisions = audit["decisions"].as_array().unwrap().clone();
        assert_eq!(decisions.len(), 1, "{decisions:?}");
        let outdated = &audit["groups"][0]["said"]["opinions"][0]["outdated"];
        let opinion = &decisions[0]["opinion"]["outdated"];
        assert_eq!(opinion, outdated);
        opinion.clone()
    };
    assert_eq!(open(), Value::Null);
    work.write("4.txt", text("4"));
    let came = serde_json::json!({ "why": "new-members", "names": ["4.txt"] });
    assert_eq!(open(), came);
    for gone in ["3.txt", "4.txt"] {
        std::fs::remove_file(work.corpus().join(gone)).unwrap();
    }
    let left = serde_json::json!({ "why": "members-left", "names": ["3.txt"] });
    assert_eq!(open(), left);
}

#[test]
fn markdown_has_all_decisions_and_says_which_are_open_again() {
    let work = Work::new();
    let text = |end: &str| format!("{} {end}", crate::support::edited(3, 200, 0));
    for name in ["1", "2", "3"] {
        work.write(&format!("{name}.txt"), text(name));
    }
    let add = |on: &[&str], note: &str| {
        let by = [
            "review",
            "add",
            "corpus",
            "--by",
            "ida",
            "--decision",
            "copied",
        ];
        let ran = work.run(&[&by[..], &["--note", note], on].concat());
        assert_eq!(ran.status, Some(0), "{}", ran.talk);
    };
    add(&["--cluster", "1.txt", "2.txt", "3.txt"], "on all");
    add(&["--document", "1.txt"], "on one");
    add(&["--pair", "1.txt", "2.txt"], "on these");
    add(&["--pair", "2.txt", "3.txt"], "on those");
    work.write("3.txt", text("changed"));
    let page = report(&work, &["--format", "md", "--out", "-"]).out;
    let decisions = page.split("## Decisions").nth(1).expect("a section");
    let table = decisions.split("\n## ").next().unwrap();
    for (on, names, open) in [
        (
            "cluster",
            "1.txt, 2.txt, 3.txt",
            "open again: the text has changed",
        ),
        ("document", "1.txt", ""),
        ("pair", "1.txt, 2.txt", ""),
        ("pair", "2.txt, 3.txt", "open again: the text has changed"),
    ] {
        let is_it = |row: &&str| {
            row.starts_with(&format!("| {on}")) && row.contains(&format!("| {names} |"))
        };
        let row = table
            .lines()
            .find(is_it)
            .unwrap_or_else(|| panic!("{on} {names}: {table}"));
        assert_eq!(row.contains("open again"), !open.is_empty(), "{row}");
        assert!(row.contains(open), "{row}");
    }
    let passages = page.split("## Passages").nth(1).expect("a section");
    assert_eq!(
        passages.matches("open again: the text has changed").count(),
        1,
        "{passages}"
    );
}

/// Three near-duplicates, and two others.
fn two_clusters() -> Work {
    let work = Work::new();
    for (name, seed, change) in [
        ("a1", 1, 0),
        ("a2", 1, 37),
        ("a3", 1, 61),
        ("c1", 2, 0),
        ("c2", 2, 41),
    ] {
        work.write(&format!("{name}.txt"), edited(seed, 200, change));
    }
    work
}

#[test]
fn maps_have_all_lines_and_only_clusters_with_a_pair_of_the_report_are_drawn() {
    let work = two_clusters();
    let low = ["--threshold", ".5"];
    let maps = |args: &[&str]| {
        let audit = json(&work, &[&low[..], args].concat());
        let group = |group: &Value| {
            let edges = group["edges"].as_array().unwrap();
            (group["size"].as_u64().unwrap(), edges.len())
        };
        let groups = audit["groups"].as_array().unwrap();
        groups.iter().map(group).collect::<Vec<_>>()
    };
    assert_eq!(maps(&[]), [(3, 3), (2, 1)]);
    assert_eq!(maps(&["--where", "c1"]), [(2, 1)]);
    assert_eq!(maps(&["--where", "a3"]), [(3, 3)]);
    assert_eq!(maps(&["--of", "a1.txt"]), [(3, 3)]);
    decide(&work, ["a1.txt", "a2.txt"], "copied", "secret");
    for (filter, has) in [("c1", false), ("a2", true)] {
        let audit = json(&work, &[&low[..], &["--where", filter]].concat());
        assert_eq!(audit["decisions"].to_string().contains("secret"), has);
    }
    assert_eq!(maps(&["--only-decided"]), [(3, 3)]);
    assert_eq!(maps(&["--where", "decision:copied"]), [(3, 3)]);
    let page = report(&work, &[&low[..], &["--out", "-"]].concat()).out;
    for map in ["3 documents with 3 pairs;", "2 documents with one pair;"] {
        assert!(page.contains(&format!("Map of {map}")), "{map}");
    }
}

#[test]
fn a_cluster_of_one_document_of_a_pair_is_not_that_of_the_pair() {
    // Complete linkage keeps the third out, whose name comes first or last.
    for third in ["a.txt", "y.txt"] {
        let work = Work::new();
        for (name, change) in [("m1.txt", 0), ("m2.txt", 61), (third, 17)] {
            work.write(name, edited(1, 200, change));
        }
        let linked = ["--threshold", ".6", "--linkage", "complete"];
        let all = json(&work, &linked);
        assert_eq!(all["groups"][0]["size"], 2, "{all}");
        let left: Vec<String> = pairs(&all).into_iter().flat_map(|(a, b)| [a, b]).collect();
        let members = all["groups"][0]["members"].as_array().unwrap();
        let outside = left
            .iter()
            .find(|name| !members.contains(&name.as_str().into()));
        let outside = outside.expect("a pair between clusters");
        let audit = json(&work, &[&linked[..], &["--of", outside]].concat());
        assert_eq!(audit["groups_in_all"], 0, "{audit}");
    }
}

#[test]
fn the_head_says_that_a_filter_left_pairs_out() {
    let work = two_clusters();
    decide(&work, ["a1.txt", "a2.txt"], "copied", "");
    for format in ["md", "html"] {
        let page = |args: &[&str]| {
            let usual = ["--threshold", ".5", "--format", format, "--out", "-"];
            report(&work, &[&usual[..], args].concat()).out
        };
        for (args, says) in [
            (
                &["--of", "c1.txt"][..],
                "It has one pair. None has been judged by a person.",
            ),
            (
                &["--of", "c1.txt", "--only-decided"],
                "Of its pairs none passes the filter. No pair in this report has been judged by a person.",
            ),
            (
                &["--of", "a1.txt", "--where", "a2"],
                "Of its pairs one passes the filter. 1 of 1 in this report has been judged by a person.",
            ),
            (
                &["--where", "c1"],
                "One of them is in this report. No pair in this report has been judged by a person.",
            ),
        ] {
            let page = page(args);
            assert!(page.contains(says), "{format} {args:?}: {page}");
        }
        // Two documents that are no pair by the rule.
        let two = page(&["--of", "a1.txt", "--of", "c1.txt"]);
        assert!(!two.contains("It has one pair"), "{two}");
    }
}

#[test]
fn a_report_of_two_documents_names_no_third_one() {
    let work = corpus();
    let two = ["--of", "essays/anna.txt", "--of", "sources/book.txt"];
    let page = report(&work, &[&COPIED[..], &two, &["--out", "-"]].concat()).out;
    assert!(page.contains("book.txt"), "{page}");
    assert!(!page.contains("ben.txt"), "{page}");
    let all = report(&work, &[&COPIED[..], &["--out", "-"]].concat()).out;
    assert!(all.contains("ben.txt"));
}
