//! State of the Tune screen: a slider per setting, plots of the effects on the corpus, and lists of the
//! documents and pairs behind them. Results are kept when the screen is left.

mod heat;
mod judging;
mod pair_rows;
pub mod plots;
mod results;
mod slider;

pub use heat::{Heat, opened, shown};
pub use judging::Judging;
pub use pair_rows::{ListedPair, ListingReason, PairRows};
pub use results::{TuneResults, View};
pub use slider::Slider;

use crate::app::Scroll;
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::engine::AnalysisConfig;

/// The part of the screen that receives the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TuneFocus {
    /// The sliders.
    #[default]
    Sliders,
    /// The plot with its cursor and list.
    Plot,
}

/// State of the Tune screen.
#[derive(Clone, Debug, Default)]
pub struct TuneState {
    /// The focused part.
    pub focus: TuneFocus,
    /// The plot in front.
    pub view: View,
    /// The slider under the cursor.
    pub at: Slider,
    /// Viewport of the sliders; the cursor is `at`.
    pub sliders: Scroll,
    /// Cursor position (x value) of each plot, indexed by [`View`].
    pub cursors: [Option<f64>; View::ALL.len()],
    /// Cursor of the list behind the plot in front.
    pub list: Scroll,
    /// Results received from the engine.
    pub results: TuneResults,
    /// Whether tuning data was requested; once is enough, the engine resends it after every change.
    pub requested_tuning: bool,
    /// The banding whose measurements were requested for the current results.
    pub requested_banding: Option<Banding>,
    /// Whether counts at every k were requested for the current results.
    pub requested_by_k: bool,
    /// Pairs behind the plot in front.
    pub pairs: PairRows,
    /// Whether the list was moved in last, not the cursor of the plot: Enter then opens its pair.
    pub list_in_hand: bool,
    /// Cursor of the heat map.
    pub heat: Heat,
    /// Manual judgements.
    pub judging: Judging,
}

impl TuneState {
    /// Cursor position (x value) of the plot in front.
    pub fn cursor(&self) -> Option<f64> {
        self.cursors[self.view as usize]
    }

    /// Sets the cursor position of the plot in front.
    pub fn set_cursor(&mut self, to: Option<f64>) {
        self.cursors[self.view as usize] = to;
    }

    /// The document pair of the list row under the cursor.
    pub fn pair(&self) -> Option<(DocNo, DocNo)> {
        let row = self.pairs.rows.get(self.list.selected)?;
        Some((row.a, row.b))
    }

    /// Whether Enter opens the pair under the cursor of the list, not what the cursor of the plot is on.
    pub fn opens_pair(&self) -> bool {
        let shows_list = matches!(self.view, View::Estimates | View::Labels);
        let in_hand = shows_list || self.list_in_hand || self.cursor().is_none();
        in_hand && self.pair().is_some()
    }

    /// Index of the slider under the cursor among those of `analysis_config`, and all of these.
    pub fn position(&self, analysis_config: &AnalysisConfig) -> (usize, Vec<Slider>) {
        let all = Slider::all(analysis_config);
        let at = all.iter().position(|slider| *slider == self.at);
        (at.unwrap_or(0), all)
    }

    /// Moves the slider cursor by `by`, stopping at the ends.
    pub fn step(&mut self, by: i64, analysis_config: &AnalysisConfig) {
        let (at, all) = self.position(analysis_config);
        let mut scroll = Scroll {
            selected: at,
            ..self.sliders
        };
        scroll.step(by, all.len());
        self.at = all[scroll.selected];
    }

    /// Discards everything that refers to documents by number, after the collection has changed.
    pub fn forget_documents(&mut self) {
        self.results = TuneResults::default();
        (self.requested_banding, self.requested_by_k) = (None, false);
        self.pairs = PairRows::default();
        self.judging = Judging::default();
    }
}
