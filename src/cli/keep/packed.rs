//! Files that are packed while they are written.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::corpus::packing::Packing;

/// Level of Zstandard; that of its program.
const LEVEL: i32 = 3;

/// A writer that packs, or does not.
pub enum Packed<W: Write> {
    /// As it is.
    Plain(W),
    /// gzip.
    Gzip(GzEncoder<W>),
    /// Zstandard.
    Zstd(zstd::stream::write::Encoder<'static, W>),
}

impl<W: Write> Packed<W> {
    /// A writer to `out`.
    ///
    /// # Errors
    /// A packing other than gzip and Zstandard, or an encoder that cannot be made.
    pub fn new(packing: Option<Packing>, out: W) -> io::Result<Self> {
        Ok(match packing {
            None => Packed::Plain(out),
            Some(Packing::Gzip) => Packed::Gzip(GzEncoder::new(out, Compression::default())),
            Some(Packing::Zstd) => Packed::Zstd(zstd::stream::write::Encoder::new(out, LEVEL)?),
            Some(other) => {
                let said = format!("{} is read only: write .gz or .zst", other.name());
                return Err(io::Error::other(said));
            }
        })
    }

    /// Ends the packed data; returns what was written to.
    ///
    /// # Errors
    /// Output errors.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Packed::Plain(out) => Ok(out),
            Packed::Gzip(encoder) => encoder.finish(),
            Packed::Zstd(encoder) => encoder.finish(),
        }
    }
}

impl<W: Write> Write for Packed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Packed::Plain(out) => out.write(bytes),
            Packed::Gzip(encoder) => encoder.write(bytes),
            Packed::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Packed::Plain(out) => out.flush(),
            Packed::Gzip(encoder) => encoder.flush(),
            Packed::Zstd(encoder) => encoder.flush(),
        }
    }
}
