//! The command `review`: decisions and their journal on disk.

mod different;
mod hardships;

use std::path::PathBuf;

use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, edited};

/// Five documents: three versions of a text, and two of another.
fn corpus() -> Work {
    let work = Work::new();
    for (name, seed, every) in [
        ("one/a.txt", 1, 0),
        ("one/b.txt", 1, 29),
        ("one/c.txt", 1, 37),
        ("two/d.txt", 2, 0),
        ("two/e.txt", 2, 41),
    ] {
        // With a capital, so that --keep-case changes terms.
        work.write(name, format!("The {}", edited(seed, 200, every)));
    }
    work
}

/// Runs `review` with these arguments; it must succeed.
fn review(work: &Work, args: &[&str]) -> Ran {
    let ran = work.run(&[&["review"], args].concat());
    assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
    ran
}

/// Adds a decision of anna.
fn add(work: &Work, pair: [&str; 2], decision: &str, more: &[&str]) {
    let args = ["add", "corpus", "--by", "anna", "--decision", decision];
    review(
        work,
        &[&args[..], &["--pair", pair[0], pair[1]], more].concat(),
    );
}

fn list(work: &Work, more: &[&str]) -> Vec<Vec<String>> {
    let args = args_of("list corpus --quiet --format csv");
    review(work, &[&args[..], more].concat()).rows()
}

fn journal(work: &Work) -> PathBuf {
    work.corpus().join("review.jsonl")
}

const AB: [&str; 2] = ["one/a.txt", "one/b.txt"];
const DE: [&str; 2] = ["two/d.txt", "two/e.txt"];

#[test]
fn a_decision_is_saved_with_figures_and_settings_and_can_be_changed_and_withdrawn() {
    let work = corpus();
    add(&work, AB, "copied", &["--note", "page 3"]);
    let args = args_of("pairs corpus --for copied-text --format csv --quiet");
    let pairs = work.run(&args).rows();
    let pair = pairs.iter().find(|row| row[..2] == AB).unwrap();
    let in_k_4 = work.ran("pairs corpus --format csv --quiet --threshold 0.1");
    let in_k_4 = in_k_4
        .rows()
        .into_iter()
        .find(|row| row[..2] == AB)
        .unwrap();
    let rows = list(&work, &[]);
    assert_eq!(rows.len(), 1);
    let row = &rows[0];
    assert_eq!(row[..6], ["pair", AB[0], AB[1], "copied", "holds", ""]);
    assert_eq!(row[6], "anna");
    assert!(row[7].ends_with('Z'), "{}", row[7]);
    assert_eq!(row[8], in_k_4[3], "Jaccard");
    assert_eq!(row[9], pair[7], "words");
    assert_eq!(row[10..], ["0.8", "4", "jaccard", "page 3"]);
    // A note stays if none is given.
    add(&work, AB, "acceptable", &[]);
    assert_eq!(list(&work, &[])[0][13], "page 3");
    let note = [
        "add", "corpus", "--by", "anna", "--pair", AB[1], AB[0], "--note", "",
    ];
    review(&work, &note);
    let rows = list(&work, &[]);
    assert_eq!((&*rows[0][3], &*rows[0][13]), ("acceptable", ""));
    add(&work, AB, "undecided", &[]);
    assert!(list(&work, &[]).is_empty());
    let text = std::fs::read_to_string(journal(&work)).unwrap();
    assert_eq!(text.lines().count(), 5, "{text}");
    assert!(text.starts_with("{\"shinglescope\":\"review\",\"format\":1}\n{\"when\":\""));
}

#[test]
fn decisions_survive_a_move_a_copy_another_name_and_other_settings() {
    let work = corpus();
    add(&work, AB, "copied", &[]);
    add(&work, DE, "different", &[]);
    let elsewhere = work.path().join("else/where");
    std::fs::create_dir_all(elsewhere.parent().unwrap()).unwrap();
    std::fs::rename(work.corpus(), &elsewhere).unwrap();
    std::fs::create_dir(work.corpus()).unwrap();
    let name = |at: &str| elsewhere.join(at);
    std::fs::rename(name("one/a.txt"), name("renamed.txt")).unwrap();
    std::fs::copy(name("renamed.txt"), name("copy.txt")).unwrap();
    let args = args_of("list else/where --quiet --format csv");
    for more in [
        &[][..],
        &["--k", "7", "--set=keep-case=true"],
        &["--in-memory"],
    ] {
        let ran = review(&work, &[&args[..], more].concat());
        let rows = ran.rows();
        let columns: Vec<&[String]> = rows.iter().map(|row| &row[1..5]).collect();
        assert_eq!(columns.len(), 2, "{more:?}: {}", ran.out);
        assert_eq!(columns[0][1..], ["one/b.txt", "copied", "holds"]);
        assert!(
            ["copy.txt", "renamed.txt"].contains(&&*columns[0][0]),
            "{}",
            ran.out
        );
        assert_eq!(columns[1], [DE[0], DE[1], "different", "holds"]);
    }
}

