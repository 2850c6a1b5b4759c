//! The thread that reads keys, mouse and paste from the terminal. It can be told to pause, and says
//! when it has: an editor that is started then has the terminal's input to itself.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};
use crossterm::event::{self, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use crate::app::event::{Event, Mouse};
use crate::app::key::{Code, Key};

/// How long the thread listens before it looks whether it is to pause.
const LISTEN: Duration = Duration::from_millis(100);

/// A handle on the input thread.
#[derive(Debug)]
pub struct Input {
    pause: Arc<AtomicBool>,
    paused: Receiver<()>,
    resume: Sender<()>,
}

impl Input {
    /// Starts the thread; what it reads goes to `events`.
    ///
    /// # Errors
    /// Where no thread can be started.
    pub fn start(events: Sender<Event>) -> io::Result<Self> {
        let pause = Arc::new(AtomicBool::new(false));
        let (say_paused, paused) = bounded(1);
        let (resume, resumed) = bounded(1);
        let flag = Arc::clone(&pause);
        let body = move || {
            loop {
                if flag.load(Ordering::SeqCst) {
                    // Either end is gone when the program ends.
                    if say_paused.send(()).is_err() || resumed.recv().is_err() {
                        return;
                    }
                }
                let next = match event::poll(LISTEN) {
                    Ok(false) => continue,
                    Ok(true) => event::read(),
                    Err(error) => Err(error),
                };
                let sent = match next {
                    Ok(event) => translate(event).map_or(Ok(()), |e| events.send(e)),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
                    Err(_) => {
                        let _ = events.send(Event::Closed);
                        return;
                    }
                };
                if sent.is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("input".into()).spawn(body)?;
        Ok(Input {
            pause,
            paused,
            resume,
        })
    }

    /// Returns once the thread no longer reads.
    pub fn pause(&self) {
        self.pause.store(true, Ordering::SeqCst);
        // A thread that has ended reads no more either.
        let _ = self.paused.recv();
    }

    /// Lets the thread read again.
    pub fn resume(&self) {
        self.pause.store(false, Ordering::SeqCst);
        let _ = self.resume.send(());
    }
}

/// What the program makes of an event; `None` for releases, motion and what it does not use.
fn translate(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => {
            let code = code(key.code)?;
            let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
            // Control with a letter is one key whether or not shift is held.
            let code = match code {
                Code::Char(c) if ctrl => Code::Char(c.to_ascii_lowercase()),
                Code::Tab if key.modifiers.contains(KeyModifiers::SHIFT) => Code::BackTab,
                code => code,
            };
            let alt = key.modifiers.contains(KeyModifiers::ALT);
            Some(Event::Key(Key { code, ctrl, alt }))
        }
        event::Event::Mouse(mouse) => {
            let (x, y) = (mouse.column, mouse.row);
            Some(Event::Mouse(match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Mouse::Click(x, y),
                MouseEventKind::ScrollUp => Mouse::Wheel(x, y, -1),
                MouseEventKind::ScrollDown => Mouse::Wheel(x, y, 1),
                _ => return None,
            }))
        }
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::Resize(columns, rows) => Some(Event::Resize(columns, rows)),
        _ => None,
    }
}

fn code(code: event::KeyCode) -> Option<Code> {
    use event::KeyCode as K;
    Some(match code {
        K::Char(c) => Code::Char(c),
        K::Enter => Code::Enter,
        K::Esc => Code::Esc,
        K::Tab => Code::Tab,
        K::BackTab => Code::BackTab,
        K::Backspace => Code::Backspace,
        K::Delete => Code::Delete,
        K::Up => Code::Up,
        K::Down => Code::Down,
        K::Left => Code::Left,
        K::Right => Code::Right,
        K::Home => Code::Home,
        K::End => Code::End,
        K::PageUp => Code::PageUp,
        K::PageDown => Code::PageDown,
        K::F(n) => Code::F(n),
        _ => return None,
    })
}
