//! The first screen: list of clusters on the left, the selected cluster on the right, the histogram
//! of pair similarities below. Wide terminals add a third column for the selected document; narrow
//! ones show one panel at a time.

mod details;
mod empty;
mod list;
mod matrix;
mod members;
mod notes;
mod pairs;

use ratatui::Frame;
use ratatui::layout::Rect;

use crate::app::state::clusters::Focus;
use crate::app::{App, NARROW, WIDE};
use crate::ui::hit_map::HitMap;
use crate::ui::theme::Theme;
use crate::ui::widgets::paint;

/// Draws the screen.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>, hits: &mut HitMap) {
    let pairs = pairs_height(app, area);
    let top = Rect {
        height: area.height - pairs,
        ..area
    };
    let bottom = Rect {
        y: area.y + top.height,
        height: pairs,
        ..area
    };
    if area.width < NARROW {
        match app.clusters.focus {
            Focus::List => list::draw(app, theme, top, frame, hits),
            Focus::Members => members::draw(app, theme, top, frame, hits),
        }
    } else {
        let (left, middle, right) = columns(top);
        list::draw(app, theme, left, frame, hits);
        members::draw(app, theme, middle, frame, hits);
        if right.width > 0 {
            details::draw(app, theme, right, frame);
        }
    }
    if app.stale() {
        paint::dim(theme, top, frame.buffer_mut());
    }
    if pairs > 0 {
        pairs::draw(app, theme, bottom, frame, hits);
        if app.at_other_settings() {
            paint::dim(theme, bottom, frame.buffer_mut());
        }
    }
}

fn columns(area: Rect) -> (Rect, Rect, Rect) {
    let (left, right) = if area.width >= WIDE {
        (area.width * 36 / 100, area.width * 25 / 100)
    } else {
        (area.width * 50 / 100, 0)
    };
    let middle = area.width - left - right;
    (
        Rect {
            width: left,
            ..area
        },
        Rect {
            x: area.x + left,
            width: middle,
            ..area
        },
        Rect {
            x: area.x + left + middle,
            width: right,
            ..area
        },
    )
}

/// Height of the histogram in rows; 0 if the list would be left with too few.
fn pairs_height(app: &App, area: Rect) -> u16 {
    if app.data.pairs.is_none() {
        return 0;
    }
    match area.height {
        0..=17 => 0,
        18..=25 => 6,
        26..=38 => 8,
        _ => 11,
    }
}

/// A similarity in four columns: `1.00` or ` .97`. Only the value 1 is written as 1.
#[must_use]
pub fn two(value: f64) -> String {
    let hundredths = (value.clamp(0.0, 1.0) * 100.0).round() as u32;
    match hundredths {
        100 if value >= 1.0 => "1.00".into(),
        100 => " .99".into(),
        0 if value > 0.0 => " .01".into(),
        h => format!(" .{h:02}"),
    }
}

/// Like [`two`], but a value below `threshold` is never rounded up to it.
#[must_use]
pub fn two_beside(value: f64, threshold: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    if value < threshold && rounded >= threshold {
        return two((value * 100.0).floor() / 100.0);
    }
    two(value)
}

#[cfg(test)]
mod tests {
    use super::{two, two_beside};

    #[test]
    fn what_lies_below_the_threshold_does_not_look_as_if_it_reached_it() {
        assert_eq!(two_beside(0.7996, 0.8), " .79");
        assert_eq!(two_beside(0.8, 0.8), " .80");
        assert_eq!(two_beside(0.7996, 0.7), " .80");
    }

    #[test]
    fn only_one_is_written_as_one() {
        assert_eq!(two(1.0), "1.00");
        assert_eq!(two(0.9999), " .99");
        assert_eq!(two(0.6), " .60");
        assert_eq!(two(0.0001), " .01");
        assert_eq!(two(0.0), " .00");
    }
}
