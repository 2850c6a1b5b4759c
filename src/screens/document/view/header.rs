//! The header: id and title of the document, its length, how much of it occurs elsewhere, its
//! cluster.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::names::Named;
use crate::base::units::{count, counted};
use crate::base::{DocNo, sanitise};
use crate::cluster::Clustering;
use crate::corpus::Encoding;
use crate::engine::message::SourcesView;
use crate::evidence::sources::percent;
use crate::screens::document::state::DocumentState;
use crate::typeset::figures;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::phrases::first_fitting;
use crate::ui::theme::{Role, Theme};
use crate::ui::widgets::end_cut;
use crate::ui::widgets::paint::{self, LineWidth};

/// Disguised words that are named, at most.
const NAMED: usize = 2;

/// Said where names are hidden.
const HIDDEN: &str = "names hidden";

/// Draws into the one or two rows of `area`.
pub fn draw(
    state: &DocumentState,
    collection: &Named,
    clustering: Option<&Clustering>,
    area: Rect,
    cx: &mut DrawContext<'_, '_>,
) {
    if area.is_empty() {
        return;
    }
    let theme = cx.theme;
    let (first, second) = area::split_top(area, 1);
    let membership = cluster(state.doc(), clustering);
    let right = Line::from(theme.span(Role::Dim, format!("{membership} ")));
    let room = usize::from(area.width).saturating_sub(right.columns() + 3);
    let mut line = name(state.doc(), collection, theme, room);
    let facts = if collection.hidden() {
        [Some(HIDDEN.to_owned()), None]
    } else {
        [author(state), state.date.clone()]
    };
    for fact in facts.into_iter().flatten() {
        let left = room.saturating_sub(line.columns() + 3);
        if paint::columns(&fact) <= left as u16 {
            line.push_span(theme.span(Role::Dim, format!("   {fact}")));
        }
    }
    cx.line(first, &line);
    if room >= 12 {
        let at = first.right() - right.columns() as u16;
        cx.line(area::right_from(first, at), &right);
    }
    if !second.is_empty() {
        let measures = measures(state, collection, theme, usize::from(area.width));
        cx.line(second, &measures);
    }
}

/// The id, followed by the title if that adds something.
fn name<'a>(doc: DocNo, collection: &Named, theme: &Theme, room: usize) -> Line<'a> {
    let row = collection.row(doc);
    let id = figures::path(collection.id(doc), room, theme.glyphs());
    let mut line = Line::from(vec![Span::raw(" "), theme.span(Role::Title, id)]);
    let title = sanitise::line(collection.title(doc).trim()).into_owned();
    let left = room.saturating_sub(line.columns() + 3);
    let file = row.id.rsplit('/').next().unwrap_or_default();
    if !title.is_empty() && title != file && title != row.id && left >= 12 {
        let title = end_cut(&title, left, theme.glyphs());
        line.push_span(theme.span(Role::Dim, format!("   {title}")));
    }
    line
}

/// The author that the document names, if it names one.
fn author(state: &DocumentState) -> Option<String> {
    let author = state.view()?.author.as_deref()?;
    Some(format!("by {}", sanitise::line(author.trim())))
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

fn measures<'a>(state: &DocumentState, collection: &Named, theme: &Theme, room: usize) -> Line<'a> {
    let encoding = collection.row(state.doc()).encoding;
    let assumed = match encoding {
        Encoding::Detected(_) | Encoding::Utf8Damaged => format!(" · read as {encoding}"),
        Encoding::Utf8 | Encoding::Marked(_) | Encoding::Named(_) => String::new(),
    };
    let unit = collection.settings().normalisation.unit;
    let words = |n: usize| unit.counted(n as u64);
    let wordings = match state.sources() {
        Some(view) => sentences(view, collection, theme, words(view.spans.len())),
        None => measured(state, collection, words),
    };
    // Disguises take precedence over what occurs elsewhere, and a guessed encoding over both.
    let columns = |text: &str| text.chars().count();
    let least = wordings.last().map_or(0, |w| columns(w));
    let left = room.saturating_sub(columns(&assumed) + 1);
    let disguised = disguises(state, theme);
    let disguised = first_fitting(disguised, |d| columns(d) + least <= left).unwrap_or_default();
    let shortest = wordings.last().cloned().unwrap_or_default();
    let fits = |text: &str| columns(text) + columns(&disguised) <= left;
    let text = first_fitting(wordings, fits).unwrap_or(shortest);
    let role = match state.sources() {
        Some(_) => Role::Text,
        None => Role::Dim,
    };
    Line::from(vec![
        theme.span(role, theme.own(&text)),
        theme.span(Role::Warning, theme.own(&assumed)),
        theme.span(Role::Warning, theme.own(&disguised)),
    ])
}

/// How the document is disguised, with some of the words or without.
fn disguises(state: &DocumentState, theme: &Theme) -> Vec<String> {
    let Some(view) = state.view().filter(|view| !view.disguise.is_none()) else {
        return Vec::new();
    };
    let words = view.disguise.words(&view.text, NAMED).into_iter();
    let words = words.map(|word| figures::middle(word, 20, theme.glyphs()));
    let words = words.collect::<Vec<_>>().join(", ");
    let number = counted(view.disguise.count() as u64, "disguise", "disguises");
    let told = format!(" · disguised: {}", view.disguise.describe());
    let named = if words.is_empty() {
        told.clone()
    } else {
        format!("{told} ({words})")
    };
    vec![named, told, format!(" · {number}")]
}

/// What the sources amount to, longest wording first.
fn sentences(view: &SourcesView, collection: &Named, theme: &Theme, words: String) -> Vec<String> {
    let name =
        |width: usize| move |doc: DocNo| figures::path(collection.id(doc), width, theme.glyphs());
    let shorter = |width| view.sources.sentence_of(1, name(width));
    let all = percent(view.sources.share(view.sources.elsewhere()));
    vec![
        format!(" {words} · {}", view.sources.sentence(name(60))),
        format!(" {words} · {}", view.sources.sentence(name(24))),
        format!(" {words} · {}", shorter(24)),
        format!(" {}", shorter(16)),
        format!(" {all} elsewhere"),
    ]
}

/// Words, shingles, and how many of them occur elsewhere, longest wording first.
fn measured(
    state: &DocumentState,
    collection: &Named,
    words: impl Fn(usize) -> String,
) -> Vec<String> {
    match state.view().filter(|view| view.shingles > 0) {
        Some(view) => {
            let words = words(view.terms);
            let shingles = counted(view.shingles as u64, "shingle", "shingles");
            let shortest = format!(" {words}");
            if view.counted {
                let share = figures::bare(view.elsewhere as f64 / view.shingles as f64);
                let elsewhere = count(view.elsewhere as u64);
                // Groups and an archive: only some texts are compared with this one.
                let scope = if collection.is_compared_with_all() {
                    "elsewhere"
                } else {
                    "in compared texts"
                };
                vec![
                    format!(" {words} · {shingles} · {elsewhere} of them {scope} ({share})"),
                    format!(" {words} · {elsewhere} of {shingles} {scope}"),
                    shortest,
                ]
            } else {
                vec![format!(" {words} · {shingles}"), shortest]
            }
        }
        None => vec![format!(" {}", words(collection.terms(state.doc()).len()))],
    }
}
