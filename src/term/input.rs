//! Input thread: reads keys, mouse and paste events from the terminal. It can be paused and confirms the
//! pause, so that an editor started afterwards has the terminal input to itself.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};
use crossterm::event::{self, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind};

use super::background::{Answers, Taken};
use crate::app::action::{Event, Mouse};
use crate::app::key::{Code, Key};

/// Poll interval; bounds the delay before a pause takes effect.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Handle of the input thread.
#[derive(Debug)]
pub struct InputThread {
    pause: Arc<AtomicBool>,
    paused: Receiver<()>,
    resume: Sender<()>,
}

impl InputThread {
    /// Starts the thread; it sends events to `events`.
    ///
    /// # Errors
    /// If the thread cannot be started.
    pub fn start(events: Sender<Event>) -> io::Result<Self> {
        let pause = Arc::new(AtomicBool::new(false));
        let (confirm, paused) = bounded(1);
        let (resume, resumed) = bounded(1);
        let flag = Arc::clone(&pause);
        let body = move || {
            let mut answers = Answers::default();
            loop {
                if flag.load(Ordering::SeqCst) {
                    // A channel is disconnected only when the program ends.
                    if confirm.send(()).is_err() || resumed.recv().is_err() {
                        return;
                    }
                }
                let next = match event::poll(POLL_INTERVAL) {
                    Ok(false) => Ok(Taken::Events(answers.overdue(Instant::now()))),
                    Ok(true) => event::read().map(|event| answers.take(event, Instant::now())),
                    Err(error) => Err(error),
                };
                let sent = match next {
                    Ok(Taken::Light(light)) => events.send(Event::Background(light)),
                    Ok(Taken::Events(taken)) => {
                        let mut translated = taken.into_iter().filter_map(translate);
                        translated.try_for_each(|event| events.send(event))
                    }
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
        Ok(InputThread {
            pause,
            paused,
            resume,
        })
    }

    /// Pauses the thread; returns once it no longer reads.
    pub fn pause(&self) {
        self.pause.store(true, Ordering::SeqCst);
        // Fails only if the thread has ended, in which case it does not read either.
        let _ = self.paused.recv();
    }

    /// Lets the thread read again.
    pub fn resume(&self) {
        self.pause.store(false, Ordering::SeqCst);
        let _ = self.resume.send(());
    }
}

/// Converts a terminal event; `None` for key releases, mouse motion and other unused events.
fn translate(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => {
            let code = code(key.code)?;
            let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
            // Control with a letter is the same key with or without shift.
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
                MouseEventKind::Drag(MouseButton::Left) => Mouse::Drag(x, y),
                MouseEventKind::Up(MouseButton::Left) => Mouse::Release,
                MouseEventKind::ScrollUp => Mouse::Wheel(x, y, -1),
                MouseEventKind::ScrollDown => Mouse::Wheel(x, y, 1),
                _ => return None,
            }))
        }
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::Resize(columns, rows) => Some(Event::Resize(columns, rows)),
        event::Event::FocusGained => Some(Event::Focus),
        event::Event::FocusLost | event::Event::Key(_) => None,
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
