//! Signals that end a command.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::{flag, low_level};

use crate::base::Cancel;
use crate::exit;
use crate::term::signals::ending_signals;

/// The first SIGINT (Ctrl-C) or SIGTERM requests cancellation, which keeps completed work. The second one ends the
/// process at once. SIGHUP is handled like SIGTERM, unless hang-ups are ignored (nohup).
pub fn listen(cancel: &Cancel) -> Listening {
    // Exceeding the file size limit becomes a write error, like a full disk, instead of ending the process.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    let status = i32::from(exit::INTERRUPTED);
    let mut handlers = Vec::new();
    // Read before handlers are registered, which would hide that hang-ups are ignored.
    let signals = ending_signals();
    for &signal in &signals {
        // If no handler can be registered, the signal ends the process; committed data is not affected.
        handlers.extend(flag::register_conditional_shutdown(signal, status, cancel.flag()).ok());
        let _ = flag::register(signal, cancel.flag());
    }
    Listening { handlers, signals }
}

/// The handlers that end the process at the second signal.
pub struct Listening {
    handlers: Vec<signal_hook::SigId>,
    signals: Vec<i32>,
}

impl Listening {
    /// Runs `read`, which cannot be cancelled; a signal ends the program at once, because `read` leaves nothing to
    /// clean up.
    pub fn ending_at_once<T>(&self, read: impl FnOnce() -> T) -> T {
        let status = i32::from(exit::INTERRUPTED);
        let always = Arc::new(AtomicBool::new(true));
        let end = |signal| flag::register_conditional_shutdown(signal, status, always.clone());
        let handlers: Vec<_> = self.signals.iter().copied().map(end).collect();
        let result = read();
        for end in handlers.into_iter().flatten() {
            low_level::unregister(end);
        }
        result
    }

    /// Removes these handlers, because the screens must restore the terminal before they end.
    pub fn leave_it_to_the_screens(&self) {
        for handler in &self.handlers {
            low_level::unregister(*handler);
        }
    }
}
