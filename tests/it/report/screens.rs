//! Reports from the screens of the real program: the file is that of the command.

use portable_pty::CommandBuilder;

use super::{COPIED, corpus};
use crate::support::pty::{Pty, usual};
use crate::support::{Work, args_of, assert_lacks, program};

/// Starts the screens in the folder of the test.
fn screens(work: &Work, args: &[&str]) -> Pty {
    let mut command = CommandBuilder::new(program());
    command.args(["corpus", "-vv"]);
    command.args(args);
    command.cwd(work.path());
    command.env("USER", "anna");
    for (name, folder) in [
        ("XDG_CACHE_HOME", "cache"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_DATA_HOME", "data"),
    ] {
        command.env(name, work.path().join(folder));
    }
    Pty::run(usual(command), 120, 36)
}

/// A report without its dates and its command line, which a report from the screens does not have.
fn undated(work: &Work, name: &str) -> String {
    let text = std::fs::read_to_string(work.path().join(name)).expect(name);
    let date = regex::Regex::new(r"20\d\d-\d\d-\d\d.\d\d:\d\d").unwrap();
    let line = regex::Regex::new(r"<div><dt>Command line</dt>.*?</div>").unwrap();
    let text = line.replace_all(&text, "");
    date.replace_all(&text, "DATE").into_owned()
}

/// Writes the report by the command with these arguments, and asserts that it equals that of the screens.
fn assert_equals_command(work: &Work, name: &str, args: &str) {
    let command = format!("command-{name}");
    super::run(work, &format!("--out {command} {args}"));
    let (screens, command) = (undated(work, name), undated(work, &command));
    let differing = screens.lines().zip(command.lines()).find(|(a, b)| a != b);
    assert!(screens == command, "{name} {args}: {differing:?}");
}

#[test]
fn a_report_of_everything_and_of_a_cluster_assert_equals_command() {
    let work = corpus();
    work.write("more/three.txt", crate::support::edited(9, 200, 0));
    work.write("more/four.txt", crate::support::edited(9, 200, 41));
    let mut pty = screens(&work, &["--threshold", "0.5"]);
    pty.sees(&["Clusters 2", "read and compared"]).press("gr");
    pty.sees(&["Write a report", "all pairs", "report.html"]);
    pty.press("\r").sees(&["2 pairs in", "report.html ("]);
    assert_equals_command(&work, "report.html", "--threshold 0.5");
    // An existing file is not replaced.
    let before = std::fs::read(work.path().join("report.html")).unwrap();
    pty.press("gr").sees(&["Write a report"]);
    pty.press("\x1b[C").sees(&["this cluster"]).press("\r");
    pty.sees(&["exists and was left as it is"]);
    assert!(std::fs::read(work.path().join("report.html")).unwrap() == before);
    pty.press("gr").sees(&["Write a report"]);
    pty.press("\x1b[C").sees(&["this cluster"]);
    pty.press("\t\x15part.html")
        .sees(&["part.html"])
        .press("\r");
    pty.sees(&["1 pair in", "part.html ("]);
    assert_equals_command(&work, "part.html", "--threshold 0.5 --cluster 1");
    // In the list of members, the report is about the member under the cursor.
    let clusters = work.run(&["clusters", "corpus", "-t", "0.5", "--format", "csv"]);
    let first = clusters.rows()[0][1].clone();
    pty.press("\t").settles();
    pty.press("gr").sees(&["Write a report"]);
    pty.press("\x1b[C\x1b[C")
        .sees(&["the pairs of the member under the cursor"]);
    pty.press("\t\x15member.html")
        .sees(&["member.html"])
        .press("\r");
    pty.sees(&["1 pair in", "member.html ("]);
    let args = format!("--threshold 0.5 --of {first}");
    assert_equals_command(&work, "member.html", &args);
    pty.quits();
    pty.assert_restored();
}

#[test]
fn filtered_pairs_and_all_pairs_of_copied_text_are_those_of_the_command() {
    let work = corpus();
    let mut pty = screens(&work, &args_of(COPIED));
    pty.sees(&["4 pairs"])
        .press("fanna words>50\r")
        .sees(&["2 of 4"]);
    pty.press("gr")
        .sees(&["Write a report", "that match the filter"]);
    pty.press("\t\x15f.html\r")
        .sees(&["2 pairs in", "f.html ("]);
    let filter = "--for copied-text --where 'anna words>50'";
    assert_equals_command(&work, "f.html", filter);
    pty.press("\r")
        .sees(&["pair 1 of 2"])
        .press("gr")
        .sees(&["all pairs"]);
    pty.press("\t\x15p.html\r")
        .sees(&["4 pairs in", "p.html ("]);
    assert_equals_command(&work, "p.html", COPIED);
    pty.press("q").press("\x1b").press("q");
    drop(pty);
}

#[test]
fn the_command_excludes_the_same_as_the_screens_and_a_pair_without_other_text_disappears() {
    let work = corpus();
    let mut pty = screens(&work, &args_of(COPIED));
    pty.sees(&["4 pairs"]).press("fbook\r").sees(&["2 of 4"]);
    pty.press("\r")
        .sees(&["pair 1 of 2", "words the same 60"])
        .press("]");
    pty.sees(&["passage 1 of 1"]).press("di");
    pty.sees(&["4 pairs before, 2 now; this pair is no longer listed; z undoes"]);
    pty.press("q").press("\x1b").sees(&["2 pairs"]).press("gr");
    pty.sees(&["Write a report", "all pairs"]).press("\r");
    pty.sees(&["2 pairs in", "report.html ("]);
    assert_equals_command(&work, "report.html", COPIED);
    pty.press("q").press("q");
    drop(pty);
    let page = |kept| super::report(&work, &format!("{COPIED} --kept-masks {kept}"));
    let pairs = (page("apply").pairs().len(), page("skip").pairs().len());
    assert_eq!(pairs, (2, 4));
    let skipped = "not excluded here, but kept excluded with the corpus: 1 phrase";
    assert!(page("skip").text().contains(skipped) && !page("apply").text().contains(skipped));
    // The report applies the saved exclusions, so it does not report them as ignored.
    let ran = super::run(&work, "--for copied-text --out -");
    assert_lacks(&ran.talk, "this command does not");
    let by_hand = "passage or source that people excluded";
    assert!(page("apply").text().contains(by_hand) && !page("skip").text().contains(by_hand));
}

#[test]
fn files_named_by_options_and_files_in_a_folder_of_templates_are_never_replaced() {
    let work = corpus();
    let folder = work.path().join("task");
    std::fs::create_dir(&folder).unwrap();
    let task = folder.join("task.md");
    std::fs::write(&task, "What did the keeper of the lighthouse see?\n").unwrap();
    let before = std::fs::read(&task).unwrap();
    for output in ["--out", "--drop-list"] {
        let command = if output == "--out" { "report" } else { "keep" };
        work.ran(&format!(
            "{command} corpus --ignore task {output} task/task.md --force"
        ))
        .fails(1, "named by another option too");
    }
    for ignored in ["task", "task/task.md"] {
        let mut pty = screens(&work, &["--ignore", ignored]);
        // Another message may replace "read and compared".
        pty.sees(&["excluded (g e)"]).settles();
        pty.press("gr");
        pty.sees(&["Write a report"]).press("\t\x15task/task.md");
        pty.sees(&["task/task.md"]).press("\t\t\t\t");
        pty.sees(&["▸ if it is there"]).press("\x1b[C");
        pty.sees(&["overwrite it"]).press("\r");
        pty.sees(&["is never overwritten"]);
        pty.press("\x1b").quits();
    }
    assert_eq!(std::fs::read(&task).unwrap(), before);
}
