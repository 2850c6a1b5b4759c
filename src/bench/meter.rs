//! Clocks and memory counters of one process.

use std::time::{Duration, Instant};

use cpu_time::{ProcessTime, ThreadTime};

use crate::lab::assessment::Meter;

/// CPU seconds used by this process so far, all threads, user and system.
pub(super) fn process_seconds() -> f64 {
    ProcessTime::now().as_duration().as_secs_f64()
}

/// Peak resident memory of this process in bytes; `None` if the system does not report it.
pub(super) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// [`Meter`] of this process, for the assessment of methods.
#[derive(Clone, Copy, Debug, Default)]
pub struct Process;

impl Meter for Process {
    fn cpu_seconds(&self) -> f64 {
        process_seconds()
    }

    fn mark_memory(&self) -> Option<u64> {
        // Linux: writing "5" resets the peak to the current resident size.
        std::fs::write("/proc/self/clear_refs", "5").ok()?;
        peak_memory()
    }

    fn most_memory(&self) -> Option<u64> {
        peak_memory()
    }
}

/// Result of `work`, and the CPU seconds of this thread that it took.
pub(super) fn on_this_thread<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begun = ThreadTime::now();
    let result = work();
    (result, begun.elapsed().as_secs_f64())
}

/// Calls `work` until `least` has passed; returns the CPU seconds of this thread per call.
pub(super) fn repeated(least: Duration, mut work: impl FnMut()) -> f64 {
    let (until, begun) = (Instant::now() + least, ThreadTime::now());
    let mut calls = 0_u32;
    loop {
        work();
        calls += 1;
        if Instant::now() >= until {
            return begun.elapsed().as_secs_f64() / f64::from(calls);
        }
    }
}

/// Median (mean of the middle two for even counts); 0 without values.
pub(super) fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    match of.len() {
        0 => 0.0,
        n if n % 2 == 1 => of[n / 2],
        n => f64::midpoint(of[n / 2 - 1], of[n / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(Vec::new()), 0.0);
    }

    #[test]
    fn peak_memory_is_more_than_nothing_where_it_is_told() {
        assert!(peak_memory().is_none_or(|bytes| bytes > 100_000));
    }
}
