//! The threads that heavy work runs on: one pool, sized once, named so that a profiler shows them.

use anyhow::Context;

/// A pool of `threads` threads; 0 means one for each processor.
///
/// # Errors
/// When the system gives no threads.
pub fn pool(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("shinglescope-{i}"))
        .build()
        .context("cannot start worker threads; try --threads 1")
}
