//! Requests and state changes by the keys of the Tune screen.

use std::path::PathBuf;
use std::sync::Arc;

use shinglescope::app::{Action, App, Effect, Key, Screen, update};
use shinglescope::candidates::Method;
use shinglescope::candidates::banding::Banding;
use shinglescope::config::table;
use shinglescope::engine::why::Why;
use shinglescope::engine::{AnalysisConfig, Request, Update};
use shinglescope::lab::judge::{NoProposal, Verdict};
use shinglescope::review::{Decision, DecisionTarget};
use shinglescope::screens::tune::state::{ListedPair, ListingReason, Slider, TuneFocus, View};
use shinglescope::similarity::Measure;

use super::fresh;
use crate::keys::typed;
use crate::screens::plain;
use crate::support::assert_contains;
use crate::world::{self, World, answer};

fn asks(effects: &[Effect]) -> Vec<&Request> {
    let asks = effects.iter().filter_map(|effect| match effect {
        Effect::Ask(request) => Some(request),
        _ => None,
    });
    asks.collect()
}

fn settings(effects: &[Effect]) -> Option<&AnalysisConfig> {
    asks(effects).into_iter().find_map(|request| match request {
        Request::Settings(analysis_config) => Some(&**analysis_config),
        _ => None,
    })
}

fn bands(effects: &[Effect]) -> Vec<Banding> {
    let banding_of = |request: &&Request| match request {
        Request::Bands(banding) => Some(*banding),
        _ => None,
    };
    asks(effects).iter().filter_map(banding_of).collect()
}

fn to(slider: Slider, world: &World, app: &mut App) {
    app.tune.at = slider;
    typed(world, app, "");
}

#[test]
fn opening_asks_for_the_truth_once_and_measures_the_banding_in_use() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    let effects = typed(&world, &mut app, "5");
    assert_eq!(app.screen(), Screen::Tune);
    assert_eq!(asks(&effects), [&Request::Tune]);
    assert!(app.tune.results.tuning.is_some());
    let banding = app.tune.results.banded.as_ref().unwrap().banding;
    assert_eq!(banding, Banding { bands: 28, rows: 7 });
    let effects = typed(&world, &mut app, "q 5");
    let asked = asks(&effects);
    assert_eq!(asked, [] as [&Request; 0], "nothing is asked twice");
}

#[test]
fn the_threshold_moves_at_once_and_the_banding_with_it() {
    let (world, mut app) = fresh((120, 36));
    let effects = typed(&world, &mut app, "Left");
    assert_eq!(asks(&effects)[0], &Request::Threshold(0.79));
    assert!(plain(&mut app).contains("at .79: 80 pairs"));
    // This threshold needs another banding to keep the recall.
    let effects = typed(&world, &mut app, "- - - - - - - - - - - - - - -");
    assert_eq!(app.threshold, 0.64);
    let chosen = bands(&effects);
    assert!(
        !chosen.is_empty() && chosen.iter().all(|b| b.rows < 7),
        "{chosen:?}"
    );
    // A banding set explicitly is kept.
    to(Slider::Setting(&table::BANDS), &world, &mut app);
    typed(&world, &mut app, "# 2 0 x 1 0 Enter");
    assert_eq!(bands(&typed(&world, &mut app, "- - - - -")), []);
    assert_eq!(app.threshold, 0.59);
}

#[test]
fn every_slider_moves_and_asks_for_what_it_changed() {
    let (world, mut app) = fresh((120, 36));
    for slider in Slider::all(&AnalysisConfig::default()) {
        to(slider, &world, &mut app);
        let value = |app: &App| slider.value(app.reanalysis.requested(), app.threshold);
        let before = value(&app);
        let mut values = std::collections::BTreeSet::new();
        for key in ["Right", "Left", "Left", "Right"] {
            let effects = typed(&world, &mut app, key);
            values.insert(value(&app));
            if let (Slider::Setting(setting), Some(analysis_config)) = (slider, settings(&effects))
            {
                let requested = setting.value(app.reanalysis.requested());
                assert_eq!(setting.value(analysis_config), requested);
            }
        }
        assert!(values.len() > 1, "{before}");
        typed(&world, &mut app, ":defaults");
        assert_eq!(value(&app), before);
    }
    assert_eq!(app.reanalysis.requested(), &AnalysisConfig::default());
}

