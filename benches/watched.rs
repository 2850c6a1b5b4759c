//! Runs the program and measures cost, memory, first row and end from outside.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use rustix::fs::{Mode, OFlags};
use rustix::param::clock_ticks_per_second;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// How often memory and processor time are read.
const INTERVAL: Duration = Duration::from_millis(5);

/// The cost of a run, in seconds and bytes; memory and processor time are 0 where there is no /proc.
#[derive(Default)]
pub struct Run {
    pub cpu: f64,
    pub wall: f64,
    pub peak: u64,
    /// Time until the first row after the header.
    pub first_row: Option<f64>,
    /// Time until the first byte on standard error, which is a terminal.
    pub first_message: Option<f64>,
    pub rows: usize,
}

/// Runs the program with `arguments` and reads at most `max_rows` rows of its CSV, then closes the pipe as `head` does.
pub fn run(arguments: &[String], max_rows: usize) -> anyhow::Result<Run> {
    let folder = tempfile::tempdir()?;
    let start = Instant::now();
    let stderr = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&stderr)?;
    unlockpt(&stderr)?;
    let name = ptsname(&stderr, Vec::new())?;
    let mut child = command(arguments, folder.path())
        .args(["--format", "csv"])
        .stdout(Stdio::piped())
        .stderr(rustix::fs::open(
            name,
            OFlags::RDWR | OFlags::NOCTTY,
            Mode::empty(),
        )?)
        .spawn()?;
    let mut stdout = child.stdout.take().context("a pipe")?;
    let mut stderr = File::from(stderr);
    let rows = thread::spawn(move || {
        let (mut first, mut rows) = (None, 0);
        let lines = BufReader::new(&mut stdout).lines().skip(1).take(max_rows);
        for line in lines {
            if line.is_err() {
                break;
            }
            first.get_or_insert(start.elapsed().as_secs_f64());
            rows += 1;
        }
        (first, rows)
    });
    let message = thread::spawn(move || {
        let mut byte = [0];
        let first = stderr.read_exact(&mut byte).ok();
        let first = first.map(|()| start.elapsed().as_secs_f64());
        let _ = stderr.read_to_end(&mut Vec::new());
        first
    });
    let mut run = wait(&mut child)?;
    run.wall = start.elapsed().as_secs_f64();
    let failed = |_| anyhow::anyhow!("a thread of the bench failed");
    (run.first_row, run.rows) = rows.join().map_err(failed)?;
    run.first_message = message.join().map_err(failed)?;
    Ok(run)
}

/// Seconds from SIGTERM to the end of a command that has run for `after`. `None` if it had ended before. Fails if the
/// command leaves a file in its folder of temporary files.
pub fn stopped(arguments: &[String], after: Duration) -> anyhow::Result<Option<f64>> {
    let folder = tempfile::tempdir()?;
    let mut child = command(arguments, folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    thread::sleep(after);
    if child.try_wait()?.is_some() {
        return Ok(None);
    }
    let start = Instant::now();
    kill_process(Pid::from_child(&child), Signal::TERM)?;
    child.wait()?;
    let seconds = start.elapsed().as_secs_f64();
    nothing_left(folder.path())?;
    Ok(Some(seconds))
}

/// What ends the screens.
#[derive(Clone, Copy, PartialEq)]
pub enum End {
    /// The key `q`, on the first screen.
    Key,
    /// SIGTERM, on the screen of the lab.
    Signal,
}

/// Does the same as [`stopped`] for the screens in a terminal of 120x36; also returns their peak memory.
pub fn stopped_screens(
    arguments: &[String],
    after: Duration,
    end: End,
) -> anyhow::Result<(f64, u64)> {
    let folder = tempfile::tempdir()?;
    let terminal = native_pty_system().openpty(PtySize {
        rows: 36,
        cols: 120,
        ..PtySize::default()
    })?;
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_shinglescope"));
    command.args(arguments);
    command.env("TERM", "xterm-256color");
    command.env("TMPDIR", folder.path());
    let mut child = terminal.slave.spawn_command(command)?;
    drop(terminal.slave);
    let mut output = terminal.master.try_clone_reader()?;
    thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    thread::sleep(after / 2);
    let mut keys = terminal.master.take_writer()?;
    if end == End::Signal {
        keys.write_all(b"T")?;
    }
    thread::sleep(after / 2);
    let id = child.process_id().context("a process has a number")?;
    let peak = peak(&proc_folder(id));
    let id = Pid::from_raw(i32::try_from(id)?).context("a process has a number")?;
    let start = Instant::now();
    match end {
        End::Key => keys.write_all(b"q")?,
        End::Signal => kill_process(id, Signal::TERM)?,
    }
    child.wait()?;
    let seconds = start.elapsed().as_secs_f64();
    nothing_left(folder.path())?;
    Ok((seconds, peak))
}

fn command(arguments: &[String], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shinglescope"));
    command
        .args(arguments)
        .env("TMPDIR", folder)
        .stdin(Stdio::null());
    command
}

fn nothing_left(folder: &Path) -> anyhow::Result<()> {
    let count = fs::read_dir(folder)?.count();
    ensure!(count == 0, "{count} temporary files were left");
    Ok(())
}

/// Waits until a child ends and returns its processor time and peak memory.
fn wait(child: &mut Child) -> anyhow::Result<Run> {
    let mut run = Run::default();
    let folder = proc_folder(child.id());
    while child.try_wait()?.is_none() {
        run.peak = run.peak.max(peak(&folder));
        // The name of the program, in parentheses, may contain spaces.
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        let times = stat.rsplit(')').next().unwrap_or_default();
        let times = times.split_whitespace().skip(11).take(2);
        let ticks: f64 = times.filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
        run.cpu = run.cpu.max(ticks / clock_ticks_per_second() as f64);
        thread::sleep(INTERVAL);
    }
    Ok(run)
}

fn proc_folder(process: u32) -> PathBuf {
    Path::new("/proc").join(process.to_string())
}

/// Peak of resident memory in bytes; 0 if the system does not report it.
fn peak(folder: &Path) -> u64 {
    let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
    let lines = &mut status.lines();
    let peak = lines.find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
    let kib = peak.and_then(|kib| kib.trim().parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}
