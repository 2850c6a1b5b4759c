//! What a machine takes from everybody on it: a virtual processor stands still while its host does something
//! else, and whatever runs there waits. A thread that only sleeps, on each processor, says when and how long.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long each sleeps at a time.
const NAP: Duration = Duration::from_millis(2);

/// Later than this no scheduler wakes a thread that has slept, whatever else runs: the processor stood still.
const STILL: Duration = Duration::from_millis(20);

/// Threads that only sleep, one to a processor.
pub struct Machine {
    stop: Arc<AtomicBool>,
    sleepers: Vec<JoinHandle<Vec<Standstill>>>,
}

/// A time in which a processor did nothing for anybody.
#[derive(Clone, Copy, Debug)]
pub struct Standstill {
    from: Instant,
    to: Instant,
}

impl Machine {
    pub fn watch() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let sleeper = |processor| {
            let stop = Arc::clone(&stop);
            std::thread::spawn(move || asleep(processor, &stop))
        };
        let sleepers = (0..processors).map(sleeper).collect();
        Machine { stop, sleepers }
    }

    /// Every standstill that there was.
    pub fn stood(self) -> Vec<Standstill> {
        self.stop.store(true, Ordering::Relaxed);
        let sleepers = self.sleepers.into_iter();
        sleepers.flat_map(|s| s.join().expect("it slept")).collect()
    }
}

impl Standstill {
    /// How much of the time between two moments it took.
    pub fn within(&self, from: Instant, to: Instant) -> Duration {
        self.to
            .min(to)
            .saturating_duration_since(self.from.max(from))
    }
}

fn asleep(processor: usize, stop: &AtomicBool) -> Vec<Standstill> {
    stay_on(processor);
    let mut stood = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let from = Instant::now() + NAP;
        std::thread::sleep(NAP);
        let to = Instant::now();
        if to.saturating_duration_since(from) > STILL {
            stood.push(Standstill { from, to });
        }
    }
    stood
}

/// Keeps this thread on one processor, where the system can do that.
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
