//! State of the Tune screen: a slider per setting, plots of the effects on the corpus, and lists of the
//! documents and pairs behind them. Results are kept when the screen is left.

mod changed;
mod confusion;
mod heat;
mod judging;
mod pair_rows;
pub mod plots;
mod results;
mod slider;
mod view;

pub use changed::{ChangeRow, Pin};
pub use confusion::Confusion;
pub use heat::{Heat, opened, shown};
pub use judging::Judging;
pub use pair_rows::{Listed, PairRow, PairRows};
pub use results::{SentRequests, TuneResults};
pub use slider::Slider;
pub use view::View;

use crate::app::input::Input;
use crate::app::scroll::Scroll;
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::engine::AnalysisConfig;
use crate::sketch::Layout;

/// The part of the screen that receives the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
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
    pub focus: Focus,
    /// The plot in front.
    pub view: View,
    /// The slider under the cursor.
    pub at: Slider,
    /// Viewport of the sliders; the cursor is `at`.
    pub sliders: Scroll,
    /// Value being typed for the slider under the cursor.
    pub line: Input,
    /// Whether such a value is being typed.
    pub types: bool,
    /// Error message for the typed value.
    pub wrong: Option<String>,
    /// Cursor position (x value) of each plot, indexed by [`View`].
    pub cursors: [Option<f64>; View::ALL.len()],
    /// List cursor of each plot, indexed by [`View`].
    pub lists: [Scroll; View::ALL.len()],
    /// Results received from the engine.
    pub results: TuneResults,
    /// Requests sent to the engine.
    pub sent_requests: SentRequests,
    /// Pairs behind the plot in front.
    pub pairs: PairRows,
    /// Whether the list was moved in last, not the cursor of the plot: Enter then opens its pair.
    pub list_in_hand: bool,
    /// Labelled pairs misclassified by the threshold.
    pub confusion: Confusion,
    /// Reference clustering for comparisons.
    pub pinned: Option<Pin>,
    /// Changes against the pinned clusters, as list rows.
    pub changed: Vec<ChangeRow>,
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

    /// List cursor of the plot in front.
    pub fn list(&self) -> &Scroll {
        &self.lists[self.view as usize]
    }

    /// Mutable list cursor of the plot in front.
    pub fn list_mut(&mut self) -> &mut Scroll {
        &mut self.lists[self.view as usize]
    }

    /// Number of list rows of the plot in front; 0 if it has no list.
    pub fn rows(&self) -> usize {
        match self.view {
            View::Estimates => self
                .results
                .tuning
                .as_ref()
                .map_or(0, |tuning| tuning.accuracy.outliers.len()),
            View::Labels => self.confusion.rows.len(),
            View::Changes => self.changed.len(),
            View::SCurve | View::Thresholds => self.pairs.rows.len(),
            View::ByK | View::Sweep => 0,
        }
    }

    /// The document pair of the list row under the cursor.
    pub fn pair(&self) -> Option<(DocNo, DocNo)> {
        let at = self.list().selected;
        match self.view {
            View::Estimates => {
                let outlier = self.results.tuning.as_ref()?.accuracy.outliers.get(at)?;
                Some((outlier.pair.a, outlier.pair.b))
            }
            View::Labels => {
                let mistake = self.confusion.rows.get(at)?;
                Some((mistake.a, mistake.b))
            }
            View::SCurve | View::Thresholds => {
                let row = self.pairs.rows.get(at)?;
                Some((row.a, row.b))
            }
            View::ByK | View::Changes | View::Sweep => None,
        }
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
        self.sent_requests.again();
        self.confusion = Confusion::default();
        self.pairs = PairRows::default();
        self.pinned = None;
        self.changed.clear();
        self.judging = Judging::default();
    }

    /// Whether a value is being typed for the slider under the cursor.
    pub fn typing(&self) -> bool {
        self.focus == Focus::Sliders && self.types
    }

    /// Discards the typed value and its error.
    pub fn put_away(&mut self) {
        self.line.clear();
        (self.types, self.wrong) = (false, None);
    }
}

/// The banding of the S-curve: the configured one if it fits, otherwise the automatic one of LSH.
pub fn banding(analysis_config: &AnalysisConfig, threshold: f64) -> Banding {
    let layout = Layout::new(&analysis_config.settings.sketching);
    let configured = analysis_config.method_config.banding;
    let fits = |b: &Banding| b.bands * b.rows <= layout.positions;
    configured
        .filter(fits)
        .unwrap_or_else(|| Banding::choose(layout, threshold, analysis_config.method_config.recall))
}
