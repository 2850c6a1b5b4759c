//! A part that was given to the pool.

use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use super::part::{Part, SketchTask, UsedParts};
use crate::corpus::read::Work;

/// A part that the pool has or will have.
pub(super) struct InFlight {
    pub documents: usize,
    pub bytes: u64,
    result: Receiver<Part>,
}

impl InFlight {
    /// Gives `works` to the pool.
    pub fn spawned<'a>(
        scope: &rayon::ScopeFifo<'a>,
        task: &'a SketchTask<'a>,
        used: &'a UsedParts,
        works: Vec<Work>,
    ) -> Self {
        let (sender, result) = sync_channel(1);
        let documents = works.len();
        let bytes = works.iter().map(Work::bytes).sum();
        scope.spawn_fifo(move |_| {
            let mut part = used.take();
            task.sketch_all(works, bytes, &mut part);
            // The caller has left when writing failed.
            let _ = sender.send(part);
        });
        InFlight {
            documents,
            bytes,
            result,
        }
    }

    /// Waits for the part. A caller that is a thread of the pool works meanwhile. `None` if its task panicked.
    pub fn finished(self) -> Option<Part> {
        loop {
            match self.result.try_recv() {
                Ok(part) => return Some(part),
                Err(TryRecvError::Disconnected) => return None,
                Err(TryRecvError::Empty) => {}
            }
            // Without a task that nobody has begun, another thread is at this one.
            if rayon::yield_now() != Some(rayon::Yield::Executed) {
                return self.result.recv().ok();
            }
        }
    }
}
