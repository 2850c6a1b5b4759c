//! Key presses and their results: state changes and requests.

use std::sync::Arc;

use shinglescope::app::commands::COMMANDS;
use shinglescope::app::{Action, App, Effect, Page, Screen, update};
use shinglescope::base::DocNo;
use shinglescope::engine::message::DocumentView;
use shinglescope::engine::{Request, Update};
use shinglescope::screens::clusters::state::ClustersFocus;

use crate::screens::{draw, text};
use crate::support::{assert_contains, assert_lacks};
use crate::world::{self, World};
use shinglescope::ui::theme::{Depth, Theme};

/// A key, or `:name` for a command from the palette.
pub fn action(name: &str) -> Action {
    let command = name.strip_prefix(':').filter(|name| !name.is_empty());
    match command {
        Some(name) => {
            let entry = COMMANDS.iter().find(|entry| entry.name == name);
            Action::Run(entry.unwrap_or_else(|| panic!("no command {name}")).command)
        }
        None => Action::Key(name.parse().unwrap()),
    }
}

/// Types keys by their names, separated by blanks; requests are answered at once. Returns all effects.
pub fn typed(world: &World, app: &mut App, keys: &str) -> Vec<Effect> {
    let mut all = Vec::new();
    for name in keys.split(' ').filter(|k| !k.is_empty()) {
        let effects = update(app, action(name));
        all.extend(effects.clone());
        world::answer(world, app, effects);
    }
    all
}

/// Gives the screens a message of the engine; returns the effects.
pub fn told(app: &mut App, message: Update) -> Vec<Effect> {
    update(app, Action::Engine(message))
}

fn fresh() -> (World, App) {
    let world = World::new();
    let app = world::app(&world, (120, 36));
    (world, app)
}

fn selected(app: &App) -> Vec<DocNo> {
    let clustering = app.data.clustering.as_ref().unwrap();
    app.clusters.selected(clustering).unwrap().members.clone()
}

/// The screen as text.
fn shown(app: &mut App) -> String {
    let (buffer, _) = draw(app, Theme::new(Depth::Sixteen, false));
    text(&buffer)
}

#[test]
fn from_clusters_to_a_document_to_a_comparison_and_back() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Tab j j j Enter");
    assert_eq!(app.screen(), Screen::Document);
    let effects = typed(&world, &mut app, "Enter");
    assert_eq!(app.screen(), Screen::Compare);
    let gh78 = world.doc("essays/essay-gh78.txt");
    assert!(matches!(effects[..], [Effect::Ask(Request::Compare(a, _))] if a == gh78));
    // The next neighbour, without returning to a list.
    let effects = typed(&world, &mut app, "n");
    assert!(matches!(effects[..], [Effect::Ask(Request::Compare(a, _))] if a == gh78));
    typed(&world, &mut app, "Esc q");
    assert_eq!(app.screen(), Screen::Clusters);
    assert_eq!(typed(&world, &mut app, "q"), [Effect::Quit]);
}

#[test]
fn a_document_is_shown_while_its_neighbours_are_requested() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "Tab");
    let doc = app.clusters.document(app.data.clustering.as_ref().unwrap());
    let doc = doc.unwrap();
    let view = world.view(doc);
    for counted in [false, true] {
        let view = DocumentView {
            counted,
            ..view.clone()
        };
        let view = Arc::new(view);
        told(&mut app, Update::Document(Arc::clone(&view)));
        let effects = update(&mut app, Action::Key("Enter".parse().unwrap()));
        let is_requested = effects.contains(&Effect::Ask(Request::Document(doc)));
        assert_eq!(is_requested, !counted);
        let Some(Page::Document(state)) = app.pages.last() else {
            panic!("no document");
        };
        assert_eq!(state.view().unwrap().text, view.text);
        update(&mut app, Action::Key("Esc".parse().unwrap()));
    }
}

