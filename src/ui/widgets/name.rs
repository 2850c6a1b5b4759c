//! A document's name in a given width: its title and folder in lists; or its id, with the characters highlighted that a
//! filter matched, if the id is not shortened.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;
use unicode_segmentation::UnicodeSegmentation;

use crate::app::NamedDocuments;
use crate::base::width::Width;
use crate::base::{DocNo, sanitise};
use crate::typeset::figures::{self, Glyphs};
pub use crate::typeset::names::all_apart as apart;
use crate::ui::{DrawContext, Role, area};

/// The title of a document and its path; without a title the file name and the folder.
pub fn titled(collection: &NamedDocuments, doc: DocNo) -> (String, &str) {
    let id = collection.id(doc);
    let title = sanitise::line(collection.title(doc).trim()).into_owned();
    let (folder, file) = id.rsplit_once('/').unwrap_or(("", id));
    if !collection.has_titles || title.is_empty() || title == file || title == id {
        return (sanitise::line(file).into_owned(), folder);
    }
    (title, id)
}

/// The names of `docs` in a list, each in at most `width` columns: the title, then the folder if it fits, or
/// the path if another of them has the same title. If titles tell little, they are named as by [`identified`].
pub fn listed(
    collection: &NamedDocuments,
    docs: &[DocNo],
    width: u16,
    glyphs: Glyphs,
) -> Vec<[String; 2]> {
    let by_path = identified(collection, docs, width, glyphs);
    if !collection.has_titles {
        return by_path;
    }
    let room = usize::from(width);
    let ids: Vec<&str> = docs.iter().map(|doc| collection.id(*doc)).collect();
    let split = |at: usize| ids[at].rsplit_once(['/', '#']).unwrap_or(("", ids[at]));
    let title = |at: usize| {
        let title = sanitise::line(collection.title(docs[at]).trim());
        let title = if title == split(at).1 { "" } else { &title };
        figures::end_cut(title, room, glyphs)
    };
    let titles: Vec<String> = (0..docs.len()).map(title).collect();
    let name = |at: usize| {
        let title = &titles[at];
        let mut others = (0..docs.len()).filter(|other| docs[*other] != docs[at]);
        let is_shared = others.any(|other| titles[other] == *title);
        let left = room.saturating_sub(title.width() + 2);
        if title.is_empty() || is_shared && left < PATH {
            return by_path[at].clone();
        }
        if is_shared {
            return [title.clone(), apart(&ids, left, glyphs).swap_remove(at)];
        }
        let folder = sanitise::line(split(at).0);
        let folder = Some(folder).filter(|folder| folder.width() <= left);
        [title.clone(), folder.unwrap_or_default().into()]
    };
    (0..docs.len()).map(name).collect()
}

/// Minimum columns of a path after a title.
const PATH: usize = 14;

/// Minimum columns of a title after a path.
const TITLE: usize = 12;

/// The names of `docs` in a list of evidence, each in at most `width` columns: the path, which identifies the author,
/// then as much of the title as fits.
pub fn identified(
    collection: &NamedDocuments,
    docs: &[DocNo],
    width: u16,
    glyphs: Glyphs,
) -> Vec<[String; 2]> {
    let room = usize::from(width);
    let ids = Vec::from_iter(docs.iter().map(|doc| collection.id(*doc)));
    let titled = |(path, doc): (String, &DocNo)| {
        let left = room.saturating_sub(path.width() + 2);
        let title = sanitise::line(collection.title(*doc).trim());
        let title = Some(title).filter(|title| left >= TITLE && !path.ends_with(&**title));
        let title = figures::end_cut(&title.unwrap_or_default(), left, glyphs);
        [path, title]
    };
    let paths = apart(&ids, room, glyphs).into_iter();
    paths.zip(docs).map(titled).collect()
}

/// Writes a name as lists show it.
pub fn draw([name, more]: &[String; 2], area: Rect, style: Style, cx: &mut DrawContext<'_, '_>) {
    let end = cx.words(area, name, style);
    if !more.is_empty() {
        let beside = area::right_from(area, end + 2);
        cx.words(beside, more, cx.style(Role::Dim));
    }
}

/// Returns the name as spans in at most `width` columns. The characters at the positions `matched` of a name that fits have
/// `matched_style`, all others `plain`.
pub fn spans(
    id: &str,
    width: usize,
    glyphs: Glyphs,
    matched: &[usize],
    plain: Style,
    matched_style: Style,
) -> Vec<Span<'static>> {
    let shown = figures::path(id, width, glyphs);
    if shown != id {
        return vec![Span::styled(shown, plain)];
    }
    let mut position = 0;
    let clusters = shown.graphemes(true).map(|cluster| {
        let own = position..position + cluster.chars().count();
        position = own.end;
        (cluster, matched.iter().any(|m| own.contains(m)))
    });
    let clusters: Vec<(&str, bool)> = clusters.collect();
    let span = |run: &[(&str, bool)]| {
        let text: String = run.iter().map(|(cluster, _)| *cluster).collect();
        let style = if run[0].1 {
            plain.patch(matched_style)
        } else {
            plain
        };
        Span::styled(text, style)
    };
    clusters.chunk_by(|a, b| a.1 == b.1).map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(id: &str, width: usize, matched: &[usize]) -> String {
        let matched_style = Style::new().bold();
        let spans = spans(
            id,
            width,
            Glyphs::Unicode,
            matched,
            Style::new(),
            matched_style,
        );
        let text = |s: &Span<'_>| {
            if s.style == matched_style {
                format!("[{}]", s.content)
            } else {
                s.content.to_string()
            }
        };
        spans.iter().map(text).collect()
    }

    #[test]
    fn matches_are_marked_where_the_name_is_whole() {
        assert_eq!(shown("lab/x.md", 20, &[0, 4]), "[l]ab/[x].md");
        let name = shown("lab3/spring/team/group2.md", 18, &[0]);
        assert_eq!(name, "lab3/…/group2.md");
        assert_eq!(shown("e\u{301}a", 9, &[1]), "[e\u{301}]a");
    }
}
