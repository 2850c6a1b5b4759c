//! Catches panics of libraries and turns them into a reason. A panic hook that writes messages must check
//! [`is_expected`] first, so that only the reason is shown.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    /// Number of active calls of [`caught`] on this thread.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Returns the result of `run`, or the value of its panic. After a panic, values that `run` changed must not be used.
///
/// # Errors
/// `run` panicked.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    DEPTH.set(DEPTH.get() + 1);
    let outcome = catch_unwind(AssertUnwindSafe(run));
    DEPTH.set(DEPTH.get() - 1);
    outcome
}

/// Whether [`caught`] would catch a panic of this thread.
pub fn is_expected() -> bool {
    DEPTH.get() > 0
}

/// The first line of a panic's message.
pub fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panic.downcast_ref::<&str>().copied());
    let line = text.unwrap_or("no reason given").lines().next();
    line.unwrap_or_default().chars().take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_expected_only_within_a_call() {
        assert!(!is_expected());
        assert!(caught(is_expected).unwrap());
        let inner = caught(|| {
            let failed = caught(|| panic!("reason")).unwrap_err();
            (
                failed.downcast_ref::<&str>() == Some(&"reason"),
                is_expected(),
            )
        });
        assert_eq!(inner.unwrap(), (true, true));
        assert!(!is_expected());
    }
}
