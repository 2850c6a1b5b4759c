//! The tuning lab's own thread: the picture at hand held against its exact truth, another banding,
//! labels.
//!
//! Everything here is of one picture. While another is on its way the work is given up, so that the
//! new one has the processors for itself, and what was asked is answered of it once it stands. Once
//! [`Request::Tune`] was asked, each new picture is held against its truth unasked; so are labels.

use std::sync::Arc;

use anyhow::Context;
use crossbeam_channel::Receiver;

use super::kind::{Kind, Order};
use super::message::{Labelled, LabelsFile, Request, Update};
use super::shared::{Current, Shared};
use crate::candidates::banding::Banding;
use crate::candidates::complete::{Complete, FLOORS};
use crate::candidates::{Identical, PairSet};
use crate::collection::Collection;
use crate::lab::banded::Banded;
use crate::lab::{Labels, Tuning, scores};

/// Floors above the threshold that are tried for a corpus that has too many pairs at it.
const HIGHER: [f64; 8] = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];

/// Bandings of one truth that are remembered.
const REMEMBERED: usize = 64;

/// Kinds that this lane answers, the first first.
const KINDS: [Kind; 3] = [Kind::Tune, Kind::Bands, Kind::Labels];

/// Answers until nobody asks any more.
pub fn work(shared: &Shared, orders: &Receiver<Order>) {
    let mut lab = Lab::default();
    while let Ok(order) = orders.recv() {
        lab.take(shared, order);
        orders.try_iter().for_each(|order| lab.take(shared, order));
        while let Some(at) = lab.next() {
            // A picture on its way gives an order when it stands, or has been given up.
            if shared.ended() || !shared.settled() {
                break;
            }
            let busy = shared.foreground.begin();
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

/// A question that waits for its answer.
#[derive(Clone)]
struct Asked {
    /// None where the engine asks itself.
    ticket: Option<u64>,
    request: Request,
}

/// A picture held against its truth.
struct Made {
    collection: Arc<Collection>,
    /// The threshold that it was made for.
    threshold: f64,
    tuning: Arc<Tuning>,
    bandings: Vec<Arc<Banded>>,
}

/// Labels as they were read, for pictures to come.
#[derive(Clone)]
pub struct LabelsText {
    /// The file.
    pub file: LabelsFile,
    /// What stands in it.
    pub text: Arc<str>,
}

#[derive(Default)]
struct Lab {
    waiting: [Option<Asked>; KINDS.len()],
    /// Each new picture is to be held against its truth.
    tuned: bool,
    made: Option<Made>,
    /// The picture of which the last [`Update::Tuning`] and [`Update::Labelled`] were sent.
    sent: [Option<(Arc<Collection>, Arc<PairSet>)>; KINDS.len()],
}

impl Lab {
    fn take(&mut self, shared: &Shared, order: Order) {
        match order {
            Order::Ask(ticket, request) => {
                let kind = Kind::of(&request);
                if let Some(at) = KINDS.iter().position(|k| Some(*k) == kind) {
                    self.tuned |= request == Request::Tune;
                    let ticket = Some(ticket);
                    self.waiting[at] = Some(Asked { ticket, request });
                }
            }
            Order::Picture => {
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
                        let ticket = None;
                        self.waiting[at] = Some(Asked { ticket, request });
                    }
                }
            }
        }
    }

    /// The place of the question to answer next.
    fn next(&self) -> Option<usize> {
        self.waiting.iter().position(Option::is_some)
    }

    /// Answers the question at place `at`; whether that is done with. `more` says whether other
    /// orders wait.
    fn answer(&mut self, shared: &Shared, at: usize, more: &(impl Fn() -> bool + Sync)) -> bool {
        let Some(asked) = self.waiting[at].clone() else {
            return true;
        };
        let newest = || {
            let ticket = asked.ticket;
            ticket.is_none_or(|ticket| shared.is_newest(KINDS[at], ticket))
        };
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
        // Others go before labels, which can take long.
        let last = KINDS[at] == Kind::Labels;
        let should_continue = || still() && !(last && more());
        let update = shared.pool().install(|| match &asked.request {
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
                asked.ticket.is_some(),
                (&collection, &pairs),
                &should_continue,
            ),
            _ => None,
        });
        let sent = match update {
            Some(update) => shared.send_of(results_version.epoch, update),
            // Given up, or nothing to say.
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

    /// The picture held against its truth, made where it is not at hand.
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
                // Of another reading of the corpus they may make sense again.
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

/// What stands in a file of labels.
fn text(file: &LabelsFile) -> anyhow::Result<Arc<str>> {
    let path = file.path.display();
    let bytes = std::fs::read(&file.path).with_context(|| format!("cannot read {path}"))?;
    let text = Labels::decoded(bytes).with_context(|| path.to_string())?;
    Ok(text.into())
}

/// Labels as documents of `collection` have them; a sentence where they cannot tell a good threshold
/// from a bad one.
pub fn parsed(labels: &LabelsText, collection: &Collection) -> anyhow::Result<Labels> {
    let negative: Vec<&str> = labels.file.negative.iter().map(String::as_str).collect();
    let read = Labels::read(&labels.text, &negative, collection)?;
    read.serves(labels.file.rest_negative)?;
    Ok(read)
}

/// What `banding` does, measured or remembered.
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

/// The exact truth of `collection` by the measure of `known`: as far down as is affordable, at most
/// from `threshold` where that is. Where `known` is complete and nothing below it is affordable, it is
/// the truth. `None` after a no from `should_continue`.
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
