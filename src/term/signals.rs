//! Signals of the operating system become events in the one channel, so that they are answered
//! between frames like everything else. Whoever asks for the end a second time does not wait for a
//! frame.

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
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT])?;
    let body = move || {
        let mut asked = false;
        for signal in signals.forever() {
            let event = match signal {
                // Someone else has the terminal, an editor it may be, and is stopped together with us.
                SIGTSTP if !super::session::held() => {
                    stop_here();
                    continue;
                }
                SIGTSTP => Signal::Suspend,
                SIGCONT => Signal::Continue,
                // Often sent together with another, and no impatience.
                SIGHUP => Signal::Terminate,
                _ if asked => end_now(),
                _ => {
                    asked = true;
                    Signal::Terminate
                }
            };
            // The screens may be gone while the rest still ends.
            let _ = events.send(Event::Signal(event));
        }
    };
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(body)?;
    Ok(())
}

/// Ends the program without a word to its other threads. The terminal is given back first, where that
/// does not take long: one that takes no more bytes would keep us for ever.
#[cfg(unix)]
fn end_now() -> ! {
    let (done, is_done) = crossbeam_channel::bounded(1);
    let give_back = move || {
        super::session::give_back();
        let _ = done.send(());
    };
    if std::thread::Builder::new().spawn(give_back).is_ok() {
        let _ = is_done.recv_timeout(std::time::Duration::from_secs(1));
    }
    std::process::exit(i32::from(crate::exit::INTERRUPTED))
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
