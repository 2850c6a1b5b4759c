//! The sources of a text: the command against brute force, and the Document screen.

mod screen;

use std::io::Write;
use std::process::Stdio;

use crate::support::{Ran, Work, words};

/// Lines of about ten words.
fn prose(words: &[String]) -> String {
    let lines: Vec<String> = words.chunks(10).map(|line| line.join(" ")).collect();
    lines.join("\n")
}

/// Seven texts. The answer has 60 words of one source, 30 of another and a template of 25 words that stands
/// in two further texts; one of its sources stands there twice.
fn corpus() -> (Work, Vec<(String, Vec<String>)>) {
    let own = |seed: u64, n: usize| words(seed, n);
    let (a, b, template) = (own(1, 200), own(2, 200), own(9, 25));
    let answer = [
        &template[..],
        &own(3, 20),
        &a[50..110],
        &own(4, 40),
        &b[10..40],
        &own(5, 20),
    ];
    let texts = vec![
        ("answer.txt", answer.concat()),
        ("orig_a.txt", a.clone()),
        ("orig_a_again.txt", a),
        ("orig_b.txt", b),
        ("other_1.txt", [&template[..], &own(6, 100)].concat()),
        ("other_2.txt", [&template[..], &own(7, 100)].concat()),
        ("unrelated.txt", own(8, 150)),
    ];
    let work = Work::new();
    let texts: Vec<(String, Vec<String>)> =
        texts.into_iter().map(|(n, w)| (n.to_owned(), w)).collect();
    for (name, words) in &texts {
        work.write(name, format!("Grüße: {}", prose(words)));
    }
    (work, texts)
}

/// Sources by the definition, where all copies are verbatim and words hardly repeat: name, words, passages,
/// longest. A word is held by a document that has it in a run of at least ten words.
fn brute(
    answer: &[String],
    others: &[(String, Vec<String>)],
) -> Vec<(String, usize, usize, usize)> {
    let runs = |other: &[String]| {
        let mut held = vec![false; answer.len()];
        for i in 0..answer.len() {
            for j in 0..other.len() {
                let run = answer[i..]
                    .iter()
                    .zip(&other[j..])
                    .take_while(|(a, b)| a == b);
                let run = run.count();
                if run >= 10 {
                    held[i..i + run].fill(true);
                }
            }
        }
        held
    };
    let held: Vec<_> = others
        .iter()
        .map(|(name, other)| (name, runs(other)))
        .collect();
    let holders = |at: usize| held.iter().filter(|(_, h)| h[at]).count();
    let mut free = vec![true; answer.len()];
    let mut rest: Vec<_> = held.iter().filter(|(_, h)| h.contains(&true)).collect();
    let mut out = Vec::new();
    while !rest.is_empty() {
        let gain = |h: &[bool]| {
            let mine = (0..answer.len()).filter(|at| h[*at] && free[*at]);
            mine.map(|at| 1.0 / holders(at) as f64).sum::<f64>()
        };
        let all = |h: &[bool]| h.iter().filter(|held| **held).count() as f64;
        // The greatest gain, then all its words where nothing is left, then the first name.
        let key = |h: &[bool]| (gain(h), all(h));
        let mut best = 0;
        for i in 1..rest.len() {
            if key(&rest[i].1) > key(&rest[best].1) {
                best = i;
            }
        }
        let (name, h) = rest.remove(best);
        let words = (0..answer.len()).filter(|at| h[*at] && std::mem::take(&mut free[*at]));
        let words = words.count();
        let lengths: Vec<usize> = h
            .chunk_by(|a, b| a == b)
            .filter(|r| r[0])
            .map(<[bool]>::len)
            .collect();
        out.push((
            (*name).clone(),
            words,
            lengths.len(),
            *lengths.iter().max().unwrap(),
        ));
    }
    out
}

fn listed(ran: &Ran) -> Vec<(String, usize, usize, usize)> {
    let rows = ran.rows().into_iter().map(|row| {
        let number = |i: usize| row[i].parse().unwrap();
        (row[0].clone(), number(1), number(3), number(4))
    });
    rows.collect()
}

#[test]
fn the_command_lists_the_sources_of_the_definition() {
    let (work, texts) = corpus();
    let greeted = |words: &[String]| [&["grüße".to_owned()][..], words].concat();
    let texts: Vec<_> = texts.iter().map(|(n, w)| (n.clone(), greeted(w))).collect();
    let ran = work.run(&[
        "sources",
        "corpus/answer.txt",
        "--in",
        "corpus",
        "--in-memory",
        "--quiet",
        "--format",
        "csv",
    ]);
    assert_eq!(
        ran.out.lines().next(),
        Some("source,words,share,passages,longest"),
        "{}",
        ran.talk
    );
    assert_eq!(listed(&ran), brute(&texts[0].1, &texts[1..]));
    // The greeting stands before the template in all texts that have both.
    let first: Vec<(&str, usize)> =
        vec![("orig_a.txt", 60), ("orig_b.txt", 30), ("other_1.txt", 26)];
    let got = listed(&ran);
    let got: Vec<(&str, usize)> = got.iter().map(|row| (&*row.0, row.1)).collect();
    assert_eq!(got[..3], first[..]);
    assert_eq!(
        got[3..].iter().map(|row| row.1).sum::<usize>(),
        0,
        "{got:?}"
    );
    assert!(
        got.iter().any(|row| row.0 == "orig_a_again.txt"),
        "copies are listed"
    );
    let shares = ran.rows();
    let shares: f64 = shares
        .iter()
        .map(|row| row[2].parse::<f64>().unwrap())
        .sum();
    assert!((shares - 116.0 / 196.0).abs() < 1e-12, "{shares}");
}

