//! The command-line contract, tested with the real program.

use std::path::Path;

use crate::brute;
use crate::support::{Work, assert_contains};

fn demo() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/demo-corpus"))
}

#[test]
fn every_pair_of_the_demo_has_the_figures_of_brute_force() {
    let work = Work::new();
    let documents = brute::demo_documents(demo());
    let sets: Vec<_> = documents
        .iter()
        .map(|(_, text)| brute::shingles(text, 4))
        .collect();
    let mut want = Vec::new();
    for a in 0..sets.len() {
        for b in a + 1..sets.len() {
            let f = brute::figures(&sets[a], &sets[b]);
            if f.shared > 0 {
                want.push((documents[a].0.clone(), documents[b].0.clone(), f));
            }
        }
    }
    want.sort_by(|x, y| {
        let by = y.2.jaccard().total_cmp(&x.2.jaccard());
        by.then_with(|| (&x.0, &x.1).cmp(&(&y.0, &y.1)))
    });
    let ran = work.ran("pairs --quiet --format csv --in-memory --threshold 0 --method exact");
    let header = "a,b,estimate,jaccard,containment_a_in_b,containment_b_in_a,shared";
    assert_eq!(ran.out.lines().next(), Some(header));
    let got = ran.rows();
    assert_eq!(got.len(), want.len());
    for (row, (a, b, f)) in got.iter().zip(&want) {
        let number = |i: usize| row[i].parse::<f64>().unwrap();
        assert_eq!((&row[0], &row[1]), (a, b));
        assert!((number(3) - f.jaccard()).abs() < 1e-12, "{row:?}");
        for (column, exact) in [(4, f.containment_a_in_b()), (5, f.containment_b_in_a())] {
            assert!((number(column) - exact).abs() < 1e-12, "{row:?}");
        }
        assert_eq!(row[6], f.shared.to_string());
        assert!((number(2) - f.jaccard()).abs() < 0.2, "{row:?}");
    }
}

#[test]
fn the_same_bytes_come_out_at_any_number_of_threads() {
    let work = Work::new();
    work.write_families(40, 4, 160, 23);
    for command in ["pairs", "clusters"] {
        for method in ["lsh", "exact"] {
            let line = format!(
                "{command} corpus --in-memory --quiet --format json -t 0.6 --method {method}"
            );
            let run_with = |threads: &str| work.ran(&format!("{line} --threads {threads}"));
            let one = run_with("1");
            assert_eq!(one.status, Some(0));
            assert!(one.out.len() > 1_000);
            for threads in ["2", "5"] {
                assert_eq!(run_with(threads).out, one.out, "{command} {method}");
            }
        }
    }
}

#[test]
fn clusters_carry_minimum_mean_and_maximum_over_all_pairs_of_members() {
    let work = Work::new();
    let rows = work.run(&["clusters", "--format", "csv", "--quiet"]).rows();
    let chain: Vec<_> = rows
        .iter()
        .filter(|row| row[1].contains("drowned-bell"))
        .collect();
    assert_eq!(chain.len(), 4);
    let sets: Vec<_> = brute::demo_documents(demo())
        .into_iter()
        .filter(|(id, _)| id.contains("drowned-bell"))
        .map(|(_, text)| brute::shingles(&text, 4))
        .collect();
    let mut all = Vec::new();
    for a in 0..4 {
        for b in a + 1..4 {
            all.push(brute::figures(&sets[a], &sets[b]).jaccard());
        }
    }
    let number = |i: usize| chain[0][i].parse::<f64>().unwrap();
    let close = |x: f64, y: f64| (x - y).abs() < 1e-12;
    assert!(close(number(4), all.iter().copied().fold(1.0, f64::min)));
    assert!(close(number(5), all.iter().sum::<f64>() / 6.0));
    assert!(close(number(6), all.iter().copied().fold(0.0, f64::max)));
    let sizes: Vec<usize> = rows.iter().map(|row| row[2].parse().unwrap()).collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b));
}

