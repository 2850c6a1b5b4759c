//! The Tune screen: snapshots at two sizes, the effect of every key, and invariants at any size
//! and after any keys.

pub mod answers;
mod keys;
mod mouse;
mod real;

use proptest::prelude::*;
use shinglescope::app::{Action, App, update};
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{colours, draw, picture, plain, text};
use crate::world::{self, World};

/// The screen in its initial state.
fn fresh(size: (u16, u16)) -> (World, App) {
    let world = World::new();
    let mut app = world::app(&world, size);
    typed(&world, &mut app, "5");
    app.notices.dismiss();
    (world, app)
}

/// The states, by the keys that lead there.
pub const STATES: [(&str, &str); 9] = [
    ("s_curve", ""),
    ("estimates", "Tab Enter Down"),
    ("thresholds", "Tab Tab Enter Left Left"),
    ("every_k", "Tab Tab Tab Enter Right"),
    ("labels", "L l . c s v Enter Enter 5 Down"),
    ("sweep", "s Enter Enter Right Up Up"),
    ("empty_labels", "Tab Tab Tab Tab"),
    ("judge", "J y n u"),
    ("sweep_form", "s Down"),
];

#[test]
fn a_narrow_plot_shows_no_number_that_the_widest_does_not() {
    use crate::figures::{is_known, numbers};
    for (name, keys) in STATES.iter().take(6) {
        let (world, mut app) = fresh((200, 60));
        draw(&mut app, colours());
        typed(&world, &mut app, keys);
        app.notices.dismiss();
        // Positions in lists and ticks of axes, whose number depends on the width.
        let mut figures: std::collections::HashSet<String> =
            (0..100).map(|n| n.to_string()).collect();
        figures.extend((0..20).map(|n| format!(".{:02}", 5 * n)));
        figures.extend([100, 200, 300, 500].map(|n| n.to_string()));
        for size in [(200, 60), (200, 200), (160, 60), (120, 60)] {
            app.size = size;
            figures.extend(numbers(&plain(&mut app)));
        }
        for width in 60..200 {
            app.size = (width, 36);
            let picture = plain(&mut app);
            for number in numbers(&picture) {
                assert!(
                    is_known(&number, &figures),
                    "{name} at {width} columns: {number}\n{picture}"
                );
            }
        }
    }
}

#[test]
fn a_plot_without_figures_hints_first_at_the_key_that_makes_them() {
    for size in [(80, 24), (120, 36), (200, 50)] {
        let (world, mut app) = fresh(size);
        let hints = |app: &mut App| plain(app).lines().last().unwrap().to_owned();
        typed(&world, &mut app, "Tab Tab Tab Tab");
        let labels = hints(&mut app);
        assert!(labels.trim().starts_with("L labels   J judge"), "{labels}");
        typed(&world, &mut app, "Tab");
        let sweep = hints(&mut app);
        assert!(sweep.trim().starts_with("s sweep"), "{sweep}");
        assert_eq!(sweep.matches("sweep").count(), 1, "{sweep}");
    }
}

#[test]
fn the_states_with_colour_and_without() {
    for (name, keys) in STATES {
        let (world, mut app) = fresh((120, 36));
        draw(&mut app, colours());
        typed(&world, &mut app, keys);
        app.notices.dismiss();
        let (buffer, _) = draw(&mut app, colours());
        insta::assert_snapshot!(name, text(&buffer));
        let (buffer, _) = draw(&mut app, Theme::new(Depth::None, false));
        for cell in buffer.content() {
            assert_eq!(cell.fg, ratatui::style::Color::Reset, "{name}");
            assert_eq!(cell.bg, ratatui::style::Color::Reset, "{name}");
        }
    }
}

#[test]
fn dialogs_about_clusters() {
    for (name, keys) in [("why", "Down Tab G Up Enter w"), ("seams", "Down w Down")] {
        let world = World::new();
        let mut app = world::app(&world, (120, 36));
        typed(&world, &mut app, keys);
        insta::assert_snapshot!(name, picture(&mut app));
    }
}

#[test]
fn a_corpus_without_pairs_and_one_of_a_single_document_say_so() {
    let unlike = World::unlike();
    let mut app = world::app(&unlike, (120, 36));
    typed(&unlike, &mut app, "5");
    let seen = plain(&mut app);
    assert!(seen.contains("No two of 5 different texts"), "{seen}");
    for keys in [
        "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "J", "b", "Enter", "Enter",
    ] {
        typed(&unlike, &mut app, keys);
        plain(&mut app);
    }
    let one = World::single();
    let mut app = world::app(&one, (120, 36));
    typed(&one, &mut app, "5");
    let seen = plain(&mut app);
    assert!(seen.contains("One document was read"), "{seen}");
}

/// Keys with an effect on the screen or in its dialogs.
#[rustfmt::skip]
const KEYS: [&str; 56] = [
    "Up", "Down", "Left", "Right", "h", "j", "k", "l", "PgUp", "PgDn", "Home", "End", "Tab",
    "shift-Tab", "Enter", "Enter", "Esc", "Esc", "Backspace", "Space", "1", "2", "3", "4", "5",
    "6", "7", "8", "9", "0", ".", "x", "-", "+", "{", "}", "#", "d", "D", "b", "p", "n", "o",
    "z", "Z", "L", "J", "s", "m", "v", "y", "e", "u", "U", "w", "?",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_keys_at_any_size_panic(
        keys in prop::collection::vec(0..KEYS.len(), 1..40),
        width in 1u16..=210, height in 1u16..=60, later in (40u16..=210, 10u16..=60),
        answered: bool, ascii: bool,
    ) {
        let world = World::new();
        let mut app = world::app(&world, (width, height));
        typed(&world, &mut app, "5");
        draw(&mut app, colours().with_ascii(ascii));
        for (i, key) in keys.iter().enumerate() {
            if answered {
                typed(&world, &mut app, KEYS[*key]);
            } else {
                // An engine that has not answered yet.
                update(&mut app, Action::Key(KEYS[*key].parse().unwrap()));
            }
            if i == keys.len() / 2 {
                update(&mut app, Action::Resize(later.0, later.1));
            }
            draw(&mut app, colours().with_ascii(ascii));
        }
        draw(&mut app, Theme::new(Depth::None, true));
    }

    #[test]
    fn no_click_and_no_wheel_anywhere_panics(
        state in 0..STATES.len(), x in 0u16..120, y in 0u16..36, by in -3i32..=3,
    ) {
        let (world, mut app) = fresh((120, 36));
        typed(&world, &mut app, STATES[state].1);
        let (_, hits) = draw(&mut app, colours());
        let actions = [hits.click(x, y), hits.wheel(x, y, by), hits.click(x, y)];
        for action in actions.into_iter().flatten() {
            world::act(&world, &mut app, action);
            draw(&mut app, colours());
        }
    }
}
