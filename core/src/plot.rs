//! Plots as data: axes and layers, built from the results of the lab and rendered to terminal cells by the screens and
//! to files by [`svg`].

pub mod figures;
pub mod ramp;
pub mod read;
pub mod scale;
pub mod svg;
pub mod ticks;

pub use scale::{Number, PlotAxis, Scale};

/// A plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotFigure {
    /// One-line title.
    pub title: String,
    /// Horizontal axis, left to right.
    pub x: PlotAxis,
    /// Vertical axis, bottom to top.
    pub y: PlotAxis,
    /// Second vertical axis on the right, for layers with `right` set.
    pub right: Option<PlotAxis>,
    /// Layers, in drawing order.
    pub layers: Vec<Layer>,
    /// Sentences below the plot.
    pub notes: Vec<String>,
}

impl PlotFigure {
    /// The vertical axis of `layer`.
    pub fn y_of(&self, layer: &Layer) -> &PlotAxis {
        self.right
            .as_ref()
            .filter(|_| layer.right)
            .unwrap_or(&self.y)
    }

    /// Whether there are several lines, which need markers to be distinguishable without colour.
    pub fn has_lines(&self) -> bool {
        self.layers.iter().filter(|layer| layer.is_line()).count() > 1
    }
}

/// Role of a layer; determines colour and glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tone {
    /// The main series; for a vertical line, the threshold.
    #[default]
    Plain,
    /// First of several series.
    First,
    /// Second of several series.
    Second,
    /// Third of several series.
    Third,
    /// A positive finding.
    Good,
    /// A negative finding.
    Bad,
    /// Theory or background; for a strip, a range without data.
    Dim,
}

/// One series of marks.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Name in the legend and in the cursor read-out; empty for neither.
    pub name: String,
    /// Role of the layer.
    pub tone: Tone,
    /// Whether it uses the axis on the right.
    pub right: bool,
    /// The marks to draw.
    pub marks: Marks,
}

impl Layer {
    /// A layer on the left axis.
    pub fn new(name: impl Into<String>, tone: Tone, marks: Marks) -> Self {
        Layer {
            name: name.into(),
            tone,
            right: false,
            marks,
        }
    }

    /// The same layer on the right axis.
    pub fn on_the_right(self) -> Self {
        Layer {
            right: true,
            ..self
        }
    }

    /// Whether it is a line that must be distinguishable from others; theory need not be.
    pub fn is_line(&self) -> bool {
        matches!(self.marks, Marks::Line(_) | Marks::Steps(_)) && self.tone != Tone::Dim
    }
}

/// Marks of a layer, with ascending x.
#[derive(Clone, Debug, PartialEq)]
pub enum Marks {
    /// Bars: (from, to, height).
    Bars(Vec<(f64, f64, f64)>),
    /// Points joined by straight lines.
    Line(Vec<(f64, f64)>),
    /// A step function: a point applies from after the previous one up to and including its own x,
    /// as counts at or above a threshold do.
    Steps(Vec<(f64, f64)>),
    /// Points: (x, y, number of items).
    Points(Vec<(f64, f64, u64)>),
    /// Item counts in squares of the plane: (left, bottom, count) and the side length; sorted by
    /// corner.
    Density(Vec<(f64, f64, u64)>, f64),
    /// A band: (x, lower, upper).
    Band(Vec<(f64, f64, f64)>),
    /// Error bars: (x, lower, upper).
    Intervals(Vec<(f64, f64, f64)>),
    /// A vertical line at x.
    At(f64),
    /// A vertical strip from x to x.
    Range(f64, f64),
    /// A grid of values; column i is at i on the x axis, row j at j on the y axis.
    Cells(Cells),
}

/// A grid of shaded values (heat map).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cells {
    /// Number of columns.
    pub columns: usize,
    /// Values, row by row from the bottom; `None` for missing or pending values.
    pub values: Vec<Option<f64>>,
    /// Scale of the values, from the lightest to the darkest shade.
    pub shades: PlotAxis,
    /// Index of the best cell, if there is one.
    pub best: Option<usize>,
    /// Index of the cell selected by the user.
    pub chosen: Option<usize>,
}

impl Cells {
    /// Number of rows; the last one may be incomplete.
    pub fn rows(&self) -> usize {
        self.values.len().div_ceil(self.columns.max(1))
    }

    /// The finite value at `column` of `row`, if there is one.
    pub fn at(&self, column: usize, row: usize) -> Option<f64> {
        if column >= self.columns {
            return None;
        }
        let value = *self.values.get(row * self.columns + column)?;
        value.filter(|value| value.is_finite())
    }
}
