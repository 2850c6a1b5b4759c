//! The settings dialog: a list of every setting that affects the results. The explanation of the
//! selected setting and its possible values are shown beside the list, or below it if there is no
//! room.

mod explain;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::dialog::Dialog;
use crate::app::{Action, App, Panel};
use crate::config::{AnalysisConfig, Setting};
use crate::ui::area;
use crate::ui::hit_map::HitMap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::{self, PanelFrame};
use crate::ui::widgets::{field, paint};

/// Dialog width in columns from which the explanation is shown beside the list.
const BESIDE: u16 = 96;
/// Width of the list in that layout.
const LIST: u16 = 50;
/// Rows reserved for the explanation below the list.
const BELOW: u16 = 8;
/// Column at which names begin; the marks of changes and the values follow.
const NAME: u16 = 3;
const CHANGED: u16 = 17;
const VALUE: u16 = 19;

/// Preferred columns and rows of the dialog.
pub fn size(dialog: &Dialog, area: Rect) -> (u16, u16) {
    if area.width >= BESIDE + 2 {
        // The list, a blank row above and below it, and the frame.
        (
            114.min(area.width - 2),
            items(&dialog.settings(), true).len() as u16 + 4,
        )
    } else {
        (BESIDE, area.height)
    }
}

/// A row of the list.
enum Item {
    Blank,
    Heading(&'static str),
    Row(usize, &'static Setting),
}

/// Draws the dialog.
pub fn draw(
    app: &App,
    dialog: &Dialog,
    theme: &Theme,
    place: Rect,
    frame: &mut Frame<'_>,
    hits: &mut HitMap,
) {
    let Some(draft) = dialog.draft.as_deref() else {
        return;
    };
    let rows = dialog.settings();
    let at = dialog.scroll.selected.min(rows.len() - 1);
    let inner = frame_of(app, draft, (at, rows.len()), theme, place.width).draw(
        frame.buffer_mut(),
        place,
        theme,
        theme.glyphs(),
    );
    if inner.width < 20 || inner.height < 3 {
        return;
    }
    let (list, about) = split(inner);
    let beside = about.y == list.y;
    let items = items(&rows, list.height > 18);
    let visible = usize::from(list.height);
    let under = items
        .iter()
        .position(|i| matches!(i, Item::Row(n, _) if *n == at));
    let from = match items.len() <= visible {
        true => 0,
        false => (under.unwrap_or(0).saturating_sub(visible / 2)).min(items.len() - visible),
    };
    hits.push_view(Panel::Dialog, 0, visible);
    for (y, item) in (list.y..list.bottom()).zip(&items[from..]) {
        let line = Rect {
            y,
            height: 1,
            ..list
        };
        match item {
            Item::Blank => {}
            Item::Heading(name) => {
                let heading = Line::styled(*name, theme.style(Role::Title));
                paint::line(frame.buffer_mut(), area::indented(line), &heading);
            }
            Item::Row(number, row) => {
                hits.push(line, Action::Row(Panel::Dialog, *number));
                let selected = (*number == at).then_some(dialog);
                setting(app, row, draft, selected, theme, line, frame);
            }
        }
    }
    let n = items.len() as f64;
    let extent = (from as f64 / n, (from + visible) as f64 / n);
    let bar = Rect {
        height: list.height + 2,
        ..place
    };
    panel::scrollbar(
        frame.buffer_mut(),
        bar,
        extent,
        theme.style(Role::Dim),
        theme.glyphs(),
    );
    if !beside && about.height > 0 {
        let rule = theme.glyphs().pick("─", "-").repeat(about.width.into());
        let buffer = frame.buffer_mut();
        paint::words(
            buffer,
            about.x,
            about.y,
            about.width,
            &rule,
            theme.style(Role::Border),
        );
        let name = format!(" {} ", theme.own(rows[at].name));
        let width = about.width.saturating_sub(2);
        paint::words(
            buffer,
            about.x + 2,
            about.y,
            width,
            &name,
            theme.style(Role::Title),
        );
    }
    let text = Rect {
        y: about.y + u16::from(!beside),
        height: about.height.saturating_sub(u16::from(!beside)),
        ..about
    };
    explain::explain(
        dialog,
        rows[at],
        beside,
        draft,
        theme,
        text,
        frame.buffer_mut(),
    );
}

fn frame_of<'a>(
    app: &App,
    draft: &AnalysisConfig,
    (at, of): (usize, usize),
    theme: &Theme,
    width: u16,
) -> PanelFrame<'a> {
    let dim = theme.style(Role::Dim);
    let changed = app.reanalysis.asked().changed(draft).count();
    let corner = match changed {
        0 => Line::styled("nothing changed yet", dim),
        n => Line::styled(format!("{n} changed"), theme.style(Role::Threshold)),
    };
    let foot = match app.reanalysis.asked().work_to(draft) {
        Some(work) => Line::from(vec![
            Span::styled("Enter", theme.style(Role::Key)),
            Span::styled(format!(" applies: {}", work.name()), dim),
        ]),
        None => Line::default(),
    };
    let long = width >= 60;
    let title = if long {
        "Settings that decide the figures"
    } else {
        "Settings"
    };
    PanelFrame {
        title: Line::styled(title, theme.style(Role::Title)),
        corner,
        foot,
        foot_corner: Line::styled(format!("{} of {of}", at + 1), dim),
        focused: true,
    }
}

