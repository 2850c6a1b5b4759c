//! The documents that share text with this one as a table: number, words, share, what each adds, longest passage, name, and
//! where in the text the words of each lie.

use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::app::names::Named;
use crate::base::units::count;
use crate::engine::message::SourcesView;
use crate::evidence::TextSource;
use crate::evidence::sources::percent;
use crate::screens::document::state::{DocAction, DocumentState, Panel};
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::list::VisibleRows;
use crate::ui::phrases::{documents, position};
use crate::ui::theme::Role;
use crate::ui::widgets::paint::LineWidth;
use crate::ui::widgets::panel::PanelFrame;

/// Headings of the figures. The last is the number of further documents with the words of a row, where they
/// are so many that a reader must know.
const HEADS: [&str; 5] = ["words", "share", "adds", "longest", "also in"];

/// Fewest columns of a name, and of the ruler beside it.
const NAME: u16 = 16;
const RULER: u16 = 10;

/// Headings of the ruler, the longest first.
const RULER_HEADS: [&str; 2] = ["where in the text", "where"];

/// Draws the panel; returns its click targets.
pub fn draw(
    state: &DocumentState,
    collection: &Named,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) -> Vec<(Rect, DocAction)> {
    let focused = state.panel() == Panel::Neighbours;
    let view = state.sources();
    let inner = cx.panel(area, framed(state, collection, focused, area.width, cx));
    let Some(view) = view else {
        let sentence = cx.theme.own("Looking for the text in other documents …");
        cx.centred(inner, &[(&sentence, Role::Dim)]);
        return Vec::new();
    };
    if view.sources.list.is_empty() {
        let nothing = "No passage of this text is found in another document.";
        let limit = "A text that was rewritten or translated is not found.";
        cx.centred(inner, &[(nothing, Role::Text), (limit, Role::Dim)]);
        return Vec::new();
    }
    if inner.height < 2 {
        return Vec::new();
    }
    let places = Places::new(collection, view, inner);
    let (head, rows) = area::split_top(inner, 1);
    let dim = cx.style(Role::Dim);
    let words = collection.unit().heading();
    let heads = std::iter::once(words).chain(HEADS[1..].iter().copied());
    for (label, at) in heads.zip(places.figures) {
        right(label, head, at, dim, cx);
    }
    cx.words(area::right_from(head, places.name), "document", dim);
    if let Some(ruler) = places.ruler {
        let cells = area::right_from(head, ruler);
        let label = RULER_HEADS.iter().find(|l| l.len() <= cells.width.into());
        cx.words(cells, label.unwrap_or(&""), dim);
    }
    let room = usize::from(rows.height);
    let from = state.first_row(room);
    let len = state.source_rows();
    let mut targets = Vec::new();
    for (i, line) in (from..len).zip(rows.rows()) {
        let selected = (i == state.selected()).then_some(focused);
        row(view, i, collection, &places, selected, line, cx);
        targets.push((line, DocAction::Select(i)));
    }
    cx.scrollbar(area, VisibleRows { from, room, len }.extent());
    targets
}

fn framed<'a>(
    state: &'a DocumentState,
    collection: &Named,
    focused: bool,
    width: u16,
    cx: &DrawContext<'_, '_>,
) -> PanelFrame<'a> {
    let theme = cx.theme;
    let mut framed = PanelFrame {
        title: theme.span(Role::Title, "Also in").into(),
        focused,
        ..PanelFrame::default()
    };
    let Some(view) = state.sources() else {
        return framed;
    };
    let all = view.sources.list.len();
    let number = format!(" {}", documents(all));
    framed.title.push_span(Span::raw(number));
    if all == 0 {
        return framed;
    }
    framed.corner = "best explanation first".into();
    if let Some(chosen) = state.chosen() {
        framed.foot_corner = position(chosen, all).into();
    }
    let least = collection.unit().counted(view.min_words.into());
    let rule = format!(" by passages of {least} or more");
    // Beside the corner, with blanks around both.
    let taken = framed.title.columns() + framed.corner.columns() + 9;
    if taken + rule.len() <= usize::from(width) {
        framed.title.push_span(theme.span(Role::Dim, rule));
    }
    framed.foot = if !view.sources.note.is_empty() {
        theme.line(Role::Warning, view.sources.note.as_str())
    } else if width >= 100 {
        let note = "a word that stands in several counts for the first · who copied from whom is not known";
        theme.line(Role::Dim, theme.own(note))
    } else {
        theme.line(Role::Dim, "direction not known")
    };
    framed
}

/// Where the columns stand.
struct Places {
    /// Column behind the number.
    number: u16,
    /// Columns behind the figures.
    figures: [u16; 5],
    name: u16,
    name_width: u16,
    ruler: Option<u16>,
}

