//! Lines of a stream that is read once, in blocks: what has arrived is passed on, and nothing of it is held.

use std::io::{BufReader, Read};

use super::Work;
use super::origin::Origin;
use super::rows::Rows;
use crate::corpus::entry::RowStart;
use crate::corpus::packing::Packing;
use crate::corpus::{Place, Stamp};
use crate::settings::Reading;

/// Iterator over the blocks of lines of a stream of JSON Lines, which may be packed. Each has at least one unit:
/// a line, or a line that is not read with the reason.
pub struct LineBlocks(Rows);

impl LineBlocks {
    /// The lines of `content`; `id` names it in the ids of its rows.
    ///
    /// # Errors
    /// The first bytes cannot be read.
    pub fn new(
        content: Box<dyn Read + Send>,
        id: &str,
        reading: &Reading,
    ) -> std::io::Result<Self> {
        let mut begin = Vec::new();
        let mut content = BufReader::new(content);
        (&mut content).take(6).read_to_end(&mut begin)?;
        let packing = Packing::of_content(&begin);
        let content = std::io::Cursor::new(begin).chain(content);
        let content: Box<dyn Read + Send> = match packing {
            Some(packing) => packing.decoder(content)?,
            None => Box::new(content),
        };
        let origin = Origin {
            id: id.to_owned(),
            place: Place::file(id),
            stamp: Stamp::default(),
        };
        let start = RowStart::default();
        Ok(LineBlocks(Rows::new(
            content,
            u64::MAX,
            origin,
            start,
            reading,
        )))
    }
}

impl Iterator for LineBlocks {
    type Item = Vec<Work>;

    fn next(&mut self) -> Option<Vec<Work>> {
        self.0.next_block()
    }
}