#[test]
fn each_step_of_the_threshold_sends_one_request() {
    let (_, mut app) = fresh();
    let press = |app: &mut App, key: &str| update(app, Action::Key(key.parse().unwrap()));
    let asks = |threshold| [Effect::Ask(Request::Threshold(threshold))];
    assert_eq!(press(&mut app, "-"), asks(0.79));
    assert!(app.stale());
    assert_eq!(press(&mut app, "+"), asks(0.8));
    assert!(!app.stale());
    for _ in 0..20 {
        press(&mut app, "+");
    }
    assert_eq!(app.threshold, 1.0);
    assert_eq!(press(&mut app, "+"), []);
    // Undo takes back consecutive moves as one step.
    assert_eq!(press(&mut app, "z"), asks(0.8));
    assert_eq!(press(&mut app, "z"), []);
}

#[test]
fn a_message_disappears_with_its_tab_and_an_error_stays() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "Space");
    assert_contains(&shown(&mut app), "1 marked");
    typed(&world, &mut app, "3");
    assert!(!shown(&mut app).contains("1 marked"));
    update(&mut app, Action::Failed("the disk is full".into()));
    typed(&world, &mut app, "2");
    assert_contains(&shown(&mut app), "the disk is full");
}

#[test]
fn the_cursor_stays_on_its_documents_when_clusters_are_computed_again() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j j j j");
    let before = selected(&app);
    typed(&world, &mut app, "- - -");
    assert_eq!(selected(&app), before, "the others grew, this one did not");
    // The cursor stays on the same member.
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Tab j j j");
    let clustering = app.data.clustering.clone().unwrap();
    let before = app.clusters.document(&clustering);
    typed(&world, &mut app, "- - -");
    let clustering = app.data.clustering.clone().unwrap();
    assert_eq!(app.clusters.document(&clustering), before);
    assert_eq!(selected(&app).len(), 6);
}

#[test]
fn a_cluster_that_falls_apart_is_reported() {
    let (world, mut app) = fresh();
    let evil = world.doc("evil-two.txt");
    let clusters = app.clusters.listed.len();
    while !selected(&app).contains(&evil) {
        typed(&world, &mut app, "j");
    }
    typed(&world, &mut app, "+");
    assert_eq!(app.clusters.listed.len(), clusters - 1);
    assert!(shown(&mut app).contains("fell apart"));
}

#[test]
fn a_newer_corpus_waits_for_its_clusters_and_keeps_the_place() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Tab j j j Enter");
    // The new document sorts first, so all other documents have new numbers.
    let newer = World::with("a-new-one.txt");
    let old = Arc::clone(app.data.collection.as_ref().unwrap());
    told(&mut app, Update::Collection(Arc::clone(&newer.collection)));
    assert!(Arc::ptr_eq(app.data.collection.as_ref().unwrap(), &old));
    let effects = told(&mut app, Update::Clusters(Arc::new(newer.clustering(0.8))));
    let gh78 = newer.doc("essays/essay-gh78.txt");
    assert_ne!(gh78, world.doc("essays/essay-gh78.txt"));
    assert!(effects.contains(&Effect::Ask(Request::Document(gh78))));
    assert!(selected(&app).contains(&gh78));
    // A clustering of other documents is ignored.
    told(&mut app, Update::Clusters(Arc::new(world.clustering(0.5))));
    assert_eq!(app.data.clustering.as_ref().unwrap().threshold, 0.8);
}

#[test]
fn the_filter_applies_while_it_is_typed_and_esc_removes_it() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "f");
    assert!(app.clusters.filtering);
    typed(&world, &mut app, "n o t e s");
    assert_eq!(app.clusters.listed.len(), 1);
    let notes = world.doc("lab3/spring-term/team-09/notes.md");
    assert_eq!(app.clusters.listed[0].named, notes);
    assert_eq!(app.clusters.listed[0].matched.len(), 5);
    typed(&world, &mut app, "Enter");
    assert!(!app.clusters.filtering);
    assert_eq!(app.clusters.listed.len(), 1);
    // The filter stays active while the threshold moves.
    typed(&world, &mut app, "-");
    assert_eq!(app.clusters.listed.len(), 1);
    typed(&world, &mut app, "Esc");
    assert_eq!(app.clusters.listed.len(), 7);
    assert_eq!(app.screen(), Screen::Clusters);
}

