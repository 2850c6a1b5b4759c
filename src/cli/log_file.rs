//! The log file: what the program did and said, for reports of faults. Names of files are in it, no text of documents.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use log::{LevelFilter, Log, Metadata, Record};

use crate::base::{files, lock, sanitise};
use crate::review::Timestamp;

/// Size in bytes from which a new file is begun.
const LONGEST: u64 = 1 << 20;

/// Number of older files that are kept.
const OLDER: usize = 3;

/// Name of the log file in `folder`.
pub fn log_path(folder: &Path) -> PathBuf {
    folder.join("log.txt")
}

fn older(folder: &Path, n: usize) -> PathBuf {
    folder.join(format!("log.{n}.txt"))
}

/// Writes lines to the file; a disk that is full loses lines and nothing else.
struct Writer {
    file: Mutex<File>,
    began: Instant,
}

impl Log for Writer {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        // The full-text index tells of its files.
        metadata.level() <= log::max_level()
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let message = record.args().to_string();
        let line = format!(
            "{} {:>9.3} {:5} {}: {}\n",
            Timestamp::now(),
            self.began.elapsed().as_secs_f64(),
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

/// Opens the log file in `folder`, after the older ones have moved on if it is long.
///
/// # Errors
/// A folder or file that cannot be written.
fn open(folder: &Path) -> io::Result<File> {
    files::create_folders(folder)?;
    let newest = log_path(folder);
    let long = fs::symlink_metadata(&newest).is_ok_and(|file| file.len() >= LONGEST);
    if long {
        for n in (1..OLDER).rev() {
            let _ = fs::rename(older(folder, n), older(folder, n + 1));
        }
        fs::rename(&newest, older(folder, 1))?;
    }
    files::options().append(true).create(true).open(newest)
}

/// Begins to write the log file in `folder`; `verbose` is 1 for what the program does and says, more for each request
/// and the files of the full-text index.
///
/// # Errors
/// A folder or file that cannot be written; a second call.
pub fn begin(folder: &Path, verbose: u8) -> io::Result<()> {
    let writer = Writer {
        file: Mutex::new(open(folder)?),
        began: Instant::now(),
    };
    log::set_boxed_logger(Box::new(writer)).map_err(io::Error::other)?;
    log::set_max_level(match verbose {
        0 => LevelFilter::Off,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_files_move_on_and_a_few_are_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("state");
        for round in 0..OLDER + 3 {
            let mut file = open(&log).expect("it is opened");
            writeln!(file, "round {round}").expect("it is written");
            file.set_len(LONGEST).expect("it grows");
        }
        let begins = |path: PathBuf| {
            let text = fs::read_to_string(path).expect("it is read");
            text.lines().next().map(str::to_owned)
        };
        assert_eq!(begins(log_path(&log)).as_deref(), Some("round 5"));
        assert_eq!(begins(older(&log, 1)).as_deref(), Some("round 4"));
        assert_eq!(begins(older(&log, OLDER)).as_deref(), Some("round 2"));
        assert_eq!(fs::read_dir(&log).expect("it is read").count(), OLDER + 1);
        // A short one is written on.
        fs::write(log_path(&log), "short\n").expect("it is written");
        writeln!(open(&log).expect("it is opened"), "more").expect("it is written");
        assert_eq!(
            fs::read_to_string(log_path(&log)).expect("it is read"),
            "short\nmore\n"
        );
        use std::os::unix::fs::PermissionsExt;
        let mode =
            |path: &Path| fs::metadata(path).expect("it exists").permissions().mode() & 0o777;
        assert_eq!((mode(&log), mode(&older(&log, 1))), (0o700, 0o600));
    }
}
