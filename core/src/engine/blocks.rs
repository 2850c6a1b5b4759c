//! Common blocks with their texts, for the Common blocks screen and the command `blocks`.

use std::sync::Arc;

use anyhow::anyhow;

use super::measured::Measured;
use super::message::{BlockList, BlockRow, SharedError};
use crate::base::{Cancel, DocNo};
use crate::evidence::{BlocksConfig, CommonBlocks};
use crate::index::Collection;

/// Most blocks whose text the screen has.
pub const SHOWN: usize = 300;

/// The common blocks, each with its text as it stands in the first document that holds it; of these, `text`
/// reads one with its terms. Where a text cannot be read, the row says why instead. `None` once cancelled.
pub fn blocks(
    collection: &Arc<Collection>,
    config: BlocksConfig,
    text: impl Fn(DocNo) -> anyhow::Result<Arc<Measured>>,
    cancel: &Cancel,
) -> Option<BlockList> {
    let common = CommonBlocks::find(collection, config, cancel)?;
    let spans: Vec<_> = common
        .blocks
        .iter()
        .map(|block| (block.first, block.terms))
        .collect();
    let texts = texts(collection, &spans, text, cancel)?;
    let rows = common.blocks.into_iter().zip(texts);
    Some(BlockList {
        collection: collection.clone(),
        rows: rows.map(|(block, text)| BlockRow { block, text }).collect(),
        note: common.note,
        excluded: None,
    })
}

/// The text of each span, which is a document and positions `start..end` of its terms. `None` once cancelled.
pub fn texts(
    collection: &Collection,
    spans: &[(DocNo, (u32, u32))],
    text: impl Fn(DocNo) -> anyhow::Result<Arc<Measured>>,
    cancel: &Cancel,
) -> Option<Vec<Result<String, SharedError>>> {
    // Spans of one document follow each other, so that its text is read once.
    let mut order: Vec<usize> = (0..spans.len()).collect();
    order.sort_by_key(|&i| (spans[i].0, i));
    let mut texts: Vec<Result<String, SharedError>> = vec![Ok(String::new()); order.len()];
    let mut read: Option<(DocNo, Result<Arc<Measured>, SharedError>)> = None;
    for i in order {
        cancel.proceed()?;
        let (first, terms) = spans[i];
        let last_read = read.take().filter(|(doc, _)| *doc == first);
        let (doc, source) =
            last_read.unwrap_or_else(|| (first, text(first).map_err(SharedError::from)));
        texts[i] = source
            .as_ref()
            .map_err(SharedError::clone)
            .and_then(|source| {
                let missing =
                    || anyhow!("{}: the text is not where it was", collection.id(doc)).into();
                as_written(source, &collection.terms(doc), terms).ok_or_else(missing)
            });
        read = Some((doc, source));
    }
    Some(texts)
}

/// The text from the first to the last of some terms. Where masks have taken terms out, these lie elsewhere in the text
/// than in the stored terms.
fn as_written(source: &Measured, terms: &[u64], (start, end): (u32, u32)) -> Option<String> {
    let (start, end) = (start as usize, end as usize);
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
    text.split_whitespace().collect::<Vec<_>>().join(" ")
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
