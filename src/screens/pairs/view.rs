//! The Pairs screen: a list of all pairs, and below it the texts of the selected pair, at their longest passage.

mod list;

use ratatui::layout::Rect;

use crate::app::App;
use crate::screens::compare::view::pair;
use crate::screens::pairs::state::PairsState;
use crate::ui::widgets::{decision, paint};
use crate::ui::{DrawContext, Role, area};

/// Passes the size of the preview to `list`. The screen fills `area`.
pub fn fit(list: &mut PairsState, area: Rect) {
    let [.., below] = parts(list, area);
    if let Some(preview) = list.preview.as_deref_mut() {
        pair::fit(preview, below);
    }
}

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let [top, row, below] = parts(&app.pair_list, area);
    list::draw(app, top, cx);
    if app.stale() || app.pair_list.arranging() {
        paint::dim(cx.theme, top, cx.frame.buffer_mut());
    }
    let preview = app.pair_list.preview().zip(app.data.named.as_ref());
    let Some((preview, named)) = preview.filter(|_| below.height > 0) else {
        return;
    };
    let undecided = || cx.theme.line(Role::Dim, "not decided yet");
    let decision = decision::line(app, cx.theme).unwrap_or_else(undecided);
    cx.line(area::indented(row), &decision);
    pair::draw(preview, named, below, cx);
}

/// Areas of the list, of the decision on the pair under the cursor, and of the preview. The last two are empty if the list
/// would have too few rows.
fn parts(list: &PairsState, area: Rect) -> [Rect; 3] {
    let below = match area.height {
        _ if list.is_empty() => 0,
        0..=13 => 0,
        14..=17 => 5,
        18..=25 => 8,
        26..=38 => 12,
        _ => 17,
    };
    let (list, below) = area::split_top(area, area.height - below);
    let (decision, preview) = area::split_top(below, u16::from(below.height > 0));
    [list, decision, preview]
}