#[test]
fn bad_input_is_reported_with_a_remedy_and_the_right_status() {
    let work = Work::new();
    work.write("binary", b"\0\x01\x02")
        .write("fine.txt", "some words to read here");
    std::fs::create_dir(work.path().join("empty")).unwrap();
    std::fs::create_dir(work.path().join("binary-only")).unwrap();
    std::fs::write(work.path().join("binary-only/x"), b"\0").unwrap();
    std::fs::create_dir(work.path().join("foreign")).unwrap();
    std::fs::write(work.path().join("foreign/thesis.txt"), "mine").unwrap();
    let row = "{\"id\": \"x\", \"text\": \"some words to read here\"}\n";
    std::fs::write(work.path().join("rows.jsonl"), row).unwrap();
    let several = "rows.jsonl contains several texts";
    let nothing = "no text to read in binary-only";
    let cases: [(&str, i32, &[&str]); 13] = [
        ("pairs nowhere", 1, &["nowhere", "No such file"]),
        ("pairs empty", 1, &["empty"]),
        ("pairs binary-only", 1, &[nothing, "binary, not text"]),
        ("pairs corpus --threshold 1.2", 2, &["between 0 and 1"]),
        ("pairs corpus --k 0", 2, &["--k"]),
        ("pairs corpus --method guess", 2, &["lsh, exact"]),
        ("pairs corpus --permutations 7", 2, &["--permutations"]),
        (
            "pairs corpus --set=drop-stopwords=xx",
            2,
            &["drop-stopwords", "de, en, fr"],
        ),
        (
            "pairs corpus --method lsh --set bands=30x7",
            2,
            &["30×7 takes 210 values"],
        ),
        (
            "pairs corpus --text-field text,text",
            1,
            &["name \"text\" twice"],
        ),
        (
            "index corpus --index foreign",
            1,
            &["not an index folder", "--index"],
        ),
        ("query rows.jsonl --in corpus", 1, &[several]),
        ("compare rows.jsonl corpus/fine.txt", 1, &[several]),
    ];
    for (line, status, messages) in cases {
        let ran = work.ran(line);
        assert_eq!(ran.status, Some(status), "{line}: {}", ran.talk);
        for message in messages {
            assert_contains(&ran.talk, message);
        }
        assert_eq!(ran.out, "", "{line}");
    }
    let thesis = std::fs::read_to_string(work.path().join("foreign/thesis.txt"));
    assert_eq!(thesis.unwrap(), "mine");
    work.done(&["index", "corpus", "--index", "corpus/kept"]);
    let skipped = work.run(&["skipped", "corpus", "--format", "csv"]).out;
    assert_contains(&skipped, "kept,an index of shinglescope");
    let large = work.run(&["pairs", "corpus", "--k", "50", "--format", "csv"]);
    assert_eq!(large.status, Some(0));
    assert_contains(&large.talk, "k is 50");
}

#[test]
fn a_corpus_folder_given_as_a_link_is_not_listed_as_skipped() {
    let work = Work::new();
    work.write("a.txt", "plain words").write("empty.txt", "");
    std::os::unix::fs::symlink("a.txt", work.corpus().join("inner")).unwrap();
    std::os::unix::fs::symlink("corpus", work.path().join("link")).unwrap();
    for more in [&[][..], &["--follow"]] {
        let listed = |corpus: &str| {
            let ran =
                work.run(&[&["skipped", corpus, "--in-memory", "--format", "csv"], more].concat());
            assert_eq!(ran.status, Some(0), "{}", ran.talk);
            ran.out
        };
        assert_eq!(listed("link"), listed("corpus"));
        assert!(!listed("link").contains("\n,"));
    }
}

#[test]
fn cluster_figures_from_a_sample_are_reported_as_estimates() {
    let work = Work::new();
    // Each document is nearer to the first than to most other documents.
    let lines = |count: usize| -> String {
        let line = |n: usize| {
            let mut words: Vec<String> = (0..60).map(|at| format!("w{at}")).collect();
            if n > 0 {
                words[n % 60] = format!("x{n}");
            }
            format!("{{\"text\":{:?}}}\n", words.join(" "))
        };
        (0..count).map(line).collect()
    };
    for (documents, threshold, is_reported) in [
        (1_000, "0.95", false),
        (1_100, "0.95", true),
        (1_100, "0.75", false),
    ] {
        work.write("s.jsonl", lines(documents));
        let ran = work.ran_well(&format!(
            "clusters corpus --k 1 -t {threshold} --in-memory --format csv"
        ));
        let rows = ran.rows();
        assert_eq!(rows.len(), documents, "{}", ran.talk);
        let has_notice = ran
            .talk
            .contains("representative, min and mean of 1 cluster are estimates");
        assert_eq!(has_notice, is_reported, "{}", ran.talk);
        // Two documents share 58 of 62 words, or 59 of 61.
        let [min, max] = [4, 6].map(|column| rows[0][column].parse::<f64>().unwrap());
        assert!((min - 58.0 / 62.0).abs() < 1e-4 && (max - 59.0 / 61.0).abs() < 1e-4);
    }
}

