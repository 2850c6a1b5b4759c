//! Map from screen areas to mouse actions. Drawing returns it; the event loop looks up mouse
//! positions in it and passes the visible range of each list to the state.

use ratatui::layout::{Position, Rect};

use crate::app::{Action, Panel, TuneAction};
use crate::screens::compare::state::CompareAction;
use crate::screens::document::state::DocAction;

/// Rows of text scrolled per wheel notch.
const NOTCH: i32 = 3;

/// What the mouse wheel moves in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// The cursor of a list.
    Panel(Panel),
    /// The Document screen.
    Document,
    /// The Compare screen.
    Compare,
    /// The cursor of the selected plot.
    Plot,
}

/// Click targets, wheel targets and the visible ranges of lists.
#[derive(Clone, Debug, Default)]
pub struct HitMap {
    clicks: Vec<(Rect, Action)>,
    wheels: Vec<(Rect, Wheel)>,
    views: Vec<(Panel, usize, usize)>,
}

impl HitMap {
    /// Registers `action` for a click in `area`. Later entries cover earlier ones.
    pub fn push(&mut self, area: Rect, action: Action) {
        self.clicks.push((area, action));
    }

    /// Registers `wheel` for the mouse wheel in `area`. Later entries cover earlier ones.
    pub fn push_wheel(&mut self, area: Rect, wheel: Wheel) {
        self.wheels.push((area, wheel));
    }

    /// Records that `panel` shows `rows` rows, starting with row `offset`.
    pub fn push_view(&mut self, panel: Panel, offset: usize, rows: usize) {
        self.views.push((panel, offset, rows));
    }

    /// Removes all click and wheel targets, because a dialog covers them.
    pub fn cover(&mut self) {
        self.clicks.clear();
        self.wheels.clear();
    }

    /// The action of a click at column `x`, row `y`.
    pub fn click(&self, x: u16, y: u16) -> Option<Action> {
        let at = Position::new(x, y);
        let mut from_top = self.clicks.iter().rev();
        let (_, action) = from_top.find(|(area, _)| area.contains(at))?;
        Some(action.clone())
    }

    /// The action of moving the mouse to column `x`, row `y`, with the button pressed on `pressed`: the same slider,
    /// plot or histogram at that column.
    pub fn drag(&self, pressed: &Action, x: u16, y: u16) -> Option<Action> {
        use TuneAction::{Cursor, Slide};
        let action = self.click(x, y)?;
        let same = match (pressed, &action) {
            (Action::Threshold(_), Action::Threshold(_)) => true,
            (Action::Tune(Cursor(_)), Action::Tune(Cursor(_))) => true,
            (Action::Tune(Slide(a, _)), Action::Tune(Slide(b, _))) => a == b,
            _ => false,
        };
        same.then_some(action)
    }

    /// The action of turning the wheel by `by` notches at column `x`, row `y`.
    pub fn wheel(&self, x: u16, y: u16, by: i32) -> Option<Action> {
        let at = Position::new(x, y);
        let mut from_top = self.wheels.iter().rev();
        let (_, wheel) = from_top.find(|(area, _)| area.contains(at))?;
        Some(match wheel {
            Wheel::Panel(Panel::About) => Action::Wheel(Panel::About, by * NOTCH),
            Wheel::Panel(panel) => Action::Wheel(*panel, by),
            Wheel::Document => Action::Document(DocAction::Scroll(by * NOTCH)),
            Wheel::Plot => Action::Tune(TuneAction::Notches(by)),
            Wheel::Compare => Action::Compare(CompareAction::Scroll(by * NOTCH)),
        })
    }

    /// The visible range of each list: panel, first row, number of rows.
    pub fn views(&self) -> impl Iterator<Item = (Panel, usize, usize)> {
        self.views.iter().copied()
    }
}
