//! Waits for pipes of other processes.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Waits up to `wait` for one of these pipes. Returns which of them have ended or can be read without blocking.
///
/// # Errors
/// A system error.
pub fn ready<const N: usize>(
    pipes: [Option<BorrowedFd<'_>>; N],
    wait: Duration,
) -> io::Result<[bool; N]> {
    let open = pipes.iter().flatten();
    let mut open: Vec<PollFd<'_>> = open
        .map(|pipe| PollFd::from_borrowed_fd(*pipe, PollFlags::IN))
        .collect();
    let wait = Timespec {
        tv_sec: wait.as_secs() as i64,
        tv_nsec: wait.subsec_nanos().into(),
    };
    match poll(&mut open, Some(&wait)) {
        Err(rustix::io::Errno::INTR) => return Ok([false; N]),
        Err(error) => return Err(error.into()),
        Ok(_) => {}
    }
    let mut ready = open.iter().map(|pipe| !pipe.revents().is_empty());
    Ok(pipes.map(|pipe| pipe.is_some() && ready.next().unwrap_or(false)))
}
