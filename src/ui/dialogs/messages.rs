//! The message log, newest first.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::dialog::Dialog;
use crate::app::{App, Panel};
use crate::base::{sanitise, units};
use crate::typeset::wrap;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, Panel as Framed};

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let len = app.notices.history().len();
    let at = match len {
        0 => String::new(),
        n => format!("{} of {n}", dialog.scroll.selected.min(n - 1) + 1),
    };
    let inner = Framed {
        title: Line::styled("Messages", theme.style(Role::Title)),
        foot_corner: Line::styled(at, theme.style(Role::Dim)),
        focused: true,
        ..Framed::default()
    }
    .draw(frame.buffer_mut(), place, theme, theme.glyphs());
    hits.push_view(
        Panel::Dialog,
        dialog.scroll.selected,
        usize::from(inner.height),
    );
    if len == 0 {
        panel::centred(
            frame.buffer_mut(),
            inner,
            &[("Nothing was said yet.", theme.style(Role::Dim))],
        );
        return;
    }
    let width = usize::from(inner.width).saturating_sub(12).max(8);
    let mut y = inner.y;
    for notice in app.notices.history().skip(dialog.scroll.selected) {
        let text = sanitise::line(&notice.text);
        let starts = wrap::row_starts(&text, 0, text.len(), width);
        for (i, start) in starts.iter().enumerate() {
            if y >= inner.bottom() {
                return;
            }
            let end = starts.get(i + 1).copied().unwrap_or(text.len());
            let time = if i == 0 {
                units::duration(notice.at)
            } else {
                String::new()
            };
            let role = if notice.error {
                Role::Error
            } else {
                Role::Text
            };
            let line = Line::from(vec![
                Span::styled(format!(" {time:>8}  "), theme.style(Role::Dim)),
                Span::styled(text[*start..end].to_owned(), theme.style(role)),
            ]);
            frame.buffer_mut().set_line(inner.x, y, &line, inner.width);
            y += 1;
        }
    }
}
