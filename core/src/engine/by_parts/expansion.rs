//! How much of a unit of files is read, in bytes of the files. Of packed files and tables more bytes of text come than
//! the files have; how many more is measured on the units before.

use crate::corpus::Entry;
use crate::corpus::packing::Format;

/// Bytes of text for bytes of files, of what is packed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Expansion {
    text: u64,
    files: u64,
}

impl Expansion {
    /// Whether the text of one of these files may have another length than the file.
    pub fn concerns(entries: &[Entry]) -> bool {
        let is_plain = |entry: &Entry| {
            let form = entry.form();
            form.packing.is_none() && matches!(form.format, Format::Document | Format::JsonLines)
        };
        !entries.iter().all(is_plain)
    }

    /// Takes a unit of packed files that was read.
    pub fn add(&mut self, text: u64, files: u64) {
        self.text += text;
        self.files += files;
    }

    /// Bytes of packed files, `all` of them in the unit, that `text` bytes of text came from; `None` as long as no unit
    /// was read.
    pub fn read(&self, text: u64, all: u64) -> Option<u64> {
        let bytes = text as f64 * self.files as f64 / self.text as f64;
        (self.text > 0).then(|| (bytes as u64).min(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_that_of_the_units_before() {
        let mut expansion = Expansion::default();
        assert_eq!(expansion.read(400, 200), None);
        expansion.add(1_000, 250);
        expansion.add(1_000, 150);
        assert_eq!(expansion.read(400, 200), Some(80));
        assert_eq!(expansion.read(4_000, 200), Some(200));
    }
}
