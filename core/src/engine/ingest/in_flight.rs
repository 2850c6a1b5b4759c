//! Parts that were given to the pool, in their order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use super::part::{Part, SketchTask, UsedParts};
use crate::corpus::read::Work;

/// Documents and bytes in flight, after which no further part is read.
const IN_FLIGHT: (usize, u64) = (512, 16 << 20);

/// Parts in flight for each thread, so that none of them waits while the caller reads or writes.
const PARTS_PER_THREAD: usize = 8;

/// Maximum number of documents in a part.
const PART: usize = 16;

/// The parts that the pool has, and how many documents and bytes they are together.
#[derive(Default)]
pub(super) struct Queue {
    parts: VecDeque<InFlight>,
    documents: usize,
    bytes: u64,
}

impl Queue {
    /// Documents and bytes of a part, for the pool that this is called on.
    pub fn part_size() -> (usize, u64) {
        let (documents, bytes) = IN_FLIGHT;
        let parts = PARTS_PER_THREAD * rayon::current_num_threads();
        ((documents / parts).clamp(1, PART), bytes / parts as u64)
    }

    /// Whether another part may be read.
    pub fn has_room(&self) -> bool {
        let (documents, bytes) = IN_FLIGHT;
        self.documents < documents && self.bytes < bytes
    }

    /// Adds a part.
    pub fn push(&mut self, part: InFlight) {
        self.documents += part.documents;
        self.bytes += part.bytes;
        self.parts.push_back(part);
    }

    /// Takes the first part out.
    pub fn pop(&mut self) -> Option<InFlight> {
        let part = self.parts.pop_front()?;
        self.documents -= part.documents;
        self.bytes -= part.bytes;
        Some(part)
    }
}

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
            task.sketch_all(works, &mut part);
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
