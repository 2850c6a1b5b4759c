//! The sources of a text: the command against brute force, and the Document screen in the purpose copied
//! text with a real engine behind it.

use std::io::Write;
use std::process::Stdio;
use std::sync::Arc;

use shinglescope::app::state::document::DocumentState;
use shinglescope::app::{Action, App, Effect, Key, Page, Screen, update};
use shinglescope::base::DocNo;
use shinglescope::config::Purpose;
use shinglescope::corpus::Source;
use shinglescope::engine::options::Options;
use shinglescope::engine::{Request, Update};
use shinglescope::settings::Settings;
use shinglescope::ui::theme::{Depth, Theme};

use crate::screens::{draw, text};
use crate::support::engine::{Running, options, start};
use crate::support::{Ran, Work, words};
use crate::world;

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
    let all: serde_json::Value = serde_json::from_str(&ran("json").out).unwrap();
    assert_eq!(all.as_array().map(Vec::len), Some(1), "{all}");
    assert_eq!(all[0]["kind"], "quotation", "{all}");
    assert_eq!(all[0]["words"], 30, "{all}");
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

/// The screen with an engine that answers.
struct Open {
    running: Running,
    app: App,
}

impl Open {
    /// The answer of [`corpus`] on the Document screen.
    fn answer(purpose: Purpose, size: (u16, u16)) -> Self {
        Self::at(&corpus().0, "answer.txt", purpose, size)
    }

    /// A document of a corpus on the Document screen.
    fn at(work: &Work, name: &str, purpose: Purpose, size: (u16, u16)) -> Self {
        let source = Source::Paths(vec![work.corpus()]);
        let running = start(Options {
            source,
            ..options(Settings::default())
        });
        let mut begin = world::start();
        begin.analysis_config.purpose = purpose;
        let mut app = App::new(begin);
        let collection = running.collection.clone().unwrap();
        let doc = collection.find(name).unwrap();
        update(&mut app, Action::Engine(Update::Collection(collection)));
        update(
            &mut app,
            Action::Engine(Update::Clusters(running.clusters(0.8))),
        );
        app.pages
            .push(Page::Document(Box::new(DocumentState::new(doc))));
        let mut open = Open { running, app };
        let mut effects = vec![Effect::Ask(Request::Document(doc))];
        effects.extend(update(&mut open.app, Action::Resize(size.0, size.1)));
        open.reply(effects);
        open.draw(Depth::Indexed);
        open
    }

    /// Asks the engine for what the screen wants.
    fn reply(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Effect::Ask(request) = effect else {
                continue;
            };
            let asked = request.clone();
            let of_request = move |update: &Update| match (&asked, update) {
                (Request::Document(_), Update::Document(_))
                | (Request::Sources(_), Update::Sources(_))
                | (Request::Compare(..), Update::Comparison(_)) => Some(update.clone()),
                _ => None,
            };
            let answer = self.running.ask(request, of_request);
            let more = update(&mut self.app, Action::Engine(answer));
            self.reply(more);
        }
    }

    fn typed(&mut self, keys: &str) {
        for name in keys.split(' ') {
            let key: Key = name.parse().unwrap();
            let effects = update(&mut self.app, Action::Key(key));
            self.reply(effects);
            self.draw(Depth::Indexed);
        }
    }

    fn draw(&mut self, depth: Depth) -> String {
        text(&draw(&mut self.app, Theme::new(depth, false)).0)
    }

    fn document(&self) -> &DocumentState {
        match self.app.pages.last() {
            Some(Page::Document(state)) => state,
            other => panic!("{other:?}"),
        }
    }

    /// Name of the right document, and the first words of the current passage in the left one.
    fn compared(&self) -> (String, String) {
        let Some(Page::Compare(state)) = self.app.pages.last() else {
            panic!("no comparison");
        };
        let (_, right) = state.wanted();
        let comparison = state.comparison().unwrap();
        let passage = comparison.passages[state.passage().expect("a passage")];
        let start = comparison.left.spans[passage.left as usize].0 as usize;
        let words = comparison.left.text[start..].split_whitespace().take(2);
        let words: Vec<&str> = words.collect();
        (self.name(right), words.join(" "))
    }

    fn name(&self, doc: DocNo) -> String {
        let collection: &Arc<_> = self.app.data.collection.as_ref().unwrap();
        collection.id(doc).to_owned()
    }

    fn chosen(&self) -> String {
        let state = self.document();
        let view = state.sources().unwrap();
        self.name(view.sources.list[state.selected()].doc)
    }
}

