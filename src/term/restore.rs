//! Restores the terminal, exactly once, however the program ends: by the session, by a panic, or by a
//! signal.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::terminal::disable_raw_mode;

/// Whether the program holds the terminal. The caller that swaps this to `false` restores it, so that
/// happens once.
static HELD: AtomicBool = AtomicBool::new(false);

/// Byte sequence that restores the terminal; a constant, because the signal handler writes it too.
pub(super) const SEQUENCE: &[u8] = concat!(
    // Ends a truncated escape sequence and a synchronised update.
    "\x1b\\\x1b[?2026l",
    // Disables mouse and focus reports and bracketed paste.
    "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l",
    // Resets colours and shows the cursor.
    "\x1b[0m\x1b[?25h",
    // Clears the screen for terminals without an alternate screen, then leaves the alternate screen.
    "\x1b[2J\x1b[1;1H\x1b[?1049l",
    // Restores the previous window title.
    "\x1b[23;2t",
)
.as_bytes();

/// Marks the terminal as held; returns whether it was not held before.
pub(super) fn hold() -> bool {
    !HELD.swap(true, Ordering::SeqCst)
}

/// Whether the program holds the terminal.
pub(super) fn held() -> bool {
    HELD.load(Ordering::SeqCst)
}

/// Marks the terminal as released; returns `true` to the one caller that has to restore it.
pub(super) fn release() -> bool {
    HELD.swap(false, Ordering::SeqCst)
}

/// Restores the terminal if it is held; does nothing otherwise.
pub(super) fn restore() {
    if !release() {
        return;
    }
    // Errors cannot be handled here, and the remaining steps must be attempted.
    let mut out = io::stdout();
    let _ = out.write_all(SEQUENCE).and_then(|()| out.flush());
    let _ = disable_raw_mode();
}
