//! The header: title and path of the document, its length, how much of it occurs elsewhere, its cluster.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::NamedDocuments;
use crate::base::units::{count, counted};
use crate::base::width::Width;
use crate::base::{DocNo, sanitise};
use crate::cluster::Clustering;
use crate::config::Purpose;
use crate::corpus::Encoding;
use crate::engine::message::SourcesView;
use crate::evidence::sources::percent;
use crate::screens::document::state::DocumentState;
use crate::typeset::figures;
use crate::ui::phrases::first_fitting;
use crate::ui::widgets::paint;
use crate::ui::widgets::{end_cut, name};
use crate::ui::{DrawContext, LineWidth, Role, Theme, area};

/// Draws into the one or two rows of `area`.
pub fn draw(
    state: &DocumentState,
    collection: &NamedDocuments,
    clustering: Option<&Clustering>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    if area.is_empty() {
        return;
    }
    let theme = cx.theme;
    let within = area::indented(area);
    let (first, second) = (within, area::below_from(within, within.y + 1));
    let room = usize::from(within.width);
    let (title, place) = name::titled(collection, state.doc);
    let title = end_cut(&title, room, cx.glyphs);
    let mut line = Line::from(theme.span(Role::Title, title));
    let facts = if collection.hidden {
        [Some("names hidden".to_owned()), None]
    } else {
        let author = state.view().and_then(|view| view.author.as_deref());
        let author = author.map(|author| format!("by {}", sanitise::line(author.trim())));
        [author, state.date.clone()]
    };
    for fact in facts.into_iter().flatten() {
        let left = room.saturating_sub(line.columns() + 3);
        if usize::from(paint::columns(&fact)) <= left {
            line.push_span(theme.span(Role::Dim, format!("   {fact}")));
        }
    }
    cx.line(first, &line);
    let left = room.saturating_sub(line.columns() + 3);
    if left >= PLACE {
        let place = figures::path(place, left, cx.glyphs);
        cx.words_right(first, &place, cx.style(Role::Dim));
    }
    if second.height > 0 {
        let clustering = clustering.filter(|_| state.purpose == Purpose::NearDuplicates);
        let membership = cluster(state.doc, clustering);
        let measures = measures(state, collection, theme, room);
        cx.line(second, &measures);
        if measures.columns() + membership.width() + 3 <= room {
            cx.words_right(second, &membership, cx.style(Role::Dim));
        }
    }
}

/// Minimum columns of the path beside the title.
const PLACE: usize = 12;

fn cluster(doc: DocNo, clustering: Option<&Clustering>) -> String {
    match clustering.map(|clustering| clustering.cluster_of(doc)) {
        None => String::new(),
        Some(None) => "in no cluster".into(),
        Some(Some((index, cluster))) => {
            let at = cluster.members.iter().position(|m| *m == doc).unwrap_or(0);
            format!("cluster {} ({} of {})", index + 1, at + 1, cluster.size())
        }
    }
}

fn measures<'a>(
    state: &DocumentState,
    collection: &NamedDocuments,
    theme: &Theme,
    room: usize,
) -> Line<'a> {
    let encoding = collection.row(state.doc).encoding;
    let assumed = match encoding {
        Encoding::Detected(_) | Encoding::Utf8Damaged => format!(" · read as {encoding}"),
        Encoding::Utf8 | Encoding::Marked(_) | Encoding::Named(_) => String::new(),
    };
    let unit = collection.settings().normalisation.unit;
    let words = |n: usize| unit.counted(n as u64);
    let excluded = match collection.masked_words(state.doc) {
        0 => String::new(),
        n => format!(", {} more excluded", count(n.into())),
    };
    let wordings = match state.sources() {
        Some(view) => sentences(view, collection, theme, words(view.spans.len()) + &excluded),
        None => measured(state, collection, words),
    };
    // Disguises take precedence over what occurs elsewhere, and a guessed encoding over both.
    let shortest = wordings.last().cloned().unwrap_or_default();
    let left = room.saturating_sub(assumed.width());
    let fits_shortest = |text: &str| text.width() + shortest.width() <= left;
    let disguised = first_fitting(disguises(state), fits_shortest).unwrap_or_default();
    let fits = |text: &str| text.width() + disguised.width() <= left;
    let text = first_fitting(wordings, fits).unwrap_or(shortest);
    let role = state.sources().map_or(Role::Dim, |_| Role::Text);
    Line::from(vec![
        theme.span(role, theme.own(&text)),
        theme.span(Role::Warning, theme.own(&assumed)),
        theme.span(Role::Warning, theme.own(&disguised)),
    ])
}

/// How the document is disguised, longest wording first.
fn disguises(state: &DocumentState) -> Vec<String> {
    let view = state.view().filter(|view| !view.disguise.is_none());
    view.map_or_else(Vec::new, |view| {
        let number = counted(view.disguise.count() as u64, "disguise", "disguises");
        let kinds = view.disguise.describe();
        vec![format!(" · disguised: {kinds}"), format!(" · {number}")]
    })
}

/// What the sources amount to, longest wording first.
fn sentences(
    view: &SourcesView,
    collection: &NamedDocuments,
    theme: &Theme,
    words: String,
) -> Vec<String> {
    let name =
        |width: usize| move |doc: DocNo| figures::path(collection.id(doc), width, theme.glyphs());
    let shorter = |width| view.sources.sentence_of(1, name(width));
    let all = percent(view.sources.share(view.sources.elsewhere()));
    vec![
        format!("{words} · {}", view.sources.sentence(name(60))),
        format!("{words} · {}", view.sources.sentence(name(24))),
        format!("{words} · {}", shorter(24)),
        shorter(16),
        shorter(16).replace("of this text is found ", ""),
        format!("{all} elsewhere"),
    ]
}

/// Words, shingles, and how many of them occur elsewhere, longest wording first.
fn measured(
    state: &DocumentState,
    collection: &NamedDocuments,
    words: impl Fn(usize) -> String,
) -> Vec<String> {
    let Some(view) = state.view().filter(|view| view.shingles > 0) else {
        return vec![words(collection.terms(state.doc).len())];
    };
    let words = words(view.terms);
    let shingles = counted(view.shingles as u64, "shingle", "shingles");
    if !view.counted {
        return vec![format!("{words} · {shingles}"), words];
    }
    let share = percent(view.elsewhere as f64 / view.shingles as f64);
    // Groups and an archive: only some texts are compared with this one.
    let others = if collection.classes().is_none() {
        "in other documents"
    } else {
        "in documents it is compared with"
    };
    vec![
        format!("{words} · {share} of its {shingles} are {others}"),
        format!("{words} · {share} of its {shingles} elsewhere"),
        words,
    ]
}
