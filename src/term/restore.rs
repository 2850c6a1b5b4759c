//! Restores the terminal, exactly once, however the program ends: by the session, by a panic, or by a signal that
//! terminates the process (faults, aborts, resource limits, `kill`).
//!
//! In the handler of such a signal no other thread can be waited for and nothing may be allocated or locked, so
//! everything needed is prepared beforehand: bytes to write and settings to restore. The default action of the signal
//! then runs, so that the parent process sees it.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, RawFd};
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering};
use std::sync::{Once, OnceLock};

use crossterm::terminal::disable_raw_mode;
use libc::{c_int, c_void, sigaction, siginfo_t, termios};

/// Whether the program holds the terminal. The caller that swaps this to `false` restores the terminal, so it is
/// restored once.
static HELD: AtomicBool = AtomicBool::new(false);

/// Byte sequence that restores the terminal; a constant, because the signal handler writes it too.
const SEQUENCE: &[u8] = concat!(
    // Ends a truncated escape sequence and a synchronised update.
    "\x1b\\\x1b[?2026l",
    // Disables mouse and focus reports and bracketed paste.
    "\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?1004l\x1b[?2004l",
    // Resets colours and shows the cursor.
    "\x1b[0m\x1b[?25h",
    // Clears the screen for terminals without an alternate screen, then leaves the alternate screen.
    "\x1b[2J\x1b[1;1H\x1b[?1049l",
)
.as_bytes();

/// Marks the terminal as held and prepares the signal handlers that restore it. Returns `false` if it was already held.
pub(super) fn hold() -> bool {
    let is_new = !HELD.swap(true, Ordering::SeqCst);
    if is_new {
        install_handlers();
        // If there is no terminal, raw mode fails later and its caller reports the error.
        let _ = save_settings();
    }
    is_new
}

pub(super) fn held() -> bool {
    HELD.load(Ordering::SeqCst)
}

/// Restores the terminal if it is held; does nothing otherwise.
pub(super) fn restore() {
    if !HELD.swap(false, Ordering::SeqCst) {
        return;
    }
    // Errors cannot be handled here, and the remaining steps must be attempted.
    let mut out = io::stdout();
    let _ = out.write_all(SEQUENCE).and_then(|()| out.flush());
    let _ = disable_raw_mode();
}

/// Signals that terminate a process by default and are handled nowhere else. SIGKILL cannot be caught.
const FATAL_SIGNALS: &[c_int] = &[
    libc::SIGABRT,
    libc::SIGALRM,
    libc::SIGBUS,
    libc::SIGFPE,
    libc::SIGILL,
    libc::SIGIO,
    libc::SIGPROF,
    libc::SIGSEGV,
    libc::SIGSYS,
    libc::SIGTRAP,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGVTALRM,
    libc::SIGXCPU,
    libc::SIGXFSZ,
    #[cfg(target_os = "linux")]
    libc::SIGPWR,
    #[cfg(target_os = "linux")]
    libc::SIGSTKFLT,
];

const CUT_SHORT: &[u8] =
    b"shinglescope: a file was cut short, or its disk failed, while it was being read; run this again\n";
const ABORTED: &[u8] = b"shinglescope: aborted; memory may have run out\n";

/// Terminal settings from before raw mode.
struct Terminal {
    device: RawFd,
    settings: termios,
}

/// Null until the first call of [`save_settings`].
static TERMINAL: AtomicPtr<Terminal> = AtomicPtr::new(ptr::null_mut());

/// Previous handlers of faults: the handlers of the Rust runtime, which detect stack overflows.
static PREVIOUS: [(c_int, AtomicPtr<sigaction>); 2] = [
    (libc::SIGSEGV, AtomicPtr::new(ptr::null_mut())),
    (libc::SIGBUS, AtomicPtr::new(ptr::null_mut())),
];

fn previous(signal: c_int) -> Option<&'static AtomicPtr<sigaction>> {
    let entry = PREVIOUS.iter().find(|(number, _)| *number == signal)?;
    Some(&entry.1)
}

/// Installs the handlers. Signals that already have a handler, or that the parent process set to
/// ignored, are not changed; faults are chained to the runtime's handler.
pub fn install_handlers() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in FATAL_SIGNALS {
            install(*signal);
        }
        #[cfg(target_os = "linux")]
        for signal in libc::SIGRTMIN()..=libc::SIGRTMAX() {
            install(signal);
        }
    });
}

