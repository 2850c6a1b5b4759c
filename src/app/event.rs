//! What reaches the program from outside, all through one channel.

use super::key::Key;
use crate::engine::Update;

/// A mouse button or the wheel, at a column and row of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The first button went down.
    Click(u16, u16),
    /// The wheel turned by so many notches, down positive.
    Wheel(u16, u16, i32),
}

/// A signal of the operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// Please end (`TERM`, `INT`, `HUP`).
    Terminate,
    /// Please stop for a while (`TSTP`).
    Suspend,
    /// Go on (`CONT`).
    Continue,
}

/// Something from outside.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key went down.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The mouse did something.
    Mouse(Mouse),
    /// The terminal has this many columns and rows now.
    Resize(u16, u16),
    /// The engine has something to say.
    Engine(Update),
    /// The operating system has something to say.
    Signal(Signal),
    /// The terminal can no longer be read: it is gone.
    Closed,
}
