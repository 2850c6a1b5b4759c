//! Settings changed from the screens: the dialog by its keys, the requests to the engine, and the
//! engine's results.

use std::sync::Arc;
use std::time::Duration;

use shinglescope::app::{Action, App, Effect, update};
use shinglescope::base::Cancel;
use shinglescope::candidates::banding::Banding;
use shinglescope::candidates::{self, Identical, Method, PairSet};
use shinglescope::cluster::Clustering;
use shinglescope::engine::open;
use shinglescope::engine::{AnalysisConfig, Request, Update};
use shinglescope::index::Collection;
use shinglescope::settings::{Settings, Unit};
use shinglescope::similarity::Measure;

use crate::keys::typed;
use crate::screens::plain;
use crate::support::engine::{Running, options, start};
use crate::world::{self, World};

fn fresh() -> (World, App) {
    let world = World::new();
    let app = world::app(&world, (120, 36));
    (world, app)
}

/// The `AnalysisConfig` requested by the only effect.
fn requested_config(effects: &[Effect]) -> AnalysisConfig {
    match effects {
        [Effect::Ask(Request::Settings(analysis_config))] => (**analysis_config).clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn arrows_change_values_and_only_enter_applies_them() {
    let (world, mut app) = fresh();
    let keys = format!("g s Right {}Right Left Left", "Down ".repeat(9));
    assert_eq!(typed(&world, &mut app, &keys), []);
    assert!(plain(&mut app).contains("2 changed"));
    let analysis_config = requested_config(&typed(&world, &mut app, "Enter"));
    assert_eq!(analysis_config.method_config.method, Method::Lsh);
    assert_eq!(analysis_config.settings.sketching.k, 3);
    assert!(app.dialogs.is_empty());
    // The same settings again cause no request.
    assert_eq!(typed(&world, &mut app, "g s Enter"), []);
}

#[test]
fn a_number_can_be_typed_and_an_invalid_one_is_reported() {
    let (world, mut app) = fresh();
    // Up from the first row has no effect; the twelfth row is the number of permutations.
    typed(&world, &mut app, "g s Up End Up Up 5 Enter");
    let wrong = app.dialogs.last().unwrap().wrong.clone();
    assert_eq!(wrong.as_deref(), Some("type a number from 16 to 1024"));
    assert!(plain(&mut app).contains("type a number from 16 to 1024"));
    // Letters are not digits; the first Esc discards the typed text, the second closes.
    typed(&world, &mut app, "x Esc");
    assert_eq!(app.dialogs.len(), 1);
    let analysis_config = requested_config(&typed(&world, &mut app, "1 2 9 Backspace 8 Enter"));
    assert_eq!(analysis_config.settings.sketching.permutations, 128);
}

#[test]
fn values_that_do_not_go_together_are_reported_and_kept() {
    let (world, mut app) = fresh();
    typed(&world, &mut app, "g s");
    let draft = app.dialogs.last_mut().unwrap().draft.as_mut().unwrap();
    draft.method_config.method = Method::Lsh;
    let (bands, rows) = (20, 10);
    draft.method_config.banding = Some(Banding { bands, rows });
    draft.settings.sketching.permutations = 32;
    assert_eq!(typed(&world, &mut app, "Enter"), []);
    let message = "bands × rows 20×10 does not go with the others; auto does";
    assert_eq!(app.dialogs.last().unwrap().wrong.as_deref(), Some(message));
    typed(&world, &mut app, "Down");
    assert_eq!(app.dialogs.last().unwrap().wrong, None);
    let draft = app.dialogs.last_mut().unwrap().draft.as_mut().unwrap();
    draft.settings.sketching.permutations = 200;
    let analysis_config = requested_config(&typed(&world, &mut app, "Enter"));
    let banding = analysis_config.method_config.banding.unwrap();
    assert_eq!((banding.bands, banding.rows), (20, 10));
}

#[test]
fn changes_are_undone_and_defaults_come_back() {
    let (world, mut app) = fresh();
    let k = |effects: &[Effect]| requested_config(effects).settings.sketching.k;
    let more = format!("g s {}Right Enter", "Down ".repeat(9));
    assert_eq!(k(&typed(&world, &mut app, &more)), 5);
    assert_eq!(k(&typed(&world, &mut app, &more)), 6);
    assert_eq!(k(&typed(&world, &mut app, "z")), 5);
    assert_eq!(k(&typed(&world, &mut app, "z")), 4);
    assert_eq!(typed(&world, &mut app, "z"), []);
    // In the dialog the same key has the same effect, and its rows are updated.
    typed(&world, &mut app, &more);
    typed(&world, &mut app, &more);
    assert_eq!(k(&typed(&world, &mut app, "g s z")), 5);
    let draft = app.dialogs.last().unwrap().draft.clone().unwrap();
    assert_eq!(draft.settings.sketching.k, 5);
    assert_eq!(k(&typed(&world, &mut app, "d Enter")), 4);
    assert_eq!(app.reanalysis.requested(), &AnalysisConfig::default());
}

#[test]
fn the_old_picture_stays_and_is_marked_as_old_until_the_new_one_arrives() {
    let (_, mut app) = fresh();
    let press = |app: &mut App, key: &str| update(app, Action::Key(key.parse().unwrap()));
    for key in ["g", "s", "Right", "Enter"] {
        press(&mut app, key);
    }
    assert!(app.stale() && app.working());
    let before = plain(&mut app);
    assert!(before.contains("still at the old settings"), "{before}");
    assert!(
        before.contains("new settings:") && before.contains("Clusters 7"),
        "{before}"
    );
    // Esc cancels the change; the engine reports which settings are in effect.
    assert_eq!(press(&mut app, "Esc"), [Effect::Ask(Request::Stop)]);
    let settled = |analysis_config: AnalysisConfig, stopped| {
        Action::Engine(Update::Settled {
            analysis_config: Box::new(analysis_config),
            stopped,
            elapsed: Duration::from_millis(70),
        })
    };
    update(&mut app, settled(AnalysisConfig::default(), true));
    assert!(!app.stale() && !app.working());
    assert!(plain(&mut app).contains("the old settings hold"));
    for key in ["g", "s", "Right"] {
        press(&mut app, key);
    }
    let again = requested_config(&press(&mut app, "Enter"));
    assert_eq!(again.method_config.method, Method::Lsh);
    update(&mut app, settled(again, false));
    assert!(!app.stale());
    assert!(plain(&mut app).contains("now method lsh: done in 0.07 s, z undoes"));
}

/// The last update of each kind.
#[derive(Default)]
struct Sent {
    collection: Option<Arc<Collection>>,
    pairs: Option<Arc<PairSet>>,
    clusters: Option<Arc<Clustering>>,
}

fn sent(updates: Vec<Update>) -> Sent {
    let mut sent = Sent::default();
    for update in updates {
        match update {
            Update::Collection(c) => sent.collection = Some(c),
            Update::Pairs(p) => sent.pairs = Some(p),
            Update::Clusters(c) => sent.clusters = Some(c),
            _ => {}
        }
    }
    sent
}

/// The pairs of the demo corpus by `analysis_config`, found by a separate run.
fn alone(analysis_config: &AnalysisConfig) -> (Arc<Collection>, PairSet) {
    let options = options(analysis_config.settings.clone());
    let opened = open::read_only(&options, &Cancel::default(), |_| {}).unwrap();
    let collection = opened.collection;
    let identical = Identical::new(&collection);
    let pairs = candidates::find(
        &collection,
        &identical,
        &analysis_config.method_config,
        0.8,
        0.3,
        &Cancel::default(),
    );
    (collection, pairs)
}

#[test]
fn after_a_change_of_settings_the_engine_finds_what_a_separate_run_finds() {
    let demo = Running::demo();
    let mut analysis_config = AnalysisConfig::default();
    let mut check = |change: &dyn Fn(&mut AnalysisConfig), documents_change: bool| {
        change(&mut analysis_config);
        let updates = demo.settle(&analysis_config);
        let settled = |update: &Update| matches!(update, Update::Settled { .. });
        assert!(!updates.iter().any(settled), "settled once");
        let sent = sent(updates);
        let (collection, pairs) = alone(&analysis_config);
        assert_eq!(sent.collection.is_some(), documents_change);
        if let Some(made) = &sent.collection {
            assert_eq!(made.settings(), &analysis_config.settings);
            for doc in collection.documents() {
                assert_eq!(made.id(doc), collection.id(doc));
                assert_eq!(made.terms(doc), collection.terms(doc));
                assert_eq!(made.sketch(doc), collection.sketch(doc));
            }
        }
        let results = sent.pairs.unwrap();
        assert_eq!(results.pairs, pairs.pairs);
        assert_eq!(results.info, pairs.info);
        assert_eq!(sent.clusters.unwrap().pairs, pairs.count(0.8));
    };
    // Only pair search; then sketches from the existing terms; then texts read again; then back to
    // the start.
    check(&|c| c.method_config.method = Method::Lsh, false);
    check(&|c| c.settings.sketching.k = 3, true);
    check(&|c| c.settings.sketching.permutations = 64, true);
    check(&|c| c.settings.normalisation.unit = Unit::Char, true);
    check(&|c| *c = AnalysisConfig::default(), true);
}

#[test]
fn the_newest_of_many_changes_takes_effect() {
    let demo = Running::demo();
    let mut analysis_config = AnalysisConfig::default();
    for k in [1, 2, 3, 5, 6, 7] {
        analysis_config.settings.sketching.k = k;
        demo.engine
            .request(Request::Settings(Box::new(analysis_config.clone())));
    }
    let newest = |update: &Update| {
        matches!(update, Update::Settled { analysis_config: now, stopped: false, .. } if **now == analysis_config)
            .then_some(())
    };
    let results = sent(demo.until(newest).1);
    let (_, pairs) = alone(&analysis_config);
    assert_eq!(results.pairs.unwrap().pairs, pairs.pairs);
    // A threshold below the stored floor starts a search with the current settings.
    demo.engine.request(Request::Threshold(0.1));
    let lower =
        |update: &Update| matches!(update, Update::Clusters(c) if c.threshold == 0.1).then_some(());
    let results = sent(demo.until(lower).1);
    assert!(results.pairs.unwrap().info.floor <= 0.1);
    assert_eq!(results.collection.map(|c| c.len()), None);
}

/// A pool worker builds clusters while it holds a lock. If it meanwhile ran the re-analysis, which waits for the lock,
/// neither would end.
#[test]
fn thresholds_and_settings_at_the_same_time_do_not_wait_for_each_other() {
    let mut options = options(Settings::default());
    options.threads = 2;
    let running = start(options);
    for turn in 0..60_u32 {
        let mut analysis_config = AnalysisConfig::default();
        analysis_config.settings.sketching.k = 3 + (turn % 3) as usize;
        analysis_config.method_config.measure = Measure::Containment;
        running
            .engine
            .request(Request::Threshold(f64::from(10 + turn % 7) / 100.0));
        running.settle(&analysis_config);
    }
}
