//! Passes signals on to a child process, so that this process outlives the child and cleans up after it.

use std::process::Child;

/// While it lives, a signal that asks for an end goes to the child and does not end this process.
pub struct Forwarding(signal_hook::iterator::Handle);

impl Forwarding {
    /// Begins to forward. Drop this before the child is waited for, since its number may be that of another process
    /// afterwards.
    ///
    /// # Errors
    /// No handler or no thread can be set up.
    pub fn to(child: &Child) -> std::io::Result<Self> {
        let mut signals =
            signal_hook::iterator::Signals::new(super::ending_signals::ending_signals())?;
        let handle = signals.handle();
        let child = rustix::process::Pid::from_child(child);
        let forward = move || {
            for signal in signals.forever() {
                let signal = match signal {
                    signal_hook::consts::SIGINT => rustix::process::Signal::INT,
                    signal_hook::consts::SIGHUP => rustix::process::Signal::HUP,
                    _ => rustix::process::Signal::TERM,
                };
                // It may have ended by itself.
                let _ = rustix::process::kill_process(child, signal);
            }
        };
        std::thread::Builder::new()
            .name("forwarding".into())
            .spawn(forward)?;
        Ok(Forwarding(handle))
    }
}

impl Drop for Forwarding {
    fn drop(&mut self) {
        self.0.close();
    }
}
