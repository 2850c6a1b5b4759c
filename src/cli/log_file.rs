//! The log file: what the program did and said, for reports of faults. Names of files are in it, no text of documents.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use log::{LevelFilter, Log, Metadata, Record};

use crate::base::{lock, private, sanitise};
use crate::review::Timestamp;

/// Size in bytes from which a new file is begun.
const LONGEST: u64 = 1 << 20;

/// Name of the log file in `folder`.
pub fn log_path(folder: &Path) -> PathBuf {
    folder.join("log.txt")
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

/// Opens the log file in `folder`, after a long one has taken the place of the older one.
///
/// # Errors
/// A folder or file that cannot be written.
fn open(folder: &Path) -> io::Result<File> {
    private::create_folders(folder)?;
    let newest = log_path(folder);
    if fs::symlink_metadata(&newest).is_ok_and(|file| file.len() >= LONGEST) {
        fs::rename(&newest, folder.join("log.1.txt"))?;
    }
    private::options().append(true).create(true).open(newest)
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
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_long_file_moves_on_and_a_short_one_is_written_on() {
        let temp = tempfile::tempdir().expect("a folder");
        let folder = temp.path().join("state");
        for round in 0..3 {
            let mut file = open(&folder).expect("it is opened");
            writeln!(file, "round {round}").expect("it is written");
            file.set_len(LONGEST).expect("it grows");
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
