//! The child process in which a parser of a binary format runs, because these files are often damaged and
//! sometimes malicious. A parser that fails affects only its document.
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

/// Maximum length of a header, in bytes.
const MAX_HEADER_BYTES: u32 = 1 << 20;

/// Status with which the program ends when an allocation fails.
const NO_MEMORY: i32 = 1;

/// The program to start with the hidden command [`COMMAND`]. If it is not set, parsers run in this process.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Sets the program to start as a child; only the first call has an effect. The program calls this when it starts. In
/// a process without this call, parsers run without a child, and only their panics are caught.
pub fn set_program(program: PathBuf) {
    let _ = PROGRAM.set(program);
}

/// Extracts the text of a document in a child process, or in this process without a call of [`set_program`].
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
    let max_output = limits.max_text.saturating_add(MAX_HEADER_BYTES.into());
    let running = process::start(command, &[&header, bytes])?;
    let ended = running.output(max_output, limits.max_seconds, &Cancel::default())?;
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

/// Reads a request from standard input and answers it, unless standard input is empty. First gives up all rights that
/// it does not need.
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
    if length > MAX_HEADER_BYTES {
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

/// Converts the exit status of a failed child to the reason why its document is skipped.
fn reason(status: ExitStatus, max_seconds: u32) -> SkipReason {
    if status.code() == Some(NO_MEMORY) {
        let memory = units::bytes(sandbox::MEMORY);
        return SkipReason::ParserFailed(format!("it needs more than {memory} of memory"));
    }
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    match signal {
        Some(libc::SIGXCPU) => SkipReason::TooSlow(max_seconds),
        // Another process or the kernel (for lack of memory) sent the signal, so the document is not the cause.
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
    fn a_header_is_read_as_written_and_a_truncated_or_long_one_is_refused() {
        let mut bytes = Vec::new();
        write_header(&mut bytes, &FileFormat::Pdf).unwrap();
        let format = read_header::<FileFormat>(&mut &bytes[..]).unwrap();
        assert_eq!(format, FileFormat::Pdf);
        for end in 0..bytes.len() {
            assert!(read_header::<FileFormat>(&mut &bytes[..end]).is_err());
        }
        let long = u32::MAX.to_le_bytes();
        let error = read_header::<FileFormat>(&mut &long[..]).unwrap_err();
        assert_eq!(error.to_string(), "the header is too long");
    }
}
