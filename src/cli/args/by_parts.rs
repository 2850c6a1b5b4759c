//! Arguments of a search by parts, on files in a scratch folder.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use clap::Args;

use crate::base::process;
use crate::engine::by_parts::ByParts;

/// A corpus that does not fit in memory.
#[derive(Clone, Debug, Args)]
pub struct ByPartsArgs {
    /// Search by parts, on files in this folder, for a corpus that does not fit in memory: the same output. The folder
    /// is new or empty and is removed at the end; it takes some 1.7 kB a document of 300 words. Every document is read, whatever
    /// index there is
    #[arg(long, value_name = "DIR", help_heading = "Running")]
    pub scratch: Option<PathBuf>,
    /// What the parts of --scratch take in memory at most, such as 4GB; some 25 bytes a document come on top, and 500 for
    /// each document that has a near-duplicate. Without --scratch: the estimate from which --scratch is recommended
    /// [default: a quarter of the memory of the machine]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Running")]
    pub memory: Option<u64>,
    /// With --scratch: go on with an interrupted run on the same documents with the same settings
    #[arg(long, requires = "scratch", help_heading = "Running")]
    pub resume: bool,
}

impl ByPartsArgs {
    /// The search by parts, if it is asked for.
    #[must_use]
    pub fn asked(&self) -> Option<ByParts> {
        Some(ByParts {
            scratch: self.scratch.clone()?,
            memory: self.memory(),
            resume: self.resume,
        })
    }

    /// Bytes of memory that a search should take; of 16 GB a quarter where the system does not say what there is.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
            .unwrap_or_else(|| process::memory().unwrap_or(16_000_000_000) / 4)
    }
}

/// A number of bytes with its unit.
fn size(text: &str) -> anyhow::Result<u64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let number: u64 = number
        .parse()
        .ok()
        .context("give a size such as 4GB or 500MB")?;
    let unit = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "t" | "tb" => 1_000_000_000_000,
        _ => anyhow::bail!("no unit of bytes; give a size such as 4GB or 500MB"),
    };
    let bytes = number.checked_mul(unit).context("more than there is")?;
    ensure!(bytes > 0, "more than nothing is needed");
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("4GB").unwrap(), 4_000_000_000);
        assert_eq!(size("20 kb").unwrap(), 20_000);
        assert_eq!(size("7").unwrap(), 7);
        for wrong in ["", "GB", "4XB", "0", "-1", "99999999999TB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
