//! Says which columns of tables were read, where no option names them.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::talk::Talk;
use crate::base::units;
use crate::collection::Collection;
use crate::corpus::packing::extension;
use crate::corpus::packing::{Form, bare};
use crate::corpus::{Kind, read};

/// Tables that are named one by one.
const NAMED: usize = 3;

/// Files of JSON that are looked at for rows.
const LOOKED_AT: usize = 100;

fn is_json(path: &Path) -> bool {
    extension(bare(path)).as_deref() == Some("json")
}

/// Says of the tables of a corpus what their rows were read as.
pub(super) fn say(collection: &Collection, talk: &Talk) {
    let mut paths: BTreeSet<&Path> = BTreeSet::new();
    let mut json: Vec<&Path> = Vec::new();
    let mut last: Option<&Path> = None;
    for doc in collection.documents() {
        let row = collection.row(doc);
        let (place, path) = (row.place, row.place.path);
        let is_file = place.file_on_disk().is_some();
        let is_table = place.is_row() && row.kind == Kind::TableRow
            || is_file && Form::of(path).format.is_table();
        if is_table && last != Some(path) {
            paths.insert(path);
            last = Some(path);
        } else if !is_table && is_file && json.len() < LOOKED_AT && is_json(path) {
            json.push(path);
        }
    }
    let reading = &collection.settings().reading;
    let said = paths.iter().chain(&json).filter_map(|path| {
        let sentence = read::columns(path, reading)?;
        Some(format!("{}: {sentence}", path.display()))
    });
    for sentence in said.take(NAMED) {
        talk.say(&sentence);
    }
    if let Some(more) = paths.len().checked_sub(NAMED).filter(|more| *more > 0) {
        let more = units::counted(more as u64, "table more was", "tables more were");
        talk.say(&format!(
            "{more} read by the names of their columns; --text-field names them"
        ));
    }
}
