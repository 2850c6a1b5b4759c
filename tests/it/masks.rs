//! Masks from the command line and in the engine: the results are those of texts without the masked words.

mod on_the_screens;

use crate::support::{Ran, Work, args_of, assert_contains, assert_lacks, words};

/// 100 documents in which some are edited copies of others; with `statement` at the top of each.
fn corpus(work: &Work, statement: &str) {
    for i in 0..100_u64 {
        // Every fifth is an edited copy of the one before.
        let original = if i % 5 == 4 { i - 1 } else { i };
        let mut text = words(1_000 + original, 80);
        if i % 5 == 4 {
            text[40] = "edited".into();
        }
        let text = format!("{statement}\n\n{}.\n", text.join(" "));
        work.write(&format!("{i:03}.txt"), text);
    }
}

/// The pairs down to a low threshold, as CSV.
fn pairs(work: &Work, more: &[&str]) -> Ran {
    let args = args_of("pairs --in-memory --method exact -t 0.1 --format csv corpus");
    work.done(&[&args[..], more].concat())
}

#[test]
fn masking_a_common_statement_gives_the_pairs_of_texts_without_it() {
    let (plain, with) = (Work::new(), Work::new());
    let statement = words(7, 170).join(" ");
    corpus(&plain, "");
    corpus(&with, &statement);
    let want = pairs(&plain, &[]);
    assert_eq!(want.rows().len(), 20);
    let unmasked = pairs(&with, &[]);
    // All pairs are similar because of the statement.
    assert_eq!(unmasked.rows().len(), 100 * 99 / 2);
    with.write("../statement.txt", format!("Task:\n{statement}"));
    std::fs::create_dir(with.path().join("templates")).unwrap();
    with.write("../templates/one.txt", &statement);
    with.write("../phrases.txt", format!("\n{statement}\n"));
    for masks in [
        ["--ignore-common", "20%"],
        ["--ignore-common", "20"],
        ["--ignore", "statement.txt"],
        ["--ignore", "templates"],
        ["--ignore-phrases", "phrases.txt"],
    ] {
        let got = pairs(&with, &masks);
        assert_eq!(got.out, want.out, "{masks:?}");
        let message = "17,000 words in 100 spans of 100 documents";
        assert!(got.talk.contains(message), "{masks:?}: {}", got.talk);
    }
}

/// Twelve documents, of which three hold one paragraph of 60 words.
fn copied_paragraph() -> (Work, String) {
    let (work, paragraph) = (Work::new(), words(7, 60).join(" "));
    for i in 0..12_u64 {
        let copied = if i % 4 == 1 { &*paragraph } else { "" };
        let own = words(100 + i, 60).join(" ");
        work.write(&format!("{i:02}.txt"), format!("{own}\n\n{copied}\n"));
    }
    (work, paragraph)
}

