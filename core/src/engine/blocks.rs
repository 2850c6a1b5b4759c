//! Common blocks with their texts, for the Common blocks screen and the command `blocks`.

use std::sync::Arc;

use anyhow::anyhow;

use super::measured::Measured;
use super::message::{BlockList, BlockRow, SharedError};
use crate::base::{Cancel, DocNo};
use crate::evidence::{BlocksConfig, CommonBlock, CommonBlocks};
use crate::index::Collection;

/// Maximum number of blocks with texts on the screen.
pub const MAX_SHOWN: usize = 300;

/// Finds the common blocks, each with its text in the first document that contains it. `text` reads a document with its
/// terms; if it fails, the row has the error instead. `None` once cancelled.
pub fn blocks(
    collection: &Arc<Collection>,
    config: BlocksConfig,
    text: impl Fn(DocNo) -> anyhow::Result<Arc<Measured>>,
    cancel: &Cancel,
) -> Option<BlockList> {
    let common = CommonBlocks::find(collection, config, cancel)?;
    Some(BlockList {
        collection: collection.clone(),
        rows: with_texts(collection, common.blocks, text, cancel)?,
        note: common.note,
        excluded: None,
    })
}

/// Adds the text of each block. `None` once cancelled.
pub fn with_texts(
    collection: &Collection,
    blocks: Vec<CommonBlock>,
    text: impl Fn(DocNo) -> anyhow::Result<Arc<Measured>>,
    cancel: &Cancel,
) -> Option<Vec<BlockRow>> {
    // Blocks of one document follow each other, so that its text is read once.
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|&i| (blocks[i].first, i));
    let mut texts: Vec<Result<String, SharedError>> = vec![Ok(String::new()); order.len()];
    let mut last: Option<(DocNo, Result<Arc<Measured>, SharedError>)> = None;
    for i in order {
        cancel.proceed()?;
        let CommonBlock { first, terms, .. } = blocks[i];
        let (_, source) = match last.take() {
            Some(entry) if entry.0 == first => last.insert(entry),
            _ => last.insert((first, text(first).map_err(SharedError::from))),
        };
        texts[i] = source.clone().and_then(|source| {
            let text = original_text(&source, &collection.terms(first), terms);
            let id = collection.id(first);
            text.ok_or_else(|| anyhow!("{id}: the text is not where it was").into())
        });
    }
    let rows = blocks.into_iter().zip(texts);
    Some(rows.map(|(block, text)| BlockRow { block, text }).collect())
}

/// Returns the original text of the terms `start..end`. If masks have removed terms, positions in `source` differ from
/// positions in `terms`.
fn original_text(source: &Measured, terms: &[u64], (start, end): (u32, u32)) -> Option<String> {
    let (start, end) = (start as usize, end as usize);
    let block = terms.get(start..end)?;
    let at = match source.hashes.get(start..end) {
        Some(window) if window == block => start,
        _ => {
            let mut windows = source.hashes.windows(block.len().max(1));
            windows.position(|window| window == block)?
        }
    };
    let terms = source.terms.get(at..at + block.len())?;
    let (start, end) = (terms.first()?.start, terms.last()?.end);
    let text = source.text.get(start as usize..end as usize)?;
    Some(text.to_owned())
}

/// Returns a text on one line: single spaces replace all whitespace.
pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_on_one_line_has_single_spaces() {
        assert_eq!(one_line("  a\n\tb \r\n c"), "a b c");
        assert_eq!(one_line(" \n"), "");
    }
}
