//! Engine responses to the Tune screen for the synthetic corpus: computed by the same functions if
//! the corpus has the data they need, else made up so that every plot has content.

use shinglescope::base::Cancel;
use std::sync::Arc;

use shinglescope::base::DocNo;
use shinglescope::candidates::PairSet;
use shinglescope::candidates::banding::Banding;
use shinglescope::engine::message::{BlockBest, LabelsFile, SweepSoFar};
use shinglescope::engine::why::{self, WhySubject};
use shinglescope::engine::{Request, Update, views};
use shinglescope::lab::banded::{BandingEvaluation, BandingStep};
use shinglescope::lab::by_k::{AtK, ByK};
use shinglescope::lab::counts::{BINS, hundredth};
use shinglescope::lab::judge;
use shinglescope::lab::sweep::{Grid, SettingBlock, SettingRow};
use shinglescope::lab::{
    AreaEstimate, Curve, CurvePoint, LabelMetrics, LabelledPair, Labels, Scored, Tuning,
};
use shinglescope::similarity::Measure;

use crate::world::World;

/// The complete join of the synthetic corpus, marked as complete.
pub fn truth(world: &World) -> Arc<PairSet> {
    let mut pairs = world.pairs();
    pairs.info.method = "exact";
    pairs.info.complete = true;
    pairs.info.bands = None;
    Arc::new(pairs)
}

pub fn tuning(world: &World) -> Tuning {
    Tuning::new(&world.collection, truth(world), &Cancel::default()).expect("it is not cancelled")
}

fn banded(world: &World, banding: Banding) -> BandingEvaluation {
    let truth = truth(world);
    let mut steps: Vec<BandingStep> = Vec::new();
    let (mut hits, mut expected_hits) = (0, 0.0);
    let mut bins = vec![0; BINS];
    let mut missed = Vec::new();
    for (pairs, pair) in (1..).zip(&truth.pairs) {
        let similarity = pair.jaccard();
        let is = u64::from(banding.probability(similarity) > 0.4);
        hits += is;
        missed.extend((is == 0).then_some(*pair));
        bins[hundredth(Measure::Jaccard, &pair.overlap)] += is;
        expected_hits += banding.probability(similarity);
        steps.pop_if(|last| last.similarity == similarity);
        steps.push(BandingStep {
            similarity,
            pairs,
            hits,
            expected_hits,
        });
    }
    BandingEvaluation {
        banding,
        bits: 32,
        candidates: hits + 7,
        capped: 0,
        outsized: 0,
        steps,
        candidate_bins: bins,
        missed,
    }
}

fn by_k(world: &World) -> ByK {
    let tuning = tuning(world);
    let row = |k: usize| {
        Arc::new(AtK {
            k,
            floor: 0.3,
            landscape: tuning.landscape.clone(),
            counts: tuning.counts.clone(),
        })
    };
    ByK {
        k: 4,
        rows: (1..=9).map(row).collect(),
        waiting: 3,
    }
}

/// Labels of the essays, one of them wrong at any threshold.
pub const LABELS: &str = "a,b,label\n\
    essays/essay-ab12.txt,essays/essay-cd34.txt,copy\n\
    essays/essay-ab12.txt,essays/essay-ij90.txt,edited\n\
    essays/essay-cd34.txt,essays/essay-gh78.txt,edited\n\
    essays/essay-gh78.txt,singles/document-00.txt,non\n\
    letters/invitation-anna.txt,letters/invitation-boris.txt,non\n\
    singles/document-01.txt,singles/document-02.txt,non\n";

pub fn labelled(world: &World, file: &LabelsFile) -> LabelMetrics {
    let negative: Vec<&str> = file.negative.iter().map(String::as_str).collect();
    let labels =
        Labels::read(LABELS, &[], &negative, &world.collection).expect("the labels are read");
    let score = |pair: &LabelledPair| world.jaccard(pair.a, pair.b);
    let scores: Vec<f64> = labels.pairs.iter().map(score).collect();
    let scored = labels.pairs.iter().zip(&scores);
    let scored: Vec<Scored> = scored
        .map(|(pair, score)| Scored {
            score: *score,
            positive: pair.positive,
        })
        .collect();
    let curve = Curve::new(&scored);
    LabelMetrics {
        area: AreaEstimate::estimate(&labels.pairs, &scores),
        file: file.clone(),
        labels,
        scores,
        interval: curve.best_interval(1.0),
        curve,
    }
}