impl Places {
    fn new(collection: &Named, view: &SourcesView, inner: Rect) -> Self {
        let list = &view.sources.list;
        let number = inner.x + 1 + list.len().to_string().len() as u16;
        let mut figures = [0; 5];
        let mut x = number;
        let common = list.iter().any(|source| source.also_in().is_some());
        let shown = HEADS.len() - usize::from(!common);
        for (figure, label) in figures.iter_mut().zip(HEADS).take(shown) {
            let all = count(view.sources.words.into()).len();
            x += 2 + label.len().max(if label == "words" { all } else { 5 }) as u16;
            *figure = x.min(inner.right());
        }
        // A narrow panel keeps words and share.
        let narrow = inner.right().saturating_sub(x) < NAME + 2;
        if narrow {
            x = figures[1];
            figures[2..].fill(0);
        }
        let name = (x + 2).min(inner.right());
        let room = inner.right() - name;
        let names = list
            .iter()
            .map(|s| collection.id(s.doc).chars().count() as u16);
        let longest = names.max().unwrap_or(0).max(6);
        let with_ruler = room >= NAME + 2 + RULER;
        let most = room.saturating_sub(2 + RULER).min((room * 3 / 5).max(NAME));
        let name_width = if with_ruler { longest.min(most) } else { room };
        Places {
            number,
            figures,
            name,
            name_width,
            ruler: with_ruler.then_some(name + name_width + 2),
        }
    }
}

fn row(
    view: &SourcesView,
    i: usize,
    collection: &Named,
    places: &Places,
    selected: Option<bool>,
    line: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let theme = cx.theme;
    let (sources, source) = (&view.sources, &view.sources.list[i]);
    let over = selected.map(|focused| theme.selected(focused));
    if let Some(over) = over {
        let end = places.ruler.map_or(line.right(), |ruler| ruler - 1);
        let before = area::columns(line, line.x, end - line.x);
        cx.buffer().set_style(before, over);
        if selected == Some(true) {
            cx.place_cursor(before);
        }
        cx.cursor_mark(line, over);
    }
    let plain = match source.adds {
        0 => theme.style(Role::Dim),
        _ => theme.style(Role::Text),
    };
    let style = over.unwrap_or(plain);
    let number = over.unwrap_or_else(|| theme.source_sign(i));
    right(&(i + 1).to_string(), line, places.number, number, cx);
    let others = source.also_in().map(|others| count(others.into()));
    let figures = [
        count(source.held.into()),
        percent(sources.share(source.held)),
        percent(sources.share(source.adds)),
        count(source.longest.into()),
        others.unwrap_or_default(),
    ];
    for (text, at) in figures.iter().zip(places.figures) {
        right(text, line, at, style, cx);
    }
    let width = usize::from(places.name_width);
    let name = figures::path(collection.id(source.doc), width, cx.glyphs);
    cx.words(area::right_from(line, places.name), &name, style);
    if let Some(x) = places.ruler {
        ruler(view, i, source, area::right_from(line, x), cx);
    }
}

/// Writes a figure that ends before column `at`; 0 leaves it out.
fn right(
    text: &str,
    line: Rect,
    at: u16,
    style: ratatui::style::Style,
    cx: &mut DrawContext<'_, '_>,
) {
    let width = text.chars().count() as u16;
    if at >= line.x + width {
        cx.words(area::columns(line, at - width, width), text, style);
    }
}

/// The text from start to end: words that this source adds, words of it that one before it holds, others.
fn ruler(
    view: &SourcesView,
    i: usize,
    source: &TextSource,
    cells: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    let words = u64::from(view.sources.words.max(1));
    let width = u64::from(cells.width);
    let mut signs = vec![0_u8; cells.width.into()];
    let mut put = |(start, end): (u32, u32), sign: u8| {
        let from = u64::from(start) * width / words;
        let to = (u64::from(end) * width).div_ceil(words).min(width);
        for cell in &mut signs[from as usize..to as usize] {
            *cell = sign.max(*cell);
        }
    };
    for range in source.ranges() {
        put(range, 1);
    }
    let own = view.sources.stretches.iter();
    for stretch in own.filter(|stretch| stretch.source as usize == i) {
        put((stretch.start, stretch.end), 2);
    }
    let (dim, colour) = (cx.style(Role::Dim), cx.theme.source_sign(i));
    for (x, sign) in (cells.x..).zip(signs) {
        let (symbol, style) = match sign {
            0 => (cx.glyphs.pick("·", "."), dim),
            1 => (cx.glyphs.pick("░", "-"), colour),
            _ => (cx.glyphs.pick("█", "#"), colour),
        };
        cx.buffer()[(x, cells.y)]
            .set_symbol(symbol)
            .set_style(style);
    }
}
