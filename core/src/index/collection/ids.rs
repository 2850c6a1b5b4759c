//! Unique document ids. Rows may be read with an id that another document has: within one JSON Lines
//! file, in two such files, or equal to a file name.
//!
//! Rows keep the id they were read under. The displayed id is derived from the live rows, independent of
//! their segments and order. It is therefore the same in memory, from an index, and after any number of
//! changes to the corpus.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::corpus::RowView;
use crate::index::segment::Segment;

/// Segment and row of a document.
pub(super) type Position = (u32, u32);

/// Assigns unique ids to `rows`. The first row with an id keeps it; order: whole files before rows, then by file path
/// and line. Each further row gets the first free suffix of `~2`, `~3`, … Among rows read from the same position, only
/// the row in the latest segment is kept. Returns the position of each document in byte order of the unique ids, and
/// the ids that differ from the original ids, by document number.
pub(super) fn named(
    mut rows: Vec<(&str, Position)>,
    segments: &[std::sync::Arc<Segment>],
) -> (Vec<Position>, HashMap<u32, Box<str>>) {
    let row = |(segment, row): Position| segments[segment as usize].row(row as usize);
    let mut first: Vec<(&str, Position)> = Vec::with_capacity(rows.len());
    let mut further: Vec<(&str, Position)> = Vec::new();
    for of_id in rows.chunk_by_mut(|a, b| a.0 == b.0) {
        if of_id.len() > 1 {
            of_id.sort_by(|a, b| source(row(a.1)).cmp(&source(row(b.1))).then(a.1.cmp(&b.1)));
        }
        let mut latest = of_id
            .chunk_by(|a, b| source(row(a.1)) == source(row(b.1)))
            .filter_map(|of_source| of_source.last().copied());
        first.extend(latest.next());
        further.extend(latest);
    }
    if further.is_empty() {
        let places = first.into_iter().map(|(_, position)| position).collect();
        return (places, HashMap::new());
    }
    let mut new_ids = HashSet::new();
    let mut renamed: Vec<(String, Position)> = Vec::with_capacity(further.len());
    let (mut previous, mut number) = ("", 1_u64);
    for (id, position) in further {
        number = if id == previous { number } else { 1 };
        previous = id;
        let unique = loop {
            number += 1;
            let id = format!("{id}~{number}");
            let read = first.binary_search_by(|(taken, _)| (*taken).cmp(&id));
            if read.is_err() && new_ids.insert(id.clone()) {
                break id;
            }
        };
        renamed.push((unique, position));
    }
    renamed.sort_unstable();
    let mut all = first;
    all.extend(
        renamed
            .iter()
            .map(|(id, position)| (id.as_str(), *position)),
    );
    // This sort merges two ascending runs.
    all.sort();
    let renamed = (0..).zip(&all).filter(|(_, (id, _))| new_ids.contains(*id));
    let renamed = renamed.map(|(doc, (id, _))| (doc, (*id).into()));
    (
        all.iter().map(|(_, position)| *position).collect(),
        renamed.collect(),
    )
}

/// Sort key of rows read under the same id: whole files first, then path, path in the archive and line.
pub(super) fn source(row: RowView<'_>) -> (bool, &Path, &str, u64) {
    let view = row.location;
    (!view.is_file(), view.path, view.member, view.row.line)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use crate::corpus::{DocumentRow, RowSpan, SourceLocation};
    use crate::index::{Collection, SegmentWriter};
    use crate::settings::Settings;

    fn row(id: &str, line: u64, path: &str) -> DocumentRow {
        let span = RowSpan {
            line,
            ..RowSpan::default()
        };
        DocumentRow {
            id: id.to_owned(),
            location: SourceLocation::file(path).row(span),
            ..<DocumentRow>::default()
        }
    }

    fn collection(segments: Vec<Vec<DocumentRow>>) -> Collection {
        let segment = |rows: Vec<DocumentRow>| {
            let mut writer = SegmentWriter::in_memory(0);
            for row in rows {
                writer.push(row.view(), &[], &[]).unwrap();
            }
            writer.finish().unwrap()
        };
        let segments = segments.into_iter().map(segment).collect();
        Collection::new(Settings::default(), segments, Vec::new(), |_, _| true)
    }

    fn ids_and_places(collection: &Collection) -> Vec<(String, SourceLocation)> {
        let rows = collection.documents().map(|doc| collection.row(doc));
        rows.map(|row| (row.id.to_owned(), row.location.to_place()))
            .collect()
    }

    #[test]
    fn the_latest_segment_of_a_place_is_live() {
        let merged = collection(vec![vec![row("a", 0, "a")], vec![row("a", 0, "a")]]);
        assert_eq!(merged.len(), 1);
        assert!(Arc::ptr_eq(
            merged.segment_row(crate::base::DocNo(0)).0,
            &merged.segments()[1]
        ));
    }

    proptest! {
        #[test]
        fn ids_do_not_depend_on_segments_or_their_order(
            ids in prop::collection::vec(("[ab](~[23])?(~2)?", 0..3_u64, "[xy]"), 1..20),
            cut in any::<prop::sample::Index>(),
            turn in any::<bool>(),
        ) {
            let mut rows: Vec<DocumentRow> = Vec::new();
            for (n, (id, kind, path)) in ids.iter().enumerate() {
                // Each place is read once, and a file's id is its own name.
                let line = if *kind == 0 { 0 } else { n as u64 + 1 };
                let path = if line == 0 { id } else { path };
                if !rows.iter().any(|other| line == 0 && other.location == SourceLocation::file(path)) {
                    rows.push(row(id, line, path));
                }
            }
            let unsplit = ids_and_places(&collection(vec![rows.clone()]));
            prop_assert_eq!(unsplit.len(), rows.len());
            prop_assert!(unsplit.windows(2).all(|two| two[0].0 < two[1].0));
            // A file keeps its name.
            let is_named = |row: &DocumentRow| unsplit.contains(&(row.id.clone(), row.location.clone()));
            let mut files = rows.iter().filter(|row| row.location.row.line == 0);
            prop_assert!(files.all(is_named));
            let mut parts = vec![rows.split_off(cut.index(rows.len())), rows];
            if turn {
                parts.reverse();
            }
            parts[0].reverse();
            prop_assert_eq!(ids_and_places(&collection(parts)), unsplit);
        }
    }
}
