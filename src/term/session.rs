//! The terminal in our hands: raw mode, the other screen, mouse and paste reports. Whatever way the
//! program ends, the terminal is given back exactly once, and what has to be said is said after that.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::style::ResetColor;
use crossterm::terminal::{
    Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, SetTitle,
    disable_raw_mode, enable_raw_mode,
};

use super::panics;

/// The terminal is ours. Whoever swaps this to `false` gives it back, so that happens once.
static HELD: AtomicBool = AtomicBool::new(false);

/// Holds the terminal until dropped.
#[derive(Debug)]
pub struct Session {
    title: String,
    mouse: bool,
}

impl Session {
    /// Takes the terminal. Whoever tells of panics is to be there first, so that there is no gap.
    ///
    /// # Errors
    /// Where the terminal refuses (it is none, or is gone).
    pub fn begin(title: &str, mouse: bool) -> io::Result<Self> {
        let session = Session {
            // A file name must not end the title's escape sequence early.
            title: crate::base::sanitise::line(title).into_owned(),
            mouse,
        };
        session.enter()?;
        Ok(session)
    }

    /// Takes the terminal, at first and after [`leave`](Self::leave).
    ///
    /// # Errors
    /// Where the terminal refuses.
    pub fn enter(&self) -> io::Result<()> {
        if HELD.swap(true, Ordering::SeqCst) {
            return Ok(());
        }
        let mut out = io::stdout();
        enable_raw_mode()
            .and_then(|()| {
                execute!(
                    out,
                    EnterAlternateScreen,
                    // Where there is no other screen (GNU screen as it comes), what was written stands here.
                    Clear(ClearType::All),
                    SetTitle(&self.title),
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

    /// Gives the terminal back for a while (editor, suspension).
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

/// Gives the terminal back where it is ours; does nothing otherwise.
pub fn give_back() {
    if !HELD.swap(false, Ordering::SeqCst) {
        return;
    }
    // Nothing can be done about an error here, and the rest is to be tried all the same.
    let mut out = io::stdout();
    let _ = execute!(out, EndSynchronizedUpdate, DisableMouseCapture);
    let _ = execute!(out, DisableBracketedPaste, ResetColor, Show);
    // Where there is no other screen to leave, ours is not to stay under what comes next.
    let _ = execute!(
        out,
        Clear(ClearType::All),
        MoveTo(0, 0),
        LeaveAlternateScreen
    );
    let _ = disable_raw_mode();
}

/// Whether the terminal is ours at the moment.
#[must_use]
pub fn held() -> bool {
    HELD.load(Ordering::SeqCst)
}
