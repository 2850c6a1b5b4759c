//! The engine behind the Tune screen: its responses, unsolicited updates, cancellations, and decisions as labels.

use std::sync::Arc;

use shinglescope::base::Cancel;
use shinglescope::candidates::banding::Banding;
use shinglescope::candidates::complete::LOWEST_FLOOR;
use shinglescope::candidates::{Complete, Identical, Method, MethodConfig, PairSet, find};
use shinglescope::corpus::Source;
use shinglescope::engine::message::{AskedPair, Decide, LabelsFile};
use shinglescope::engine::options::Options;
use shinglescope::engine::{AnalysisConfig, Request, Update, open};
use shinglescope::index::Collection;
use shinglescope::lab::banded::BandingEvaluation;
use shinglescope::lab::judge::{self, Answer, Verdict};
use shinglescope::lab::{Curve, Scored, Tuning, label_metrics};
use shinglescope::review::{Decision, DecisionTarget, Statement};
use shinglescope::settings::Settings;
use shinglescope::similarity::Measure;

use crate::support::engine::{Running, options, start};
use crate::support::{Work, assert_contains, edited};

fn tuning(update: &Update) -> Option<Arc<Tuning>> {
    match update {
        Update::Tuning(tuning) => Some(tuning.clone()),
        _ => None,
    }
}

fn banded(update: &Update) -> Option<Arc<BandingEvaluation>> {
    match update {
        Update::BandingEvaluation(banded) => Some(banded.clone()),
        _ => None,
    }
}

fn failed(update: &Update) -> Option<String> {
    match update {
        Update::Failed(sentence) => Some(sentence.clone()),
        _ => None,
    }
}

/// The demo corpus by `analysis_config` and its complete join, by a separate run.
fn alone(analysis_config: &AnalysisConfig, threshold: f64) -> (Arc<Collection>, PairSet) {
    let options = options(analysis_config.settings.clone());
    let opened = open::read_only(&options, &Cancel::default(), |_| {}).unwrap();
    let collection = opened.collection;
    let identical = Identical::new(&collection);
    let measure = analysis_config
        .method_config
        .method
        .measure(analysis_config.method_config.measure);
    let floor = LOWEST_FLOOR.min(threshold);
    let truth = Complete::new(&collection, &identical, measure).at(floor, &Cancel::default());
    (collection, truth)
}

fn check(got: &Tuning, analysis_config: &AnalysisConfig, threshold: f64) {
    let (collection, truth) = alone(analysis_config, threshold);
    assert_eq!(got.truth.info, truth.info);
    assert_eq!(got.truth.pairs, truth.pairs);
    assert!(truth.info.complete && truth.info.floor <= 0.05);
    let want = Tuning::new(&collection, Arc::new(truth), &Cancel::default()).unwrap();
    assert_eq!(got.counts, want.counts);
    assert_eq!(got.landscape, want.landscape);
    assert_eq!(got.accuracy, want.accuracy);
    assert_eq!((got.documents, got.texts), (want.documents, want.texts));
}

#[test]
fn after_the_first_request_every_new_result_is_compared_with_its_complete_join() {
    let demo = Running::demo();
    let mut analysis_config = AnalysisConfig::default();
    analysis_config.settings.sketching.k = 5;
    // No request has been sent yet.
    let before = demo.settle(&analysis_config);
    assert!(before.iter().all(|u| tuning(u).is_none()));
    check(&demo.ask(Request::Tune, tuning), &analysis_config, 0.8);
    type Change = fn(&mut AnalysisConfig);
    let changes: [Change; 4] = [
        |c| c.settings.sketching.k = 3,
        |c| c.method_config.measure = Measure::Containment,
        |c| c.settings.sketching.permutations = 64,
        |c| *c = AnalysisConfig::default(),
    ];
    for change in changes {
        change(&mut analysis_config);
        // The result is sent after the settings have settled, never before.
        let before = demo.settle(&analysis_config);
        assert!(before.iter().all(|u| tuning(u).is_none()));
        check(&demo.until(tuning).0, &analysis_config, 0.8);
    }
}

#[test]
fn the_last_of_many_settings_is_compared_with_its_complete_join() {
    let demo = Running::demo();
    demo.ask(Request::Tune, tuning);
    let mut analysis_config = AnalysisConfig::default();
    for k in [1, 2, 3, 5, 6, 7] {
        analysis_config.settings.sketching.k = k;
        demo.engine
            .request(Request::Settings(Box::new(analysis_config.clone())));
    }
    demo.until(|u| {
        matches!(u, Update::Settled { analysis_config: now, stopped: false, .. } if **now == analysis_config)
            .then_some(())
    });
    check(&demo.until(tuning).0, &analysis_config, 0.8);
}

