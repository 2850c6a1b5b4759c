//! The Pairs screen: keys, requests, and what it shows while its list is incomplete.

use std::sync::Arc;

use shinglescope::app::{Action, App, Effect, Page, Screen, update};
use shinglescope::base::{DocNo, Reason};
use shinglescope::engine::message::{PairList, PairRow};
use shinglescope::engine::pair_order::PairColumn;
use shinglescope::engine::{Request, Update};
use shinglescope::evidence::pair::OnlyKind;
use shinglescope::figures::Figure;
use shinglescope::screens::compare::state::{CompareState, ComparisonPosition};

use crate::keys::typed;
use crate::screens::{colours, draw, picture};
use crate::support::assert_contains;
use crate::world::{self, World};

fn opened(size: (u16, u16)) -> (World, App) {
    let world = World::new();
    let mut app = world::app(&world, size);
    typed(&world, &mut app, "2");
    assert_eq!(app.screen(), Screen::Pairs);
    (world, app)
}

/// The comparison in front.
fn comparing(app: &App) -> &CompareState {
    match app.pages.last() {
        Some(Page::Compare(state)) => state,
        _ => panic!("no comparison"),
    }
}

/// The rows shown, in order.
fn rows(app: &App) -> Vec<PairRow> {
    let shown = app.pair_list.shown().unwrap();
    (0..shown.len()).map(|at| *shown.row(at).unwrap()).collect()
}

/// Gives the screens a list of pairs and answers what they request then.
fn listed(world: &World, app: &mut App, list: PairList) {
    let list = Update::PairList(Arc::new(list));
    world::act(world, app, Action::Engine(list));
}

fn words(row: &PairRow) -> u32 {
    row.evidence.unwrap().words()
}

#[test]
fn the_pair_under_the_cursor_is_previewed_and_compared_without_another_request() {
    let (world, mut app) = opened((120, 36));
    let effects = typed(&world, &mut app, "j");
    let pair = app.pair_list.pair().unwrap();
    assert_eq!(effects, [Effect::Ask(Request::Compare(pair.0, pair.1))]);
    let shown = picture(&mut app);
    assert_contains(&shown, "the tide comes in twice a day");
    let effects = typed(&world, &mut app, "Enter");
    assert_eq!((app.screen(), effects), (Screen::Compare, vec![]));
    let state = comparing(&app);
    assert!(state.comparison().is_some() && state.wanted() == pair);
}

#[test]
fn a_comparison_goes_through_the_list_and_comes_back_to_the_row() {
    let (world, mut app) = opened((120, 36));
    let all: Vec<(DocNo, DocNo)> = rows(&app).iter().map(|r| (r.pair.a, r.pair.b)).collect();
    typed(&world, &mut app, "j Enter m n n");
    let state = comparing(&app);
    assert_eq!(state.wanted(), all[3]);
    assert_eq!(state.position, ComparisonPosition::Listed(3, all.len()));
    let shown = picture(&mut app);
    assert_contains(&shown, &format!("pair 4 of {}", all.len()));
    typed(&world, &mut app, "p Esc");
    assert_eq!(app.screen(), Screen::Pairs);
    assert_eq!(app.pair_list.pair(), Some(all[2]));
    // At the first pair, `p` does nothing.
    typed(&world, &mut app, "Home Enter p");
    let state = comparing(&app);
    assert_eq!(state.wanted(), all[0]);
    typed(&world, &mut app, "q 1");
    assert_eq!(app.screen(), Screen::Clusters);
}

#[test]
fn any_column_orders_the_list_and_its_first_rows_are_shown() {
    let (world, mut app) = opened((80, 24));
    typed(&world, &mut app, "j j j s");
    assert_eq!(
        app.pair_list.column,
        PairColumn::Figure(Figure::named("words"))
    );
    assert!(rows(&app).is_sorted_by(|x, y| words(x) >= words(y)));
    assert_eq!(app.pair_list.scroll.selected, 0);
    for column in PairColumn::all(app.measure()) {
        typed(&world, &mut app, "j j");
        world::act(&world, &mut app, Action::SortPairsBy(column));
        assert_eq!(app.pair_list.scroll.selected, 0, "{column:?}");
        // The heading of the column is visible in 80 columns, and a click on it sorts the list.
        let (_, hits) = draw(&mut app, colours());
        let mut clicks = (0..80).filter_map(|x| hits.click(x, 2));
        assert!(clicks.any(|a| matches!(a, Action::SortPairsBy(c) if c == column)));
    }
    assert!(rows(&app).is_sorted_by_key(|row| (row.pair.b, row.pair.a)));
}

