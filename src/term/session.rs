//! The terminal in our hands: raw mode, the other screen, mouse and paste reports. Whatever way the
//! program ends, the terminal is given back exactly once, and what has to be said is said after that.

use std::io::{self, Write};
use std::panic;
use std::sync::Mutex;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::execute;
use crossterm::style::ResetColor;
use crossterm::terminal::{
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode,
    enable_raw_mode,
};

/// The terminal is ours. Whoever swaps this to `false` gives it back, so that happens once.
static HELD: AtomicBool = AtomicBool::new(false);
/// The thread that draws: its panic ends the program, another's does not.
static DRAWS: Mutex<Option<ThreadId>> = Mutex::new(None);
/// What other threads said as they panicked while the screen was ours.
static SAID: Mutex<Vec<String>> = Mutex::new(Vec::new());
static HOOK: Once = Once::new();

/// Holds the terminal until dropped.
#[derive(Debug)]
pub struct Session {
    title: String,
    mouse: bool,
}

impl Session {
    /// Takes the terminal; installs the panic hook first, so that there is no gap.
    ///
    /// # Errors
    /// Where the terminal refuses (it is none, or is gone).
    pub fn begin(title: &str, mouse: bool) -> io::Result<Self> {
        HOOK.call_once(hook);
        if let Ok(mut thread) = DRAWS.lock() {
            *thread = Some(thread::current().id());
        }
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
        let said = SAID.lock().map(|mut s| std::mem::take(&mut *s));
        for line in said.unwrap_or_default() {
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
    let _ = execute!(out, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}

/// Gives the terminal back before the message of a panic is printed. A panic of another thread does
/// not end the program: its message is kept until the terminal is free.
fn hook() {
    let old = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let draws = DRAWS
            .lock()
            .is_ok_and(|t| *t == Some(thread::current().id()));
        if draws || !HELD.load(Ordering::SeqCst) {
            give_back();
            old(info);
        } else if let Ok(mut said) = SAID.lock() {
            let name = thread::current().name().unwrap_or("a thread").to_owned();
            said.push(format!("{name} failed: {info}"));
        }
    }));
}
