//! The Tune screen: a slider for every setting, plots of what they do to the corpus, and lists that
//! open what the plots speak of. What the engine has said stays when the screen is left.

mod changed;
mod confusion;
mod heat;
mod judging;
pub mod plots;
mod results;
mod slider;

pub use changed::{ChangeRow, Pin};
pub use confusion::{Confusion, Mistake};
pub use heat::{Heat, opened};
pub use judging::Judging;
pub use results::{Asked, TuneResults};
pub use slider::Slider;

use crate::app::input::Input;
use crate::app::scroll::Scroll;
use crate::base::DocNo;
use crate::candidates::banding::Banding;
use crate::engine::AnalysisConfig;
use crate::sketch::Layout;

/// Where keys go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// To the sliders.
    #[default]
    Sliders,
    /// To the plot, its cursor and its list.
    Plot,
}

/// The plots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// Chance of becoming a candidate, over the pairs there are.
    #[default]
    SCurve,
    /// Estimates against exact values.
    Estimates,
    /// Clusters and pairs against the threshold.
    Thresholds,
    /// The same for every k.
    ByK,
    /// Precision and recall by labels.
    Labels,
    /// What became of the clusters that were pinned.
    Changes,
    /// A whole grid of settings.
    Sweep,
}

impl View {
    /// All of them, in their order on the screen.
    pub const ALL: [View; 7] = [
        View::SCurve,
        View::Estimates,
        View::Thresholds,
        View::ByK,
        View::Labels,
        View::Changes,
        View::Sweep,
    ];

    /// What its tab says.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            View::SCurve => "S-curve",
            View::Estimates => "estimates",
            View::Thresholds => "thresholds",
            View::ByK => "every k",
            View::Labels => "labels",
            View::Changes => "changes",
            View::Sweep => "sweep",
        }
    }

    /// The same where there is little room.
    #[must_use]
    pub fn short(self) -> &'static str {
        match self {
            View::Estimates => "est.",
            View::Thresholds => "thresh.",
            View::ByK => "k",
            other => other.name(),
        }
    }

    /// The plot that many places on, round and round.
    #[must_use]
    pub fn turned(self, by: i64) -> View {
        let at = self as i64 + by;
        View::ALL[at.rem_euclid(View::ALL.len() as i64) as usize]
    }

    /// Whether a cursor on it stands at a threshold.
    #[must_use]
    pub fn over_thresholds(self) -> bool {
        matches!(self, View::SCurve | View::Thresholds | View::Labels)
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct TuneState {
    /// Where keys go.
    pub focus: Focus,
    /// The plot in front.
    pub view: View,
    /// The slider under the cursor.
    pub at: Slider,
    /// The part of the sliders that is in sight; the cursor is `at`.
    pub sliders: Scroll,
    /// A value that is being typed for the slider under the cursor.
    pub line: Input,
    /// What is wrong with what was typed.
    pub wrong: Option<String>,
    /// Where on its axis each plot is read off, by the plot's place among all.
    pub cursors: [Option<f64>; View::ALL.len()],
    /// Cursor in the list of each plot, by its place.
    pub lists: [Scroll; View::ALL.len()],
    /// What the engine has said.
    pub results: TuneResults,
    /// What was asked of it.
    pub asked: Asked,
    /// Labelled pairs on the wrong side of the threshold.
    pub confusion: Confusion,
    /// The clusters that others are compared with.
    pub pinned: Option<Pin>,
    /// What became of them, as a list.
    pub changed: Vec<ChangeRow>,
    /// Cell and shade of the heat map.
    pub heat: Heat,
    /// Pairs judged by hand.
    pub judging: Judging,
}

impl TuneState {
    /// Where the plot in front is read off.
    #[must_use]
    pub fn cursor(&self) -> Option<f64> {
        self.cursors[self.view as usize]
    }

    /// Puts the cursor of the plot in front.
    pub fn set_cursor(&mut self, to: Option<f64>) {
        self.cursors[self.view as usize] = to;
    }

    /// The cursor in the list of the plot in front.
    #[must_use]
    pub fn list(&self) -> &Scroll {
        &self.lists[self.view as usize]
    }

    /// The same, to move it.
    pub fn list_mut(&mut self) -> &mut Scroll {
        &mut self.lists[self.view as usize]
    }

    /// Rows of the list beside the plot in front; 0 where it has none.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self.view {
            View::Estimates => self
                .results
                .tuning
                .as_ref()
                .map_or(0, |tuning| tuning.accuracy.outliers.len()),
            View::Labels => self.confusion.rows.len(),
            View::Changes => self.changed.len(),
            View::SCurve | View::Thresholds | View::ByK | View::Sweep => 0,
        }
    }

    /// The two documents of the row under the cursor of the plot in front.
    #[must_use]
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
            _ => None,
        }
    }

    /// The slider under the cursor among those of `choice`, and how many there are.
    #[must_use]
    pub fn place(&self, choice: &AnalysisConfig) -> (usize, Vec<Slider>) {
        let all = Slider::all(choice);
        let at = all.iter().position(|slider| *slider == self.at);
        (at.unwrap_or(0), all)
    }

    /// Puts the cursor so many sliders further.
    pub fn step(&mut self, by: i64, choice: &AnalysisConfig) {
        let (at, all) = self.place(choice);
        let mut scroll = Scroll {
            selected: at,
            ..self.sliders
        };
        scroll.step(by, all.len());
        self.at = all[scroll.selected];
    }

    /// Other documents than before: what speaks of them by number is of no use any more.
    pub fn forget_documents(&mut self) {
        let kept = std::mem::take(&mut self.results.kept);
        self.results = TuneResults {
            kept,
            ..TuneResults::default()
        };
        self.asked.again();
        self.confusion = Confusion::default();
        self.pinned = None;
        self.changed.clear();
        self.judging.ask(None);
    }

    /// Forgets what was typed.
    pub fn put_away(&mut self) {
        self.line.clear();
        self.wrong = None;
    }
}

/// The banding that the S-curve is of: given, or chosen as LSH chooses it.
#[must_use]
pub fn banding(choice: &AnalysisConfig, threshold: f64) -> Banding {
    let layout = Layout::of(&choice.settings.sketching);
    let given = choice.method_config.banding;
    let fits = |b: &Banding| b.bands * b.rows <= layout.positions;
    given
        .filter(fits)
        .unwrap_or_else(|| Banding::choose(layout, threshold, choice.method_config.recall))
}
