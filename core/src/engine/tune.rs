//! Thread of the tuning lab: compares the current results with the exact pairs, measures other
//! bandings, evaluates labels, and chooses pairs to judge.
//!
//! All answers refer to one version of the results. During a re-analysis the work is cancelled to free
//! the processors, and open requests are answered for the new results. After the first
//! [`Request::Tune`], each new version of the results is evaluated without a request; the same holds
//! for labels. In a large corpus the exact pairs down to the lowest floor take seconds: figures down to a higher
//! floor are sent first, requests are answered by these, and the rest follows while no order waits.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use anyhow::Context;
use crossbeam_channel::Receiver;

use super::lane::{Lane, Order};
use super::message::{Request, Update};
use super::progress::{Sampler, Stage};
use super::review;
use super::shared::{Current, LabelsText, Shared};
use crate::base::Cancel;
use crate::base::files::whole_file;
use crate::base::lock;
use crate::base::small_table::decoded;
use crate::candidates::banding::Banding;
use crate::candidates::{HeldApart, PairSet};
use crate::index::Collection;
use crate::lab::banded::BandingEvaluation;
use crate::lab::truth::{Deepening, truth};
use crate::lab::{LabelMetrics, LabelsFile, Tuning, judge};
use crate::review::{Journal, ReviewState};

/// Maximum number of cached bandings for one set of exact pairs.
const REMEMBERED: usize = 64;

/// Number of kinds of requests that this lane answers.
const KINDS: usize = 5;

/// Place of [`Request::DecisionLabels`].
const DECISIONS: usize = 4;

/// Place of a request's kind in the order in which kinds are answered; `None` for requests of other
/// lanes.
fn slot(request: &Request) -> Option<usize> {
    match request {
        Request::Tune => Some(0),
        Request::Judge(_) => Some(1),
        Request::Bands(_) => Some(2),
        Request::Labels(_) => Some(3),
        Request::DecisionLabels => Some(DECISIONS),
        _ => None,
    }
}

/// Serves requests until the channel closes.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let mut lab = TuningLane::default();
    while let Ok(order) = orders.recv() {
        lab.take(shared, order);
        let mut until = shared.jobs.until_next(Lane::Tuning);
        orders.try_iter().for_each(|order| lab.take(shared, order));
        loop {
            let next = lab.next();
            if next.is_none() && !lab.deepens() {
                break;
            }
            // A pending re-analysis sends an order when it is complete or abandoned.
            if shared.jobs.ended() || !shared.settled() {
                break;
            }
            let busy = shared.jobs.foreground.begin();
            let done = match next {
                Some(at) => lab.answer(shared, at, &until),
                None => lab.deepen(shared, &until),
            };
            drop(busy);
            until = shared.jobs.until_next(Lane::Tuning);
            orders.try_iter().for_each(|order| lab.take(shared, order));
            if !done && shared.current().pairs.is_none() {
                break;
            }
        }
    }
}

/// Progress of the join down to the lowest floor is reported in so many steps.
const STEPS: f64 = 1_000.0;

/// The results that an answer refers to.
struct Results {
    collection: Arc<Collection>,
    pairs: Arc<PairSet>,
    /// Pairs that are edges of no cluster.
    held_apart: Arc<HeldApart>,
    /// The decisions.
    journal: Arc<Journal>,
}

impl Results {
    /// The current results; `None` until there are pairs.
    fn current(shared: &Shared) -> Option<Self> {
        let Current {
            collection,
            pairs,
            held_apart,
            ..
        } = shared.current();
        Some(Results {
            collection: collection?,
            pairs: pairs?,
            held_apart,
            journal: shared.journal(),
        })
    }

    fn is(&self, other: &Results) -> bool {
        Arc::ptr_eq(&self.collection, &other.collection)
            && Arc::ptr_eq(&self.pairs, &other.pairs)
            && self.held_apart == other.held_apart
    }
}

/// An open request.
#[derive(Clone)]
struct OpenRequest {
    /// Stopped once a newer request arrives.
    superseded: Cancel,
    /// Whether the user asked, not the engine itself.
    by_user: bool,
    request: Request,
}

/// Cached comparison of one version of the results with the exact pairs.
struct CachedTuning {
    collection: Arc<Collection>,
    /// The threshold that it was computed for.
    threshold: f64,
    tuning: Arc<Tuning>,
    /// What is missing down to the lowest floor.
    deepening: Option<Deepening>,
    /// Whether pairs have been found below the floor of what was sent last.
    deeper: bool,
    held_apart: Arc<HeldApart>,
    bandings: Vec<Arc<BandingEvaluation>>,
}

