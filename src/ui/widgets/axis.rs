//! A row of a list as an axis of similarities that all rows share: an interval with a point in it, and the threshold's
//! line through all rows. A value below the threshold is always drawn left of its line.

use ratatui::layout::Rect;

use crate::typeset::figures;
use crate::ui::{DrawContext, Role, area};

/// An axis from `low` to 1 in `width` columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Value of the first column.
    pub low: f64,
    /// Number of columns.
    pub width: u16,
    /// The threshold, whose line is drawn through every row; there is no line if it is negative.
    pub threshold: f64,
}

/// Signs of an interval: its ends, its line and its point; the threshold, and where a line crosses it.
const UNICODE: [&str; 6] = ["├", "┤", "─", "●", "┃", "╂"];
const ASCII: [&str; 6] = ["[", "]", "-", "o", "|", "+"];

impl Axis {
    /// An axis that reaches down to the tenth below `least` and below the threshold.
    pub fn covering(least: f64, width: u16, threshold: f64) -> Self {
        let least = least.min(threshold - 0.05).clamp(0.0, 0.9);
        let low = (least * 10.0 + 1e-9).floor() / 10.0;
        Axis {
            low,
            width,
            threshold,
        }
    }

    fn nearest(&self, value: f64) -> u16 {
        let last = f64::from(self.width.saturating_sub(1));
        let share = (value - self.low) / (1.0 - self.low);
        (share * last).round().clamp(0.0, last) as u16
    }

    /// The column of the threshold.
    pub fn line(&self) -> u16 {
        self.nearest(self.threshold)
    }

    /// The column of `value`; it is left of the threshold's column exactly if `value` is below the threshold.
    pub fn column(&self, value: f64) -> u16 {
        let (column, line) = (self.nearest(value), self.line());
        if value < self.threshold {
            column.min(line.saturating_sub(1))
        } else {
            column.max(line)
        }
    }

    /// Draws the values of the two ends, and that of the threshold if it touches neither.
    pub fn labels(&self, row: Rect, cx: &mut DrawContext<'_, '_>) {
        let (row, _) = area::split_left(row, self.width);
        let low = figures::threshold(self.low);
        let threshold = figures::threshold(self.threshold);
        cx.words(row, &low, cx.style(Role::Dim));
        cx.words_right(row, "1", cx.style(Role::Dim));
        let width = threshold.len() as u16;
        let first = self.line().saturating_sub(width / 2);
        if first > low.len() as u16 && first + width + 1 < self.width {
            let label = area::columns(row, row.x + first, width);
            cx.words(label, &threshold, cx.style(Role::Threshold));
        }
    }

    /// Draws the threshold's line and an interval: its left end, the estimate in it, its right end. Its part below the
    /// threshold is in the style of a warning.
    pub fn draw(&self, row: Rect, interval: [f64; 3], cx: &mut DrawContext<'_, '_>) {
        let [left, right, rule, point_sign, bar, crossing] = cx.glyphs.pick(UNICODE, ASCII);
        let (row, _) = area::split_left(row, self.width);
        let line = self.line();
        let cell = |at: u16| area::columns(row, row.x + at, 1);
        let (threshold, warning) = (cx.style(Role::Threshold), cx.style(Role::Warning));
        let (dim, estimate) = (cx.style(Role::Dim), cx.style(Role::Estimate));
        let has_threshold = self.threshold >= 0.0;
        if has_threshold {
            cx.words(cell(line), bar, threshold);
        }
        let [low, point, high] = interval.map(|value| self.column(value));
        for at in low..=high {
            let (sign, style) = if at == point {
                (point_sign, estimate)
            } else if at == low {
                (left, dim)
            } else if at == high {
                (right, dim)
            } else if at == line && has_threshold {
                (crossing, threshold)
            } else {
                (rule, dim)
            };
            cx.words(cell(at), sign, if at < line { warning } else { style });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_on_the_side_of_the_threshold_that_they_are_on() {
        for width in 11..60 {
            let axis = Axis::covering(0.42, width, 0.8);
            assert_eq!((axis.low, Axis::covering(0.3, 20, 0.02).low), (0.4, 0.0));
            assert_eq!((axis.column(0.4), axis.column(1.0)), (0, width - 1));
            assert!(axis.column(0.7999) < axis.line());
            assert!(axis.column(0.8) == axis.line());
            let columns: Vec<u16> = (40..=100)
                .map(|v| axis.column(f64::from(v) / 100.0))
                .collect();
            assert!(columns.is_sorted());
        }
    }
}
