//! Low-priority jobs of the tuning lab: the k landscape (the same corpus at every k) and parameter
//! sweeps.
//!
//! Each job has its own thread pool, so it never shares a queue with foreground work. Jobs pause while a request of the
//! user or a re-analysis is running.

use std::sync::Arc;

use super::background::Background;
use super::lane::Lane;
use super::masking;
use super::message::{BlockBest, Request, SweepSoFar, Update};
use super::reanalysis;
use super::shared::{Job, LabelsText, Shared};
use crate::base::Cancel;
use crate::candidates::complete::LOWEST_FLOOR;
use crate::index::Collection;
use crate::lab::by_k;
use crate::lab::sweep::{self, Grid, SettingRow};
use crate::mask::{AtEachK, MaskConfig};
use crate::settings::Settings;

/// Values of k in the k landscape.
pub const KS: [usize; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/// Thresholds at which a k landscape counts differences: ascending steps of 0.01 from the lowest floor
/// to 1.
pub fn thresholds() -> Vec<f64> {
    let from = (LOWEST_FLOOR * 100.0).round() as u32;
    (from..=100).map(|at| f64::from(at) / 100.0).collect()
}

/// The k landscape and the sweep that were asked for last, each with a pool of its own.
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

    /// Begins what is open. A k landscape starts again if the current results change before it is complete; a sweep
    /// continues.
    pub fn go_on(&mut self, shared: &Arc<Shared>) {
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
    let thresholds = thresholds();
    let ask = by_k::ByKRequest {
        k: collection.settings().sketching.k,
        ks: &KS,
        measure: pairs.info.measure,
        thresholds: &thresholds,
    };
    let complete = by_k::by_k(&corpus, &ask, &cancel, &mut |so_far| {
        let so_far = Update::ByK(Arc::new(so_far.clone()));
        shared.send_of(results_version.epoch, so_far);
    });
    complete.is_some()
}

/// Runs a sweep over the current documents. Call on the rayon pool.
fn sweep(shared: &Shared, grid: &Grid, cancel: &Cancel) -> anyhow::Result<()> {
    grid.check()?;
    let (current, masks) = shared.current_masked();
    let (Some(collection), Some(base)) = (current.collection, current.base) else {
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
    let labels = shared.labels();
    let mut rows: Vec<SettingRow> = Vec::new();
    let mut bests: Vec<BlockBest> = Vec::new();
    let total = grid.len();
    let tell = |rows: &[SettingRow], bests: &[BlockBest]| {
        shared.send(Update::Sweep(Arc::new(SweepSoFar {
            grid: grid.clone(),
            rows: rows.to_vec(),
            bests: bests.to_vec(),
            total,
        })));
    };
    tell(&rows, &bests);
    for &unit in &grid.units {
        let mut settings = collection.settings().clone();
        settings.normalisation.unit = unit;
        let collection = if settings == *collection.settings() {
            collection.clone()
        } else {
            read(&base, shared, &settings, &masks, cancel)?
        };
        let parse = |labels: &LabelsText| labels.file.parse(&labels.text, &collection);
        let labelled = labels.as_ref().map(parse).transpose()?;
        let ask = sweep::SweepRequest {
            grid,
            labels: labelled.as_ref(),
            rest_negative: labels.as_ref().is_some_and(|l| l.file.rest_negative),
        };
        let mut done = |swept: sweep::BlockResult| {
            rows.extend(&swept.rows);
            bests.extend(swept.metrics.and_then(|metrics| {
                Some(BlockBest {
                    block: swept.block,
                    best: metrics.curve.best()?,
                    area: metrics.curve.area(),
                    estimate: metrics.estimate,
                })
            }));
            tell(&rows, &bests);
        };
        if cancel.stopped()
            || !sweep::run(
                &AtEachK::new(&collection, &masks)?,
                &ask,
                cancel,
                &|_| {},
                &mut done,
            )
        {
            return Ok(());
        }
    }
    Ok(())
}

/// The documents under other settings; incomplete after a cancellation.
fn read(
    base: &Arc<Collection>,
    shared: &Shared,
    settings: &Settings,
    masks: &MaskConfig,
    cancel: &Cancel,
) -> anyhow::Result<Arc<Collection>> {
    let read = reanalysis::collection(shared, base, settings, cancel, &|_| ())?;
    if read.unmasked().is_some() {
        return Ok(read);
    }
    // Documents that were read anew have all their terms.
    let masked = masking::masked(&read, masks, cancel)?;
    Ok(masked.collection)
}
