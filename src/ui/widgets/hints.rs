//! The bottom line: hints for the keys that are useful now, as many as fit, always including the
//! key for help. Generated from the table of commands.

use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::app::commands::{self, CommandEntry, Menu, groups};
use crate::app::screen::{Context, DialogKind};
use crate::app::{Action, App, Command, Key, Page, Screen};
use crate::base::width::Width;
use crate::config::Purpose;
use crate::filter::{Target, complete};
use crate::review::DecisionTarget;
use crate::screens::clusters::state::ClustersFocus;
use crate::screens::compare::state::ComparisonPosition;
use crate::screens::tune::state::{Slider, TuneFocus, View};
use crate::ui::dialogs::seam_rows;
use crate::ui::{DrawContext, Role, area};

/// A hint: keys, a word, and the command to run on a click.
struct Hint {
    keys: String,
    word: &'static str,
    command: Option<Command>,
}

impl Hint {
    /// Columns that it takes, with those between it and the next.
    fn width(&self) -> usize {
        self.keys.width() + self.word.width() + 4
    }
}

/// A hint that cannot be clicked.
fn plain(keys: impl Into<String>, word: &'static str) -> Hint {
    Hint {
        keys: keys.into(),
        word,
        command: None,
    }
}

/// Draws the line.
pub fn draw(app: &App, area: Rect, cx: &mut DrawContext<'_, '_>) {
    let hints = hints(app);
    // Hints in order, without those that do not fit; the last ones are always kept: the way back, help, the palette.
    let of_screen = app.dialogs.is_empty() && app.screen() != Screen::Lecture;
    let kept = if of_screen { 3 } else { 2 };
    let last: usize = hints.iter().rev().take(kept).map(Hint::width).sum();
    let mut room = usize::from(area.width).saturating_sub(last + 1);
    let count = hints.len();
    let mut x = area.x + 1;
    for (i, hint) in hints.into_iter().enumerate() {
        let wide = hint.width();
        if i + kept < count {
            if wide > room {
                continue;
            }
            room -= wide;
        }
        if x >= area.right() {
            break;
        }
        let line = Line::from(vec![
            cx.theme.span(Role::Key, hint.keys),
            " ".into(),
            cx.theme.span(Role::Dim, hint.word),
        ]);
        let width = (wide as u16).saturating_sub(3).min(area.right() - x);
        let hint_area = area::columns(area, x, width);
        cx.line(hint_area, &line);
        if let Some(command) = hint.command {
            cx.hits.push(hint_area, Action::Run(command));
        }
        x = x.saturating_add(wide as u16);
    }
}

/// The contexts whose keys are hinted at.
fn contexts(app: &App) -> Vec<Context> {
    let mut contexts = app.contexts();
    let form = app.dialogs.last().and_then(|dialog| dialog.form.as_ref());
    if form.is_some_and(|form| form.lines.iter().any(|line| line.is_choice())) {
        contexts.push(Context::Choice);
    }
    contexts
}

/// Hints of commands in display order, by rank.
fn hints(app: &App) -> Vec<Hint> {
    let contexts = contexts(app);
    if app.first_key.is_some() {
        return vec![plain(app.keymap.label(Command::Escape), "close")];
    }
    let screen = contexts.contains(&Context::Screen(app.screen()));
    let mut ranked: Vec<(u8, Hint)> = Vec::new();
    if screen {
        ranked.extend(movement(app).into_iter().map(|hint| (0, hint)));
    }
    for entry in commands::rows().filter(|e| !e.hint.is_empty()) {
        let here = entry.contexts.iter().any(|c| contexts.contains(c));
        let here = here
            && match entry.command {
                Command::Back => app.at_tab(),
                Command::Escape => !screen || !app.at_tab(),
                _ => true,
            };
        if here
            && useful(app, entry.command)
            && let Some(key) = app.keymap.keys(entry).first()
            && key.then.is_none()
        {
            let hint = Hint {
                keys: key.to_string(),
                word: word(app, entry),
                command: screen.then_some(entry.command),
            };
            ranked.push((entry.rank, hint));
        }
    }
    let is_shown = |menu: &&Menu| screen && !self::menu(app, Key::char(menu.key)).is_empty();
    let menus = commands::MENUS.iter().filter(is_shown);
    ranked.extend(menus.map(|menu| (menu.rank, plain(menu.key, menu.hint))));
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut hints: Vec<Hint> = Vec::new();
    for (_, hint) in ranked {
        match hints.last_mut() {
            // Two commands with the same label share a hint: `- + threshold`.
            Some(before) if before.word == hint.word => {
                before.keys = format!("{} {}", before.keys, hint.keys);
                before.command = None;
            }
            _ => hints.push(hint),
        }
    }
    hints
}

