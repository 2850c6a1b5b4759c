//! What the other purpose would show, counted: a line above the panels.

use ratatui::layout::Rect;

use crate::app::data::Copied;
use crate::app::{App, Command};
use crate::base::units::{count, counted};
use crate::config::Purpose;
use crate::settings::Unit;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::{counting_copied, least_share};
use crate::ui::theme::Role;

/// Rows that the line takes: 1 if there is something to say and room for it. Where there are no clusters,
/// their panel says it.
pub fn height(app: &App, area: Rect) -> u16 {
    let clusters = app.data.clustering.as_ref();
    let any = clusters.is_some_and(|clusters| !clusters.clusters.is_empty());
    u16::from(area.height >= 12 && any && sentence(app).is_some())
}

/// Draws the line. It stands out where few documents are in clusters, beside those with copied text.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    if let Some(sentence) = sentence(app) {
        let role = if few(app) { Role::Title } else { Role::Dim };
        let inner = area::indented(area);
        let room = usize::from(inner.width);
        let short = (sentence.chars().count() > room)
            .then(|| in_short(app))
            .flatten();
        let text = figures::middle(&short.unwrap_or(sentence), room, cx.glyphs);
        cx.words(inner, &text, cx.style(role));
    }
}

/// The sentence; `None` until it is counted, or if there is nothing to show.
pub fn sentence(app: &App) -> Option<String> {
    if let Some(progress) = app.data.counting {
        let stop = app.keymap.label(Command::Escape);
        let far = counting_copied(progress, app.start.calm);
        return Some(format!("{far}; {stop} stops"));
    }
    let copied = app.data.copied.as_ref()?;
    let key = app.keymap.label(Command::SwitchPurpose);
    match app.reanalysis.shown().purpose {
        Purpose::NearDuplicates => {
            let shared = copied_text(copied, app.unit())?;
            Some(format!("{shared}: {key} shows them"))
        }
        Purpose::CopiedText => {
            let near = copied.text.near_duplicates.filter(|near| *near > 0)?;
            let at = figures::threshold(Purpose::NearDuplicates.threshold());
            let near = counted(
                near,
                "pair is a near-duplicate",
                "pairs are near-duplicates",
            );
            Some(format!("{near} at {at}: {key} shows them"))
        }
    }
}

/// The sentence for little room, where both kinds of pairs with copied text are counted: their sum.
fn in_short(app: &App) -> Option<String> {
    let copied = app.data.copied.as_ref()?;
    let near = app.reanalysis.shown().purpose == Purpose::NearDuplicates;
    if !near || app.data.counting.is_some() {
        return None;
    }
    let pairs = counted(
        (copied.sharing + copied.long) as u64,
        "pair has copied text",
        "pairs have copied text",
    );
    let key = app.keymap.label(Command::SwitchPurpose);
    Some(format!("{pairs}: {key} shows them"))
}

/// How many pairs have copied text, in words.
fn copied_text(copied: &Copied, unit: Unit) -> Option<String> {
    let Copied { sharing, long, .. } = *copied;
    let config = &copied.text.config;
    let share = least_share(config.share);
    let sharing_words = counted(sharing as u64, "pair shares", "pairs share");
    let long_words = counted(long as u64, "pair shares", "pairs share");
    let long_passage = format!(
        "a passage of {} or more",
        unit.counted(config.passage.into())
    );
    match (sharing, long) {
        (0, 0) => None,
        (_, 0) => Some(format!("{sharing_words} {share} of one text")),
        (0, _) => Some(format!("{long_words} {long_passage}")),
        (_, more) => {
            let more = count(more as u64);
            Some(format!(
                "{sharing_words} {share} of one text, {more} more share a long passage"
            ))
        }
    }
}

/// Whether fewer than half of the documents with copied text are in a cluster.
fn few(app: &App) -> bool {
    let clustered = app.data.clustering.as_ref().map_or(0, |c| c.clustered());
    let near = app.reanalysis.shown().purpose == Purpose::NearDuplicates;
    let copied = app
        .data
        .copied
        .as_ref()
        .map_or(0, |copied| copied.documents);
    near && 2 * clustered < copied
}
