//! The Documents screen: a row a document with copied text, worst first.

use ratatui::layout::Rect;

use crate::app::names::Named;
use crate::app::{Action, App, Panel};
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::base::{DocNo, sanitise};
use crate::engine::disguised;
use crate::evidence::CopiedDocument;
use crate::evidence::sources::percent;
use crate::review::DecisionTarget;
use crate::typeset::names;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::list::VisibleRows;
use crate::ui::phrases::{counting_copied, disguise_sign, documents, out_of, position};
use crate::ui::theme::Role;
use crate::ui::widgets::decision;
use crate::ui::widgets::panel::PanelFrame;

/// Columns of the mark of the cursor.
const MARK: u16 = 2;
/// Columns of the share that is found elsewhere, with blanks behind.
const SHARE: u16 = 9;
/// Columns of the share that the best source has, and of the number of pairs, with blanks before.
const HOLDS: u16 = 7;
/// Columns of the decisions in words, with blanks before, and fewer of them.
const DECIDED: u16 = 26;
const FEW: u16 = 15;
/// Width from which there are the number of pairs and the decisions, and from which these have all columns.
const WIDE: u16 = 72;
const WIDER: u16 = 100;

/// Draws the screen.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let theme = cx.theme;
    let rows = app.documents.rows();
    let mut framed = PanelFrame {
        title: theme.line(Role::Title, "Documents with copied text"),
        corner: theme.line(Role::Dim, "most found elsewhere first"),
        focused: true,
        ..PanelFrame::default()
    };
    if !rows.is_empty() {
        framed.foot_corner = theme.line(
            Role::Dim,
            position(app.documents.scroll.selected, rows.len()),
        );
        framed.foot = theme.line(
            Role::Dim,
            "counted: words that are the same in passages of its pairs",
        );
    }
    let inner = cx.panel(area, framed);
    hits.push_wheel(area, Wheel::Panel(Panel::Documents));
    let data = app.data.named.as_ref().zip(app.data.copied.as_ref());
    let data = data.filter(|(_, copied)| app.documents.is_of(&copied.text));
    let disguised = data.and_then(|(collection, _)| disguised(app, collection));
    let Some((collection, copied)) = data.filter(|_| !rows.is_empty()) else {
        let sentences = [empty(app), disguised].into_iter().flatten();
        return cx.explain_empty(inner, &sentences.collect::<Vec<_>>());
    };
    let (sentence, inner) = area::split_top(inner, 2);
    let short = format!(
        "{} are in the {} of Copied text.",
        share_of(rows.len(), collection.len()),
        counted(copied.text.pairs.len() as u64, "pair", "pairs")
    );
    let long = format!("{short} One that is opened lists shorter passages too.");
    let text = if long.width() < inner.width.into() {
        long
    } else {
        short
    };
    cx.words(area::indented(sentence), &text, cx.style(Role::Text));
    if let Some(disguised) = disguised {
        let warning_area = area::indented(area::below_from(sentence, sentence.y + 1));
        cx.words(warning_area, &disguised, cx.style(Role::Warning));
    }
    let decided = app.data.collection.as_ref();
    let decided = decided.is_some_and(|collection| app.decisions.any(collection))
        || rows.iter().any(|row| !row.only.is_empty());
    let places = Places::new(inner, decided);
    let (head, inner) = area::split_top(inner, 1);
    heads(head, &places, cx);
    let (scroll, height) = (&app.documents.scroll, usize::from(inner.height));
    let visible = VisibleRows::new(Panel::Documents, scroll, height, rows.len(), hits);
    let shown = rows.iter().enumerate().skip(visible.from);
    let shown: Vec<(usize, &CopiedDocument)> = shown.take(height).collect();
    let last = shown.iter().map(|(_, row)| row.doc.max(row.best)).max();
    if last.is_none_or(|doc| doc.index() >= collection.len()) {
        return;
    }
    let names = |document: fn(&CopiedDocument) -> DocNo| {
        let rows = shown.iter().map(|(_, row)| collection.id(document(row)));
        rows.collect::<Vec<&str>>()
    };
    let names = [names(|row| row.doc), names(|row| row.best)];
    for (n, (row_area, (at, row))) in inner.rows().zip(shown).enumerate() {
        line(app, (&names, n), row, row_area, &places, cx);
        if at == scroll.selected {
            cx.cursor_mark(row_area, cx.style(Role::Key));
            cx.select(row_area, true);
        }
        hits.push(row_area, Action::Row(Panel::Documents, at));
    }
    cx.scrollbar(area, visible.extent());
}

/// Names the disguised documents, whatever they share; `None` if there is none.
fn disguised(app: &App, collection: &Named) -> Option<String> {
    let documents = app.data.disguised.as_ref()?.documents.iter();
    let names = documents.filter(|(doc, _)| doc.index() < collection.len());
    let names: Vec<&str> = names.map(|(doc, _)| collection.id(*doc)).collect();
    let sentence = disguised::sentence(names.iter().copied());
    (!names.is_empty()).then(|| sanitise::line(&sentence).into_owned())
}

