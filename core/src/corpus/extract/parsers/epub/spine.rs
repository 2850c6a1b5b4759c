//! The reading order of a book (EPUB 3.3, 5.7): the parts of the spine, also those that are no part of the linear order,
//! which readers show too.

use std::collections::{HashMap, HashSet};

use super::super::names::resolved;
use super::super::xml::{Piece, Tag, pieces};
use crate::corpus::SkipReason;
use crate::corpus::extract::Limits;

/// Types of parts that are pages, beside HTML: drawings, and pages of the first books of the format.
const PAGES: [&str; 3] = [
    "image/svg+xml",
    "text/x-oeb1-document",
    "application/x-dtbook+xml",
];

/// Most parts that stand in for each other.
const FALLBACKS: usize = 16;

/// A part of a book.
struct Item {
    name: String,
    /// Whether it is a page of HTML or a drawing.
    is_page: bool,
    /// Id of the part to read where this one cannot be.
    fallback: Option<String>,
}

impl Item {
    fn of(tag: &Tag<'_>, folder: &str) -> Option<Self> {
        let kind = tag.attribute("media-type").unwrap_or_default();
        Some(Item {
            name: resolved(folder, &tag.attribute("href")?),
            is_page: kind.contains("html") || PAGES.contains(&&*kind),
            fallback: tag.attribute("fallback"),
        })
    }
}

/// Names of the parts with chapters, in reading order, each once; `None` for one that is no page, or not in the list of
/// parts.
pub(super) fn chapters(
    opf: &str,
    package: &str,
    limits: &Limits,
) -> Result<Vec<Option<String>>, SkipReason> {
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (mut items, mut order) = (HashMap::new(), Vec::new());
    pieces(opf, limits.max_depth, |piece| {
        match piece {
            Piece::Start("item", tag) => {
                items.extend(tag.attribute("id").zip(Item::of(tag, folder)));
            }
            Piece::Start("itemref", tag) => order.extend(tag.attribute("idref")),
            _ => {}
        }
        Ok(())
    })?;
    let (mut ids, mut names) = (HashSet::new(), HashSet::new());
    let order = order.iter().filter(|id| ids.insert(id.as_str()));
    let chapters = order.map(|id| page(&items, id));
    let is_new = |chapter: &Option<String>| match chapter {
        Some(name) => names.insert(name.clone()),
        None => true,
    };
    Ok(chapters.filter(is_new).collect())
}

/// The page with this id, or the first that stands in for it.
fn page(items: &HashMap<String, Item>, id: &str) -> Option<String> {
    let mut item = items.get(id)?;
    for _ in 0..FALLBACKS {
        if item.is_page {
            return Some(item.name.clone());
        }
        item = items.get(item.fallback.as_ref()?)?;
    }
    None
}
