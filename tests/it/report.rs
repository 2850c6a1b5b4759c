//! The command `report`: its figures, its file, and the names and decisions in it.

mod browser;
pub mod page;
mod scopes;
mod screens;
mod sizes;

use serde_json::Value;

use self::page::ReportPage;
use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, edited, words};

/// Two essays that copy a paragraph from a source, two near-duplicates, and an empty file.
fn corpus() -> Work {
    let work = Work::new();
    let text = |seed: u64, count: usize| words(seed, count).join(" ");
    let shared = text(90, 60);
    let moved = text(91, 40);
    work.write(
        "essays/anna.txt",
        format!("{}. {shared}. {}. {moved}.", text(1, 200), text(2, 150)),
    );
    work.write(
        "essays/ben.txt",
        format!("{moved}. {}. {shared}. {}.", text(3, 200), text(4, 90)),
    );
    work.write(
        "sources/book.txt",
        format!("{}. {shared}. {}.", text(5, 300), text(6, 50)),
    );
    work.write("pages/one.txt", edited(7, 200, 0));
    work.write("pages/two.txt", edited(7, 200, 37));
    work.write("pages/empty.txt", "");
    work
}

const COPIED: &str = "--for copied-text";

/// Runs `report` with these arguments; it must succeed.
fn run(work: &Work, line: &str) -> Ran {
    let args = shell_words::split(&format!("report corpus {line}")).unwrap();
    work.done(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The report for these arguments.
fn report(work: &Work, line: &str) -> ReportPage {
    ReportPage {
        html: run(work, &format!("{line} --out -")).out,
    }
}

fn decide(work: &Work, pair: &str, decision: &str, note: &str) {
    let line = format!("review add corpus --decision {decision} --pair {pair} --note");
    work.done(&[&args_of(&line)[..], &[note]].concat());
}

#[test]
fn a_decision_on_other_documents_with_the_same_text_names_them() {
    let work = corpus();
    let ben = std::fs::read_to_string(work.corpus().join("essays/ben.txt")).unwrap();
    work.write("essays/twin.txt", ben);
    decide(&work, "essays/anna.txt essays/ben.txt", "copied", "");
    let of = |name: &str| report(&work, &format!("{COPIED} --of essays/{name}"));
    let told = "decided on the same text: essays/anna.txt ⇄ essays/ben.txt";
    let plain = |name| page::text(of(name).section("passages"));
    assert_lacks(&plain("ben.txt"), told);
    assert_contains(&plain("twin.txt"), told);
    decide_source(&work, "sources/book.txt");
    let copied = report(&work, COPIED);
    let documents = rows(copied.section("documents"));
    let book = documents.iter().find(|row| row[0] == "sources/book.txt");
    assert_eq!(book.unwrap()[3], "a source");
    let pages = report(&work, &format!("{COPIED} --of pages/one.txt"));
    assert_contains(
        &pages.text(),
        "2 decisions are on pairs or documents outside this report",
    );
}

fn decide_source(work: &Work, name: &str) {
    let line = format!("review add corpus --decision source --document {name}");
    work.done(&args_of(&line));
}

#[test]
fn figures_and_order_are_those_of_the_lists() {
    let work = corpus();
    for more in ["", COPIED, "--threshold 0.2 --measure containment"] {
        let json = |command: &str| -> Vec<Value> {
            let line = format!("{command} corpus --format json {more}");
            work.ran_well(&line).json_rows()
        };
        let report = report(&work, more);
        let (pairs, listed) = (report.pairs(), json("pairs"));
        assert_eq!(pairs.len(), listed.len());
        assert!(!pairs.is_empty());
        for (pair, row) in pairs.iter().zip(&listed) {
            assert_eq!(pair.names[..], [row["a"].clone(), row["b"].clone()]);
            let figures = [pair.words, pair.longest].into_iter();
            let names = ["words", "longest", "passages", "jaccard", "estimate"];
            for (name, figure) in names.into_iter().zip(figures.chain(pair.further.clone())) {
                let listed = row.get(name).and_then(Value::as_f64);
                let absent = listed.is_none() && more != COPIED;
                assert!(absent || listed == Some(figure), "{name}: {row} {figure}");
            }
        }
        let heading =
            |p: &Value| format!("{} words, {} the same on both sides", p["words"], p["same"]);
        let passages: Vec<String> = json("passages").iter().map(heading).collect();
        let heads = page::between(&report.html, "<p class=\"head\">", "</p>").map(page::text);
        let heads: Vec<String> = heads
            .map(|head| head.split_once(' ').unwrap().1.to_owned())
            .collect();
        assert_eq!(heads, passages);
    }
}

/// The cells of each row of a table, as text.
fn rows(part: &str) -> Vec<Vec<String>> {
    let cells = |row: &str| {
        page::between(&row.replace("<td", "\n<td"), "\n", "</td>")
            .map(page::text)
            .collect()
    };
    page::between(part, "<tbody>", "</tbody>")
        .flat_map(|body| {
            page::between(body, "<tr>", "</tr>")
                .map(cells)
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn documents_sources_clusters_and_tiles_have_the_figures_of_the_commands() {
    let work = corpus();
    decide(&work, "essays/anna.txt essays/ben.txt", "copied", "");
    let run = |line: &str| work.ran_well(&format!("{line} --format json"));
    let pairs = run("pairs corpus --for copied-text").json_rows();
    let passages = run("passages corpus --for copied-text").json_rows();
    let copied = report(&work, COPIED);
    let (documents, sources) = (rows(copied.section("documents")), copied.section("sources"));
    assert_eq!(documents.len(), 5);
    for row in &documents {
        let name = &*row[0];
        let has = |pair: &&Value| pair["a"] == name || pair["b"] == name;
        let own: Vec<&Value> = pairs.iter().filter(has).collect();
        let sources_of = run(&format!("sources corpus/{name} --in corpus")).json();
        let listed = sources_of["sources"].as_array().unwrap();
        let number = |source: &Value, name: &str| source[name].as_f64().unwrap();
        let words = number(&listed[0], "words") / number(&listed[0], "share");
        let percent = |part: f64| format!("{:.0} %", part / words * 100.0);
        // Of those that hold as much, any may be named.
        let most = listed.iter().map(|source| number(source, "words"));
        let most = most.fold(0.0, f64::max);
        let named = row[3].split(' ').next().unwrap();
        let best = listed.iter().find(|source| source["source"] == named);
        assert_eq!(number(best.unwrap(), "words"), most, "{row:?}");
        // A part of the text that two others hold counts once.
        let parts = passages.iter().flat_map(|p| {
            let sides = ["a", "b"].into_iter().filter(|side| p[*side] == name);
            sides.map(|side| (p[format!("{side}_start")].as_u64(), number(p, "same")))
        });
        let parts: std::collections::BTreeMap<_, _> = parts.collect();
        let same: f64 = parts.values().sum();
        let expected = [
            percent(same),
            format!("{same} of {words:.0}"),
            row[3].clone(),
            percent(most),
            own.len().to_string(),
        ];
        assert_eq!(row[1..6], expected, "{row:?}");
        for source in listed {
            let (words, share) = (&source["words"], percent(number(source, "words")));
            let name = source["source"].as_str().unwrap();
            let sentence = format!("{name} {words} words the same, {share}");
            assert_contains(&page::text(sources), &sentence);
        }
        // Files as they are on the disk.
        let bytes = work.corpus().join(name).metadata().unwrap().len();
        let file = rows(sources)
            .into_iter()
            .find(|file| file[0] == name)
            .unwrap();
        assert_eq!(
            file[1..3],
            [
                format!("{words:.0}"),
                shinglescope::base::units::count(bytes)
            ]
        );
    }
    let clusters = run("clusters corpus").json_rows();
    let near = report(&work, "");
    let maps = near.maps();
    assert_eq!((maps.len(), clusters.len()), (1, maps[0].members.len()));
    let of = |name: &str| format!("{:.3}", clusters[0][name].as_f64().unwrap());
    let range = format!(
        "{} documents, similarity {}–{}",
        clusters[0]["size"],
        &of("min"),
        &of("max")
    );
    assert_contains(&maps[0].text, &range);
    // The page colours each part of its plots, also on a dark ground.
    let plot = near
        .html
        .split_once("<svg")
        .unwrap()
        .1
        .split("</svg>")
        .next()
        .unwrap();
    for paint in ["fill", "stroke"] {
        for colour in page::between(plot, &format!("{paint}=\"#"), "\"") {
            assert_contains(&near.html, &format!(".plot [{paint}=\"#{colour}\"]"));
        }
    }
    let skipped = run("skipped corpus").json_rows().len();
    let tiles = page::text(
        page::between(&copied.html, "<dl class=\"facts\">", "</dl>")
            .next()
            .unwrap(),
    );
    let meta = &run("pairs corpus").json()["meta"]["corpus"];
    assert_contains(&tiles, &format!("Documents {}", meta["documents"]));
    for tile in [
        format!("Pairs {}", pairs.len()),
        "Decided 1".to_owned(),
        format!("not read {skipped}"),
    ] {
        assert_contains(&tiles, &tile);
    }
    let act = &run("review list corpus").json_rows()[0];
    let [on, a, b, decision] = ["on", "a", "b", "decision"].map(|name| act[name].as_str().unwrap());
    let number = pairs
        .iter()
        .position(|pair| pair["a"] == a && pair["b"] == b);
    let row = format!("{on} {} {a} {b} {decision} anna ", number.unwrap() + 1);
    assert_contains(&copied.decisions()[0], &row);
}

#[test]
fn a_page_has_the_question_the_skipped_files_and_the_decisions() {
    let work = corpus();
    decide(
        &work,
        "essays/anna.txt essays/ben.txt",
        "copied",
        "without <quotation> marks & source",
    );
    // `--out -` means standard output, not a file of this name.
    std::fs::write(work.path().join("-"), "precious").unwrap();
    let page = report(&work, COPIED).html;
    for part in [
        "without &lt;quotation&gt; marks &amp; source",
        "<bdi>anna</bdi>",
        "pages&#x2f;<wbr>empty<i>.txt</i>",
        "Evidence, not a verdict.",
        "Two documents make a pair if 10 % or more of the sequences of 3 words of one text occur in the other, or the two \
         share a passage of 25 words or more with 6 words in a row unchanged.",
        "id=\"p1a1\"",
        "href=\"#p1b1\"",
        "Content-Security-Policy",
    ] {
        assert!(page.contains(part), "{part}");
    }
    let decided = report(&work, "--for copied-text --only-decided");
    let decisions = decided.pairs().into_iter().map(|pair| pair.decided);
    assert_eq!(decisions.collect::<Vec<_>>(), ["copied"]);
    // Other documents have pairs that are not in this report.
    assert_lacks(&decided.text(), "in which nothing was found");
    let message = "People decided on 1 of 1 pair in this report.";
    assert!(decided.text().contains(message));
    // The text changes, and the decision is open again.
    work.write("essays/anna.txt", words(55, 100).join(" "));
    let after = report(&work, COPIED).decisions();
    assert!(after[0].contains("open again: text changed"), "{after:?}");
}

#[test]
fn the_same_corpus_gives_the_same_bytes_except_the_date() {
    let work = corpus();
    let dated = regex::Regex::new(r"20\d\d-\d\d-\d\d.\d\d:\d\d").unwrap();
    let run = |threads: &str| {
        let page = report(&work, &format!("{COPIED} --threads {threads}"));
        dated.replace_all(&page.html, "DATE").into_owned()
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn an_anonymous_report_has_no_names_and_keeps_its_aliases_after_renaming() {
    let work = corpus();
    decide(&work, "pages/one.txt pages/two.txt", "template", "x");
    for purpose in ["", COPIED] {
        let page = report(&work, &format!("{purpose} --anonymous --where -zzz"));
        for name in "anna.txt ben.txt book one.txt two.txt empty.txt corpus/".split(' ') {
            assert!(
                !page.html.contains(name) && !page.text().contains(name),
                "{name}"
            );
        }
        assert!(page.html.contains("Text "));
    }
    let figures = || {
        let pairs = report(&work, "--for copied-text --anonymous").pairs();
        let row = |mut pair: page::PairRow| {
            pair.names.sort();
            (pair.names, pair.words.to_string())
        };
        let mut rows: Vec<_> = pairs.into_iter().map(row).collect();
        rows.sort();
        rows
    };
    let before = figures();
    let path_of = |name: &str| work.corpus().join(name);
    std::fs::rename(path_of("essays/anna.txt"), path_of("zoe.txt")).unwrap();
    assert_eq!(figures(), before);
}

#[test]
fn an_existing_file_is_not_replaced_and_every_error_has_its_reason() {
    let work = corpus();
    let run = |line: &str| work.ran(&format!("report corpus --out {line}"));
    std::fs::write(work.path().join("old.html"), "old").unwrap();
    let fails_with = |line: &str, what: &str| {
        run(line).fails(1, what);
    };
    fails_with("old.html", "--force");
    fails_with("new.csv", "an HTML page");
    fails_with("nowhere/new.html", "there is no folder nowhere");
    fails_with("corpus", "is a folder");
    fails_with("corpus/pages/one.txt --force", "belongs to the corpus");
    decide(&work, "pages/one.txt pages/two.txt", "template", "x");
    fails_with("corpus/review.jsonl --force", "journal of decisions");
    fails_with("new.html --journal none.jsonl", "none.jsonl");
    fails_with("new.html --where group:nobody", "--where");
    assert_eq!(run("new.html --context much").status, Some(2));
    let read = |name: &str| std::fs::read_to_string(work.path().join(name));
    assert_eq!(read("old.html").unwrap(), "old");
    assert!(read("new.html").is_err());
    let ran = run("old.html --force");
    assert_eq!(ran.status, Some(0), "{}", ran.talk);
    assert!(read("old.html").unwrap().starts_with("<!doctype html>"));
    let names = std::fs::read_dir(work.path()).unwrap();
    let mut names = names.map(|entry| entry.unwrap().file_name());
    assert!(!names.any(|name| name.to_string_lossy().starts_with('.')));
}

#[test]
fn words_of_replaced_documents_are_not_counted() {
    let work = corpus();
    let words_of = |options: &str, words: &str| {
        let page = report(&work, options).text();
        let message = format!("5 documents, with {words} words that were compared.");
        assert!(page.contains(&message), "{message}: {page}");
    };
    words_of("--index index", "1,650");
    // The index keeps the replaced text until it is written again.
    work.write("pages/one.txt", edited(8, 100, 0));
    words_of("--index index", "1,550");
    words_of("--in-memory", "1,550");
}

#[test]
fn lines_of_wrapped_paragraphs_are_joined_and_numbers_are_those_of_the_source() {
    let work = Work::new();
    let shared = words(90, 80);
    let mut wrapped = String::new();
    let mut width = 0;
    for word in &shared {
        let broken = width + 1 + word.len() > 60;
        width = if broken { 0 } else { width } + 1 + word.len();
        wrapped += if broken { "\n" } else { " " };
        wrapped += word;
    }
    let wrapped = wrapped.trim();
    for (name, own) in [("one.txt", 1), ("two.txt", 2)] {
        let own = words(own, 20).join(" ");
        work.write(name, format!("{own}\n\n{wrapped}\n"));
    }
    let text = report(&work, COPIED).text();
    let first = wrapped.lines().next().unwrap().split(' ').count();
    let joined = shared[first - 2..first + 2].join(" ");
    assert!(text.contains(&joined), "no {joined:?} in one line");
    assert_contains(&text, "line 3");
}

#[test]
fn a_report_says_which_pairs_are_compared() {
    let work = corpus();
    for (name, from) in [("new/a.txt", 0), ("old/b.txt", 10), ("old/c.txt", 20)] {
        work.write(name, crate::support::edited(7, 200, from * 3));
    }
    let of_archive = |more: &str| {
        let set = "--new corpus/new --archive corpus/old";
        let line = format!("report --in-memory -t 0.3 --out - {set} {more}");
        work.ran_well(&line).out
    };
    let compared =
        "One new document is compared with the 2 of the archive, those not with each other.";
    let page = of_archive("");
    assert!(page.contains(compared), "{page}");
    assert!(page.contains("The search is exact: it misses no pair of this rule."));
    let only = of_archive("--against=archive");
    assert!(only.contains("with the 2 of the archive only"), "{only}");
    for more in [COPIED, ""] {
        let page = report(&work, &format!("--group-by 1 {more}")).text();
        let groups = "documents of one group are not compared with each other.";
        assert!(page.contains(groups) && page.contains("it misses no pair"));
    }
    let all = report(&work, "").text();
    assert!(!all.contains("archive") && all.contains("it misses no pair"));
}

#[test]
fn definitions_follow_the_settings() {
    let work = corpus();
    let page = |line: &str| report(&work, line).text();
    let usual = page("");
    assert!(usual.contains("4 consecutive words. A document counts as the set of its shingles."));
    assert!(usual.contains("A run of letters and digits, in lower case"));
    assert!(!usual.contains("characters"));
    let others = page("--bag --set=keep-case=true --set=drop-stopwords=en --set=drop-numbers=true");
    for message in [
        "the bag of its shingles",
        "as it is written",
        "stop-words (en): no figure counts them",
        "numbers: no figure counts them",
    ] {
        assert!(others.contains(message), "{message}: {others}");
    }
    assert!(!others.contains("Nothing was excluded."));
    let characters = page("--unit char --for copied-text");
    for message in [
        "consecutive characters",
        "Characters the same",
        "share a passage of 25 characters",
    ] {
        assert!(characters.contains(message), "{message}: {characters}");
    }
    assert!(!characters.contains("Words the same"));
}

#[test]
fn what_was_not_read_is_listed_with_the_reason() {
    let work = Work::new();
    work.write("one.txt", edited(1, 200, 0))
        .write("two.txt", edited(1, 200, 29));
    let page = |line: &str| report(&work, line).text();
    assert!(page("").contains("Every file and row was read."));
    work.write("nothing.txt", "");
    work.write("rows.jsonl", "{\"id\": 1}\n");
    let html = page("");
    for words in [
        "2 files or rows were not read, 1 of them although they should have been.",
        "empty 1",
        "nothing.txt empty",
        "rows.jsonl",
    ] {
        assert!(html.contains(words), "{words}: {html}");
    }
    let hidden = page("--anonymous");
    assert!(
        hidden.contains("empty 1") && !hidden.contains("nothing.txt"),
        "{hidden}"
    );
}

#[test]
fn a_passage_has_its_kind_and_its_lines() {
    let work = Work::new();
    let run = |sign: &str, n: usize| (0..n).map(|i| format!("{sign}{i} ")).collect::<String>();
    for (name, own, heading) in [("c", "c", "Literatur"), ("d", "d", "Bibliographie")] {
        let text = format!(
            "{}\n\n{}\n\n{heading}\n\n[1] {}\n",
            run("w", 40),
            run(own, 20),
            run("r", 15)
        );
        work.write(&format!("{name}.txt"), text);
    }
    let page = report(&work, "--in-memory --threshold 0.1").html;
    assert_eq!(page.matches(">reference list</span>").count(), 1);
    for line in ["line 1", "line 7"] {
        assert_eq!(page.matches(&format!(">{line}<")).count(), 2, "{line}");
    }
}

#[test]
fn a_disguised_document_is_named_whatever_is_excluded() {
    let work = Work::new();
    let task = words(90, 60).join(" ");
    let cyrillic = "\u{430}\u{441}\u{435}\u{456}\u{458}\u{43e}\u{440}\u{455}\u{445}\u{443}";
    let letters = "aceijopsxy".chars().zip(cyrillic.chars());
    let disguised = letters.fold(task.clone(), |text, (letter, other)| {
        text.replace(letter, &other.to_string())
    });
    work.write("../task.txt", &task);
    work.write("plain.txt", format!("{}\n\n{task}", words(1, 80).join(" ")));
    work.write(
        "letters.txt",
        format!("{}\n\n{disguised}", words(2, 80).join(" ")),
    );
    for masks in ["", "--ignore task.txt"] {
        let page = report(&work, &format!("{COPIED} {masks}"));
        assert_eq!(page.names(), Vec::<[String; 2]>::new());
        // Excluded words are not counted.
        let words = if masks.is_empty() {
            " (60 words more are the same in plain.txt"
        } else {
            ""
        };
        let head =
            format!("Disguised by look-alike letters or hidden characters: letters.txt{words}");
        assert!(page.text().contains(&head), "{}", page.text());
        for (name, itself) in [("plain", false), ("letters", true)] {
            let ran = work.ran(&format!("sources corpus/{name}.txt --in corpus {masks}"));
            let message = format!(
                "1 document has look-alike letters or hidden characters: letters.txt{words}"
            );
            assert_contains(&ran.talk, &message);
            assert_eq!(ran.talk.contains("this text is disguised: "), itself);
        }
    }
    let page = report(&work, "--for copied-text --fold-confusables");
    assert_eq!(page.pairs().len(), 1);
    assert_contains(
        &page.text(),
        "were compared as the letters that they look like",
    );
    let documents = page::text(page.section("documents"));
    assert!(documents.contains("letters.txt disguised"), "{documents}");
    let hidden = report(&work, "--for copied-text --anonymous");
    assert!(
        hidden.text().contains("hidden characters: Text ") && !hidden.html.contains("letters.txt")
    );
}

#[test]
fn the_first_page_says_what_was_excluded_and_how_many_blocks_count_as_copied() {
    let work = Work::new();
    let (task, header) = (words(90, 60).join(" "), words(91, 20).join(" "));
    work.write("../task.txt", &task);
    work.write("../header.txt", &header);
    for at in 1..=6 {
        let own = words(at, 80).join(" ");
        let header = if at == 6 { "" } else { &header };
        work.write(&format!("{at}.txt"), format!("{header}\n\n{own}\n\n{task}"));
    }
    for (ignored, excluded) in [
        ("", "Nothing was excluded."),
        (
            "--ignore header.txt",
            "What was excluded : template: 100 words in 5 spans of 5 documents.",
        ),
        (
            "--ignore header.txt --ignore task.txt",
            "What was excluded : template: 460 words in 11 spans of 6 documents.",
        ),
    ] {
        let page = report(&work, &format!("{COPIED} {ignored}"));
        let head = page::text(page.html.split("</header>").next().unwrap());
        assert_contains(&head, excluded);
        let blocks = work.ran_well(&format!("blocks corpus --format json {ignored}"));
        let blocks = blocks.json_rows();
        let sentence = blocks.first().map(|first| {
            let all = match blocks.len() {
                1 => "one common block occurs".to_owned(),
                n => format!("{n} common blocks occur"),
            };
            let (words, documents) = (&first["words"], &first["documents"]);
            format!("{all} here, the first, of {words} words, in {documents} documents.")
        });
        let counted = "until somebody excludes them by hand: ";
        assert_eq!(
            head.split_once(counted)
                .map(|(_, rest)| rest.split(" shinglescope").next().unwrap()),
            sentence.as_deref()
        );
    }
    assert_lacks(&report(&work, "").text(), "until somebody excludes");
}

#[test]
fn an_excluded_source_is_excluded_text_also_if_names_are_hidden() {
    let work = corpus();
    let source = r#"{"source":"sources/book.txt","document":"essays/anna.txt"}"#;
    let act = r#""when":"2026-11-22T19:40:01Z","by":"anna","on":"mask","masked":true"#;
    work.write(
        "review.jsonl",
        format!("{{\"shinglescope\":\"review\",\"format\":1}}\n{{{act},\"mask\":{{\"source\":{source}}}}}\n"),
    );
    for hidden in ["", "--anonymous"] {
        let page = report(&work, &format!("{COPIED} {hidden}")).text();
        assert_contains(&page, "What was excluded : one passage or source.");
        assert_lacks(&page, "Nothing was excluded.");
        assert_eq!(page.contains("book.txt as a source of"), hidden.is_empty());
    }
}

#[test]
fn the_note_of_a_reopened_decision_is_whole_and_said_to_be_the_earlier_one() {
    let work = corpus();
    let note = words(77, 150).join(" ");
    decide(&work, "essays/anna.txt essays/ben.txt", "copied", &note);
    let earlier = format!("Note of the earlier decision: {note}");
    let places = || {
        let page = report(&work, COPIED);
        let pairs = page::text(page.section("pairs"));
        let parts = [pairs, page.decisions().concat(), page.articles().concat()];
        parts.map(|text| (text.contains(&note), text.contains(&earlier)))
    };
    assert_eq!(places(), [(true, false); 3]);
    let anna = std::fs::read_to_string(work.corpus().join("essays/anna.txt")).unwrap();
    work.write("essays/anna.txt", format!("{anna} One sentence more."));
    assert_eq!(places(), [(true, true); 3]);
}

#[test]
fn the_table_of_documents_says_which_decisions_there_are() {
    let work = corpus();
    decide(&work, "essays/anna.txt essays/ben.txt", "copied", "");
    decide(&work, "essays/anna.txt sources/book.txt", "acceptable", "");
    let page = report(&work, COPIED);
    let rows: Vec<String> = page::between(page.section("documents"), "<tr>", "</tr>")
        .map(page::text)
        .collect();
    for (name, decisions) in [
        ("anna", "acceptable 1, copied 1"),
        ("ben", "copied 1"),
        ("book", "acceptable 1"),
    ] {
        let row = rows
            .iter()
            .find(|row| row.split(' ').next().unwrap().contains(name));
        assert!(row.unwrap().ends_with(decisions), "{rows:?}");
    }
}

#[test]
fn a_pair_that_shares_only_references_or_quotations_says_so() {
    let work = Work::new();
    let own = |seed| words(seed, 60).join(" ");
    let (listed, quoted) = (words(90, 30).join(" "), words(91, 30).join(" "));
    let references = |seed| format!("{}\n\nReferences\n\n[1] {listed}\n", own(seed));
    let quotation = |seed| {
        format!(
            "{} says \u{201c}{quoted}\u{201d}. {}",
            own(seed),
            own(seed + 1)
        )
    };
    work.write("a1.txt", references(1))
        .write("a2.txt", references(3));
    work.write("b1.txt", quotation(5))
        .write("b2.txt", quotation(7));
    let unmarked = quotation(9).replace(['\u{201c}', '\u{201d}'], "");
    // c1 is b2 without quotation marks; d1 and d2 share more than references.
    let bare = quotation(7).replace(['\u{201c}', '\u{201d}'], "");
    work.write("c1.txt", &bare).write("c2.txt", unmarked);
    let more = words(92, 40).join(" ");
    work.write("d1.txt", format!("{more} {}", references(11)))
        .write("d2.txt", format!("{more} {}", references(13)));
    let page = report(&work, COPIED);
    let tables = ["pairs", "documents"].map(|name| {
        let rows = page::between(page.section(name), "<tr", "</tr>");
        rows.map(page::text).collect::<Vec<_>>()
    });
    let exclusion = |a: &str, b: &str| {
        let row = tables[0]
            .iter()
            .find(|row| row.contains(a) && row.contains(b));
        let row = row.unwrap_or_else(|| panic!("{a} {b}: {tables:?}"));
        ["only references", "only quotations"]
            .into_iter()
            .find(|only| row.contains(only))
    };
    assert_eq!(exclusion("a1.txt", "a2.txt"), Some("only references"));
    assert_eq!(exclusion("b1.txt", "b2.txt"), Some("only quotations"));
    assert_eq!(exclusion("c1.txt", "c2.txt"), None);
    assert_eq!(exclusion("d1.txt", "d2.txt"), None);
    assert!(
        tables[1]
            .iter()
            .any(|row| row.contains("b1.txt") && row.contains("only quotations"))
    );
    let articles = page.articles().concat();
    assert!(articles.contains("Every passage of this pair lies in a list of references."));
}
