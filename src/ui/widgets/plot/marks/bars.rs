//! Bars with a resolution of an eighth of a cell.

use crate::plot::Layer;
use crate::ui::widgets::plot::glyphs;
use crate::ui::widgets::plot::sheet::Sheet;

/// Bars as (from, to, height), each of as many whole columns as the widest has, around its middle: parts of columns would
/// make bars of one width differ by a column.
fn equal_widths(spans: Vec<(f64, f64, f64)>) -> Vec<(f64, f64, f64)> {
    let widest = spans.iter().map(|bar| bar.1 - bar.0).fold(0.0, f64::max);
    let wide = widest.floor().max(1.0);
    let rounded = |(from, to, height): (f64, f64, f64)| {
        let from = ((from + to - wide) / 2.0).round();
        (from, from + wide, height)
    };
    spans.into_iter().map(rounded).collect()
}

/// Whether bars of one width stand at whole numbers from each other, with gaps between them.
fn stand_apart(bars: &[(f64, f64, f64)]) -> bool {
    let Some(first) = bars.first() else {
        return false;
    };
    let wide = first.1 - first.0;
    let is_near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    wide < 1.0
        && bars.iter().all(|bar| {
            let off = bar.0 - first.0;
            is_near(bar.1 - bar.0, wide) && is_near(off, off.round())
        })
}

/// Draws bars given as (from, to, height).
pub fn bars(sheet: &mut Sheet<'_>, layer: &Layer, bars: &[(f64, f64, f64)]) {
    let area = sheet.area;
    let (wide, tall) = (f64::from(area.width), f64::from(area.height));
    let spans: Vec<(f64, f64, f64)> = bars
        .iter()
        .filter(|bar| bar.2 > 0.0)
        .filter_map(|&(from, to, height)| {
            let (low, high) = (sheet.figure.x.within(from)?, sheet.figure.x.within(to)?);
            let up = sheet.figure.y_of(layer).within(height)?;
            (high > low).then_some((low * wide, high * wide, up))
        })
        .collect();
    let spans = if stand_apart(bars) {
        equal_widths(spans)
    } else {
        spans
    };
    for column in 0..area.width {
        let (from, to) = (f64::from(column), f64::from(column + 1));
        // A bar takes the columns whose centres it covers and the column of its own centre, so that
        // bars narrower than a column are visible as well.
        let here = spans.iter().filter(|bar| {
            let (middle, own) = ((from + to) / 2.0, (bar.0 + bar.1) / 2.0);
            (bar.0..bar.1).contains(&middle) || (from..to).contains(&own)
        });
        let Some(up) = here.map(|bar| bar.2).max_by(f64::total_cmp) else {
            continue;
        };
        let cells = up * tall;
        let full = cells.floor() as u16;
        let style = sheet.theme.tone(layer.tone);
        let at = |up: u16| area.bottom().saturating_sub(1 + up);
        for row in 0..full.min(area.height) {
            let glyph = glyphs::bar(layer.tone, sheet.theme).to_string();
            sheet.put(area.x + column, at(row), &glyph, style);
        }
        let rest = cells - f64::from(full);
        if full < area.height && (rest > 0.06 || full == 0) {
            let glyph = glyphs::part_of_bar(layer.tone, rest, sheet.theme).to_string();
            sheet.put(area.x + column, at(full), &glyph, style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_at_whole_numbers_have_equal_widths() {
        let bars: Vec<_> = (1..=12)
            .map(|k| (f64::from(k), f64::from(k) + 0.4, 1.0))
            .collect();
        assert!(stand_apart(&bars));
        assert!(!stand_apart(&[(0.5, 0.52, 1.0), (0.52, 0.54, 3.0)]));
        let columns: Vec<_> = { bars }
            .into_iter()
            .map(|bar| (bar.0 * 5.8, bar.1 * 5.8, bar.2))
            .collect();
        for (bar, at) in equal_widths(columns.clone()).iter().zip(&columns) {
            assert_eq!((bar.1 - bar.0, bar.0.fract()), (2.0, 0.0));
            assert!((bar.0 + bar.1 - at.0 - at.1).abs() <= 1.0, "{bar:?} {at:?}");
        }
    }
}
