//! Snapshots of whole screens, with colour and without, and invariants of every screen at any size.

use std::fmt::Write as _;
use std::sync::Arc;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;
use shinglescope::app::{Action, App, Panel, update};
use shinglescope::engine::{Stage, Update};
use shinglescope::ui;
use shinglescope::ui::hit_map::HitMap;
use shinglescope::ui::theme::{Depth, Theme};
use shinglescope::ui::widgets::paint::columns;

use crate::keys::{told, typed};
use crate::sizes;
use crate::world::{self, World};

/// Draws as the event loop does: passes the sizes first and the visible ranges afterwards.
pub fn draw(app: &mut App, theme: Theme) -> (Buffer, HitMap) {
    let (width, height) = app.size;
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    ui::fit(app);
    let mut hits = HitMap::default();
    terminal
        .draw(|frame| hits = ui::draw(app, &theme, frame))
        .unwrap();
    for (panel, offset, rows) in hits.views() {
        app.seen(panel, offset, rows);
    }
    (terminal.backend().buffer().clone(), hits)
}

pub fn colours() -> Theme {
    Theme::new(Depth::Indexed, false)
}

/// The screen as text.
pub fn picture(app: &mut App) -> String {
    text(&draw(app, colours()).0)
}

/// The screen as text, drawn without colour.
pub fn plain(app: &mut App) -> String {
    text(&draw(app, Theme::new(Depth::None, false)).0)
}

