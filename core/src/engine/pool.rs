//! Constructor of the thread pool for heavy work. Threads are named so that a profiler can show them.

use anyhow::Context;

/// Creates a pool of `threads` threads; 0 means one per processor.
///
/// # Errors
/// The system cannot create the threads.
pub fn pool(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|i| format!("shinglescope-{i}"))
        .build()
        .context("cannot start worker threads; try --threads 1")
}

/// Number of processors that this program may use, at least 1.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
