//! Low-priority jobs of the tuning lab: the k landscape (the same corpus at every k) and parameter
//! sweeps.
//!
//! Each job has its own thread and its own thread pool, so it never shares a queue with foreground
//! work. Jobs pause while a request of the user or a re-analysis is running.

use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::lane::Order;
use super::masking;
use super::message::{BlockBest, Request, SweepSoFar, Update};
use super::pool::pool;
use super::reanalysis;
use super::shared::{Current, LabelsText, Shared};
use crate::base::Cancel;
use crate::candidates::PairSet;
use crate::candidates::complete::LOWEST_FLOOR;
use crate::index::Collection;
use crate::lab::by_k::{self, ByK};
use crate::lab::sweep::{self, Grid, SettingRow};
use crate::mask::{AtEachK, MaskConfig};
use crate::settings::{Settings, Sketching};
use crate::similarity::Measure;

/// Values of k in the k landscape.
pub const KS: [usize; 12] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/// Thresholds at which a k landscape counts differences: ascending steps of 0.01 from the lowest floor
/// to 1.
pub fn thresholds() -> Vec<f64> {
    let from = (LOWEST_FLOOR * 100.0).round() as u32;
    (from..=100).map(|at| f64::from(at) / 100.0).collect()
}

/// Maximum number of cached k landscapes.
const REMEMBERED: usize = 16;

/// Cache key of a k landscape.
#[derive(PartialEq)]
struct CacheKey {
    settings: Settings,
    masks: MaskConfig,
    measure: Measure,
    /// Number of documents and total number of terms; differs if the corpus was read again.
    size: (usize, usize),
}

/// Computes the k landscape for the newest request. Starts again if the current results change before
/// it is complete.
pub fn by_k(shared: &Shared, orders: &Receiver<Order>) {
    let mut waiting: Option<Cancel> = None;
    let mut cached: Vec<(CacheKey, Arc<ByK>)> = Vec::new();
    let mut threads = None;
    let thresholds = thresholds();
    while let Ok(order) = orders.recv() {
        for order in std::iter::once(order).chain(orders.try_iter()) {
            if let Order::Ask(superseded, Request::ByK) = order {
                waiting = Some(superseded);
            }
        }
        let Some(superseded) = waiting.clone() else {
            continue;
        };
        if !shared.settled() || shared.jobs.ended() {
            continue;
        }
        let results_version = shared.results_version();
        let (current, masks) = shared.current_masked();
        let Current {
            collection: Some(collection),
            pairs: Some(pairs),
            ..
        } = current
        else {
            continue;
        };
        let corpus = match AtEachK::new(&collection, &masks) {
            Ok(corpus) => corpus,
            Err(error) => {
                waiting = None;
                shared.failed(&error);
                continue;
            }
        };
        let key = CacheKey::results(&collection, &pairs, masks);
        if let Some((_, result)) = cached.iter().find(|(cached_key, _)| *cached_key == key) {
            if shared.send_of(results_version.epoch, Update::ByK(result.clone())) {
                waiting = None;
            }
            continue;
        }
        let Some(pool) = own_pool(shared, &mut threads) else {
            continue;
        };
        let _busy = shared.jobs.by_k.begin();
        let cancel = shared
            .superseded(results_version, &superseded)
            .behind(&shared.jobs.foreground);
        let ask = by_k::ByKRequest {
            k: key.settings.sketching.k,
            ks: &KS,
            measure: key.measure,
            thresholds: &thresholds,
        };
        let complete = pool.install(|| {
            by_k::by_k(&corpus, &ask, &cancel, &mut |so_far| {
                let so_far = Update::ByK(Arc::new(so_far.clone()));
                shared.send_of(results_version.epoch, so_far);
            })
        });
        if complete.is_some() || superseded.stopped() {
            waiting = None;
        }
        if let Some(complete) = complete {
            if cached.len() >= REMEMBERED {
                cached.remove(0);
            }
            cached.push((key, Arc::new(complete)));
        }
    }
}

impl CacheKey {
    fn results(collection: &Collection, pairs: &PairSet, masks: MaskConfig) -> Self {
        let terms = |doc| collection.term_count(doc);
        let mut settings = collection.settings().clone();
        // Settings that affect only the sketches are reset: they do not change a k landscape.
        settings.sketching = Sketching {
            k: settings.sketching.k,
            bag: settings.sketching.bag,
            hash_bits: settings.sketching.hash_bits,
            seed: settings.sketching.seed,
            ..Sketching::default()
        };
        CacheKey {
            settings,
            masks,
            measure: pairs.info.measure,
            size: (collection.len(), collection.documents().map(terms).sum()),
        }
    }
}

/// Runs the newest requested sweep. It continues even if the current results change.
pub fn sweep(shared: &Shared, orders: &Receiver<Order>) {
    let mut threads = None;
    while let Ok(order) = orders.recv() {
        let newest = std::iter::once(order).chain(orders.try_iter()).last();
        let Some(Order::Ask(superseded, Request::Sweep(grid))) = newest else {
            continue;
        };
        let cancel = superseded
            .behind(&shared.jobs.foreground)
            .behind(&shared.jobs.by_k);
        let Some(pool) = own_pool(shared, &mut threads) else {
            continue;
        };
        let _busy = shared.jobs.sweep.begin();
        let swept = pool.install(|| run(shared, &grid, &cancel));
        if let Err(error) = swept {
            shared.failed(&error);
        }
    }
}

fn run(shared: &Shared, grid: &Grid, cancel: &Cancel) -> anyhow::Result<()> {
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

/// The job's own thread pool, created on first use.
pub(super) fn own_pool<'a>(
    shared: &Shared,
    threads: &'a mut Option<rayon::ThreadPool>,
) -> Option<&'a rayon::ThreadPool> {
    if threads.is_none() {
        match pool(shared.options.threads) {
            Ok(made) => *threads = Some(made),
            Err(error) => shared.failed(&error),
        }
    }
    threads.as_ref()
}