#[derive(Default)]
struct TuningLane {
    waiting: [Option<OpenRequest>; KINDS],
    /// Whether each new version of the results is evaluated.
    tuned: bool,
    made: Option<CachedTuning>,
    /// The results of which the last [`Update::Tuning`] and [`Update::Labelled`] were sent.
    sent: [Option<Results>; KINDS],
}

impl TuningLane {
    fn take(&mut self, shared: &Shared, order: Order) {
        match order {
            Order::Ask(superseded, request) => {
                if let Some(at) = slot(&request) {
                    self.tuned |= request == Request::Tune;
                    self.waiting[at] = Some(OpenRequest {
                        superseded,
                        by_user: true,
                        request,
                    });
                }
            }
            Order::ResultsChanged => {
                let labels = shared.labels().map(|labels| Request::Labels(labels.file));
                // A file of labels goes before decisions.
                let decided = labels.is_none().then_some(Request::DecisionLabels);
                let tune = self.tuned.then_some(Request::Tune);
                let again = [tune, None, None, labels, decided];
                let Some(results) = Results::current(shared) else {
                    return;
                };
                for (at, request) in again.into_iter().enumerate() {
                    let sent = self.sent[at].as_ref().is_some_and(|last| {
                        let same = Arc::ptr_eq(&last.journal, &results.journal);
                        last.is(&results) && (same || at != DECISIONS)
                    });
                    if let Some(request) = request.filter(|_| !sent && self.waiting[at].is_none()) {
                        self.waiting[at] = Some(OpenRequest {
                            superseded: Cancel::default(),
                            by_user: false,
                            request,
                        });
                    }
                }
            }
        }
    }

    /// Index of the request to answer next.
    fn next(&self) -> Option<usize> {
        self.waiting.iter().position(Option::is_some)
    }

    /// Answers the request at index `at` and returns whether it is finished. `until` is stopped once another
    /// order arrives.
    fn answer(&mut self, shared: &Shared, at: usize, until: &Cancel) -> bool {
        let Some(job) = self.waiting[at].clone() else {
            return true;
        };
        let results_version = shared.results_version();
        let mut cancel = shared.superseded(results_version, &job.superseded);
        let Some(results) = Results::current(shared) else {
            return false;
        };
        // Evaluating labels can take long, so it yields to other requests.
        if matches!(job.request, Request::Labels(_) | Request::DecisionLabels) {
            cancel = cancel.or(until);
        }
        let update = shared.pool.install(|| match &job.request {
            Request::Tune => {
                let made = self.made(shared, &results, &cancel)?;
                Some(Update::Tuning(made.tuning.clone()))
            }
            Request::Judge(wanted) => {
                let collection = &results.collection;
                if !collection.has_ids_of(&wanted.collection) {
                    return None;
                }
                let truth = &self.complete(shared, &results, &cancel)?.tuning.truth;
                let next = judge::step(collection, truth, &wanted.answers, wanted.threshold);
                (!cancel.stopped()).then(|| Update::ToJudge(Arc::new(next)))
            }
            Request::Bands(banding) => {
                let made = self.made(shared, &results, &cancel)?;
                banded(made, *banding, &cancel)
            }
            Request::Labels(file) => {
                let read = job.by_user;
                let update = self.labelled(shared, file, read, &results, &cancel);
                update.unwrap_or_else(|error| Some(Update::Failed(format!("{error:#}"))))
            }
            Request::DecisionLabels => by_decisions(&results, &cancel),
            _ => None,
        });
        let sent = match update {
            Some(update) => shared.send_of(results_version.epoch, update),
            // Cancelled, or no answer.
            None => !cancel.stopped(),
        };
        if sent {
            self.sent[at] = Some(results);
        }
        let done = sent || job.superseded.stopped();
        if done {
            self.waiting[at] = None;
        }
        done
    }

    /// The comparison with the exact pairs, from the cache or newly computed.
    fn made(
        &mut self,
        shared: &Shared,
        Results {
            collection,
            pairs,
            held_apart,
            ..
        }: &Results,
        cancel: &Cancel,
    ) -> Option<&mut CachedTuning> {
        let measure = pairs.info.measure;
        let threshold = shared.search_config().threshold;
        let serves = |made: &CachedTuning| {
            let deep = made.tuning.floor() <= threshold || made.threshold <= threshold;
            let info = &made.tuning.truth.info;
            Arc::ptr_eq(&made.collection, collection) && info.measure == measure && deep
        };
        if !self.made.as_ref().is_some_and(serves) {
            self.made = None;
            let first = Deepening::first(collection, pairs, threshold, cancel);
            let (deepening, truth) = match first {
                Some((deepening, first)) => (Some(deepening), first),
                None => (None, truth(collection, pairs, threshold, cancel)?),
            };
            let tuning = Tuning::holding_apart(collection, truth, held_apart, cancel)?;
            self.made = Some(CachedTuning {
                collection: collection.clone(),
                threshold,
                tuning: Arc::new(tuning),
                deepening,
                deeper: false,
                held_apart: held_apart.clone(),
                bandings: Vec::new(),
            });
        }
        let made = self.made.as_mut()?;
        if made.held_apart != *held_apart {
            let truth = made.tuning.truth.clone();
            let tuning = Tuning::holding_apart(collection, truth, held_apart, cancel)?;
            made.tuning = Arc::new(tuning);
            made.held_apart = held_apart.clone();
        }
        Some(made)
    }

