//! The child process in which the parsers of binary formats run, because such files are often damaged and sometimes made
//! to do harm: a parser that fails costs its file and nothing else.
//!
//! A child is the same program with a hidden command ([`serve`]). It gives up the rights that it does not need
//! (`sandbox`) and then takes one request after another from its standard input. [`process`] is the parent's side.

mod frames;
pub mod process;
mod sandbox;

use std::io::{self, BufRead, Read, Write};

use super::formats;
use frames::{Answer, Request, read_header, write_header};

pub use frames::COMMAND;
pub use process::{end_waiting, set_program};

/// Serves requests until standard input ends. Gives up first whatever it does not need.
///
/// # Errors
/// Standard input or output fails, or a request is none.
pub fn serve() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    sandbox::enter();
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    while !input.fill_buf()?.is_empty() {
        let Request {
            format,
            limits,
            bytes,
        } = read_header(&mut input)?;
        sandbox::limit(limits.max_seconds);
        let mut content = vec![0; usize::try_from(bytes).map_err(io::Error::other)?];
        input.read_exact(&mut content)?;
        let mut outcome = formats::parse(format, &content, &limits);
        drop(content);
        let text = match &mut outcome {
            Ok(extracted) => std::mem::take(&mut extracted.text),
            Err(_) => String::new(),
        };
        let bytes = text.len() as u64;
        write_header(&mut output, &Answer { outcome, bytes })?;
        output.write_all(text.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}
