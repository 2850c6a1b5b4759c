//! The parent's side of the child processes: as many as there are files in work at a time, each used for many. A
//! file that a child does not survive, or not in time, is listed with the reason.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::frames::{COMMAND, read_header, write_header};
use super::sandbox;
use crate::corpus::SkipReason;
use crate::corpus::skip_reason::Shortage;

/// Memory of a child that takes a document apart, in bytes.
#[cfg(feature = "documents")]
pub(in crate::corpus) const MEMORY: u64 = sandbox::MEMORY;

/// Memory of a child that reads a table of this many bytes.
#[cfg(feature = "tables")]
pub(in crate::corpus) fn memory_for(bytes: u64) -> u64 {
    sandbox::memory_for(bytes)
}

/// Files that a child takes apart before another one takes its place: memory that a parser has lost goes with it.
const MOST_FILES: u32 = 500;

/// Status with which the program ends when an allocation fails.
const NO_MEMORY: i32 = 1;

/// The program whose hidden command [`COMMAND`] serves. Without one, parsers run in this process.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Children that wait for a file.
static WAITING: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

/// Names the program to start as a child; the first call counts. The program itself does so when it starts. In a
/// process that never does, parsers run without a child: panics are caught, and nothing else is.
pub fn set_program(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// Ends the children that wait for a file, and takes their status: a process that ends without leaves them to another one,
/// which in a container may not care.
pub fn end_waiting() {
    let waiting = std::mem::take(&mut *WAITING.lock().unwrap_or_else(PoisonError::into_inner));
    drop(waiting);
}

/// A child process. It ends when this is dropped.
pub(in crate::corpus) struct Worker {
    program: &'static Path,
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// Files so far.
    files: u32,
}

/// Why a child gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::corpus) enum Lost {
    /// It ended by itself, or said what it may not say.
    Ended,
    /// It took longer than it may.
    TooSlow,
}

impl From<io::Error> for Lost {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut => Lost::TooSlow,
            _ => Lost::Ended,
        }
    }
}

impl Worker {
    /// A child that waits, or a new one; `None` where no program is named.
    pub fn waiting_or_new() -> Option<Result<Self, SkipReason>> {
        let program = PROGRAM.get()?;
        let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Some(match waiting {
            Some(worker) => Ok(worker),
            None => Worker::start(program),
        })
    }

    /// Whether it has not done anything yet.
    pub fn is_new(&self) -> bool {
        self.files == 0
    }

    /// A new child in place of this one.
    pub fn replaced(self) -> Result<Self, SkipReason> {
        Worker::start(self.program)
    }

    /// Lets it wait for the next file. It has answered all that it was asked.
    pub fn give_back(mut self) {
        self.files += 1;
        if self.files < MOST_FILES {
            let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.push(self);
        }
    }

    fn start(program: &'static Path) -> Result<Self, SkipReason> {
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
        let mut child = command.spawn().map_err(|error| not_started(&error))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let no_pipes = || SkipReason::Unreadable("the child process has no pipes".to_owned());
        let (input, output) = pipes.ok_or_else(no_pipes)?;
        Ok(Worker {
            program,
            child,
            input,
            output,
            files: 0,
        })
    }

    /// Sends a header.
    pub fn send(&mut self, header: &impl Serialize) -> Result<(), Lost> {
        write_header(&mut self.input, header)?;
        Ok(self.input.flush()?)
    }

    /// Sends bytes.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Lost> {
        self.input.write_all(bytes)?;
        Ok(self.input.flush()?)
    }

    /// Receives a header, until some moment.
    pub fn header<T: DeserializeOwned>(&mut self, until: Instant) -> Result<T, Lost> {
        Ok(read_header(&mut self.until(until))?)
    }

    /// Receives this many bytes, until some moment.
    pub fn bytes(&mut self, length: u64, until: Instant) -> Result<Vec<u8>, Lost> {
        let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(|_| Lost::Ended)?);
        self.until(until).take(length).read_to_end(&mut bytes)?;
        match bytes.len() as u64 == length {
            true => Ok(bytes),
            false => Err(Lost::Ended),
        }
    }

    fn until(&mut self, until: Instant) -> DeadlineReader<'_> {
        DeadlineReader {
            pipe: &mut self.output,
            until,
        }
    }

    /// What to say of the file at which it was lost, with the limits that it had: seconds, and bytes of memory.
    pub fn reason(mut self, lost: Lost, max_seconds: u32, memory: u64) -> SkipReason {
        let status = self.end();
        match lost {
            Lost::TooSlow => SkipReason::TooSlow(max_seconds),
            Lost::Ended => reason(status, max_seconds, memory),
        }
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

impl Drop for Worker {
    fn drop(&mut self) {
        // One that has ended already says so.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Why a child could not be started.
fn not_started(error: &io::Error) -> SkipReason {
    match error.kind() {
        // EAGAIN of `fork`: a limit of the number of processes.
        io::ErrorKind::WouldBlock => SkipReason::Exhausted(Shortage::Processes),
        _ => SkipReason::of(error),
    }
}

/// A pipe that is read until some moment.
struct DeadlineReader<'a> {
    pipe: &'a mut ChildStdout,
    until: Instant,
}

impl Read for DeadlineReader<'_> {
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

/// What the end of a child says about the file that it was given.
fn reason(status: Option<ExitStatus>, max_seconds: u32, memory: u64) -> SkipReason {
    let Some(status) = status else {
        return SkipReason::ParserFailed("it ended without a status".to_owned());
    };
    if status.code() == Some(NO_MEMORY) {
        return SkipReason::OutOfMemory(memory);
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        match status.signal() {
            Some(libc::SIGXCPU) => SkipReason::TooSlow(max_seconds),
            Some(libc::SIGSEGV | libc::SIGABRT | libc::SIGBUS) => {
                SkipReason::ParserFailed("it crashed".to_owned())
            }
            Some(signal @ (libc::SIGILL | libc::SIGFPE | libc::SIGSYS | libc::SIGTRAP)) => {
                SkipReason::ParserFailed(format!("it was ended by signal {signal}"))
            }
            // Sent from outside, as by a system that runs out of memory: it says nothing of the document.
            Some(signal) => SkipReason::Unreadable(format!(
                "its parser was ended by signal {signal} from outside; run this again"
            )),
            None => SkipReason::ParserFailed(format!("it ended with {status}")),
        }
    }
    #[cfg(not(unix))]
    {
        let _ = max_seconds;
        SkipReason::ParserFailed(format!("it ended with {status}"))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn children_that_wait_leave_nothing_behind() {
        let worker = Worker::start(Path::new("/bin/cat")).unwrap();
        let place = format!("/proc/{}", worker.child.id());
        worker.give_back();
        assert!(Path::new(&place).exists());
        end_waiting();
        assert!(!Path::new(&place).exists());
    }

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