    /// As [`TuningLane::made`], with the pairs down to the lowest floor.
    fn complete(
        &mut self,
        shared: &Shared,
        results: &Results,
        cancel: &Cancel,
    ) -> Option<&mut CachedTuning> {
        let made = self.made(shared, results, cancel)?;
        made.deepen(results, cancel, &|_| {})?;
        Some(made)
    }

    /// Whether pairs below the floor of what was sent last are missing, or found but not sent.
    fn deepens(&self) -> bool {
        let made = self.made.as_ref();
        self.tuned && made.is_some_and(|made| made.deepening.is_some() || made.deeper)
    }

    /// Finds the missing pairs down to the lowest floor and sends them, until another order comes. Returns whether
    /// there is nothing left to do now.
    fn deepen(&mut self, shared: &Shared, until: &Cancel) -> bool {
        let results_version = shared.results_version();
        let (Some(results), Some(made)) = (Results::current(shared), self.made.as_mut()) else {
            return false;
        };
        let of_results = Arc::ptr_eq(&made.collection, &results.collection)
            && made.tuning.truth.info.measure == results.pairs.info.measure;
        if !of_results {
            // The order that says so is on its way, and asks for a new comparison.
            (made.deepening, made.deeper) = (None, false);
            return true;
        }
        let sampler = Sampler::new(Stage::Pairs);
        let sampled = Mutex::new(sampler);
        let share = |share: f64| {
            if lock(&sampled).is_due() {
                let progress = sampler.at((share * STEPS) as u64, STEPS as u64, 0);
                shared.send_of(results_version.epoch, Update::Deepening(Some(progress)));
            }
        };
        share(0.0);
        let cancel = shared.superseded(results_version, until);
        let deeper = shared
            .pool
            .install(|| made.deepen(&results, &cancel, &share));
        if deeper.is_none() {
            return false;
        }
        made.deeper = false;
        shared.send_of(results_version.epoch, Update::Deepening(None));
        shared.send_of(results_version.epoch, Update::Tuning(made.tuning.clone()));
        true
    }

    /// Evaluates the labels of `file`. With `read`, the file is read anew; otherwise its text is taken
    /// from memory where it is known. `None` when cancelled.
    fn labelled(
        &mut self,
        shared: &Shared,
        file: &LabelsFile,
        read: bool,
        results: &Results,
        cancel: &Cancel,
    ) -> anyhow::Result<Option<Update>> {
        let cached = shared
            .labels()
            .filter(|cached| !read && cached.file == *file);
        let labels = match cached {
            Some(cached) => cached,
            None => LabelsText {
                file: file.clone(),
                text: text(file)?,
            },
        };
        let parsed = file.parse(&labels.text, &results.collection);
        // Labels that are only evaluated again are kept: they may match the next version of the corpus.
        if read || parsed.is_ok() {
            shared.set_labels(parsed.is_ok().then_some(labels));
        }
        let parsed = parsed?;
        let tuning = if file.rest_negative {
            match self.complete(shared, results, cancel) {
                Some(made) => Some(&*made.tuning),
                None => return Ok(None),
            }
        } else {
            None
        };
        let metrics = LabelMetrics::new(
            file.clone(),
            parsed,
            &results.collection,
            results.pairs.info.measure,
            tuning,
            cancel,
        );
        Ok(metrics.map(|metrics| Update::Labelled(Arc::new(metrics))))
    }
}

impl CachedTuning {
    /// Takes the pairs down to the lowest floor into the comparison, if they are missing; `None` when cancelled.
    fn deepen(
        &mut self,
        results: &Results,
        cancel: &Cancel,
        share: &(dyn Fn(f64) + Sync),
    ) -> Option<()> {
        let Some(deepening) = &mut self.deepening else {
            return Some(());
        };
        let collection = &results.collection;
        let truth = deepening.finish(collection, cancel, share)?;
        if !Arc::ptr_eq(&truth, &self.tuning.truth) {
            let held_apart = &self.held_apart;
            let tuning = Tuning::holding_apart(collection, truth, held_apart, cancel)?;
            self.tuning = Arc::new(tuning);
            self.bandings.clear();
        }
        (self.deepening, self.deeper) = (None, true);
        Some(())
    }
}

