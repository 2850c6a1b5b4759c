//! The header: id and title of the document, its length, how much of it occurs elsewhere, its
//! cluster.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::app::state::document::DocumentState;
use crate::base::units::{count, counted};
use crate::base::{DocNo, sanitise};
use crate::cluster::Clustering;
use crate::collection::Collection;
use crate::corpus::Encoding;
use crate::typeset::figures;
use crate::ui::theme::{Role, Theme};

/// Draws into the one or two rows of `area`.
pub fn draw(
    state: &DocumentState,
    collection: &Collection,
    clustering: Option<&Clustering>,
    theme: &Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    if area.is_empty() {
        return;
    }
    let first = Rect { height: 1, ..area };
    let place = cluster(state.doc(), clustering);
    let right = Line::from(Span::styled(format!("{place} "), theme.style(Role::Dim)));
    let room = usize::from(area.width).saturating_sub(right.width() + 3);
    name(state.doc(), collection, theme, room).render(first, buffer);
    if room >= 12 {
        let width = right.width() as u16;
        right.render(
            Rect {
                x: first.right() - width,
                width,
                ..first
            },
            buffer,
        );
    }
    if area.height > 1 {
        let second = Rect {
            y: area.y + 1,
            height: 1,
            ..area
        };
        measures(state, collection, theme, usize::from(area.width)).render(second, buffer);
    }
}

/// The id, followed by the title if that adds something.
fn name<'a>(doc: DocNo, collection: &Collection, theme: &Theme, room: usize) -> Line<'a> {
    let row = collection.row(doc);
    let id = figures::path(&row.id, room, theme.glyphs());
    let mut line = Line::from(vec![
        Span::raw(" "),
        Span::styled(id, theme.style(Role::Title)),
    ]);
    let title = sanitise::line(row.title.trim()).into_owned();
    let left = room.saturating_sub(line.width() + 3);
    let file = row.id.rsplit('/').next().unwrap_or_default();
    if !title.is_empty() && title != file && title != row.id && left >= 12 {
        let title = cut(&title, left, theme);
        line.push_span(Span::styled(format!("   {title}"), theme.style(Role::Dim)));
    }
    line
}

/// The longest prefix of whole words of a title that fits.
fn cut(title: &str, width: usize, theme: &Theme) -> String {
    let mut end = crate::typeset::wrap::row_end(title, 0, title.len(), width);
    if end < title.len() {
        end = crate::typeset::wrap::row_end(title, 0, title.len(), width.saturating_sub(2));
        return format!("{} {}", title[..end].trim_end(), theme.glyphs().cut());
    }
    title.to_owned()
}

fn cluster(doc: DocNo, clustering: Option<&Clustering>) -> String {
    let Some(clustering) = clustering else {
        return String::new();
    };
    match clustering.cluster_of(doc) {
        Some((index, cluster)) => {
            let at = cluster.members.iter().position(|m| *m == doc).unwrap_or(0);
            format!("cluster {} ({} of {})", index + 1, at + 1, cluster.size())
        }
        None => "in no cluster".into(),
    }
}

fn measures<'a>(
    state: &DocumentState,
    collection: &Collection,
    theme: &Theme,
    room: usize,
) -> Line<'a> {
    let dim = theme.style(Role::Dim);
    let encoding = collection.row(state.doc()).encoding;
    let assumed = match encoding {
        Encoding::Detected(_) | Encoding::Utf8Damaged => format!(" · read as {encoding}"),
        Encoding::Utf8 | Encoding::Marked(_) => String::new(),
    };
    let disguised = state.view().map(|view| &view.disguise);
    let disguised = match disguised.filter(|disguise| !disguise.is_none()) {
        None => vec![String::new()],
        Some(disguise) => vec![
            format!(" · disguised: {}", disguise.describe()),
            format!(
                " · {}",
                counted(disguise.count() as u64, "disguise", "disguises")
            ),
        ],
    };
    // The longest wording that fits; assumptions (such as a guessed encoding) are never left out.
    let unit = collection.settings().normalisation.unit;
    let words = |n: usize| unit.counted(n as u64);
    let wordings = match state.view() {
        Some(view) if !view.counted && view.shingles > 0 => {
            let shingles = counted(view.shingles as u64, "shingle", "shingles");
            let words = words(view.terms);
            vec![format!(" {words} · {shingles}"), format!(" {words}")]
        }
        Some(view) if view.shingles > 0 => {
            let share = figures::bare(view.elsewhere as f64 / view.shingles.max(1) as f64);
            let (words, elsewhere) = (words(view.terms), count(view.elsewhere as u64));
            let shingles = counted(view.shingles as u64, "shingle", "shingles");
            vec![
                format!(" {words} · {shingles} · {elsewhere} of them elsewhere ({share})"),
                format!(" {words} · {elsewhere} of {shingles} elsewhere"),
                format!(" {words}"),
            ]
        }
        _ => vec![format!(" {}", words(collection.terms(state.doc()).len()))],
    };
    // Disguises take precedence over what occurs elsewhere.
    let columns = |text: &str| text.chars().count();
    let least = wordings.iter().map(|w| columns(w)).min().unwrap_or(0);
    let left = room.saturating_sub(columns(&assumed) + 1);
    let disguised = disguised.iter().find(|d| columns(d) + least <= left);
    let disguised = disguised.cloned().unwrap_or_default();
    let fits = |text: &&String| columns(text) + columns(&disguised) <= left;
    let shortest = wordings.last().cloned().unwrap_or_default();
    let text = wordings.iter().find(fits).cloned().unwrap_or(shortest);
    Line::from(vec![
        Span::styled(theme.own(&text), dim),
        Span::styled(theme.own(&assumed), theme.style(Role::Warning)),
        Span::styled(theme.own(&disguised), theme.style(Role::Warning)),
    ])
}
