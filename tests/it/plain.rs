//! The line-by-line explorer: its figures are those of the commands, and it draws no screens.

use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, edited};

/// Runs the explorer with these options and lines of input.
fn explore(work: &Work, options: &str, lines: impl AsRef<[u8]>) -> Ran {
    let line = format!("corpus --in-memory --plain --quiet {options}");
    let ran = work.run_on(lines.as_ref(), &args_of(&line));
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    ran
}

fn corpus() -> Work {
    let work = Work::new();
    for family in 0..4 {
        for copy in 0..3 {
            work.write(
                &format!("{family}/{copy}.txt"),
                edited(family, 200, copy * 31),
            );
        }
    }
    work.write("evil\x1b[2J.txt", edited(0, 200, 0));
    work
}

#[test]
fn clusters_neighbours_and_comparisons_are_printed_as_sentences() {
    let work = corpus();
    let ran = explore(
        &work,
        "",
        "clusters\ncluster 1\nopen 1\ncompare 1\npassage 1\nwhere\nquit\nnever read\n",
    );
    let rows = work
        .ran("clusters corpus --in-memory --quiet --format csv")
        .rows();
    let first: Vec<&Vec<String>> = rows.iter().filter(|row| row[0] == "1").collect();
    let figure = |text: &str| format!("{:.3}", text.parse::<f64>().unwrap());
    for words in [
        format!("1: {} documents", first.len()),
        format!(
            "similarity from {} to {}",
            figure(&first[0][4]),
            figure(&first[0][6])
        ),
        "0/0.txt: 200 words".into(),
        "Exact 1.000, estimate 1.000".into(),
        "identical".into(),
        "Passage 1: 200 words, from line 1 of the first and line 1 of the second.".into(),
        format!("In both: {}", edited(0, 12, 0)),
        "Open: 0/0.txt.".into(),
    ] {
        assert!(ran.out.contains(&words), "{words:?} in:\n{}", ran.out);
    }
    assert!(
        !ran.out.contains('\x1b') && ran.out.contains("evil␛[2J.txt"),
        "{}",
        ran.out
    );
}

/// A copy with a changed word, and a shared run of four words that is in no passage.
#[test]
fn the_passages_of_two_documents_are_those_of_the_other_commands() {
    let work = Work::new();
    let shared =
        "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen";
    let changed = shared.replace("seven", "SEVENTH");
    let own: String = (0..40).map(|n| format!("own{n} ")).collect();
    let other = own.replace("own", "other");
    work.write(
        "a.txt",
        format!("start alpha beta {shared} {own}red blue green yellow ends"),
    );
    work.write(
        "b.txt",
        format!("other begin {changed} {other}red blue green yellow zap"),
    );
    let plain = |options: &str| explore(&work, options, "open a.txt\ncompare 1\npassage 1\n").out;
    let output = plain("");
    for words in [
        "14 words the same in passages: 0.222 of the first, 0.226 of the second.",
        "Passage 1: 15 words, 14 the same, from line 1 of the first and line 1 of the second.",
        &format!("In the first: {shared}"),
        &format!("In the second: {changed}"),
    ] {
        assert!(output.contains(words), "{words:?} in:\n{output}");
    }
    assert_lacks(&output, "Passage 2");
    let long = "--min-words 30 --set bridge=0";
    assert_contains(&plain(long), "No passage of 30 words or more is shared.");
    for (options, want) in [("", ["1", "14", "14"]), (long, ["0", "0", "0"])] {
        let compare = format!("compare a.txt b.txt --in corpus --format csv {options}");
        let rows = work.ran(&compare).rows();
        let figure = |name: &str| rows.iter().find(|row| row[0] == name).unwrap()[1].clone();
        let figures = ["passages", "longest_passage", "words_the_same"].map(figure);
        assert_eq!(figures, want, "{options}");
        let passages = format!("passages corpus --in-memory -t 0 --format csv {options}");
        let rows = work.ran(&passages).rows();
        assert_eq!(rows.len().to_string(), want[0], "{options}");
    }
}

#[test]
fn another_threshold_gives_the_clusters_of_the_command() {
    let work = corpus();
    let ran = explore(&work, "", "threshold 0.5\n");
    let rows = work.ran("clusters corpus --in-memory --quiet -t 0.5 --format csv");
    let rows = rows.rows();
    let clusters = &rows.last().unwrap()[0];
    let sentence = format!(
        "{clusters} clusters with {} of 13 documents at threshold 0.5;",
        rows.len()
    );
    assert_contains(&ran.out, &sentence);
}

