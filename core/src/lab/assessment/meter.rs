//! Resource measurement through a trait that the caller implements; this module makes no system
//! calls.

/// Resource counters of the current process.
pub trait Meter: Sync {
    /// CPU seconds used so far, all threads.
    fn cpu_seconds(&self) -> f64;
}

/// Runs `work` and returns its result and the CPU seconds of all threads.
pub(super) fn metered<T>(meter: &dyn Meter, work: impl FnOnce() -> T) -> (T, f64) {
    let before = meter.cpu_seconds();
    let result = work();
    (result, meter.cpu_seconds() - before)
}
