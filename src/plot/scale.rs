//! Scales: where a value stands between the two ends of an axis, and back.
//!
//! Counts that span decades stand on `ln(1 + n)`: it is 0 at 0, so that none, one and thousands can
//! all be told apart, and equal factors are equal steps from about ten on.

use crate::base::units;
use crate::typeset::figures;

/// A scale with its ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// Least and greatest value.
    pub range: (f64, f64),
    /// How values are spread.
    pub scale: Scale,
    /// How values are written.
    pub number: Number,
    /// Names in place of numbers: the i-th stands at i.
    pub names: Vec<String>,
}

/// How values are spread over an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    #[default]
    Even,
    /// Equal steps of `ln(1 + n)`; for counts.
    Log,
}

/// How values are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Number {
    /// A share or a similarity, 0..=1: `.8`.
    #[default]
    Ratio,
    /// How many: `1,204`.
    Count,
}

impl Axis {
    /// Similarities or shares, from 0 to 1.
    #[must_use]
    pub fn ratio(label: impl Into<String>) -> Self {
        Axis {
            label: label.into(),
            range: (0.0, 1.0),
            ..Axis::default()
        }
    }

    /// Counts from 0 up to the greatest of `counts`, spread by logarithm where they span more than a
    /// decade; the label then says so.
    #[must_use]
    pub fn counts(label: &str, counts: impl IntoIterator<Item = f64>) -> Self {
        let (mut least, mut most) = (f64::INFINITY, 0.0_f64);
        for count in counts.into_iter().filter(|n| n.is_finite() && *n > 0.0) {
            least = least.min(count);
            most = most.max(count);
        }
        let log = most > 20.0 * least;
        let top = if log {
            (1.0 + most) * 1.25 - 1.0
        } else {
            most * 1.05
        };
        Axis {
            label: if log {
                format!("{label}, log scale")
            } else {
                label.to_owned()
            },
            range: (0.0, top.max(1.0)),
            scale: if log { Scale::Log } else { Scale::Even },
            number: Number::Count,
            names: Vec::new(),
        }
    }

    /// Names, one beside the other.
    #[must_use]
    pub fn names(label: impl Into<String>, names: Vec<String>) -> Self {
        Axis {
            label: label.into(),
            range: (-0.5, names.len().max(1) as f64 - 0.5),
            names,
            ..Axis::default()
        }
    }

    /// The two ends, apart and finite, whatever stands in `range`.
    #[must_use]
    pub fn ends(&self) -> (f64, f64) {
        let (low, high) = self.range;
        // Beyond this the difference of two ends is no number any more.
        const FAR: f64 = 1e300;
        if !(low.abs() < FAR && high.abs() < FAR) {
            return (0.0, 1.0);
        }
        let low = if self.scale == Scale::Log {
            low.max(0.0)
        } else {
            low
        };
        let least = (low.abs().max(high.abs()) * 1e-9).max(1e-9);
        if high - low >= least {
            (low, high)
        } else {
            (low, low + least.max(1.0))
        }
    }

    /// Where `value` stands: 0 at the lower end, 1 at the upper, outside for what is beyond. `None`
    /// for what is no number.
    #[must_use]
    pub fn place(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let (low, high) = self.ends();
        let place = match self.scale {
            Scale::Even => (value - low) / (high - low),
            Scale::Log => {
                let of = |n: f64| n.max(0.0).ln_1p();
                (of(value) - of(low)) / (of(high) - of(low))
            }
        };
        // Far outside is outside; what draws need not know how far.
        Some(place.clamp(-10.0, 10.0))
    }

    /// The same, put at the nearer end where it lies beyond.
    #[must_use]
    pub fn within(&self, value: f64) -> Option<f64> {
        self.place(value).map(|place| place.clamp(0.0, 1.0))
    }

    /// The value that stands at `place`, 0..=1.
    #[must_use]
    pub fn value(&self, place: f64) -> f64 {
        let (low, high) = self.ends();
        let place = if place.is_nan() { 0.0 } else { place };
        match self.scale {
            Scale::Even => low + place * (high - low),
            Scale::Log => {
                let (from, to) = (low.ln_1p(), high.ln_1p());
                (from + place * (to - from)).exp_m1()
            }
        }
    }

    /// `value` in full: `.804`, `1,204`, a name.
    #[must_use]
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
    fn one_pair_and_thousands_are_both_seen() {
        let axis = Axis::counts("pairs", [5.0, 4000.0, 0.0]);
        assert_eq!(axis.scale, Scale::Log);
        assert!(axis.label.ends_with(", log scale"));
        assert_eq!(axis.place(0.0), Some(0.0));
        assert!(axis.place(5.0).unwrap() > 0.15);
        assert!(axis.place(4000.0).unwrap() < 1.0);
    }

    #[test]
    fn counts_of_one_size_stand_evenly() {
        let axis = Axis::counts("pairs", [50.0, 90.0, f64::NAN, f64::INFINITY]);
        assert_eq!((axis.scale, axis.label.as_str()), (Scale::Even, "pairs"));
        assert_eq!(Axis::counts("pairs", []).range, (0.0, 1.0));
    }

    #[test]
    fn values_are_written_as_the_tables_write_them() {
        let ratio = Axis::ratio("Jaccard");
        assert_eq!(ratio.write(0.9999), ".999");
        assert_eq!(ratio.write(1.0), "1.000");
        let counts = Axis::counts("pairs", [3000.0]);
        assert_eq!(counts.write(1204.0), "1,204");
        assert_eq!(counts.write(0.25), "0.25");
        assert_eq!(counts.write(f64::NAN), "-");
        let names = Axis::names("settings", vec!["k 4".into(), "k 5".into()]);
        assert_eq!(names.write(1.0), "k 5");
        assert_eq!(names.write(7.0), "");
    }

    fn any_axis() -> impl Strategy<Value = Axis> {
        (any::<f64>(), any::<f64>(), any::<bool>()).prop_map(|(low, high, log)| Axis {
            range: (low, high),
            scale: if log { Scale::Log } else { Scale::Even },
            ..Axis::default()
        })
    }

    proptest! {
        #[test]
        fn whatever_the_ends_a_place_is_a_number(axis in any_axis(), value in any::<f64>()) {
            let (low, high) = axis.ends();
            prop_assert!(low.is_finite() && high.is_finite() && low < high);
            if let Some(place) = axis.place(value) {
                prop_assert!(place.is_finite());
            }
            prop_assert_eq!(axis.place(value).is_none(), value.is_nan());
            let _ = axis.write(value);
        }

        #[test]
        fn value_and_place_undo_each_other(
            low in 0.0_f64..100.0, wide in 0.1_f64..1e6, at in 0.0_f64..=1.0, log in any::<bool>(),
        ) {
            let scale = if log { Scale::Log } else { Scale::Even };
            let axis = Axis { range: (low, low + wide), scale, ..Axis::default() };
            let place = axis.place(axis.value(at)).unwrap();
            prop_assert!((place - at).abs() < 1e-6, "{place} {at}");
        }

        #[test]
        fn places_rise_with_values(a in 0.0_f64..1e6, b in 0.0_f64..1e6, log in any::<bool>()) {
            let scale = if log { Scale::Log } else { Scale::Even };
            let axis = Axis { range: (0.0, 1e6), scale, ..Axis::default() };
            let (low, high) = (a.min(b), a.max(b));
            prop_assert!(axis.place(low) <= axis.place(high));
        }
    }
}
