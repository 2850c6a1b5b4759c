//! Exit statuses, the same for every command.

/// Success.
pub const DONE: u8 = 0;
/// Failure; a message on standard error gives the cause.
pub const FAILED: u8 = 1;
/// Wrong usage: unknown option or value out of range.
pub const USAGE: u8 = 2;
/// Interrupted by Ctrl-C or a signal.
pub const INTERRUPTED: u8 = 130;
