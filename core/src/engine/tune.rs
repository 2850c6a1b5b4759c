//! The lane of the tuning lab: compares the current results with the exact pairs, measures other
//! bandings, evaluates labels, and chooses pairs to judge.
//!
//! All answers refer to one version of the results. During a re-analysis the work is cancelled to free the processors,
//! and open requests are answered for the new results. After the first [`Request::Tune`], each new version of the
//! results is evaluated without a request, and so are the labels. In a large corpus the exact pairs down to the lowest
//! floor take seconds: figures down to a higher floor are sent first and answer requests; the rest follows while no
//! order waits.

use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::background::serve;
use super::grids::Grids;
use super::lane::{Lane, Order};
use super::message::{AskedPair, Request, Update};
use super::progress::{ProgressSampler, Stage};
use super::review;
use super::shared::{LabelsText, Shared};
use crate::base::{Cancel, lock};
use crate::candidates::banding::Banding;
use crate::candidates::{CannotLink, PairSet};
use crate::index::Collection;
use crate::lab::banded::BandingEvaluation;
use crate::lab::truth::{first_truth, truth};
use crate::lab::{LabelMetrics, LabelsFile, Tuning, judge};
use crate::review::Journal;

/// Requests to the tuning lab; the newest of each kind is open.
#[derive(Clone)]
enum Question {
    Tune,
    Judge(AskedPair),
    Bands(Banding),
    /// The labels of a file, which is read again on request.
    Labels(LabelsFile, bool),
    /// The decisions on pairs as labels.
    Decisions,
}

/// Number of kinds of questions.
const KINDS: usize = 5;

/// Index of [`Question::Decisions`].
const DECISIONS: usize = 4;

impl Question {
    /// Index of its kind, in the order of answers.
    fn slot(&self) -> usize {
        match self {
            Question::Tune => 0,
            Question::Judge(_) => 1,
            Question::Bands(_) => 2,
            Question::Labels(..) => 3,
            Question::Decisions => DECISIONS,
        }
    }
}

/// Serves orders until the channel closes.
pub fn work(shared: &Arc<Shared>, orders: &Receiver<Order>) {
    let (mut lab, mut grids) = (TuningLab::default(), Grids::default());
    while let Ok(first) = orders.recv() {
        lab.take(shared, &mut grids, first);
        let mut until = lab.take_all(shared, &mut grids, orders);
        loop {
            let next = lab.waiting.iter().position(Option::is_some);
            if next.is_none() && !lab.must_deepen() {
                break;
            }
            // A pending re-analysis sends an order when it is complete or abandoned.
            if shared.jobs.ended.stopped() || !shared.settled() {
                break;
            }
            let busy = shared.jobs.foreground.begin();
            let mut done = None;
            serve(|| {
                done = Some(match next {
                    Some(at) => lab.answer(shared, at, &until),
                    None => lab.deepen(shared, &until),
                });
            });
            // After a panic, the request or the comparison is dropped.
            match (done, next) {
                (Some(_), _) => {}
                (None, Some(at)) => lab.waiting[at] = None,
                (None, None) => lab.cached = None,
            }
            drop(busy);
            until = lab.take_all(shared, &mut grids, orders);
            if done == Some(false) && shared.current().pairs.is_none() {
                break;
            }
        }
    }
}

/// Number of progress steps of the join down to the lowest floor.
const STEPS: f64 = 1_000.0;

/// The results that an answer refers to.
struct Results {
    collection: Arc<Collection>,
    pairs: Arc<PairSet>,
    /// Cannot-link constraints of the clusters.
    cannot_link: Arc<CannotLink>,
    /// The decisions.
    journal: Arc<Journal>,
}

impl Results {
    /// The current results; `None` until there are pairs.
    fn current(shared: &Shared) -> Option<Self> {
        let current = shared.current();
        Some(Results {
            collection: current.collection?,
            pairs: current.pairs?,
            cannot_link: current.cannot_link,
            journal: lock(&shared.journal).clone(),
        })
    }

