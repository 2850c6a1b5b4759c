//! `sources`: which documents a text was put together from.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

use super::compare;
use crate::base::{DocNo, WholePositions};
use crate::collection::Collection;
use crate::engine::views::{Measured, Source as Text};
use crate::evidence::{Source, Sources, sources};
use crate::mask::Finder;
use crate::report::{Cell, Destination, Format, Writer};
use crate::similarity::Bridging;

/// What the search for shared passages cannot see.
const LIMIT: &str = "copies word for word and lightly edited ones are found; a text that was rewritten or translated is not";

/// The document of `collection` that was read from `file`, if it is one: it is not its own source.
pub fn itself(collection: &Collection, file: &OsStr) -> Option<DocNo> {
    let path = fs::canonicalize(file).ok()?;
    let of = |doc: &DocNo| {
        let known = collection.row(*doc).place.file_on_disk();
        known.is_some_and(|known| known.file_name() == path.file_name() && is(known, &path))
    };
    collection.documents().find(of)
}

fn is(known: &Path, path: &Path) -> bool {
    fs::canonicalize(known).is_ok_and(|known| known == path)
}

/// Writes the sources of a text among the documents of `collection` but `except`, best first. Returns what
/// limits the list; empty if nothing does.
pub fn write(
    collection: &Collection,
    text: Text,
    masks: Option<&Finder>,
    except: Option<DocNo>,
    bridging: &Bridging,
    mut to: Destination<impl Write>,
    should_continue: &(dyn Fn() -> bool + Sync),
) -> anyhow::Result<String> {
    const COLUMNS: [&str; 6] = ["source", "words", "share", "adds", "passages", "longest"];
    let text = compare::measured(text, collection.settings(), masks)?;
    let found = sources::sources(collection, &text.hashes, except, bridging, should_continue);
    let Some(found) = found else {
        // Cancelled: the caller ends, and nothing incomplete is printed.
        return Ok(String::new());
    };
    if matches!(to.format, Format::Json | Format::Jsonl) {
        to.json(value(collection, &text, &found))?;
        return Ok(found.note);
    }
    if to.format.is_table() {
        let sentence = found.sentence(|doc| collection.printed_id(doc).to_owned());
        writeln!(to.out, "{}", crate::base::sanitise::line(&sentence))?;
        if found.list.is_empty() {
            writeln!(to.out, "{LIMIT}")?;
            to.out.flush()?;
            return Ok(found.note);
        }
        writeln!(to.out)?;
    }
    let mut writer = Writer::new(to, &COLUMNS)?;
    for source in &found.list {
        writer.row(vec![
            Cell::Text(collection.printed_id(source.doc).to_owned()),
            Cell::Count(source.held.into()),
            Cell::Share(found.share(source.held)),
            Cell::Count(source.adds.into()),
            Cell::Count(source.passages.len() as u64),
            Cell::Count(source.longest.into()),
        ])?;
    }
    writer.finish()?;
    Ok(found.note)
}

/// Everything as JSON, with the place of each passage in both texts.
fn value(collection: &Collection, text: &Measured, found: &Sources) -> Value {
    let here = Places::of(text);
    let listed = found.list.iter().map(|source| {
        let there = text_of(collection, source.doc).map(|text| Places::of(&text));
        json!({
            "source": collection.printed_id(source.doc),
            "words": source.held,
            "share": found.share(source.held),
            "same": source.same,
            "adds": source.adds,
            "longest": source.longest,
            "other_texts": source.others,
            "passages": passages(source, &here, there.as_ref()),
        })
    });
    json!({
        "words": found.words,
        "words_elsewhere": found.elsewhere(),
        "share_elsewhere": found.share(found.elsewhere()),
        "offsets": "characters of the decoded text, end exclusive",
        "note": found.note,
        "sources": listed.collect::<Vec<_>>(),
    })
}

/// Where the terms of a text stand in it.
struct Places {
    /// The span of each term that is not masked, in characters.
    characters: Vec<(u64, u64)>,
    /// Their positions among all terms.
    whole: WholePositions,
}

impl Places {
    fn of(text: &Measured) -> Self {
        Places {
            characters: in_characters(text),
            whole: text.positions.clone(),
        }
    }
}

/// The passages of a source. Where the source cannot be read any more its places are null.
fn passages(source: &Source, here: &Places, there: Option<&Places>) -> Vec<Value> {
    let place = |places: Option<&Places>, (start, end): (u32, u32)| {
        let last = (end as usize).saturating_sub(1);
        let span = places.and_then(|places| {
            let spans = &places.characters;
            Some((spans.get(start as usize)?.0, spans.get(last)?.1))
        });
        json!({
            "start": span.map(|span| span.0), "end": span.map(|span| span.1),
            "first_word": places.map(|places| places.whole.term(start)), "words": end - start,
        })
    };
    let listed = source.passages.iter().map(|p| {
        json!({
            "words": p.words(), "same": p.same(),
            "text": place(Some(here), p.left), "source": place(there, p.right),
        })
    });
    listed.collect()
}

/// The text that the terms of a document were made from; none if it has changed or is gone.
fn text_of(collection: &Collection, doc: DocNo) -> Option<Measured> {
    let text = compare::member(collection, collection.id(doc)).ok()?;
    (collection.terms(doc) == text.hashes).then_some(text)
}

/// The span of each term that is not masked, in characters.
fn in_characters(text: &Measured) -> Vec<(u64, u64)> {
    let (mut byte, mut characters) = (0, 0);
    let mut to = |until: u32| {
        let part = text.text.get(byte..until as usize);
        characters += part.map_or(0, |part| part.chars().count() as u64);
        byte = until as usize;
        characters
    };
    let spans = text.terms.iter();
    spans.map(|term| (to(term.start), to(term.end))).collect()
}
