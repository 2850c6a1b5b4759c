//! What work costs, told by whoever owns the process: nothing in this part asks the system.

/// Gauges of the process that the work runs in.
pub trait Meter: Sync {
    /// Processor seconds used so far, all threads.
    fn cpu_seconds(&self) -> f64;

    /// Forgets the greatest memory so far; bytes resident now. `None` where the system does not say.
    fn mark_memory(&self) -> Option<u64>;

    /// Most bytes resident since [`Meter::mark_memory`].
    fn most_memory(&self) -> Option<u64>;
}

/// Gauges that stand still.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unmetered;

impl Meter for Unmetered {
    fn cpu_seconds(&self) -> f64 {
        0.0
    }

    fn mark_memory(&self) -> Option<u64> {
        None
    }

    fn most_memory(&self) -> Option<u64> {
        None
    }
}

/// What a piece of work cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Processor seconds of all threads.
    pub cpu_seconds: f64,
    /// Bytes by which resident memory grew at most, where the system says. What earlier work gave
    /// back but the allocator kept counts as resident before, so it may be told too low; `None` where
    /// nothing more was needed.
    pub memory: Option<u64>,
}

/// Does `work` and says what it cost.
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
