//! The end when the system has no memory left: a sentence and the status of a failure, where the standard
//! library would abort.
//!
//! What a document may take is limited before it is read (`corpus::limits`), but what tables of a whole
//! corpus take is not known before they are made, by us and by the libraries that we use. All of it comes
//! from one allocator, and this one says so when it has nothing more to give.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::session;
use crate::exit;

/// What is written to standard error; made before memory runs out.
const SENTENCE: &[u8] = b"shinglescope: there is no memory left for this; raise the limit \
    (`ulimit -v`), use --threads 1, or give it fewer documents at a time\n";

/// The system's allocator, which ends the program with a sentence when it has no more to give. While the
/// screens hold the terminal it leaves that to the standard library, whose signal gives it back first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allocator;

/// Set by the first thread that runs out: one sentence is enough.
static SAID: AtomicBool = AtomicBool::new(false);

#[cold]
fn none_left() {
    if session::held() {
        return;
    }
    // Nothing in here allocates. Standard error has no buffer, and nobody may be left to hear it.
    if !SAID.swap(true, Ordering::Relaxed) {
        let _ = io::stderr().write_all(SENTENCE);
    }
    // No destructor and no handler runs: they would want memory. An index survives that at any moment.
    signal_hook::low_level::exit(i32::from(exit::FAILED));
}

fn checked(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        none_left();
    }
    memory
}

// SAFETY: every call goes to the system's allocator as it is, which keeps the promises of the trait; what
// it returns is only looked at.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for.
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