#[test]
fn text_excluded_by_a_share_is_listed_with_its_documents_and_pairs() {
    use crate::support::pty::Pty;
    let (work, paragraph) = copied_paragraph();
    let rule = ["--ignore-common", "20%", "--in-memory", "corpus"];
    let copied = ["--for", "copied-text"];
    let near = ["-t", "0.2", "--method", "exact"];
    for (command, question) in [
        ("pairs", &copied[..]),
        ("pairs", &near),
        ("clusters", &near),
    ] {
        let run =
            |more: &[&str]| work.done(&[&[command, "--format", "csv"], question, more].concat());
        assert!(!run(&rule[2..]).rows().is_empty());
        let hidden = run(&rule);
        assert!(hidden.rows().is_empty(), "{command}: {}", hidden.out);
        let message = "--ignore-common 20% hid 1 passage and 3 pairs; `report` lists both";
        assert!(hidden.talk.contains(message), "{command}: {}", hidden.talk);
    }
    let report = |more: &[&str]| {
        let args = [&["report", "--out", "-"], &copied[..], &rule, more].concat();
        work.run(&args).out
    };
    let page = report(&[]);
    for message in [
        "Excluded by rule",
        "text in over 20% of the documents: one passage. Without it 3 more pairs would be listed.",
        &paragraph,
        "3 documents, 60 words",
        "<bdi>01<i>.txt</i></bdi> <span class=\"soft\">and</span> <bdi>05<i>.txt</i></bdi>",
    ] {
        assert!(page.contains(message), "{message}: {page}");
    }
    assert!(!report(&["--anonymous"]).contains("01.txt"));
    let corpus = work.corpus();
    let args = [&copied[..], &rule[..2], &[corpus.to_str().unwrap()]].concat();
    let mut pty = Pty::start(&args, 120, 36, &[]);
    pty.sees(&["Pairs", "excluded"]).settles();
    pty.press("gejjj");
    pty.sees(&["[x] text in over 20% of the documents"]);
    let beginning = paragraph.split(' ').take(4).collect::<Vec<_>>().join(" ");
    pty.press("\r");
    pty.sees(&[
        "Excluded: text in over 20% of the documents 1",
        "60 words in 3 documents",
        &beginning,
        "held by 3 documents:",
        "3 pairs not listed because of the exclusion:",
        "01.txt  05.txt",
        "05.txt  09.txt",
    ]);
    pty.press("\x03");
    assert!(pty.ended().success());
}

#[test]
fn saved_masks_are_applied_only_on_request() {
    let work = Work::new();
    let statement = words(7, 170).join(" ");
    corpus(&work, &statement);
    let all = pairs(&work, &[]).out;
    work.write("../phrases.txt", format!("{statement}\n"));
    let want = pairs(&work, &["--ignore-phrases", "phrases.txt"]).out;
    let line = |masked: bool, second: u32| {
        format!(
            "{{\"when\":\"2026-11-22T19:40:0{second}Z\",\"by\":\"anna\",\"on\":\"mask\",\"mask\":{{\"phrase\":\"{statement}\"}},\"masked\":{masked}}}\n"
        )
    };
    let mut journal = "{\"shinglescope\":\"review\",\"format\":1}\n".to_owned() + &line(true, 1);
    work.write("review.jsonl", &journal);
    let not_excluded = "the screens exclude 1 phrase of this corpus; this command does not";
    let silent = pairs(&work, &[]);
    assert_eq!(silent.out, all, "nobody asked for it");
    assert_contains(&silent.talk, not_excluded);
    let skipped = pairs(&work, &["--kept-masks", "skip"]);
    assert_eq!(skipped.out, all);
    assert_lacks(&skipped.talk, "exclude");
    let got = pairs(&work, &["--kept-masks", "apply"]);
    assert_eq!(got.out, want);
    assert_contains(&got.talk, "17,000 words in 100 spans");
    let listed = work.run(&["review", "list", "corpus"]);
    assert_contains(&listed.talk, not_excluded);
    assert_lacks(&listed.talk, "no act");
    // `--journal` takes precedence over the journal of the corpus.
    let named = |journal: &str| {
        work.write("../other.jsonl", journal);
        let named = ["--kept-masks", "apply", "--journal", "other.jsonl"];
        pairs(&work, &named).out
    };
    assert_eq!(named("{\"shinglescope\":\"review\",\"format\":1}\n"), all);
    let kept = journal.clone();
    journal.push_str(&line(false, 2));
    work.write("review.jsonl", &journal);
    assert_eq!(pairs(&work, &["--kept-masks", "apply"]).out, all);
    assert_eq!(named(&kept), want);
    // An incomplete line of the journal is reported once.
    let half = kept.trim_end().strip_suffix("true}").unwrap().to_owned();
    work.write("review.jsonl", half + "tru\n");
    for command in [
        "pairs corpus --in-memory --kept-masks apply",
        "report corpus --in-memory --kept-masks apply --out -",
    ] {
        let ran = work.ran_well(command);
        let count = ran.talk.matches("not an act").count();
        assert_eq!(count, 1, "{command}: {}", ran.talk);
    }
}

