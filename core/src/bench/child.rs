//! Starts a measured process and returns its figures.
//!
//! The process is this program with an environment variable that makes it execute one job instead
//! of its command line: the job is read from standard input, the outcome is written to standard
//! output.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use crossbeam_channel::RecvTimeoutError;

use super::job::{Job, Outcome};
use super::tasks;
use crate::engine::cancel::Cancel;

/// Pause between two looks at whether the measurement is to go on.
const PAUSE: Duration = Duration::from_millis(200);

/// Pauses until a process that was asked to end is asked again.
const PAUSES: u32 = 5;

/// Environment variable that marks a measured process.
const MARK: &str = "SHINGLESCOPE_MEASURED";

/// Whether this process was started as a measured process.
#[must_use]
pub fn is_measured() -> bool {
    std::env::var_os(MARK).is_some()
}

/// Main function of a measured process: executes one job.
///
/// # Errors
/// No valid job on standard input, or an error of the job.
pub fn run_job(cancel: &Cancel) -> anyhow::Result<()> {
    let mut asked = String::new();
    io::stdin().read_to_string(&mut asked)?;
    let job: Job = serde_json::from_str(&asked).context("no job on standard input")?;
    let outcome = tasks::perform(&job, cancel)?;
    serde_json::to_writer(io::stdout(), &outcome)?;
    Ok(())
}

/// Executes `job` in a new process of `program`, a `shinglescope` executable, which is ended once `should_continue` is
/// false.
///
/// # Errors
/// The process cannot be started or fails; includes its error output.
pub fn measure(
    program: &Path,
    job: &Job,
    should_continue: &dyn Fn() -> bool,
) -> anyhow::Result<Outcome> {
    let mut child = Command::new(program)
        .args(["bench", "--threads", "1"])
        .env(MARK, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(&serde_json::to_vec(job)?)?;
    }
    let (ended, is_ended) = crossbeam_channel::bounded::<()>(1);
    let id = child.id();
    let waiting = std::thread::spawn(move || {
        let output = child.wait_with_output();
        drop(ended);
        output
    });
    // Nothing is ever sent: the channel closes with the process.
    let mut stopping = 0_u32;
    while is_ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
        if stopping > 0 || !should_continue() {
            if stopping.is_multiple_of(PAUSES) {
                stop(id);
            }
            stopping += 1;
        }
    }
    let output = match waiting.join() {
        Ok(output) => output?,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!(
            "a measured process failed: {}",
            said.trim().trim_start_matches("shinglescope: ")
        );
    }
    serde_json::from_slice(&output.stdout).context("a measured process gave no figures")
}

/// Asks a process to end. One that is asked again ends at once.
#[cfg(unix)]
fn stop(id: u32) {
    let id = i32::try_from(id)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    if let Some(id) = id {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
    }
}

#[cfg(not(unix))]
fn stop(_: u32) {}