#[test]
fn an_alt_key_without_a_command_is_escape_and_the_key() {
    let (world, mut app) = fresh();
    let first = selected(&app);
    typed(&world, &mut app, "alt-j");
    assert_ne!(selected(&app), first);
    typed(&world, &mut app, "alt-k Tab Enter");
    assert_eq!(app.screen(), Screen::Document);
    // Esc leaves the document, `/` opens the search.
    typed(&world, &mut app, "alt-/ t i d e");
    assert_eq!((app.screen(), app.pages.len()), (Screen::Search, 1));
    // In text input, words are skipped and deleted as in a shell.
    typed(&world, &mut app, "Space b e l l alt-Backspace alt-b");
    assert_eq!(app.search.input.halves(), ("", "tide "));
    assert!(app.search.typing);
    typed(&world, &mut app, "Esc");
    assert!(!app.search.typing);
    let effects = typed(&world, &mut app, "q");
    assert!(effects.contains(&Effect::Quit), "{effects:?}");
}

#[test]
fn a_cell_of_the_matrix_opens_the_comparison_of_its_pair() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "j Tab l l l l l Enter");
    assert_eq!(app.screen(), Screen::Compare);
    typed(&world, &mut app, "q");
    assert_eq!(app.clusters.focus, ClustersFocus::Members);
}

#[test]
fn esc_and_ctrl_c_stop_work_before_they_leave() {
    let world = World::new();
    let mut app = App::new(world::start());
    let sample = world::progress(shinglescope::engine::Stage::Sketch, 3);
    told(&mut app, Update::Progress(sample));
    assert_eq!(typed(&world, &mut app, "Esc"), [Effect::Ask(Request::Stop)]);
    let effects = typed(&world, &mut app, "ctrl-c");
    assert_eq!(effects, [Effect::Ask(Request::Stop)]);
    let (stopped, elapsed) = (true, std::time::Duration::from_secs(1));
    told(&mut app, Update::Finished { stopped, elapsed });
    typed(&world, &mut app, "Esc Esc");
    assert_eq!(typed(&world, &mut app, "ctrl-c"), [Effect::Quit]);
}

#[test]
fn search_runs_while_the_query_is_typed() {
    let (world, mut app) = fresh();
    let effects = typed(&world, &mut app, "j / t i");
    let query = |q: &str| Effect::Ask(Request::Search(q.into()));
    let last = &effects[effects.len() - 2..];
    assert_eq!(last, [query("t"), query("ti")]);
    typed(&world, &mut app, "Enter j Enter");
    assert_eq!(app.screen(), Screen::Document);
    typed(&world, &mut app, "q");
    assert_eq!(app.screen(), Screen::Search);
    assert_eq!(app.search.hits.selected, 1);
    // Letters that are commands elsewhere are input in the query.
    typed(&world, &mut app, "/ Right q");
    assert_eq!(app.search.input.text(), "tiq");
    // A new search starts with an empty query unless the cursor is moved first.
    app.search.typing = false;
    typed(&world, &mut app, "/ x y");
    assert_eq!(app.search.input.text(), "xy");
}

#[test]
fn an_answer_to_an_older_query_is_not_shown() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "/ t i d e");
    let old = Update::Search(Arc::new(world.search("zebra")));
    told(&mut app, old);
    assert_eq!(app.search.result.as_ref().unwrap().query, "tide");
}

