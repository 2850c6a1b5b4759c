//! Cost of methods against the share of pairs that they find.

use crate::lab::assessment::Assessed;
use crate::lab::costs::Costs;
use crate::plot::{Axis, Figure, Layer, Marks, Tone};
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
        x: Axis::counts("CPU time, ms", rows.iter().map(|row| place(row).0)),
        y: Axis {
            // A tenth of room below, so that a point there is not on the axis.
            range: (((least - 0.05) * 10.0).floor().max(0.0) / 10.0, 1.0),
            ..Axis::ratio("recall")
        },
        layers,
        ..Figure::default()
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
