//! Tracks the requested parameters, the parameters of the current results, and the cancellation flag of
//! the re-analysis between the two.

use std::time::Duration;

use super::{Shared, locked};
use crate::engine::cancel::Cancel;
use crate::engine::kind::Kind;
use crate::engine::message::{AnalysisConfig, Update};

/// Requested and current parameters.
pub(super) struct Choices {
    pub(super) wanted: AnalysisConfig,
    /// Cancels the re-analysis for `wanted`.
    pub(super) cancel: Cancel,
    pub(super) shown: AnalysisConfig,
}

impl Choices {
    /// Starts with the parameters of the program start as both requested and current.
    pub(super) fn new(start: AnalysisConfig) -> Self {
        Choices {
            wanted: start.clone(),
            cancel: Cancel::default(),
            shown: start,
        }
    }
}

impl Shared {
    /// Requests other parameters; cancels the re-analysis for the previous request.
    pub fn want(&self, choice: AnalysisConfig) {
        let mut choices = locked(&self.choices);
        choices.cancel.stop();
        choices.cancel = Cancel::default();
        choices.wanted = choice;
        self.moved();
    }

    /// The requested parameters and the cancellation flag of their re-analysis.
    pub fn wanted(&self) -> (AnalysisConfig, Cancel) {
        let choices = locked(&self.choices);
        (choices.wanted.clone(), choices.cancel.clone())
    }

    /// The parameters of the current results.
    pub fn shown(&self) -> AnalysisConfig {
        locked(&self.choices).shown.clone()
    }

    /// Abandons the request that `cancel` belongs to and reports the parameters that stay in force.
    /// Does nothing if the request has already been superseded.
    pub fn give_up(&self, cancel: &Cancel, elapsed: Duration) {
        let mut choices = locked(&self.choices);
        if !choices.cancel.is(cancel) {
            return;
        }
        choices.cancel = Cancel::default();
        choices.wanted = choices.shown.clone();
        self.send(Update::Settled {
            choice: Box::new(choices.shown.clone()),
            stopped: true,
            elapsed,
        });
        drop(choices);
        self.results_changed();
    }

    /// Whether `choice` equals the parameters of the index build.
    pub fn is_start(&self, choice: &AnalysisConfig) -> bool {
        *choice == self.start
    }

    /// Whether the current results have the requested parameters, i.e. no re-analysis is pending.
    pub fn settled(&self) -> bool {
        let choices = locked(&self.choices);
        choices.wanted == choices.shown
    }

    /// Cancels the work with the highest priority: a re-analysis, otherwise the index build, otherwise
    /// a sweep and a k landscape.
    pub fn stop(&self) {
        let documents = self.base().collection.is_some();
        let choices = locked(&self.choices);
        if documents && choices.wanted != choices.shown {
            choices.cancel.stop();
            return;
        }
        drop(choices);
        if self.long.is_busy() {
            self.cancel().stop();
            return;
        }
        for (kind, turn, what) in [
            (Kind::Sweep, &self.sweep, "the sweep"),
            (Kind::ByK, &self.by_k, "the k landscape"),
        ] {
            if turn.is_busy() {
                self.ticket(kind);
                self.send(Update::Notice(format!(
                    "{what} was stopped; what is done stays"
                )));
            }
        }
    }
}