#[test]
fn masks_apply_to_an_index_and_leave_it_unchanged() {
    let (work, plain) = (Work::new(), Work::new());
    corpus(&work, &words(7, 170).join(" "));
    corpus(&plain, "");
    crate::support::settle();
    work.ran_well("index corpus --index index");
    let list = "pairs -t 0.1 --method exact --format csv corpus --index index";
    let before = work.ran(list);
    let masked = work.ran(&format!("{list} --ignore-common 20%"));
    assert_eq!(masked.out, pairs(&plain, &[]).out);
    let after = work.ran(list);
    assert_eq!(before.out, after.out);
    assert_ne!(before.out, masked.out);
}

#[test]
fn excluding_quotations_and_references_equals_deleting_them() {
    let own = |seed: u64| words(seed, 60).join(" ");
    let (quoted, listed) = (own(1), own(2));
    let (with, without) = (Work::new(), Work::new());
    let references = format!("References\n\n{listed} 1997. https://example.org\n");
    // Each row: a name, a text with @ in place of the excluded part, and that part.
    for (name, text, excluded) in [
        ("a.txt", own(3) + " @ " + &own(4), format!("“{quoted}”")),
        ("b.txt", own(5) + "\n@" + &own(6), format!("> {quoted}\n")),
        ("c.txt", own(7) + " @ " + &own(8), format!("« {quoted} »")),
        (
            "d.html",
            format!("<p>{}</p>@<p>{}</p>", own(9), own(10)),
            format!("<blockquote>{quoted}</blockquote>"),
        ),
        ("e.txt", own(3) + "\n\n@", references),
        (
            "f.md",
            format!("{}\n\n@## End\n\n{}", own(12), own(13)),
            format!("## Literatur\n\n[1] {listed}\n\n"),
        ),
    ] {
        with.write(name, text.replace('@', &excluded));
        without.write(name, text.replace('@', ""));
    }
    let all = args_of("pairs --in-memory --method exact -t 0 --format csv corpus");
    let masks = ["--ignore-quotations", "--ignore-references"];
    let want = without.run(&all);
    let got = with.run(&[&all[..], &masks].concat());
    assert_eq!(got.out, want.out, "{}", got.talk);
    assert_eq!(want.rows().len(), 1, "a and e share their beginning");
    assert!(with.run(&all).rows().len() > 6);
    let message = "excluded as quotation: 240 words in 4 spans of 4 documents";
    assert_contains(&got.talk, message);
}

#[test]
fn a_comparison_also_has_the_figures_without_masks() {
    let work = Work::new();
    let shared = words(1, 40).join(" ");
    work.write("a.txt", format!("{} \"{shared}\"", words(2, 40).join(" ")));
    work.write("b.txt", format!("{} \"{shared}\"", words(3, 40).join(" ")));
    let files = "compare corpus/a.txt corpus/b.txt --format json";
    let before = work.ran(files).json();
    let after = work.ran(&format!("{files} --ignore-quotations")).json();
    assert_eq!(before["unmasked"], serde_json::Value::Null);
    assert_eq!(after["jaccard"], 0.0);
    assert_eq!(after["unmasked"]["jaccard"], before["jaccard"]);
    assert_eq!(after["words_a"], 40);
    assert_eq!(after["masked_a"][0]["words"], 40);
    assert_eq!(after["masked_a"][0]["reason"], "quotation");
    let line = "compare a.txt b.txt --format json --in corpus --ignore-quotations --in-memory";
    let of_corpus = work.ran(line).json();
    assert_eq!(of_corpus["unmasked"], after["unmasked"]);
    assert_eq!(of_corpus["masked_b"], after["masked_b"]);
    let query = "query corpus/a.txt --in corpus --in-memory --format csv";
    assert_eq!(work.ran(query).rows().len(), 2);
    let masked = work.ran(&format!("{query} --ignore-quotations"));
    assert_eq!(masked.rows().len(), 1);
}

