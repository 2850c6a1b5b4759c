//! Detects stalls of the machine itself: a virtual processor stops while its host does something
//! else, and a key press waits for the kernel thread that carries it through the terminal. On each
//! processor one thread only sleeps and one only passes a byte through its own pseudo-terminal; if
//! either is late, the machine was stalled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Length of each sleep.
const NAP: Duration = Duration::from_millis(2);

/// A delay above this is a stall: a thread that only sleeps or passes a byte is otherwise never so
/// late.
const STILL: Duration = Duration::from_millis(20);

/// The watching threads, which are almost always idle.
pub struct Machine {
    stop: Arc<AtomicBool>,
    watchers: Vec<JoinHandle<Vec<Standstill>>>,
}

/// An interval in which a processor or the terminals were stalled.
#[derive(Clone, Copy, Debug)]
pub struct Standstill {
    from: Instant,
    to: Instant,
}

/// A watching loop that runs while its callback returns `true`; returns the stalls it saw.
type Watch = fn(&mut dyn FnMut() -> bool) -> Vec<Standstill>;

/// All stalls, sorted by start.
pub struct Stood(Vec<Standstill>);

impl Machine {
    pub fn watch() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let watcher = |(processor, watch): (usize, Watch)| {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || {
                stay_on(processor);
                watch(&mut || !stop.load(Ordering::Relaxed))
            })
        };
        let watches: [Watch; 2] = [asleep, carrying];
        let all = (0..processors).flat_map(|processor| watches.map(|watch| (processor, watch)));
        let watchers = all.map(watcher).collect();
        Machine { stop, watchers }
    }

    pub fn stood(self) -> Stood {
        self.stop.store(true, Ordering::Relaxed);
        let watchers = self.watchers.into_iter();
        let all = watchers.flat_map(|w| w.join().expect("it watched"));
        let mut all: Vec<Standstill> = all.collect();
        all.sort_by_key(|still| still.from);
        Stood(all)
    }
}

impl Stood {
    /// Number of stalls.
    pub fn times(&self) -> usize {
        self.0.len()
    }

    /// Stalled time between two instants; overlapping stalls count once.
    pub fn within(&self, from: Instant, to: Instant) -> Duration {
        let (mut taken, mut until) = (Duration::ZERO, from);
        for still in &self.0 {
            let (begin, end) = (still.from.max(until), still.to.min(to));
            taken += end.saturating_duration_since(begin);
            until = until.max(end);
        }
        taken
    }
}

fn asleep(should_continue: &mut dyn FnMut() -> bool) -> Vec<Standstill> {
    let mut stood = Vec::new();
    while should_continue() {
        let from = Instant::now() + NAP;
        std::thread::sleep(NAP);
        stood.extend(late(from));
    }
    stood
}

/// The stall from `from` until now, if it is long enough to be one.
fn late(from: Instant) -> Option<Standstill> {
    let to = Instant::now();
    (to.saturating_duration_since(from) > STILL).then_some(Standstill { from, to })
}

#[cfg(target_os = "linux")]
fn carrying(should_continue: &mut dyn FnMut() -> bool) -> Vec<Standstill> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    use std::io::{Read, Write};
    use std::os::unix::ffi::OsStrExt;

    let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&near).expect("its far end");
    unlockpt(&near).expect("its far end");
    let name = ptsname(&near, Vec::new()).expect("its name");
    let name = std::ffi::OsStr::from_bytes(name.as_bytes());
    let mut far = std::fs::File::open(name).expect("its far end");
    let mut raw = tcgetattr(&far).expect("its settings");
    raw.make_raw();
    tcsetattr(&far, OptionalActions::Now, &raw).expect("its settings");
    let mut near = std::fs::File::from(near);
    let mut stood = Vec::new();
    while should_continue() {
        std::thread::sleep(NAP);
        let from = Instant::now();
        near.write_all(b"x").expect("a byte is taken");
        far.read_exact(&mut [0]).expect("a byte arrives");
        stood.extend(late(from));
    }
    stood
}

#[cfg(not(target_os = "linux"))]
fn carrying(_: &mut dyn FnMut() -> bool) -> Vec<Standstill> {
    Vec::new()
}

/// Pins this thread to one processor, if the system supports that.
fn stay_on(processor: usize) {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_setaffinity};
        let mut only = CpuSet::new();
        only.set(processor);
        let _ = sched_setaffinity(None, &only);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = processor;
}
