//! Operating-system signals as events in the common channel, handled between frames. A second
//! termination request ends the process without waiting for a frame.

use std::io;

use crossbeam_channel::Sender;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::restore;
use crate::app::event::{Event, Signal};

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
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(body)?;
    Ok(())
}

/// Ends the process without stopping its threads. Releases the terminal first, but waits at most one
/// second: a terminal that accepts no more bytes would block forever.
fn end_now() -> ! {
    let (done, is_done) = crossbeam_channel::bounded(1);
    let give_back = move || {
        restore::restore();
        let _ = done.send(());
    };
    if std::thread::Builder::new().spawn(give_back).is_ok() {
        let _ = is_done.recv_timeout(std::time::Duration::from_secs(1));
    }
    std::process::exit(i32::from(crate::exit::INTERRUPTED))
}

/// Stops this process until the shell resumes it. The terminal must have been released.
pub fn stop_here() {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
}
