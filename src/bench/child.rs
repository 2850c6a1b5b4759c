//! Starts a measured process and takes its figures.
//!
//! The process is this program again, told by its environment that it is to do one job instead of
//! what its command line says: the job comes on standard input, the outcome goes to standard output.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use super::job::{self, Job, Outcome};
use crate::engine::cancel::Cancel;

/// Set in the environment of a measured process.
const MARK: &str = "SHINGLESCOPE_MEASURED";

/// Whether this process was started to be measured.
#[must_use]
pub fn is_measured() -> bool {
    std::env::var_os(MARK).is_some()
}

/// What such a process does: one job.
///
/// # Errors
/// No job on standard input, or those of the job.
pub fn obey(cancel: &Cancel) -> anyhow::Result<()> {
    let mut asked = String::new();
    io::stdin().read_to_string(&mut asked)?;
    let job: Job = serde_json::from_str(&asked).context("no job on standard input")?;
    let outcome = job::perform(&job, cancel)?;
    serde_json::to_writer(io::stdout(), &outcome)?;
    Ok(())
}

/// Has `program`, which is `shinglescope`, do `job` in a process of its own.
///
/// # Errors
/// Where it cannot be started or fails; with what it said.
pub fn run(program: &Path, job: &Job) -> anyhow::Result<Outcome> {
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
