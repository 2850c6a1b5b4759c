//! A document's name in a given width, its path elided in the middle, with the characters matched
//! by a filter highlighted.

use ratatui::style::Style;
use ratatui::text::Span;
use unicode_segmentation::UnicodeSegmentation;

use crate::typeset::figures::{self, Glyphs};
use crate::typeset::names;

/// Returns the name as spans in at most `width` columns. The characters at the positions `matched` (ascending, in `id`)
/// have `matched_style`, all others `plain`.
pub fn spans(
    id: &str,
    width: usize,
    glyphs: Glyphs,
    matched: &[usize],
    plain: Style,
    matched_style: Style,
) -> Vec<Span<'static>> {
    let shown = figures::path(id, width, glyphs);
    if matched.is_empty() {
        return vec![Span::styled(shown, plain)];
    }
    let total = id.chars().count();
    let cut = cut_at(id, &shown, glyphs.cut());
    let after = cut.map_or(0, |c| shown[c..].chars().count().saturating_sub(1));
    let mut position = 0;
    let clusters = shown.grapheme_indices(true).map(|(byte, cluster)| {
        if Some(byte) == cut {
            // After the ellipsis, the position in `id` is counted from the end.
            position = total - after;
            return (cluster, false);
        }
        let length = cluster.chars().count();
        let own = position..position + length;
        position += length;
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

/// Shortens the names of a list to at most `width` columns each. Two names that would be shortened to the same text
/// keep the part in which they differ.
pub fn apart(ids: &[&str], width: usize, glyphs: Glyphs) -> Vec<String> {
    let shown: Vec<String> = ids
        .iter()
        .map(|id| figures::path(id, width, glyphs))
        .collect();
    let name = |(i, short): (usize, &String)| {
        let mut others = shown.iter().zip(ids).enumerate();
        let alike = others.find(|(j, (other, id))| *j != i && *other == short && **id != ids[i]);
        match alike {
            Some((_, (_, other))) => {
                let [own, _] = names::apart([ids[i], other], [width, width], glyphs);
                own
            }
            None => short.clone(),
        }
    };
    shown.iter().enumerate().map(name).collect()
}

/// Byte offset of the ellipsis in `shown`; `None` if nothing was elided.
fn cut_at(id: &str, shown: &str, mark: char) -> Option<usize> {
    let safe = crate::base::sanitise::line(id);
    if safe == shown {
        return None;
    }
    shown.match_indices(mark).map(|(at, _)| at).find(|at| {
        safe.starts_with(&shown[..*at]) && safe.ends_with(&shown[*at + mark.len_utf8()..])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_look_alike_keep_what_differs() {
        let ids = [
            "docs/v3.4/benchmarks/memory.md",
            "docs/v3.5/benchmarks/memory.md",
            "docs/other.md",
        ];
        let shown = apart(&ids, 20, Glyphs::Unicode);
        assert_ne!(shown[0], shown[1], "{shown:?}");
        assert!(
            shown[0].contains('4') && shown[1].contains('5'),
            "{shown:?}"
        );
        assert_eq!(shown[2], "docs/other.md");
        assert!(shown.iter().all(|name| name.chars().count() <= 20));
    }

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
    fn matches_keep_their_place_across_the_cut() {
        assert_eq!(shown("lab/x.md", 20, &[0, 4]), "[l]ab/[x].md");
        assert_eq!(
            shown("lab3/spring/team/group2.md", 18, &[0, 5, 17]),
            "[l]ab3/…/[g]roup2.md"
        );
        assert_eq!(shown("e\u{301}a", 9, &[1]), "[e\u{301}]a");
    }
}
