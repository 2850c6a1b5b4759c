//! Cost of methods against the share of pairs that they find.

use crate::lab::assessment::Assessed;
use crate::lab::costs::Costs;
use crate::plot::{Axis, Figure, Layer, Marks, Number, Scale, Tone};
use crate::typeset::figures::threshold;

/// Every measured setting by its CPU time and its recall, with the front: what can be found at most for a cost. The
/// settings in use and the `chosen` row are marked.
#[must_use]
pub fn costs(costs: &Costs, in_use: Option<&Assessed>, chosen: Option<&Assessed>) -> Figure {
    let rows = costs.by_cost();
    let values = costs.question.sketching.permutations;
    let points = |is_wanted: &dyn Fn(&Assessed) -> bool| {
        let wanted = rows.iter().filter(|row| is_wanted(row));
        let mut points: Vec<(f64, f64, u64)> = Vec::new();
        for (x, y) in wanted.map(|row| place(row)) {
            points.push((x, y, 1));
        }
        Marks::Points(points)
    };
    let is_lsh = |row: &Assessed| row.report.method == crate::candidates::Method::Lsh;
    let with_these = |row: &Assessed| row.layout.0 == values;
    let most = rows.last().map_or(1.0, |row| place(row).0);
    let mut layers = vec![
        Layer::new(
            "most for a cost",
            Tone::Good,
            Marks::Steps(front(&rows, most)),
        ),
        Layer::new(
            format!("LSH, {values} values"),
            Tone::First,
            points(&|row| is_lsh(row) && with_these(row)),
        ),
        Layer::new(
            "LSH, half and twice",
            Tone::Second,
            points(&|row| is_lsh(row) && !with_these(row)),
        ),
        Layer::new("other methods", Tone::Third, points(&|row| !is_lsh(row))),
    ];
    if let Some(row) = chosen {
        let (x, y) = place(row);
        layers.push(Layer::new(
            "chosen",
            Tone::Plain,
            Marks::Points(vec![(x, y, 1)]),
        ));
    }
    if let Some(row) = in_use {
        layers.push(Layer::new("in use", Tone::Plain, Marks::At(place(row).0)));
    }
    let least = rows.iter().map(|row| place(row).1).fold(1.0, f64::min);
    Figure {
        title: format!(
            "Share of the pairs at {} that methods find, against their cost",
            threshold(costs.question.threshold)
        ),
        x: time_axis(rows.first().map_or(0.0, |row| place(row).0), most),
        y: Axis {
            // A tenth of room below, so that a point there is not on the axis.
            range: (((least - 0.05) * 10.0).floor().max(0.0) / 10.0, 1.0),
            ..Axis::ratio("recall")
        },
        layers,
        ..Figure::default()
    }
}

/// The axis of CPU milliseconds. Logarithmic if the dearest method takes more than five times as long as the cheapest, so
/// that one dear method does not press the others into a corner.
fn time_axis(least: f64, most: f64) -> Axis {
    if most > 5.0 * least && most >= 10.0 {
        Axis {
            label: "CPU time, ms, log scale".to_owned(),
            range: (least / 1.3, most * 1.2),
            scale: Scale::Log,
            number: Number::Count,
            ..Axis::default()
        }
    } else {
        Axis {
            range: (0.0, (most * 1.05).max(1.0)),
            number: Number::Count,
            ..Axis::ratio("CPU time, ms")
        }
    }
}

/// CPU milliseconds and recall; 1 where there is nothing to find.
fn place(row: &Assessed) -> (f64, f64) {
    let recall = row.report.recall_of(row.missed).unwrap_or(1.0);
    (row.cpu_seconds() * 1e3, recall)
}

/// The greatest recall of all rows up to a cost, as steps up to `most`; `rows` are ordered by cost.
fn front(rows: &[&Assessed], most: f64) -> Vec<(f64, f64)> {
    let mut steps: Vec<(f64, f64)> = Vec::new();
    let mut best = 0.0;
    for (x, recall) in rows.iter().filter(|row| row.on_front).map(|row| place(row)) {
        steps.push((x, if steps.is_empty() { recall } else { best }));
        best = recall;
    }
    steps.push((most, best));
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::ticks::ticks;

    #[test]
    fn one_dear_method_leaves_room_for_the_others_and_there_are_ticks() {
        let dear = time_axis(12.0, 190.0);
        assert!(dear.label.ends_with(", log scale"));
        // The cheap ones, from 12 to 27 ms, have a quarter of the axis; of a linear one they had a tenth.
        let from_to = [12.0, 27.0].map(|ms| dear.place(ms).unwrap());
        assert!(from_to[0] > 0.0 && from_to[1] - from_to[0] > 0.2);
        for (least, most) in [
            (12.0, 190.0),
            (14.0, 27.0),
            (3.0, 15.5),
            (0.0, 10.0),
            (0.2, 0.9),
            (700.0, 3_600.0),
            (20.5, 103.0),
        ] {
            let axis = time_axis(least, most);
            for ms in [least, most] {
                assert!(axis.inside(ms).is_some(), "{ms} of {least} to {most}");
            }
            let width = |label: &str| label.len() as f64;
            assert!(
                ticks(&axis, 38.0, 1.0, width).len() >= 2,
                "{least} to {most}"
            );
        }
    }
}
