//! Latency of the tuning lab on 20,000 documents of news length, from the request to the engine's
//! answer, compared with the full run from files to clusters. Prints median and maximum of several
//! changes. Targets: 300 ms for another banding, 2 s for another k; figures at another threshold
//! are look-ups within one frame of 16 ms.
//!
//! `cargo bench -- tuning`; `SHINGLESCOPE_BENCH=short` uses 2,000 documents.

use std::time::{Duration, Instant};

use anyhow::Context;
use crossbeam_channel::{Receiver, unbounded};
use shinglescope::candidates::banding::Banding;
use shinglescope::engine::options::PairSearchConfig;
use shinglescope::engine::{AnalysisConfig, Engine, Request, Update};
use shinglescope::mask::Common;
use shinglescope::settings::SketchKind;
use shinglescope::similarity::Measure;

use super::setup::{MadeUp, is_short, options};

/// A change of the settings.
type Change = fn(&mut AnalysisConfig);

/// Prints the figures.
pub fn bench() -> anyhow::Result<()> {
    let documents = if is_short() { 2_000 } else { 20_000 };
    let corpus = MadeUp::write(documents, 450)?;
    let options = options(vec![corpus.path.clone()], 0, None);
    let search_config = PairSearchConfig::default();
    let (send, updates) = unbounded();
    let begun = Instant::now();
    let engine = Engine::start(options, search_config, send)?;
    let lab = Lab { engine, updates };
    lab.until(|update| matches!(update, Update::Clusters(_)))?;
    let full = begun.elapsed();
    println!(
        "{documents} documents; from files to clusters in {:.2} s",
        full.as_secs_f64()
    );
    lab.until(|update| matches!(update, Update::Finished { .. }))?;
    let first = lab.ask(Request::Tune, |u| matches!(u, Update::Tuning(_)))?;
    row("the first picture of the lab", &[first.0], full, None);
    lab.moves(full)
}

struct Lab {
    engine: Engine,
    updates: Receiver<Update>,
}

impl Lab {
    fn moves(&self, full: Duration) -> anyhow::Result<()> {
        let mut times = Vec::new();
        for threshold in [0.79, 0.7, 0.6, 0.61, 0.9, 0.5, 0.8] {
            let clusters =
                |u: &Update| matches!(u, Update::Clusters(c) if c.threshold == threshold);
            times.push(self.ask(Request::Threshold(threshold), clusters)?.0);
        }
        row("clusters at another threshold", &times, full, None);
        let bandings = [
            (28, 7),
            (20, 10),
            (25, 8),
            (40, 5),
            (50, 4),
            (66, 3),
            (100, 2),
        ];
        let mut times = Vec::new();
        for (bands, rows) in bandings {
            let banding = Banding { bands, rows };
            times.push(
                self.ask(Request::Bands(banding), |u| {
                    matches!(u, Update::BandingEvaluation(_))
                })?
                .0,
            );
        }
        row("another banding", &times, full, Some(0.3));
        let (_, update) = self.ask(Request::Bands(Banding { bands: 29, rows: 6 }), |u| {
            matches!(u, Update::BandingEvaluation(_))
        })?;
        let Update::BandingEvaluation(banded) = update else {
            anyhow::bail!("no banding");
        };
        let (_, update) = self.ask(Request::Tune, |u| matches!(u, Update::Tuning(_)))?;
        let Update::Tuning(tuning) = update else {
            anyhow::bail!("no tuning");
        };
        let mut times = Vec::new();
        for at in 0..1_000 {
            let threshold = f64::from(at) / 1_000.0;
            let begun = Instant::now();
            std::hint::black_box((
                tuning.at(threshold),
                banded.at(threshold),
                banded.expected(threshold),
            ));
            times.push(begun.elapsed());
        }
        row("figures at another threshold", &times, full, Some(0.016));
        let mut analysis_config = AnalysisConfig::default();
        let mut times = [const { Vec::new() }; 2];
        for k in [5, 3, 6, 2, 8, 4] {
            analysis_config.settings.sketching.k = k;
            let [clusters, tuning] = self.settle(&analysis_config)?;
            println!(
                "    k {k}: clusters {:.2} s, lab {:.2} s",
                clusters.as_secs_f64(),
                tuning.as_secs_f64()
            );
            times[0].push(clusters);
            times[1].push(tuning);
        }
        row("another k: clusters", &times[0], full, Some(2.0));
        row("another k: picture of the lab", &times[1], full, Some(2.0));
        let changes: [(&str, Change); 5] = [
            ("128 permutations", |c| {
                c.settings.sketching.permutations = 128
            }),
            ("fss", |c| c.settings.sketching.sketch = SketchKind::Fss),
            ("8 bits", |c| c.settings.sketching.bits = 8),
            ("containment", |c| {
                c.method_config.measure = Measure::Containment
            }),
            ("k 1", |c| c.settings.sketching.k = 1),
        ];
        for (what, change) in changes {
            let mut analysis_config = AnalysisConfig::default();
            change(&mut analysis_config);
            let [_, tuning] = self.settle(&analysis_config)?;
            row(what, &[tuning], full, None);
            self.settle(&AnalysisConfig::default())?;
        }
        // Results under a mask, from the key press to the new clusters; aim: about a second.
        let masks: [(&str, Change); 4] = [
            ("quotations masked", |c| c.masks.quotations = true),
            ("a phrase masked", |c| {
                c.masks.phrases = vec!["a b c".into()]
            }),
            ("common text masked", |c| {
                c.masks.common = Some(Common::Share(0.2))
            }),
            ("a template masked", |c| {
                let words = (0..170).map(|i| format!("w{i}"));
                c.masks.templates = vec![words.collect::<Vec<_>>().join(" ")];
            }),
        ];
        for (what, change) in masks {
            let mut analysis_config = AnalysisConfig::default();
            change(&mut analysis_config);
            let [clusters, _] = self.settle(&analysis_config)?;
            row(what, &[clusters], full, Some(1.0));
            self.settle(&AnalysisConfig::default())?;
        }
        Ok(())
    }