#[test]
fn the_screen_shows_the_sources_with_their_numbers() {
    for (width, height) in [(80, 24), (120, 36), (200, 50)] {
        let mut open = Open::answer(Purpose::CopiedText, (width, height));
        let shown = open.draw(Depth::Indexed);
        assert!(
            shown.contains("59 % of this text stands elsewhere"),
            "{shown}"
        );
        assert!(shown.contains("elsewhere: 31 % in orig_a.txt"), "{shown}");
        assert!(shown.contains("Also in 5 documents"), "{shown}");
        assert!(shown.contains("not known"), "{shown}");
        // The folder of the corpus has another name in every run.
        let lines = shown.lines().map(|line| match line.starts_with(" /") {
            true => " PATH",
            false => line,
        });
        let anywhere = lines.collect::<Vec<_>>().join("\n");
        insta::assert_snapshot!(format!("sources_{width}x{height}"), anywhere);
        // Without colours the frame of the panel in use is bold.
        let frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
        let words = |text: &str| text.replace(frame, " ");
        let plain = open.draw(Depth::None);
        assert_eq!(
            words(&shown),
            words(&plain),
            "nothing is said by colour alone"
        );
    }
}

#[test]
fn o_steps_through_the_sources_of_a_run_and_enter_opens_that_one_there() {
    let (_, texts) = corpus();
    let mut open = Open::answer(Purpose::CopiedText, (120, 36));
    open.typed("] ]");
    assert_eq!(open.chosen(), "orig_a.txt");
    open.typed("o");
    assert_eq!(open.chosen(), "orig_a_again.txt", "it holds the run too");
    open.typed("Enter");
    let copied = texts[1].1[50..52].join(" ");
    assert_eq!(open.compared(), ("orig_a_again.txt".into(), copied));
    open.typed("q o");
    assert_eq!(open.chosen(), "orig_a.txt", "round again");
    open.typed("] Enter");
    let copied = texts[3].1[10..12].join(" ");
    assert_eq!(open.compared(), ("orig_b.txt".into(), copied));
}

#[test]
fn the_row_under_the_cursor_decides_what_is_at_hand() {
    let (_, texts) = corpus();
    let mut open = Open::answer(Purpose::CopiedText, (120, 36));
    open.typed("]");
    open.typed("g j");
    assert_eq!(open.chosen(), "orig_b.txt");
    let shown = open.draw(Depth::Indexed);
    assert!(shown.contains("at hand: 2 orig_b.txt"), "{shown}");
    open.typed("Enter");
    let of_b = ("orig_b.txt".into(), texts[3].1[10..12].join(" "));
    assert_eq!(open.compared(), of_b);
    // From the text it is the same.
    open.typed("q Tab Enter");
    assert_eq!(open.compared(), of_b);
    // A part jumped to takes the row along.
    open.typed("q g [");
    assert_eq!(open.chosen(), "orig_a.txt");
    let shown = open.draw(Depth::Indexed);
    assert!(shown.contains("at hand: 1 orig_a.txt"), "{shown}");
}