#[test]
fn documents_and_clusters_are_decided_too() {
    let work = corpus();
    let options = ["--by", "ben", "--decision", "acceptable"];
    let decide = |more: &[&str]| review(&work, &[&["add", "corpus"], &options[..], more].concat());
    decide(&["--document", "two/d.txt"]);
    decide(&["--cluster", "one/c.txt", "one/a.txt", "one/b.txt"]);
    let rows = list(&work, &[]);
    let subjects: Vec<&[String]> = rows.iter().map(|row| &row[..3]).collect();
    assert_eq!(subjects[0], ["document", "two/d.txt", ""]);
    assert_eq!(
        subjects[1],
        ["cluster", "one/a.txt", "one/b.txt; one/c.txt"]
    );
    for (filter, n) in [("cluster", 1), ("cluster or document", 2), ("by:anna", 0)] {
        assert_eq!(list(&work, &["--where", filter]).len(), n, "{filter}");
    }
}

#[test]
fn tune_accepts_labels_exported_from_the_journal() {
    let work = corpus();
    add(&work, AB, "copied", &[]);
    add(
        &work,
        ["one/a.txt", "two/d.txt"],
        "different",
        &["--note", "=1+1"],
    );
    add(&work, DE, "copied", &[]);
    // The last accepted decision counts, whoever made it.
    let ben = ["add", "corpus", "--by", "ben", "--pair", DE[0], DE[1]];
    review(&work, &[&ben[..], &["--decision", "template"]].concat());
    review(&work, &["accept", "ben", "corpus"]);
    add(&work, ["one/a.txt", "one/c.txt"], "unsure", &[]);
    let ran = review(&work, &["export", "corpus", "--quiet"]);
    let rows = ran.rows();
    let labels: Vec<String> = rows.iter().map(|row| row[..4].join(" ")).collect();
    assert_eq!(
        labels,
        [
            "one/a.txt one/b.txt yes copied",
            "one/a.txt one/c.txt unsure unsure",
            "one/a.txt two/d.txt no different",
            "two/d.txt two/e.txt no template",
        ]
    );
    assert_eq!(rows[0][4].len(), 16);
    std::fs::write(work.path().join("labels.csv"), &ran.out).unwrap();
    let tuned = work.done(&args_of("tune corpus --labels labels.csv --format json"));
    assert_contains(&tuned.talk, "1 pair is labelled \"unsure\"");
    work.write("one/b.txt", "other text than before, and shorter");
    let json = review(&work, &["export", "corpus", "--format", "json", "--quiet"]);
    assert_eq!(json.json_rows().len(), 3, "without what is open again");
    let safe = review(&work, &["export", "corpus", "--csv-safe", "--quiet"]);
    assert_contains(&safe.out, "'=1+1");
}

/// A journal by ida: the pair DE is different, and the first words of three documents are excluded.
fn by_ida() -> (Work, String) {
    let (work, phrase) = (corpus(), "The beginning of all");
    for (name, seed, every) in [
        ("one/a.txt", 1, 0),
        ("one/b.txt", 1, 29),
        ("one/c.txt", 1, 37),
    ] {
        work.write(name, format!("{phrase} {}", edited(seed, 200, every)));
    }
    let args = args_of("add corpus --by ida --decision different --pair");
    review(&work, &[&args[..], &DE].concat());
    let mask = format!(
        "{{\"when\":\"2026-11-22T19:40:01Z\",\"by\":\"ida\",\"on\":\"mask\",\"mask\":{{\"phrase\":\"{phrase}\"}},\"masked\":true}}\n"
    );
    let text = std::fs::read_to_string(journal(&work)).unwrap() + &mask;
    std::fs::write(journal(&work), &text).unwrap();
    (work, text)
}

const OFF: &str =
    "1 decision and 1 exclusion by ida are off: `shinglescope review accept ida PATH`";

