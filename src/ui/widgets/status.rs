//! The status line: the last message, the progress of long work, or else the full name of the item
//! under the cursor, which lists have to truncate.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::{App, Command, NamedDocuments, Page, Screen};
use crate::base::width::Width;
use crate::base::{DocNo, sanitise, units};
use crate::engine::{Progress, Stage};
use crate::screens::tune::state::TuneFocus;
use crate::typeset::{figures, names};
use crate::ui::phrases::out_of;
use crate::ui::widgets::paint;
use crate::ui::{LineWidth, Role, Theme, area};

/// Draws the line.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let area = area::indented(area);
    let room = usize::from(area.width);
    if let Some(line) = news(app, theme, room) {
        return paint::line(frame.buffer_mut(), area, &line);
    }
    let taken = edited(app, theme, area, frame);
    if let Some(text) = under_cursor(app, room.saturating_sub(taken), theme) {
        paint::line(frame.buffer_mut(), area, &theme.line(Role::Dim, text));
    }
}

/// The last message, the progress of long work, or the error in a typed value.
fn news<'a>(app: &App, theme: &Theme, room: usize) -> Option<Line<'a>> {
    let message = |role, text: &str| {
        let text = figures::middle(text, room, theme.glyphs());
        Some(theme.line(role, text))
    };
    let key = |command| app.keymap.label(command);
    if let Some(notice) = app.notices.current(app.now) {
        let role = if notice.error {
            Role::Error
        } else {
            Role::Text
        };
        return message(role, &notice.text);
    }
    let data = &app.data;
    let is_unread = data.collection.is_none() && data.incoming.is_none();
    // Other settings were requested, but no work is running, because the first reading was stopped or failed. The next
    // reading uses them.
    if is_unread && !data.working() && app.reanalysis.pending() {
        let reload = key(Command::Reload);
        let text = format!("no document was read; {reload} reads again");
        return message(Role::Warning, &text);
    }
    if app.reanalysis.pending() || app.reanalysis.progress.is_some() {
        return Some(reanalysis(app, theme, room));
    }
    if let Some(progress) = &data.progress {
        return Some(stage(app, progress, theme, room));
    }
    if let Some(report) = &data.writing {
        let stop = key(Command::Escape);
        let text = format!("writing {}; {stop} stops it", sanitise::line(report));
        return message(Role::Dim, &text);
    }
    if data.working() && data.collection.is_none() {
        return Some(theme.line(Role::Dim, theme.own("starting …")));
    }
    None
}

/// Shows on the right that masks are on (not in a lecture, which ignores them); on screens without a top line also that
/// the corpus has changed. Returns the used columns.
fn edited(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) -> usize {
    let alone = matches!(app.screen(), Screen::Document | Screen::Compare);
    let label = if app.data.edited && alone {
        let reload = app.keymap.label(Command::Reload);
        theme.span(Role::Warning, format!("edited since ({reload})"))
    } else if !app.reanalysis.shown.masks.is_empty() && app.screen() != Screen::Lecture {
        let masks = app.keymap.label(Command::Masks);
        theme.span(Role::Dim, format!("excluded ({masks})"))
    } else {
        return 0;
    };
    let width = (label.columns() as u16).min(area.width);
    let label_area = area::right_from(area, area.right() - width);
    paint::line(frame.buffer_mut(), label_area, &label.into());
    usize::from(width) + 2
}

/// The progress of a re-analysis; until it has begun, that of the work it waits for.
fn reanalysis<'a>(app: &App, theme: &Theme, room: usize) -> Line<'a> {
    let head = theme.span(Role::Threshold, "new settings: ");
    let left = room.saturating_sub(head.columns());
    let read = app.data.progress.as_ref();
    let read = read.filter(|_| app.data.collection.is_none());
    let mut line = match app.reanalysis.progress.as_ref().or(read) {
        Some(progress) => stage(app, progress, theme, left),
        None => theme.line(Role::Dim, theme.own("beginning …")),
    };
    line.spans.insert(0, head);
    line
}

