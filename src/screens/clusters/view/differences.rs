//! What two members share and what differs: one running text with the words of either alone marked.

use super::share::{selection, two_beside};
use crate::base::width::Width;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_segmentation::UnicodeSegmentation;

use crate::app::{Action, App, Panel};
use crate::base::sanitise;
use crate::base::units::count;
use crate::screens::clusters::state::{DifferencePiece, Differences};
use crate::settings::Unit;
use crate::typeset::names;
use crate::ui::area;
use crate::ui::context::DrawContext;
use crate::ui::hit_map::{HitMap, Wheel};
use crate::ui::theme::{Depth, Role, Theme};
use crate::ui::widgets::panel::PanelFrame;

/// Widest text in columns: longer lines are hard to read.
const MEASURE: u16 = 88;
/// Bytes of a piece that are laid out; only the first of very long ones are seen.
const LONGEST: usize = 20_000;

/// Draws the panel.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>, hits: &mut HitMap) {
    let focused = app.clusters.reading;
    hits.push(area, Action::Row(Panel::Differences, 0));
    hits.push_wheel(area, Wheel::Panel(Panel::Differences));
    let mut framed = PanelFrame {
        title: Line::from(vec![cx.theme.span(Role::Title, "Shared and different")]),
        focused,
        ..PanelFrame::default()
    };
    let clustering = app.data.clustering.as_deref();
    let pair = clustering.and_then(|c| app.clusters.shown_pair(c));
    let chosen = selection(app).zip(pair);
    let Some((selection, (a, b))) = chosen else {
        cx.panel(area, framed);
        return;
    };
    let number = |doc| {
        let row = app.clusters.row_of(selection.cluster, doc);
        row.map_or(0, |row| row + 1)
    };
    let value = app
        .clusters
        .value(selection.cluster, number(a) - 1, number(b) - 1);
    framed.corner = if a == b {
        cx.theme.line(Role::Dim, "equal texts")
    } else {
        corner(cx.theme, value, selection.clustering.threshold)
    };
    let differences = clustering.and_then(|c| app.clusters.differences(c));
    if let Some(differences) = differences {
        framed.foot = counts(differences, app.unit(), cx.theme);
    }
    let inner = area::indented(cx.panel(area, framed));
    if inner.height == 0 || inner.width < 12 {
        return;
    }
    let Some(differences) = differences else {
        let comparing = cx.theme.own("comparing …");
        return cx.centred(inner, &[(&comparing, Role::Dim)]);
    };
    let head = if inner.height >= 6 { 2 } else { 0 };
    let (head, rows) = area::split_top(inner, head);
    if head.height > 0 {
        let half = usize::from(head.width.saturating_sub(2));
        let ids = [a, b].map(|doc| selection.collection.id(doc));
        let names = names::apart(ids, [half, half], cx.glyphs);
        let only = [(Role::OnlyLeft, "-"), (Role::OnlyRight, "+")];
        for ((row_area, name), (role, sign)) in head.rows().zip(names).zip(only) {
            let style = cx
                .style(role)
                .remove_modifier(ratatui::style::Modifier::all());
            cx.line(
                row_area,
                &Line::from(vec![
                    Span::styled(format!("{sign} "), style),
                    Span::styled(name, style),
                ]),
            );
        }
    }
    let rows = Rect {
        width: rows.width.min(MEASURE),
        ..rows
    };
    text(differences, app.clusters.differences_at, rows, cx);
}

/// The similarity of the two.
fn corner<'a>(theme: &Theme, value: Option<f64>, threshold: f64) -> Line<'a> {
    let Some(value) = value else {
        return Line::default();
    };
    let role = if value < threshold {
        Role::Warning
    } else {
        Role::Exact
    };
    let text = two_beside(value, threshold).trim_start().to_owned();
    theme.line(role, text)
}

/// How many words both have.
fn counts<'a>(differences: &Differences, unit: Unit, theme: &Theme) -> Line<'a> {
    let text = format!("{} the same", unit.counted(differences.shared().into()));
    theme.line(Role::Dim, text)
}

