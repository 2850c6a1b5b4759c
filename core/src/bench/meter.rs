//! CPU time of one thread, and the median of several measurements.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

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
}
