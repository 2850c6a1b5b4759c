//! Decisions on the screens: keys, notes, filters, progress, undo and refusals. Also a reviewer's session in the real
//! program.

mod editor;
mod session;
mod undo;

use std::path::PathBuf;
use std::sync::Arc;

use shinglescope::app::{Action, App, Command, Effect, Screen, update};
use shinglescope::base::DocNo;
use shinglescope::engine::message::{Decide, Review};
use shinglescope::engine::{Request, Update};
use shinglescope::index::Collection;
use shinglescope::review::{
    Act, CurrentDecision, Decision, DecisionTarget, Journal, JournalLine, ReviewState, Statement,
    Timestamp,
};

use crate::screens::{picture, plain};
use crate::support::{assert_contains, assert_lacks};
use crate::world::{self, World};

/// The screens with a journal in memory.
struct Desk {
    world: World,
    app: App,
    acts: Vec<Act>,
    sent: Vec<Decide>,
    /// Whether the engine leaves decisions without an answer.
    silent: bool,
}

impl Desk {
    fn new(size: (u16, u16), acts: impl Fn(&Collection) -> Vec<Act>) -> Self {
        let world = World::new();
        let app = world::app(&world, size);
        let acts = acts(&world.collection);
        let mut desk = Desk {
            world,
            app,
            acts,
            sent: Vec::new(),
            silent: false,
        };
        desk.tell();
        desk
    }

    /// Sends the state of the journal to the screens.
    fn tell(&mut self) {
        let journal = Journal {
            acts: self.acts.iter().cloned().map(JournalLine::new).collect(),
            ..Journal::default()
        };
        let collection = self.app.data.collection.clone().unwrap();
        let review = Review {
            state: Arc::new(ReviewState::new(Arc::new(journal), &collection)),
            collection,
            location: Ok(PathBuf::from("essays/review.jsonl")),
            note: None,
            person: "ida".into(),
            offers: Vec::new(),
            handled: self.sent.last().map_or(0, |sent| sent.number),
        };
        self.send(Update::Review(Arc::new(review)));
    }

    fn send(&mut self, message: Update) {
        let effects = update(&mut self.app, Action::Engine(message));
        self.answer(effects);
    }

    fn answer(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let Effect::Ask(Request::Decide(sent)) = effect else {
                world::answer(&self.world, &mut self.app, vec![effect]);
                continue;
            };
            let (at, target) = (self.acts.len(), &sent.target);
            let act = act_of(&sent.collection, target, "ida", at, &sent.statement);
            self.sent.push(sent);
            if !self.silent {
                self.acts.push(act);
                self.tell();
            }
        }
    }

    fn typed(&mut self, keys: &str) -> String {
        for name in keys.split(' ').filter(|key| !key.is_empty()) {
            let effects = update(&mut self.app, crate::keys::action(name));
            self.answer(effects);
        }
        self.picture()
    }

    fn picture(&mut self) -> String {
        picture(&mut self.app)
    }

    fn status(&mut self) -> String {
        let picture = self.picture();
        let mut lines = picture.lines().rev();
        lines.nth(1).unwrap_or_default().trim().to_owned()
    }
}

/// An act at the `n`-th minute.
fn act_of(
    collection: &Collection,
    target: &DecisionTarget,
    by: &str,
    n: usize,
    statement: &Statement,
) -> Act {
    let when = format!("\"2026-11-22T19:{n:02}:00.000000Z\"");
    let when: Timestamp = serde_json::from_str(&when).unwrap();
    Act {
        note: statement.note.clone(),
        ..Act::new(
            when,
            by.into(),
            target.subject(collection).unwrap(),
            statement.decision,
        )
    }
}

fn no_acts(_: &Collection) -> Vec<Act> {
    Vec::new()
}

fn decided(decision: Decision, note: &str) -> Statement {
    let note = note.into();
    Statement { decision, note }
}

/// The last two requests: a decision and its note.
fn last_two(sent: &[Decide]) -> (&Decide, &Decide) {
    match sent {
        [.., decided, noted] => (decided, noted),
        _ => panic!("a decision and a note"),
    }
}

