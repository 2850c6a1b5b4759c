//! The child's answer to a request for the rows of a Parquet or Arrow file.

use std::io::{self, Read, Write};

use super::TableRow;
use super::arrow::ArrowRows;
use super::sent::{ASKED, ChildMessage, GO_ON, SENT, put};
use crate::corpus::child::frames::{TableFormat, write_header};
use crate::corpus::random_access::RandomAccess;
use crate::settings::Reading;

/// Reads the table of `bytes` bytes that the parent has, and sends its rows. `limit` limits what is done until it is
/// called again.
///
/// # Errors
/// Standard input or output fails.
pub(in crate::corpus) fn rows(
    format: TableFormat,
    reading: &Reading,
    bytes: u64,
    limit: &dyn Fn(),
) -> io::Result<()> {
    limit();
    let content = RandomAccess::elsewhere(bytes, asked);
    let mut rows = match ArrowRows::open(format, content, reading) {
        Ok(rows) => rows,
        Err(reason) => return tell(&ChildMessage::Refused(reason), &[]),
    };
    let guess = rows.guess();
    tell(&ChildMessage::Begun { guess }, &[])?;
    let mut answer = [0];
    io::stdin().lock().read_exact(&mut answer)?;
    if answer != [GO_ON] {
        return Ok(());
    }
    limit();
    let mut ready = Vec::with_capacity(SENT);
    let mut send = |row: Option<TableRow>| {
        if let Some(row) = &row {
            put(row, &mut ready);
        }
        let is_due = ready.len() >= SENT || row.is_none() && !ready.is_empty();
        if is_due {
            let bytes = ready.len() as u64;
            tell(&ChildMessage::Rows { bytes }, &ready)?;
            // One long row does not hold its memory.
            ready = Vec::with_capacity(SENT);
            limit();
        }
        Ok::<(), io::Error>(())
    };
    for row in rows.by_ref() {
        match row {
            Ok(row) => send(Some(row))?,
            Err((number, reason)) => {
                send(None)?;
                tell(&ChildMessage::Unread { number, reason }, &[])?;
            }
        }
    }
    send(None)?;
    tell(&ChildMessage::Done, &[])
}

fn tell(message: &ChildMessage, bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    write_header(&mut output, message)?;
    output.write_all(bytes)?;
    output.flush()
}

/// Bytes of the table from `at` on, which the parent reads.
fn asked(at: u64, into: &mut [u8]) -> io::Result<usize> {
    let length = into.len().min(ASKED) as u32;
    tell(&ChildMessage::Wants { at, length }, &[])?;
    let mut input = io::stdin().lock();
    let mut given = [0; 4];
    input.read_exact(&mut given)?;
    let given = u32::from_le_bytes(given).min(length) as usize;
    input.read_exact(&mut into[..given])?;
    Ok(given)
}
