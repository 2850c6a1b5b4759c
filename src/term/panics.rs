//! Panic reporting: messages are printed after the terminal has been released, together with the path of
//! the report file. A panic in a thread other than the drawing thread ends only that thread and is shown
//! as a message on the screen.

use std::backtrace::Backtrace;
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, Once};
use std::thread::{self, ThreadId};

use crossbeam_channel::Sender;

use super::restore;
use crate::app::action::Event;
use crate::base::{caught, files, sanitise};
use crate::engine::Update;

/// Size in bytes above which the report file is truncated.
const MAX_REPORT_BYTES: u64 = 256 << 10;

static HOOK: Once = Once::new();
static STATE: Mutex<State> = Mutex::new(State {
    draws: None,
    events: None,
    report: None,
    messages: Vec::new(),
});

struct State {
    /// The drawing thread; its panic ends the program, a panic elsewhere does not.
    draws: Option<ThreadId>,
    /// Channel for showing messages on the screen.
    events: Option<Sender<Event>>,
    /// File that reports are appended to; none if the user requested no files or has no folder for them.
    report: Option<PathBuf>,
    /// Messages of other threads that panicked while the screen was active.
    messages: Vec<String>,
}

/// The user's state or cache directory of the program; `None` if the system names none.
pub fn folder() -> Option<PathBuf> {
    let dirs = directories::BaseDirs::new()?;
    let state = dirs.state_dir().unwrap_or(dirs.cache_dir());
    Some(state.join("shinglescope"))
}

/// Installs the panic hook, which writes reports to `report`.
pub fn install(report: Option<PathBuf>) {
    locked(|state| state.report = report);
    HOOK.call_once(set_hook);
}

/// Registers the calling thread as the drawing thread; messages about panics of other threads go to `events`.
pub(super) fn set_drawing_thread(events: Sender<Event>) {
    locked(|state| {
        state.draws = Some(thread::current().id());
        state.events = Some(events);
    });
    HOOK.call_once(set_hook);
}

/// Takes the messages that could not be printed while the screen was active.
pub(super) fn take_messages() -> Vec<String> {
    locked(|state| std::mem::take(&mut state.messages))
}

fn locked<T>(then: impl FnOnce(&mut State) -> T) -> T {
    let state = STATE.lock();
    then(&mut state.unwrap_or_else(std::sync::PoisonError::into_inner))
}

fn set_hook() {
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if caught::is_expected() {
            return;
        }
        let is_drawing = locked(|state| state.draws == Some(thread::current().id()));
        let note = save_report(info);
        if is_drawing || !restore::held() {
            restore::restore();
            default_hook(info);
            // Standard error may be closed; the error is ignored.
            let _ = writeln!(io::stderr(), "shinglescope: {note}");
        } else {
            let name = thread::current().name().unwrap_or("a thread").to_owned();
            let message = sanitise::line(&format!("{name} failed: {info}")).into_owned();
            locked(|state| {
                let first = message.lines().next().unwrap_or_default();
                let update =
                    Update::Failed(format!("a part of the program failed: {first}; {note}"));
                if let Some(events) = &state.events {
                    let _ = events.send(Event::Panicked(update));
                }
                state
                    .messages
                    .push(format!("{message}\nshinglescope: {note}"));
            });
        }
    }));
}

/// Writes the report; returns a sentence with its path or the reason there is none.
fn save_report(info: &PanicHookInfo<'_>) -> String {
    let Some(path) = locked(|state| state.report.clone()) else {
        return "no report was written".to_owned();
    };
    let file_name = sanitise::line(&path.display().to_string()).into_owned();
    match write(&path, &report(info)) {
        Ok(()) => format!("a report is in {file_name}"),
        Err(error) => format!("no report could be written to {file_name}: {error}"),
    }
}

/// Report text: version, platform, thread, panic message and backtrace. Contains no document text beyond
/// what the panic message quotes.
fn report(info: &PanicHookInfo<'_>) -> String {
    let thread = thread::current();
    format!(
        "shinglescope {} on {} {}\nthread {}: {info}\n{}\n\n",
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        thread.name().unwrap_or("unnamed"),
        Backtrace::force_capture()
    )
}

/// Appends to the report file with permissions 0600, because a panic message may quote document text.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        files::create_folders(folder)?;
    }
    let mut file = files::options().append(true).create(true).open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::other("it is no file"));
    }
    use std::os::unix::fs::PermissionsExt;
    // An existing file may have other permissions.
    if metadata.permissions().mode() & 0o7777 != 0o600 {
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    if metadata.len() > MAX_REPORT_BYTES {
        file.set_len(0)?;
    }
    file.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    #[test]
    fn only_the_user_can_read_a_report() {
        let work = tempfile::tempdir().unwrap();
        let path = work.path().join("state/shinglescope/panic.log");
        write(&path, "one").unwrap();
        assert_eq!(mode(&path), 0o600);
        for folder in ["state", "state/shinglescope"] {
            assert_eq!(mode(&work.path().join(folder)), 0o700, "{folder}");
        }
        // An existing file that others could read.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        write(&path, "two").unwrap();
        assert_eq!(mode(&path), 0o600);
        assert_eq!(fs::read_to_string(&path).unwrap(), "onetwo");
        // A long file is truncated.
        fs::write(&path, vec![b'x'; MAX_REPORT_BYTES as usize + 1]).unwrap();
        write(&path, "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
    }

    #[test]
    fn a_link_in_place_of_the_report_is_not_followed() {
        let work = tempfile::tempdir().unwrap();
        let path = work.path().join("panic.log");
        let precious = work.path().join("precious");
        symlink(&precious, &path).unwrap();
        assert!(write(&path, "one").is_err());
        assert!(!precious.exists());
        fs::write(&precious, "mine").unwrap();
        assert!(write(&path, "one").is_err());
        assert_eq!(fs::read_to_string(&precious).unwrap(), "mine");
    }
}
