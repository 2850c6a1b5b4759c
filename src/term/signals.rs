//! Operating-system signals as events in the common channel, handled between frames. A second
//! termination request ends the process without waiting for a frame.

use std::io;

use crossbeam_channel::Sender;

use crate::app::event::Event;

/// Starts a thread that sends signals to `events`.
///
/// # Errors
/// If the handlers or the thread cannot be set up.
#[cfg(unix)]
pub fn start(events: Sender<Event>) -> io::Result<()> {
    use crate::app::event::Signal;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    let body = move || {
        let mut asked = false;
        for signal in signals.forever() {
            let event = match signal {
                // Another program (an editor) has the terminal and is stopped together with this
                // process.
                SIGTSTP if !super::restore::held() => {
                    stop_here();
                    continue;
                }
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Continue,
                // SIGHUP often accompanies another signal, so it does not count as a second request.
                SIGHUP => Signal::Terminate,
                _ if asked => end_now(),
                _ => {
                    asked = true;
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
#[cfg(unix)]
fn end_now() -> ! {
    let (done, is_done) = crossbeam_channel::bounded(1);
    let restore = move || {
        super::restore::restore();
        let _ = done.send(());
    };
    if std::thread::Builder::new().spawn(restore).is_ok() {
        let _ = is_done.recv_timeout(std::time::Duration::from_secs(1));
    }
    std::process::exit(i32::from(crate::exit::INTERRUPTED))
}

/// No-op: the platform has no such signals.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn start(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}

/// Stops this process until the shell resumes it. The terminal must have been released.
#[cfg(unix)]
pub fn stop_here() {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
}

/// No-op: the platform has no job control.
#[cfg(not(unix))]
pub fn stop_here() {}