/// The second keys after `first`, each with its command, in the order of the menu; those that do something now.
pub fn menu(app: &App, first: Key) -> Vec<(Key, &'static CommandEntry)> {
    let context = Context::Screen(app.screen());
    let after = app.keymap.after(context, first).into_iter();
    let entry =
        |command| commands::rows().find(|e| e.command == command && e.contexts.contains(&context));
    let listed = after.filter_map(|(key, command)| Some((key, entry(command)?)));
    let mut listed: Vec<_> = listed
        .filter(|(_, entry)| useful(app, entry.command))
        .collect();
    listed.sort_by_key(|(_, entry)| entry.rank);
    listed
}

/// Hints of movement, on screens that need them.
fn movement(app: &App) -> Vec<Hint> {
    let two = |keys: [Command; 2], word| {
        let [a, b] = keys.map(|command| app.keymap.named(command));
        plain(format!("{a} {b}"), word)
    };
    match (app.screen(), app.pages.last()) {
        (Screen::Tune, _) => on_tune(app, two),
        (_, Some(Page::Document(state))) if state.moves_by_sentence() => {
            vec![two([Command::Left, Command::Right], "sentence")]
        }
        _ => vec![],
    }
}

/// Hints of the Tune screen, where the meaning of the arrows and Enter depends on the focus.
fn on_tune(app: &App, two: impl Fn([Command; 2], &'static str) -> Hint) -> Vec<Hint> {
    let (tune, key) = (&app.tune, |command| app.keymap.named(command));
    let enter = |word| plain(key(Command::Open), word);
    let read_off = || two([Command::Left, Command::Right], "read off");
    let choose = || two([Command::Up, Command::Down], "choose");
    let next_plot = plain(key(Command::NextPlot), "next plot");
    if tune.focus == TuneFocus::Sliders {
        let begins = begins(app).iter().map(|command| Hint {
            keys: key(*command),
            word: command.entry().hint,
            command: Some(*command),
        });
        let mut hints: Vec<Hint> = begins.collect();
        let enters = hints.is_empty().then(|| enter("plot"));
        hints.extend([two([Command::Left, Command::Right], "change"), next_plot]);
        hints.extend(enters);
        return hints;
    }
    let has_rows = !tune.pairs.rows.is_empty();
    let has_cursor = tune.cursor().is_some();
    let has_grid = tune.results.sweep.is_some();
    let (moves, opens) = match tune.view {
        View::Sweep if has_grid => (Some(plain("Arrows", "cell")), Some("take its settings")),
        View::Sweep => (None, Some("sweep")),
        _ if tune.opens_pair() => (Some(read_off()), Some("compare")),
        View::ByK => (Some(read_off()), has_cursor.then_some("take this k")),
        View::SCurve | View::Thresholds => {
            (Some(read_off()), has_cursor.then_some("threshold here"))
        }
        _ => (None, None),
    };
    let mut hints = Vec::from_iter(moves);
    hints.extend((has_rows && tune.view != View::Sweep).then(choose));
    hints.extend(opens.map(enter));
    hints.extend([next_plot, plain(key(Command::Escape), "to the sliders")]);
    hints
}

/// The commands that a plot without figures begins with; none for one with figures.
fn begins(app: &App) -> &'static [Command] {
    let results = &app.tune.results;
    match app.tune.view {
        View::Labels if results.labelled.is_none() => &[Command::LoadLabels, Command::Judge],
        View::Sweep if results.sweep.is_none() => &[Command::RunSweep],
        _ => &[],
    }
}

/// Whether the command has an effect now; otherwise its hint is omitted.
fn useful(app: &App, command: Command) -> bool {
    use Command as C;
    if let Some(dialog) = app.dialogs.last() {
        let is_empty = dialog.kind == DialogKind::Seams && seam_rows(app) == 0;
        return match command {
            C::Up | C::Down | C::Accept if is_empty => false,
            C::Up | C::Down => dialog.form.as_ref().is_none_or(|f| f.lines.len() > 1),
            C::Undo => app.reanalysis.steps() > 0,
            _ => true,
        };
    }
    match (app.screen(), app.pages.last()) {
        (Screen::Tune, _) => useful_on_tune(app, command),
        (_, Some(Page::Lecture(state))) => {
            let shown = state.shown();
            let question = shown.and_then(|shown| shown.slide.question.as_ref());
            let answers = question.map_or(0, |question| question.answers.len());
            match command {
                // Away from a question and back.
                C::Vote1 | C::Tune => answers > 0,
                C::Vote2 => answers > 1,
                C::Vote3 => answers > 2,
                C::Vote4 => answers > 3,
                C::TypeA | C::TypeB => state.text(1).is_some(),
                _ => true,
            }
        }
        (_, Some(Page::Compare(state)))
            if [C::NextNeighbour, C::PreviousNeighbour].contains(&command) =>
        {
            state.neighbours.len() > 1 || state.position != ComparisonPosition::Neighbours
        }
        (screen, _) => useful_on(app, screen, command),
    }
}

