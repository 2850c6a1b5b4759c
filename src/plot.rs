//! Plots as data: axes and layers, made once from what the lab counts, drawn by the screens in cells
//! and by [`svg`] as a file. Knows neither.

pub mod figures;
pub mod read;
pub mod scale;
pub mod svg;
pub mod ticks;

pub use scale::{Axis, Number, Scale};

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

/// What a layer means, for colour and glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The thing itself; of a vertical line, the threshold.
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
    /// Theory, background; of a strip, where nothing is known.
    Dim,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Its name in the legend and where values are read off; empty for none.
    pub name: String,
    /// Its meaning.
    pub tone: Tone,
    /// On the scale on the right.
    pub right: bool,
    /// The marks.
    pub marks: Marks,
}

impl Layer {
    /// A layer on the scale on the left.
    #[must_use]
    pub fn new(name: impl Into<String>, tone: Tone, marks: Marks) -> Self {
        Layer {
            name: name.into(),
            tone,
            right: false,
            marks,
        }
    }

    /// The same on the scale on the right.
    #[must_use]
    pub fn on_the_right(self) -> Self {
        Layer {
            right: true,
            ..self
        }
    }
}

/// The marks of a layer. Abscissas rise.
#[derive(Clone, Debug, PartialEq)]
pub enum Marks {
    /// From, to, height.
    Bars(Vec<(f64, f64, f64)>),
    /// Points joined by straight lines.
    Line(Vec<(f64, f64)>),
    /// A staircase: a point holds from behind the one before it up to and including its own
    /// abscissa, as what is at or above a threshold does.
    Steps(Vec<(f64, f64)>),
    /// Points, each with how many things lie there.
    Points(Vec<(f64, f64, u64)>),
    /// How many things lie in squares of the plane: their lower left corners, and how wide and high
    /// they are (the last figure). Sorted by corner.
    Density(Vec<(f64, f64, u64)>, f64),
    /// x, lower, upper.
    Band(Vec<(f64, f64, f64)>),
    /// A vertical line.
    At(f64),
    /// A vertical strip.
    Range(f64, f64),
    /// A grid of values; column i stands at i on the axis from left to right, row j at j on the one
    /// upwards.
    Cells(Cells),
}

/// A grid of values, shaded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// Cells in a row.
    pub columns: usize,
    /// The values, row after row from the bottom; `None` for none (yet).
    pub values: Vec<Option<f64>>,
    /// What the values are measured on: the palest shade to the fullest.
    pub shades: Axis,
    /// The best cell, if there is one.
    pub best: Option<usize>,
    /// The cell that a person has chosen.
    pub chosen: Option<usize>,
}

impl Cells {
    /// Rows, the last of them perhaps not full.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.values.len().div_ceil(self.columns.max(1))
    }

    /// The value at `column` of `row`, where there is one.
    #[must_use]
    pub fn at(&self, column: usize, row: usize) -> Option<f64> {
        if column >= self.columns {
            return None;
        }
        let value = *self.values.get(row * self.columns + column)?;
        value.filter(|value| value.is_finite())
    }
}
