//! Lists to choose from or to read: keys, commands, themes, stages of a lecture, terms, messages.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::view::DialogView;
use crate::app::command_list::{HelpRow, help_rows, palette_rows};
use crate::app::{Command, Page, Panel};
use crate::base::width::Width;
use crate::base::{sanitise, units};
use crate::lecture::{GlossaryTerm, glossary};
use crate::typeset::wrap;
use crate::ui::widgets::{end_cut, name};
use crate::ui::{LineWidth, Role, VisibleRows, area};

/// Width of the key column of help.
const KEYS: usize = 17;
/// Width of the name column of the palette.
const NAME: usize = 22;
/// Maximum width of the key column of the palette.
const KEY: usize = 9;
/// Width of the list of terms.
const TERMS: u16 = 24;

/// Draws all keys and their commands, filtered by the typed text.
pub fn help(view: &mut DialogView<'_, '_, '_>) {
    let (theme, screen) = (view.cx.theme, view.app.screen());
    let rows = help_rows(screen, view.dialog.line.text());
    let visible = usize::from(view.area.height.saturating_sub(4)).max(1);
    // Help has no selection: `selected` is the index of the first visible line.
    let last = rows.len().saturating_sub(visible);
    let from = view.dialog.scroll.selected.min(last);
    let until = (from + visible).min(rows.len());
    let at = match rows.len() {
        0 => String::new(),
        n => format!("{} to {until} of {n}", from + 1),
    };
    let closes = view.hint(Command::Escape, "closes");
    let words = view.hint(Command::Glossary, "words explained");
    let title = format!("Help: {}", screen.name());
    let inner = view.framed(title, [closes, words, view.dim(at)]);
    let inner = view.with_line(inner, "find ");
    view.cx.hits.push_view(Panel::Dialog, from, visible);
    if rows.is_empty() {
        let nothing = ("No command and no word matches.", Role::Dim);
        view.cx.centred(inner, &[nothing]);
    }
    for (area, row) in area::indented(inner).rows().zip(&rows[from..]) {
        let (keys, doc) = match row {
            HelpRow::Heading(name) => {
                view.cx.line(area, &theme.line(Role::Title, *name));
                continue;
            }
            HelpRow::Entry(entry) => {
                let keys = view.app.keymap.keys(entry).iter();
                let keys: Vec<String> = keys.map(ToString::to_string).collect();
                let label = if keys.is_empty() {
                    view.app.keymap.label(entry.command)
                } else {
                    keys.join("  ")
                };
                (label, entry.doc)
            }
            HelpRow::Term(name, says) => (theme.own(name), *says),
        };
        let keys = end_cut(&keys, KEYS, view.cx.glyphs);
        let keys = theme.span(Role::Key, format!("  {keys:<KEYS$} "));
        // Descriptions in the table fit 80 columns; narrower dialogs truncate them.
        let room = usize::from(area.width).saturating_sub(keys.columns());
        let doc = end_cut(&theme.own(doc), room, view.cx.glyphs);
        view.cx.line(area, &Line::from(vec![keys, Span::raw(doc)]));
    }
    let (room, len) = (visible, rows.len());
    view.cx
        .scrollbar(view.area, VisibleRows { from, room, len }.extent());
}

/// Draws the command palette: commands are found by name and run.
pub fn palette(view: &mut DialogView<'_, '_, '_>) {
    let (theme, glyphs, keymap) = (view.cx.theme, view.cx.glyphs, &view.app.keymap);
    let rows = palette_rows(view.app.screen(), view.dialog.line.text());
    let runs = view.hint(Command::Accept, "runs");
    let position = view.position(rows.len());
    let inner = view.framed("Commands", [runs, Line::default(), position]);
    let inner = view.with_line(inner, ": ");
    if rows.is_empty() {
        let nothing = ("No command matches.", Role::Dim);
        view.cx.centred(inner, &[nothing]);
    }
    let label = |entry| {
        let keys = keymap.keys(entry).first();
        keys.map(ToString::to_string).unwrap_or_default()
    };
    let keys = rows.iter().map(|(entry, _)| label(entry).width());
    let widest = keys.max().unwrap_or(0).min(KEY);
    let room = usize::from(inner.width).saturating_sub(widest + NAME + 5);
    view.choose(inner, rows.len(), |at| {
        let (entry, matched) = &rows[at];
        let key = theme.span(Role::Key, format!(" {:>widest$}  ", label(entry)));
        let (plain, marked) = (theme.style(Role::Exact), theme.style(Role::Match));
        let name = name::spans(entry.name, NAME, glyphs, matched, plain, marked);
        let pad = " ".repeat(NAME + 1 - name.columns());
        let doc = end_cut(entry.doc, room, glyphs);
        let mut line = Line::from(key);
        line.extend(name);
        line.extend([Span::raw(pad), Span::raw(doc)]);
        line
    });
}