#[test]
fn values_can_be_typed_and_invalid_ones_are_reported() {
    let (world, mut app) = fresh((120, 36));
    let effects = typed(&world, &mut app, "# 0 . 6 5 Enter");
    assert_eq!(asks(&effects)[0], &Request::Threshold(0.65));
    typed(&world, &mut app, "# 9 9 9 Enter");
    assert!(plain(&mut app).contains("a threshold is between 0 and 1"));
    typed(&world, &mut app, "Esc");
    assert_eq!((app.threshold, app.screen()), (0.65, Screen::Tune));
    to(Slider::Setting(&table::BANDS), &world, &mut app);
    typed(&world, &mut app, "# 4 0 x 9 Enter");
    let seen = plain(&mut app);
    assert_contains(&seen, "40×9 takes 360 values");
    let effects = typed(&world, &mut app, "Backspace 5 Enter");
    let banding = settings(&effects).unwrap().method_config.banding;
    assert_eq!(banding, Some(Banding { bands: 40, rows: 5 }));
    let bands = bands(&effects);
    assert_eq!(bands, [], "requested after the settings have settled");
    let banded = app.tune.results.banded.as_ref().unwrap();
    assert_eq!(banded.banding, banding.unwrap());
    let effects = typed(&world, &mut app, "# a u t o Enter");
    assert_eq!(settings(&effects).unwrap().method_config.banding, None);
    to(Slider::Setting(&table::PERMUTATIONS), &world, &mut app);
    let effects = typed(&world, &mut app, "# 1 2 8 Enter");
    let permutations = settings(&effects).unwrap().settings.sketching.permutations;
    assert_eq!(permutations, 128);
}

#[test]
fn tab_chooses_the_plot_and_esc_comes_back() {
    let (world, mut app) = fresh((120, 36));
    for (view, _) in View::ALL {
        assert_eq!(app.tune.view, view);
        typed(&world, &mut app, "Tab");
    }
    typed(
        &world,
        &mut app,
        "Tab ".repeat(View::ALL.len() - 1).as_str(),
    );
    assert_eq!(app.tune.view, View::Sweep);
    typed(&world, &mut app, "Enter");
    assert_eq!(app.tune.focus, TuneFocus::Plot);
    typed(&world, &mut app, "Esc");
    assert_eq!(app.tune.focus, TuneFocus::Sliders);
    assert_eq!(app.screen(), Screen::Tune);
    // Digits go to a tab, unless a value is being typed.
    typed(&world, &mut app, "# 3 Esc 3");
    assert_eq!(app.screen(), Screen::Documents);
    typed(&world, &mut app, "5");
    assert_eq!(app.screen(), Screen::Tune);
}

#[test]
fn the_cursor_shows_values_and_enter_applies_its_threshold() {
    let (world, mut app) = fresh((120, 36));
    typed(&world, &mut app, "Tab Tab Enter Left Left");
    assert_eq!(app.tune.cursor(), Some(0.78));
    let effects = typed(&world, &mut app, "Enter");
    assert_eq!(asks(&effects)[0], &Request::Threshold(0.78));
    typed(&world, &mut app, "Tab Right Right");
    assert_eq!(app.tune.cursor(), Some(6.0));
    let effects = typed(&world, &mut app, "Enter");
    assert_eq!(settings(&effects).unwrap().settings.sketching.k, 6);
}

#[test]
fn an_error_of_the_labels_opens_in_compare() {
    let (world, mut app) = fresh((120, 36));
    let effects = typed(&world, &mut app, "L l . c s v Enter");
    let Some(Request::Labels(file)) = asks(&effects).first().copied() else {
        panic!("{effects:?}");
    };
    assert_eq!(file.path, PathBuf::from("l.csv"));
    assert_eq!(file.negative, ["non", "not", "no", "0"]);
    assert!(!file.rest_negative);
    assert_eq!(app.tune.view, View::Labels);
    assert!(plain(&mut app).contains("errors: 1 missed, 1 false alarms"));
    // At the best threshold the missed pair is found.
    let effects = typed(&world, &mut app, "*");
    assert_eq!(asks(&effects)[0], &Request::Threshold(app.threshold));
    let labelled = app.tune.results.labelled.as_ref().unwrap();
    let best = labelled.curve.best().map(|b| b.threshold);
    assert_eq!(Some(app.threshold), best);
    let is_missed = |row: &ListedPair| matches!(row.why, ListingReason::Mistake(m) if m.missed);
    assert!(!app.tune.pairs.rows.iter().any(is_missed));
    let effects = typed(&world, &mut app, "Enter Down Enter");
    assert_eq!(app.screen(), Screen::Compare);
    assert!(matches!(asks(&effects)[..], [Request::Compare(..)]));
    typed(&world, &mut app, "q");
    assert_eq!((app.screen(), app.tune.view), (Screen::Tune, View::Labels));
    // The form keeps its values; other pairs can count as independent.
    let effects = typed(&world, &mut app, "L Down Down Right Enter");
    let Some(Request::Labels(file)) = asks(&effects).first().copied() else {
        panic!("{effects:?}");
    };
    assert!(file.rest_negative && file.path.as_os_str() == "l.csv");
}