#[test]
fn a_note_with_lines_is_written_with_the_decision() {
    let mut desk = Desk::new((80, 24), no_acts);
    let shown = desk.typed("2 d c d n p a g e Space 3 Enter s e e");
    insta::assert_snapshot!("decisions_note_80x24", shown);
    let shown = desk.typed("ctrl-s");
    let last = &desk.sent.last().unwrap().statement;
    assert_eq!(last.decision, Decision::Copied);
    assert_eq!(last.note, "page 3\nsee");
    assert_contains(&shown, "page 3 / see");
    // In the note, keys of the screen are letters. Esc asks before it discards the note.
    desk.typed("d n q a Esc");
    assert_eq!(desk.app.dialogs.len(), 1);
    assert!(desk.picture().contains("Esc again drops"));
    desk.typed("Esc");
    assert_eq!((desk.app.dialogs.len(), desk.sent.len()), (0, 2));
    // Undo takes back a change of the note alone.
    desk.typed("d n ctrl-u ctrl-s");
    assert_eq!(desk.sent.last().unwrap().statement.note, "page 3");
    desk.typed("z");
    assert_eq!(desk.sent.last().unwrap().statement.note, "page 3\nsee");
}

#[test]
fn lists_show_progress_and_filter_by_decision() {
    let mut desk = Desk::new((120, 36), no_acts);
    desk.typed("2 d c j d a j d u");
    insta::assert_snapshot!("decisions_pairs_120x36", desk.picture());
    let shown = desk.typed("f u n r e v i e w e d Enter");
    assert_lacks(&shown, "■ copied");
    let arranged = desk.app.pair_list.shown().unwrap();
    let (judged, all) = (arranged.judged, arranged.arrangement.list.rows.len());
    assert!(judged >= 3);
    assert_eq!(arranged.len(), all - judged);
    let shown = desk.typed("Esc f d e c i s i o n : c o p i e d Enter");
    assert!(!desk.app.pair_list.is_empty(), "{shown}");
    // A row disappears if its new decision does not match the filter.
    desk.typed("d x");
    assert_eq!(desk.app.pair_list.len(), 0);
    desk.typed("Esc f b y : i d a Enter");
    assert_eq!(desk.app.pair_list.len(), judged);
}

#[test]
fn each_decision_goes_on_to_the_next_undecided_pair_if_switched_on() {
    let mut desk = Desk::new((80, 24), no_acts);
    desk.typed("2 j d c k d .");
    assert_eq!(desk.app.pair_list.scroll.selected, 0);
    insta::assert_snapshot!("decisions_pairs_80x24", desk.typed("d t"));
    // The second pair is already decided.
    assert_eq!(desk.app.pair_list.scroll.selected, 2);
    // In the comparison too.
    desk.typed("Enter");
    let before = desk.app.subject().unwrap().1;
    desk.typed("d a");
    assert_eq!(desk.app.screen(), Screen::Compare);
    assert_ne!(desk.app.subject().unwrap().1, before);
    assert_eq!(desk.app.pair_list.scroll.selected, 3);
    desk.typed("d . d a");
    assert_eq!(desk.app.pair_list.scroll.selected, 3);
    // A note is about the last decided pair until the cursor is moved.
    desk.typed("Esc k k k d . d c d n s e e ctrl-s");
    let (decided, noted) = last_two(&desk.sent);
    assert_eq!(noted.target, decided.target);
    assert_eq!(noted.statement.note, "see");
    assert_eq!(noted.statement.decision, Decision::Copied);
    desk.typed("d c Down Up d n x ctrl-s");
    let (decided, noted) = last_two(&desk.sent);
    assert_ne!(noted.target, decided.target);
}

#[test]
fn a_comparison_says_who_decided_what_and_when() {
    let pair = |collection: &Collection| {
        let world = World::new();
        let mut app = world::app(&world, (120, 36));
        crate::keys::typed(&world, &mut app, "2");
        let (a, b) = app.pair_list.pair().unwrap();
        assert_eq!(world.collection.len(), collection.len());
        DecisionTarget::pair(a, b)
    };
    let mut desk = Desk::new((120, 36), |collection| {
        let subject = pair(collection);
        let copied = decided(Decision::Copied, "page 3 \u{1b}[2J");
        let unsure = decided(Decision::Unsure, "");
        // The last decision counts, whoever made it.
        vec![
            act_of(collection, &subject, "ida", 1, &unsure),
            act_of(collection, &subject, "ben", 2, &copied),
        ]
    });
    let shown = desk.typed("2");
    assert_contains(&shown, "■ copied");
    insta::assert_snapshot!("decisions_compare_120x36", desk.typed("Enter"));
    desk.typed("q f b y : b e n Enter");
    assert_eq!(desk.app.pair_list.len(), 1);
}