#[test]
fn a_text_from_standard_input_finds_itself_and_the_table_begins_with_a_sentence() {
    let (work, _) = corpus();
    let ran = |args: &[&str]| {
        let mut child = work
            .program()
            .args(["sources", "-", "--in", "corpus", "--in-memory", "--quiet"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let text = std::fs::read(work.corpus().join("answer.txt")).unwrap();
        child.stdin.take().unwrap().write_all(&text).unwrap();
        Ran::of(&child.wait_with_output().unwrap())
    };
    let csv = ran(&["--format", "csv"]);
    assert_eq!(
        listed(&csv)[0],
        ("answer.txt".to_owned(), 196, 1, 196),
        "{}",
        csv.talk
    );
    let table = ran(&[]).out;
    let mut lines = table.lines();
    assert_eq!(
        lines.next(),
        Some("100 % of this text stands elsewhere: 100 % in answer.txt")
    );
    assert_eq!(lines.next(), Some(""));
    assert!(lines.next().unwrap().starts_with("source "), "{table}");
}

#[test]
fn json_has_the_characters_of_each_passage_on_both_sides() {
    let (work, texts) = corpus();
    let ran = work.run(&[
        "sources",
        "corpus/answer.txt",
        "--in",
        "corpus",
        "--in-memory",
        "--quiet",
        "--format",
        "json",
    ]);
    let all: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let first = &all["sources"][0];
    assert_eq!(
        (&first["source"], &first["words"]),
        (&"orig_a.txt".into(), &60.into())
    );
    let passage = &first["passages"][0];
    let copied = prose(&texts[1].1[50..110]).replace('\n', " ");
    for (side, name) in [("text", "answer.txt"), ("source", "orig_a.txt")] {
        let whole: Vec<char> = std::fs::read_to_string(work.corpus().join(name))
            .unwrap()
            .chars()
            .collect();
        let at = |end: &str| passage[side][end].as_u64().unwrap() as usize;
        let part: String = whole[at("start")..at("end")].iter().collect();
        assert_eq!(part.replace('\n', " "), copied, "{side}");
    }
}

#[test]
fn a_text_without_sources_gets_a_sentence_and_no_rows() {
    let (work, _) = corpus();
    let args = [
        "sources",
        "corpus/unrelated.txt",
        "--in",
        "corpus",
        "--in-memory",
        "--quiet",
    ];
    assert_eq!(
        work.run(&args).out,
        "nothing of this text stands elsewhere\n"
    );
    let csv = work.run(&[&args[..], &["--format", "csv"]].concat());
    assert_eq!(csv.out, "source,words,share,passages,longest\n");
}

/// Two texts: one quotes thirty words of the other.
fn quoting() -> Work {
    let work = Work::new();
    let (source, own) = (words(11, 100), words(12, 80));
    let quote = format!("\u{201c}{}\u{201d}", source[20..50].join(" "));
    let quoting = format!(
        "{} says {quote}. {}",
        own[..40].join(" "),
        own[40..].join(" ")
    );
    work.write("quoting.txt", quoting);
    work.write("source.txt", source.join(" "));
    work
}

#[test]
fn passages_as_json_say_what_is_a_quotation() {
    let work = quoting();
    let ran = |format: &str| {
        let args = ["passages", "corpus", "--for", "copied-text", "--in-memory"];
        work.run(&[&args[..], &["--quiet", "--format", format]].concat())
    };
    let csv = ran("csv").out;
    let head = csv.lines().next();
    assert_eq!(head, Some("a,a_start,a_end,b,b_start,b_end,words,same"));
    let all = ran("json").json_rows();
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0]["kind"], "quotation", "{all:?}");
    assert_eq!(all[0]["words"], 30, "{all:?}");
}

#[test]
fn characters_of_a_passage_are_right_behind_masked_text() {
    let work = Work::new();
    let (source, own) = (words(11, 100), words(12, 80));
    let quote = format!("\u{201c}{}\u{201d}", words(13, 25).join(" "));
    let copied = source[20..60].join(" ");
    let text = format!(
        "{} {quote} {} {copied}",
        own[..40].join(" "),
        own[40..].join(" ")
    );
    work.write("a.txt", &text);
    work.write("b.txt", source.join(" "));
    let args = ["passages", "corpus", "--for", "copied-text", "--in-memory"];
    let masked = ["--ignore-quotations", "--quiet", "--format", "csv"];
    let rows = work.run(&[&args[..], &masked].concat()).rows();
    let at = |i: usize| rows[0][i].parse::<usize>().unwrap();
    let found: String = text.chars().skip(at(1)).take(at(2) - at(1)).collect();
    assert_eq!(found, copied, "{rows:?}");
}
