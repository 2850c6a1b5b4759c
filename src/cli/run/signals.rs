//! Signal handling of the commands.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::engine::cancel::Cancel;
use crate::exit;

/// The first SIGINT (Ctrl-C) or SIGTERM requests cancellation, which keeps completed work. The second
/// one ends the process at once.
pub(super) fn listen(cancel: &Cancel) -> Listening {
    use signal_hook::consts::{SIGINT, SIGTERM};
    // Exceeding the file size limit becomes a write error, like a full disk, instead of ending the
    // process.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    use signal_hook::flag;
    let status = i32::from(exit::INTERRUPTED);
    let mut ends = Vec::new();
    for signal in [SIGINT, SIGTERM] {
        // If no handler can be registered, the signal ends the process; committed data is not affected.
        ends.extend(flag::register_conditional_shutdown(signal, status, cancel.flag()).ok());
        let _ = flag::register(signal, cancel.flag());
    }
    Listening(ends)
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