#[test]
fn clusters_documents_and_matrix_cells_are_decided_on_the_clusters_screen() {
    let mut desk = Desk::new((120, 36), no_acts);
    let shown = desk.typed("d c");
    assert_contains(&shown, "1 of ");
    assert_contains(&shown, "■ copied");
    assert!(matches!(desk.sent[0].target, DecisionTarget::Cluster(_)));
    desk.typed("Tab d a");
    assert!(matches!(desk.sent[1].target, DecisionTarget::Document(_)));
    desk.typed("j l d x");
    assert!(matches!(desk.sent[2].target, DecisionTarget::Pair(..)));
    insta::assert_snapshot!("decisions_clusters_120x36", desk.typed("Tab Tab"));
    desk.typed("f u n r e v i e w e d Enter");
    let all = desk.app.data.clustering.as_ref().unwrap().clusters.len();
    assert_eq!(desk.app.clusters.listed.len(), all - 1);
    // On the Document screen, the decision is about the document.
    desk.typed("Esc Tab Enter d u");
    assert!(matches!(desk.sent[3].target, DecisionTarget::Document(_)));
    insta::assert_snapshot!("decisions_document_120x36", desk.picture());
}

#[test]
fn a_decision_reopened_by_a_change_says_why() {
    let note = format!("page 3{}", ", and the next one".repeat(12));
    let mut desk = Desk::new((120, 36), |collection| {
        let subject = DecisionTarget::pair(DocNo(0), DocNo(1));
        let copied = decided(Decision::Copied, &note);
        let mut act = act_of(collection, &subject, "ida", 1, &copied);
        // The decision was made on another text of the first document.
        if let shinglescope::review::DecisionSubject::Pair { a, .. } = &mut act.subject {
            a.text.0 ^= 1;
            a.source.0 ^= 1;
        }
        vec![act]
    });
    let name = desk.world.collection.id(DocNo(0)).to_owned();
    let collection = desk.app.data.collection.clone().unwrap();
    let subject = DecisionTarget::pair(DocNo(0), DocNo(1));
    let seen = desk.app.decisions.seen(&collection, &subject).unwrap();
    assert_eq!(seen.mark.word(), "reopened");
    let Some(CurrentDecision::Reopened(_, why)) = desk.app.decisions.current(&collection, &subject)
    else {
        panic!("it is open again");
    };
    assert_eq!(why.to_string(), format!("text changed: {name}"));
    // The next decision keeps the note. Undo reopens the pair.
    let pair =
        |row: &shinglescope::engine::message::PairRow| DecisionTarget::pair(row.pair.a, row.pair.b);
    let rows = &desk.world.pair_list().rows;
    let position = rows.iter().position(|row| pair(row) == subject).unwrap();
    desk.typed(&format!("2 {}", "j ".repeat(position)));
    let line = desk
        .picture()
        .lines()
        .find(|line| line.contains("earlier note: page 3"))
        .map(str::to_owned);
    assert!(
        line.is_some_and(|line| line.trim_end().ends_with('…')),
        "{}",
        desk.picture()
    );
    desk.typed("d t");
    let sent = desk.sent.last().unwrap();
    assert_eq!((&sent.target, &sent.statement.note), (&subject, &note));
    desk.typed("z");
    let seen = desk.app.decisions.seen(&collection, &subject).unwrap();
    assert_eq!(seen.mark.word(), "reopened");
}

#[test]
fn a_decided_pair_outside_the_pair_list_is_in_the_list_of_decisions() {
    let pair = DecisionTarget::pair(DocNo(0), DocNo(67));
    let copied = decided(Decision::Copied, "");
    let mut desk = Desk::new((120, 36), |c| vec![act_of(c, &pair, "ida", 1, &copied)]);
    desk.typed("2 g d");
    assert_eq!(desk.app.pair_list.shown().unwrap().unlisted.len(), 1);
    assert_eq!(desk.app.subject().unwrap().1, pair);
}

#[test]
fn a_decision_that_cannot_be_written_is_reported_and_not_shown_as_kept() {
    let mut desk = Desk::new((120, 36), no_acts);
    desk.silent = true;
    let shown = desk.typed("2 d c");
    assert_contains(&shown, "■ copied…");
    assert_contains(&shown, "being written");
    assert_lacks(&shown, "4 decided");
    desk.send(Update::NotDecided(1, "not kept: the disk is full".into()));
    let shown = desk.picture();
    assert_contains(&shown, "not kept: the disk is full");
    assert_lacks(&shown, "■ copied");
}

