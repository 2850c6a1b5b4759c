//! Terminal session: raw mode, alternate screen, mouse and paste reporting. However the program ends,
//! the terminal is released exactly once, and pending messages are printed after that.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Hide;
#[cfg(not(unix))]
use crossterm::event::DisableMouseCapture;
use crossterm::event::{EnableBracketedPaste, EnableMouseCapture};
use crossterm::execute;
use crossterm::style::Print;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::panics;

/// Whether the program holds the terminal. The caller that swaps this to `false` releases it, so release
/// happens once.
static HELD: AtomicBool = AtomicBool::new(false);

/// Pushes the window title onto the terminal's title stack.
const PUSH_TITLE: &str = "\x1b[22;2t";

/// Byte sequence that restores the terminal; a constant, because the signal handler writes it too.
pub(super) const GIVE_BACK: &[u8] = concat!(
    // Ends a truncated escape sequence and a synchronised update.
    "\x1b\\\x1b[?2026l",
    // Disables mouse reports and bracketed paste.
    "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?2004l",
    // Resets colours and shows the cursor.
    "\x1b[0m\x1b[?25h",
    // Clears the screen for terminals without an alternate screen, then leaves the alternate screen.
    "\x1b[2J\x1b[1;1H\x1b[?1049l",
    // Restores the previous window title.
    "\x1b[23;2t",
)
.as_bytes();

/// Holds the terminal until dropped.
#[derive(Debug)]
pub struct Session {
    title: String,
    mouse: bool,
}

impl Session {
    /// Takes the terminal. Install the panic hook first, so that no panic goes unreported.
    ///
    /// # Errors
    /// If the terminal cannot be configured (not a terminal, or gone).
    pub fn begin(title: &str, mouse: bool) -> io::Result<Self> {
        let session = Session {
            // A file name must not end the title's escape sequence early.
            title: crate::base::sanitise::line(title).into_owned(),
            mouse,
        };
        session.enter()?;
        Ok(session)
    }

    /// Takes the terminal, initially or after [`leave`](Self::leave). Does nothing if it is held.
    ///
    /// # Errors
    /// If the terminal cannot be configured.
    pub fn enter(&self) -> io::Result<()> {
        if HELD.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        #[cfg(unix)]
        {
            super::fatal::answer();
            // A missing terminal is reported by `enable_raw_mode` below.
            let _ = super::fatal::remember();
        }
        let mut out = io::stdout();
        let title = format!("\x1b]2;{}\x07", self.title);
        enable_raw_mode()
            .and_then(|()| {
                execute!(
                    out,
                    EnterAlternateScreen,
                    // Without an alternate screen (the default of GNU screen) earlier output would
                    // remain visible.
                    Clear(ClearType::All),
                    Print(PUSH_TITLE),
                    Print(&title),
                    EnableBracketedPaste,
                    Hide
                )
            })
            .and_then(|()| match self.mouse {
                true => execute!(out, EnableMouseCapture),
                false => Ok(()),
            })
            .inspect_err(|_| give_back())
    }

    /// Releases the terminal temporarily (editor, suspension).
    pub fn leave(&self) {
        give_back();
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        give_back();
        for line in panics::said() {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}

/// Releases the terminal if it is held; does nothing otherwise.
pub fn give_back() {
    if !release() {
        return;
    }
    // Errors cannot be handled here, and the remaining steps must be attempted.
    let mut out = io::stdout();
    #[cfg(not(unix))]
    let _ = execute!(out, DisableMouseCapture);
    let _ = out.write_all(GIVE_BACK).and_then(|()| out.flush());
    let _ = disable_raw_mode();
}

/// Marks the terminal as released; returns `true` to the one caller that has to restore it.
pub(super) fn release() -> bool {
    HELD.swap(false, Ordering::SeqCst)
}

/// Whether the program holds the terminal.
#[must_use]
pub fn held() -> bool {
    HELD.load(Ordering::SeqCst)
}