#[test]
fn help_is_searched_and_the_palette_runs_commands() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "? b r i d g e");
    assert_eq!(app.dialogs.len(), 1);
    let text = shown(&mut app);
    assert_contains(&text, "A pair without which a cluster falls in two");
    typed(&world, &mut app, "Esc Esc");
    assert!(app.dialogs.is_empty());
    typed(&world, &mut app, "ctrl-p a b o u t Enter");
    assert_eq!(app.screen(), Screen::About);
}

#[test]
fn help_begins_with_the_keys_of_the_screen() {
    for (keys, heading, first) in [
        ("", "Clusters", "Enter "),
        ("j Tab Enter", "Document", "Enter "),
        ("j Enter", "Compare", "Tab "),
        ("/ x Enter", "Search", "Enter "),
    ] {
        let (world, mut app) = fresh();
        update(&mut app, Action::Resize(80, 24));
        typed(&world, &mut app, keys);
        app.search.typing = false;
        typed(&world, &mut app, "?");
        let help = shown(&mut app);
        let line = |at: usize| {
            help.lines()
                .nth(at)
                .unwrap()
                .trim_start_matches(['▕', '│', ' '])
        };
        assert!(line(3).starts_with(heading), "{help}");
        assert!(line(4).starts_with(first), "{help}");
    }
}

#[test]
fn ctrl_l_redraws_whatever_is_open_and_changes_nothing() {
    for open in ["", "/ t i d e", "?", "g s", "d n", "5 s Down Down"] {
        let (world, mut app) = fresh();
        typed(&world, &mut app, open);
        let state = |app: &App| format!("{:?} {:?}", app.dialogs, app.reanalysis);
        let before = state(&app);
        let effects = typed(&world, &mut app, "ctrl-l");
        assert_eq!(effects, [Effect::Redraw], "{open:?}");
        assert_eq!(state(&app), before, "{open:?}");
    }
}

#[test]
fn copying_gives_names_or_figures() {
    let (world, mut app) = fresh();
    let effects = typed(&world, &mut app, "j j y");
    let names = "lab3/spring-term/team-07/report/group2.md\n\
                 lab3/spring-term/team-08/report/group2-copy.md\n\
                 lab3/spring-term/team-09/notes.md";
    assert!(effects.contains(&Effect::Copy(names.into())));
    let effects = typed(&world, &mut app, "Enter y");
    let Some(Effect::Copy(figures)) = effects.last() else {
        panic!("{effects:?}")
    };
    assert_contains(&figures, "exact Jaccard .8");
}

#[test]
fn the_editor_gets_the_file_of_the_document() {
    let (world, mut app) = fresh();
    let effects = typed(&world, &mut app, "g v");
    let path = std::path::PathBuf::from("/corpus/forms/cover-00.txt");
    assert_eq!(effects, [Effect::Edit { path, line: 1 }]);
}

#[test]
fn page_keys_move_by_the_visible_rows() {
    let (world, mut app) = fresh();
    update(&mut app, Action::Resize(80, 12));
    typed(&world, &mut app, "f Esc j Tab");
    draw(&mut app, Theme::new(Depth::None, false));
    let rows = app.clusters.members.rows;
    assert!(rows > 2);
    typed(&world, &mut app, "PgDn");
    assert_eq!(app.clusters.members.selected, rows - 1);
    typed(&world, &mut app, "G");
    assert_eq!(app.clusters.members.selected, 4);
    typed(&world, &mut app, "Home");
    assert_eq!(app.clusters.members.selected, 0);
}

#[test]
fn the_theme_under_the_cursor_is_previewed_and_kept_only_by_enter() {
    let (world, mut app) = fresh();
    let open = ": t h e m e Enter";
    typed(&world, &mut app, open);
    // Without colours there is nothing to choose.
    assert!(app.dialogs.is_empty());
    let themes = ["one", "two", "three"].map(|name| (name.into(), String::new()));
    app.themes.all = themes.into();
    typed(&world, &mut app, &format!("{open} j j"));
    assert_eq!(app.themes.shown, 2);
    typed(&world, &mut app, "Esc");
    assert_eq!((app.themes.shown, app.dialogs.len()), (0, 0));
    typed(&world, &mut app, &format!("{open} G Enter"));
    assert_eq!((app.themes.shown, app.dialogs.len()), (2, 0));
}

