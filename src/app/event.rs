//! Events of the terminal and the system: what the input, signal and hang-up threads of `term` and the
//! panic hook send to the event loop. The engine's updates come on a channel of their own.

use super::key::Key;
use crate::engine::Update;

/// Mouse event at a column and row of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Press of the primary button.
    Click(u16, u16),
    /// Motion to this place while the primary button is down.
    Drag(u16, u16),
    /// Release of the primary button.
    Release,
    /// Wheel notches, positive is down.
    Wheel(u16, u16, i32),
}

/// Operating-system signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Termination request (`TERM`, `INT`, `HUP`, `QUIT`).
    Terminate,
    /// Suspension request (`TSTP`).
    Suspend,
    /// Resumption after a stop (`CONT`).
    Continue,
}

/// An external event.
#[derive(Clone, Debug)]
pub enum Event {
    /// Key press.
    Key(Key),
    /// Pasted text.
    Paste(String),
    /// Mouse event.
    Mouse(Mouse),
    /// New terminal size (columns, rows).
    Resize(u16, u16),
    /// A background thread has panicked; the message says which, and where the report is. It is shown as an
    /// update of the engine is, whose own updates come on the other channel.
    Panicked(Update),
    /// Operating-system signal.
    Signal(Signal),
    /// The terminal says whether its background is light.
    Background(bool),
    /// The window has the focus again.
    Focus,
    /// The terminal can no longer be read.
    Closed,
}
