//! Detection of a lost terminal connection. Reading from a lost terminal fails repeatedly, which would
//! keep a processor busy, so a thread waits for the hang-up only.

use std::io;

use crossbeam_channel::Sender;
use rustix::event::{PollFd, PollFlags, poll};

use crate::app::event::Event;

/// Sends [`Event::Closed`] to `events` once the terminal on standard output is gone.
///
/// # Errors
/// If the thread cannot be started.
pub fn watch(events: Sender<Event>) -> io::Result<()> {
    let body = move || {
        let out = io::stdout();
        loop {
            // Even with no requested events, `poll` reports a hang-up.
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