/// One stage: name, bar, counts, rate and remaining time; in calm mode percentages in steps, nothing that changes in between.
fn stage<'a>(app: &App, progress: &Progress, theme: &Theme, room: usize) -> Line<'a> {
    let (dot, calm) = (theme.dot(), app.start.calm);
    let name = theme.span(Role::Title, progress.stage.name());
    let mut line = Line::from(vec![name, " ".into()]);
    if let Some(fraction) = progress.fraction() {
        let cells = if room >= 100 { 20 } else { 10 };
        let tenths = f64::from(progress.tenths()) / 10.0;
        let bar = bar(if calm { tenths } else { fraction }, cells, theme);
        line.push_span(theme.span(Role::Bar, bar));
        line.push_span(" ");
    }
    line.push_span(match progress.total {
        0 if calm => String::new(),
        0 => units::count(progress.done),
        _ if calm => format!("{} %", progress.tenths() * 10),
        total => out_of(progress.done, total),
    });
    let mut rest = Vec::new();
    if progress.rate() >= 1.0 && !calm {
        rest.push(format!(
            "{}/s",
            units::count(progress.rate().round() as u64)
        ));
    }
    if let Some(left) = progress.left().filter(|_| !calm) {
        let left = Duration::from_secs(left.as_secs().max(1));
        rest.push(format!("{} left", units::duration(left).replace(".00", "")));
    }
    if progress.stage == Stage::FullText && !app.data.stopping && !calm {
        rest.push("clusters are complete".to_owned());
    }
    rest.push(if app.data.stopping {
        "stopping".to_owned()
    } else {
        format!("{} stops", app.keymap.label(Command::Interrupt))
    });
    let columns = |rest: &[String]| -> usize {
        let parts = rest.iter().map(|part| dot.width() + part.width());
        parts.sum()
    };
    let shown = line.columns();
    while rest.len() > 1 && shown + columns(&rest) > room {
        rest.remove(0);
    }
    let rest: String = rest.iter().map(|part| format!("{dot}{part}")).collect();
    line.push_span(theme.span(Role::Dim, rest));
    line
}

/// A progress bar of `cells` cells.
fn bar(fraction: f64, cells: usize, theme: &Theme) -> String {
    let full = (fraction.clamp(0.0, 1.0) * cells as f64) as usize;
    let (done, rest) = theme.glyphs().pick(("█", "░"), ("#", "."));
    done.repeat(full) + &rest.repeat(cells - full)
}

/// The two documents of the selected row, or the explanation of the selected slider if that is not
/// shown below the sliders.
fn tune(app: &App, room: usize, theme: &Theme) -> Option<String> {
    let tune = &app.tune;
    if tune.focus == TuneFocus::Sliders {
        let beside = app.size.1 >= 34 && app.size.0 >= 72;
        let mut about = theme.own(tune.at.about());
        if about.width() > room {
            // Without the source.
            about.truncate(about.find(" [").unwrap_or(about.len()));
        }
        return (!beside).then(|| super::end_cut(&about, room, theme.glyphs()));
    }
    let collection = app.data.named.as_ref()?;
    pair(collection, tune.pair()?, room, theme)
}

/// The ids of two documents, each cut to half of `room`; `None` if the collection has them no more.
fn pair(
    collection: &NamedDocuments,
    (a, b): (DocNo, DocNo),
    room: usize,
    theme: &Theme,
) -> Option<String> {
    if a.index().max(b.index()) >= collection.len() {
        return None;
    }
    let between = theme.glyphs().pick("  ⇄  ", "  =  ");
    let half = room.saturating_sub(5) / 2;
    let ids = [collection.id(a), collection.id(b)];
    let [a, b] = names::apart(ids, [half; 2], theme.glyphs());
    Some(format!("{a}{between}{b}"))
}

fn under_cursor(app: &App, room: usize, theme: &Theme) -> Option<String> {
    if let Some(Page::Lecture(state)) = app.pages.last() {
        return Some(theme.own(&sanitise::line(&state.title)));
    }
    let collection = app.data.named.as_ref()?;
    let doc = match app.pages.last() {
        None => app.clusters.document(app.data.clustering.as_ref()?)?,
        Some(Page::Search) => app.search.selected()?,
        Some(Page::Compare(state)) => return pair(collection, state.wanted(), room, theme),
        Some(Page::Documents) => {
            let row = app.documents.selected()?;
            return pair(collection, (row.doc, row.best), room, theme);
        }
        Some(Page::Pairs) => return pair(collection, app.pair_list.pair()?, room, theme),
        Some(Page::Tune) => return tune(app, room, theme),
        Some(Page::Document(state)) if collection.hidden => {
            return Some(collection.id(state.doc).to_owned());
        }
        Some(Page::Document(state)) => {
            let row = collection.row(state.doc);
            let path = row.location.on_disk()?.to_string_lossy();
            return Some(figures::path(&path, room, theme.glyphs()));
        }
        _ => return None,
    };
    Some(figures::path(collection.id(doc), room, theme.glyphs()))
}
