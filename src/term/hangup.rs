//! The line that the terminal is at the far end of. Where it is lost, reading says so over and over
//! again, which keeps a processor busy for nothing; so somebody waits for just that, and nothing else.

use std::io;

use crossbeam_channel::Sender;

use crate::app::event::Event;

/// Sends [`Event::Closed`] to `events` once the terminal that is standard output is gone.
///
/// # Errors
/// Where no thread can be started.
#[cfg(unix)]
pub fn watch(events: Sender<Event>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};

    let body = move || {
        let out = io::stdout();
        loop {
            // Asked for nothing, the system still tells of a line that is gone.
            let mut ends = [PollFd::new(&out, PollFlags::empty())];
            match poll(&mut ends, None) {
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return,
                Ok(_) => {}
            }
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            if ends[0].revents().intersects(gone) {
                let _ = events.send(Event::Closed);
                return;
            }
        }
    };
    std::thread::Builder::new()
        .name("hang-up".into())
        .spawn(body)?;
    Ok(())
}

/// The system tells of it by itself.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn watch(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}
