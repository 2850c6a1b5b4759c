//! The settings of a sweep held against the one with the best F1, on the same labelled pairs.

use super::record::{Record, point};
use super::report::{SETTING, section};
use crate::base::units;
use crate::lab::LabelledPair;
use crate::lab::setting_differences::{Compared, Difference, compare};
use crate::report::{Cell, Format, Section};

/// One row for each setting that has a curve, in the order of the sweep. `None` with fewer than two of them, and for
/// labels that leave nothing to compare.
pub fn of(records: &[Record], pairs: &[LabelledPair], format: Format) -> Option<Section> {
    let with_scores = records.iter().filter(|record| !record.scores.is_empty());
    let compared: Vec<&Record> = with_scores.collect();
    if compared.len() < 2 {
        return None;
    }
    let f1 = |record: &Record| {
        let best = record.curve.as_ref().and_then(|curve| curve.best);
        best.map_or(0.0, |(threshold, counts)| point(threshold, counts).f1())
    };
    // Of equal ones the first.
    let first = |best: usize, at: usize| match f1(compared[at]) > f1(compared[best]) {
        true => at,
        false => best,
    };
    let best = (1..compared.len()).fold(0, first);
    let scores: Vec<&[f64]> = compared.iter().map(|record| &record.scores[..]).collect();
    let differences = compare(pairs, &scores, best)?;
    let rows = compared.iter().zip(&differences).enumerate();
    let rows: Vec<_> = rows
        .map(|(at, (record, compared))| (record.block, (f1(record), compared, at == best)))
        .collect();
    let others = rows.iter().filter(|(_, (.., is_best))| !is_best);
    let tied = others
        .filter(|(_, (_, compared, _))| compared.f1.may_be_none())
        .count();
    let untold = rows
        .iter()
        .filter(|(_, (_, compared, is_best))| !is_best && compared.f1.ends.is_none());
    let untold = match untold.count() as u64 {
        0 => String::new(),
        n => format!(
            "; of {} the labels are too few to tell",
            units::counted(n, "setting", "settings")
        ),
    };
    let end = |of: &Difference, which: fn((f64, f64)) -> f64| {
        let end = of.ends.map(which);
        end.map_or(Cell::None, |end| Cell::Number(end, 3))
    };
    type Row<'a> = (f64, &'a Compared, bool);
    let mut section = section(
        "difference",
        format!(
            "Best F1 and area less those of the setting with the best F1, at thresholds of their own, with 95 % intervals over documents (delong: if pairs were independent); pairs without a label do not count; {} with the best, as the interval of F1 contains 0{untold}",
            units::counted(tied as u64, "setting is tied", "settings are tied")
        ),
        &rows,
        &[
            ("f1", &|(f1, ..): &Row<'_>| Cell::Share(*f1)),
            ("f1_less", &|(_, c, _)| Cell::Number(c.f1.value, 3)),
            ("f1_low", &|(_, c, _)| end(&c.f1, |ends| ends.0)),
            ("f1_high", &|(_, c, _)| end(&c.f1, |ends| ends.1)),
            ("area_less", &|(_, c, _)| Cell::Number(c.area.value, 3)),
            ("area_low", &|(_, c, _)| end(&c.area, |ends| ends.0)),
            ("area_high", &|(_, c, _)| end(&c.area, |ends| ends.1)),
            ("delong_low", &|(_, c, _)| {
                end(&c.area_delong, |ends| ends.0)
            }),
            ("delong_high", &|(_, c, _)| {
                end(&c.area_delong, |ends| ends.1)
            }),
            (
                "tied",
                &|(_, c, is_best)| match (is_best, c.f1.may_be_none()) {
                    (true, _) => Cell::text("best"),
                    (false, true) => Cell::text("tied"),
                    (false, false) => Cell::None,
                },
            ),
        ],
    );
    if format.is_table() {
        // What all settings have in common stands in the title of the sweep.
        let blocks: Vec<_> = rows.iter().map(|(block, _)| block).collect();
        for (name, cell) in SETTING {
            let shown = |at: usize| format!("{:?}", cell(blocks[at]));
            if (1..blocks.len()).all(|at| shown(at) == shown(0)) {
                section = section.without(name);
            }
        }
    }
    Some(section)
}
