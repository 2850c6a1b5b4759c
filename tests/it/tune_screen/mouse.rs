//! Clicks and the wheel on the Tune screen.

use shinglescope::app::{Action, App, TuneAction, update};
use shinglescope::config::table;
use shinglescope::screens::tune::state::{Slider, TuneFocus};

use super::fresh;
use crate::screens::{colours, draw, text};
use crate::world::{self, World};

/// Clicks on the text `what` in the line that contains `line`.
fn click(world: &World, app: &mut App, line: &str, what: &str) {
    let (buffer, hits) = draw(app, colours());
    let picture = text(&buffer);
    let (y, row) = picture
        .lines()
        .enumerate()
        .find(|(_, l)| l.contains(line))
        .unwrap_or_else(|| panic!("no {line} in\n{picture}"));
    let at = row
        .find(what)
        .unwrap_or_else(|| panic!("no {what} in {row}"));
    let x = row[..at].chars().count();
    let action = hits.click(x as u16, y as u16).expect("something to click");
    world::act(world, app, action);
}

#[test]
fn sliders_are_selected_stepped_and_moved_by_clicks() {
    let (world, mut app) = fresh((120, 36));
    click(&world, &mut app, "  k  ", "k  ");
    assert_eq!(app.tune.at, Slider::Setting(&table::K));
    click(&world, &mut app, "k         ", "▸ ");
    assert_eq!(app.reanalysis.requested().settings.sketching.k, 5);
    click(&world, &mut app, "k         ", "◂");
    assert_eq!(app.reanalysis.requested().settings.sketching.k, 4);
    click(&world, &mut app, "threshold  ", "━");
    assert_eq!(app.threshold, 0.0);
    click(&world, &mut app, "threshold  ", "─ ");
    assert_eq!(app.threshold, 1.0);
}

#[test]
fn a_click_on_a_plot_puts_the_cursor_there_and_the_wheel_moves_it() {
    let (world, mut app) = fresh((120, 36));
    let (_, hits) = draw(&mut app, colours());
    let Some(action) = hits.click(80, 12) else {
        panic!("nothing to click on the plot");
    };
    let Action::Tune(TuneAction::Cursor(x)) = action else {
        panic!("{action:?}");
    };
    assert!(x > 0.2 && x < 0.8, "{x}");
    world::act(&world, &mut app, action);
    assert_eq!(app.tune.focus, TuneFocus::Plot);
    let at = app.tune.cursor().unwrap();
    assert!((at - x).abs() <= 0.005 + 1e-9);
    let (_, hits) = draw(&mut app, colours());
    let action = hits.wheel(80, 12, 2).unwrap();
    update(&mut app, action);
    assert!((app.tune.cursor().unwrap() - at - 0.02).abs() < 1e-9);
}
