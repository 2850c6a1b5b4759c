//! Low-priority jobs of the tuning lab: the k landscape (the same corpus at every k) and parameter
//! sweeps.
//!
//! Each job has its own thread pool, so it never shares a queue with foreground work. Jobs pause while a request of the
//! user or a re-analysis is running.

use std::sync::Arc;

use super::background::Background;
use super::lane::Lane;
use super::message::{BlockBest, Request, SweepSoFar, Update};
use super::shared::{Job, LabelsText, Shared};
use crate::base::{Cancel, lock};
use crate::lab::by_k;
use crate::lab::sweep::{self, Grid};
use crate::mask::AtEachK;

/// The last requested k landscape and sweep, each with a separate pool.
#[derive(Default)]
pub struct Grids {
    by_k: Background,
    /// The request for a k landscape, until it is answered.
    open_by_k: Option<Cancel>,
    sweep: Background,
    /// The sweep that is to run next.
    open_sweep: Option<(Cancel, Grid)>,
}

impl Grids {
    /// Takes a request for a k landscape or a sweep.
    pub fn take(&mut self, superseded: Cancel, request: Request) {
        match request {
            Request::ByK => self.open_by_k = Some(superseded),
            Request::Sweep(grid) => self.open_sweep = Some((superseded, grid)),
            _ => {}
        }
    }

    /// Starts the open requests. A k landscape starts again if the current results change before it is complete; a
    /// sweep continues.
    pub fn start_open(&mut self, shared: &Arc<Shared>) {
        let is_answered = self.by_k.ended() == Some(true);
        self.open_by_k
            .take_if(|superseded| is_answered || superseded.stopped());
        let current = shared.current();
        let has_results = current.collection.is_some() && current.pairs.is_some();
        if self.by_k.is_idle()
            && shared.settled()
            && has_results
            && let Some(superseded) = self.open_by_k.clone()
        {
            self.by_k
                .run(shared, Lane::Lab, move |shared| by_k(shared, &superseded));
        }
        self.sweep.ended();
        if self.sweep.is_idle()
            && let Some((superseded, grid)) = self.open_sweep.take()
        {
            self.sweep.run(shared, Lane::Lab, move |shared| {
                let _running = shared.jobs.begin(Job::Sweep, &superseded);
                let cancel = superseded
                    .behind(&shared.jobs.foreground)
                    .behind(&shared.jobs.by_k);
                if let Err(error) = sweep(shared, &grid, &cancel) {
                    shared.failed(&error);
                }
                true
            });
        }
    }
}

/// Computes the k landscape of the current results. Returns whether it is answered.
fn by_k(shared: &Shared, superseded: &Cancel) -> bool {
    let results_version = shared.results_version();
    let (current, masks) = shared.current_masked();
    let (Some(collection), Some(pairs)) = (current.collection, current.pairs) else {
        return false;
    };
    let corpus = match AtEachK::new(&collection, &masks) {
        Ok(corpus) => corpus,
        Err(error) => {
            shared.failed(&error);
            return true;
        }
    };
    let _running = shared.jobs.begin(Job::ByK, superseded);
    let _busy = shared.jobs.by_k.begin();
    let cancel = shared
        .superseded(results_version, superseded)
        .behind(&shared.jobs.foreground);
    let complete = by_k::by_k(&corpus, pairs.info.measure, &cancel, &mut |so_far| {
        let so_far = Update::ByK(Arc::new(so_far.clone()));
        shared.send_of(results_version.epoch, so_far);
    });
    complete.is_some()
}

/// Runs a sweep over the current documents; the grid has their unit. Call on the rayon pool.
fn sweep(shared: &Shared, grid: &Grid, cancel: &Cancel) -> anyhow::Result<()> {
    grid.check()?;
    let (current, masks) = shared.current_masked();
    let Some(collection) = current.collection else {
        anyhow::bail!("there are no documents yet; sweep once they have been read");
    };
    if let Some(classes) = collection.classes() {
        match classes.before_apart() {
            Some(None) => anyhow::bail!(
                "a sweep compares every document with every other; undo the pairs that are set aside first (list of masks)"
            ),
            _ => anyhow::bail!(
                "a sweep compares every document with every other; open the corpus without --new, --archive and --group-by"
            ),
        }
    }
    let labels = lock(&shared.labels).clone();
    let parse = |labels: &LabelsText| labels.file.parse(&labels.text, &collection);
    let labelled = labels.as_ref().map(parse).transpose()?;
    let request = sweep::SweepRequest {
        grid,
        labels: labelled.as_ref(),
        rest_negative: labels.as_ref().is_some_and(|l| l.file.rest_negative),
    };
    let mut so_far = SweepSoFar {
        grid: grid.clone(),
        rows: Vec::new(),
        bests: Vec::new(),
        total: grid.len(),
    };
    shared.send(Update::Sweep(Arc::new(so_far.clone())));
    let mut report = |result: sweep::BlockResult| {
        so_far.rows.extend(&result.rows);
        so_far.bests.extend(result.metrics.and_then(|metrics| {
            Some(BlockBest {
                block: result.block,
                best: metrics.curve.best()?,
                area: metrics.curve.area(),
                estimate: metrics.estimate,
            })
        }));
        shared.send(Update::Sweep(Arc::new(so_far.clone())));
    };
    let corpus = AtEachK::new(&collection, &masks)?;
    sweep::run(&corpus, &request, cancel, &|_| {}, &mut report);
    Ok(())
}
