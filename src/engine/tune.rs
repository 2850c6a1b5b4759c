//! Thread of the tuning lab: compares the current results with the exact pairs, measures other
//! bandings, and evaluates labels.
//!
//! All answers refer to one version of the results. During a re-analysis the work is cancelled to free
//! the processors, and open requests are answered for the new results. After the first
//! [`Request::Tune`], each new version of the results is evaluated without a request; the same holds
//! for labels.

use std::sync::Arc;

use anyhow::Context;
use crossbeam_channel::Receiver;

use super::cancel::Cancel;
use super::lane::Order;
use super::message::{Labelled, LabelsFile, Request, Update};
use super::shared::{Current, LabelsText, Shared};
use crate::candidates::banding::Banding;
use crate::candidates::complete::{Complete, FLOORS};
use crate::candidates::{Identical, PairSet};
use crate::collection::Collection;
use crate::lab::banded::Banded;
use crate::lab::{Labels, Tuning, scores};

/// Floors above the threshold to try for a corpus that has too many pairs at the threshold.
const HIGHER: [f64; 8] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// Maximum number of cached bandings for one set of exact pairs.
const REMEMBERED: usize = 64;

/// Number of kinds of requests that this lane answers.
const KINDS: usize = 3;

/// Place of a request's kind in the order in which kinds are answered; `None` for requests of other
/// lanes.
fn place(request: &Request) -> Option<usize> {
    match request {
        Request::Tune => Some(0),
        Request::Bands(_) => Some(1),
        Request::Labels(_) => Some(2),
        _ => None,
    }
}

/// Serves requests until the channel closes.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let mut lab = Lab::default();
    while let Ok(order) = orders.recv() {
        lab.take(shared, order);
        orders.try_iter().for_each(|order| lab.take(shared, order));
        while let Some(at) = lab.next() {
            // A pending re-analysis sends an order when it is complete or abandoned.
            if shared.jobs.ended() || !shared.settled() {
                break;
            }
            let busy = shared.jobs.foreground.begin();
            let open = || !orders.is_empty();
            let done = lab.answer(shared, at, &open);
            drop(busy);
            orders.try_iter().for_each(|order| lab.take(shared, order));
            if !done && shared.current().pairs.is_none() {
                break;
            }
        }
    }
}

/// An open request.
#[derive(Clone)]
struct Asked {
    /// Set once a newer request arrives; `None` for requests that the engine makes itself.
    superseded: Option<Cancel>,
    request: Request,
}

/// Cached comparison of one version of the results with the exact pairs.
struct Made {
    collection: Arc<Collection>,
    /// The threshold that it was computed for.
    threshold: f64,
    tuning: Arc<Tuning>,
    bandings: Vec<Arc<Banded>>,
}

#[derive(Default)]
struct Lab {
    waiting: [Option<Asked>; KINDS],
    /// Whether each new version of the results is evaluated.
    tuned: bool,
    made: Option<Made>,
    /// The results of which the last [`Update::Tuning`] and [`Update::Labelled`] were sent.
    sent: [Option<(Arc<Collection>, Arc<PairSet>)>; KINDS],
}

