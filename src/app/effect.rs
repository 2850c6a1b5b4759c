//! Side effects requested by the state machine. `update` returns them; the runner performs them.

use std::path::PathBuf;

use crate::engine::Request;

/// A side effect for the runner.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send a request to the engine.
    Ask(Request),
    /// Copy text to the clipboard.
    Copy(String),
    /// Open a file in the user's editor.
    Edit {
        /// Path of the file.
        path: PathBuf,
        /// 1-based line number.
        line: u64,
    },
    /// Suspend the process and release the terminal until the shell resumes it.
    Suspend,
    /// Redraw the whole screen.
    Redraw,
    /// End the program.
    Quit,
}