/// `60 of 100 documents`.
fn share_of(some: usize, all: usize) -> String {
    if some == all {
        format!("All {}", documents(all))
    } else {
        format!("{} documents", out_of(some as u64, all as u64))
    }
}

/// First column on the screen and width of each column.
struct Places {
    names: [(u16, u16); 2],
    holds: u16,
    /// The number of pairs; `None` where there is no room.
    pairs: Option<u16>,
    /// The decisions; no width where there is none.
    decided: (u16, u16),
}

impl Places {
    fn new(inner: Rect, is_decided: bool) -> Self {
        let is_wide = inner.width >= WIDE;
        let decided = match is_wide && is_decided {
            false => 0,
            true if inner.width >= WIDER => DECIDED,
            true => FEW,
        };
        let counts = if is_wide { HOLDS + decided } else { 0 };
        let left = inner.x + MARK + SHARE;
        let room = inner.right().saturating_sub(left + HOLDS + counts + 2);
        let (first, second) = (room.div_ceil(2), room / 2);
        let holds = left + first + 2 + second;
        Places {
            names: [(left, first), (left + first + 2, second)],
            holds,
            pairs: is_wide.then_some(holds + HOLDS),
            decided: (holds + 2 * HOLDS + 2, decided.saturating_sub(2)),
        }
    }
}

fn heads(row: Rect, places: &Places, cx: &mut DrawContext<'_, '_>) {
    let [first, second] = places.names;
    let figure = |x| (x, HOLDS);
    for ((x, width), text) in [
        ((row.x + MARK, SHARE), "  found"),
        (first, "document"),
        (second, "best source"),
        (figure(places.holds), "    has"),
        (places.pairs.map_or((0, 0), figure), "  pairs"),
        (places.decided, "decided"),
    ] {
        cx.words(area::columns(row, x, width), text, cx.style(Role::Dim));
    }
}

/// Draws a row; `names` are those of all rows in sight, of which this is the n-th.
fn line(
    app: &App,
    (names, n): (&[Vec<&str>; 2], usize),
    row: &CopiedDocument,
    area: Rect,
    places: &Places,
    cx: &mut DrawContext<'_, '_>,
) {
    let (text, dim) = (cx.style(Role::Text), cx.style(Role::Dim));
    let share = format!("{:>7}", percent(row.share()));
    let at = area::columns(area, area.x + MARK, SHARE);
    cx.words(at, &share, cx.style(Role::Exact));
    let sign = disguise_sign(cx.glyphs);
    let documents = [row.doc, row.best].into_iter().zip(places.names);
    for ((doc, (x, width)), ids) in documents.zip(names) {
        let mut at = area::columns(area, x, width);
        if app.data.is_disguised(doc) {
            let end = cx.words(at, sign, cx.style(Role::Warning));
            at = area::columns(at, end, at.right().saturating_sub(end));
        }
        let width = usize::from(at.width);
        let parts = ids[n].rsplit_once('/');
        let parts = parts.map(|(folder, name)| [name, folder].map(sanitise::line));
        match parts.filter(|[name, folder]| name.width() + 2 + folder.width() <= width) {
            Some([name, folder]) => {
                let end = cx.words(at, &format!("{name}  "), text);
                cx.words(area::right_from(at, end), &folder, dim);
            }
            None => drop(cx.words(at, &names::among(ids, n, width, cx.glyphs), text)),
        }
    }
    let figure = |figure: &str| format!("{figure:>7}");
    let has = figure(&percent(row.best_share()));
    cx.words(area::columns(area, places.holds, HOLDS), &has, text);
    if let Some(x) = places.pairs {
        let pairs = figure(&count(row.documents.into()));
        cx.words(area::columns(area, x, HOLDS), &pairs, text);
    }
    let seen = app.data.collection.as_ref();
    let seen = seen.and_then(|c| app.decisions.seen(c, &DecisionTarget::Document(row.doc)));
    let own = seen.map_or("", |seen| decision::sign(seen.mark, cx.glyphs));
    let decisions = row.decisions();
    let signs = [own, &decisions, row.only].into_iter();
    let signs: Vec<&str> = signs.filter(|sign| !sign.is_empty()).collect();
    let (x, width) = places.decided;
    cx.words(area::columns(area, x, width), &signs.join(" "), text);
}

/// Why no document is listed.
fn empty(app: &App) -> Option<String> {
    Some(match (&app.data.copied, app.data.counting) {
        (Some(copied), _) if copied.text.pairs.is_empty() => {
            "No two documents share enough text to be listed.".to_owned()
        }
        (_, Some(progress)) => format!("{} …", counting_copied(progress, app.start.calm)),
        _ if app.nothing_read() => "No document was read.".to_owned(),
        _ => "Listing the documents …".to_owned(),
    })
}