#[test]
fn the_mean_of_a_sampled_cluster_does_not_depend_on_the_order_of_its_documents() {
    // The documents alternate between `kinds` kinds: each has 80 words of its kind and 20 words of its own. One more
    // document contains all words. Containment is 1 with that document, .8 within a kind, otherwise 0.
    let texts = 1_500_usize;
    for kinds in [3, 6] {
        let work = Work::new();
        let mut rows = String::new();
        let mut every: Vec<String> = Vec::new();
        for kind in 0..kinds {
            every.extend((0..80).map(|word| format!("c{kind}x{word}")));
        }
        for n in 0..texts {
            let of_kind = (0..80).map(|word| format!("c{}x{word}", n % kinds));
            let own = (0..20).map(|word| format!("u{n}y{word}"));
            every.extend(own.clone());
            let words: Vec<String> = of_kind.chain(own).collect();
            rows += &format!("{{\"id\":\"{n:04}\",\"text\":\"{}\"}}\n", words.join(" "));
        }
        rows += &format!("{{\"id\":\"all\",\"text\":\"{}\"}}\n", every.join(" "));
        work.write("kinds.jsonl", rows);
        let measure = ["--k", "1", "--measure", "containment", "-t", "0.9"];
        let args = ["clusters", "corpus", "--in-memory", "--format", "csv"];
        let ran = work.run(&[&args[..], &measure].concat());
        let row = &ran.rows()[0];
        let of_kind = texts / kinds;
        let of_one_kind = kinds * of_kind * (of_kind - 1) / 2;
        let all = (texts + 1) * texts / 2;
        let mean = (0.8 * of_one_kind as f64 + texts as f64) / all as f64;
        let [min, median, max] = [4, 5, 6].map(|column| row[column].parse::<f64>().unwrap());
        assert!((median / mean - 1.0).abs() < 0.01, "{median} {mean}");
        assert_eq!((min, max, row[3].ends_with("all")), (0.0, 1.0, true));
    }
}

#[test]
fn what_is_not_read_is_listed_with_its_reason() {
    let work = Work::new();
    let rows = "{\"id\":\"x\",\"text\":\"fine\"}\n{\"id\":2}\nnope\n\n{\"text\":\"fifth\"}\n";
    work.write("a.txt", "plain words")
        .write("binary.dat", b"\x7fELF\0\0\0")
        .write("nothing.txt", "")
        .write("rows.jsonl", rows)
        .write(".git/config", "not ours to read")
        .write("nothing.zip", [&b"PK\x05\x06"[..], &[0; 18]].concat())
        .write("blank.mbox", "\n\n\n")
        .write("sub/.hidden", "a document with a hidden name");
    std::os::unix::fs::symlink("a.txt", work.corpus().join("link")).unwrap();
    let listed = work.ran("skipped corpus --format csv --quiet").rows();
    let reason = |id: &str| listed.iter().find(|row| row[0] == id).map(|row| &*row[1]);
    for (id, expected) in [
        ("binary.dat", "binary, not text"),
        ("nothing.txt", "empty"),
        ("nothing.zip", "empty"),
        ("blank.mbox", "empty"),
        (
            "rows.jsonl:2",
            "row not read: no field \"text\" (--text-field)",
        ),
        (".git", "version-control folder"),
        ("link", "symbolic link, not followed"),
    ] {
        assert_eq!(reason(id), Some(expected), "{id}");
    }
    assert!(reason("rows.jsonl:3").unwrap().contains("not JSON"));
    assert_eq!(reason("sub/.hidden"), None, "it is read");
    let read = work.ran("keep corpus/sub/.hidden corpus/a.txt --format csv --quiet");
    // A file named on the command line is always read.
    assert_eq!(read.rows().len(), 2);
    let kept = work.ran("keep corpus --format csv --quiet").rows();
    assert!(kept.iter().any(|row| row[0] == "sub/.hidden"));
    let ids = work.ran("query corpus/a.txt --in corpus --format csv --quiet");
    assert_eq!(ids.rows()[0][0], "a.txt");
    // Another file of the same name; the same file twice would be read once.
    work.write("../copy/rows.jsonl", rows);
    let line = "pairs corpus/rows.jsonl copy/rows.jsonl --format csv --quiet -t 1";
    let rows = work.ran(line).rows();
    let pairs: Vec<&[String]> = rows.iter().map(|row| &row[..2]).collect();
    let five = ["rows.jsonl#5", "rows.jsonl~2#5"];
    assert_eq!(pairs, [five, ["rows.jsonl#x", "rows.jsonl~2#x"]]);
}

