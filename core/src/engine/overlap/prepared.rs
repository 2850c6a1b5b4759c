//! Collections that are ready to be measured, with what is known of their documents.

use anyhow::Context;

use super::{CommandSide, IndexedSide};
use crate::overlap::{Collections, Measurement, OverlapConfig, Searchable, measure, presence};

/// Collections that are ready to be measured.
pub struct Prepared {
    indexed: Vec<IndexedSide>,
    command: Option<CommandSide>,
    presence: Vec<Option<Vec<u64>>>,
}

impl Prepared {
    /// Finds out which documents of the indexed collections have a near-duplicate (Jaccard at or above
    /// `threshold`) in which. Call it on the thread pool. `None` once `should_continue` returns `false`.
    #[must_use]
    pub fn new(
        indexed: Vec<IndexedSide>,
        command: Option<CommandSide>,
        threshold: f64,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        let documents: Vec<_> = indexed.iter().map(IndexedSide::documents).collect();
        let masks = presence(&documents, threshold, should_continue)?;
        let mut presence: Vec<_> = masks.into_iter().map(Some).collect();
        presence.extend(command.iter().map(|_| None));
        Some(Prepared {
            indexed,
            command,
            presence,
        })
    }

    /// The collections as they are measured: the indexed ones in their order, then the command.
    #[must_use]
    pub fn collections(&self) -> Collections<'_> {
        let indexed = self.indexed.iter().map(|side| side as &dyn Searchable);
        let command = self.command.iter().map(|side| side as &dyn Searchable);
        Collections::new(indexed.chain(command).collect(), self.presence.clone())
    }

    /// Measures all pairs. Call it on the thread pool. `None` once `should_continue` returns `false`.
    ///
    /// # Errors
    /// A collection does not answer.
    pub fn measure(
        &self,
        config: &OverlapConfig,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> anyhow::Result<Option<Measurement>> {
        let measured = measure(&self.collections(), config, should_continue);
        measured.context("the collections cannot be compared")
    }
}
