//! Starts a measured process and returns its figures.
//!
//! The process is this program with an environment variable that makes it execute one job instead
//! of its command line: the job is read from standard input, the outcome is written to standard
//! output.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use super::job::{Job, Outcome};
use super::tasks;
use crate::engine::cancel::Cancel;

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

/// Executes `job` in a new process of `program`, a `shinglescope` executable.
///
/// # Errors
/// The process cannot be started or fails; includes its error output.
pub fn measure(program: &Path, job: &Job) -> anyhow::Result<Outcome> {
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
    let output = child.wait_with_output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!(
            "a measured process failed: {}",
            said.trim().trim_start_matches("shinglescope: ")
        );
    }
    serde_json::from_slice(&output.stdout).context("a measured process gave no figures")
}
