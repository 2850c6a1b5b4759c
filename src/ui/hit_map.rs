//! Where on the screen what can be clicked or scrolled. Drawing returns it; the runner looks up the
//! mouse in it and tells the state what part of each list was in sight.

use ratatui::layout::{Position, Rect};

use crate::app::state::compare::CompareAction;
use crate::app::state::document::DocAction;
use crate::app::{Action, Panel, TuneAction};

/// Rows of text a notch of the wheel moves.
const NOTCH: i32 = 3;

/// What the wheel moves in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wheel {
    /// The cursor of a list.
    Panel(Panel),
    /// The Document screen.
    Document,
    /// The Compare screen.
    Compare,
    /// The cursor of the plot in front.
    Plot,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct HitMap {
    clicks: Vec<(Rect, Action)>,
    wheels: Vec<(Rect, Wheel)>,
    views: Vec<(Panel, usize, usize)>,
}

impl HitMap {
    /// A click in `area` is `action`; what is pushed later lies on top.
    pub fn push(&mut self, area: Rect, action: Action) {
        self.clicks.push((area, action));
    }

    /// Takes the targets of a screen that knows only its own actions.
    pub fn push_all<A>(&mut self, targets: Vec<(Rect, A)>, wrap: impl Fn(A) -> Action) {
        let wrapped = targets
            .into_iter()
            .map(|(area, action)| (area, wrap(action)));
        self.clicks.extend(wrapped);
    }

    /// The wheel in `area` moves `wheel`; what is pushed later lies on top.
    pub fn push_wheel(&mut self, area: Rect, wheel: Wheel) {
        self.wheels.push((area, wheel));
    }

    /// `panel` shows `rows` rows from `offset` on.
    pub fn push_view(&mut self, panel: Panel, offset: usize, rows: usize) {
        self.views.push((panel, offset, rows));
    }

    /// Forgets everything to click or scroll below a dialog.
    pub fn cover(&mut self) {
        self.clicks.clear();
        self.wheels.clear();
    }

    /// What a click at a column and row means.
    #[must_use]
    pub fn click(&self, x: u16, y: u16) -> Option<Action> {
        let at = Position::new(x, y);
        let mut from_top = self.clicks.iter().rev();
        from_top
            .find(|(area, _)| area.contains(at))
            .map(|(_, action)| action.clone())
    }

    /// What the wheel by some notches at a column and row means.
    #[must_use]
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

    /// What part of which list was in sight: first row and how many.
    pub fn views(&self) -> impl Iterator<Item = (Panel, usize, usize)> {
        self.views.iter().copied()
    }
}
