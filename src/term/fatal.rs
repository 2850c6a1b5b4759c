//! Signals that end the program where it stands: a fault, an abort, a limit of the system, somebody's
//! `kill`. No other thread can be waited for then, nothing may be allocated or locked, so what gives the
//! terminal back has been prepared before: bytes to write and settings to put back. The signal then does what
//! it does by default, so that whoever started the program learns of it.

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

use libc::{c_int, c_void, sigaction, siginfo_t, termios};

use super::session;

/// The signals that end a program by default and that no other part answers. SIGKILL cannot be caught.
const ENDING: &[c_int] = &[
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

/// The terminal as it was before it was taken.
struct Terminal {
    device: RawFd,
    settings: termios,
    /// Keeps `device` open where it is not standard input.
    _opened: Option<OwnedFd>,
}

/// Null until the terminal is taken for the first time.
static TERMINAL: AtomicPtr<Terminal> = AtomicPtr::new(ptr::null_mut());

/// What answered a fault before: the runtime's own, which tells a stack that is full from anything else.
struct Before {
    segv: AtomicPtr<sigaction>,
    bus: AtomicPtr<sigaction>,
}

static BEFORE: Before = Before {
    segv: AtomicPtr::new(ptr::null_mut()),
    bus: AtomicPtr::new(ptr::null_mut()),
};

impl Before {
    fn of(&self, signal: c_int) -> Option<&AtomicPtr<sigaction>> {
        match signal {
            libc::SIGSEGV => Some(&self.segv),
            libc::SIGBUS => Some(&self.bus),
            _ => None,
        }
    }
}

/// Answers these signals from now on. One that somebody else answers, or that whoever started the program
/// wants ignored, is left alone.
pub fn answer() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for signal in ENDING {
            install(*signal);
        }
        #[cfg(target_os = "linux")]
        for signal in libc::SIGRTMIN()..=libc::SIGRTMAX() {
            install(signal);
        }
    });
}

fn install(signal: c_int) {
    let mut now = MaybeUninit::<sigaction>::zeroed();
    // SAFETY: the pointer is to a place for one `sigaction`, and asking changes nothing.
    if unsafe { libc::sigaction(signal, ptr::null(), now.as_mut_ptr()) } != 0 {
        return;
    }
    // SAFETY: the call above has filled it; zeros are a `sigaction` too.
    let now = unsafe { now.assume_init() };
    match BEFORE.of(signal) {
        // It lives as long as the program: the handler may read it at any time.
        Some(before) if now.sa_sigaction != libc::SIG_IGN => {
            before.store(Box::into_raw(Box::new(now)), Ordering::SeqCst);
        }
        None if now.sa_sigaction == libc::SIG_DFL => {}
        _ => return,
    }
    // SAFETY: zeros are a `sigaction` with an empty mask.
    let mut ours: sigaction = unsafe { MaybeUninit::zeroed().assume_init() };
    let handler: extern "C" fn(c_int, *mut siginfo_t, *mut c_void) = handle;
    ours.sa_sigaction = handler as *const () as usize;
    // A stack that is full has no room for the handler: it runs on the one that the runtime keeps for it.
    ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
    // SAFETY: `ours` is whole, and `handle` does only what a handler of signals may.
    let _ = unsafe { libc::sigaction(signal, &ours, ptr::null_mut()) };
}

/// Only calls that POSIX allows in a handler, and no memory but what was there before.
extern "C" fn handle(signal: c_int, info: *mut siginfo_t, _: *mut c_void) {
    let held = session::release();
    if held {
        write(libc::STDOUT_FILENO, session::GIVE_BACK);
        put_back();
    }
    // SAFETY: the system gives a pointer to what it knows of the signal, or none.
    let code = unsafe { info.as_ref() }.map_or(0, |info| info.si_code);
    // Positive where the processor or the memory is the cause, not somebody who sent it.
    let fault = code > 0;
    match signal {
        libc::SIGBUS if fault => write(libc::STDERR_FILENO, CUT_SHORT),
        // What was said before stood on the screen that is gone.
        libc::SIGABRT if held => write(libc::STDERR_FILENO, ABORTED),
        _ => {}
    }
    let before = BEFORE.of(signal).filter(|_| fault);
    let before = before.map_or(ptr::null_mut(), |before| before.load(Ordering::SeqCst));
    if !before.is_null() {
        // SAFETY: what `install` stored lives for ever. On return the fault happens again, and whoever
        // answered it before has it.
        unsafe { libc::sigaction(signal, before, ptr::null_mut()) };
        return;
    }
    // SAFETY: all of these may be called here, with places that live through the call. The signal is
    // blocked while it is handled, so it is let through to end the program.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        let mut only = MaybeUninit::zeroed().assume_init();
        libc::sigemptyset(&mut only);
        libc::sigaddset(&mut only, signal);
        libc::raise(signal);
        libc::pthread_sigmask(libc::SIG_UNBLOCK, &only, ptr::null_mut());
    }
}

/// Writes all of it, or as much as can be written.
fn write(to: RawFd, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        // SAFETY: the pointer and the length are those of one slice.
        let written = unsafe { libc::write(to, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written) {
            Ok(written @ 1..) => bytes = bytes.get(written..).unwrap_or_default(),
            _ => return,
        }
    }
}

fn put_back() {
    // SAFETY: null, or stored by `remember`, which never frees it.
    if let Some(terminal) = unsafe { TERMINAL.load(Ordering::SeqCst).as_ref() } {
        // SAFETY: the settings are whole; a device that is gone is an error that changes nothing.
        unsafe { libc::tcsetattr(terminal.device, libc::TCSANOW, &terminal.settings) };
    }
}

/// Remembers the terminal's settings; to be called before they are changed.
///
/// # Errors
/// Where there is no terminal, or it does not tell.
pub(super) fn remember() -> io::Result<()> {
    let (device, opened) = device()?;
    let mut settings = MaybeUninit::<termios>::zeroed();
    // SAFETY: the pointer is to a place for one `termios`.
    if unsafe { libc::tcgetattr(device, settings.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let terminal = Terminal {
        device,
        // SAFETY: the call above has filled it.
        settings: unsafe { settings.assume_init() },
        _opened: opened,
    };
    // A handler may be reading the one before, so that is not freed: a hundred bytes for each time that
    // the terminal is taken.
    TERMINAL.store(Box::into_raw(Box::new(terminal)), Ordering::SeqCst);
    Ok(())
}

/// The terminal whose settings raw mode changes: standard input, else the one of this session.
fn device() -> io::Result<(RawFd, Option<OwnedFd>)> {
    use std::io::IsTerminal;

    let input = io::stdin();
    if input.is_terminal() {
        return Ok((input.as_raw_fd(), None));
    }
    // SAFETY: null, or stored below, and never freed.
    let known = unsafe { TERMINAL.load(Ordering::SeqCst).as_ref() };
    if let Some(known) = known.filter(|known| known.device != input.as_raw_fd()) {
        return Ok((known.device, None));
    }
    let opened = std::fs::File::options()
        .read(true)
        .write(true)
        .open("/dev/tty")?;
    let opened = OwnedFd::from(opened);
    Ok((opened.as_raw_fd(), Some(opened)))
}
