//! The status line: the last message, the progress of long work, or else the full name of the item
//! under the cursor, which lists have to truncate.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::state::tune::Focus;
use crate::app::{App, Page, Screen};
use crate::base::{DocNo, sanitise, units};
use crate::engine::{Progress, Stage};
use crate::typeset::figures;
use crate::ui::theme::{Role, Theme};

/// Draws the line.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let area = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        ..area
    };
    let room = usize::from(area.width);
    if let Some(notice) = app.notices.current(app.now) {
        let role = if notice.error {
            Role::Error
        } else {
            Role::Text
        };
        let text = figures::middle(&notice.text, room, theme.glyphs());
        frame.render_widget(Span::styled(text, theme.style(role)), area);
        return;
    }
    if app.reanalysis.pending() || app.reanalysis.progress.is_some() {
        frame.render_widget(trial(app, theme, room), area);
        return;
    }
    if let Some(progress) = &app.data.progress {
        frame.render_widget(stage(app, progress, theme, room), area);
        return;
    }
    if app.data.working() && app.data.collection.is_none() {
        frame.render_widget(
            Span::styled(theme.own("starting …"), theme.style(Role::Dim)),
            area,
        );
        return;
    }
    if let Some(wrong) = app
        .tune
        .wrong
        .as_ref()
        .filter(|_| app.screen() == Screen::Tune)
    {
        let text = figures::middle(&theme.own(wrong), room, theme.glyphs());
        frame.render_widget(Span::styled(text, theme.style(Role::Error)), area);
        return;
    }
    let taken = edited(app, theme, area, frame);
    if let Some(line) = under_cursor(app, room.saturating_sub(taken), theme) {
        frame.render_widget(Span::styled(line, theme.style(Role::Dim)), area);
    }
}

/// On screens without a top line, shows on the right that the corpus has changed since it was read;
/// returns the columns used.
fn edited(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) -> usize {
    let alone = matches!(app.screen(), Screen::Document | Screen::Compare);
    if !(app.data.edited && alone) {
        return 0;
    }
    let reload = app.keymap.label(crate::app::Command::Reload);
    let said = Span::styled(
        format!("edited since ({reload})"),
        theme.style(Role::Warning),
    );
    let width = (said.width() as u16).min(area.width);
    let right = Rect {
        x: area.right() - width,
        width,
        ..area
    };
    frame.render_widget(said, right);
    usize::from(width) + 2
}

/// The progress of a re-analysis; until it has begun, that of the work it waits for.
fn trial<'a>(app: &App, theme: &Theme, room: usize) -> Line<'a> {
    let head = Span::styled("new settings: ", theme.style(Role::Threshold));
    let left = room.saturating_sub(head.width());
    let mut line = match (&app.reanalysis.progress, &app.data.progress) {
        (Some(progress), _) => stage(app, progress, theme, left),
        (None, Some(progress)) if app.data.collection.is_none() => {
            stage(app, progress, theme, left)
        }
        _ => Line::styled(theme.own("beginning …"), theme.style(Role::Dim)),
    };
    line.spans.insert(0, head);
    line
}

/// One stage: name, bar, counts, rate and remaining time.
fn stage<'a>(app: &App, progress: &Progress, theme: &Theme, room: usize) -> Line<'a> {
    let dim = theme.style(Role::Dim);
    let dot = theme.glyphs().pick(" · ", " | ");
    let mut spans = vec![
        Span::styled(progress.stage.name(), theme.style(Role::Title)),
        Span::raw(" "),
    ];
    if let Some(fraction) = progress.fraction() {
        let cells = if room >= 100 { 20 } else { 10 };
        spans.push(Span::styled(
            bar(steady(app, progress, fraction), cells, theme),
            theme.style(Role::Bar),
        ));
        spans.push(Span::raw(" "));
    }
    if app.start.calm {
        // In calm mode only percentages in steps are shown, nothing that changes in between.
        let stop = app.keymap.label(crate::app::Command::Interrupt);
        let ends = if app.data.stopping {
            "stopping".to_owned()
        } else {
            format!("{stop} stops")
        };
        if progress.total > 0 {
            spans.push(Span::raw(format!("{} %", progress.tenths() * 10)));
        }
        spans.push(Span::styled(format!("{dot}{ends}"), dim));
        return Line::from(spans);
    }
    let counts = match progress.total {
        0 => units::count(progress.done),
        total => format!("{} of {}", units::count(progress.done), units::count(total)),
    };
    spans.push(Span::raw(counts));
    let mut rest = String::new();
    if progress.rate() >= 1.0 {
        rest += &format!("{dot}{}/s", units::count(progress.rate().round() as u64));
    }
    if progress.bytes > 0 && progress.elapsed.as_secs_f64() > 0.2 {
        let rate = progress.bytes as f64 / progress.elapsed.as_secs_f64();
        rest += &format!("{dot}{}/s", units::bytes(rate as u64));
    }
    if let Some(left) = progress.left() {
        let s = left.as_secs();
        rest += &format!("{dot}{}:{:02} left", s / 60, s % 60);
    }
    let stop = app.keymap.label(crate::app::Command::Interrupt);
    if app.data.stopping {
        rest += &format!("{dot}stopping");
    } else if progress.stage == Stage::FullText {
        rest += &format!("{dot}clusters are complete, {stop} stops");
    } else {
        rest += &format!("{dot}{stop} stops");
    }
    spans.push(Span::styled(rest, dim));
    let line = Line::from(spans);
    if line.width() <= room {
        return line;
    }
    // Drops the tail; the rest fits 40 columns.
    let mut line = line;
    line.spans.pop();
    line
}

