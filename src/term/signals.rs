//! Signals of the operating system become events in the one channel, so that they are answered
//! between frames like everything else.

use std::io;

use crossbeam_channel::Sender;

use crate::app::event::Event;

/// Sends signals to `events` from now on.
///
/// # Errors
/// Where the system refuses to hand them over.
#[cfg(unix)]
pub fn start(events: Sender<Event>) -> io::Result<()> {
    use crate::app::event::Signal;
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT])?;
    let body = move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Continue,
                _ => Signal::Terminate,
            };
            if events.send(Event::Signal(event)).is_err() {
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(body)?;
    Ok(())
}

/// There are no such signals here.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn start(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}

/// Stops this process until the shell lets it go on. The terminal must have been given back.
#[cfg(unix)]
pub fn stop_here() {
    let _ = signal_hook::low_level::raise(signal_hook::consts::SIGSTOP);
}

/// There is no such thing here.
#[cfg(not(unix))]
pub fn stop_here() {}
