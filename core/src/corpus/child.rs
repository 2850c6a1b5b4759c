//! The child process in which a parser of a binary format runs, because such files are often damaged and sometimes made
//! to do harm: a parser that fails costs its document and nothing else.
//!
//! A child is the same program with a hidden command ([`serve`]). It gives up the rights that it does not need
//! ([`sandbox`]), reads one document from its standard input and writes its text to its standard output.

pub(super) mod process;

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::OnceLock;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::SkipReason;
use super::extracted::{Extracted, Limits};
use super::formats::{self, FileFormat};
use crate::base::{Cancel, sandbox, units};

/// The hidden command of the program that a child runs.
pub const COMMAND: &str = "extract-documents";

/// Longest header, in bytes.
const MOST_HEADER: u32 = 1 << 20;

/// Status with which the program ends when an allocation fails.
const NO_MEMORY: i32 = 1;

/// The program whose hidden command [`COMMAND`] serves. Without one, parsers run in this process.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Names the program to start as a child; the first call counts. The program itself does so when it starts. In a
/// process that never does, parsers run without a child: panics are caught, and nothing else is.
pub fn set_program(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// Takes the text out of a document in a child process; in this one if no program was named by [`set_program`].
///
/// # Errors
/// The reason why there is no text.
pub(super) fn extract(
    format: FileFormat,
    bytes: &[u8],
    limits: &Limits,
) -> Result<Extracted, SkipReason> {
    let Some(program) = PROGRAM.get() else {
        return formats::parse(format, bytes, limits);
    };
    let mut command = Command::new(program);
    command.arg(COMMAND).env_clear().stderr(Stdio::null());
    let mut header = Vec::new();
    write_header(&mut header, &(format, limits, bytes.len()))?;
    let most = limits.max_text.saturating_add(MOST_HEADER.into());
    let ended = process::start(command, &[&header, bytes])?;
    let ended = ended.output(most, limits.max_seconds, &Cancel::default())?;
    if !ended.status.success() {
        return Err(reason(ended.status, limits.max_seconds));
    }
    answer(&ended.stdout).unwrap_or_else(|error| Err(SkipReason::ParserFailed(error.to_string())))
}

/// The output of a child: the result without its text, and the text.
fn answer(mut output: &[u8]) -> io::Result<Result<Extracted, SkipReason>> {
    let outcome: Result<Extracted, SkipReason> = read_header(&mut output)?;
    let text = std::str::from_utf8(output).map_err(io::Error::other)?;
    Ok(outcome.map(|extracted| Extracted {
        text: text.to_owned(),
        ..extracted
    }))
}

/// Reads a request from standard input and answers it, unless standard input is empty. First drops all rights that it
/// does not need.
///
/// # Errors
/// Standard input or output fails, or the request is invalid.
pub fn serve() -> io::Result<()> {
    std::panic::set_hook(Box::new(|_| {}));
    sandbox::enter();
    let mut input = io::stdin().lock();
    if input.fill_buf()?.is_empty() {
        return Ok(());
    }
    let (format, limits, bytes): (FileFormat, Limits, usize) = read_header(&mut input)?;
    sandbox::limit(limits.max_seconds);
    let mut content = vec![0; bytes];
    input.read_exact(&mut content)?;
    let outcome = formats::parse(format, &content, &limits);
    let mut output = io::stdout().lock();
    write_header(&mut output, &outcome)?;
    if let Ok(extracted) = &outcome {
        output.write_all(extracted.text.as_bytes())?;
    }
    output.flush()
}

/// Reads a header, which is JSON with its length (u32, little-endian) before it.
pub(super) fn read_header<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > MOST_HEADER {
        return Err(io::Error::other("the header is too long"));
    }
    let mut header = vec![0; length as usize];
    input.read_exact(&mut header)?;
    Ok(serde_json::from_slice(&header)?)
}

/// Writes a header, as [`read_header`] reads it.
pub(super) fn write_header(output: &mut impl Write, header: &impl Serialize) -> io::Result<()> {
    let json = serde_json::to_vec(header)?;
    output.write_all(&(json.len() as u32).to_le_bytes())?;
    output.write_all(&json)
}

/// The reason that the exit status of a failed child gives for its document.
fn reason(status: ExitStatus, max_seconds: u32) -> SkipReason {
    if status.code() == Some(NO_MEMORY) {
        let memory = units::bytes(sandbox::MEMORY);
        return SkipReason::ParserFailed(format!("it needs more than {memory} of memory"));
    }
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    match signal {
        Some(libc::SIGXCPU) => SkipReason::TooSlow(max_seconds),
        // Another process sent the signal, for example a system without memory, so the document is not the cause.
        Some(signal @ (libc::SIGKILL | libc::SIGTERM | libc::SIGINT | libc::SIGHUP)) => {
            SkipReason::Unreadable(format!(
                "its parser was ended by signal {signal} from outside; run this again"
            ))
        }
        _ => SkipReason::ParserFailed(format!("it ended with {status}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_as_it_was_written_and_none_that_is_cut_or_too_long() {
        let mut sent = Vec::new();
        write_header(&mut sent, &FileFormat::Pdf).unwrap();
        assert_eq!(
            read_header::<FileFormat>(&mut &sent[..]).unwrap(),
            FileFormat::Pdf
        );
        for end in 0..sent.len() {
            assert!(read_header::<FileFormat>(&mut &sent[..end]).is_err());
        }
        let long = u32::MAX.to_le_bytes();
        let error = read_header::<FileFormat>(&mut &long[..]).unwrap_err();
        assert_eq!(error.to_string(), "the header is too long");
    }
}
