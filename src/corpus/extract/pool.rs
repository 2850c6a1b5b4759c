//! The parent's side of the child processes: as many as there are documents in work at a time, each used for many
//! documents. A document that a child does not survive, or not in time, is listed with the reason.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::worker::{Answered, Asked, COMMAND, header, write_header};
use super::{Extracted, Format, Limits, parsers, sandbox};
use crate::corpus::SkipReason;

/// Documents that a child takes apart before another one takes its place: memory that a parser has
/// lost goes with it.
const MOST_DOCUMENTS: u32 = 500;

/// Status with which the program ends when an allocation fails.
const NO_MEMORY: i32 = 1;

/// The program whose hidden command [`COMMAND`] serves. Without one, parsers run in this process.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Children that wait for a document.
static IDLE: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

/// Names the program to start as a child; the first call counts. The program itself does so when it starts. In a
/// process that never does, parsers run without a child: panics are caught, and nothing else is.
pub fn set_program(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// A child process.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// Documents so far.
    documents: u32,
}

/// Why a child gave no answer.
enum Lost {
    /// It ended by itself.
    Ended,
    /// It took longer than it may.
    TooSlow,
}

/// Takes the text out of a document in a child process.
pub(super) fn extract(
    format: Format,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let Some(program) = PROGRAM.get() else {
        return parsers::parse(format, bytes, limits);
    };
    let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let mut fresh = idle.is_none();
    let mut worker = match idle {
        Some(worker) => worker,
        None => Worker::start(program)?,
    };
    loop {
        match worker.ask(format, bytes, limits) {
            Ok(outcome) => {
                worker.documents += 1;
                if worker.documents < MOST_DOCUMENTS {
                    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
                    idle.push(worker);
                }
                return outcome;
            }
            Err(Lost::TooSlow) => {
                worker.end();
                return Err(SkipReason::TooSlow(limits.max_seconds));
            }
            Err(Lost::Ended) => {
                let status = worker.end();
                if fresh {
                    return Err(reason(status, limits));
                }
                // It may have ended for what it read before: a new child decides.
                (worker, fresh) = (Worker::start(program)?, true);
            }
        }
    }
}

impl Worker {
    fn start(program: &PathBuf) -> Result<Self, SkipReason> {
        let mut command = Command::new(program);
        command
            .arg(COMMAND)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        #[cfg(unix)]
        {
            // A Ctrl-C in the terminal is for the parent, which ends its children by closing their input.
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        let mut child = command.spawn().map_err(|error| SkipReason::of(&error))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let no_pipes = || SkipReason::Unreadable("the child process has no pipes".to_owned());
        let (input, output) = pipes.ok_or_else(no_pipes)?;
        Ok(Worker {
            child,
            input,
            output,
            documents: 0,
        })
    }

    fn ask(
        &mut self,
        format: Format,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Result<Extracted, SkipReason>, Lost> {
        let until = Instant::now() + Duration::from_secs(limits.max_seconds.into());
        let asked = Asked {
            format,
            limits: *limits,
            bytes: bytes.len() as u64,
        };
        let sent = write_header(&mut self.input, &asked);
        let sent = sent.and_then(|()| self.input.write_all(bytes));
        sent.and_then(|()| self.input.flush())
            .map_err(|_| Lost::Ended)?;
        let mut output = UntilThen {
            pipe: &mut self.output,
            until,
        };
        let lost = |error: io::Error| match error.kind() {
            io::ErrorKind::TimedOut => Lost::TooSlow,
            _ => Lost::Ended,
        };
        let mut length = [0; 4];
        output.read_exact(&mut length).map_err(lost)?;
        let answered = header(&mut output, u32::from_le_bytes(length));
        let Answered { outcome, bytes } = answered.map_err(lost)?;
        let mut extracted = match outcome {
            Ok(extracted) if bytes <= limits.max_text => extracted,
            Ok(_) => return Err(Lost::Ended),
            Err(reason) => return Ok(Err(reason)),
        };
        let mut text = Vec::with_capacity(bytes as usize);
        output.take(bytes).read_to_end(&mut text).map_err(lost)?;
        if text.len() as u64 != bytes {
            return Err(Lost::Ended);
        }
        extracted.text = String::from_utf8(text).map_err(|_| Lost::Ended)?;
        Ok(Ok(extracted))
    }

    /// Ends the child if it has not ended yet.
    fn end(&mut self) -> Option<ExitStatus> {
        // One that has closed its output ends now; its status says why.
        let ended = Instant::now() + Duration::from_millis(200);
        while Instant::now() < ended {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if self.is_running() {
                break;
            }
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }

    /// Whether its output is still open and has nothing to read.
    #[cfg(unix)]
    fn is_running(&self) -> bool {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let mut fds = [PollFd::new(&self.output, PollFlags::IN)];
        let soon = Timespec {
            tv_sec: 0,
            tv_nsec: 5_000_000,
        };
        matches!(poll(&mut fds, Some(&soon)), Ok(0))
    }

    #[cfg(not(unix))]
    fn is_running(&self) -> bool {
        true
    }
}

/// A pipe that is read until some moment.
struct UntilThen<'a> {
    pipe: &'a mut ChildStdout,
    until: Instant,
}

impl Read for UntilThen<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        loop {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            let left = self.until.saturating_duration_since(Instant::now());
            let timeout = Timespec {
                tv_sec: left.as_secs() as i64,
                tv_nsec: left.subsec_nanos().into(),
            };
            let mut fds = [PollFd::new(&*self.pipe, PollFlags::IN)];
            match poll(&mut fds, Some(&timeout)) {
                Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
                Ok(_) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.pipe.read(into)
    }
}

/// What the end of a child says about the document that it was given.
fn reason(status: Option<ExitStatus>, limits: &Limits) -> SkipReason {
    let Some(status) = status else {
        return SkipReason::ParserFailed("it ended without a status".to_owned());
    };
    if status.code() == Some(NO_MEMORY) {
        return SkipReason::OutOfMemory(sandbox::MEMORY);
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        match status.signal() {
            Some(libc::SIGXCPU) => SkipReason::TooSlow(limits.max_seconds),
            Some(libc::SIGSEGV | libc::SIGABRT | libc::SIGBUS) => {
                SkipReason::ParserFailed("it crashed".to_owned())
            }
            Some(signal) => SkipReason::ParserFailed(format!("it was ended by signal {signal}")),
            None => SkipReason::ParserFailed(format!("it ended with {status}")),
        }
    }
    #[cfg(not(unix))]
    {
        let _ = limits;
        SkipReason::ParserFailed(format!("it ended with {status}"))
    }
}
