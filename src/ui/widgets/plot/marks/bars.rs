//! Bars with a resolution of an eighth of a cell.

use crate::plot::Layer;
use crate::ui::widgets::plot::glyphs;
use crate::ui::widgets::plot::sheet::Sheet;

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