    /// Sends a request and waits; returns the time until, and the first update that `last` accepts.
    fn ask(
        &self,
        request: Request,
        last: impl Fn(&Update) -> bool,
    ) -> anyhow::Result<(Duration, Update)> {
        let begun = Instant::now();
        self.engine.request(request);
        let update = self.until(last)?;
        Ok((begun.elapsed(), update))
    }

    /// Times until the new clusters and until the new tuning results.
    fn settle(&self, analysis_config: &AnalysisConfig) -> anyhow::Result<[Duration; 2]> {
        let begun = Instant::now();
        self.engine
            .request(Request::Settings(Box::new(analysis_config.clone())));
        self.until(|u| matches!(u, Update::Settled { .. }))?;
        let clusters = begun.elapsed();
        self.until(|u| matches!(u, Update::Tuning(_)))?;
        Ok([clusters, begun.elapsed()])
    }

    fn until(&self, last: impl Fn(&Update) -> bool) -> anyhow::Result<Update> {
        loop {
            let update = self.updates.recv_timeout(Duration::from_secs(300));
            let update = update.context("the engine says nothing")?;
            if let Update::Failed(why) = &update {
                anyhow::bail!("{why}");
            }
            if last(&update) {
                return Ok(update);
            }
        }
    }
}

fn row(what: &str, times: &[Duration], full: Duration, wanted: Option<f64>) {
    let mut seconds: Vec<f64> = times.iter().map(Duration::as_secs_f64).collect();
    seconds.sort_by(f64::total_cmp);
    let (middle, worst) = (seconds[seconds.len() / 2], seconds[seconds.len() - 1]);
    let held = wanted.map(|wanted| format!("  {:.2} of the {wanted} s wanted", worst / wanted));
    println!(
        "{what:32} median {:9.3} ms  worst {:9.3} ms  {:.4} of the full run{}",
        middle * 1e3,
        worst * 1e3,
        middle / full.as_secs_f64(),
        held.unwrap_or_default(),
    );
}
