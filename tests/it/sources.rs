//! The sources of a text: the command against brute force, and the Document screen.

mod screen;

use crate::support::{Ran, Work, args_of, assert_contains, words};

/// Lines of about ten words.
fn prose(words: &[String]) -> String {
    let lines: Vec<String> = words.chunks(10).map(|line| line.join(" ")).collect();
    lines.join("\n")
}

/// Seven texts. The answer contains 60 words of one source, 30 of another, and a template of 25 words that two further
/// texts also contain. One source is there as two documents.
fn corpus() -> (Work, Vec<(String, Vec<String>)>) {
    let (a, b, template) = (words(1, 200), words(2, 200), words(9, 25));
    let answer = [
        &template[..],
        &words(3, 20),
        &a[50..110],
        &words(4, 40),
        &b[10..40],
        &words(5, 20),
    ];
    let texts = vec![
        ("answer.txt", answer.concat()),
        ("orig_a.txt", a.clone()),
        ("orig_a_again.txt", a),
        ("orig_b.txt", b),
        ("other_1.txt", [&template[..], &words(6, 100)].concat()),
        ("other_2.txt", [&template[..], &words(7, 100)].concat()),
        ("unrelated.txt", words(8, 150)),
    ];
    let work = Work::new();
    let texts: Vec<(String, Vec<String>)> =
        texts.into_iter().map(|(n, w)| (n.to_owned(), w)).collect();
    for (name, words) in &texts {
        work.write(name, format!("Grüße: {}", prose(words)));
    }
    (work, texts)
}

/// A source: name, words, words added, passages, longest.
type Row = (String, usize, usize, usize, usize);

/// Sources by the definition, for verbatim copies of words that hardly repeat. A document holds a word if the word is
/// in a run of at least ten common words. The rule for ties, which asks who copied from whom, is not needed here.
fn brute(answer: &[String], others: &[(String, Vec<String>)]) -> Vec<Row> {
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
    let held = others.iter().map(|(name, other)| (name, runs(other)));
    let mut held: Vec<_> = held.filter(|(_, held)| held.contains(&true)).collect();
    let count = |held: &[bool]| held.iter().filter(|held| **held).count();
    held.sort_by_key(|(name, held)| (std::cmp::Reverse(count(held)), *name));
    let mut free = vec![true; answer.len()];
    let row = |(name, held): (&String, Vec<bool>)| {
        let adds = (0..answer.len()).filter(|at| held[*at] && std::mem::take(&mut free[*at]));
        let adds = adds.count();
        let runs = held.chunk_by(|a, b| a == b).filter(|run| run[0]);
        let lengths: Vec<usize> = runs.map(<[bool]>::len).collect();
        let longest = *lengths.iter().max().unwrap();
        (name.clone(), count(&held), adds, lengths.len(), longest)
    };
    held.into_iter().map(row).collect()
}

fn listed(ran: &Ran) -> Vec<Row> {
    let rows = ran.rows().into_iter().map(|row| {
        let number = |i: usize| row[i].parse().unwrap();
        (row[0].clone(), number(1), number(3), number(4), number(5))
    });
    rows.collect()
}

#[test]
fn the_command_lists_the_sources_of_the_definition() {
    let (work, texts) = corpus();
    let greeted = |words: &[String]| [&["grüße".to_owned()][..], words].concat();
    let texts: Vec<_> = texts.iter().map(|(n, w)| (n.clone(), greeted(w))).collect();
    let ran = work.ran("sources corpus/answer.txt --in corpus --in-memory --quiet --format csv");
    assert_eq!(
        ran.out.lines().next(),
        Some("source,words,share,adds,passages,longest"),
        "{}",
        ran.talk
    );
    assert_eq!(listed(&ran), brute(&texts[0].1, &texts[1..]));
    // The greeting and the template are one passage in all texts that have both.
    let words = [
        ("orig_a.txt", 60, 60),
        ("orig_a_again.txt", 60, 0),
        ("orig_b.txt", 30, 30),
        ("other_1.txt", 26, 26),
        ("other_2.txt", 26, 0),
    ];
    let got = listed(&ran);
    let got: Vec<(&str, usize, usize)> = got.iter().map(|row| (&*row.0, row.1, row.2)).collect();
    assert_eq!(got, words);
    for row in ran.rows() {
        let [words, share] = [1, 2].map(|i| row[i].parse::<f64>().unwrap());
        assert!((share - words / 196.0).abs() < 1e-12, "{row:?}");
    }
}

#[test]
fn a_text_from_standard_input_finds_itself_and_the_table_begins_with_a_sentence() {
    let (work, _) = corpus();
    let text = std::fs::read(work.corpus().join("answer.txt")).unwrap();
    let ran = |args: &[&str]| {
        let all = args_of("sources - --in corpus --in-memory --quiet");
        work.run_on(&text, &[&all[..], args].concat())
    };
    let csv = ran(&["--format", "csv"]);
    assert_eq!(
        listed(&csv)[0],
        ("answer.txt".to_owned(), 196, 196, 1, 196),
        "{}",
        csv.talk
    );
    let table = ran(&[]).out;
    let mut lines = table.lines();
    let sentence = "100 % of this text is found elsewhere: 100 % in answer.txt";
    assert!(lines.next().unwrap().starts_with(sentence), "{table}");
    assert!(lines.any(str::is_empty), "{table}");
    let head: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    let names = "source words the same share adds passages longest passage";
    assert_eq!(head.join(" "), names, "{table}");
}