#[test]
fn unusable_masks_are_reported() {
    let work = Work::new();
    corpus(&work, "");
    std::fs::create_dir(work.path().join("empty")).unwrap();
    work.write("../blank.txt", "\n \n");
    work.write("../signs.txt", "--- !!\n");
    let neither = "neither a number";
    for (args, says) in [
        (["--ignore-common", "0"], "0 documents"),
        (["--ignore-common", "0%"], "above 0%"),
        (["--ignore-common", "100%"], "below 100%"),
        (["--ignore-common", "NaN%"], "above 0%"),
        (["--ignore-common", "99999999999999999999"], neither),
        (["--ignore-common", "some"], neither),
        (["--ignore", "empty"], "--ignore empty"),
        (["--ignore", "nowhere"], "nowhere"),
        (["--ignore-phrases", "nowhere.txt"], "nowhere.txt"),
        (["--ignore-phrases", "blank.txt"], "no phrase"),
    ] {
        let ran = work.run(&[&["pairs", "--in-memory", "corpus"][..], &args].concat());
        assert!(matches!(ran.status, Some(1 | 2)), "{args:?}: {ran:?}");
        assert!(ran.talk.contains(says), "{args:?}: {}", ran.talk);
    }
    let ran = pairs(&work, &["--ignore-phrases", "signs.txt"]);
    assert_contains(&ran.talk, "1 phrase or template has no words");
    let ran = pairs(&work, &["--ignore", "corpus"]);
    assert_eq!(ran.rows().len(), 0);
    assert_contains(&ran.talk, "100 documents have no words left");
    let ran = pairs(&work, &["--ignore-common", "4000000000"]);
    assert_contains(&ran.talk, "nothing is excluded");
}

/// As on the screens: masks are set and removed again, and no file is read.
#[test]
fn the_engine_applies_new_masks_to_all_terms() {
    use crate::support::engine::Running;
    use shinglescope::engine::{AnalysisConfig, Request, Update};
    use shinglescope::mask::{Common, Mask, MaskConfig, Reason};

    let running = Running::demo();
    let base = running.collection.clone().unwrap();
    let phrase = "tide";
    let analysis_config = |masks: MaskConfig| AnalysisConfig {
        masks,
        ..AnalysisConfig::default()
    };
    let masked = analysis_config(MaskConfig {
        phrases: vec![phrase.into()],
        common: Some(Common::Share(0.2)),
        quotations: true,
        references: true,
        ..MaskConfig::default()
    });
    let collection = |updates: &[Update]| {
        let mut collections = updates.iter().filter_map(|update| match update {
            Update::Collection(collection) => Some(collection.clone()),
            _ => None,
        });
        collections.next_back()
    };
    let now = collection(&running.settle(&masked)).expect("another collection");
    assert_eq!(now.len(), base.len());
    for doc in base.documents() {
        assert_eq!(now.all_terms(doc), base.terms(doc));
    }
    let some = now.documents().find(|doc| {
        let ranges = now.masked_ranges(*doc);
        ranges.iter().any(|range| range.reason == Reason::Phrase)
    });
    let doc = some.expect("the word stands in the demo");
    let view = running.ask(Request::Document(doc), |update| match update {
        Update::Document(view) if view.counted => Some(view.clone()),
        _ => None,
    });
    assert_eq!(view.terms, now.term_count(doc));
    assert_eq!(view.masked.len(), now.masked_ranges(doc).len());
    for (span, range) in view.masked.iter().zip(now.masked_ranges(doc)) {
        assert_eq!((span.reason, span.words), (range.reason, range.words()));
        if span.reason == Reason::Phrase {
            assert_eq!(view.text[span.start..span.end].to_lowercase(), phrase);
        }
    }
    let row = Mask::Phrase(phrase.into());
    let survey = running.ask(Request::Masks(vec![row.clone()]), |update| match update {
        Update::Masks(survey) => Some(survey.clone()),
        _ => None,
    });
    assert!(survey.count(&row).unwrap().words > 0);
    let back =
        collection(&running.settle(&analysis_config(MaskConfig::default()))).expect("all terms");
    for doc in base.documents() {
        assert_eq!(back.terms(doc), base.terms(doc));
        assert!(back.masked_ranges(doc).is_empty());
    }
}