/// Lays out the pieces word by word and draws the rows from `from` on.
fn text(differences: &Differences, from: usize, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let until = from + usize::from(area.height);
    let mut rows = Rows::new(usize::from(area.width), until);
    let (signs, theme) = (
        cx.theme.depth() == Depth::None || cx.theme.ascii(),
        cx.theme,
    );
    for (piece, text) in differences.pieces() {
        if rows.full() {
            break;
        }
        let text = &text[..text.floor_char_boundary(LONGEST)];
        match piece {
            DifferencePiece::Same(..) => rows.words(text, theme.style(Role::Text), ("", "")),
            DifferencePiece::Left(..) => {
                let around = if signs { ("[-", "-]") } else { ("", "") };
                rows.words(text, theme.changed(false), around);
            }
            DifferencePiece::Right(..) => {
                let around = if signs { ("{+", "+}") } else { ("", "") };
                rows.words(text, theme.changed(true), around);
            }
            DifferencePiece::LeftOut(words) => {
                let cut = theme.glyphs().pick("…", "...");
                let summary = format!("{cut} {} alike {cut}", count(words.into()));
                rows.words(&summary, theme.style(Role::Dim), ("", ""));
            }
        }
    }
    let lines = rows.finish();
    for (row_area, line) in area.rows().zip(lines.iter().skip(from)) {
        cx.line(row_area, line);
    }
}

/// Rows of words, each in a style, wrapped between words.
struct Rows<'a> {
    width: usize,
    most: usize,
    done: Vec<Line<'a>>,
    row: Vec<Span<'a>>,
    used: usize,
}

impl Rows<'_> {
    fn new(width: usize, most: usize) -> Self {
        Rows {
            width,
            most,
            done: Vec::new(),
            row: Vec::new(),
            used: 0,
        }
    }

    fn full(&self) -> bool {
        self.done.len() >= self.most
    }

    /// Adds the words of `text`; `around` stands before the first and behind the last.
    fn words(&mut self, text: &str, style: Style, around: (&str, &str)) {
        let mut words = text.split_whitespace().peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            let last = words.peek().is_none();
            let before = if first { around.0 } else { "" };
            let behind = if last { around.1 } else { "" };
            let word = format!("{before}{}{behind}", sanitise::line(word));
            self.word(word, style, !first);
            first = false;
            if self.full() {
                return;
            }
        }
    }

    /// Adds a word. The blank before it has its style if `joined` to the word before.
    fn word(&mut self, word: String, style: Style, joined: bool) {
        let wide = word.width();
        if self.used > 0 && self.used + 1 + wide > self.width {
            self.end();
        }
        if self.used > 0 {
            let blank = if joined { style } else { Style::default() };
            self.row.push(Span::styled(" ", blank));
            self.used += 1;
        }
        if self.used + wide <= self.width {
            self.used += wide;
            self.row.push(Span::styled(word, style));
            return;
        }
        // A word longer than a row, or a script without blanks.
        let mut part = String::new();
        for cluster in word.graphemes(true) {
            if self.used + cluster.width() > self.width {
                self.row
                    .push(Span::styled(std::mem::take(&mut part), style));
                self.end();
            }
            self.used += cluster.width();
            part.push_str(cluster);
        }
        self.row.push(Span::styled(part, style));
    }

    fn end(&mut self) {
        self.done.push(Line::from(std::mem::take(&mut self.row)));
        self.used = 0;
    }
}

impl<'a> Rows<'a> {
    fn finish(mut self) -> Vec<Line<'a>> {
        if !self.row.is_empty() {
            self.end();
        }
        self.done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid_out(pieces: &[(&str, (&'static str, &'static str))], width: usize) -> Vec<String> {
        let mut rows = Rows::new(width, 100);
        for (text, around) in pieces {
            rows.words(text, Style::default(), *around);
        }
        rows.finish().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn words_are_wrapped_and_keep_their_signs() {
        let pieces = [
            ("one two", ("", "")),
            ("three four", ("[-", "-]")),
            ("five", ("{+", "+}")),
        ];
        assert_eq!(
            laid_out(&pieces, 16),
            ["one two [-three", "four-] {+five+}"]
        );
        assert_eq!(laid_out(&[("abcdefgh", ("", ""))], 3), ["abc", "def", "gh"]);
        assert_eq!(laid_out(&[("日本語", ("", ""))], 5), ["日本", "語"]);
        assert!(laid_out(&[], 5).is_empty());
    }

    #[test]
    fn what_a_terminal_would_obey_is_shown_as_marks() {
        assert_eq!(laid_out(&[("a\x1b[2Jb", ("", ""))], 20), ["a␛[2Jb"]);
    }
}
