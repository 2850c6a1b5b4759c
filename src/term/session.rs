//! Terminal session: raw mode, alternate screen, mouse and paste reporting. Messages that could not be printed during
//! the session are printed when it ends, after the terminal has been restored.

use std::io::{self, Write};

use crossterm::cursor::Hide;
use crossterm::event::{EnableBracketedPaste, EnableFocusChange, EnableMouseCapture};
use crossterm::style::Print;
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, enable_raw_mode};
use crossterm::{execute, queue};

use super::{background, panics, restore};

/// Holds the terminal until dropped.
#[derive(Debug)]
pub struct Session {
    /// Whether clicks and wheel are reported.
    pub mouse: bool,
}

impl Session {
    /// Takes the terminal, initially or after `restore`. Does nothing if it is held. Install the panic hook
    /// first, so that no panic goes unreported.
    ///
    /// # Errors
    /// If the terminal cannot be configured (not a terminal, or gone).
    pub fn enter(&self) -> io::Result<()> {
        if !restore::hold() {
            return Ok(());
        }
        let begin = || {
            let mut out = io::stdout();
            enable_raw_mode()?;
            // Without an alternate screen (the default of GNU screen) earlier output would remain visible.
            queue!(out, EnterAlternateScreen, Clear(ClearType::All))?;
            queue!(out, EnableBracketedPaste, Hide)?;
            if self.mouse {
                queue!(out, EnableMouseCapture)?;
            }
            out.flush()
        };
        begin().inspect_err(|_| restore::restore())
    }

    /// Queries the terminal for its background colour, and for a report each time its window gets the focus. The answer
    /// arrives with the input, if the terminal has one.
    ///
    /// # Errors
    /// If the terminal cannot be written to.
    pub fn ask_background(&self) -> io::Result<()> {
        if restore::held() {
            execute!(io::stdout(), EnableFocusChange, Print(background::QUERY))
        } else {
            Ok(())
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore::restore();
        for line in panics::take_messages() {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }
}
