//! The terminal in our hands: raw mode, the other screen, mouse and paste reports. Whatever way the
//! program ends, the terminal is given back exactly once, and what has to be said is said after that.

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

/// The terminal is ours. Whoever swaps this to `false` gives it back, so that happens once.
static HELD: AtomicBool = AtomicBool::new(false);

/// The window's title goes onto the terminal's stack of titles.
const PUSH_TITLE: &str = "\x1b[22;2t";

/// What gives a terminal back, in one piece and known beforehand: a handler of signals writes it as well.
pub(super) const GIVE_BACK: &[u8] = concat!(
    // Whatever sequence was cut off is ended, a synchronised update too.
    "\x1b\\\x1b[?2026l",
    // No mouse, no brackets around pastes.
    "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?2004l",
    // Plain colours, a cursor.
    "\x1b[0m\x1b[?25h",
    // Where there is no other screen to leave, ours is not to stay under what comes next.
    "\x1b[2J\x1b[1;1H\x1b[?1049l",
    // The window's title from before.
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
        #[cfg(unix)]
        {
            super::fatal::answer();
            // Without a terminal the next line says so.
            let _ = super::fatal::remember();
        }
        let mut out = io::stdout();
        let title = format!("\x1b]2;{}\x07", self.title);
        enable_raw_mode()
            .and_then(|()| {
                execute!(
                    out,
                    EnterAlternateScreen,
                    // Where there is no other screen (GNU screen as it comes), what was written stands here.
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
    if !release() {
        return;
    }
    // Nothing can be done about an error here, and the rest is to be tried all the same.
    let mut out = io::stdout();
    #[cfg(not(unix))]
    let _ = execute!(out, DisableMouseCapture);
    let _ = out.write_all(GIVE_BACK).and_then(|()| out.flush());
    let _ = disable_raw_mode();
}

/// Says once that the terminal was ours, to whoever is to give it back.
pub(super) fn release() -> bool {
    HELD.swap(false, Ordering::SeqCst)
}

/// Whether the terminal is ours at the moment.
#[must_use]
pub fn held() -> bool {
    HELD.load(Ordering::SeqCst)
}