/// Splits `inner` into the areas of the list and of the explanation.
fn split(inner: Rect) -> (Rect, Rect) {
    if inner.width + 2 >= BESIDE {
        let list = Rect {
            width: LIST,
            y: inner.y + 1,
            height: inner.height - 1,
            ..inner
        };
        let about = Rect {
            x: inner.x + LIST + 2,
            width: inner.width - LIST - 4,
            ..list
        };
        return (list, about);
    }
    let below = BELOW.min(inner.height / 2);
    let list = Rect {
        height: inner.height - below,
        ..inner
    };
    let about = Rect {
        x: inner.x + 1,
        y: list.bottom(),
        width: inner.width - 2,
        height: below,
    };
    (list, about)
}

fn items(rows: &[&'static Setting], airy: bool) -> Vec<Item> {
    let mut items = Vec::new();
    let mut group = "";
    for (number, row) in rows.iter().copied().enumerate() {
        if row.group != group {
            if airy && !items.is_empty() {
                items.push(Item::Blank);
            }
            items.push(Item::Heading(row.group));
            group = row.group;
        }
        items.push(Item::Row(number, row));
    }
    items
}

/// One setting: name, change mark, value and previous value.
fn setting(
    app: &App,
    row: &Setting,
    draft: &AnalysisConfig,
    selected: Option<&Dialog>,
    theme: &Theme,
    line: Rect,
    frame: &mut Frame<'_>,
) {
    let value = theme.own(&row.text(draft));
    let before = theme.own(&row.text(app.reanalysis.asked()));
    let changed = value != before;
    let automatic = row.automatic(draft, app.threshold);
    let glyphs = theme.glyphs();
    let room = |from: u16| line.width.saturating_sub(from);
    let buffer = frame.buffer_mut();
    if selected.is_some() {
        let mark = glyphs.pick("▸", ">");
        paint::words(buffer, line.x + 1, line.y, 1, mark, theme.style(Role::Key));
    }
    let plain = if changed {
        theme.style(Role::Threshold)
    } else {
        theme.style(Role::Text)
    };
    let name = if selected.is_some() {
        theme.style(Role::Exact)
    } else {
        theme.style(Role::Text)
    };
    let own = theme.own(row.name);
    paint::words(buffer, line.x + NAME, line.y, room(NAME), &own, name);
    if changed {
        paint::words(buffer, line.x + CHANGED, line.y, room(CHANGED), "*", plain);
    }
    if let Some(dialog) = selected.filter(|dialog| !dialog.line.text().is_empty()) {
        let place = Rect {
            x: line.x + VALUE + 2,
            width: line.width.saturating_sub(VALUE + 2).min(22),
            ..line
        };
        field::draw(&dialog.line, true, theme.style(Role::Exact), place, frame);
        return;
    }
    let (open, close) = glyphs.pick(("‹", "›"), ("<", ">"));
    let (text, style) = match selected {
        Some(_) => (
            format!("{open} {value} {close}"),
            theme.style(Role::Selected).bold(),
        ),
        None => (format!("  {value}  "), plain),
    };
    let x = paint::words(buffer, line.x + VALUE, line.y, room(VALUE), &text, style);
    // The previous value, or the value the program chooses where the setting is automatic.
    let was = match (changed, automatic) {
        (true, _) => format!("was {before}"),
        (false, Some(taken)) => theme.own(&row.print(&taken)),
        (false, None) => return,
    };
    let at = x + 1;
    let left = line.right().saturating_sub(at);
    if left >= paint::columns(&was) {
        paint::words(buffer, at, line.y, left, &was, theme.style(Role::Dim));
    }
}