#[test]
fn a_journal_by_somebody_else_hides_nothing_until_it_is_accepted() {
    let (work, text) = by_ida();
    let run = |args: &[&str]| {
        let ran = work.run(&[args, &["-t", "0.4", "--format", "csv"]].concat());
        assert_eq!(ran.status, Some(0), "{args:?}: {}", ran.talk);
        ran
    };
    let clusters = ["clusters", "corpus", "--decided-different", "apart"];
    let pairs = ["pairs", "corpus", "--kept-masks", "apply"];
    let filter = ["pairs", "corpus", "--where", "decision:different"];
    let (two, all) = (run(&clusters), run(&pairs));
    assert_eq!(two.rows().len(), 5);
    assert_eq!(all.out, run(&["pairs", "corpus"]).out);
    let none = run(&filter);
    assert!(none.rows().is_empty());
    let report = ["report", "corpus", "--out", "-", "-t", "0.4"];
    let page = work.run(&report);
    assert_contains(&page.out, "No decision on a pair is applied.");
    assert_contains(&page.out, &format!("Not applied here: {OFF}."));
    assert_eq!(page.out.matches("ida").count(), 2);
    let export = review(&work, &["export", "corpus"]);
    assert!(export.rows().is_empty());
    let listed = review(&work, &["list", "corpus", "--format", "csv"]);
    assert_eq!(listed.rows()[0][3..7], ["different", "off", "", "ida"]);
    assert_contains(&listed.talk, "ida excludes phrase: The beginning of all");
    for talk in [
        two.talk,
        all.talk,
        none.talk,
        page.talk,
        export.talk,
        listed.talk,
    ] {
        assert_eq!(talk.matches(OFF).count(), 1, "{talk}");
    }
    // For its author the journal applies without acceptance.
    let own = [&clusters[..], &["--by", "ida"]].concat();
    assert_eq!(run(&own).rows().len(), 3);
    work.ran("review accept ben corpus")
        .fails(1, "nothing by ben is off");
    assert_eq!(std::fs::read_to_string(journal(&work)).unwrap(), text);
    let accepted = review(&work, &["accept", "ida", "corpus"]);
    assert_contains(
        &accepted.talk,
        "1 decision and 1 exclusion by ida: accepted by anna",
    );
    let parted = run(&clusters);
    assert!(
        parted.rows().len() == 3 && !parted.talk.contains("off"),
        "{}",
        parted.talk
    );
    assert_contains(&run(&pairs).talk, "excluded as phrase: 12 words in 3 spans");
    assert_eq!(run(&filter).rows().len(), 1);
    assert!(work.run(&report).out.contains("ida"));
    assert_eq!(list(&work, &[])[0][4], "holds");
}

#[test]
fn the_screens_ask_once_at_the_start_and_one_key_accepts() {
    use crate::support::pty::Pty;
    let (work, text) = by_ida();
    let corpus = work.corpus();
    let args = [corpus.to_str().unwrap(), "-t", "0.4"];
    let question = [
        "Off until you accept it",
        "1 decision and 1 exclusion by ida",
        "excludes phrase: The beginning of all",
    ];
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&question).press("\r").press("\x1b");
    pty.until("no dialog", |screen| !screen.contains(question[0]));
    pty.sees(&["Clusters 2"]).quits();
    assert_eq!(std::fs::read_to_string(journal(&work)).unwrap(), text);
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&question).press("A");
    pty.sees(&["Clusters 1", "excluded"]).quits();
    let now = std::fs::read_to_string(journal(&work)).unwrap();
    let (_, added) = now.split_at(text.len());
    assert!(
        added.lines().count() == 1
            && added.contains("\"by\":\"anna\",\"on\":\"person\",\"accepts\":\"ida\""),
        "{added}"
    );
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&["Clusters 1", "excluded"]).quits();
}

#[test]
fn a_journal_in_the_corpus_is_no_document() {
    let work = corpus();
    let args = args_of("pairs corpus --format csv");
    let before = work.run(&args);
    add(&work, AB, "copied", &[]);
    std::fs::copy(journal(&work), work.corpus().join("one/review-2.jsonl")).unwrap();
    let after = work.run(&args);
    assert_eq!((&before.out, &before.talk), (&after.out, &after.talk));
    let skipped = work.ran("skipped corpus --format csv --quiet");
    assert!(skipped.rows().is_empty(), "{}", skipped.out);
    work.ran("pairs corpus/review.jsonl")
        .fails(1, "is a journal of decisions");
    // If another file has this name, it is a document, and the journal is in the data folder.
    let other = Work::new();
    other.write(
        "review.jsonl",
        "{\"id\":\"1\",\"text\":\"one two three four five\"}\n",
    );
    other.write("a.txt", "one two three four five six");
    let add = ["review", "add", "corpus", "--decision", "copied"];
    let pair = ["--pair", "a.txt", "review.jsonl#1"];
    let ran = other.run(&[&add[..], &pair].concat());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_contains(&ran.talk, "is a document");
    assert_contains(&ran.talk, "data/shinglescope/reviews/review-corpus-");
}

