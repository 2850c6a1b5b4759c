//! Signals that ask a command to stop.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::engine::cancel::Cancel;
use crate::exit;

/// The first Ctrl-C (or SIGTERM) asks for a stop, which keeps what is done; a second one ends the
/// program where it stands.
pub(super) fn listen(cancel: &Cancel) -> Listening {
    use signal_hook::consts::{SIGINT, SIGTERM};
    // A file that may not grow is to be an error like a full disk, not the end.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    use signal_hook::flag;
    let status = i32::from(exit::INTERRUPTED);
    let mut ends = Vec::new();
    for signal in [SIGINT, SIGTERM] {
        // Without a handler the signal ends the program, which loses nothing that was kept.
        ends.extend(flag::register_conditional_shutdown(signal, status, cancel.flag()).ok());
        let _ = flag::register(signal, cancel.flag());
    }
    Listening(ends)
}

/// What ends the program at the second signal.
pub(super) struct Listening(Vec<signal_hook::SigId>);

impl Listening {
    /// Runs `read`, which waits for bytes of another process and asks for no stop: meanwhile the first
    /// signal ends the program.
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

    /// The screens end by themselves, and give the terminal back first.
    pub(super) fn leave_it_to_the_screens(&self) {
        for end in &self.0 {
            signal_hook::low_level::unregister(*end);
        }
    }
}