#[test]
fn a_sequence_of_two_keys_is_a_command() {
    let (world, mut app) = fresh();
    let first = selected(&app);
    typed(&world, &mut app, "G");
    assert_ne!(selected(&app), first);
    typed(&world, &mut app, "g");
    assert_ne!(selected(&app), first, "one of two keys does nothing");
    let menu = shown(&mut app);
    assert_contains(&menu, "Go to");
    assert_contains(&menu, "m  mirrors");
    typed(&world, &mut app, "g");
    assert_eq!(selected(&app), first);
    // Esc and keys that are not in the menu close it and do nothing else.
    typed(&world, &mut app, "G g Esc g q");
    assert_ne!(selected(&app), first);
    let screen = shown(&mut app);
    assert_contains(&screen, "g q does nothing here");
    assert_lacks(&screen, "m  mirrors");
}

#[test]
fn after_a_late_matrix_of_another_cluster_the_needed_one_is_requested() {
    let (world, mut app) = fresh();
    let clustering = app.data.clustering.clone().unwrap();
    let other = &clustering.clusters[app.clusters.listed[1].cluster];
    let late = Update::Matrix(Arc::new(world.matrix(&other.members)));
    let effects = told(&mut app, late);
    let needed = app.clusters.selected(&clustering).unwrap().members.clone();
    assert!(effects.contains(&Effect::Ask(Request::Matrix(needed))));
}

#[test]
fn enter_compares_the_pair_of_the_preview_and_none_until_that_is_known() {
    for (keys, is_known) in [("j", true), ("j Tab Tab", true), ("j", false)] {
        let (world, mut app) = fresh();
        typed(&world, &mut app, keys);
        let clustering = app.data.clustering.clone().unwrap();
        app.clusters.matrix = app.clusters.matrix.take().filter(|_| is_known);
        let shown = app.clusters.shown_pair(&clustering);
        typed(&world, &mut app, "Enter");
        let compared = match app.pages.last() {
            Some(Page::Compare(state)) => Some(state.wanted()),
            _ => None,
        };
        assert_eq!((shown, compared.is_some()), (compared, is_known), "{keys}");
    }
}

#[test]
fn q_is_not_labelled_as_quit_on_screens_where_it_goes_back() {
    let (world, mut app) = fresh();
    // The first Esc only removes a message.
    let says = |app: &mut App| {
        typed(&world, app, "Esc");
        shown(app).contains("q quits")
    };
    assert!((0..3).any(|_| says(&mut app)));
    typed(&world, &mut app, "g a");
    assert!(!shown(&mut app).contains("q quits"));
}

#[test]
fn esc_leaves_no_tab_and_the_key_that_goes_back_quits_from_each() {
    for tab in ["1", "2", "3", "4 Esc", "5"] {
        let (world, mut app) = fresh();
        typed(&world, &mut app, "5 3 2");
        typed(&world, &mut app, tab);
        let screen = app.screen();
        assert!(screen.is_tab() && shown(&mut app).contains("q quit"));
        typed(&world, &mut app, "Esc Esc Esc");
        assert_eq!(app.screen(), screen);
        // A screen that is no tab leads back to it.
        typed(&world, &mut app, "g a");
        assert!(shown(&mut app).contains("Esc back"));
        typed(&world, &mut app, "Esc");
        assert_eq!(app.screen(), screen);
        let effects = typed(&world, &mut app, "q");
        assert!(effects.contains(&Effect::Quit), "{tab}");
    }
}

#[test]
fn esc_leaves_the_query_first_and_then_clears_it() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "/ t i d e Esc");
    assert!(!app.search.typing && app.search.rows() > 0);
    typed(&world, &mut app, "Esc");
    assert_eq!((app.search.input.text(), app.search.rows()), ("", 0));
}
