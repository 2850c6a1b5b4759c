//! Dragging with the mouse: the threshold on the histogram, sliders and the cursor of plots.

use shinglescope::app::{Action, App, TuneAction, update};
use shinglescope::screens::tune::state::Slider;
use shinglescope::ui::hit_map::HitMap;
use shinglescope::ui::theme::{Depth, Theme};

use crate::keys::typed;
use crate::screens::{draw, text};
use crate::world::{self, World};

fn drawn(app: &mut App) -> (String, HitMap) {
    let (buffer, hits) = draw(app, Theme::new(Depth::None, false));
    (text(&buffer), hits)
}

/// The positions whose click action satisfies `wanted`, in the order of the screen.
fn places(hits: &HitMap, size: (u16, u16), wanted: impl Fn(&Action) -> bool) -> Vec<(u16, u16)> {
    let all = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
    all.filter(|(x, y)| hits.click(*x, *y).is_some_and(|action| wanted(&action)))
        .collect()
}

#[test]
fn a_slider_and_the_threshold_follow_the_mouse_along_their_row() {
    let world = World::new();
    let mut app = world::app(&world, (120, 36));
    typed(&world, &mut app, "5");
    let (_, hits) = drawn(&mut app);
    let slides = |action: &Action| match action {
        Action::Tune(TuneAction::Slide(slider, _)) => *slider == Slider::Threshold,
        _ => false,
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
    let moves = |action: &Action| matches!(action, Action::Threshold(_));
    let columns = places(&hits, (120, 36), moves);
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
