//! Messages on standard error: a progress bar on a terminal or one line per quarter, and notes. Silent with `--quiet`.
//! Also writes the log file for bug reports, with actions and messages of the program. It contains names of files but
//! no text of documents.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use log::{LevelFilter, Log, Metadata, Record};

use crate::base::{files, lock, sanitise, units};
use crate::engine::Progress;
use crate::review::Timestamp;

/// Whether the terminal cannot place the cursor.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Progress reports and notes of a command.
pub struct Talk {
    quiet: bool,
    bar: ProgressBar,
    /// Whether lines are printed instead of the bar.
    in_steps: bool,
    /// The job and the quarter reported last.
    last_step: Mutex<(&'static str, u64)>,
}

impl Talk {
    /// Prints unless `quiet`. Draws a bar on a terminal. With `calm`, or on a dumb terminal, prints a
    /// line for each quarter instead.
    pub fn new(quiet: bool, calm: bool) -> Self {
        let terminal = !quiet && stderr().is_terminal();
        let in_steps = terminal && (calm || is_dumb());
        let bar = if !terminal || in_steps {
            ProgressBar::hidden()
        } else {
            let style = ProgressStyle::with_template("{prefix:>10} {bar:30} {msg}");
            ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        Talk {
            quiet,
            bar,
            in_steps,
            last_step: Mutex::new(("", 0)),
        }
    }

    /// Logs a new job. Without a bar, prints a line for the job and for each quarter of it.
    fn step(&self, work: &'static str, done: u64, total: u64) {
        let mut last_step = lock(&self.last_step);
        let quarter = (done * 4).checked_div(total).unwrap_or(0).min(4);
        let is_new = last_step.0 != work;
        if is_new {
            log::info!("{work}");
        }
        if !is_new && quarter <= last_step.1 {
            return;
        }
        *last_step = (work, quarter);
        let _ = match quarter {
            _ if !self.in_steps => Ok(()),
            0 => writeln!(stderr(), "{work}"),
            quarter => writeln!(stderr(), "{work}: {} %", quarter * 25),
        };
    }

    /// Shows a progress sample.
    pub fn progress(&self, progress: &Progress) {
        let mut message = units::count(progress.done);
        if progress.total > 0 {
            message += &format!(" of {}", units::count(progress.total));
        }
        message += &format!(" · {}/s", units::count(progress.rate() as u64));
        if let Some(left) = progress.left() {
            message += &format!(" · {} left", units::duration(left));
        }
        let (done, total) = (progress.done, progress.total);
        self.show(progress.stage.name(), done, total, message);
    }

    /// Shows the progress of a job that consists of steps.
    pub fn working(&self, work: &'static str, what: &str, done: u64, total: u64) {
        let message = format!("{} of {total} · {what}", done + 1);
        self.show(work, done, total, message);
    }

    fn show(&self, work: &'static str, done: u64, total: u64, message: String) {
        self.step(work, done, total);
        self.bar.set_prefix(work);
        self.bar.set_length(total.max(1));
        self.bar.set_position(done);
        self.bar.set_message(message);
    }

    /// Prints a sentence.
    pub fn say(&self, sentence: &str) {
        self.bar.finish_and_clear();
        log::info!("{sentence}");
        if !self.quiet {
            // Standard error may be closed, as in `2>&1 | head`; this is not a failure.
            let _ = writeln!(stderr(), "{}", sanitise::line(sentence));
        }
    }

    /// Removes the bar.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}

/// Size in bytes from which a new log file is started.
const MAX_LOG_BYTES: u64 = 1 << 20;

/// Name of the log file in `folder`.
pub fn log_path(folder: &Path) -> PathBuf {
    folder.join("log.txt")
}

/// Writes lines to the file; on a full disk, only lines are lost.
struct Writer {
    file: Mutex<File>,
    started: Instant,
}

impl Log for Writer {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &Record<'_>) {
        let message = record.args().to_string();
        let line = format!(
            "{} {:>9.3} {:5} {}: {}\n",
            Timestamp::now(),
            self.started.elapsed().as_secs_f64(),
            record.level(),
            record.target(),
            sanitise::line(&message),
        );
        let _ = lock(&self.file).write_all(line.as_bytes());
    }

    fn flush(&self) {
        let _ = lock(&self.file).flush();
    }
}

/// Opens the log file in `folder`; a log that is too long is renamed first and replaces the older one.
///
/// # Errors
/// A folder or file cannot be written.
fn open(folder: &Path) -> io::Result<File> {
    files::create_folders(folder)?;
    let newest = log_path(folder);
    if fs::symlink_metadata(&newest).is_ok_and(|file| file.len() >= MAX_LOG_BYTES) {
        fs::rename(&newest, folder.join("log.1.txt"))?;
    }
    files::options().append(true).create(true).open(newest)
}

/// Begins to write the log file in `folder`. With `verbose` 1 it has the actions and messages of the program, with more
/// also each request and the files of the full-text index.
///
/// # Errors
/// A folder or file cannot be written, or the log has already begun.
pub fn begin_log(folder: &Path, verbose: u8) -> io::Result<()> {
    let writer = Writer {
        file: Mutex::new(open(folder)?),
        started: Instant::now(),
    };
    log::set_boxed_logger(Box::new(writer)).map_err(io::Error::other)?;
    log::set_max_level(match verbose {
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_long_log_is_renamed_and_a_short_one_is_continued() {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = temp.path().join("state");
        for round in 0..3 {
            let mut file = open(&folder).expect("it is opened");
            writeln!(file, "round {round}").expect("it is written");
            file.set_len(MAX_LOG_BYTES).expect("it grows");
        }
        let older = fs::read_to_string(folder.join("log.1.txt")).expect("it is read");
        assert!(older.starts_with("round 1"));
        assert_eq!(fs::read_dir(&folder).expect("it is read").count(), 2);
        fs::write(log_path(&folder), "short\n").expect("it is written");
        writeln!(open(&folder).expect("it is opened"), "more").expect("it is written");
        let text = fs::read_to_string(log_path(&folder)).expect("it is read");
        assert_eq!(text, "short\nmore\n");
        let mode = |path: &Path| fs::metadata(path).expect("it exists").permissions().mode();
        assert_eq!(mode(&folder) & 0o777, 0o700);
        assert_eq!(mode(&folder.join("log.1.txt")) & 0o777, 0o600);
    }
}