#[test]
fn compare_prints_every_figure_and_passages_as_spans_of_the_texts() {
    let work = Work::new();
    let (a, b) = (
        "The tide comes in, twice a day.\nAnd out.",
        "Look: the tide comes in twice\na day; the rest is new",
    );
    work.write("a.txt", a).write("b.txt", b);
    let ran = work.ran("compare corpus/a.txt corpus/b.txt --format json");
    let value = ran.json();
    let figures = brute::figures(&brute::shingles(a, 4), &brute::shingles(b, 4));
    let jaccard = value["jaccard"].as_f64().unwrap();
    assert!((jaccard - figures.jaccard()).abs() < 1e-12, "{jaccard}");
    assert_eq!(value["shared"].as_u64(), Some(figures.shared as u64));
    let passage = &value["passages"][0];
    let span = |side: &str, text: &'static str| {
        let at = |edge: &str| passage[side][edge].as_u64().unwrap() as usize;
        &text[at("start_byte")..at("end_byte")]
    };
    assert_eq!(span("a", a), "The tide comes in, twice a day");
    assert_eq!(span("b", b), "the tide comes in twice\na day");
    assert_eq!(passage["terms"], 7);
    assert_eq!(passage["a"]["start_line"], 1);
    assert_eq!(value["lines_a"], "source");
    assert_eq!(passage["b"]["end_line"], 2);
    let ids = work.ran("compare a.txt b.txt --in corpus --format csv");
    assert_contains(&ids.out, "shared,4");
    let copied = work.ran("compare corpus/a.txt corpus/b.txt --for copied-text --format csv");
    assert_contains(&copied.out, "shared,5");
}

#[test]
fn offsets_count_bytes_characters_and_lines_each_under_its_name() {
    let work = Work::new();
    let (a, b) = (
        "Überschrift\r\n\r\nThe café on the naïve quay opens at ten and\r\ncloses at dusk, every day of the year.\r\n",
        "Another: the café on the naïve shore opens at ten and closes at dusk, every day of the year!",
    );
    work.write("a.txt", a).write("b.txt", b);
    work.write("c.html", format!("<p>{b}</p>"));
    let json = |other: &str| {
        let line = format!("compare corpus/a.txt corpus/{other} --format json");
        work.ran(&line).json()
    };
    let value = json("b.txt");
    let bridged = value["bridged"].as_array().unwrap();
    assert_eq!(bridged.len(), 1, "{bridged:?}");
    assert_eq!(bridged[0]["words"], 18);
    assert_eq!(bridged[0]["same"], 17);
    let both = value["passages"].as_array().unwrap().iter().chain(bridged);
    let mut spans = 0;
    for passage in both.chain(bridged[0]["runs"].as_array().unwrap()) {
        for (side, text) in [("a", a), ("b", b)] {
            let at = |key: &str| passage[side][key].as_u64().unwrap() as usize;
            let by_bytes = &text[at("start_byte")..at("end_byte")];
            let (from, to) = (at("start_char"), at("end_char"));
            let by_characters: String = text.chars().skip(from).take(to - from).collect();
            assert_eq!(by_bytes, by_characters);
            let line = |byte: usize| text[..byte].matches('\n').count() + 1;
            assert_eq!(at("start_line"), line(at("start_byte")));
            assert_eq!(at("end_line"), line(at("end_byte") - 1));
            let terms = by_bytes.split(|c: char| !c.is_alphanumeric());
            let terms = terms.filter(|term| !term.is_empty()).count();
            assert_eq!(at("end_term") - at("start_term"), terms);
            spans += 1;
        }
    }
    assert!(spans >= 8, "{spans}");
    assert_eq!(bridged[0]["a"]["start_line"], 3);
    assert_eq!(bridged[0]["a"]["end_line"], 4);
    assert_eq!(json("c.html")["lines_b"], "text");
}

#[test]
fn completions_manual_and_help_are_printed() {
    let work = Work::new();
    assert_contains(&work.ran("completions bash").out, "shinglescope");
    assert!(work.run(&["man"]).out.starts_with(".ie"));
    // What to do if a corpus does not fit in memory.
    let help = work.run(&["index", "--help"]).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["ten million documents", "command scale", "local[*]"] {
        assert!(help.contains(part), "{part}: {help}");
    }
    let help = work.run(&["--help"]);
    for part in ["Exit status", "Examples:", "shinglescope keep corpus.jsonl"] {
        assert!(help.out.contains(part), "{part}: {}", help.out);
    }
    let short = work.run(&["-h"]);
    assert!(short.out.contains("Exit status") && !short.out.contains("Examples:"));
    assert_eq!(work.run(&["--nonsense"]).status, Some(2));
}

#[test]
fn two_documents_without_words_have_an_estimate_of_zero() {
    let work = Work::new();
    work.write("a.txt", "... !").write("b.txt", "--- ?");
    let ran = work.ran_well("compare corpus/a.txt corpus/b.txt --format json");
    let value = ran.json();
    assert_eq!(value["estimate"], 0.0);
    assert_eq!(value["jaccard"], 0.0);
}
