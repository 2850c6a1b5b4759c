//! Decisions as lists and screens show them: a sign with a word, who decided, and why it is open again.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::app::App;
use crate::app::state::decisions::DecisionMark;
use crate::base::sanitise;
use crate::review::{CurrentDecision, Decision, DecisionTarget, Mark};
use crate::typeset::figures::Glyphs;
use crate::ui::{DrawContext, Role, Theme, area};

/// Columns that a sign, the longest word and the sign of a note take, with a blank behind.
pub const WIDE: u16 = 15;
/// Columns that a sign and a shortened word take, with a blank behind.
pub const SHORT: u16 = 9;
/// Columns of a sign and the sign of a note, followed by a blank.
pub const SIGN: u16 = 3;

/// The sign of a state: one column, with another shape for each.
pub fn sign(mark: Mark, glyphs: Glyphs) -> &'static str {
    match mark {
        Mark::Decided(Decision::Copied) => glyphs.pick("■", "#"),
        Mark::Decided(Decision::Acceptable) => glyphs.pick("✓", "+"),
        Mark::Decided(Decision::Template) => glyphs.pick("▤", "="),
        Mark::Decided(Decision::Different) => glyphs.pick("≠", "/"),
        Mark::Decided(Decision::Unsure) => "?",
        Mark::Decided(Decision::Source) => glyphs.pick("★", "@"),
        Mark::Reopened => glyphs.pick("↻", "~"),
        Mark::Noted | Mark::Decided(Decision::Undecided) => glyphs.pick("✎", "n"),
    }
}

/// The role of a state.
pub fn role(mark: Mark) -> Role {
    match mark {
        Mark::Decided(Decision::Copied) => Role::Exact,
        Mark::Reopened => Role::Warning,
        Mark::Decided(_) => Role::Text,
        Mark::Noted => Role::Dim,
    }
}

/// Sign and word in `width` columns. A mark at the end shows that the decision is still being written, or, if there is
/// room, that it has a note.
pub fn cell(seen: DecisionMark, width: u16, glyphs: Glyphs) -> String {
    let sign = sign(seen.mark, glyphs);
    let room = usize::from(width.saturating_sub(SIGN));
    let word: String = seen.mark.word().chars().take(room).collect();
    let text = if word.is_empty() {
        sign.to_owned()
    } else {
        format!("{sign} {word}")
    };
    let note = self::sign(Mark::Noted, glyphs);
    match (seen.saving && !word.is_empty(), seen.noted) {
        (true, _) => format!("{text}{}", glyphs.cut()),
        (_, true) if word.is_empty() => format!("{text}{note}"),
        (_, true) if width >= WIDE => format!("{text} {note}"),
        _ => text,
    }
}

/// `12 of 49 decided`.
pub fn progress(judged: usize, all: usize) -> String {
    let decided = crate::ui::phrases::out_of(judged as u64, all as u64);
    format!("{decided} decided")
}

/// The decision on the item of the current screen, in one line; `None` if there is none.
pub fn line(app: &App, theme: &Theme) -> Option<Line<'static>> {
    let (collection, subject) = app.subject()?;
    let seen = match (&subject, app.clusters.selected_index()) {
        // The decision on a cluster is not looked up again in each frame.
        (DecisionTarget::Cluster(members), Some(at)) => {
            app.decisions.seen_cluster(&collection, at, members)?
        }
        _ => app.decisions.seen(&collection, &subject)?,
    };
    // Its note follows.
    let text = cell(seen, WIDE - 1, theme.glyphs());
    let mut line = Line::from(theme.span(role(seen.mark), text));
    let note = app.decisions.statement(&collection, &subject).note;
    let dim = |text: &str| theme.span(Role::Dim, sanitise::line(text).into_owned());
    let dot = theme.dot();
    match app.decisions.current(&collection, &subject) {
        _ if seen.saving => line.push_span(dim(&theme.own("  being written … "))),
        None => return None,
        Some(CurrentDecision::Holds(act)) => {
            let when = act.when.to_the_minute();
            line.push_span(dim(&format!("{dot}by {}, {when} ", act.by)));
        }
        Some(CurrentDecision::Reopened(act, why)) => {
            let decision = act.decision.name();
            line.push_span(dim(&format!("{dot}decided {decision} by {}: ", act.by)));
            let why = why.to_string();
            // Names follow the colon.
            let why = match why.split_once(": ") {
                Some((what, _)) if app.names_hidden => what,
                _ => &why,
            };
            line.push_span(theme.span(Role::Warning, sanitise::line(why).into_owned()));
            let label = (!note.is_empty()).then_some("  earlier note:");
            line.spans.extend(label.map(dim));
        }
    }
    let note = note.lines().collect::<Vec<_>>().join(" / ");
    line.push_span(Span::raw(format!(" {}", sanitise::line(&note))));
    if !seen.saving && !matches!(subject, DecisionTarget::Pair(..)) {
        line.spans.insert(0, dim(&format!("{}: ", subject.kind())));
    }
    Some(line)
}

/// Writes the sign of a marked row behind the place of the cursor.
pub fn marked(is: bool, row: Rect, cx: &mut DrawContext<'_, '_>) {
    if is {
        let sign = cx.glyphs.pick("◆", "*");
        cx.words(area::columns(row, row.x + 1, 1), sign, cx.style(Role::Key));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_a_sign_of_its_own_in_either_alphabet() {
        let decided = Decision::ALL.map(|(_, decision)| Mark::Decided(decision));
        for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
            let marks = decided.iter().chain(&[Mark::Reopened]);
            let signs: std::collections::BTreeSet<_> =
                marks.map(|mark| sign(*mark, glyphs)).collect();
            assert_eq!(signs.len(), decided.len() + 1);
            assert!(glyphs == Glyphs::Unicode || signs.iter().all(|sign| sign.is_ascii()));
        }
    }

    #[test]
    fn a_word_is_cut_to_its_room_and_a_sign_stays() {
        let mark = Mark::Decided(Decision::Acceptable);
        let shown = |width, saving: bool| {
            let noted = !saving;
            cell(
                DecisionMark {
                    mark,
                    saving,
                    noted,
                },
                width,
                Glyphs::Ascii,
            )
        };
        assert_eq!(shown(WIDE, false), "+ acceptable n");
        assert_eq!(shown(SHORT, false), "+ accept");
        assert_eq!(shown(SIGN, false), "+n");
        assert_eq!(shown(WIDE, true), "+ acceptable~");
    }
}
