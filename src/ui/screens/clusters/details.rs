//! The third column of wide terminals: facts about the selected document.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::app::names::Named;
use crate::base::DocNo;
use crate::base::units::bytes;
use crate::corpus::Kind;
use crate::corpus::formats::Format;
use crate::corpus::packing::SEPARATOR;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::panel::PanelFrame;

/// Rows of the panel.
pub const HEIGHT: u16 = 8;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let clustering = app.data.clustering.as_deref();
    let doc = clustering.and_then(|c| app.clusters.document(c));
    let shown = app.data.named.as_ref().zip(doc);
    let room = usize::from(area.width).saturating_sub(6);
    let title = match shown {
        Some((collection, doc)) => {
            let title = figures::path(collection.id(doc), room, cx.glyphs);
            cx.theme.line(Role::Title, title)
        }
        None => cx.theme.line(Role::Dim, "Document"),
    };
    let framed = PanelFrame {
        title,
        ..PanelFrame::default()
    };
    let inner = area::indented(cx.panel(area, framed));
    let Some((collection, doc)) = shown else {
        return;
    };
    let room = usize::from(inner.width).saturating_sub(10);
    let facts = facts(collection, doc, room, cx.theme);
    cx.lines(inner, &facts);
}

fn facts<'a>(collection: &Named, doc: DocNo, width: usize, theme: &Theme) -> Vec<Line<'a>> {
    let row = collection.row(doc);
    let unit = collection.settings().normalisation.unit;
    let cut = |text: &str| figures::middle(text, width, theme.glyphs());
    let kind = match row.kind {
        Kind::Plain => None,
        Kind::Html => Some("visible text of HTML"),
        Kind::JsonRow => Some("row of JSON Lines"),
        Kind::TableRow => Some("row of a table"),
        Kind::Extracted(format) => Some(format.name()),
    };
    let place = match row.place.on_disk() {
        Some(path) => {
            let member = match row.place.member {
                "" => String::new(),
                member => [SEPARATOR, member].concat(),
            };
            let line = match row.place.row.line {
                0 => String::new(),
                line if row.place.form().format == Format::Warc => format!(", record {line}"),
                line => format!(":{line}"),
            };
            [&*path.to_string_lossy(), &member, &line].concat()
        }
        None => "inside the program".into(),
    };
    let shown = !collection.hidden();
    let facts = [
        ("title", shown.then(|| cut(row.title))),
        (
            "length",
            Some(unit.counted(collection.terms(doc).len() as u64)),
        ),
        ("size", Some(bytes(row.bytes))),
        ("encoding", Some(cut(&row.encoding.to_string()))),
        ("read as", kind.map(str::to_owned)),
        (
            "place",
            shown.then(|| figures::path(&place, width, theme.glyphs())),
        ),
    ];
    let line = |(label, value): (&str, Option<String>)| {
        let label = theme.span(Role::Dim, format!("{label:<10}"));
        Some(Line::from(vec![label, Span::raw(value?)]))
    };
    facts.into_iter().filter_map(line).collect()
}
