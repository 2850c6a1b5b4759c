//! The settings that are wanted, the settings that the picture is of, and what stops the way from one to the
//! other.

use std::time::Duration;

use super::{Shared, locked};
use crate::engine::cancel::Cancel;
use crate::engine::kind::Kind;
use crate::engine::message::{AnalysisConfig, Update};

/// Settings wanted and settings shown.
pub(super) struct Choices {
    pub(super) wanted: AnalysisConfig,
    /// Stops the work on what is wanted.
    pub(super) cancel: Cancel,
    pub(super) shown: AnalysisConfig,
}

impl Choices {
    /// Nothing else is wanted than what the program was started with.
    pub(super) fn new(start: AnalysisConfig) -> Self {
        Choices {
            wanted: start.clone(),
            cancel: Cancel::default(),
            shown: start,
        }
    }
}

impl Shared {
    /// Another choice is wanted; work for the one before is given up.
    pub fn want(&self, choice: AnalysisConfig) {
        let mut choices = locked(&self.choices);
        choices.cancel.stop();
        choices.cancel = Cancel::default();
        choices.wanted = choice;
        self.moved();
    }

    /// The choice wanted, and the flag that stops the work for it.
    pub fn wanted(&self) -> (AnalysisConfig, Cancel) {
        let choices = locked(&self.choices);
        (choices.wanted.clone(), choices.cancel.clone())
    }

    /// The choice that the picture is of.
    pub fn shown(&self) -> AnalysisConfig {
        locked(&self.choices).shown.clone()
    }

    /// Gives up the choice that `cancel` belongs to and tells which one holds instead, unless it is
    /// no longer wanted anyway.
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

    /// Whether `choice` is the one that the long work is done by.
    pub fn is_start(&self, choice: &AnalysisConfig) -> bool {
        *choice == self.start
    }

    /// Whether the picture is of the choice that is wanted, and not about to change.
    pub fn settled(&self) -> bool {
        let choices = locked(&self.choices);
        choices.wanted == choices.shown
    }

    /// Stops what the person waits for: the work for other settings, else the long work, else what
    /// goes on behind everything else.
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