/// The filled fraction of a bar; rounded down to tenths in calm mode.
fn steady(app: &App, progress: &Progress, fraction: f64) -> f64 {
    match app.start.calm {
        true => f64::from(progress.tenths()) / 10.0,
        false => fraction,
    }
}

/// A progress bar of `cells` cells, in eighths of a cell.
#[must_use]
pub fn bar(fraction: f64, cells: usize, theme: &Theme) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let fraction = fraction.clamp(0.0, 1.0);
    if theme.ascii() {
        let full = (fraction * cells as f64).floor() as usize;
        return format!("[{}{}]", "#".repeat(full), ".".repeat(cells - full));
    }
    let eighths = (fraction * cells as f64 * 8.0).floor() as usize;
    let (full, part) = (eighths / 8, EIGHTHS[eighths % 8]);
    let used = full + usize::from(!part.is_empty());
    format!("{}{part}{}", "█".repeat(full), "░".repeat(cells - used))
}

/// The two documents of the selected row, or the explanation of the selected slider if that is not
/// shown below the sliders.
fn tune(app: &App, room: usize, theme: &Theme) -> Option<String> {
    let tune = &app.tune;
    if tune.focus == Focus::Sliders {
        let beside = app.size.1 >= 34 && app.size.0 >= 72;
        let about = theme.own(tune.at.about());
        return (!beside).then(|| super::end_cut(&about, room, theme.glyphs()));
    }
    let collection = app.data.collection.as_ref()?;
    let (a, b) = tune.pair()?;
    (a.index() < collection.len() && b.index() < collection.len()).then(|| {
        let between = theme.glyphs().pick("  ⇄  ", "  =  ");
        let half = room.saturating_sub(5) / 2;
        let name = |doc: DocNo| figures::path(collection.id(doc), half, theme.glyphs());
        format!("{}{between}{}", name(a), name(b))
    })
}

fn under_cursor(app: &App, room: usize, theme: &Theme) -> Option<String> {
    let collection = app.data.collection.as_ref()?;
    if let Some(Page::Compare(state)) = app.pages.last() {
        let (a, b) = state.wanted();
        let between = theme.glyphs().pick("  ⇄  ", "  =  ");
        let half = room.saturating_sub(5) / 2;
        let name = |doc: DocNo| figures::path(collection.id(doc), half, theme.glyphs());
        return Some(format!("{}{between}{}", name(a), name(b)));
    }
    if let Some(Page::Tune) = app.pages.last() {
        return tune(app, room, theme);
    }
    if let Some(Page::Document(state)) = app.pages.last() {
        let place = collection.row(state.doc()).place.path()?;
        return Some(figures::path(
            &place.to_string_lossy(),
            room,
            theme.glyphs(),
        ));
    }
    let doc = match app.screen() {
        Screen::Clusters => app.clusters.document(app.data.clustering.as_ref()?)?,
        Screen::Search => app.search.selected()?,
        _ => return None,
    };
    let row = collection.row(doc);
    let id = sanitise::line(&row.id);
    let title = sanitise::line(&row.title);
    let both = if title.is_empty() || id.ends_with(&*title) {
        id.into_owned()
    } else {
        format!("{id}   {title}")
    };
    Some(if Span::raw(&*both).width() <= room {
        both
    } else {
        figures::path(&row.id, room, theme.glyphs())
    })
}
