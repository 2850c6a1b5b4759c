//! Exit statuses, the same for every command.

/// Done.
pub const DONE: u8 = 0;
/// Failed; the message says at what.
pub const FAILED: u8 = 1;
/// Wrong usage: unknown option, value out of range.
pub const USAGE: u8 = 2;
/// Interrupted by Ctrl-C or a signal.
pub const INTERRUPTED: u8 = 130;
