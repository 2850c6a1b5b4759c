//! Tests of the order of answers.

use std::time::Duration;

use super::*;
use crate::candidates::complete::LOWEST_FLOOR;
use crate::engine::Engine;

/// In these tests the demo counts as a large corpus.
#[test]
fn figures_above_a_floor_are_sent_first_and_requests_do_not_wait_for_the_rest() {
    let (engine, updates) = Engine::demo();
    let next = || updates.recv_timeout(Duration::from_secs(60)).unwrap();
    let mut collection = None;
    loop {
        match next() {
            Update::Finished { .. } => break,
            Update::Collection(now) => collection = Some(now),
            _ => {}
        }
    }
    engine.request(Request::Tune);
    let mut floors = Vec::new();
    let (mut has_progress, mut has_ended) = (false, false);
    while floors.len() < 2 {
        match next() {
            Update::Tuning(tuning) => {
                assert!(tuning.truth.info.complete);
                assert_eq!(has_ended, !floors.is_empty());
                floors.push(tuning.floor());
            }
            Update::Deepening(Some(progress)) => {
                assert_eq!(floors.len(), 1);
                assert!(progress.fraction().is_some());
                has_progress = true;
            }
            Update::Deepening(None) => has_ended = true,
            _ => {}
        }
    }
    assert!(has_progress && floors[0] <= 0.8 && floors[0] > LOWEST_FLOOR);
    assert_eq!(floors[1], LOWEST_FLOOR);
    // Pairs to judge are below the first floor, so they wait for the other pairs, which are sent, too.
    let mut settings = crate::engine::AnalysisConfig::default();
    settings.settings.sketching.k = 3;
    engine.request(Request::Settings(Box::new(settings)));
    while !matches!(next(), Update::Settled { .. }) {}
    let collection = collection.unwrap();
    let (answers, threshold) = (Vec::new(), 0.8);
    engine.request(Request::Judge(AskedPair {
        collection,
        answers,
        threshold,
    }));
    let (mut is_judged, mut is_deep) = (false, false);
    while !is_judged || !is_deep {
        match next() {
            Update::ToJudge(_) => is_judged = true,
            Update::Tuning(tuning) => is_deep = tuning.floor() == LOWEST_FLOOR,
            _ => {}
        }
    }
}
