//! State of the Overlap screen: the figures, and which documents they were asked for.

use std::sync::{Arc, Weak};

use crate::app::scroll::Scroll;
use crate::collection::Collection;
use crate::engine::message::OverlapView;
use crate::overlap::{Measurement, PairEstimate, SamplerResults};

/// What has the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The pairs of collections.
    #[default]
    Pairs,
    /// The figures of the pair.
    Figures,
    /// The plot, which stands in place of the figures where there is no room for both.
    Plot,
}

/// State of the Overlap screen.
#[derive(Clone, Debug, Default)]
pub struct OverlapState {
    /// The latest answer; of older documents while a new one is computed.
    latest: Option<Arc<OverlapView>>,
    /// The collection and the bits of the threshold that were asked for last.
    asked: (Weak<Collection>, u64),
    /// Cursor in the list of pairs.
    pub list: Scroll,
    /// Scroll position of the figures; the cursor is the first visible row.
    pub figures: Scroll,
    /// What has the focus.
    pub focus: Focus,
    /// Place of the chosen sampler in [`Measurement::ran`].
    pub sampler: usize,
}

impl OverlapState {
    /// Stores an answer.
    pub fn set(&mut self, view: Arc<OverlapView>) {
        self.latest = Some(view);
        let len = self.len();
        self.list.select(self.list.selected, len);
        self.figures = Scroll::default();
    }

    /// Whether the figures of `collection` at `threshold` are still to be requested; if so, notes that they
    /// are.
    pub fn ask(&mut self, collection: &Arc<Collection>, threshold: f64) -> bool {
        let is_known = self.of(collection, threshold).is_some();
        let same = std::ptr::eq(self.asked.0.as_ptr(), Arc::as_ptr(collection));
        let is_asked = same && self.asked.1 == threshold.to_bits();
        if !is_known && !is_asked {
            self.asked = (Arc::downgrade(collection), threshold.to_bits());
        }
        !is_known && !is_asked
    }

    /// The figures of `collection` at `threshold`; `None` until they are known.
    #[must_use]
    pub fn of(&self, collection: &Arc<Collection>, threshold: f64) -> Option<&OverlapView> {
        let latest = self.latest.as_deref();
        latest.filter(|view| {
            Arc::ptr_eq(&view.collection, collection) && (view.threshold - threshold).abs() < 1e-9
        })
    }

    fn measurement(&self) -> Option<&Measurement> {
        self.latest.as_ref()?.measured.as_ref().ok()?.as_ref()
    }

    /// Number of pairs of the latest figures.
    #[must_use]
    pub fn len(&self) -> usize {
        let ran = self
            .measurement()
            .and_then(|measurement| measurement.ran.first());
        ran.map_or(0, |ran| ran.pairs.len())
    }

    /// Whether there is no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The results of the chosen sampler, and those of the pair under the cursor.
    #[must_use]
    pub fn chosen<'a>(
        &self,
        of: &'a Measurement,
    ) -> Option<(&'a SamplerResults, &'a PairEstimate)> {
        let ran = of.ran.get(self.sampler).or(of.ran.first())?;
        Some((ran, ran.pairs.get(self.list.selected)?))
    }

    /// To the next sampler, from the last to the first.
    pub fn next_sampler(&mut self) {
        let samplers = self
            .measurement()
            .map_or(1, |measurement| measurement.ran.len());
        self.sampler = (self.sampler + 1) % samplers.max(1);
    }

    /// Moves the focus by one panel.
    pub fn turn(&mut self, forward: bool) {
        self.focus = match (self.focus, forward) {
            (Focus::Pairs, true) | (Focus::Plot, false) => Focus::Figures,
            (Focus::Figures, true) | (Focus::Pairs, false) => Focus::Plot,
            (Focus::Plot, true) | (Focus::Figures, false) => Focus::Pairs,
        };
    }

    /// Name of the panel that the focus goes to next.
    #[must_use]
    pub fn next_focus(&self) -> &'static str {
        match self.focus {
            Focus::Pairs => "figures",
            Focus::Figures => "plot",
            Focus::Plot => "pairs",
        }
    }
}