#[test]
fn json_has_the_characters_of_each_passage_on_both_sides() {
    let (work, texts) = corpus();
    let ran = work.ran("sources corpus/answer.txt --in corpus --in-memory --quiet --format json");
    let all: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let first = &all["sources"][0];
    assert_eq!(first["source"], "orig_a.txt");
    assert_eq!(first["words"], 60);
    let passage = &first["passages"][0];
    let copied = prose(&texts[1].1[50..110]).replace('\n', " ");
    for (side, name) in [("text", "answer.txt"), ("source", "orig_a.txt")] {
        let chars: Vec<char> = std::fs::read_to_string(work.corpus().join(name))
            .unwrap()
            .chars()
            .collect();
        let at = |end: &str| passage[side][end].as_u64().unwrap() as usize;
        let part: String = chars[at("start")..at("end")].iter().collect();
        assert_eq!(part.replace('\n', " "), copied, "{side}");
    }
}

#[test]
fn a_text_without_sources_gets_a_sentence_and_no_rows() {
    let (work, _) = corpus();
    let args = args_of("sources corpus/unrelated.txt --in corpus --in-memory --quiet");
    assert_eq!(
        work.run(&args).out,
        "nothing of this text is found elsewhere\ncopies word for word and lightly edited ones are found; a text that was \
         rewritten or translated is not, nor one whose words are split or altered by signs inside them\n"
    );
    let csv = work.run(&[&args[..], &["--format", "csv"]].concat());
    assert_eq!(csv.out, "source,words,share,adds,passages,longest\n");
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
        let line = "passages corpus --for copied-text --in-memory --quiet --format";
        work.ran(&format!("{line} {format}"))
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
fn positions_of_a_passage_after_masked_text_are_correct() {
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
    let masked = "passages corpus --for copied-text --in-memory --ignore-quotations";
    let rows = work.ran(&format!("{masked} --quiet --format csv")).rows();
    let at = |i: usize| rows[0][i].parse::<usize>().unwrap();
    let passage: String = text.chars().skip(at(1)).take(at(2) - at(1)).collect();
    assert_eq!(passage, copied, "{rows:?}");
}

/// Ten sources and forty answers that copy from them; ten of the answers copy from another answer.
fn class() -> Work {
    let work = Work::new();
    let sources: Vec<Vec<String>> = (0..10).map(|s| words(100 + s, 400)).collect();
    for (s, text) in sources.iter().enumerate() {
        work.write(&format!("sources/s{s}.txt"), prose(text));
    }
    // Every 25th word of what is copied is changed.
    let edited = |part: &[String], seed: u64| {
        let mut part = part.to_vec();
        let other = words(seed, part.len());
        for at in (12..part.len()).step_by(25) {
            part[at].clone_from(&other[at]);
        }
        part
    };
    for s in 0..10_u64 {
        let source = &sources[s as usize];
        let first = edited(&source[40..200], 300 + s);
        let copied = [
            first.clone(),
            edited(&source[90..260], 400 + s),
            edited(&source[220..390], 500 + s),
            // From the first answer, with its edits.
            edited(&first[20..140], 600 + s),
        ];
        for (n, copied) in copied.into_iter().enumerate() {
            let seed = 1_000 + 10 * s + n as u64;
            let answer = [words(seed, 60), copied, words(seed + 500, 60)].concat();
            work.write(&format!("answers/a{s}_{n}.txt"), prose(&answer));
        }
    }
    work
}

#[test]
fn the_true_source_is_mostly_first_and_always_if_it_is_marked_as_a_source() {
    let work = class();
    let first = |answer: &str, paths: &str| {
        let file = format!("corpus/answers/{answer}.txt");
        let line = format!("sources {file} --in-memory --quiet --format csv {paths}");
        listed(&work.ran_well(&line))
    };
    let (mut unmarked, mut marked) = (0, 0);
    for s in 0..10 {
        for n in 0..4 {
            let answer = format!("a{s}_{n}");
            let is_source = |name: &str| name.ends_with(&format!("s{s}.txt"));
            let rows = first(&answer, "--in corpus");
            // The first row, or one with at least nine tenths of its words.
            let equals = rows.iter().filter(|row| 10 * row.1 >= 9 * rows[0].1);
            unmarked += usize::from(equals.clone().any(|row| is_source(&row.0)));
            let rows = first(&answer, "--in corpus/answers --archive corpus/sources");
            marked += usize::from(is_source(&rows[0].0));
        }
    }
    assert!(unmarked >= 32, "{unmarked} of 40");
    assert_eq!(marked, 40);
    // The same holds if decisions mark the sources.
    for s in 0..10 {
        let add = "review add corpus --decision source --document";
        work.ran_well(&format!("{add} sources/s{s}.txt"));
    }
    for s in 0..10 {
        for n in 0..4 {
            let rows = first(&format!("a{s}_{n}"), "--in corpus");
            assert!(rows[0].0.ends_with(&format!("s{s}.txt")), "{rows:?}");
        }
    }
    let pair = "--pair sources/s0.txt sources/s1.txt";
    let ran = work.ran(&format!("review add corpus --decision source {pair}"));
    assert_contains(&ran.talk, "only a document can be a source");
}