fn useful_on_tune(app: &App, command: Command) -> bool {
    use Command as C;
    let tune = &app.tune;
    let on_labels = tune.view == View::Labels;
    let on_sliders = tune.focus == TuneFocus::Sliders;
    match command {
        _ if on_sliders && begins(app).contains(&command) => false,
        // The arrows do the same.
        C::ThresholdDown | C::ThresholdUp => !on_sliders || tune.at != Slider::Threshold,
        // Included in the hints of the arrows.
        C::Open | C::NextPlot | C::Tune => false,
        C::TakeBest => on_labels && tune.results.labelled.is_some(),
        _ => true,
    }
}

fn useful_on(app: &App, screen: Screen, command: Command) -> bool {
    use Command as C;
    let mirrors = &app.mirrors;
    let is_copied_text = app.reanalysis.shown.purpose == Purpose::CopiedText;
    let is_empty = match screen {
        Screen::Clusters => app.clusters.listed.is_empty(),
        Screen::Pairs => app.pair_list.is_empty(),
        Screen::Documents => app.documents.rows().is_empty(),
        Screen::Search => app.search.rows() == 0,
        _ => false,
    };
    match (command, screen) {
        (C::Open | C::Sort | C::NextPanel | C::Copy | C::Edit | C::Why, _) if is_empty => false,
        _ if is_empty && command.entry().group == groups::REVIEW => false,
        (C::Filter | C::ThresholdDown | C::ThresholdUp, _) if app.data.documents() < 2 => false,
        // The histogram names them.
        (C::ThresholdDown | C::ThresholdUp, Screen::Clusters) => false,
        (C::Open | C::NextPanel | C::MaskBlock, Screen::Blocks) => app.block().is_some(),
        (C::Open, Screen::Mirrors) => mirrors.rows() > 0,
        (C::Fold | C::Unfold | C::OnlyDifferences, _) => mirrors.trees.is_some(),
        (C::Accept, Screen::Search) => app.search.rows() > 0,
        (C::Complete, _) => {
            let (input, target) = match screen {
                Screen::Pairs => (&app.pair_list.filter, Target::Pairs),
                _ => (&app.clusters.filter, Target::Clusters),
            };
            let cursor = input.halves().0.len();
            complete(input.text(), cursor, target).first().is_some()
        }
        (C::MarkSource, _) => matches!(app.subject(), Some((_, DecisionTarget::Document(_)))),
        (C::IgnoreSource | C::IgnoreSourceEverywhere, _) => is_copied_text,
        (C::Figures, Screen::Document) => !is_copied_text,
        (C::About, _) => screen != Screen::About,
        (C::Skipped, _) => screen != Screen::Skipped && !app.facts.skipped.is_empty(),
        _ => true,
    }
}

/// What the command does on the screen in front.
fn word(app: &App, entry: &CommandEntry) -> &'static str {
    use Command as C;
    if !app.dialogs.is_empty() || !entry.is_of_screens() {
        return entry.hint;
    }
    let (clusters, mirrors) = (&app.clusters, &app.mirrors);
    let either = |is_first: bool, first, second| if is_first { first } else { second };
    match (entry.command, app.screen()) {
        (C::Open, Screen::Clusters) => {
            let clustering = app.data.clustering.as_deref();
            let on_cell = clustering.is_some_and(|c| clusters.cell(c).is_some());
            let in_list = clusters.focus == ClustersFocus::List;
            either(in_list || on_cell, "compare", entry.hint)
        }
        (C::Open, Screen::Document | Screen::Pairs) => "compare",
        (C::NextPanel, Screen::Clusters) => match app.next_panel() {
            (_, true) => "preview",
            (ClustersFocus::List, false) => "clusters",
            (ClustersFocus::Members, false) => "members",
        },
        (C::OnlyDifferences, _) => {
            let trees = mirrors.trees.as_ref();
            let shown = trees.is_some_and(|trees| trees.differences);
            either(shown, "everything", "differences")
        }
        _ => entry.hint,
    }
}
