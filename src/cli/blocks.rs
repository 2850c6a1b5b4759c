//! `blocks`: passages that recur, by how many documents hold them.

use std::io::{self, Write};

use crate::engine::blocks::one_line;
use crate::engine::message::BlockList;
use crate::report::{Cell, Destination, Writer};

/// Columns: the number of documents that hold the block, the number of its terms, and its text on one
/// line as it stands in the first of them.
const COLUMNS: [&str; 3] = ["documents", "words", "text"];

/// Writes the blocks, best first. The text of a block whose document cannot be read is empty.
pub fn write(list: &BlockList, to: Destination<impl Write>) -> io::Result<()> {
    let mut writer = Writer::new(to, &COLUMNS)?;
    for row in &list.rows {
        let text = row
            .text
            .as_ref()
            .map(|text| one_line(text))
            .unwrap_or_default();
        writer.row(vec![
            Cell::Count(u64::from(row.block.documents)),
            Cell::Count(u64::from(row.block.words)),
            Cell::Text(text),
        ])?;
    }
    writer.finish()
}
