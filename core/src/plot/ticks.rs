//! Axis ticks: steps of 1, 2 or 5 times a power of ten (1, 2, 5, 10 … on logarithmic axes), as many
//! as have room for their labels.

use super::scale::{Number, PlotAxis, Scale};

/// A tick on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Value of the tick.
    pub value: f64,
    /// Relative position, 0..=1.
    pub position: f64,
    /// Label text.
    pub label: String,
}

/// The finest ticks of `axis` whose labels do not collide on `length` units. `extent` is the size
/// of a label in the same units, `gap` the minimum distance between two. Empty if not even two
/// labels fit.
pub fn ticks(axis: &PlotAxis, length: f64, gap: f64, extent: impl Fn(&str) -> f64) -> Vec<Tick> {
    let fits = |ticks: &[Tick]| {
        ticks.windows(2).all(|pair| {
            let between = (pair[1].position - pair[0].position) * length;
            between >= (extent(&pair[0].label) + extent(&pair[1].label)) / 2.0 + gap
        })
    };
    // More ticks do not help, even if they fit.
    let max = if axis.names.is_empty() { 12 } else { 64 };
    let mut candidates = candidates(axis);
    candidates.retain(|ticks| (2..=max).contains(&ticks.len()) && fits(ticks));
    let finest = candidates.into_iter().max_by_key(Vec::len);
    finest.unwrap_or_else(|| {
        let single = (axis.names.len() == 1).then(|| tick(axis, 0.0));
        single.flatten().into_iter().collect()
    })
}

/// All candidate sets of ticks.
fn candidates(axis: &PlotAxis) -> Vec<Vec<Tick>> {
    if !axis.names.is_empty() {
        let last = axis.names.len();
        let every = |step| {
            (0..last)
                .step_by(step)
                .filter_map(|i| tick(axis, i as f64))
                .collect()
        };
        return [1, 2, 5, 10, 20, 50, 100].map(every).into();
    }
    match axis.scale {
        Scale::Even => even(axis),
        Scale::Log => log(axis),
    }
}

fn even(axis: &PlotAxis) -> Vec<Vec<Tick>> {
    let (low, high) = axis.ends();
    let decade = (high - low).log10().floor() as i32;
    let mut sets = Vec::new();
    for exponent in decade - 2..=decade + 1 {
        for factor in [1.0, 2.0, 5.0] {
            let step = factor * 10_f64.powi(exponent);
            // There are no fractional counts.
            if axis.number == Number::Count && step < 1.0 || (high - low) / step > 100.0 {
                continue;
            }
            let first = (low / step - 1e-9).ceil();
            let last = (high / step + 1e-9).floor();
            let values = (0..=(last - first).max(0.0) as u32).map(|i| {
                let multiple = first + f64::from(i);
                // Division by an integer gives the double nearest to 0.3; multiplication does not.
                if exponent < 0 {
                    multiple * factor / 10_f64.powi(-exponent)
                } else {
                    multiple * step
                }
            });
            let ticks: Vec<Tick> = values.filter_map(|value| tick(axis, value)).collect();
            if last - first < 100.0 {
                sets.push(ticks);
            }
        }
    }
    sets
}

fn log(axis: &PlotAxis) -> Vec<Vec<Tick>> {
    let (low, high) = axis.ends();
    let decades = high.log10().ceil().clamp(1.0, 18.0) as i32;
    let set = |factors: &[f64], every: i32| {
        let mut values = vec![0.0];
        for exponent in (0..=decades).filter(|exponent| exponent % every == 0) {
            values.extend(factors.iter().map(|factor| factor * 10_f64.powi(exponent)));
        }
        let inside = values.into_iter().filter(|n| (low..=high).contains(n));
        inside.filter_map(|value| tick(axis, value)).collect()
    };
    let mut sets: Vec<Vec<Tick>> = (1..=3).map(|every| set(&[1.0], every)).collect();
    // Over many decades, powers of ten suffice.
    let dense = [set(&[1.0, 2.0, 5.0], 1), set(&[1.0, 3.0], 1)];
    sets.extend(dense.into_iter().filter(|set| set.len() <= 11));
    // 1 is so close to 0 that there may be no room for both.
    for at in 0..sets.len() {
        let mut without_one = sets[at].clone();
        without_one.retain(|tick| tick.value != 1.0);
        sets.push(without_one);
    }
    sets
}

fn tick(axis: &PlotAxis, value: f64) -> Option<Tick> {
    Some(Tick {
        value,
        position: axis.inside(value)?,
        label: short(axis, value),
    })
}

