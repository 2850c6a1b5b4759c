//! CPU time and peak memory of this process.

/// CPU seconds used so far, all threads, user and system.
pub fn cpu_seconds() -> f64 {
    seconds(rustix::time::ClockId::ProcessCPUTime)
}

/// Runs `work` and returns its result and the CPU seconds that all threads used.
pub fn metered<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu_seconds();
    let result = work();
    (result, cpu_seconds() - before)
}

fn seconds(clock: rustix::time::ClockId) -> f64 {
    let now = rustix::time::clock_gettime(clock);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

/// Peak of resident memory in bytes; `None` if the system does not report it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

/// Bytes of mapped files that are resident; `None` if the system does not report it.
pub fn resident_file_bytes() -> Option<u64> {
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = sizes.split(' ').nth(2)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peak_memory_is_more_than_nothing_where_it_is_told() {
        assert!(peak_memory().is_none_or(|bytes| bytes > 100_000));
    }
}
