//! The parent's side of the child processes: as many as there are documents in work at a time, each used for many. A
//! document that a child does not survive, or not in time, is listed with the reason.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::{Answer, COMMAND, read_header, sandbox, write_header};
use crate::base::pipes::ready;
use crate::corpus::SkipReason;
use crate::corpus::extract::{Extracted, Limits};
use crate::corpus::formats::{self, Format};
use crate::corpus::skip_reason::Shortage;

/// Documents that a child takes apart before another one takes its place: memory that a parser has lost goes with it.
const MOST_DOCUMENTS: u32 = 500;

/// Status with which the program ends when an allocation fails.
const NO_MEMORY: i32 = 1;

/// The program whose hidden command [`COMMAND`] serves. Without one, parsers run in this process.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Children that wait for a document.
static WAITING: Mutex<Vec<Worker>> = Mutex::new(Vec::new());

/// Names the program to start as a child; the first call counts. The program itself does so when it starts. In a
/// process that never does, parsers run without a child: panics are caught, and nothing else is.
pub fn set_program(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// Ends the children that wait for a document, and takes their status: a process that ends without leaves them to another
/// one, which in a container may not care.
pub fn end_waiting() {
    let waiting = std::mem::take(&mut *WAITING.lock().unwrap_or_else(PoisonError::into_inner));
    drop(waiting);
}

/// Takes the text out of a document in a child process; in this one if no program was named by [`set_program`].
///
/// # Errors
/// Why there is no text.
pub(in crate::corpus) fn extract(
    format: Format,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let Some(program) = PROGRAM.get() else {
        return formats::parse(format, bytes, limits);
    };
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let mut worker = match waiting {
        Some(worker) => worker,
        None => Worker::start(program)?,
    };
    loop {
        match worker.ask(format, bytes, limits) {
            Ok(outcome) => {
                worker.documents += 1;
                if worker.documents < MOST_DOCUMENTS {
                    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
                    waiting.push(worker);
                }
                return outcome;
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut => {
                return Err(SkipReason::TooSlow(limits.max_seconds));
            }
            // It may have ended for what it read before: a new child decides.
            Err(_) if worker.documents > 0 => worker = Worker::start(program)?,
            Err(_) => return Err(reason(worker.end(), limits.max_seconds)),
        }
    }
}

/// A child process. It ends when this is dropped.
struct Worker {
    child: Child,
    input: ChildStdin,
    output: ChildStdout,
    /// Documents so far.
    documents: u32,
}

impl Worker {
    fn start(program: &Path) -> Result<Self, SkipReason> {
        let mut command = Command::new(program);
        command
            .arg(COMMAND)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // A Ctrl-C in the terminal is for the parent, which ends its children by closing their input.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| not_started(&error))?;
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
    ) -> io::Result<Result<Extracted, SkipReason>> {
        write_header(&mut self.input, &(format, limits, bytes.len()))?;
        self.input.write_all(bytes)?;
        self.input.flush()?;
        let mut output = DeadlineReader {
            pipe: &mut self.output,
            until: Instant::now() + Duration::from_secs(limits.max_seconds.into()),
        };
        let (outcome, bytes): Answer = read_header(&mut output)?;
        let mut extracted = match outcome {
            Ok(extracted) if bytes <= limits.max_text => extracted,
            Ok(_) => return Err(io::ErrorKind::InvalidData.into()),
            Err(reason) => return Ok(Err(reason)),
        };
        let mut text = Vec::with_capacity(bytes as usize);
        output.take(bytes).read_to_end(&mut text)?;
        if text.len() as u64 != bytes {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        extracted.text = String::from_utf8(text).map_err(io::Error::other)?;
        Ok(Ok(extracted))
    }

    /// Ends the child if it has not ended yet, and takes its status.
    fn end(&mut self) -> Option<ExitStatus> {
        // One that has closed its output ends now; its status says why.
        let most = Instant::now() + Duration::from_millis(200);
        while Instant::now() < most {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            let _ = ready([Some(self.output.as_fd())], Duration::from_millis(5));
        }
        let _ = self.child.kill();
        self.child.wait().ok()
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
        loop {
            let wait = self.until.saturating_duration_since(Instant::now());
            if ready([Some(self.pipe.as_fd())], wait)? == [true] {
                break;
            }
            if Instant::now() >= self.until {
                return Err(io::ErrorKind::TimedOut.into());
            }
        }
        self.pipe.read(into)
    }
}

/// What the end of a child says about the document that it was given.
fn reason(status: Option<ExitStatus>, max_seconds: u32) -> SkipReason {
    let Some(status) = status else {
        return SkipReason::ParserFailed("it ended without a status".to_owned());
    };
    if status.code() == Some(NO_MEMORY) {
        return SkipReason::OutOfMemory(sandbox::MEMORY);
    }
    use libc::{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP, SIGXCPU};
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            SIGXCPU => SkipReason::TooSlow(max_seconds),
            SIGSEGV | SIGABRT | SIGBUS | SIGILL | SIGFPE | SIGSYS | SIGTRAP => {
                SkipReason::ParserFailed(format!("it was ended by signal {signal}"))
            }
            // Sent from outside, as by a system that runs out of memory: it says nothing of the document.
            _ => SkipReason::Unreadable(format!(
                "its parser was ended by signal {signal} from outside; run this again"
            )),
        };
    }
    SkipReason::ParserFailed(format!("it ended with {status}"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn children_that_wait_leave_nothing_behind() {
        let worker = Worker::start(Path::new("/bin/cat")).unwrap();
        let place = format!("/proc/{}", worker.child.id());
        WAITING.lock().unwrap().push(worker);
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