#[test]
fn a_filter_applies_as_it_is_typed_up_to_the_first_error() {
    let (world, mut app) = opened((120, 36));
    let all = rows(&app);
    typed(&world, &mut app, "f w o r d s > 3 5");
    let some = rows(&app);
    assert!(some.len() < all.len() && !some.is_empty());
    assert_eq!(some.len(), all.iter().filter(|row| words(row) > 35).count());
    typed(&world, &mut app, "Space o f >");
    assert_eq!(rows(&app), some);
    assert!(app.pair_list.wrong.is_some());
    let shown = picture(&mut app);
    assert_contains(&shown, "a value must follow: of>20%");
    typed(&world, &mut app, "9 9 % Enter");
    assert!(!app.pair_list.filtering && app.pair_list.wrong.is_none());
    assert!(rows(&app).len() < some.len());
    typed(&world, &mut app, "Esc");
    assert_eq!((rows(&app), app.screen()), (all, Screen::Pairs));
}

#[test]
fn tab_completes_a_field_and_without_one_goes_to_the_list() {
    let (world, mut app) = opened((120, 36));
    typed(&world, &mut app, "f l o");
    let shown = picture(&mut app);
    assert_contains(&shown, "Tab  longest>  words the same in one passage");
    typed(&world, &mut app, "Tab");
    assert_eq!(app.pair_list.filter.text(), "longest>");
    typed(&world, &mut app, "5 Tab");
    assert!(!app.pair_list.filtering);
    // The filter of clusters works in the same way.
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "f s i z Tab 4 Enter");
    let clustering = app.data.clustering.clone().unwrap();
    let sizes = clustering.clusters.iter().map(|c| c.size());
    let expected = sizes.filter(|size| *size > 4).count();
    assert!(expected > 0);
    assert_eq!(app.clusters.listed.len(), expected);
    typed(&world, &mut app, "f Space e s s a y");
    assert!(app.clusters.listed.iter().all(|l| !l.matched.is_empty()));
}

#[test]
fn the_list_may_arrive_in_parts_and_the_cursor_stays_on_its_pair() {
    let (world, mut app) = opened((120, 36));
    typed(&world, &mut app, "j j");
    let pair = app.pair_list.pair();
    let full = world.pair_list();
    for counted in [0, 2, full.rows.len()] {
        let mut rows = full.rows.clone();
        rows.iter_mut()
            .skip(counted)
            .for_each(|row| row.evidence = None);
        rows.reverse();
        let list = PairList {
            rows,
            complete: counted == full.rows.len(),
            ..full.clone()
        };
        listed(&world, &mut app, list);
        assert_eq!(app.pair_list.pair(), pair);
        let all = full.rows.len();
        let shown = picture(&mut app);
        let partial = "these share most; the others follow";
        assert_eq!(shown.contains(partial), counted < all, "{shown}");
    }
    // A filter cannot decide about rows whose evidence is not yet counted.
    let mut rows = full.rows.clone();
    rows.iter_mut().for_each(|row| row.evidence = None);
    let list = PairList {
        rows,
        complete: false,
        ..full
    };
    listed(&world, &mut app, list);
    typed(&world, &mut app, "f w o r d s > 1 Enter");
    let shown = picture(&mut app);
    assert_contains(&shown, "evidence is still being counted");
}

