//! Out-of-memory handling: a message and an exit status instead of the abort of the standard library.
//!
//! Memory per document is limited before reading (`corpus::limits`), but the size of corpus-wide tables,
//! ours and those of libraries, is not known in advance. All of it goes through the global allocator,
//! which reports the failure.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::restore;
use crate::exit;

/// Message for standard error; static, so printing it needs no allocation.
const SENTENCE: &[u8] = b"shinglescope: there is no memory left for this; raise the limit \
    (`ulimit -v`), use --threads 1, or give it fewer documents at a time\n";

/// Maximum size in bytes of a block that is grown by copying. glibc keeps small blocks for each thread, but to grow a
/// block it takes the lock of the thread that first allocated it, so that two threads wait for each other.
const MAX_COPIED: usize = 1024;

/// System allocator that exits with a message when an allocation fails. While the screens use the
/// terminal, it returns null instead: the standard library then aborts, and the signal handler restores
/// the terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocator;

/// Set by the first thread whose allocation fails, so that the message is printed once.
static REPORTED: AtomicBool = AtomicBool::new(false);

#[cold]
fn report_failure() {
    if restore::held() {
        return;
    }
    // Nothing here allocates; standard error is unbuffered. A write error is ignored.
    if !REPORTED.swap(true, Ordering::Relaxed) {
        let _ = io::stderr().write_all(SENTENCE);
    }
    // Exits without destructors and exit handlers, which could allocate. The index on disk survives an
    // exit at any point.
    signal_hook::low_level::exit(i32::from(exit::FAILED));
}

fn checked(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        report_failure();
    }
    memory
}

// SAFETY: every call is forwarded to the system allocator, which upholds the trait's contract; the result is only
// compared with null. A small block that grows is copied to a new block.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of the system allocator.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if layout.size().max(size) > MAX_COPIED {
            // SAFETY: as above.
            return checked(unsafe { System.realloc(memory, layout, size) });
        }
        // SAFETY: as above; the layout of the new block is valid, because `size` is small. Both blocks have room for
        // the smaller of the sizes, and they do not overlap.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !new.is_null() {
                memory.copy_to_nonoverlapping(new, layout.size().min(size));
                self.dealloc(memory, layout);
            }
            new
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_keeps_its_content_when_its_size_changes() {
        let sizes = [1, MAX_COPIED, 3 * MAX_COPIED, MAX_COPIED, 7, 500_000, 4096];
        for align in [1, 8, 4096] {
            let layout = |size| Layout::from_size_align(size, align).unwrap();
            let value = |at: usize| (at % 251) as u8;
            // SAFETY: each call has the layout with which the block was last allocated; only its bytes are written.
            unsafe {
                let mut memory = Allocator.alloc(layout(sizes[0]));
                memory.write(value(0));
                for (before, size) in sizes.iter().zip(&sizes[1..]) {
                    memory = Allocator.realloc(memory, layout(*before), *size);
                    assert_eq!(memory.align_offset(align), 0);
                    let kept = *before.min(size);
                    assert!((0..kept).all(|at| *memory.add(at) == value(at)), "{size}");
                    (0..*size).for_each(|at| memory.add(at).write(value(at)));
                }
                Allocator.dealloc(memory, layout(sizes[sizes.len() - 1]));
            }
        }
    }
}
