//! The requested parameters, those of the current results, and the re-analysis between the two.

use std::sync::atomic::Ordering;
use std::time::Instant;

use super::{RequestedAnalysis, Shared};
use crate::engine::cancel::Cancel;
use crate::engine::lane::Lane;
use crate::engine::message::{AnalysisConfig, Update};

impl Shared {
    /// Requests other parameters; cancels the re-analysis for the previous request.
    pub fn want(&self, analysis_config: AnalysisConfig) {
        let config = &mut self.write().config;
        config.cancel.stop();
        config.cancel = Cancel::default();
        config.wanted = analysis_config;
        self.results_are_obsolete();
    }

    /// The requested parameters. Their re-analysis begins now.
    pub fn wanted(&self) -> RequestedAnalysis {
        let config = &self.read().config;
        RequestedAnalysis {
            analysis_config: config.wanted.clone(),
            cancel: config.cancel.clone(),
            begun: Instant::now(),
        }
    }

    /// The parameters of the current results.
    pub fn shown(&self) -> AnalysisConfig {
        self.read().config.shown.clone()
    }

    /// Abandons the request and reports the parameters that stay in force. Does nothing if the request
    /// has already been superseded.
    pub fn give_up(&self, wanted: &RequestedAnalysis) {
        {
            let config = &mut self.write().config;
            if !config.cancel.is(&wanted.cancel) {
                return;
            }
            config.cancel = Cancel::default();
            config.wanted = config.shown.clone();
            self.send(Update::Settled {
                analysis_config: Box::new(config.shown.clone()),
                stopped: true,
                elapsed: wanted.begun.elapsed(),
            });
        }
        self.jobs.results_changed();
    }

    /// Whether `analysis_config` equals the parameters of the index build.
    pub fn is_start(&self, analysis_config: &AnalysisConfig) -> bool {
        *analysis_config == self.start
    }

    /// Whether the current results have the requested parameters, i.e. no re-analysis is pending.
    pub fn settled(&self) -> bool {
        let config = &self.read().config;
        config.wanted == config.shown
    }

    /// Cancels the work with the highest priority: a re-analysis, otherwise the index build, otherwise
    /// a report, otherwise the count of copied text, otherwise a sweep, a k landscape and the measurement of costs.
    pub fn stop(&self) {
        {
            let state = self.read();
            let config = &state.config;
            if state.results.base.collection.is_some() && config.wanted != config.shown {
                config.cancel.stop();
                return;
            }
        }
        let jobs = &self.jobs;
        if jobs.long.is_busy() {
            jobs.stop(Lane::LongWork);
            return;
        }
        if jobs.report.is_busy() {
            jobs.stop(Lane::Report);
            return;
        }
        if jobs.copied.is_busy() {
            jobs.copied_stopped.store(true, Ordering::Release);
            self.send(Update::Notice(
                "copied text is no longer counted: stopped; it is counted again once a setting changes".into(),
            ));
            return;
        }
        for (lane, gate, what) in [
            (Lane::Sweep, &jobs.sweep, "the sweep"),
            (Lane::ByK, &jobs.by_k, "the k landscape"),
        ] {
            if gate.is_busy() {
                jobs.stop(lane);
                self.send(Update::Notice(format!(
                    "{what} was stopped; what is done stays"
                )));
            }
        }
    }
}
