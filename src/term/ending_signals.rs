//! The signals that ask a process for its end.

/// The signals that ask for an end.
pub fn ending_signals() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    if ignores_hang_ups() {
        vec![SIGINT, SIGTERM]
    } else {
        vec![SIGINT, SIGTERM, SIGHUP]
    }
}

/// Whether the process was started so that it outlives its terminal.
fn ignores_hang_ups() -> bool {
    // SAFETY: a null pointer for the new action changes nothing; the old one is written into the zeroed structure,
    // for which zeros are a valid value.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        let is_read = libc::sigaction(libc::SIGHUP, std::ptr::null(), &raw mut action) == 0;
        is_read && action.sa_sigaction == libc::SIG_IGN
    }
}