/// Draws the list of themes. The screen behind it previews the selected theme.
pub fn themes(view: &mut DialogView<'_, '_, '_>) {
    let (theme, themes) = (view.cx.theme, &view.app.themes.all);
    let takes = view.hint(Command::Accept, "takes it");
    let leaves = view.hint(Command::Escape, "takes the one before");
    let inner = view.framed("Theme", [takes, leaves, view.position(themes.len())]);
    view.choose(inner, themes.len(), |at| {
        let (name, about) = &themes[at];
        Line::from(vec![
            theme.span(Role::Exact, format!("  {:<18}", theme.own(name))),
            theme.span(Role::Dim, theme.own(about)),
        ])
    });
}

/// Draws the list of stages of a lecture.
pub fn stages(view: &mut DialogView<'_, '_, '_>) {
    let Some(Page::Lecture(state)) = view.app.pages.last() else {
        return;
    };
    let (theme, glyphs) = (view.cx.theme, view.cx.glyphs);
    let goes = view.hint(Command::Accept, "goes there");
    let position = view.position(state.stages.len());
    let inner = view.framed("Go to a stage", [goes, Line::default(), position]);
    view.choose(inner, state.stages.len(), |at| {
        let stage = &state.stages[at].staged;
        let here = at == state.position.stage;
        let mark = if here { glyphs.pick("▸", ">") } else { " " };
        Line::from(vec![
            theme.span(Role::Key, format!(" {mark} {:>2}  ", at + 1)),
            theme.span(Role::Exact, format!("{:<28}", stage.title())),
            theme.span(Role::Dim, theme.own(&stage.parameter())),
        ])
    });
}

/// Draws the list of terms and, beside it, the explanation of the selected term with its picture. Terms of the current
/// stage come first.
pub fn terms(view: &mut DialogView<'_, '_, '_>) {
    let (theme, glyphs) = (view.cx.theme, view.cx.glyphs);
    let first = view.app.first_terms();
    let (terms, here) = (glossary(&first), first.len());
    let stage = match view.app.pages.last() {
        Some(Page::Lecture(state)) => state.stage(),
        _ => None,
    };
    let stage = stage.map(|stage| format!(": {}", stage.staged.kind.title()));
    let title = format!("Words{}", stage.unwrap_or_default());
    let closes = view.hint(Command::Escape, "closes");
    let keys = view.hint(Command::Help, "keys");
    let inner = view.framed(title, [closes, keys, view.position(terms.len())]);
    if inner.width < TERMS + 12 || inner.height == 0 {
        return;
    }
    let (list, beside) = area::split_left(inner, TERMS);
    view.choose(list, terms.len(), |at| {
        // Terms of the current stage are emphasised.
        let role = if at < here { Role::Exact } else { Role::Dim };
        let name = end_cut(terms[at].name, usize::from(TERMS) - 2, glyphs);
        theme.line(role, format!(" {name}"))
    });
    if let Some(term) = terms.get(view.dialog.scroll.selected) {
        explain(term, area::indented(beside), view);
    }
}

/// Draws the explanation of a term, its picture, and the key that opens it in the lecture.
fn explain(term: &GlossaryTerm, area: Rect, view: &mut DialogView<'_, '_, '_>) {
    let theme = view.cx.theme;
    let says = theme.wrapped(Role::Text, &theme.own(term.says), area.width.into());
    let picture = term.picture();
    let picture = picture.into_iter().map(|row| {
        let spans = row.into_iter();
        let spans = spans.map(|span| Span::styled(span.text, theme.ink(span.ink)));
        Line::from_iter([Span::raw("  ")].into_iter().chain(spans))
    });
    let shows = format!("{} shows it in the lecture", view.key(Command::Accept));
    let head = [theme.line(Role::Match, term.name), Line::default()];
    let tail = [Line::default(), theme.line(Role::Dim, shows)];
    let text = says.into_iter().chain([Line::default()]);
    let lines = head.into_iter().chain(text).chain(picture).chain(tail);
    view.cx.lines(area, &Vec::from_iter(lines));
}

/// Draws the message log, newest first.
pub fn messages(view: &mut DialogView<'_, '_, '_>) {
    let (theme, history) = (view.cx.theme, view.app.notices.history());
    let position = view.position(history.len());
    let inner = view.framed("Messages", [Line::default(), Line::default(), position]);
    let first = view.dialog.scroll.selected;
    let visible = usize::from(inner.height);
    view.cx.hits.push_view(Panel::Dialog, first, visible);
    if history.len() == 0 {
        let nothing = ("Nothing was said yet.", Role::Dim);
        return view.cx.centred(inner, &[nothing]);
    }
    let width = usize::from(inner.width).saturating_sub(12).max(8);
    let mut rows = inner.rows();
    for notice in history.skip(first) {
        let role = if notice.error {
            Role::Error
        } else {
            Role::Text
        };
        let text = sanitise::line(&notice.text);
        let mut time = units::duration(notice.at);
        for (part, row) in wrap::rows(&text, width).into_iter().zip(&mut rows) {
            let time = theme.span(Role::Dim, format!(" {:>8}  ", std::mem::take(&mut time)));
            let line = Line::from(vec![time, theme.span(role, part)]);
            view.cx.line(row, &line);
        }
    }
}
