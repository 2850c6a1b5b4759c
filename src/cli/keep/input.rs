//! Standard input of `keep -`, which ends when the work is cancelled: it may be idle for ever.

use std::io::{self, Read};

use crate::engine::cancel::Cancel;

/// Milliseconds between two looks at the cancellation.
#[cfg(unix)]
const PATIENCE: i64 = 50;

/// Reads standard input until it ends or the work is cancelled, which is an error.
pub struct CancellableInput {
    /// Set when the work is to end.
    pub cancel: Cancel,
}

impl Read for CancellableInput {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let input = io::stdin();
        #[cfg(unix)]
        loop {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            if self.cancel.stopped() {
                return Err(io::Error::other("interrupted"));
            }
            let wait = Timespec {
                tv_sec: 0,
                tv_nsec: PATIENCE * 1_000_000,
            };
            match poll(&mut [PollFd::new(&input, PollFlags::IN)], Some(&wait)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => break,
                Err(error) => return Err(error.into()),
            }
        }
        // Not through the buffer of `Stdin`, which would hide bytes from `poll`.
        #[cfg(unix)]
        return Ok(rustix::io::read(&input, into)?);
        #[cfg(not(unix))]
        return input.lock().read(into);
    }
}
