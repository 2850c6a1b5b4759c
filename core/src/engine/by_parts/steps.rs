//! Progress of a step: how much of it this run has done and has to do. What an interrupted run did counts in neither,
//! so that the rate, and the time left by it, are those of this run.

use crate::engine::progress::{Progress, Sampler, Stage};

/// A step of the search.
pub(super) struct Step<'a> {
    sampler: Sampler,
    /// Items that were done before.
    before: u64,
    progress: &'a mut dyn FnMut(Progress),
}

impl<'a> Step<'a> {
    /// Begins a step now, of which `before` items are done.
    pub fn new(stage: Stage, before: u64, progress: &'a mut dyn FnMut(Progress)) -> Self {
        Step {
            sampler: Sampler::new(stage),
            before,
            progress,
        }
    }

    /// Reports that `done` of `total` items are done, those from before included; 0 as the total where it is not known.
    pub fn at(&mut self, done: u64, total: u64) {
        if self.sampler.is_due() {
            let left = |items: u64| items.saturating_sub(self.before);
            (self.progress)(self.sampler.at(left(done), left(total), 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_done_before_counts_for_nothing() {
        let mut seen = Vec::new();
        let mut take = |progress: Progress| seen.push((progress.done, progress.total));
        Step::new(Stage::Verify, 30, &mut take).at(40, 100);
        Step::new(Stage::Verify, 30, &mut take).at(30, 0);
        assert_eq!(seen, [(10, 70), (0, 0)]);
    }
}