fn install(signal: c_int) {
    let mut current = MaybeUninit::<sigaction>::zeroed();
    // SAFETY: the pointer refers to storage for one `sigaction`; querying changes nothing.
    if unsafe { libc::sigaction(signal, ptr::null(), current.as_mut_ptr()) } != 0 {
        return;
    }
    // SAFETY: the call above initialised it; all zeros is a valid `sigaction` too.
    let current = unsafe { current.assume_init() };
    match previous(signal) {
        // Leaked on purpose: the handler may read it at any time.
        Some(previous) if current.sa_sigaction != libc::SIG_IGN => {
            previous.store(Box::into_raw(Box::new(current)), Ordering::SeqCst);
        }
        None if current.sa_sigaction == libc::SIG_DFL => {}
        _ => return,
    }
    // SAFETY: all zeros is a valid `sigaction` with an empty mask.
    let mut action: sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = handle;
    action.sa_sigaction = handler as *const () as usize;
    // On stack overflow the handler needs another stack: it runs on the alternate stack of the runtime.
    action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
    // SAFETY: `action` is initialised, and `handle` is async-signal-safe.
    let _ = unsafe { libc::sigaction(signal, &action, ptr::null_mut()) };
}

/// Signal handler. Uses only async-signal-safe calls (POSIX) and preallocated memory.
extern "C" fn handle(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let was_held = HELD.swap(false, Ordering::SeqCst);
    if was_held {
        write(libc::STDOUT_FILENO, SEQUENCE);
        restore_settings();
    }
    // SAFETY: the system passes a valid pointer to the signal's information, or null.
    let code = unsafe { info.as_ref() }.map_or(0, |info| info.si_code);
    // A positive code means a fault of the processor or memory rather than a sent signal.
    let is_fault = code > 0;
    match signal {
        libc::SIGBUS if is_fault => write(libc::STDERR_FILENO, CUT_SHORT),
        // Earlier messages were on the alternate screen, which is gone.
        libc::SIGABRT if was_held => write(libc::STDERR_FILENO, ABORTED),
        _ => {}
    }
    let previous = previous(signal).filter(|_| is_fault);
    let previous = previous.map_or(ptr::null_mut(), |previous| previous.load(Ordering::SeqCst));
    if !previous.is_null() {
        // SAFETY: the pointer that `install` stored is never freed. On return the fault occurs again and the previous
        // handler runs.
        unsafe { libc::sigaction(signal, previous, ptr::null_mut()) };
        return;
    }
    // SAFETY: all of these are async-signal-safe, and the arguments outlive the calls. The signal is
    // blocked during its handler, so it is unblocked to terminate the process.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let mut mask = MaybeUninit::zeroed().assume_init();
        libc::sigemptyset(&mut mask);
        libc::sigaddset(&mut mask, signal);
        libc::raise(signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &mask, ptr::null_mut());
    }
}

/// Writes all bytes, or stops at the first error.
fn write(fd: RawFd, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: pointer and length belong to one slice.
        let count = unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(count) {
            Ok(count @ 1..) => bytes = bytes.get(count..).unwrap_or_default(),
            _ => return,
        }
    }
}

/// Restores the terminal settings of the last [`save_settings`].
pub(super) fn restore_settings() {
    // SAFETY: null, or stored by `save_settings`, which never frees it.
    if let Some(terminal) = unsafe { TERMINAL.load(Ordering::SeqCst).as_ref() } {
        // SAFETY: the settings are initialised; on a closed device the call only fails.
        unsafe { libc::tcsetattr(terminal.device, libc::TCSANOW, &terminal.settings) };
    }
}

/// Saves the terminal settings. Call before they are changed.
///
/// # Errors
/// If there is no terminal or its settings cannot be read.
fn save_settings() -> io::Result<()> {
    let device = device()?;
    let mut settings = MaybeUninit::<termios>::zeroed();
    // SAFETY: the pointer refers to storage for one `termios`.
    if unsafe { libc::tcgetattr(device, settings.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let terminal = Terminal {
        device,
        // SAFETY: the call above initialised it.
        settings: unsafe { settings.assume_init() },
    };
    // A handler may be reading the previous value, so it is leaked: about a hundred bytes each time the
    // terminal is taken.
    TERMINAL.store(Box::into_raw(Box::new(terminal)), Ordering::SeqCst);
    Ok(())
}

/// The terminal whose settings raw mode changes: standard input if it is a terminal, otherwise
/// `/dev/tty`, which stays open.
fn device() -> io::Result<RawFd> {
    static TTY: OnceLock<File> = OnceLock::new();
    let input = io::stdin();
    if input.is_terminal() {
        return Ok(input.as_raw_fd());
    }
    let tty = File::options().read(true).write(true).open("/dev/tty")?;
    Ok(TTY.get_or_init(|| tty).as_raw_fd())
}