/// `value` in compact form: `.25`, `20k`, `1.5M`.
fn short(axis: &PlotAxis, value: f64) -> String {
    if !axis.names.is_empty() {
        return axis.write(value);
    }
    // Six digits are more than any step of 1, 2 or 5 needs.
    match axis.number {
        Number::Ratio => short_ratio(value, 6),
        Number::Difference => {
            let size = short_ratio(value.abs(), 6);
            match size.as_str() {
                "0" => size,
                _ if value > 0.0 => format!("+{size}"),
                _ => format!("−{size}"),
            }
        }
        Number::Count => {
            let units = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
            match units.iter().find(|unit| value.abs() >= unit.0) {
                Some((unit, suffix)) => format!("{}{suffix}", trimmed(value / unit, 6)),
                None => trimmed(value, 6),
            }
        }
    }
}

/// `value` with up to `places` decimals and no zero before the point: `.8`, `.85`, `1`.
pub(super) fn short_ratio(value: f64, places: usize) -> String {
    let text = trimmed(value, places);
    match text.strip_prefix("0.") {
        Some(digits) => format!(".{digits}"),
        None if text == "-0" => "0".into(),
        None => text,
    }
}

/// `value` with up to `places` decimals.
fn trimmed(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(axis: &PlotAxis, length: f64) -> Vec<String> {
        let ticks = ticks(axis, length, 1.0, |label| label.len() as f64);
        ticks.into_iter().map(|tick| tick.label).collect()
    }

    #[test]
    fn logarithmic_ticks_are_powers_of_ten() {
        let axis = PlotAxis::counts("pairs", [1.0, 300_000.0]);
        let rows = |n| {
            let ticks = ticks(&axis, n, 1.0, |_| 1.0);
            ticks.into_iter().map(|t| t.label).collect::<Vec<_>>()
        };
        let every = ["0", "1", "10", "100", "1k", "10k", "100k"];
        assert_eq!(rows(38.0), every);
        assert_eq!(rows(12.0), ["0", "10", "100", "1k", "10k", "100k"]);
        assert_eq!(rows(9.0), ["0", "100", "10k"]);
        let few = PlotAxis::counts("pairs", [1.0, 300.0]);
        let labels = ticks(&few, 16.0, 1.0, |_| 1.0).into_iter().map(|t| t.label);
        let labels = labels.collect::<Vec<_>>();
        assert_eq!(labels, ["0", "3", "10", "30", "100", "300"]);
    }

    #[test]
    fn counts_have_no_halves() {
        let axis = PlotAxis::counts("clusters", [1.0, 3.0]);
        assert_eq!(labels(&axis, 100.0), ["0", "1", "2", "3"]);
        let many = PlotAxis::counts("pairs", [900_000.0, 1_400_000.0]);
        assert_eq!(labels(&many, 30.0), ["0", "500k", "1M"]);
    }

    #[test]
    fn names_are_omitted_evenly() {
        let axis = PlotAxis::names("k", (1..=12).map(|k| k.to_string()).collect());
        assert_eq!(labels(&axis, 60.0).len(), 12);
        assert_eq!(labels(&axis, 26.0), ["1", "3", "5", "7", "9", "11"]);
        let one = PlotAxis::names("k", vec!["4".into()]);
        assert_eq!(labels(&one, 3.0), ["4"]);
    }

    proptest! {
        #[test]
        fn ticks_are_inside_and_do_not_collide(
            low in prop_oneof![Just(0.0), any::<f64>(), -1e3_f64..1e3],
            width in prop_oneof![0.0_f64..10.0, any::<f64>(), Just(0.0)],
            log in any::<bool>(), count in any::<bool>(), length in 0.0_f64..300.0,
        ) {
            let axis = PlotAxis {
                range: (low, low + width),
                scale: if log { Scale::Log } else { Scale::Even },
                number: if count { Number::Count } else { Number::Ratio },
                ..PlotAxis::default()
            };
            let ticks = ticks(&axis, length, 1.0, |label| label.len() as f64);
            prop_assert!(ticks.len() <= 12);
            for tick in &ticks {
                prop_assert!((0.0..=1.0).contains(&tick.position));
            }
            for pair in ticks.windows(2) {
                let between = (pair[1].position - pair[0].position) * length;
                let half = (pair[0].label.len() + pair[1].label.len()) as f64 / 2.0;
                prop_assert!(between >= half);
            }
        }
    }
}
