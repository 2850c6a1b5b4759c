//! Drawing primitives that several screens use.

pub mod axis;
pub mod decision;
pub mod field;
pub mod filter_line;
pub mod hints;
pub mod name;
pub mod paint;
pub mod panel;
pub mod plot;
pub mod span_cursor;
pub mod status;
pub mod strip;
pub mod top_line;
pub mod tree;

use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use crate::similarity::Measure;
pub use crate::typeset::figures::end_cut;
use crate::ui::{DrawContext, Role, Theme, area};

/// One of the tabs of a screen below those of the top line. Brackets around the current one show it without colour.
pub fn tab<'a>(theme: &Theme, name: &str, is_current: bool) -> Span<'a> {
    if is_current {
        theme.span(Role::Title, format!("[{name}]"))
    } else {
        theme.span(Role::Dim, format!(" {name} "))
    }
}

/// Width in columns of the gutter of a text, with a blank before the text. Numbers are up to `most`; 1 stands for none.
pub fn gutter_width(most: u32) -> u16 {
    let digits = if most > 1 {
        most.ilog10() as u16 + 1
    } else {
        0
    };
    digits + 3
}

/// Draws into the row `gutter` the bar beside lit text, and a number behind it. The first column is for the cursor.
pub fn bar(
    gutter: Rect,
    style: Style,
    number: Option<(usize, Style)>,
    cx: &mut DrawContext<'_, '_>,
) {
    let style = style.remove_modifier(Modifier::UNDERLINED);
    let bar_area = area::right_from(gutter, gutter.x + 1);
    let end = cx.words(bar_area, cx.glyphs.pick("▎", "|"), style);
    if let Some((number, style)) = number {
        cx.words(area::right_from(gutter, end), &number.to_string(), style);
    }
}

/// The name of a measure within a sentence.
pub fn measure(measure: Measure) -> &'static str {
    match measure {
        Measure::Jaccard => "Jaccard",
        other => other.name(),
    }
}

/// A similarity with two decimals, or with three if rounding would move it to the other side of `threshold`: .806
/// beside .81. Only exactly 1 is written as 1, and only exactly 0 as 0.
pub fn two_beside(value: f64, threshold: f64) -> String {
    let hundredths = (value.clamp(0.0, 1.0) * 100.0).round() as u32;
    let hundredths = hundredths.clamp(u32::from(value > 0.0), 99 + u32::from(value >= 1.0));
    let reaches = value >= threshold;
    if (f64::from(hundredths) / 100.0 >= threshold - 1e-9) != reaches {
        let thousandths = value * 1000.0;
        let thousandths = if reaches {
            (thousandths - 1e-9).ceil().min(999.0)
        } else {
            (thousandths + 1e-9).floor()
        };
        return format!(".{thousandths:03}");
    }
    match hundredths {
        100 => "1.00".to_owned(),
        hundredths => format!(".{hundredths:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::two_beside;

    #[test]
    fn a_figure_is_on_the_side_of_the_threshold_that_its_value_is_on() {
        for (value, threshold, shown) in [
            (0.7996, 0.8, ".799"),
            (0.8, 0.8, ".80"),
            (0.7996, 0.7, ".80"),
            (0.806, 0.80, ".81"),
            (0.806, 0.81, ".806"),
            (0.9999, 1.0, ".99"),
            (1.0, 1.0, "1.00"),
            (0.0001, 0.5, ".01"),
            (0.0, 0.5, ".00"),
        ] {
            assert_eq!(two_beside(value, threshold), shown);
        }
        for value in 0..=2000_u32 {
            let value = f64::from(value) / 2000.0;
            for threshold in 1..=1000_u32 {
                let threshold = f64::from(threshold) / 1000.0;
                let shown = two_beside(value, threshold);
                let read: f64 = shown.parse().unwrap();
                let reaches = read >= threshold - 1e-9;
                assert_eq!(reaches, value >= threshold, "{value} {threshold} {shown}");
                assert!(shown.len() <= 4);
            }
        }
    }
}