/// Templates are read as the documents are: with the same fields and limits.
#[test]
fn templates_are_read_with_the_settings_of_the_run() {
    let work = Work::new();
    let row = |id, text| format!("{{\"id\":\"{id}\",\"body\":\"{text}\"}}\n");
    let rows = row(1, "a b c d e p q r s t u v w") + &row(2, "a b c d e f g h");
    work.write("rows.jsonl", rows);
    work.write("../template.jsonl", row(1, "p q r s t u v w"));
    let fields = ["--text-field", "body"];
    let ignore = ["--ignore", "template.jsonl"];
    let result = pairs(&work, &[fields, ignore].concat());
    assert_contains(&result.talk, "8 words");
    // What is too large for a document is too large for a template.
    work.write("../large.txt", "word ".repeat(300_000));
    let args = ["pairs", "corpus", "--in-memory", "--ignore", "large.txt"];
    let ran = work.run(&[&args[..], &fields, &["--max-size", "1"]].concat());
    assert_eq!(ran.status, Some(1), "{}", ran.talk);
    assert_contains(&ran.talk, "too large");
}

/// Options accept only regular files: a device never ends, and a pipe may never end.
#[test]
fn options_accept_only_regular_files() {
    let work = Work::new();
    work.write("a.txt", "a b c d e f")
        .write("b.txt", "a b c d e g");
    std::os::unix::fs::symlink("/dev/null", work.path().join("groups.csv")).unwrap();
    for args in [
        ["pairs", "--ignore-phrases", "/dev/null"],
        ["pairs", "--ignore", "/dev/null"],
        ["pairs", "--group-by", "groups.csv"],
    ] {
        let [command, option, file] = args;
        let ran = work.run(&[command, "corpus", "--in-memory", option, file]);
        assert_eq!(ran.status, Some(1), "{args:?}: {}", ran.talk);
        for message in [file, "not a regular file: a device"] {
            assert!(ran.talk.contains(message), "{args:?}: {}", ran.talk);
        }
    }
}

#[test]
fn no_shingle_of_characters_spans_a_masked_word_inside_another_word() {
    let work = Work::new();
    work.write("1.txt", "aa bb cc dd");
    work.write("2.txt", "aa cc dd");
    work.write("3.txt", "aa rbbr cc dd");
    work.write("../phrases.txt", "bb\n");
    let like = |more: &[&str]| {
        let args = args_of("pairs corpus --unit char --k 3 -t 0.01 --format csv");
        let ran = work.done(&[&args[..], more].concat());
        let rows = ran.rows();
        let similarity = |b: &str| {
            let row = rows.iter().find(|row| row[0] == "1.txt" && row[1] == b);
            row.map_or(0.0, |row| row[3].parse::<f64>().unwrap())
        };
        ([similarity("2.txt"), similarity("3.txt")], ran.talk)
    };
    let (by_phrase, talk) = like(&["--ignore-phrases", "phrases.txt"]);
    assert!(by_phrase[0] == 1.0 && by_phrase[1] < 0.6, "{by_phrase:?}");
    assert_contains(&talk, "3 characters in 1 span of 1 document");
    work.write("1.txt", "xx yy tt tt tt zz ww");
    work.write("2.txt", "xx yy zz ww");
    work.write("3.txt", "xx yyzz ww");
    work.write("../template.txt", "tt tt tt");
    let (by_template, _) = like(&["--ignore", "template.txt"]);
    let as_cut = by_template[0] == 1.0 && by_template[1] < 0.6;
    assert!(as_cut, "{by_template:?}");
    for i in 4..8 {
        work.write(&format!("{i}.txt"), format!("q{i} tt tt tt r{i}"));
    }
    assert_eq!(like(&["--ignore-common", "3"]).0, by_template);
}
