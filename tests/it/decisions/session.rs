//! An editor's session in the real program: pairs are judged, and the journal is there when it is opened again.

use crate::support::pty::Pty;
use crate::support::{Work, assert_contains, edited};

/// Answers to three tasks: of each an original and a copy.
fn answers() -> Work {
    let work = Work::new();
    for task in 1..=3 {
        work.write(&format!("first{task}.txt"), edited(task, 200, 0));
        work.write(&format!("second{task}.txt"), edited(task, 200, 29));
    }
    work
}

#[test]
fn three_pairs_are_judged_with_a_note_and_are_there_when_the_corpus_is_opened_again() {
    let work = answers();
    let corpus = work.corpus();
    let path = corpus.to_str().expect("a path in UTF-8");
    let index = work.index();
    let index = index.to_str().expect("a path in UTF-8");
    let args = [path, "--index", index, "--by", "ida", "--threshold", "0.5"];
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&["Clusters 3", "everything done"]).press("2");
    pty.sees(&["Pairs 3"])
        .press("d.")
        .sees(&["comes by itself"]);
    pty.press("dc").sees(&["1 of 3 judged"]);
    pty.press("da").sees(&["2 of 3 judged"]);
    pty.press("dntask given")
        .sees(&["Note on the pair decided last", "task given"]);
    pty.press("\x13").sees(&["noted"]);
    pty.press("dt").sees(&["3 of 3 judged"]);
    pty.press("q").sees(&["Clusters 3"]).press("q");
    assert!(pty.ended().success());
    pty.assert_restored();
    let journal = std::fs::read_to_string(corpus.join("review.jsonl")).unwrap();
    assert_eq!(journal.lines().count(), 5, "{journal}");

    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&["Clusters 3"]).press("2");
    pty.sees(&["3 of 3 judged", "copied", "acceptable", "template"]);
    pty.press("Gk").sees(&["by ida", "task given"]);
    pty.press("ga").sees(&["review.jsonl", "4 of 4 acts"]);
    pty.press("q").press("q").sees(&["Clusters 3"]).press("q");
    assert!(pty.ended().success());
}

#[test]
fn in_memory_the_decisions_of_the_corpus_count_and_none_is_added() {
    let work = answers();
    let corpus = work.corpus();
    let path = corpus.to_str().expect("a path in UTF-8");
    let ask = |args: &[&str]| {
        let ran = work.run(args);
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
        ran.out
    };
    let decide = ["review", "add", path, "--decision"];
    let pair = ["different", "--pair", "first1.txt", "second1.txt"];
    ask(&[&decide[..], &pair].concat());
    let journal = corpus.join("review.jsonl");
    let before = std::fs::read_to_string(&journal).unwrap();
    let memory = ["--threshold", "0.5", path, "--in-memory"];

    let plain = ask(&[&memory[..], &["--plain"]].concat());
    assert_contains(&plain, "2 clusters with 4 of");
    let mut pty = Pty::start(&memory, 120, 36, &[]);
    pty.sees(&["Clusters 2", "everything done"]);
    pty.press("2").sees(&["1 of 3 judged"]);
    pty.press("dc").sees(&["not kept: this run writes no file"]);
    pty.press("q").press("q");
    assert!(pty.ended().success());
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), before);
}

#[test]
fn decisions_of_others_count_once_accepted() {
    let work = answers();
    let corpus = work.corpus();
    let path = corpus.to_str().expect("a path in UTF-8");
    let args = [path, "--in-memory", "--threshold", "0.5"];
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&["Clusters 3", "everything done"]);
    let review = |words: &[&str]| {
        work.done(&[&["review"], words].concat());
    };
    let pair = |at| [format!("first{at}.txt"), format!("second{at}.txt")];
    let decide = ["add", path, "--decision", "different", "--pair"];
    let [a, b] = &pair(1);
    review(&[&decide[..], &[a, b]].concat());
    pty.sees(&["Clusters 2"])
        .press("2")
        .sees(&["1 of 3 judged"]);
    let [a, b] = &pair(2);
    pty.press("q").sees(&["Clusters 2"]);
    review(&[&decide[..], &[a, b, "--by", "ida"]].concat());
    pty.sees(&["1 decision by ida is off: `review accept ida`"]);
    review(&["accept", "ida", path]);
    pty.sees(&["they count now"])
        .sees(&["Clusters 1"])
        .press("q");
    assert!(pty.ended().success());
}
