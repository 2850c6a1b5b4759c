//! A process that reads one document: its output, within limits of size and time. It is killed with its process group
//! if it exceeds them, or if the run is cancelled.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::base::Cancel;
use crate::base::pipes::ready;
use crate::corpus::SkipReason;
use crate::corpus::skip_reason::Shortage;

/// Interval of the checks of a running process.
const TICK: Duration = Duration::from_millis(50);

/// Interval of the checks once its standard output has ended.
const LAST_TICK: Duration = Duration::from_millis(1);

/// Maximum number of bytes of standard error that are kept.
const MAX_STDERR: u64 = 4096;

/// A process that has ended.
pub(in crate::corpus) struct Ended {
    pub stdout: Vec<u8>,
    /// The beginning of its standard error, if it is a pipe.
    pub stderr: Vec<u8>,
    pub status: ExitStatus,
}

/// Starts a process in a separate process group, which does not receive Ctrl-C, and writes `input` to its standard
/// input.
///
/// # Errors
/// The process cannot be started; [`SkipReason::Exhausted`] if the system cannot start any process.
pub(in crate::corpus) fn start(
    mut command: Command,
    input: &[&[u8]],
) -> Result<Running, SkipReason> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.process_group(0);
    let mut process = command.spawn().map_err(|error| not_started(&error))?;
    if let Some(mut stdin) = process.stdin.take() {
        // If the process has already ended, its status contains the reason.
        let _ = input.iter().try_for_each(|part| stdin.write_all(part));
    }
    Ok(Running {
        process,
        has_ended: false,
    })
}

/// Why a process could not be started.
fn not_started(error: &io::Error) -> SkipReason {
    match error.kind() {
        // EAGAIN of `fork`: a limit of the number of processes.
        io::ErrorKind::WouldBlock => SkipReason::Exhausted(Shortage::Processes),
        _ => SkipReason::from_io_error(error),
    }
}

/// A running process. Dropping it kills the process and its group, unless the process has ended.
pub(in crate::corpus) struct Running {
    process: Child,
    has_ended: bool,
}

impl Running {
    /// Waits for the end of the process; returns its output, at most `max` bytes, and its status.
    ///
    /// # Errors
    /// [`SkipReason::TooSlow`], [`SkipReason::TooLarge`], or `cancel` is stopped.
    pub fn output(
        mut self,
        max: u64,
        max_seconds: u32,
        cancel: &Cancel,
    ) -> Result<Ended, SkipReason> {
        let deadline = Instant::now() + Duration::from_secs(max_seconds.into());
        let (mut out, mut error) = (self.process.stdout.take(), self.process.stderr.take());
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        loop {
            if cancel.stopped() {
                return Err(SkipReason::Unreadable("interrupted".to_owned()));
            }
            if Instant::now() > deadline {
                return Err(SkipReason::TooSlow(max_seconds));
            }
            let wait = if out.is_some() { TICK } else { LAST_TICK };
            let pipes = [
                out.as_ref().map(AsFd::as_fd),
                error.as_ref().map(AsFd::as_fd),
            ];
            let [out_ready, error_ready] = ready(pipes, wait)?;
            if out_ready {
                piece(&mut out, &mut stdout, max.saturating_add(1))?;
                if stdout.len() as u64 > max {
                    return Err(SkipReason::TooLarge(stdout.len() as u64, max));
                }
            }
            if error_ready {
                piece(&mut error, &mut stderr, MAX_STDERR)?;
            } else if out.is_none()
                && let Some(status) = self.process.try_wait()?
            {
                self.has_ended = true;
                return Ok(Ended {
                    stdout,
                    stderr,
                    status,
                });
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.has_ended {
            return;
        }
        if let Ok(leader) = i32::try_from(self.process.id())
            && let Some(leader) = rustix::process::Pid::from_raw(leader)
        {
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads a piece of a pipe into `into`, which takes at most `max` bytes; closes the pipe at its end.
fn piece(pipe: &mut Option<impl Read>, into: &mut Vec<u8>, max: u64) -> io::Result<()> {
    let mut buffer = [0; 64 << 10];
    let length = match pipe {
        Some(open) => open.read(&mut buffer)?,
        None => 0,
    };
    if length == 0 {
        *pipe = None;
    }
    let limit = usize::try_from(max).unwrap_or(usize::MAX);
    into.extend(&buffer[..length.min(limit.saturating_sub(into.len()))]);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_processes_is_a_shortage() {
        let error = io::Error::from_raw_os_error(libc::EAGAIN);
        let reason = not_started(&error);
        assert_eq!(reason, SkipReason::Exhausted(Shortage::Processes));
        assert!(reason.ends_the_run());
        let other = not_started(&io::ErrorKind::PermissionDenied.into());
        assert!(matches!(other, SkipReason::Unreadable(_)));
    }
}
