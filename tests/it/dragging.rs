//! Dragging with the mouse: borders of panels, the threshold on the histogram, sliders and the cursor of plots.

use shinglescope::app::state::tune::Slider;
use shinglescope::app::{Action, App, Border, TuneAction, update};
use shinglescope::ui::hit_map::HitMap;
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{draw, text};
use crate::support::pty::Pty;
use crate::world::{self, World};

fn drawn(app: &mut App) -> (String, HitMap) {
    let (buffer, hits) = draw(app, Theme::new(Depth::None, false));
    (text(&buffer), hits)
}

/// Column at which the second panel begins in the first row with two.
fn border(picture: &str) -> u16 {
    // The frame of the panel that has the focus is thick.
    let meet = ["╮╭", "┓╭", "╮┏"];
    let at = |row: &str| meet.iter().filter_map(|corners| row.find(corners)).min();
    let column = |row: &str| at(row).map(|at| row[..at].chars().count());
    picture.lines().find_map(column).expect("two panels") as u16 + 1
}

/// Places with an action that `wanted` takes, in the order of the screen.
fn places(hits: &HitMap, size: (u16, u16), wanted: impl Fn(&Action) -> bool) -> Vec<(u16, u16)> {
    let all = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
    all.filter(|(x, y)| hits.click(*x, *y).is_some_and(|action| wanted(&action)))
        .collect()
}

#[test]
fn borders_follow_the_mouse_and_panels_keep_some_columns() {
    let world = World::new();
    for (size, keys, which) in [
        ((120, 36), "", Border::Clusters),
        ((200, 50), "", Border::Clusters),
        ((200, 50), "Enter", Border::Document),
        ((120, 36), "T", Border::Tune),
    ] {
        let mut app = world::app(&world, size);
        typed(&world, &mut app, keys);
        let (picture, hits) = drawn(&mut app);
        let x = border(&picture);
        let on_border =
            |action: &Action| matches!(action, Action::Border(border, ..) if *border == which);
        let place = places(&hits, size, on_border);
        let (_, y) = *place
            .iter()
            .find(|(at, _)| *at == x)
            .expect("the border can be pressed");
        let pressed = hits.click(x, y).expect("the border can be pressed");
        update(&mut app, pressed.clone());
        assert_eq!(border(&drawn(&mut app).0), x, "a click alone moves nothing");
        for to in [x - 9, x + 7, 0, size.0 - 1] {
            let moved = hits.drag(&pressed, to, y).expect("it follows");
            update(&mut app, moved);
            let now = border(&drawn(&mut app).0);
            match to {
                0 => assert_eq!(now, 24, "{which:?}"),
                to if to == size.0 - 1 => assert!(now > x && now < to, "{which:?} at {now}"),
                to => assert!(now.abs_diff(to) <= 1, "{which:?}: {now} for {to}"),
            }
        }
    }
}

#[test]
fn a_slider_and_the_threshold_follow_the_mouse_along_their_row() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "T");
    let (_, hits) = drawn(&mut app);
    let slides = |action: &Action| {
        matches!(
            action,
            Action::Tune(TuneAction::Slide(Slider::Threshold, _))
        )
    };
    let track = places(&hits, (120, 36), slides);
    let (first, last) = (track[0], track[track.len() - 1]);
    let pressed = hits.click(first.0, first.1).expect("a slider");
    let moved = hits.drag(&pressed, last.0, first.1).expect("it follows");
    update(&mut app, moved);
    assert_eq!(app.threshold, 1.0);
    // Another slider, or none, is not dragged along.
    assert!(hits.drag(&pressed, last.0, first.1 + 1).is_none());
    assert!(hits.drag(&pressed, 119, first.1).is_none());

    let mut app = world::app(&world, (120, 36));
    let (_, hits) = drawn(&mut app);
    let columns = places(&hits, (120, 36), |action| {
        matches!(action, Action::Threshold(_))
    });
    let (first, last) = (columns[0], columns[columns.len() - 1]);
    let pressed = hits.click(first.0, first.1).expect("a column");
    let Some(Action::Threshold(low)) = hits.click(first.0, first.1) else {
        panic!("no column of the histogram");
    };
    let Some(Action::Threshold(high)) = hits.drag(&pressed, last.0, first.1) else {
        panic!("it does not follow");
    };
    assert!(low < high, "{low} {high}");
}

#[test]
fn in_a_terminal_a_border_is_dragged() {
    let mut pty = Pty::start(&["demo"], 120, 36, &[]);
    pty.sees(&["Clusters 22", "done in"]).settles();
    let x = border(&pty.text());
    let to = x - 11;
    // Columns and rows of the protocol count from 1.
    pty.press(&format!(
        "\x1b[<0;{};10M\x1b[<32;{};10M\x1b[<0;{};10m",
        x + 1,
        to + 1,
        to + 1
    ));
    pty.until("the border has moved", |text| {
        border(text).abs_diff(to) <= 1
    });
    // Without a button, motion does nothing.
    pty.press(&format!("\x1b[<32;{};10M", x + 1)).settles();
    assert!(border(&pty.text()).abs_diff(to) <= 1);
    pty.press("q");
    assert!(pty.ended().success());
}