    fn is(&self, other: &Results) -> bool {
        Arc::ptr_eq(&self.collection, &other.collection)
            && Arc::ptr_eq(&self.pairs, &other.pairs)
            && self.cannot_link == other.cannot_link
    }
}

/// An open question.
#[derive(Clone)]
struct OpenQuestion {
    /// Stopped once a newer request arrives.
    superseded: Cancel,
    question: Question,
}

/// The lowest similarity of the pairs of a comparison.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// Down to a floor that is computed quickly.
    First,
    /// Down to the lowest floor; this comparison was not sent yet.
    Unsent,
    /// Down to the lowest floor.
    Lowest,
}

/// Cached comparison of one version of the results with the exact pairs.
struct CachedTuning {
    collection: Arc<Collection>,
    /// The threshold that it was computed for.
    threshold: f64,
    tuning: Arc<Tuning>,
    depth: Depth,
    cannot_link: Arc<CannotLink>,
}

#[derive(Default)]
struct TuningLab {
    waiting: [Option<OpenQuestion>; KINDS],
    /// Whether each new version of the results is evaluated.
    tuned: bool,
    cached: Option<CachedTuning>,
    /// For each kind of question, the results that the last answer refers to.
    sent: [Option<Results>; KINDS],
}

impl TuningLab {
    /// Takes all waiting orders, and starts background work. Returns a token that is stopped once another order
    /// arrives.
    fn take_all(
        &mut self,
        shared: &Arc<Shared>,
        grids: &mut Grids,
        orders: &Receiver<Order>,
    ) -> Cancel {
        let until = shared.jobs.until_next(Lane::Lab);
        for order in orders.try_iter() {
            self.take(shared, grids, order);
        }
        grids.start_open(shared);
        until
    }

    fn take(&mut self, shared: &Shared, grids: &mut Grids, order: Order) {
        match order {
            Order::Ask(superseded, request) => {
                let question = match request {
                    Request::Tune => {
                        self.tuned = true;
                        Question::Tune
                    }
                    Request::Judge(pair) => Question::Judge(pair),
                    Request::Bands(banding) => Question::Bands(banding),
                    Request::Labels(file) => Question::Labels(file, true),
                    request => return grids.take(superseded, request),
                };
                let at = question.slot();
                self.waiting[at] = Some(OpenQuestion {
                    superseded,
                    question,
                });
            }
            Order::ResultsChanged => self.ask_again(shared),
            Order::OtherEdges | Order::Ended => {}
        }
    }

    /// Opens the questions that are answered for each new version of the results.
    fn ask_again(&mut self, shared: &Shared) {
        let Some(results) = Results::current(shared) else {
            return;
        };
        let tune = self.tuned.then_some(Question::Tune);
        // A file of labels takes precedence over decisions.
        let labels = lock(&shared.labels).clone();
        let labels = match labels {
            Some(labels) => Question::Labels(labels.file, false),
            None => Question::Decisions,
        };
        for question in tune.into_iter().chain([labels]) {
            let at = question.slot();
            let is_sent = self.sent[at].as_ref().is_some_and(|last| {
                let same_journal = Arc::ptr_eq(&last.journal, &results.journal);
                last.is(&results) && (same_journal || at != DECISIONS)
            });
            if !is_sent && self.waiting[at].is_none() {
                self.waiting[at] = Some(OpenQuestion {
                    superseded: Cancel::default(),
                    question,
                });
            }
        }
    }

