//! Operating-system signals: they become events of the screens, or are passed on to a child process. Also watches for
//! the hang-up of the terminal.

use std::io;
use std::process::Child;
use std::thread;
use std::time::Duration;

use crossbeam_channel::Sender;
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::{Handle, Signals};

use super::restore;
use crate::app::action::{Event, Signal};

/// Starts a thread that sends signals to `events`.
///
/// # Errors
/// If the handlers or the thread cannot be set up.
pub fn start(events: Sender<Event>) -> io::Result<()> {
    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    let body = move || {
        let mut requested = false;
        for signal in signals.forever() {
            let event = match signal {
                // Another program (an editor) has the terminal and is stopped together with this
                // process.
                SIGTSTP if !restore::held() => {
                    stop_here();
                    continue;
                }
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Continue,
                // SIGHUP often accompanies another signal, so it does not count as a second request.
                SIGHUP => Signal::Terminate,
                _ if requested => end_now(),
                _ => {
                    requested = true;
                    Signal::Terminate
                }
            };
            // The event loop may have ended while the rest is shutting down.
            let _ = events.send(Event::Signal(event));
        }
    };
    thread::Builder::new().name("signals".into()).spawn(body)?;
    Ok(())
}

/// Ends the process without stopping its threads. Releases the terminal first, but waits at most one
/// second: a terminal that accepts no more bytes would block forever.
fn end_now() -> ! {
    let (done, receiver) = crossbeam_channel::bounded(1);
    let release = move || {
        restore::restore();
        let _ = done.send(());
    };
    if thread::Builder::new().spawn(release).is_ok() {
        let _ = receiver.recv_timeout(Duration::from_secs(1));
    }
    std::process::exit(i32::from(crate::exit::INTERRUPTED))
}

/// Stops this process until the shell resumes it. The terminal must have been released.
pub fn stop_here() {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
}

/// Sends [`Event::Closed`] to `events` once the terminal on standard output is gone. Reading from a lost terminal fails
/// again and again, which would keep a processor busy, so a thread waits for the hang-up only.
///
/// # Errors
/// If the thread cannot be started.
pub fn watch_hang_up(events: Sender<Event>) -> io::Result<()> {
    let body = move || {
        let out = io::stdout();
        loop {
            // Even with no requested events, `poll` reports a hang-up.
            let mut fds = [PollFd::new(&out, PollFlags::empty())];
            match poll(&mut fds, None) {
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return,
                Ok(_) => {}
            }
            let hang_up = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            if fds[0].revents().intersects(hang_up) {
                let _ = events.send(Event::Closed);
                return;
            }
        }
    };
    thread::Builder::new().name("hang-up".into()).spawn(body)?;
    Ok(())
}

/// The termination signals.
pub fn ending_signals() -> Vec<i32> {
    if ignores_hang_ups() {
        vec![SIGINT, SIGTERM]
    } else {
        vec![SIGINT, SIGTERM, SIGHUP]
    }
}

/// Whether the process was started so that it outlives its terminal.
fn ignores_hang_ups() -> bool {
    // SAFETY: a null pointer for the new action changes nothing; the old one is written into the zeroed structure,
    // for which zeros are a valid value.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let is_read = libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut action) == 0;
        is_read && action.sa_sigaction == libc::SIG_IGN
    }
}

/// While this value exists, a termination signal goes to the child and does not end this process.
pub struct Forwarding(Handle);

impl Forwarding {
    /// Begins to forward. Drop this as soon as the child has been waited for, because another process may then get its
    /// number.
    ///
    /// # Errors
    /// No handler or no thread can be set up.
    pub fn to(child: &Child) -> io::Result<Self> {
        let mut signals = Signals::new(ending_signals())?;
        let handle = signals.handle();
        let child = rustix::process::Pid::from_child(child);
        let forward = move || {
            for signal in signals.forever() {
                let signal = match signal {
                    SIGINT => rustix::process::Signal::INT,
                    SIGHUP => rustix::process::Signal::HUP,
                    _ => rustix::process::Signal::TERM,
                };
                // The child may have ended by itself.
                let _ = rustix::process::kill_process(child, signal);
            }
        };
        thread::Builder::new()
            .name("forwarding".into())
            .spawn(forward)?;
        Ok(Forwarding(handle))
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        self.0.close();
    }
}
