//! The third column of wide terminals: facts about the selected document and the beginning of its
//! text.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::base::units::bytes;
use crate::base::{DocNo, sanitise};
use crate::collection::Collection;
use crate::corpus::{Kind, Place};
use crate::typeset::figures;
use crate::typeset::wrap;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::paint;
use crate::ui::widgets::panel::Panel as Framed;

/// Draws the panel.
pub fn draw(app: &App, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    let clustering = app.data.clustering.as_deref();
    let doc = clustering.and_then(|c| app.clusters.document(c));
    let (Some(collection), Some(doc)) = (app.data.collection.as_deref(), doc) else {
        let title = Line::styled("Document", theme.style(Role::Dim));
        Framed {
            title,
            ..Framed::default()
        }
        .draw(frame.buffer_mut(), area, theme, theme.glyphs());
        return;
    };
    let room = usize::from(area.width).saturating_sub(6);
    let title = figures::path(collection.id(doc), room, theme.glyphs());
    let title = Line::styled(title, theme.style(Role::Title));
    let inner = Framed {
        title,
        ..Framed::default()
    }
    .draw(frame.buffer_mut(), area, theme, theme.glyphs());
    let inner = Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    };
    let facts = facts(
        collection,
        doc,
        usize::from(inner.width).saturating_sub(10),
        theme,
    );
    let mut y = inner.y;
    for (label, value) in &facts {
        if y >= inner.bottom() {
            return;
        }
        let line = Line::from(vec![
            Span::styled(format!("{label:<10}"), theme.style(Role::Dim)),
            Span::raw(value.clone()),
        ]);
        frame.buffer_mut().set_line(inner.x, y, &line, inner.width);
        y += 1;
    }
    y += 1;
    let known = app.data.document.as_ref().filter(|v| v.doc == doc);
    if let Some(view) = known {
        beginning(
            &view.text,
            theme,
            Rect {
                y,
                height: inner.bottom().saturating_sub(y),
                ..inner
            },
            frame,
        );
    }
}

fn facts(
    collection: &Collection,
    doc: DocNo,
    width: usize,
    theme: &Theme,
) -> Vec<(&'static str, String)> {
    let row = collection.row(doc);
    let unit = collection.settings().normalisation.unit;
    let mut facts = vec![
        ("title", figures::middle(&row.title, width, theme.glyphs())),
        ("length", unit.counted(collection.terms(doc).len() as u64)),
        ("size", bytes(row.bytes)),
        (
            "encoding",
            figures::middle(&row.encoding.to_string(), width, theme.glyphs()),
        ),
    ];
    match row.kind {
        Kind::Plain => {}
        Kind::Html => facts.push(("read as", "visible text of HTML".into())),
        Kind::JsonRow => facts.push(("read as", "row of JSON Lines".into())),
    }
    let place = match &row.place {
        Place::File(path) => path.to_string_lossy().into_owned(),
        Place::Row { path, line, .. } => format!("{}:{line}", path.to_string_lossy()),
        Place::Demo(_) | Place::DemoRow(..) => "inside the program".into(),
    };
    facts.push(("place", figures::path(&place, width, theme.glyphs())));
    facts
}

/// Draws the first lines of the text, as many as fit.
fn beginning(text: &str, theme: &Theme, area: Rect, frame: &mut Frame<'_>) {
    if area.height == 0 || area.width < 8 {
        return;
    }
    let mut y = area.y;
    for line in text.lines().take(usize::from(area.height)) {
        // Limits the work on very long lines to what can be shown.
        let most = usize::from(area.width) * usize::from(area.height) * 4;
        let mut end = line.len().min(most);
        while !line.is_char_boundary(end) {
            end -= 1;
        }
        let line = sanitise::line(line[..end].trim_end());
        let starts = wrap::row_starts(&line, 0, line.len(), area.width.into());
        for (i, start) in starts.iter().enumerate() {
            if y >= area.bottom() {
                return;
            }
            let end = starts.get(i + 1).copied().unwrap_or(line.len());
            paint::words(
                frame.buffer_mut(),
                area.x,
                y,
                area.width,
                &line[*start..end],
                theme.style(Role::Text),
            );
            y += 1;
        }
    }
}
