//! What the state asks the outside world to do. `update` returns these and does none of it.

use std::path::PathBuf;

use crate::engine::Request;

/// Something for the runner to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Hand a request to the engine.
    Ask(Request),
    /// Put text on the clipboard.
    Copy(String),
    /// Open a file in the person's editor.
    Edit {
        /// The file.
        path: PathBuf,
        /// 1-based line to go to.
        line: u64,
    },
    /// Hand the terminal back to the shell until it says go on.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// End the program.
    Quit,
}
