//! Common blocks with their texts, for the Common blocks screen and the command `blocks`.

use std::sync::Arc;

use anyhow::anyhow;

use super::message::{BlockList, BlockRow, SharedError};
use super::views::Measured;
use crate::base::DocNo;
use crate::collection::Collection;
use crate::evidence::{Block, BlocksConfig, CommonBlocks};

/// Most blocks whose text the screen has.
pub const SHOWN: usize = 300;

/// The common blocks, each with its text as it stands in the first document that holds it; of these, `text`
/// reads one with its terms. Where a text cannot be read, the row says why instead. `None` once
/// `should_continue` returns `false`.
pub fn blocks(
    collection: &Arc<Collection>,
    config: BlocksConfig,
    text: impl Fn(DocNo) -> anyhow::Result<Arc<Measured>>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> Option<BlockList> {
    let found = CommonBlocks::of(collection, config, should_continue)?;
    // Blocks of one document follow each other, so that its text is read once.
    let mut order: Vec<usize> = (0..found.blocks.len()).collect();
    order.sort_by_key(|&i| (found.blocks[i].first, i));
    let mut texts: Vec<Result<String, SharedError>> = vec![Ok(String::new()); order.len()];
    let mut read: Option<(DocNo, Result<Arc<Measured>, SharedError>)> = None;
    for i in order {
        if !should_continue() {
            return None;
        }
        let block = &found.blocks[i];
        let known = read.take().filter(|(doc, _)| *doc == block.first);
        let (doc, source) = known.unwrap_or_else(|| {
            let source = text(block.first).map_err(SharedError::from);
            (block.first, source)
        });
        texts[i] = source
            .as_ref()
            .map_err(SharedError::clone)
            .and_then(|source| {
                let missing =
                    || anyhow!("{}: the text is not where it was", collection.id(doc)).into();
                as_written(source, collection, block).ok_or_else(missing)
            });
        read = Some((doc, source));
    }
    let rows = found.blocks.into_iter().zip(texts);
    Some(BlockList {
        collection: collection.clone(),
        rows: rows.map(|(block, text)| BlockRow { block, text }).collect(),
        note: found.note,
    })
}

/// The text of a block in its first document, from its first to its last term. Where masks have taken
/// terms out, the block lies elsewhere in the text than in the stored terms.
fn as_written(source: &Measured, collection: &Collection, block: &Block) -> Option<String> {
    let (start, end) = (block.terms.0 as usize, block.terms.1 as usize);
    let terms = collection.terms(block.first);
    let wanted = terms.get(start..end)?;
    let at = match source.hashes.get(start..end) {
        Some(there) if there == wanted => start,
        _ => {
            let mut windows = source.hashes.windows(wanted.len().max(1));
            windows.position(|there| there == wanted)?
        }
    };
    let (first, last) = (
        source.terms.get(at)?,
        source.terms.get(at + wanted.len() - 1)?,
    );
    let text = source.text.get(first.start as usize..last.end as usize)?;
    Some(text.to_owned())
}

/// A text on one line: any white space is one blank.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_on_one_line_has_single_blanks() {
        assert_eq!(one_line("  a\n\tb \r\n c"), "a b c");
        assert_eq!(one_line(" \n"), "");
    }
}