    /// Answers the request at index `at` and returns whether it is finished. `until` is stopped once another
    /// order arrives.
    fn answer(&mut self, shared: &Shared, at: usize, until: &Cancel) -> bool {
        let Some(open) = self.waiting[at].clone() else {
            return true;
        };
        let results_version = shared.results_version();
        let mut cancel = shared.superseded(results_version, &open.superseded);
        let Some(results) = Results::current(shared) else {
            return false;
        };
        // Evaluating labels can take long, so it yields to other requests.
        if matches!(open.question, Question::Labels(..) | Question::Decisions) {
            cancel = cancel.or(until);
        }
        let update = shared.pool.install(|| match &open.question {
            Question::Tune => {
                let cached = self.cached(shared, &results, &cancel)?;
                Some(Update::Tuning(cached.tuning.clone()))
            }
            Question::Judge(asked) => {
                let collection = &results.collection;
                if !collection.has_ids_of(&asked.collection) {
                    return None;
                }
                let truth = &self.complete(shared, &results, &cancel)?.tuning.truth;
                let next = judge::step(collection, truth, &asked.answers, asked.threshold);
                (!cancel.stopped()).then(|| Update::ToJudge(Arc::new(next)))
            }
            Question::Bands(banding) => {
                let cached = self.cached(shared, &results, &cancel)?;
                banded(cached, *banding, &cancel)
            }
            Question::Labels(file, read) => {
                let update = self.labelled(shared, file, *read, &results, &cancel);
                update.unwrap_or_else(|error| Some(Update::Failed(format!("{error:#}"))))
            }
            Question::Decisions => {
                let measure = results.pairs.info.measure;
                review::by_decisions(&results.journal, &results.collection, measure, &cancel)
            }
        });
        let is_sent = match update {
            Some(update) => shared.send_of(results_version.epoch, update),
            // Cancelled, or no answer.
            None => !cancel.stopped(),
        };
        if is_sent {
            self.sent[at] = Some(results);
        }
        let is_done = is_sent || open.superseded.stopped();
        if is_done {
            self.waiting[at] = None;
        }
        is_done
    }

    /// Returns the comparison with the exact pairs, from the cache or newly computed.
    fn cached(
        &mut self,
        shared: &Shared,
        results: &Results,
        cancel: &Cancel,
    ) -> Option<&mut CachedTuning> {
        let (collection, pairs) = (&results.collection, &results.pairs);
        let cannot_link = &results.cannot_link;
        let measure = pairs.info.measure;
        let threshold = shared.search_config().threshold;
        let is_current = |cached: &CachedTuning| {
            let is_deep = cached.tuning.floor() <= threshold || cached.threshold <= threshold;
            let info = &cached.tuning.truth.info;
            Arc::ptr_eq(&cached.collection, collection) && info.measure == measure && is_deep
        };
        if !self.cached.as_ref().is_some_and(is_current) {
            self.cached = None;
            let (depth, truth) = match first_truth(collection, pairs, threshold, cancel) {
                Some(first) => (Depth::First, first),
                None => {
                    let truth = truth(collection, pairs, threshold, cancel, &|_| {})?;
                    (Depth::Lowest, truth)
                }
            };
            let tuning = Tuning::with_cannot_link(collection, truth, cannot_link, cancel)?;
            self.cached = Some(CachedTuning {
                collection: collection.clone(),
                threshold,
                tuning: Arc::new(tuning),
                depth,
                cannot_link: cannot_link.clone(),
            });
        }
        let cached = self.cached.as_mut()?;
        if cached.cannot_link != *cannot_link {
            let truth = cached.tuning.truth.clone();
            let tuning = Tuning::with_cannot_link(collection, truth, cannot_link, cancel)?;
            cached.tuning = Arc::new(tuning);
            cached.cannot_link = cannot_link.clone();
        }
        Some(cached)
    }

    /// Does the same as [`TuningLab::cached`], but with the pairs down to the lowest floor.
    fn complete(
        &mut self,
        shared: &Shared,
        results: &Results,
        cancel: &Cancel,
    ) -> Option<&mut CachedTuning> {
        let cached = self.cached(shared, results, cancel)?;
        cached.deepen(results, cancel, &|_| {})?;
        Some(cached)
    }

    /// Whether pairs below the floor of the last update are missing, or found but not sent.
    fn must_deepen(&self) -> bool {
        let cached = self.cached.as_ref();
        self.tuned && cached.is_some_and(|cached| cached.depth != Depth::Lowest)
    }

