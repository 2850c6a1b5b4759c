//! Reports of a part of a corpus: a document, clusters.

use super::page::ReportPage;
use super::{COPIED, corpus, decide, report, run};
use crate::support::{Work, assert_contains, assert_lacks, edited, words};

#[test]
fn a_report_of_a_document_has_its_pairs_and_nothing_of_others() {
    let work = corpus();
    decide(&work, "essays/anna.txt essays/ben.txt", "copied", "hers");
    decide(&work, "pages/one.txt pages/two.txt", "template", "secret");
    let all = report(&work, COPIED).names();
    let page = report(&work, "--for copied-text --of sources/book.txt");
    let book = |pair: &&[String; 2]| pair.iter().any(|name| name == "sources/book.txt");
    let expected: Vec<_> = all.iter().filter(book).cloned().collect();
    assert!(expected.len() == 2 && all.len() > 2, "{all:?}");
    assert_eq!(page.names(), expected);
    assert!(page.decisions().is_empty());
    assert!(!page.html.contains("secret") && !page.html.contains("two.txt"));
    let text = page.text();
    for sentence in [
        "This report is about one document, compared with all 5: sources/book.txt .",
        "It has 2 pairs.",
    ] {
        assert!(text.contains(sentence), "{sentence}: {text}");
    }
    let page = report(&work, "--for copied-text --of pages/two.txt");
    assert!(page.html.contains("secret"));
}

#[test]
fn a_report_of_a_cluster_has_the_pairs_within_it() {
    let work = corpus();
    work.write("more/three.txt", crate::support::edited(9, 200, 0));
    work.write("more/four.txt", crate::support::edited(9, 200, 41));
    let full = report(&work, "");
    let maps = full.maps();
    assert_eq!(maps.len(), 2);
    for (at, map) in maps.iter().enumerate() {
        let part = report(&work, &format!("--cluster {}", at + 1));
        let has = |pair: &&[String; 2]| pair.iter().all(|name| map.members.contains(name));
        let expected: Vec<_> = full.names().iter().filter(has).cloned().collect();
        assert_eq!(part.names(), expected);
        assert_eq!(part.maps(), std::slice::from_ref(map));
    }
    let both = report(&work, "--cluster 1 --cluster 2");
    assert_eq!(both.names(), full.names());
    for (args, message) in [
        ("--cluster 3", "there are 2, from 1"),
        ("--of nobody.txt", "no document"),
        (
            "--for copied-text --cluster 1",
            "--cluster names a cluster of near-duplicates",
        ),
    ] {
        let ran = work.ran(&format!("report corpus --out x.html {args}"));
        assert_ne!(ran.status, Some(0), "{args:?}");
        assert_contains(&ran.talk, message);
        assert!(!work.path().join("x.html").exists());
    }
}

#[test]
fn a_filter_may_ask_for_decisions() {
    let work = corpus();
    decide(&work, "essays/anna.txt essays/ben.txt", "copied", "hers");
    let page = report(
        &work,
        "--for copied-text --where 'decision:copied note:hers'",
    );
    assert_eq!(page.names(), [["essays/anna.txt", "essays/ben.txt"]]);
}

#[test]
fn if_decisions_split_clusters_the_numbering_is_explained() {
    let work = corpus();
    work.write("more/three.txt", crate::support::edited(9, 200, 0));
    work.write("more/four.txt", crate::support::edited(9, 200, 41));
    decide(
        &work,
        "pages/one.txt pages/two.txt",
        "different",
        "another page",
    );
    let ran = run(&work, "--cluster 1 --out -");
    assert_contains(
        &ran.talk,
        "as `clusters --decided-different apart` numbers them",
    );
    let kept = ReportPage { html: ran.out }.names();
    assert_eq!(kept, [["more/four.txt", "more/three.txt"]]);
    let full = run(&work, "--out -");
    assert_lacks(&full.talk, "numbers them");
    let second = [["pages/one.txt", "pages/two.txt"]];
    let ignored = report(&work, "--cluster 2 --decided-different ignored");
    assert_eq!(ignored.names(), second);
}

#[test]
fn a_decision_on_a_cluster_is_open_again_if_documents_joined_or_left() {
    let work = Work::new();
    let text = |end: &str| format!("{} {end}", crate::support::edited(3, 200, 0));
    for name in ["1", "2", "3"] {
        work.write(&format!("{name}.txt"), text(name));
    }
    work.ran_well("review add corpus --decision copied --cluster 1.txt 2.txt 3.txt");
    let check = |open: &str| {
        let page = report(&work, "");
        let decisions = page.decisions();
        assert_eq!(decisions.len(), 1, "{decisions:?}");
        for text in [&decisions[0], &page.maps()[0].text] {
            let again = text.find("open again: ").map(|at| &text[at..]);
            let is = again.map_or(open.is_empty(), |text| {
                !open.is_empty() && text.starts_with(open)
            });
            assert!(is, "{open}: {text}");
        }
    };
    check("");
    work.write("4.txt", text("4"));
    check("open again: new in the cluster: 4.txt");
    for gone in ["3.txt", "4.txt"] {
        std::fs::remove_file(work.corpus().join(gone)).unwrap();
    }
    check("open again: left the cluster: 3.txt");
}

