//! A reviewer's session in the real program, from the first key to the finished report. The corpus is a folder of
//! answers to two questions; each contains the text of the task. The keys are counted.

use portable_pty::CommandBuilder;

use crate::support::pty::{Pty, usual};
use crate::support::{Work, assert_contains, program, words};

/// The text of the task, with which every answer begins.
const TASK: &str = "Answer the following question in your own words and in complete sentences, name the sources that \
    you have used, and do not copy any passage of the course texts without quotation marks.";

/// The number of keys of the session, as in README.md.
const KEYS: usize = 56;

/// Seven answers to each of two questions. The first four answers to a question share a passage of 60 words.
fn answers() -> Work {
    let work = Work::new();
    for question in 1..=2 {
        let copied = words(question, 60).join(" ");
        for student in 1..=7 {
            let own = words(question * 100 + student, 150);
            let (before, rest) = own.split_at(45);
            let (after, other) = rest.split_at(45);
            let middle = match student {
                1..=4 => copied.clone(),
                _ => other.join(" "),
            };
            let text = format!(
                "{TASK}\n\n{}.\n\n{middle}.\n\n{}.\n",
                before.join(" "),
                after.join(" ")
            );
            work.write(&format!("question{question}-student{student}.txt"), text);
        }
    }
    work
}

/// The program on the answers, started in the folder of the test, and the number of keys that were pressed.
struct Session {
    pty: Pty,
    keys: usize,
}

impl Session {
    fn open(work: &Work) -> Self {
        let mut command = CommandBuilder::new(program());
        command.args(["corpus", "--by", "ida", "-vv"]);
        command.cwd(work.path());
        for (name, folder) in [
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_DATA_HOME", "data"),
        ] {
            command.env(name, work.path().join(folder));
        }
        Session {
            pty: Pty::run(usual(command), 120, 36),
            keys: 0,
        }
    }

    /// Presses keys that are one character each.
    fn press(&mut self, keys: &str) -> &mut Self {
        self.keys += keys.chars().count();
        self.pty.press(keys);
        self
    }

    fn sees(&mut self, words: &[&str]) -> &mut Self {
        self.pty.sees(words);
        self
    }
}

#[test]
fn ten_pairs_are_judged_the_task_is_masked_and_the_report_is_written_with_few_keys() {
    let work = answers();
    let mut session = Session::open(&work);
    session.sees(&["91 pairs share copied text"]);
    // The task alone makes every two answers a pair.
    session.press("2").sees(&["91 pairs", "Nobody"]);
    session.press("\r");
    session.sees(&["pair 1 of 91", "2 shared passages"]);
    session.press("di");
    session.sees(&[
        "excluded everywhere: 91 pairs before, 12 now",
        "pair 1 of 12",
    ]);
    session.press("q").sees(&["12 pairs", "excluded"]);
    session.press("d.").sees(&["moves to the next"]);
    session.pty.until("every row is counted", |s| {
        let waiting = ["ounting", "so far", "omparing", "Listing"];
        !waiting.iter().any(|word| s.contains(word))
    });
    for (at, (note, decision)) in [
        ("see p. 3", "dc"),
        ("", "dc"),
        ("", "da"),
        ("", "dc"),
        ("same group", "da"),
        ("", "du"),
        ("", "dc"),
        ("", "dx"),
        ("", "dc"),
        ("", "dc"),
    ]
    .into_iter()
    .enumerate()
    {
        if !note.is_empty() {
            session.keys += "dn".len();
            session.pty.decides("dn", "Note on");
            session.press(note).sees(&[note]);
            session.press("\x13").sees(&["noted"]);
        }
        let judged = format!("{} of 12 decided", at + 1);
        session.press(decision).sees(&[&judged]);
    }
    session.press("gr").sees(&["Write a report", "report.html"]);
    session.press("\r").sees(&["12 pairs in", "report.html ("]);
    session.press("q").sees(&["Clusters"]).press("q");
    assert!(session.pty.ended().success());
    session.pty.assert_restored();
    assert_eq!(session.keys, KEYS);

    let report = std::fs::read_to_string(work.path().join("report.html")).expect("the report");
    let tags = |decision: &str| {
        let row = format!("<tr data-d=\"{decision}\">");
        report.matches(&row).count()
    };
    let counts = ["copied", "acceptable", "unsure", "different", "none"].map(tags);
    assert_eq!(counts, [6, 2, 1, 1, 2]);
    // The report names the mask too.
    for words in ["see p. 3", "same group", "--by=ida", "448", "phrase"] {
        assert_contains(&report, words);
    }
    let journal = work.corpus().join("review.jsonl");
    let lines = std::fs::read_to_string(&journal).expect("the journal");
    assert_eq!(lines.lines().count(), 1 + 1 + 2 + 10, "{lines}");

    // A new session has the mask, the decisions and the notes.
    let mut session = Session::open(&work);
    session.sees(&["Clusters"]);
    session.press("2");
    session.sees(&["12 pairs", "10 of 12 decided", "excluded"]);
    session.press("go");
    session.sees(&["excluded, as last time: 1 phrase; g e"]);
    session.press("q").sees(&["10 of 12 decided"]);
    session.press("gg").sees(&["by ida", "see p. 3"]);
    session.press("ge");
    session.sees(&["phrase: Answer the following", "review.jsonl"]);
    session.sees(&["448 words in 14 documents"]);
    // Without the mask, the task makes pairs again. This change is kept too.
    session.press("D").sees(&["[ ] quotations", "91 pairs"]);
    session.press("q").sees(&["10 of 91 decided"]);
    session.press("q").sees(&["Clusters"]).press("q");
    assert!(session.pty.ended().success());
    let mut session = Session::open(&work);
    session.sees(&["Clusters"]);
    session.press("2").sees(&["91 pairs", "10 of 91 decided"]);
    session.press("q").sees(&["Clusters"]).press("q");
    assert!(session.pty.ended().success());
}

#[test]
fn an_exclusion_counts_the_decided_pairs_that_it_hides() {
    let work = answers();
    let mut session = Session::open(&work);
    session.sees(&["91 pairs share copied text"]);
    session.press("2").sees(&["1 of 91"]);
    // The last pair shares the task alone.
    session.press("G").sees(&["91 of 91"]);
    session.pty.decides("dx", "1 of 91 decided");
    session.press("g").press("g").sees(&["1 of 91"]);
    session
        .press("\r")
        .sees(&["pair 1 of 91", "2 shared passages"]);
    session.press("di");
    session.sees(&["91 pairs before, 12 now; hidden pairs with a decision: 1; z undoes"]);
}

#[test]
fn a_change_of_tab_and_back_counts_nothing_again_and_keeps_the_cursor() {
    let work = answers();
    let mut session = Session::open(&work);
    session.sees(&["91 pairs share copied text"]);
    session.press("2").sees(&["1 of 91"]);
    session.press("jj").sees(&["3 of 91"]);
    session.press("1").sees(&["Clusters", "Jaccard ≥"]);
    session.press("2").sees(&["3 of 91", "containment ≥"]);
    session.press("q").press("q");
    assert!(session.pty.ended().success());
}
