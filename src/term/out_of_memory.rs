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

/// System allocator that exits with a message when an allocation fails. While the screens hold the
/// terminal, it returns null instead: the standard library then aborts, and the signal handler restores
/// the terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocator;

/// Set by the first thread whose allocation fails, so that the message is printed once.
static SAID: AtomicBool = AtomicBool::new(false);

#[cold]
fn none_left() {
    if restore::held() {
        return;
    }
    // Nothing here allocates; standard error is unbuffered. A write error is ignored.
    if !SAID.swap(true, Ordering::Relaxed) {
        let _ = io::stderr().write_all(SENTENCE);
    }
    // Exits without destructors and exit handlers, which could allocate. The index on disk survives an
    // exit at any point.
    signal_hook::low_level::exit(i32::from(exit::FAILED));
}

fn checked(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        none_left();
    }
    memory
}

// SAFETY: every call is forwarded unchanged to the system allocator, which upholds the trait's contract;
// the result is only compared with null.
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
        // SAFETY: as above.
        checked(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}
