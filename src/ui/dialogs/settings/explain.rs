//! The explanation of a setting: its effect, the validation error of the typed value and the
//! possible values.

use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::app::dialog::Dialog;
use crate::config::table::BANDS;
use crate::config::{AnalysisConfig, Setting, Value};
use crate::typeset::wrap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint::LineWidth;

/// Lines that explain the selected setting: its effect, the validation error and the possible
/// values; under its name if `titled`.
pub fn lines(
    dialog: &Dialog,
    row: &Setting,
    titled: bool,
    draft: &AnalysisConfig,
    theme: &Theme,
    area: Rect,
) -> Vec<Line<'static>> {
    let (text, dim) = (theme.style(Role::Text), theme.style(Role::Dim));
    let width = usize::from(area.width);
    let mut lines = Vec::new();
    if titled {
        lines.push(Line::styled(theme.own(row.name), theme.style(Role::Title)));
    }
    if let Some(wrong) = &dialog.wrong {
        lines.extend(wrapped(wrong, width, theme.style(Role::Error)));
    }
    lines.extend(wrapped(&theme.own(row.about), width, text));
    let values = row.values(draft);
    let now = row.value(draft);
    let told = values.iter().any(|value| !row.meaning(value).is_empty());
    let left = usize::from(area.height).saturating_sub(lines.len());
    let list = told.then(|| listed(row, &values, &now, width, theme));
    match list {
        Some(list) => {
            if list.len() < left {
                lines.push(Line::default());
            }
            if list.len() <= left {
                lines.extend(list);
            } else {
                // Describes only the chosen value and lists the names of the others.
                let about = format!("{}: {}", row.print(&now), theme.own(&row.meaning(&now)));
                lines.extend(wrapped(&about, width, theme.style(Role::Exact)));
                let others = values.iter().filter(|v| **v != now);
                let others: Vec<String> = others.map(|value| row.print(value)).collect();
                let others = format!("or {}", others.join(", "));
                lines.extend(wrapped(&others, width, dim));
            }
        }
        None => {
            if left > 4 {
                lines.push(Line::default());
            }
            let names: Vec<String> = values.iter().map(|value| row.print(value)).collect();
            lines.extend(run(&names, &row.print(&now), width, theme));
            if row.typed() {
                let how = if *row == BANDS {
                    "or type them, like 20x10"
                } else {
                    "or type a number"
                };
                lines.push(Line::styled(how, dim));
            }
        }
    }
    lines
}

/// `text` wrapped into lines of `width` columns.
fn wrapped<'a>(text: &str, width: usize, style: Style) -> Vec<Line<'a>> {
    let rows = wrap::rows(text, width.max(8)).into_iter();
    rows.map(|row| Line::styled(row.trim_end().to_owned(), style))
        .collect()
}

/// Each value with its description; the current one is marked.
fn listed<'a>(
    row: &Setting,
    values: &[Value],
    now: &Value,
    width: usize,
    theme: &Theme,
) -> Vec<Line<'a>> {
    let widths = values.iter().map(|value| row.print(value).width());
    let column = widths.max().unwrap_or(0) + 4;
    let mut lines = Vec::new();
    for value in values {
        let (mark, role) = if value == now {
            (theme.glyphs().pick("▸ ", "> "), Role::Exact)
        } else {
            ("  ", Role::Text)
        };
        let mut name = format!("{mark}{}", row.print(value));
        let about = theme.own(&row.meaning(value));
        let room = width.saturating_sub(column);
        for part in wrapped(&about, room, theme.style(Role::Dim)) {
            let name = theme.span(role, format!("{:<column$}", std::mem::take(&mut name)));
            let about = Span::styled(part.to_string(), part.style);
            lines.push(Line::from(vec![name, about]));
        }
    }
    lines
}

/// Values without descriptions, in running text.
fn run<'a>(values: &[String], now: &str, width: usize, theme: &Theme) -> Vec<Line<'a>> {
    let mut lines = vec![Line::default()];
    for value in values {
        let style = if value == now {
            theme.style(Role::Exact).underlined()
        } else {
            theme.style(Role::Dim)
        };
        let used = lines.last().map_or(0, LineWidth::columns);
        if used > 0 && used + value.width() > width {
            lines.push(Line::default());
        }
        if let Some(line) = lines.last_mut() {
            line.spans.push(Span::styled(theme.own(value), style));
            line.spans.push(Span::raw("   "));
        }
    }
    lines
}
