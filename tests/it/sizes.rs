//! Every screen and every dialog at all terminal sizes: nothing panics, and nothing is drawn
//! outside the window. The window does not begin at the screen's corner here, so that writing
//! before its first cell would be detected as well.

use std::collections::BTreeSet;

use proptest::prelude::*;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};
use shinglescope::app::{Action, App, SMALLEST, update};
use shinglescope::engine::Update;
use shinglescope::engine::edits::Edits;
use shinglescope::ui;
use shinglescope::ui::hit_map::HitMap;
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{self, SCREENS};
use crate::tune_screen::STATES;
use crate::world::{self, World};

/// Dialogs and states that are neither in `SCREENS` nor in `STATES`, by the keys that open them.
const OTHERS: [(&str, &str); 14] = [
    ("threshold", ":threshold-set 7 5"),
    ("filter", "f n o t e s"),
    ("no hits of a filter", "f z z z"),
    ("why", "Down Tab Enter w"),
    ("seams", "Down w Down"),
    ("messages", "z g o"),
    ("note", "d n x"),
    ("decide", "d"),
    ("words one by one", "Down Enter m m"),
    ("differences", "Down Enter m m m"),
    ("no hits", "/ q q q q"),
    ("help over a document", "Down Tab Enter ?"),
    ("labels form", "5 L"),
    ("settings over the tuning", "5 g s"),
];

fn states() -> Vec<(String, App)> {
    states_of(&World::new())
}

fn states_of(world: &World) -> Vec<(String, App)> {
    let tune = STATES.map(|(name, keys)| (format!("tune {name}"), format!("5 {keys}")));
    let plain = SCREENS.iter().chain(&OTHERS);
    let plain = plain.map(|(name, keys)| ((*name).to_owned(), (*keys).to_owned()));
    let made = plain.chain(tune).map(|(name, keys)| {
        let mut app = world::app(world, (120, 36));
        typed(world, &mut app, &keys);
        (name, app)
    });
    let mut states: Vec<(String, App)> = made.collect();
    let unlike = World::unlike();
    for keys in ["Down", "5", "/ x", "g a"] {
        let mut app = world::app(&unlike, (120, 36));
        typed(&unlike, &mut app, keys);
        states.push((format!("no pairs, {keys}"), app));
    }
    states.push(("starting".to_owned(), App::new(world::start())));
    for keys in ["", "Tab Enter", "Enter"] {
        states.push((format!("edited, {keys}"), edited(world, keys)));
    }
    states
}

/// The state after `keys`, with a corpus that has changed since it was read.
pub fn edited(world: &World, keys: &str) -> App {
    let mut app = world::app(world, (120, 36));
    typed(world, &mut app, keys);
    let edits = Edits {
        changed: 3,
        ..Edits::default()
    };
    update(&mut app, Action::Engine(Update::Edited(edits)));
    app
}

/// Draws into a window away from the corner, as the event loop does: passes the sizes first and the
/// visible ranges afterwards. Returns the number of non-empty cells.
fn draw(app: &mut App, theme: Theme) -> usize {
    let (width, height) = app.size;
    let window = Rect::new(3, 2, width, height);
    let options = TerminalOptions {
        viewport: Viewport::Fixed(window),
    };
    let backend = TestBackend::new(width + 7, height + 5);
    let mut terminal = Terminal::with_options(backend, options).unwrap();
    ui::fit(app);
    let mut hits = HitMap::default();
    terminal
        .draw(|frame| hits = ui::draw(app, &theme, frame))
        .unwrap();
    for (panel, offset, rows) in hits.views() {
        app.seen(panel, offset, rows);
    }
    let buffer = terminal.backend().buffer();
    let beside = buffer.area.positions().filter(|at| !window.contains(*at));
    for at in beside {
        assert_eq!(buffer[at].symbol(), " ", "{at} beside {window}");
    }
    let cells = buffer.content().iter();
    cells.filter(|cell| cell.symbol() != " ").count()
}

fn themes() -> [Theme; 3] {
    [
        Theme::new(Depth::Indexed, false),
        Theme::new(Depth::None, false).with_ascii(true),
        Theme::new(Depth::Sixteen, true),
    ]
}

#[test]
fn every_screen_at_the_smallest_sizes_and_in_the_corners() {
    let small = (1..=24).flat_map(|width| (1..=12).map(move |height| (width, height)));
    let (least, low) = SMALLEST;
    // Sizes around the minimum, and very large ones.
    let edges = [
        (least - 1, low),
        (least, low - 1),
        (least, low),
        (least + 1, low + 1),
        (500, 1),
        (1, 200),
        (500, low),
        (least, 200),
        (500, 200),
    ];
    let sizes: Vec<(u16, u16)> = small.chain(edges).collect();
    for (name, app) in states() {
        let mut app = app;
        for (i, &(width, height)) in sizes.iter().enumerate() {
            update(&mut app, Action::Resize(width, height));
            draw(&mut app, themes()[i % 3]);
        }
        // After all these sizes the screen still shows its content.
        update(&mut app, Action::Resize(120, 36));
        let inked = draw(&mut app, themes()[0]);
        assert!(inked > 200, "{name} shows nothing any more: {inked} cells");
    }
}

/// With names and texts in ASCII, all other characters on any screen are ASCII too, except for the
/// marks of control characters.
#[test]
fn with_ascii_every_screen_draws_only_ascii() {
    let mut odd = BTreeSet::new();
    for (name, mut app) in states_of(&World::plain()) {
        for size in [(60, 12), (80, 24), (120, 36), (200, 50)] {
            update(&mut app, Action::Resize(size.0, size.1));
            let theme = Theme::new(Depth::Indexed, false).with_ascii(true);
            let (buffer, _) = screens::draw(&mut app, theme);
            let symbols = buffer.content().iter().map(|cell| cell.symbol());
            let foreign =
                symbols.filter(|symbol| !symbol.is_ascii() && !["␇", "�"].contains(symbol));
            odd.extend(foreign.map(|symbol| (name.clone(), symbol.to_owned())));
        }
    }
    assert!(odd.is_empty(), "{odd:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(
        if std::env::var_os("SHINGLESCOPE_LONG").is_some() { 2_000 } else { 24 }
    ))]

    #[test]
    fn every_screen_at_any_size(
        width in 1u16..=500, height in 1u16..=200, theme in 0usize..3,
        later in (40u16..=500, 10u16..=200),
    ) {
        let world = World::new();
        for (name, mut app) in STATES_MADE.with(Clone::clone) {
            update(&mut app, Action::Resize(width, height));
            draw(&mut app, themes()[theme]);
            update(&mut app, Action::Resize(later.0, later.1));
            // A key that arrives before the window of the new size was drawn.
            if !name.starts_with("no pairs") && name != "starting" {
                typed(&world, &mut app, "Down PgDn End Up");
            }
            draw(&mut app, themes()[theme]);
        }
    }
}

thread_local! {
    static STATES_MADE: Vec<(String, App)> = states();
}
