//! Adapter of an axis to `plotters`, with our scale and ticks.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use super::text::{text_width, xml_safe};
use crate::plot::Axis;
use crate::plot::ticks::{Tick, ticks};

/// An axis with its ticks.
#[derive(Clone, Debug)]
pub struct TickedAxis {
    axis: Axis,
    ticks: Vec<Tick>,
}

impl TickedAxis {
    /// Chooses the finest ticks whose labels, `extent` pixels long, are `gap` apart on `pixels`
    /// pixels.
    pub fn new(axis: &Axis, pixels: f64, gap: f64, extent: impl Fn(&str) -> f64) -> Self {
        TickedAxis {
            ticks: ticks(axis, pixels, gap, extent),
            axis: axis.clone(),
        }
    }

    /// Width in pixels of the widest label at font size `size`.
    pub fn widest(&self, size: f64) -> f64 {
        let widths = self.ticks.iter().map(|tick| text_width(&tick.label, size));
        widths.fold(0.0, f64::max)
    }
}

impl Ranged for TickedAxis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let position = self.axis.within(*value).unwrap_or(0.0);
        limit.0 + (f64::from(limit.1 - limit.0) * position).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|tick| tick.value).collect()
    }

    fn range(&self) -> Range<f64> {
        let (low, high) = self.axis.ends();
        low..high
    }
}

impl ValueFormatter<f64> for TickedAxis {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|tick| tick.value == *value);
        tick.map(|tick| xml_safe(&tick.label)).unwrap_or_default()
    }
}