/// Evaluates the decisions on pairs as labels; `None` when cancelled.
fn by_decisions(results: &Results, cancel: &Cancel) -> Option<Update> {
    let Results {
        collection,
        pairs,
        journal,
        ..
    } = results;
    if journal.acts.is_empty() {
        return Some(Update::Unlabelled);
    }
    let state = ReviewState::new(journal.clone(), collection);
    let labels = review::sure_labels(&review::labels(&state, collection));
    if labels.two_sided().is_err() {
        return Some(Update::Unlabelled);
    }
    let file = LabelsFile {
        columns: Vec::new(),
        path: PathBuf::new(),
        negative: Vec::new(),
        rest_negative: false,
    };
    let measure = pairs.info.measure;
    let metrics = LabelMetrics::new(file, labels, collection, measure, None, cancel);
    Some(Update::Labelled(Arc::new(metrics?)))
}

/// Reads and decodes a label file.
fn text(file: &LabelsFile) -> anyhow::Result<Arc<str>> {
    let path = file.path.display();
    let bytes = whole_file(&file.path).with_context(|| format!("cannot read {path}"))?;
    let text = decoded(bytes).with_context(|| path.to_string())?;
    Ok(text.into())
}

/// Measures `banding` against the exact pairs, or takes the result from the cache.
fn banded(made: &mut CachedTuning, banding: Banding, cancel: &Cancel) -> Option<Update> {
    let Banding { bands, rows } = banding;
    let values = made.collection.layout().positions;
    if bands == 0 || rows == 0 || bands * rows > values {
        return Some(Update::Failed(format!(
            "{bands} bands of {rows} rows take {} values, but a sketch has {values}",
            bands * rows
        )));
    }
    if let Some(cached) = made
        .bandings
        .iter()
        .find(|cached| cached.banding == banding)
    {
        return Some(Update::BandingEvaluation(cached.clone()));
    }
    let truth = &made.tuning.truth;
    let banded = Arc::new(BandingEvaluation::new(
        &made.collection,
        truth,
        banding,
        cancel,
    )?);
    if made.bandings.len() >= REMEMBERED {
        made.bandings.remove(0);
    }
    made.bandings.push(banded.clone());
    Some(Update::BandingEvaluation(banded))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crossbeam_channel::unbounded;

    use super::*;
    use crate::candidates::complete::LOWEST_FLOOR;
    use crate::corpus::Source;
    use crate::engine::Engine;
    use crate::engine::options::{Options, PairSearchConfig, Reuse, Reviewing};
    use crate::engine::sets::Sets;
    use crate::settings::Settings;

    /// In these tests the demo counts as a large corpus.
    #[test]
    fn figures_above_a_floor_come_first_and_requests_do_not_wait_for_the_rest() {
        let options = Options {
            source: Source::Demo,
            settings: Settings::default(),
            index: None,
            in_memory: true,
            threads: 1,
            reuse: Reuse::default(),
            sets: Sets::default(),
        };
        let search_config = PairSearchConfig::default();
        let (send, updates) = unbounded();
        let engine = Engine::start(options, Reviewing::default(), search_config, send).unwrap();
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
        let (mut told, mut ended) = (false, false);
        while floors.len() < 2 {
            match next() {
                Update::Tuning(tuning) => {
                    assert!(tuning.truth.info.complete);
                    assert_eq!(ended, !floors.is_empty());
                    floors.push(tuning.floor());
                }
                Update::Deepening(Some(progress)) => {
                    assert_eq!(floors.len(), 1);
                    assert!(progress.fraction().is_some());
                    told = true;
                }
                Update::Deepening(None) => ended = true,
                _ => {}
            }
        }
        assert!(told && floors[0] <= 0.8 && floors[0] > LOWEST_FLOOR);
        assert_eq!(floors[1], LOWEST_FLOOR);
        // Pairs to judge lie below the floor that is known first, so they wait for the rest, which is sent too.
        let mut settings = crate::engine::AnalysisConfig::default();
        settings.settings.sketching.k = 3;
        engine.request(Request::Settings(Box::new(settings)));
        while !matches!(next(), Update::Settled { .. }) {}
        let collection = collection.unwrap();
        let (answers, threshold) = (Vec::new(), 0.8);
        engine.request(Request::Judge(super::super::message::AskedPair {
            collection,
            answers,
            threshold,
        }));
        let (mut judged, mut deep) = (false, false);
        while !judged || !deep {
            match next() {
                Update::ToJudge(_) => judged = true,
                Update::Tuning(tuning) => deep = tuning.floor() == LOWEST_FLOOR,
                _ => {}
            }
        }
    }
}