#[test]
fn a_threshold_needs_no_new_join_unless_it_is_below_the_floor_of_the_last_one() {
    let demo = Running::demo();
    let first = demo.ask(Request::Tune, tuning);
    for threshold in [0.5, 0.95, 0.35] {
        let clusters = demo.clusters(threshold);
        let at = first.at(threshold).unwrap();
        assert_eq!(at.pairs, clusters.pairs);
        assert_eq!(at.clusters as usize, clusters.clusters.len());
        assert_eq!(at.documents as usize, clusters.clustered());
        let largest = clusters.clusters.iter().map(|c| c.size()).max();
        assert_eq!(at.largest as usize, largest.unwrap_or(0));
    }
    // All updates sent meanwhile have been received; none of them is another tuning result.
    demo.engine.request(Request::Bands(Banding {
        bands: 20,
        rows: 10,
    }));
    let (_, before) = demo.until(banded);
    assert!(before.iter().all(|u| tuning(u).is_none()));
    assert!(first.at(0.02).is_none());
    demo.engine.request(Request::Threshold(0.02));
    let deeper = demo.until(tuning).0;
    assert!(deeper.floor() <= 0.02);
    check(&deeper, &AnalysisConfig::default(), 0.02);
}

#[test]
fn the_last_of_many_bandings_is_answered_and_invalid_ones_are_reported() {
    let demo = Running::demo();
    let bandings: Vec<Banding> = (1..=20)
        .map(|rows| Banding {
            bands: 200 / rows,
            rows,
        })
        .collect();
    for banding in &bandings {
        demo.engine.request(Request::Bands(*banding));
    }
    let last = *bandings.last().unwrap();
    let of_last = |u: &Update| banded(u).filter(|b| b.banding == last);
    let (got, before) = demo.until(of_last);
    assert!(before.iter().filter(|u| banded(u).is_some()).count() < bandings.len());
    let (collection, truth) = alone(&AnalysisConfig::default(), 0.8);
    assert_eq!(
        *got,
        BandingEvaluation::new(&collection, &truth, last, &Cancel::default()).unwrap()
    );
    let sentence = demo.ask(Request::Bands(Banding { bands: 60, rows: 4 }), failed);
    assert_contains(&sentence, "60 bands of 4 rows take 240 values");
    // After a change of settings bands are measured again.
    let mut analysis_config = AnalysisConfig::default();
    analysis_config.settings.sketching.permutations = 64;
    demo.settle(&analysis_config);
    let small = Banding { bands: 8, rows: 8 };
    let got = demo.ask(Request::Bands(small), banded);
    let (collection, truth) = alone(&analysis_config, 0.8);
    assert_eq!(
        *got,
        BandingEvaluation::new(&collection, &truth, small, &Cancel::default()).unwrap()
    );
}

#[test]
fn labels_are_scored_again_after_a_change_of_settings() {
    let work = Work::new();
    let demo = Running::demo();
    let mut analysis_config = AnalysisConfig::default();
    let (collection, truth) = alone(&analysis_config, 0.8);
    let path = work.path().join("labels.csv");
    let mut text = String::from("a,b,label\n");
    for (i, pair) in truth.pairs.iter().take(30).enumerate() {
        let label = if i % 3 == 0 { "non" } else { "copy" };
        text += &format!(
            "{},{},{label}\n",
            collection.id(pair.a),
            collection.id(pair.b)
        );
    }
    std::fs::write(&path, text).unwrap();
    let file = |rest_negative| LabelsFile {
        columns: Vec::new(),
        path: path.clone(),
        negative: vec!["non".into()],
        rest_negative,
    };
    let labelled = |u: &Update| match u {
        Update::Labelled(labelled) => Some(labelled.clone()),
        _ => None,
    };
    let got = demo.ask(Request::Labels(file(false)), labelled);
    assert_eq!(got.labels.pairs.len(), 30);
    let want = label_metrics::scores(
        &collection,
        &got.labels,
        Measure::Jaccard,
        &Cancel::default(),
    )
    .unwrap();
    assert_eq!(got.scores, want);
    assert_eq!(
        got.curve,
        Curve::new(&Scored::all(&got.labels.pairs, &want))
    );
    assert!(got.interval.is_some());
    // Once read, the file is no longer needed.
    std::fs::remove_file(&path).unwrap();
    analysis_config.settings.sketching.k = 2;
    demo.settle(&analysis_config);
    let again = demo.until(labelled).0;
    let (collection, _) = alone(&analysis_config, 0.8);
    let want = label_metrics::scores(
        &collection,
        &again.labels,
        Measure::Jaccard,
        &Cancel::default(),
    )
    .unwrap();
    assert_eq!(again.scores, want);
    assert_ne!(again.scores, got.scores);
    let sentence = demo.ask(Request::Labels(file(true)), failed);
    assert_contains(&sentence, "cannot be read");
    assert_contains(&sentence, "labels.csv");
}