#[test]
fn the_journal_of_several_paths_is_in_the_data_folder_and_that_of_a_file_beside_it() {
    let work = corpus();
    let add = ["add", "corpus/one", "corpus/two", "--decision", "copied"];
    review(&work, &[&add[..], &["--document", "one/a.txt"]].concat());
    let folder = work.path().join("data/shinglescope/reviews");
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().collect();
    assert_eq!(files.len(), 1);
    use std::os::unix::fs::PermissionsExt;
    let metadata = files[0].as_ref().unwrap().metadata().unwrap();
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    let add = ["add", "corpus/one/a.txt", "--decision", "unsure"];
    review(&work, &[&add[..], &["--document", "a.txt"]].concat());
    assert!(work.corpus().join("one/review.jsonl").is_file());
    // With `--in-memory` only a journal that `--journal` names is written.
    let add = ["add", "corpus", "--decision", "unsure", "--in-memory"];
    let add = [&add[..], &["--document", "one/a.txt"]].concat();
    work.run(&[&["review"], &add[..]].concat())
        .fails(1, "--journal");
    review(&work, &[&add[..], &["--journal", "named.jsonl"]].concat());
    assert!(work.path().join("named.jsonl").is_file() && !journal(&work).exists());
}

#[test]
fn control_characters_in_names_and_notes_do_not_reach_the_terminal() {
    let work = corpus();
    let note = "\x1b[31mred\u{202e}\x1b]0;x\x07";
    add(&work, AB, "copied", &["--note", note]);
    let ran = review(&work, &["list", "corpus"]);
    assert!(
        !ran.out.contains(['\x1b', '\x07', '\u{202e}']),
        "{:?}",
        ran.out
    );
    let by = args_of("add corpus --by \x1b[2Jben --decision unsure");
    let ran = review(&work, &[&by[..], &["--pair", AB[0], AB[1]]].concat());
    assert!(!ran.talk.contains('\x1b'), "{:?}", ran.talk);
    let text = std::fs::read_to_string(journal(&work)).unwrap();
    assert!(!text.contains(['\x1b', '\u{202e}']), "JSON escapes them");
}

#[test]
fn missing_or_invalid_arguments_are_wrong_usage() {
    let work = corpus();
    for line in [
        "add corpus --decision copied",
        "add corpus --pair one/a.txt one/b.txt",
        "add corpus --pair one/a.txt --decision copied",
        "add corpus --document one/a.txt --decision guilty",
        "add corpus --document one/a.txt --decision copied --by=",
        "list corpus --where copied>1",
        "list corpus --format parquet",
        "",
    ] {
        let ran = work.ran(&format!("review {line}"));
        assert_eq!(ran.status, Some(2), "{line}: {}", ran.talk);
    }
    work.ran("review add corpus --document x --decision copied")
        .fails(1, "no document \"x\"");
    assert!(!journal(&work).exists());
    let none = review(&work, &["list", "corpus"]);
    assert_contains(
        &none.talk,
        "no decisions yet; they would be in corpus/review.jsonl",
    );
}

/// Two people decide independently; one journal is appended to the other.
#[test]
fn journals_are_joined_by_appending_one_to_the_other() {
    let work = corpus();
    add(&work, AB, "copied", &[]);
    add(&work, DE, "copied", &["--journal", "ben.jsonl"]);
    add(&work, AB, "template", &["--journal", "ben.jsonl"]);
    let theirs = std::fs::read(work.path().join("ben.jsonl")).unwrap();
    let ours = std::fs::read(journal(&work)).unwrap();
    for joined in [[&*ours, &*theirs], [&*theirs, &*ours]] {
        std::fs::write(journal(&work), joined.concat()).unwrap();
        let ran = review(&work, &["list", "corpus", "--format", "csv"]);
        let mut columns: Vec<String> = ran.rows().iter().map(|row| row[1..4].join(" ")).collect();
        columns.sort();
        assert_eq!(
            columns,
            [
                format!("{} template", AB.join(" ")),
                format!("{} copied", DE.join(" "))
            ]
        );
        assert_lacks(&ran.talk, "no act");
    }
}