#[test]
fn without_a_journal_decision_keys_report_the_reason() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    let press = |app: &mut App, keys: &str| -> Vec<Effect> {
        let keys = keys.split(' ').map(|key| Action::Key(key.parse().unwrap()));
        keys.flat_map(|key| update(app, key)).collect()
    };
    assert_eq!(press(&mut app, "d c"), []);
    let review = Review {
        collection: app.data.collection.clone().unwrap(),
        state: Arc::default(),
        location: Err(anyhow::anyhow!("this run writes no file").into()),
        note: None,
        person: "ida".into(),
        offers: Vec::new(),
        handled: 0,
    };
    update(&mut app, Action::Engine(Update::Review(Arc::new(review))));
    assert_eq!(press(&mut app, "d c"), []);
    let shown = plain(&mut app);
    assert_contains(&shown, "decisions cannot be kept: this run writes no file");
    press(&mut app, "d n");
    assert!(app.dialogs.is_empty());
}

/// A screen without its panel of differences. The panel shows text, and each text begins with its name.
fn without_differences(shown: &str) -> String {
    let corner = shown.lines().enumerate().find_map(|(row, line)| {
        let at = line.find("╭ Shared and")?;
        Some((row, line[..at].chars().count()))
    });
    let Some((first, column)) = corner else {
        return shown.to_owned();
    };
    let lines = shown.lines().enumerate().map(|(row, line)| {
        if row < first {
            line.to_owned()
        } else {
            line.chars().take(column).collect()
        }
    });
    lines.collect::<Vec<String>>().join("\n")
}

#[test]
fn names_are_hidden_on_every_screen_and_in_copies() {
    let mut desk = Desk::new((160, 45), no_acts);
    let collection = &desk.world.collection;
    let ids = collection.documents().map(|doc| collection.id(doc));
    let ids: Vec<String> = ids.map(str::to_owned).collect();
    // The texts of this corpus begin with "On" and their name. Names in texts are not hidden.
    let names = |shown: &str, id: &String| shown.replace(&format!("On {id}"), "").contains(id);
    let shown = desk.typed("");
    assert!(ids.iter().any(|id| shown.contains(id.as_str())), "{shown}");
    for keys in ["H", "Tab", "Enter", "q 2", "Enter", "q g a", "q 5"] {
        let shown = desk.typed(keys);
        // The top line says so, or the header on Document and Compare.
        assert_contains(&shown, "names hidden");
        let shown = without_differences(&shown);
        let seen = ids.iter().find(|id| names(&shown, id));
        assert_eq!(seen, None, "{keys}: {shown}");
    }
    let shown = desk.typed("1 H");
    assert!(ids.iter().any(|id| names(&shown, id)), "{shown}");
}

#[test]
fn pairs_decided_different_are_counted_on_the_clusters_screen() {
    let mut desk = Desk::new((160, 45), no_acts);
    let mut parted = (**desk.app.data.clustering.as_ref().unwrap()).clone();
    parted.cannot_link = 2;
    parted.clusters[0].cannot_link = 1;
    desk.send(Update::Clusters(Arc::new(parted)));
    let shown = desk.typed("Tab");
    assert_contains(&shown, "decided different in other places: 1 pair");
    assert_contains(&shown, "decided different, held together by others: 1 pair");
}

#[test]
fn the_command_line_finds_the_list_of_decisions() {
    let mut desk = Desk::new((120, 36), no_acts);
    let effects = update(&mut desk.app, Action::Run(Command::Decisions));
    desk.answer(effects);
    let nothing = "there are no decisions yet; they would be kept in essays/review.jsonl";
    assert_contains(&desk.status(), nothing);
    desk.typed("2 j d c Esc");
    for words in ["r e v i e w", "d e c i s i o n s"] {
        let shown = desk.typed(&format!(": {words}"));
        assert_contains(&shown, "The review so far: pairs with a decision");
        desk.typed("Esc");
    }
    let effects = update(&mut desk.app, Action::Run(Command::Decisions));
    desk.answer(effects);
    let list = desk.picture();
    assert_contains(&list, "reviewed");
    assert_contains(&list, "1 of 284 pairs");
}
