//! Decisions in the real program without an index, and those of other people.

use crate::support::pty::Pty;
use crate::support::{Work, assert_contains, edited};

/// Answers to three tasks: an original and a copy for each.
fn answers() -> Work {
    let work = Work::new();
    for task in 1..=3 {
        work.write(&format!("first{task}.txt"), edited(task, 200, 0));
        work.write(&format!("second{task}.txt"), edited(task, 200, 29));
    }
    work
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
    pty.sees(&["Clusters 2", "read and compared"]);
    // Waits for the row of the decided pair, which appears later than the count above the list.
    pty.press("2").sees(&["1 of 3 decided", "≠ different · by"]);
    pty.decides("dc", "this run writes no file");
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
    pty.sees(&["Clusters 3", "read and compared"]);
    let review = |words: &[&str]| {
        work.done(&[&["review"], words].concat());
    };
    let pair = |at| [format!("first{at}.txt"), format!("second{at}.txt")];
    let decide = ["add", path, "--decision", "different", "--pair"];
    let [a, b] = &pair(1);
    review(&[&decide[..], &[a, b]].concat());
    pty.sees(&["Clusters 2"]);
    pty.press("2").sees(&["1 of 3 decided"]);
    let [a, b] = &pair(2);
    pty.press("1").sees(&["Clusters 2"]);
    review(&[&decide[..], &[a, b, "--by", "ida"]].concat());
    pty.sees(&["1 decision by ida is off: `shinglescope review accept ida PATH`"]);
    review(&["accept", "ida", path]);
    pty.sees(&["they count now"]).sees(&["Clusters 1"]);
    pty.press("q");
    assert!(pty.ended().success());
}