pub fn text(buffer: &Buffer) -> String {
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut x = 0;
        let mut line = String::new();
        while x < buffer.area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += columns(symbol).max(1);
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The screen text, and below it the bold, underlined or reversed parts: the meaning that remains
/// without colour.
pub fn marked(buffer: &Buffer) -> String {
    let mut out = text(buffer);
    for y in 0..buffer.area.height {
        let mark = |x: u16| {
            let m = buffer[(x, y)].modifier;
            match () {
                () if m.contains(Modifier::REVERSED) => 'R',
                () if m.contains(Modifier::UNDERLINED) => 'u',
                () if m.contains(Modifier::BOLD) => 'b',
                () if m.contains(Modifier::DIM) => '.',
                () => ' ',
            }
        };
        let line: String = (0..buffer.area.width).map(mark).collect();
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The screens, by the keys that open them.
pub const SCREENS: [(&str, &str); 12] = [
    ("clusters", "Down"),
    ("members", "Down Tab Right Right Right Right Right"),
    ("pairs_filtered", "2 f w o r d s > 3 5 Space o"),
    ("document", "Down Tab Down Down Down Enter"),
    ("search", "/ t i d e"),
    ("skipped", "g k Down"),
    ("about", "g a"),
    ("blocks", "g b Down"),
    ("help", "?"),
    ("palette", ": s o r"),
    ("settings", "g s Down Right Down Down Down 7 Down Right"),
    ("masks", "g e Down"),
];

#[test]
fn screens_with_colour_and_without() {
    let world = World::new();
    for (name, keys) in SCREENS {
        let mut app = world::app(&world, (120, 36));
        typed(&world, &mut app, keys);
        insta::assert_snapshot!(name, picture(&mut app));
        app.size = (80, 24);
        let (buffer, _) = draw(&mut app, Theme::new(Depth::None, false));
        for cell in buffer.content() {
            assert_eq!(cell.fg, ratatui::style::Color::Reset, "{name}");
            assert_eq!(cell.bg, ratatui::style::Color::Reset, "{name}");
        }
        if name == "clusters" {
            insta::assert_snapshot!("clusters_no_colour", marked(&buffer));
        }
    }
}

#[test]
fn states_that_show_nothing_say_what_to_do() {
    let empty = App::new(world::start());
    let unlike = World::unlike();
    let world = World::new();
    let mut reading = App::new(world::start());
    let sample = world::progress(Stage::Sketch, 30);
    told(&mut reading, Update::Progress(sample));
    let mut comparing = reading.clone();
    let collection = Arc::clone(&world.collection);
    told(&mut comparing, Update::Collection(collection));
    let mut filtered = world::app(&world, (80, 24));
    typed(&world, &mut filtered, "f z z z");
    let states = [
        ("starting", empty),
        ("reading", reading),
        ("comparing", comparing),
        ("no_pairs", world::app(&unlike, (80, 24))),
        ("nothing_matches", filtered),
    ];
    for (name, mut app) in states {
        insta::assert_snapshot!(name, picture(&mut app));
    }
}

#[test]
fn the_mark_of_an_edited_corpus_stays_visible() {
    let world = World::new();
    for keys in ["", "Tab Enter", "Enter"] {
        let mut app = sizes::edited(&world, keys);
        let later = app.wakes_at().unwrap();
        update(&mut app, Action::Clock(later));
        for size in [(80, 24), (120, 36)] {
            app.size = size;
            let picture = picture(&mut app);
            let marks = picture.matches("edited since (g u)").count();
            assert_eq!(marks, 1, "{picture}");
        }
    }
}

#[test]
fn a_terminal_that_is_too_small_shows_the_needed_size() {
    let world = World::new();
    let mut app = world::app(&world, (30, 8));
    let (buffer, _) = draw(&mut app, colours());
    assert_eq!(text(&buffer).trim(), "needs 40x10, has 30x8");
}

#[test]
fn the_tabs_are_always_in_the_same_columns_with_their_names() {
    let world = World::new();
    let tabs = "  1 Clusters  2 Copied text  3 Documents  4 Search  5 Tune ";
    for width in [80, 100, 120] {
        let mut app = world::app(&world, (width, 24));
        for keys in [":clusters", ":pairs", ":documents", ":search", ":tune"] {
            typed(&world, &mut app, keys);
            for edited in [false, true] {
                app.data.edited = edited;
                let shown = picture(&mut app);
                assert!(shown.starts_with(tabs), "{width} {keys}\n{shown}");
            }
        }
    }
}

#[test]
fn a_dialog_dims_all_but_its_keys_and_nothing_behind_it_is_reversed() {
    use ratatui::style::Modifier;
    let world = World::new();
    for keys in [
        "Down ?",
        "Down : s",
        "Down w",
        "2 Down g e",
        "Down :threshold-set",
        "g r",
        "g o",
        "Down d",
        "Down g",
    ] {
        let mut app = world::app(&world, (120, 36));
        typed(&world, &mut app, keys);
        let (buffer, _) = draw(&mut app, colours());
        let row = |y: u16| (0..120).map(move |x| (x, y));
        let dim = |at: &(u16, u16)| buffer[*at].modifier.contains(Modifier::DIM);
        assert!(!row(35).any(|at| dim(&at)), "{keys}\n{}", text(&buffer));
        let mut all = (0..36).flat_map(row);
        assert!(all.any(|at| dim(&at)), "{keys}");
        let mut behind = (0..35).flat_map(row).filter(dim);
        let bright = behind.find(|at| buffer[*at].modifier.contains(Modifier::REVERSED));
        assert_eq!(bright, None, "{keys}");
    }
}

#[test]
fn a_click_on_what_is_drawn_selects_it() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    let (buffer, hits) = draw(&mut app, colours());
    let picture = text(&buffer);
    let y = picture
        .lines()
        .position(|l| l.contains("invitation-anna"))
        .unwrap();
    let action = hits.click(10, y as u16).unwrap();
    world::act(&world, &mut app, action);
    let clustering = app.data.clustering.clone().unwrap();
    let cluster = app.clusters.selected(&clustering).unwrap();
    assert!(
        cluster
            .members
            .contains(&world.doc("letters/invitation-anna.txt"))
    );
    // A click on a column head sorts by it.
    let (y, head) = (0..).zip(picture.lines()).nth(4).unwrap();
    let x = head.chars().position(|c| c == 'm').unwrap();
    assert!(matches!(hits.click(x as u16, y), Some(Action::SortBy(_))));
    // A click on the histogram sets the threshold.
    assert!(matches!(hits.click(40, 2), Some(Action::Threshold(_))));
    // The wheel moves the list under it.
    assert!(matches!(
        hits.wheel(10, y, 1),
        Some(Action::Wheel(Panel::Clusters, 1))
    ));
    assert!(hits.click(119, 35).is_none());
}

#[test]
fn no_click_anywhere_panics() {
    let world = World::new();
    for (_, keys) in SCREENS {
        let mut app = world::app(&world, (100, 30));
        typed(&world, &mut app, keys);
        let (_, hits) = draw(&mut app, colours());
        for y in 0..30 {
            for x in (0..100).step_by(7) {
                if let Some(action) = hits.click(x, y) {
                    let mut after = app.clone();
                    world::act(&world, &mut after, action);
                }
            }
        }
    }
}
