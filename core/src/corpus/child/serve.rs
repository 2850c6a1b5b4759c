//! The child process: takes requests from standard input and answers on standard output, one after another, until
//! its input ends.

use std::io::{self, BufRead};

use super::frames::{Asked, read_header};
use super::sandbox;
#[cfg(feature = "documents")]
use crate::corpus::extract::answer;
#[cfg(feature = "tables")]
use crate::corpus::table::answer as table;

/// Serves requests until standard input ends. Gives up first whatever it does not need.
///
/// # Errors
/// Standard input or output fails, or a request is none.
pub fn serve() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    sandbox::enter();
    // Standard input is not held between requests: a reader of tables asks there for bytes.
    while !io::stdin().lock().fill_buf()?.is_empty() {
        let asked = read_header(&mut io::stdin().lock())?;
        match asked {
            #[cfg(feature = "documents")]
            Asked::Document {
                format,
                limits,
                bytes,
            } => {
                sandbox::limit(limits.max_seconds, sandbox::MEMORY);
                answer::document(format, &limits, bytes)?;
            }
            #[cfg(feature = "tables")]
            Asked::Table {
                format,
                reading,
                bytes,
            } => {
                let seconds = reading.max_seconds;
                let limit = || sandbox::limit(seconds, sandbox::memory_for(bytes));
                table::rows(format, &reading, bytes, &limit)?;
            }
            #[cfg(not(all(feature = "documents", feature = "tables")))]
            _ => return Err(io::Error::other("no such parser is built in")),
        }
    }
    Ok(())
}