#[test]
fn an_answer_for_an_older_list_or_other_documents_is_not_shown() {
    let (world, mut app) = opened((120, 36));
    let older = app.pair_list.shown().unwrap().arrangement.clone();
    let empty = PairList {
        rows: Vec::new(),
        ..world.pair_list()
    };
    listed(&world, &mut app, empty);
    assert!(app.pair_list.is_empty());
    let late = world::reply(&world, &Request::ArrangePairs(older)).unwrap();
    update(&mut app, Action::Engine(late));
    assert!(app.pair_list.is_empty());
    // Other documents: the list is requested again and the cursor is on the same names.
    let (world, mut app) = opened((120, 36));
    typed(&world, &mut app, "j j j");
    let name = |world: &World, app: &App| {
        let (a, b) = app.pair_list.pair().unwrap();
        (
            world.collection.id(a).to_owned(),
            world.collection.id(b).to_owned(),
        )
    };
    let before = name(&world, &app);
    let newer = World::new();
    for message in world::finished(&newer) {
        world::act(&newer, &mut app, Action::Engine(message));
    }
    assert_eq!(name(&newer, &app), before);
}

#[test]
fn an_empty_list_says_why_and_what_to_do() {
    let world = World::unlike();
    let mut app = world::app(&world, (80, 24));
    typed(&world, &mut app, "2");
    let shown = picture(&mut app);
    assert_contains(&shown, "share a tenth of one text");
    let (world, mut app) = opened((80, 24));
    typed(&world, &mut app, "f z z z");
    assert!(picture(&mut app).contains("No pair matches \"zzz\"."));
    typed(&world, &mut app, "Esc f u n r e v i e w e d");
    let shown = picture(&mut app);
    assert_contains(&shown, "It is not yet known for any pair");
}

#[test]
fn a_comparison_stays_open_if_the_results_change_and_its_pair_leaves_the_list() {
    let (world, mut app) = opened((120, 36));
    let all: Vec<(DocNo, DocNo)> = rows(&app).iter().map(|r| (r.pair.a, r.pair.b)).collect();
    typed(&world, &mut app, "j Enter m");
    let first = Update::Collection(Arc::clone(&world.collection));
    let effects = update(&mut app, Action::Engine(first));
    assert_eq!(effects, []);
    let clusters = Update::Clusters(Arc::new(world.clustering(0.8)));
    let effects = update(&mut app, Action::Engine(clusters));
    let compare = Effect::Ask(Request::Compare(all[1].0, all[1].1));
    assert_eq!(effects.iter().filter(|e| **e == compare).count(), 1);
    let front = |app: &App| {
        let state = comparing(app);
        (state.wanted(), state.position, state.comparison().is_some())
    };
    // The old comparison stays until the new one arrives, which is requested once.
    assert!(front(&app).2);
    let text = Update::Notice("something else".into());
    let again = update(&mut app, Action::Engine(text));
    assert!(!again.contains(&compare));
    world::answer(&world, &mut app, vec![compare]);
    // The new list lacks the pair.
    let mut list = world.pair_list();
    list.rows.retain(|row| (row.pair.a, row.pair.b) != all[1]);
    listed(&world, &mut app, list);
    assert_eq!(front(&app), (all[1], ComparisonPosition::Unlisted, true));
    assert!(picture(&mut app).contains("not in the list"));
    typed(&world, &mut app, "n");
    assert_eq!(front(&app).0, all[2]);
    assert_eq!(front(&app).1, ComparisonPosition::Listed(1, all.len() - 1));
    typed(&world, &mut app, "p");
    assert_eq!(front(&app).0, all[0]);
}

#[test]
fn a_pair_that_shares_only_references_says_so() {
    let (world, mut app) = opened((160, 36));
    let mut list = world.pair_list();
    list.rows[0].evidence.as_mut().unwrap().only = OnlyKind {
        reason: Some(Reason::References),
        sides: [true, false],
    };
    listed(&world, &mut app, list);
    assert!(picture(&mut app).contains("only references in A"));
}

#[test]
fn the_old_list_stays_until_that_of_other_settings_has_come() {
    let (_, mut app) = opened((120, 36));
    let before = rows(&app).len();
    assert!(before > 0);
    let newer = World::new();
    for arrived in [
        Update::Collection(Arc::clone(&newer.collection)),
        Update::Clusters(Arc::new(newer.clustering(0.5))),
    ] {
        let effects = update(&mut app, Action::Engine(arrived));
        assert_eq!(rows(&app).len(), before, "{effects:?}");
    }
    assert!(app.subject().is_some() && app.pair_list.preview().is_some());
}