impl Lab {
    fn take(&mut self, shared: &Shared, order: Order) {
        match order {
            Order::Ask(superseded, request) => {
                if let Some(at) = place(&request) {
                    self.tuned |= request == Request::Tune;
                    let superseded = Some(superseded);
                    self.waiting[at] = Some(Asked {
                        superseded,
                        request,
                    });
                }
            }
            Order::ResultsChanged => {
                let labels = shared.labels().map(|labels| Request::Labels(labels.file));
                let again = [self.tuned.then_some(Request::Tune), None, labels];
                let Current {
                    collection: Some(collection),
                    pairs: Some(pairs),
                    ..
                } = shared.current()
                else {
                    return;
                };
                for (at, request) in again.into_iter().enumerate() {
                    let sent = self.sent[at].as_ref().is_some_and(|(of, by)| {
                        Arc::ptr_eq(of, &collection) && Arc::ptr_eq(by, &pairs)
                    });
                    if let Some(request) = request.filter(|_| !sent && self.waiting[at].is_none()) {
                        let superseded = None;
                        self.waiting[at] = Some(Asked {
                            superseded,
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

    /// Answers the request at index `at` and returns whether it is finished. `more` returns whether
    /// other orders are waiting.
    fn answer(&mut self, shared: &Shared, at: usize, more: &(impl Fn() -> bool + Sync)) -> bool {
        let Some(asked) = self.waiting[at].clone() else {
            return true;
        };
        let newest = || asked.superseded.as_ref().is_none_or(|by| !by.stopped());
        let results_version = shared.results_version();
        let still = || shared.is_still(results_version) && newest();
        let Current {
            collection: Some(collection),
            pairs: Some(pairs),
            ..
        } = shared.current()
        else {
            return false;
        };
        // Evaluating labels can take long, so it yields to other requests.
        let last = matches!(asked.request, Request::Labels(_));
        let should_continue = || still() && !(last && more());
        let update = shared.pool.install(|| match &asked.request {
            Request::Tune => {
                let made = self.made(shared, &collection, &pairs, &should_continue)?;
                Some(Update::Tuning(made.tuning.clone()))
            }
            Request::Bands(banding) => {
                let made = self.made(shared, &collection, &pairs, &should_continue)?;
                banded(made, *banding, &should_continue)
            }
            Request::Labels(file) => self.labelled(
                shared,
                file,
                asked.superseded.is_some(),
                (&collection, &pairs),
                &should_continue,
            ),
            _ => None,
        });
        let sent = match update {
            Some(update) => shared.send_of(results_version.epoch, update),
            // Cancelled, or no answer.
            None => should_continue(),
        };
        if sent {
            self.sent[at] = Some((collection, pairs));
        }
        if sent || !newest() {
            self.waiting[at] = None;
        }
        sent || !newest()
    }

    /// The comparison with the exact pairs, from the cache or newly computed.
    fn made(
        &mut self,
        shared: &Shared,
        collection: &Arc<Collection>,
        pairs: &Arc<PairSet>,
        should_continue: &(impl Fn() -> bool + Sync),
    ) -> Option<&mut Made> {
        let measure = pairs.found.measure;
        let threshold = shared.finding().threshold;
        let serves = |made: &Made| {
            let deep = made.tuning.floor() <= threshold || made.threshold <= threshold;
            let found = &made.tuning.truth.found;
            Arc::ptr_eq(&made.collection, collection) && found.measure == measure && deep
        };
        if !self.made.as_ref().is_some_and(serves) {
            self.made = None;
            let truth = truth(collection, pairs, threshold, should_continue)?;
            let tuning = Tuning::of(collection, truth, should_continue)?;
            self.made = Some(Made {
                collection: collection.clone(),
                threshold,
                tuning: Arc::new(tuning),
                bandings: Vec::new(),
            });
        }
        self.made.as_mut()
    }

    fn labelled(
        &mut self,
        shared: &Shared,
        file: &LabelsFile,
        read: bool,
        (collection, pairs): (&Arc<Collection>, &Arc<PairSet>),
        should_continue: &(impl Fn() -> bool + Sync),
    ) -> Option<Update> {
        let known = shared.labels().filter(|known| !read && known.file == *file);
        let labels = match known {
            Some(known) => known,
            None => match text(file) {
                Ok(text) => LabelsText {
                    file: file.clone(),
                    text,
                },
                Err(error) => return Some(Update::Failed(format!("{error:#}"))),
            },
        };
        let parsed = match parsed(&labels, collection) {
            Ok(parsed) => parsed,
            Err(error) => {
                // Labels that are only evaluated again are kept: they may match the next version of the
                // corpus.
                if read {
                    shared.set_labels(None);
                }
                return Some(Update::Failed(format!("{error:#}")));
            }
        };
        shared.set_labels(Some(labels));
        let measure = pairs.found.measure;
        let scores = scores::scores(collection, &parsed, measure, should_continue)?;
        let curve = if file.rest_negative {
            let tuning = self
                .made(shared, collection, pairs, should_continue)?
                .tuning
                .clone();
            let all = (tuning.documents, &tuning.counts, tuning.floor());
            scores::curve_with_rest(&parsed, &scores, all)
        } else {
            scores::curve(&parsed, &scores)
        };
        Some(Update::Labelled(Arc::new(Labelled {
            file: file.clone(),
            interval: curve.best_interval(scores::ROUNDS, 0),
            labels: parsed,
            scores,
            curve,
        })))
    }
}

/// Reads and decodes a label file.
fn text(file: &LabelsFile) -> anyhow::Result<Arc<str>> {
    let path = file.path.display();
    let bytes = std::fs::read(&file.path).with_context(|| format!("cannot read {path}"))?;
    let text = Labels::decoded(bytes).with_context(|| path.to_string())?;
    Ok(text.into())
}

/// Parses labels and resolves them to documents of `collection`.
///
/// # Errors
/// A sentence if the labels cannot discriminate between thresholds.
pub fn parsed(labels: &LabelsText, collection: &Collection) -> anyhow::Result<Labels> {
    let negative: Vec<&str> = labels.file.negative.iter().map(String::as_str).collect();
    let read = Labels::read(&labels.text, &negative, collection)?;
    read.serves(labels.file.rest_negative)?;
    Ok(read)
}

/// Measures `banding` against the exact pairs, or takes the result from the cache.
fn banded(
    made: &mut Made,
    banding: Banding,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Update> {
    let Banding { bands, rows } = banding;
    let values = made.collection.layout().positions;
    if bands == 0 || rows == 0 || bands * rows > values {
        return Some(Update::Failed(format!(
            "{bands} bands of {rows} rows take {} values, but a sketch has {values}",
            bands * rows
        )));
    }
    let known = made.bandings.iter().find(|known| known.banding == banding);
    let banded = match known {
        Some(known) => known.clone(),
        None => {
            let banded = Banded::of(
                &made.collection,
                &made.tuning.truth,
                banding,
                should_continue,
            )?;
            let banded = Arc::new(banded);
            if made.bandings.len() >= REMEMBERED {
                made.bandings.remove(0);
            }
            made.bandings.push(banded.clone());
            banded
        }
    };
    Some(Update::Banded(banded))
}

/// The exact pairs of `collection` by the measure of `known`: down to the lowest affordable floor below
/// `threshold`, otherwise to `threshold` or the lowest affordable floor above it (1 if none is
/// affordable). If `known` is complete down to `threshold` and nothing lower is affordable, returns
/// `known`. `None` if `should_continue` returns false.
#[must_use]
pub fn truth(
    collection: &Collection,
    known: &Arc<PairSet>,
    threshold: f64,
    should_continue: &(impl Fn() -> bool + Sync),
) -> Option<Arc<PairSet>> {
    let measure = known.found.measure;
    let identical = Identical::from_representatives(collection, known.representative.clone());
    let complete = Complete::of(collection, &identical, measure);
    let serves = known.found.complete && known.found.floor <= threshold;
    let least = if serves { known.found.floor } else { threshold };
    let below = FLOORS.into_iter().filter(|floor| *floor < least);
    if serves {
        let lower = complete.affordable(below, should_continue).map(Arc::new);
        return should_continue().then(|| lower.unwrap_or_else(|| known.clone()));
    }
    let above = HIGHER.into_iter().filter(|floor| *floor > threshold);
    let floors = below.chain([threshold]).chain(above);
    let affordable = complete.affordable(floors, should_continue);
    let truth = affordable.or_else(|| {
        let whole = complete.at(1.0, should_continue);
        should_continue().then_some(whole)
    })?;
    Some(Arc::new(truth))
}