    /// Finds the missing pairs down to the lowest floor and sends them, until another order arrives. Returns whether
    /// no work is left.
    fn deepen(&mut self, shared: &Shared, until: &Cancel) -> bool {
        let results_version = shared.results_version();
        let (Some(results), Some(cached)) = (Results::current(shared), self.cached.as_mut()) else {
            return false;
        };
        let is_current = Arc::ptr_eq(&cached.collection, &results.collection)
            && cached.tuning.truth.info.measure == results.pairs.info.measure;
        if !is_current {
            // The order about this change will arrive and request a new comparison.
            cached.depth = Depth::Lowest;
            return true;
        }
        let sampler = ProgressSampler::new(Stage::Pairs);
        let report = |share: f64| {
            if sampler.is_due() {
                let progress = sampler.at((share * STEPS) as u64, STEPS as u64, 0);
                shared.send_of(results_version.epoch, Update::Deepening(Some(progress)));
            }
        };
        report(0.0);
        let cancel = shared.superseded(results_version, until);
        let deeper = shared
            .pool
            .install(|| cached.deepen(&results, &cancel, &report));
        if deeper.is_none() {
            return false;
        }
        cached.depth = Depth::Lowest;
        shared.send_of(results_version.epoch, Update::Deepening(None));
        shared.send_of(results_version.epoch, Update::Tuning(cached.tuning.clone()));
        true
    }

    /// Evaluates the labels of `file`. With `read`, the file is read again; otherwise its text in memory is used if
    /// possible. `None` when cancelled.
    fn labelled(
        &mut self,
        shared: &Shared,
        file: &LabelsFile,
        read: bool,
        results: &Results,
        cancel: &Cancel,
    ) -> anyhow::Result<Option<Update>> {
        let cached = lock(&shared.labels).clone();
        let labels = match cached {
            Some(cached) if !read && cached.file == *file => cached,
            _ => LabelsText {
                file: file.clone(),
                text: file.read()?.into(),
            },
        };
        let parsed = file.parse(&labels.text, &results.collection);
        // Labels that are only evaluated again stay, because they may match the next version of the corpus.
        if read || parsed.is_ok() {
            *lock(&shared.labels) = parsed.is_ok().then_some(labels);
        }
        let parsed = parsed?;
        let mut tuning = None;
        if file.rest_negative {
            let Some(cached) = self.complete(shared, results, cancel) else {
                return Ok(None);
            };
            tuning = Some(&*cached.tuning);
        }
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
    /// Adds the pairs down to the lowest floor to the comparison, if they are missing; `None` when cancelled.
    fn deepen(
        &mut self,
        results: &Results,
        cancel: &Cancel,
        share: &(dyn Fn(f64) + Sync),
    ) -> Option<()> {
        if self.depth != Depth::First {
            return Some(());
        }
        let (collection, pairs) = (&results.collection, &results.pairs);
        let truth = truth(collection, pairs, self.threshold, cancel, share)?;
        if !Arc::ptr_eq(&truth, &self.tuning.truth) {
            let tuning = Tuning::with_cannot_link(collection, truth, &self.cannot_link, cancel)?;
            self.tuning = Arc::new(tuning);
        }
        self.depth = Depth::Unsent;
        Some(())
    }
}

/// Measures `banding` against the exact pairs.
fn banded(cached: &CachedTuning, banding: Banding, cancel: &Cancel) -> Option<Update> {
    let Banding { bands, rows } = banding;
    let values = cached.collection.layout().positions;
    if bands == 0 || rows == 0 || bands * rows > values {
        return Some(Update::Failed(format!(
            "{bands} bands of {rows} rows take {} values, but a sketch has {values}",
            bands * rows
        )));
    }
    let (collection, truth) = (&cached.collection, &cached.tuning.truth);
    let banded = BandingEvaluation::new(collection, truth, banding, cancel)?;
    Some(Update::BandingEvaluation(Arc::new(banded)))
}

#[cfg(test)]
mod tests;
