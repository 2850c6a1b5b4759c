//! Who has the text at hand: every source that holds it, with the passage, as a panel of its own
//! where there is room.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::names::Named;
use crate::app::state::document::{DocAction, DocumentState};
use crate::base::units::{count, counted};
use crate::base::{Reason, sanitise};
use crate::typeset::{figures, wrap};
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::theme::Role;
use crate::ui::widgets::panel::PanelFrame;

/// Fewest columns of a name.
const NAME: u16 = 20;

/// Draws the panel; returns its click targets.
pub fn draw(
    state: &DocumentState,
    collection: &Named,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, DocAction)> {
    let theme = cx.theme;
    let framed = PanelFrame {
        title: theme.span(Role::Title, "Who has the text at hand").into(),
        foot: theme
            .span(Role::Dim, "Enter compares there, o takes the next")
            .into(),
        ..PanelFrame::default()
    };
    let inner = cx.panel(area, framed);
    let held = state.sources().zip(state.holding());
    let Some((view, (term, holding))) = held.filter(|(_, (_, holding))| !holding.is_empty()) else {
        cx.centred(inner, &[("No other text has it.", Role::Dim)]);
        return Vec::new();
    };
    let (quoted, rows) = area::split_top(inner, 1);
    let text = state.cursor().and_then(|cursor| view.text.get(cursor..));
    let text: String = text.into_iter().flat_map(|t| t.chars().take(200)).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = sanitise::line(&words.join(" ")).into_owned();
    let room = usize::from(quoted.width).saturating_sub(4);
    let end = wrap::row_end(&text, 0, text.len(), room);
    let quote = format!(" {} {}", text[..end].trim_end(), theme.glyphs().cut());
    cx.line(quoted, &Line::from(theme.span(Role::Dim, quote)));
    let mut targets = Vec::new();
    for ((source, at), line) in holding.into_iter().zip(rows.rows()) {
        let (doc, passage) = {
            let source = &view.sources.list[source];
            (source.doc, &source.passages[at])
        };
        let number = format!(
            " {:>1$}  ",
            source + 1,
            view.sources.list.len().to_string().len()
        );
        let from = passage.right.0 + term.saturating_sub(passage.left.0);
        let here = u64::from(passage.left.1 - passage.left.0);
        let kind = view.kind(source, at).map(Reason::of_passage);
        let tag = kind.map_or_else(String::new, |kind| format!("{kind}, "));
        let wordings = [
            format!(
                "{tag}{} here, {} the same, near word {} there",
                counted(here, "word", "words"),
                count(passage.same().into()),
                count(u64::from(from.min(passage.right.1 - 1)) + 1),
            ),
            format!("{tag}{}", counted(here, "word", "words")),
            kind.unwrap_or_default().to_owned(),
            String::new(),
        ];
        let after = number.len() as u16;
        let room = line.width.saturating_sub(after + 2);
        let told = wordings
            .into_iter()
            .find(|told| told.len() as u16 + NAME + 2 <= room || told.is_empty())
            .unwrap_or_default();
        let width = room.saturating_sub(told.len() as u16);
        let name = figures::path(collection.id(doc), width.into(), cx.glyphs);
        cx.words(line, &number, theme.source_sign(source));
        if Some(source) == state.chosen() {
            cx.cursor_mark(line, cx.style(Role::Key));
        }
        cx.words(
            area::right_from(line, line.x + after),
            &name,
            cx.style(Role::Text),
        );
        let x = line.right().saturating_sub(told.len() as u16 + 1);
        cx.words(area::right_from(line, x), &told, cx.style(Role::Dim));
        targets.push((line, DocAction::Choose(source)));
    }
    targets
}
