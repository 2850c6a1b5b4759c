//! The Document screen in the purpose copied text, with a real engine behind it.

use std::sync::Arc;

use shinglescope::app::{Action, App, Effect, Page, update};
use shinglescope::base::{Cancel, DocNo};
use shinglescope::config::Purpose;
use shinglescope::corpus::Source;
use shinglescope::engine::options::Options;
use shinglescope::engine::{Request, Update};
use shinglescope::evidence::sources::percent;
use shinglescope::evidence::{CopiedTextConfig, copied_text, documents};
use shinglescope::screens::document::state::{DocAction, DocumentState};
use shinglescope::settings::Settings;
use shinglescope::ui::theme::{Depth, Theme};

use super::{corpus, quoting};
use crate::report::page;
use crate::screens::{draw, text};
use crate::support::engine::{Running, options, start};
use crate::support::{Work, assert_contains, words};
use crate::world;

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

    /// Sends the requests to the engine, and its answers to the screen.
    fn reply(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Effect::Ask(request) = effect else {
                continue;
            };
            let expected = request.clone();
            let of_request = move |update: &Update| match (&expected, update) {
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
            let effects = update(&mut self.app, crate::keys::action(name));
            self.reply(effects);
            self.draw(Depth::Indexed);
        }
    }

    /// Clicks on a source in the list of documents that contain the current run.
    fn choose(&mut self, name: &str) {
        let list = &self.document().sources().unwrap().sources.list;
        let source = list.iter().position(|source| self.name(source.doc) == name);
        let action = Action::Document(DocAction::Choose(source.unwrap()));
        let effects = update(&mut self.app, action);
        self.reply(effects);
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
        self.name(view.sources.list[state.table.selected].doc)
    }
}

#[test]
fn the_screen_shows_the_sources_with_their_numbers() {
    for (width, height) in [(80, 24), (120, 36), (200, 50)] {
        let mut open = Open::answer(Purpose::CopiedText, (width, height));
        let shown = open.draw(Depth::Indexed);
        assert_contains(&shown, "59 %");
        assert_contains(&shown, "elsewhere: 31 % in orig_a.txt");
        assert_contains(&shown, "Also in 5 documents");
        assert_contains(&shown, "not known");
        if width == 120 {
            // The folder of the corpus has another name in every run.
            let is_path = |line: &&str| !line.starts_with(" /");
            let lines: Vec<&str> = shown.lines().filter(is_path).collect();
            insta::assert_snapshot!("sources", lines.join("\n"));
        }
        // Without colours the frame of the panel in use is bold.
        let frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
        let words = |text: &str| text.replace(frame, " ");
        let plain = open.draw(Depth::None);
        let coloured = words(&shown);
        assert_eq!(coloured, words(&plain), "nothing is said by colour alone");
    }
}

#[test]
fn enter_compares_with_the_chosen_source_at_the_current_run() {
    let (_, texts) = corpus();
    let mut open = Open::answer(Purpose::CopiedText, (120, 36));
    open.typed("] ]");
    assert_eq!(open.chosen(), "orig_a.txt");
    open.choose("orig_a_again.txt");
    assert_eq!(open.chosen(), "orig_a_again.txt", "it holds the run too");
    open.typed("Enter");
    let copied = texts[1].1[50..52].join(" ");
    assert_eq!(open.compared(), ("orig_a_again.txt".into(), copied));
    open.typed("q ] Enter");
    let copied = texts[3].1[10..12].join(" ");
    assert_eq!(open.compared(), ("orig_b.txt".into(), copied));
}

#[test]
fn a_quotation_is_marked_beside_its_sources_and_in_compare() {
    let work = quoting();
    for size in [(80, 24), (200, 50)] {
        let mut open = Open::at(&work, "quoting.txt", Purpose::CopiedText, size);
        let shown = open.draw(Depth::Indexed);
        if size.0 == 200 {
            assert_contains(&shown, "quotation, whole");
        }
        open.typed("Enter");
        let shown = open.draw(Depth::Indexed);
        assert_contains(&shown, "30 words · quotation");
    }
}

/// The passage shared with one source has a gap, and two other documents contain only the words of the gap.
#[test]
fn documents_with_the_words_of_a_gap_count_as_holding_a_part_of_the_passage() {
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
    assert_contains(&shown, "nobody has all of them, 3 a part");
    let holders = open.document().holders().unwrap();
    let words: Vec<u32> = holders.list.iter().map(|holder| holder.words).collect();
    assert_eq!((holders.words, words), (38, vec![28, 10, 10]));
    // A comparison with such a document begins at these words.
    open.choose("one.txt");
    open.typed("Enter");
    let shown = open.draw(Depth::Indexed);
    assert_contains(&shown, "10 words");
}

/// The answer has sixty words of one document, three of them replaced, and twelve words of another, too few for a pair.
#[test]
fn figures_with_one_name_are_equal_in_the_command_on_the_screens_and_in_the_report() {
    let work = Work::new();
    let (source, other) = (words(41, 200), words(42, 200));
    let mut copied = source[50..110].to_vec();
    for at in [15, 30, 45] {
        copied[at] = format!("replaced{at}");
    }
    let own = [words(43, 20), words(44, 40), words(45, 30)];
    let answer = [&own[0], &copied[..], &own[1], &other[10..22], &own[2]].concat();
    for (name, words) in [
        ("answer.txt", &answer),
        ("source.txt", &source),
        ("z.txt", &other),
    ] {
        work.write(name, words.join(" "));
    }
    let sources = work.ran("sources corpus/answer.txt --in corpus --in-memory --format json");
    let sources = sources.json();
    let share = |value: &serde_json::Value| percent(value.as_f64().unwrap());
    let elsewhere = share(&sources["share_elsewhere"]);
    let holds = share(&sources["sources"][0]["share"]);
    assert_eq!(sources["sources"][0]["words"], 57);
    let mut open = Open::at(&work, "answer.txt", Purpose::CopiedText, (120, 36));
    let sentence = format!("{elsewhere} of this text is found elsewhere: {holds} in source.txt");
    assert_contains(&open.draw(Depth::Indexed), &sentence);
    let collection = open.running.collection.clone().unwrap();
    let (config, cancel) = (CopiedTextConfig::default(), Cancel::default());
    let copied = copied_text::find(&collection, &config, &|_| {}, &cancel).unwrap();
    let (pairs, same) = (&copied.pairs, &copied.same);
    let rows = documents::documents(&collection, pairs, same, &|_| false, &|_| None);
    let answer = collection.find("answer.txt");
    let row = rows.iter().find(|row| Some(row.doc) == answer).unwrap();
    let in_pairs = percent(row.share());
    assert_eq!((row.same, percent(row.best_share())), (57, holds.clone()));
    assert_ne!(in_pairs, elsewhere, "the names differ as well");
    let report = work.ran("report corpus --for copied-text --in-memory --out -");
    let text = page::text(&report.out);
    assert_contains(&text, "Found in its pairs");
    let cells = format!(
        "answer.txt {in_pairs} 57 of {} source.txt {holds}",
        row.words
    );
    assert_contains(&text, &cells);
    assert_contains(&text, &format!("source.txt 57 words the same, {holds}"));
}