#[test]
fn impossible_commands_are_reported_and_long_lists_are_printed_in_parts() {
    let work = corpus();
    let ran = explore(
        &work,
        "",
        "nonsense\ncompare 1\nopen 3\ncluster 99\nopen nowhere.txt\nthreshold 2\nthreshold 0.01\nopen 0/0.txt\nmore\nmore\n",
    );
    for words in [
        "\"nonsense\" is not a command",
        "no document is open",
        "no cluster is open",
        "type a cluster from 1 to 4",
        "no document \"nowhere.txt\"",
        "pairs are known from 0.3 on",
        "That is all.",
    ] {
        assert!(ran.out.contains(words), "{words:?} in:\n{}", ran.out);
    }
}

#[test]
fn a_line_that_is_not_utf_8_does_not_end_the_session() {
    let work = corpus();
    let ran = explore(&work, "", b"help\n\xe9\nopen \xff\nwhere\r\n");
    let answers = ["is not a command", "no document", "at threshold 0.8"];
    let mut rest = ran.out.split_once("quit: leave").unwrap().1;
    for answer in answers {
        rest = rest.split_once(answer).expect(&ran.out).1;
    }
}

#[test]
fn a_query_on_standard_input_has_the_same_result_as_a_file() {
    let work = corpus();
    let query = |input: &[u8]| {
        let from_input = work.run_on(input, &args_of("query - --in corpus --in-memory"));
        std::fs::write(work.path().join("asked"), input).unwrap();
        let from_file = work.ran("query asked --in corpus --in-memory");
        assert_eq!(from_input.status, from_file.status, "{}", from_input.talk);
        from_input
    };
    for (input, says) in [
        (&b""[..], "standard input is empty"),
        (b"the tide\0comes in", "standard input is binary, not text"),
    ] {
        query(input).fails(1, says);
    }
    let ran = query(edited(0, 200, 0).as_bytes());
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert_contains(&ran.out, "0/0.txt");
}

#[test]
fn copied_text_is_reported_with_the_clusters() {
    let work = Work::new();
    let passage = edited(7, 60, 0);
    for (name, seed) in [("a.txt", 1), ("b.txt", 2)] {
        let around = [edited(seed, 500, 0), edited(seed + 10, 500, 0)];
        work.write(name, format!("{} {passage} {}", around[0], around[1]));
    }
    let ran = explore(&work, "--for copied-text", "clusters\nquit\n");
    let sentence =
        "pairs with a passage of 25 words or more that keeps 6 in a row, whatever their share";
    assert_eq!(ran.out.matches(sentence).count(), 2, "{}", ran.out);
    assert_contains(&ran.out, "`shinglescope pairs --for copied-text` prints it");
    let ran = explore(&work, "", "clusters\nquit\n");
    assert_lacks(&ran.out, "copied text");
}

#[test]
fn decisions_apply_as_on_the_screens() {
    let work = corpus();
    let plain = |more: &[&str]| {
        let args = ["corpus", "--plain", "-t", "0.3"];
        work.run_on(b"quit\n", &[&args[..], more].concat())
    };
    let sentence = "1 pair decided different holds no cluster together";
    assert!(!plain(&[]).talk.contains(sentence));
    let pairs = work
        .ran("pairs corpus -t 0.3 --in-memory --format csv")
        .rows();
    let last = pairs.last().unwrap();
    let [a, b] = [&last[0], &last[1]];
    work.ran_well(&format!(
        "review add corpus --pair {a} {b} --decision different"
    ));
    let ran = plain(&[]);
    assert_contains(&ran.talk, sentence);
    let ignored = plain(&["--decided-different", "ignored"]);
    assert_lacks(&ignored.talk, sentence);
    // Without a terminal and without --plain the clusters are listed, and decisions apply only with an option.
    let listed = |more: &[&str]| work.run(&[&["corpus", "-t", "0.3"][..], more].concat());
    assert!(!listed(&[]).talk.contains(sentence));
    assert_contains(&listed(&["--decided-different", "apart"]).talk, sentence);
}
