//! Signal handling of the commands.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::engine::cancel::Cancel;
use crate::exit;

/// The first SIGINT (Ctrl-C) or SIGTERM requests cancellation, which keeps completed work. The second
/// one ends the process at once. So do SIGHUP and a second one of these, unless hang-ups are ignored (nohup).
pub(super) fn listen(cancel: &Cancel) -> Listening {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    // Exceeding the file size limit becomes a write error, like a full disk, instead of ending the
    // process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    use signal_hook::flag;
    let status = i32::from(exit::INTERRUPTED);
    let mut ends = Vec::new();
    let mut signals = vec![SIGINT, SIGTERM];
    if !ignores_hang_ups() {
        signals.push(SIGHUP);
    }
    for signal in signals {
        // If no handler can be registered, the signal ends the process; committed data is not affected.
        ends.extend(flag::register_conditional_shutdown(signal, status, cancel.flag()).ok());
        let _ = flag::register(signal, cancel.flag());
    }
    Listening(ends)
}

/// Whether the process was started so that it outlives its terminal.
#[cfg(unix)]
fn ignores_hang_ups() -> bool {
    // SAFETY: a null pointer for the new action changes nothing; the old one is written into the zeroed structure,
    // for which zeros are a valid value.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let known = libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut action) == 0;
        known && action.sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
fn ignores_hang_ups() -> bool {
    true
}

/// The handlers that end the process at the second signal.
pub(super) struct Listening(Vec<signal_hook::SigId>);

impl Listening {
    /// Runs `read`, which waits for bytes of another process or computes what nothing is kept of, and asks for no
    /// stop: meanwhile the first signal ends the program.
    pub(super) fn ending_at_once<T>(&self, read: impl FnOnce() -> T) -> T {
        use signal_hook::consts::{SIGINT, SIGTERM};
        let status = i32::from(exit::INTERRUPTED);
        let always = Arc::new(AtomicBool::new(true));
        let end = |signal| {
            signal_hook::flag::register_conditional_shutdown(signal, status, always.clone())
        };
        let ends = [SIGINT, SIGTERM].map(end);
        let result = read();
        for end in ends.into_iter().flatten() {
            signal_hook::low_level::unregister(end);
        }
        result
    }

    /// Removes these handlers: the screens shut down by themselves and first restore the terminal.
    pub(super) fn leave_it_to_the_screens(&self) {
        for end in &self.0 {
            signal_hook::low_level::unregister(*end);
        }
    }
}