#[test]
fn judging_asks_decides_and_goes_back() {
    let (world, mut app) = fresh((120, 36));
    let effects = typed(&world, &mut app, "J");
    assert!(matches!(asks(&effects)[..], [Request::Judge(_)]));
    let first = app.tune.judging.pair().unwrap();
    assert!(
        app.tune
            .judging
            .texts
            .as_ref()
            .unwrap()
            .comparison()
            .is_some()
    );
    let effects = typed(&world, &mut app, "y");
    let [Request::Decide(decide), Request::Judge(judge)] = asks(&effects)[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(decide.statement.decision, Decision::Copied);
    assert_eq!(decide.target, DecisionTarget::pair(first.0, first.1));
    assert_eq!(judge.answers.len(), 1);
    assert_eq!(judge.answers[0].verdict, Verdict::Yes);
    let second = app.tune.judging.pair().unwrap();
    assert_ne!(first, second);
    typed(&world, &mut app, "n u b");
    assert_eq!(app.tune.judging.answers().len(), 2);
    typed(&world, &mut app, "b b b");
    assert_eq!(app.tune.judging.answers().len(), 0);
    let judged = app.tune.judging.pair().map(|(a, b)| (a.min(b), a.max(b)));
    assert_eq!(judged, Some(first));
    typed(&world, &mut app, "Esc");
    assert!(app.dialogs.is_empty() && app.tune.judging.pair().is_none());
    // Earlier judgements are counted, but cannot be returned to.
    typed(&world, &mut app, "J y Esc J b");
    assert_eq!(app.tune.judging.answers().len(), 1);
}

#[test]
fn no_answer_is_accepted_before_the_next_pair_is_known() {
    let (world, mut app) = fresh((120, 36));
    let press = |app: &mut App, key: &str| update(app, Action::Key(key.parse().unwrap()));
    let first = press(&mut app, "J");
    assert!(plain(&mut app).contains("The next pair is being chosen."));
    assert!(press(&mut app, "y").is_empty());
    answer(&world, &mut app, first);
    let pair = app.tune.judging.pair();
    let second = press(&mut app, "y");
    assert!(plain(&mut app).contains("counting the last answer; before it: 0 of the 20"));
    assert!(press(&mut app, "n").is_empty() && press(&mut app, "#").is_empty());
    // Going back drops the answer that is being counted.
    let back = press(&mut app, "b");
    answer(&world, &mut app, second);
    assert_eq!(app.tune.judging.pair(), pair);
    assert!(app.tune.judging.pending);
    // The remaining answers are counted again; the pair stays.
    answer(&world, &mut app, back);
    assert!(!app.tune.judging.pending);
    assert_eq!(app.tune.judging.pair(), pair);
    let proposal = app.tune.judging.proposal.unwrap();
    assert_eq!(proposal, Err(NoProposal::TooFew(0)));
    // After the dialog is closed, the last answer is still counted.
    let last = press(&mut app, "y");
    press(&mut app, "Esc");
    answer(&world, &mut app, last);
    assert!(app.tune.judging.pair().is_none());
    let proposal = app.tune.judging.proposal.unwrap();
    assert_eq!(proposal, Err(NoProposal::TooFew(1)));
}

#[test]
fn twenty_answers_propose_a_threshold_and_t_takes_it() {
    let (world, mut app) = fresh((120, 36));
    typed(&world, &mut app, "J");
    for i in 0..19 {
        typed(&world, &mut app, if i % 2 == 0 { "y" } else { "n" });
    }
    let seen = plain(&mut app);
    assert_contains(&seen, "19 of the 20 answers");
    typed(&world, &mut app, "n");
    let seen = plain(&mut app);
    // Yes and no alternate, whatever the similarity of the pair.
    assert_contains(&seen, "20 answers are too few");
    let proposed = app.tune.judging.proposal.unwrap().unwrap();
    let effects = typed(&world, &mut app, "*");
    assert_eq!(asks(&effects)[0], &Request::Threshold(proposed.threshold));
    assert!(app.dialogs.is_empty());
}

#[test]
fn a_sweep_is_run_and_a_cell_takes_its_settings() {
    let (world, mut app) = fresh((120, 36));
    typed(&world, &mut app, "s Backspace Enter");
    let seen = plain(&mut app);
    assert_contains(&seen, "k: \"\" is not a whole number");
    let effects = typed(&world, &mut app, "3 Enter");
    let Some(Request::Sweep(grid)) = asks(&effects).first().copied() else {
        panic!("{effects:?}");
    };
    assert_eq!(grid.ks.as_slice(), &[1, 2, 3][..]);
    assert_eq!(grid.thresholds.len(), 20);
    assert_eq!(app.tune.view, View::Sweep);
    assert!(plain(&mut app).contains("48 of 60 settings"));
    // The cursor begins at the current settings or the nearest ones; that cell is still pending.
    let heat = &app.tune.heat;
    assert_eq!((heat.row.selected, heat.column.selected), (2, 16));
    let effects = typed(&world, &mut app, "Enter Enter");
    assert_eq!(asks(&effects), [] as [&Request; 0]);
    let effects = typed(&world, &mut app, "Up Down Left Enter");
    let analysis_config = settings(&effects).unwrap();
    assert_eq!(analysis_config.settings.sketching.k, 2);
    assert_eq!(app.threshold, 0.75);
    assert_eq!(analysis_config.method_config.method, Method::Exact);
    // With 10 hits, 1 false alarm and 1 miss F1 is 20 / 22; for k = 2 with 2 misses it is 20 / 23.
    let seen = plain(&mut app);
    assert_contains(&seen, ".909, false alarms 1 of 6 independent pairs");
    assert_contains(&seen, "its best threshold is .015: F1 .870");
    typed(&world, &mut app, "z");
    assert_eq!(app.reanalysis.requested().settings.sketching.k, 4);
    assert_eq!(app.threshold, 0.8);
}

#[test]
fn why_and_seams_are_requested_for_the_selected_cluster_or_pair() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    let gh = world.doc("essays/essay-gh78.txt");
    typed(&world, &mut app, "Down");
    let effects = typed(&world, &mut app, "w");
    let first = world.doc("essays/essay-ab12.txt");
    assert_eq!(asks(&effects), [&Request::Seams(first)]);
    assert!(plain(&mut app).contains("bridge"));
    let effects = typed(&world, &mut app, "Enter");
    assert!(matches!(asks(&effects)[..], [Request::Compare(..)]));
    let (a, b) = match app.pages.last() {
        Some(shinglescope::app::Page::Compare(state)) => state.wanted(),
        other => panic!("{other:?}"),
    };
    let effects = typed(&world, &mut app, "w");
    assert_eq!(asks(&effects), [&Request::Why(a, b)]);
    typed(&world, &mut app, "w q Enter w");
    let effects = typed(&world, &mut app, "");
    assert!(effects.is_empty());
    let Some(why) = app.data.why.clone() else {
        panic!("nothing was said");
    };
    assert_eq!(why.pair.a, gh);
    let figures = |app: &mut App| {
        let shown = plain(app);
        let mut lines = shown.lines().filter(|line| line.contains("bands 25 of 25"));
        lines.next().map(str::to_owned).unwrap()
    };
    assert!(figures(&mut app).contains("estimate"));
    // An estimate of Jaccard is not shown for containment.
    let contained = Why {
        measure: Measure::Containment,
        ..Why::clone(&why)
    };
    let contained = Update::Why(Arc::new(contained));
    update(&mut app, Action::Engine(contained));
    let shown = figures(&mut app);
    assert!(
        shown.contains("containment .") && !shown.contains("estimate"),
        "{shown}"
    );
}

#[test]
fn new_documents_remove_the_labels_and_dialogs_of_the_old_ones() {
    let (world, mut app) = fresh((120, 36));
    typed(&world, &mut app, "@ L l . c s v Enter J");
    let newer = World::with("a-new-one.txt");
    for message in [
        Update::Collection(newer.collection.clone()),
        Update::Pairs(newer.pairs().into()),
        Update::Clusters(newer.clustering(0.8).into()),
    ] {
        update(&mut app, Action::Engine(message));
    }
    assert!(app.dialogs.is_empty());
    assert!(app.tune.results.labelled.is_none());
    assert!(plain(&mut app).contains("No labels have been read"));
    let key: Key = "Enter".parse().unwrap();
    update(&mut app, Action::Key(key));
    assert_eq!(app.screen(), Screen::Tune);
}