#[test]
fn the_next_pair_to_judge_and_the_proposal_follow_from_all_answers() {
    let demo = Running::demo();
    let (collection, truth) = alone(&AnalysisConfig::default(), 0.8);
    let mut answers = Vec::new();
    for n in 0..=judge::ENOUGH {
        let request = Request::Judge(AskedPair {
            collection: demo.collection.clone().unwrap(),
            answers: answers.clone(),
            threshold: 0.8,
        });
        let step = demo.ask(request, |update| match update {
            Update::ToJudge(step) => Some(step.clone()),
            _ => None,
        });
        assert_eq!(*step, judge::step(&collection, &truth, &answers, 0.8));
        assert_eq!(step.proposal.is_ok(), n == judge::ENOUGH);
        let (a, b) = step.pair.unwrap();
        let verdict = [Verdict::Yes, Verdict::No][n % 2];
        answers.push(Answer::new(a, b, verdict));
    }
}

#[test]
fn with_lsh_each_threshold_shows_the_pairs_found_for_it() {
    let demo = Running::demo();
    let analysis_config = AnalysisConfig {
        method_config: MethodConfig {
            recall: 0.5,
            measure: Measure::Containment,
            ..MethodConfig::from(Method::Lsh)
        },
        ..AnalysisConfig::default()
    };
    demo.settle(&analysis_config);
    let opened =
        open::read_only(&options(Settings::default()), &Cancel::default(), |_| {}).unwrap();
    let collection = opened.collection;
    let identical = Identical::new(&collection);
    let mut counts = Vec::new();
    for threshold in [0.9, 0.6, 0.7, 0.5, 0.8] {
        let count_at = |at: f64, from: f64| {
            let pairs = find(
                &collection,
                &identical,
                &analysis_config.method_config,
                at,
                from,
                &Cancel::default(),
            );
            assert_eq!(pairs.info.chosen_for, Some(at));
            assert!(pairs.info.serves(at) && !pairs.info.serves(0.95));
            pairs.count(threshold)
        };
        let want = count_at(threshold, threshold);
        demo.engine.request(Request::Threshold(threshold));
        // The results known so far may be shown first.
        demo.until(|update| match update {
            Update::Clusters(c) if c.threshold == threshold && c.pairs == want => Some(()),
            _ => None,
        });
        counts.push((want, count_at(0.9, 0.3)));
    }
    // A search tuned for another threshold finds different pairs.
    assert!(
        counts.iter().any(|(want, other)| want != other),
        "{counts:?}"
    );
}

#[test]
fn decisions_on_pairs_are_labels_and_a_changed_decision_changes_its_label() {
    let work = Work::new();
    for (name, seed, every) in [("a", 1, 0), ("b", 1, 29), ("c", 2, 0), ("d", 2, 5)] {
        work.write(&format!("{name}.txt"), edited(seed, 200, every));
    }
    let options = Options {
        source: Source::Paths(vec![work.corpus()]),
        index: Some(work.index()),
        in_memory: false,
        ..options(Settings::default())
    };
    let running = start(options);
    let collection = running.collection.clone().unwrap();
    let doc = |id: &str| collection.find(id).unwrap();
    let mut number = 0;
    let mut decide = |a: &str, b: &str, decision| {
        number += 1;
        running.engine.request(Request::Decide(Decide {
            number,
            collection: collection.clone(),
            target: DecisionTarget::pair(doc(a), doc(b)),
            statement: Statement {
                decision,
                ..Statement::default()
            },
        }));
    };
    let labelled = |u: &Update| match u {
        Update::Labelled(labelled) => Some(labelled.clone()),
        _ => None,
    };
    let unlabelled = |u: &Update| matches!(u, Update::Unlabelled).then_some(());
    // Labels need a positive and a negative decision.
    decide("a.txt", "b.txt", Decision::Copied);
    decide("c.txt", "d.txt", Decision::Different);
    let got = running.until(labelled).0;
    assert_eq!(got.labels.names, ["copied", "different"]);
    let pairs = got.labels.pairs.iter();
    let pairs: Vec<_> = pairs.map(|pair| (pair.a, pair.b, pair.positive)).collect();
    let want = [
        (doc("a.txt"), doc("b.txt"), true),
        (doc("c.txt"), doc("d.txt"), false),
    ];
    assert_eq!(pairs, want);
    let scores = label_metrics::scores(
        &collection,
        &got.labels,
        Measure::Jaccard,
        &Cancel::default(),
    )
    .unwrap();
    assert_eq!(got.scores, scores);
    // An unsure decision is no label, and a changed decision changes its label.
    decide("a.txt", "c.txt", Decision::Unsure);
    assert_eq!(running.until(labelled).0.labels.pairs, got.labels.pairs);
    decide("c.txt", "d.txt", Decision::Acceptable);
    running.until(unlabelled);
    decide("a.txt", "b.txt", Decision::Template);
    let got = running.until(labelled).0;
    let positive: Vec<bool> = got.labels.pairs.iter().map(|pair| pair.positive).collect();
    assert_eq!(positive, [false, true]);
    let mut names = got.labels.names.clone();
    names.sort();
    assert_eq!(names, ["acceptable", "template"]);
}
