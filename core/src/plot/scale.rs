//! Scales: mapping between values and positions on an axis.
//!
//! Counts over several decades are mapped by `ln(1 + n)`. It is 0 at 0, so that 0, 1 and thousands
//! are all distinguishable, and from about 10 on equal factors have equal lengths.

use crate::base::units;
use crate::typeset::figures;

/// An axis: range, scale and number format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlotAxis {
    /// Label: the quantity and its unit.
    pub label: String,
    /// Lower and upper end, as requested; [`PlotAxis::ends`] returns valid ones.
    pub range: (f64, f64),
    /// Mapping of values to positions.
    pub scale: Scale,
    /// Format of values.
    pub number: Number,
    /// Names instead of numbers (categories): name i is at value i.
    pub names: Vec<String>,
}

/// Mapping of values to positions on an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Linear.
    #[default]
    Even,
    /// Linear in `ln(1 + n)`; for counts.
    Log,
}

/// Format of values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Number {
    /// A share or similarity, 0..=1: `.8`.
    #[default]
    Ratio,
    /// A count: `1,204`.
    Count,
    /// A difference of shares or similarities, -1..=1: `+.08`.
    Difference,
}

impl PlotAxis {
    /// A linear axis of similarities or shares, 0..=1.
    pub fn ratio(label: impl Into<String>) -> Self {
        PlotAxis {
            label: label.into(),
            range: (0.0, 1.0),
            ..PlotAxis::default()
        }
    }

    /// An axis of counts from 0 up to the maximum of `counts`; logarithmic, and labelled so, if the
    /// non-zero counts span more than a factor of 20.
    pub fn counts(label: &str, counts: impl IntoIterator<Item = f64>) -> Self {
        let (mut min, mut max) = (f64::INFINITY, 0.0_f64);
        for count in counts.into_iter().filter(|n| n.is_finite() && *n > 0.0) {
            min = min.min(count);
            max = max.max(count);
        }
        let is_log = max > 20.0 * min;
        let top = if is_log {
            (1.0 + max) * 1.25 - 1.0
        } else {
            max * 1.05
        };
        PlotAxis {
            label: if is_log {
                format!("{label}, log scale")
            } else {
                label.to_owned()
            },
            range: (0.0, top.max(1.0)),
            scale: if is_log { Scale::Log } else { Scale::Even },
            number: Number::Count,
            names: Vec::new(),
        }
    }

    /// The scale of shades for squares (x, y, number of items): from one item to the maximum.
    pub fn shades(squares: &[(f64, f64, u64)]) -> Self {
        let max = squares.iter().map(|square| square.2).max().unwrap_or(1);
        PlotAxis {
            range: (1.0, max as f64),
            scale: Scale::Log,
            number: Number::Count,
            ..PlotAxis::default()
        }
    }

    /// A categorical axis.
    pub fn names(label: impl Into<String>, names: Vec<String>) -> Self {
        PlotAxis {
            label: label.into(),
            range: (-0.5, names.len().max(1) as f64 - 0.5),
            names,
            ..PlotAxis::default()
        }
    }

    /// The two ends, finite and distinct whatever `range` contains.
    pub fn ends(&self) -> (f64, f64) {
        let (low, high) = self.range;
        // Beyond this, the difference of the ends could overflow.
        const MAX_END: f64 = 1e300;
        if !(low.abs() < MAX_END && high.abs() < MAX_END) {
            return (0.0, 1.0);
        }
        let low = if self.scale == Scale::Log {
            low.max(0.0)
        } else {
            low
        };
        let min_length = (low.abs().max(high.abs()) * 1e-9).max(1e-9);
        if high - low >= min_length {
            (low, high)
        } else {
            (low, low + min_length.max(1.0))
        }
    }

    /// Relative position of `value`: 0 at the lower end, 1 at the upper, outside 0..=1 for values beyond the ends.
    /// `None` for NaN.
    pub fn position(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let (low, high) = self.ends();
        let position = match self.scale {
            Scale::Even => (value - low) / (high - low),
            Scale::Log => {
                let log = |n: f64| n.max(0.0).ln_1p();
                (log(value) - log(low)) / (log(high) - log(low))
            }
        };
        // Clamped: the renderers only need to know that it is outside.
        Some(position.clamp(-10.0, 10.0))
    }

    /// Does the same as [`PlotAxis::position`], but returns `None` for values outside the axis.
    pub fn inside(&self, value: f64) -> Option<f64> {
        let position = self.position(value)?;
        let is_inside = (-1e-9..=1.0 + 1e-9).contains(&position);
        is_inside.then(|| position.clamp(0.0, 1.0))
    }