#[test]
fn all_decisions_are_listed_and_those_open_again_are_marked() {
    let work = Work::new();
    let text = |end: &str| format!("{} {end}", crate::support::edited(3, 200, 0));
    for name in ["1", "2", "3"] {
        work.write(&format!("{name}.txt"), text(name));
    }
    for subject in [
        "--cluster 1.txt 2.txt 3.txt",
        "--document 1.txt",
        "--pair 1.txt 2.txt",
        "--pair 2.txt 3.txt",
    ] {
        work.ran_well(&format!("review add corpus --decision copied {subject}"));
    }
    work.write("3.txt", text("changed"));
    let page = report(&work, "");
    let table = page.decisions();
    let open = "open again: text changed";
    for (name, is_open) in [
        ("cluster 1.txt 2.txt 3.txt copied", true),
        ("document 1.txt copied", false),
        ("pair 1 1.txt 2.txt copied", false),
        ("pair 3 2.txt 3.txt copied", true),
    ] {
        let row = table.iter().find(|row| row.starts_with(name));
        let row = row.unwrap_or_else(|| panic!("{name}: {table:?}"));
        assert_eq!(row.contains(open), is_open, "{row}");
    }
    let passages = page.articles().concat();
    assert_eq!(passages.matches(open).count(), 1, "{passages}");
    for sentence in [
        "People decided on 1 of 3 pairs. 2 decisions are open again, because a text or a cluster changed; 1 of these not on a pair of this report.",
        "Open again 1",
        "copied 1, reopened 1",
    ] {
        assert!(page.text().contains(sentence), "{}", page.text());
    }
}

#[test]
fn documents_count_all_pairs_also_if_the_report_lists_only_the_first() {
    let work = Work::new();
    let common = words(1, 20).join(" ");
    for document in 0..202 {
        let own = words(1_000 + document, 10).join(" ");
        work.write(&format!("{document}.txt"), format!("{common} {own}"));
    }
    let page = report(&work, COPIED);
    assert_contains(&page.text(), "20,301 pairs among 202 documents share text");
    assert_contains(&page.text(), "These are the first 20,000 of 20,301.");
    let rows = page.section("documents");
    assert_eq!(rows.matches("<td class=\"n\">201</td>").count(), 202);
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
fn only_clusters_with_a_pair_of_the_report_are_listed() {
    let work = two_clusters();
    let report_of = |line: &str| report(&work, &format!("--threshold .5 {line}"));
    let maps = |line: &str| -> Vec<usize> {
        let maps = report_of(line).maps().into_iter();
        maps.map(|map| map.members.len()).collect()
    };
    assert_eq!(maps(""), [3, 2]);
    assert_eq!(maps("--where c1"), [2]);
    assert_eq!(maps("--where a3"), [3]);
    assert_eq!(maps("--of a1.txt"), [3]);
    decide(&work, "a1.txt a2.txt", "copied", "secret");
    for (filter, has) in [("c1", false), ("a2", true)] {
        let decisions = report_of(&format!("--where {filter}")).decisions().concat();
        assert_eq!(decisions.contains("secret"), has);
    }
    assert_eq!(maps("--only-decided"), [3]);
    assert_eq!(maps("--where decision:copied"), [3]);
}

#[test]
fn a_cluster_with_only_one_document_of_a_pair_is_not_listed_for_the_pair() {
    // Complete linkage excludes the third document, whose name sorts first or last.
    for third in ["a.txt", "y.txt"] {
        let work = Work::new();
        for (name, change) in [("m1.txt", 0), ("m2.txt", 61), (third, 17)] {
            work.write(name, edited(1, 200, change));
        }
        let linked = "--threshold .6 --linkage complete";
        let all = report(&work, linked);
        let members = all.maps()[0].members.clone();
        assert_eq!(members.len(), 2, "{members:?}");
        let outside = all.names().into_iter().flatten();
        let outside = outside.into_iter().find(|name| !members.contains(name));
        let outside = outside.expect("a pair between clusters");
        let page = report(&work, &format!("{linked} --of {outside}"));
        assert!(page.maps().is_empty() && !page.names().is_empty());
    }
}

#[test]
fn the_head_reports_that_a_filter_excluded_pairs() {
    let work = two_clusters();
    decide(&work, "a1.txt a2.txt", "copied", "");
    for (args, says) in [
        (
            "--of c1.txt",
            "It has one pair. Nobody decided on a pair yet.",
        ),
        (
            "--of c1.txt --only-decided",
            "Of its pairs none passes the filter. Nobody decided on a pair in this report yet.",
        ),
        (
            "--of a1.txt --where a2",
            "Of its pairs one passes the filter. People decided on 1 of 1 pair in this report.",
        ),
        (
            "--where c1",
            "One of them is in this report. Nobody decided on a pair in this report yet.",
        ),
    ] {
        let page = report(&work, &format!("--threshold .5 {args}")).text();
        assert!(page.contains(says), "{args:?}: {page}");
    }
}
