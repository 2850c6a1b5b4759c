//! Resource measurement through a trait that the caller implements; this module makes no system
//! calls.

/// Resource counters of the current process.
pub trait Meter: Sync {
    /// CPU seconds used so far, all threads.
    fn cpu_seconds(&self) -> f64;

    /// Resets the peak of resident memory and returns the resident bytes; `None` if the system does
    /// not report them.
    fn mark_memory(&self) -> Option<u64>;

    /// Peak of resident bytes since [`Meter::mark_memory`].
    fn most_memory(&self) -> Option<u64>;
}

/// Cost of a piece of work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// CPU seconds of all threads.
    pub cpu_seconds: f64,
    /// Peak growth of resident memory in bytes, if the system reports it. Memory that the allocator
    /// retained from earlier work counts as resident before, so the figure may be too low; `None`
    /// if memory did not grow.
    pub memory: Option<u64>,
}

/// Runs `work` and returns its result and cost.
pub(super) fn metered<T>(meter: &dyn Meter, work: impl FnOnce() -> T) -> (T, Cost) {
    let before = meter.mark_memory();
    let cpu = meter.cpu_seconds();
    let result = work();
    let cost = Cost {
        cpu_seconds: meter.cpu_seconds() - cpu,
        memory: before
            .zip(meter.most_memory())
            .map(|(before, most)| most.saturating_sub(before))
            .filter(|grown| *grown > 0),
    };
    (result, cost)
}
