//! Plots as data: axes and layers, made once from what the lab counts, drawn by the screens in cells
//! and by [`svg`] as a file. Knows neither.

/// A plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// What it shows, in a line.
    pub title: String,
    /// Left to right.
    pub x: Axis,
    /// Bottom to top.
    pub y: Axis,
    /// A second scale on the right, for layers that name it.
    pub right: Option<Axis>,
    /// Drawn in this order.
    pub layers: Vec<Layer>,
    /// Sentences under the plot.
    pub notes: Vec<String>,
}

/// A scale.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// Least and greatest value.
    pub range: (f64, f64),
    /// Decades instead of even steps; values below 1 lie at the bottom.
    pub logarithmic: bool,
    /// Names in place of numbers: the i-th stands at i.
    pub names: Vec<String>,
}

/// What a layer means, for colour and glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// The thing itself.
    #[default]
    Plain,
    /// First of several.
    First,
    /// Second of several.
    Second,
    /// Third of several.
    Third,
    /// As it should be.
    Good,
    /// Not as it should be.
    Bad,
    /// Theory, background.
    Dim,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its name in the legend; empty for none.
    pub name: String,
    /// Its meaning.
    pub tone: Tone,
    /// On the scale on the right.
    pub right: bool,
    /// The marks.
    pub marks: Marks,
}

/// The marks of a layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Marks {
    /// From, to, height.
    Bars(Vec<(f64, f64, f64)>),
    /// Points joined by straight lines.
    Line(Vec<(f64, f64)>),
    /// Points that hold until the next: a staircase.
    Steps(Vec<(f64, f64)>),
    /// Points, each with how many things lie there.
    Points(Vec<(f64, f64, u64)>),
    /// x, lower, upper.
    Band(Vec<(f64, f64, f64)>),
    /// A vertical line.
    At(f64),
    /// A vertical strip.
    Range(f64, f64),
    /// A grid of values 0..=1 (row after row from the bottom, `None` for no value).
    Cells {
        /// Cells in a row.
        columns: usize,
        /// The values.
        values: Vec<Option<f64>>,
    },
}