#[test]
fn a_quotation_says_so_beside_its_sources_and_in_compare() {
    let work = quoting();
    for (size, says) in [
        ((80, 24), "source.txt (quotation)"),
        ((200, 50), "quotation, whole, from word 21 there"),
    ] {
        let mut open = Open::at(&work, "quoting.txt", Purpose::CopiedText, size);
        let shown = open.draw(Depth::Indexed);
        assert!(shown.contains(says), "{shown}");
        open.typed("Enter");
        let shown = open.draw(Depth::Indexed);
        assert!(shown.contains("30 words · quotation"), "{shown}");
    }
}

#[test]
fn documents_with_the_same_passages_are_one_row_that_opens() {
    for key in ["Enter", "l"] {
        let mut open = Open::answer(Purpose::CopiedText, (120, 36));
        let shown = open.draw(Depth::Indexed);
        assert!(
            shown.contains("2 more without words of their own"),
            "{shown}"
        );
        assert_eq!(
            (open.document().listed(), open.document().source_rows()),
            (3, 4)
        );
        open.typed("G");
        assert!(open.document().on_fold() && open.document().chosen().is_none());
        open.typed(key);
        assert_eq!(
            (open.document().listed(), open.document().source_rows()),
            (5, 5)
        );
        assert_eq!(open.chosen(), "orig_a_again.txt");
        open.typed("Enter");
        assert_eq!(open.compared().0, "orig_a_again.txt");
    }
}

#[test]
fn scrolling_the_text_takes_the_row_along() {
    let mut open = Open::answer(Purpose::CopiedText, (80, 13));
    open.typed("Tab G");
    assert_eq!(open.chosen(), "orig_b.txt", "the last part");
    let shown = open.draw(Depth::Indexed);
    assert!(shown.contains("at hand: 2 orig_b.txt"), "{shown}");
}

#[test]
fn among_near_duplicates_enter_compares_at_the_run_jumped_to() {
    let (_, texts) = corpus();
    let mut open = Open::answer(Purpose::NearDuplicates, (120, 36));
    assert!(open.document().sources().is_none());
    let at = (0..).map_while(|i| open.document().neighbour(i).map(|n| n.doc));
    let at = at
        .map(|doc| open.name(doc))
        .position(|name| name == "orig_b.txt");
    for _ in 0..at.unwrap() {
        open.typed("j");
    }
    open.typed("] ] ]");
    open.typed("Enter");
    assert_eq!(open.app.screen(), Screen::Compare);
    assert_eq!(
        open.compared(),
        ("orig_b.txt".into(), texts[3].1[10..12].join(" "))
    );
}

/// A text whose passage with one source is bridged over words that two others hold, of which they have nothing else.
#[test]
fn who_has_a_passage_counts_those_who_have_the_words_that_it_is_bridged_over() {
    let work = Work::new();
    let own = |seed: u64, n: usize| words(seed, n);
    let (before, gap, after) = (own(21, 8), own(22, 10), own(23, 20));
    let write = |name: &str, parts: &[&[String]]| {
        work.write(name, parts.concat().join(" "));
    };
    write("text.txt", &[&before, &gap, &after]);
    write(
        "bridged.txt",
        &[&own(24, 30), &before, &own(25, 10), &after],
    );
    write("one.txt", &[&own(26, 30), &gap, &own(27, 30)]);
    write("two.txt", &[&own(28, 30), &gap, &own(29, 30)]);
    let mut open = Open::at(&work, "text.txt", Purpose::CopiedText, (170, 50));
    let shown = open.draw(Depth::Indexed);
    assert!(
        shown.contains("nobody has all of them, 3 a part"),
        "{shown}"
    );
    let holders = open.document().holders().unwrap();
    let words: Vec<u32> = holders.list.iter().map(|holder| holder.words).collect();
    assert_eq!((holders.words, words), (38, vec![28, 10, 10]));
    // A comparison with one of them begins where it has the words.
    open.typed("o");
    assert_eq!(open.chosen(), "one.txt");
    open.typed("Enter");
    let shown = open.draw(Depth::Indexed);
    assert!(shown.contains("10 words"), "{shown}");
}