/// The area by labels of 100 pairs; greater k orders them worse.
fn estimate(k: usize) -> Option<AreaEstimate> {
    let pair = |i: usize| LabelledPair {
        a: DocNo::at(2 * i),
        b: DocNo::at(2 * i + 1),
        label: 0,
        positive: i < 40,
    };
    let pairs: Vec<LabelledPair> = (0..100).map(pair).collect();
    let score = |i: usize| (i * 37 % 100 + if i < 40 { 400 / k } else { 0 }) as f64;
    let scores: Vec<f64> = (0..100).map(score).collect();
    AreaEstimate::estimate(&pairs, &scores)
}

/// All but the last fifth of a grid.
fn sweep(world: &World, grid: &Grid) -> SweepSoFar {
    let tuning = tuning(world);
    let row = |k: usize, threshold: f64| {
        let at = (threshold * 0.9 + k as f64 * 0.01).clamp(0.3, 1.0);
        let there = tuning.at(at).unwrap_or_default();
        SettingRow {
            block: SettingBlock {
                unit: grid.units[0],
                k,
                bag: grid.bags[0],
                measure: grid.measures[0],
            },
            threshold,
            pairs: there.pairs,
            clusters: u64::from(there.clusters),
            largest: u64::from(there.largest),
            documents: u64::from(there.documents),
            labelled: Some(CurvePoint {
                threshold,
                hits: 8 - k as u64 % 8,
                false_alarms: (10.0 * (1.0 - threshold)) as u64,
                missed: (10.0 * threshold) as u64,
                passed: 5,
            }),
        }
    };
    let all = grid
        .ks
        .iter()
        .flat_map(|k| grid.thresholds.iter().map(|t| row(*k, *t)));
    let total = grid.len();
    // This threshold is below those of most grids, and F1 is better for smaller k.
    let best = |block: SettingBlock| {
        let best = CurvePoint {
            threshold: 0.015,
            hits: 10,
            false_alarms: 1,
            missed: block.k as u64,
            passed: 5,
        };
        BlockBest {
            block,
            best,
            area: estimate(block.k).map(|estimate| estimate.area),
            estimate: estimate(block.k).map(Arc::new),
        }
    };
    SweepSoFar {
        grid: grid.clone(),
        rows: all.take(total * 4 / 5).collect(),
        bests: grid.blocks().into_iter().map(best).collect(),
        total,
    }
}

/// The response to a request; `None` if it needs none.
pub fn reply(world: &World, request: &Request) -> Option<Update> {
    Some(match request {
        Request::Tune => Update::Tuning(Arc::new(tuning(world))),
        Request::Bands(banding) => Update::BandingEvaluation(Arc::new(banded(world, *banding))),
        Request::ByK => Update::ByK(Arc::new(by_k(world))),
        Request::Labels(file) if file.path.as_os_str() == "no.csv" => {
            Update::Failed("cannot read no.csv: there is no such file".into())
        }
        Request::Labels(file) => Update::Labelled(Arc::new(labelled(world, file))),
        Request::Judge(request) => Update::ToJudge(Arc::new(judge::step(
            &world.collection,
            &truth(world),
            &request.answers,
            request.threshold,
        ))),
        Request::Why(a, b) => {
            let (pairs, clustering) = (world.pairs(), world.clustering(world.threshold.get()));
            let subject = WhySubject {
                collection: &world.collection,
                pairs: &pairs,
                clustering: &clustering,
            };
            let banding = Banding { bands: 25, rows: 8 };
            Update::Why(Arc::new(why::why(&subject, banding, *a, *b)))
        }
        Request::Seams(doc) => {
            let (pairs, clustering) = (world.pairs(), world.clustering(world.threshold.get()));
            let subject = WhySubject {
                collection: &world.collection,
                pairs: &pairs,
                clustering: &clustering,
            };
            Update::Seams(Arc::new(views::seams(&subject, *doc)?))
        }
        Request::Sweep(grid) => Update::Sweep(Arc::new(sweep(world, grid))),
        _ => return None,
    })
}
