//! A document's name in a given width, with the characters highlighted that a filter matched, if the name is not
//! shortened.

use ratatui::style::Style;
use ratatui::text::Span;
use unicode_segmentation::UnicodeSegmentation;

use crate::typeset::figures::{self, Glyphs};
pub use crate::typeset::names::all_apart as apart;

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
        assert_eq!(
            shown("lab3/spring/team/group2.md", 18, &[0]),
            "lab3/…/group2.md"
        );
        assert_eq!(shown("e\u{301}a", 9, &[1]), "[e\u{301}]a");
    }
}