    /// [`PlotAxis::position`], clamped to 0..=1.
    pub fn within(&self, value: f64) -> Option<f64> {
        self.position(value)
            .map(|position| position.clamp(0.0, 1.0))
    }

    /// Value at relative position `position`, 0..=1.
    pub fn value(&self, position: f64) -> f64 {
        let (low, high) = self.ends();
        let position = if position.is_nan() { 0.0 } else { position };
        match self.scale {
            Scale::Even => low + position * (high - low),
            Scale::Log => {
                let (from, to) = (low.ln_1p(), high.ln_1p());
                (from + position * (to - from)).exp_m1()
            }
        }
    }

    /// `value` in full: `.804`, `1,204`, or a name.
    pub fn write(&self, value: f64) -> String {
        if !self.names.is_empty() {
            let index = value.round();
            let name = (index >= 0.0).then(|| self.names.get(index as usize));
            return name.flatten().cloned().unwrap_or_default();
        }
        if !value.is_finite() {
            return String::from("-");
        }
        match self.number {
            Number::Ratio => figures::bare(value),
            Number::Difference => figures::signed(value).trim_start().to_owned(),
            Number::Count if value < 0.0 => format!("-{}", units::count(-value.round() as u64)),
            Number::Count if value < 100.0 && (value - value.round()).abs() > 1e-9 => {
                format!("{value:.2}")
            }
            Number::Count => units::count(value.round() as u64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_pair_and_thousands_are_both_visible() {
        let axis = PlotAxis::counts("pairs", [5.0, 4000.0, 0.0]);
        assert_eq!(axis.scale, Scale::Log);
        assert!(axis.label.ends_with(", log scale"));
        assert_eq!(axis.position(0.0), Some(0.0));
        assert!(axis.position(5.0).unwrap() > 0.15);
        assert!(axis.position(4000.0).unwrap() < 1.0);
    }

    #[test]
    fn values_are_written_as_in_tables() {
        let ratio = PlotAxis::ratio("Jaccard");
        assert_eq!(ratio.write(0.9999), ">.999");
        assert_eq!(ratio.write(1.0), "1.000");
        let counts = PlotAxis::counts("pairs", [3000.0]);
        assert_eq!(counts.write(1204.0), "1,204");
        assert_eq!(counts.write(0.25), "0.25");
        assert_eq!(counts.write(f64::NAN), "-");
        let names = PlotAxis::names("settings", vec!["k 4".into(), "k 5".into()]);
        assert_eq!(names.write(1.0), "k 5");
        assert_eq!(names.write(7.0), "");
    }

    fn any_axis() -> impl Strategy<Value = PlotAxis> {
        (any::<f64>(), any::<f64>(), any::<bool>()).prop_map(|(low, high, log)| PlotAxis {
            range: (low, high),
            scale: if log { Scale::Log } else { Scale::Even },
            ..PlotAxis::default()
        })
    }

    proptest! {
        #[test]
        fn positions_are_finite_for_any_ends(axis in any_axis(), value in any::<f64>()) {
            let (low, high) = axis.ends();
            prop_assert!(low.is_finite() && high.is_finite() && low < high);
            if let Some(position) = axis.position(value) {
                prop_assert!(position.is_finite());
            }
            prop_assert_eq!(axis.position(value).is_none(), value.is_nan());
            let _ = axis.write(value);
        }

        #[test]
        fn value_and_position_are_inverse(
            low in 0.0_f64..100.0, length in 0.1_f64..1e6, at in 0.0_f64..=1.0, log in any::<bool>(),
        ) {
            let scale = if log { Scale::Log } else { Scale::Even };
            let axis = PlotAxis { range: (low, low + length), scale, ..PlotAxis::default() };
            let position = axis.position(axis.value(at)).unwrap();
            prop_assert!((position - at).abs() < 1e-6, "{position} {at}");
        }

        #[test]
        fn positions_ascend_with_values(a in 0.0_f64..1e6, b in 0.0_f64..1e6, log in any::<bool>()) {
            let scale = if log { Scale::Log } else { Scale::Even };
            let axis = PlotAxis { range: (0.0, 1e6), scale, ..PlotAxis::default() };
            let (low, high) = (a.min(b), a.max(b));
            prop_assert!(axis.position(low) <= axis.position(high));
        }
    }
}
