//! Collections from lists of terms, for the tests of both packages.

use xxhash_rust::xxh3::xxh3_128;

use super::Collection;
use crate::corpus::{DocumentRow, SourceLocation};
use crate::index::segment_writer::SegmentWriter;
use crate::settings::{Settings, Sketching};
use crate::sketch::{Layout, SketchScratch, Sketcher};
use crate::text::shingles;

/// A collection of documents with the given terms, sketched with `sketching`.
pub fn collection(documents: &[Vec<u64>], sketching: Sketching) -> Collection {
    let sketcher = Sketcher::new(&sketching);
    let mut scratch = SketchScratch::default();
    let mut memory = SegmentWriter::in_memory(Layout::new(&sketching).words());
    for (i, terms) in documents.iter().enumerate() {
        let id = format!("{i:08}");
        let digest = xxh3_128(bytemuck::cast_slice(terms));
        let row = DocumentRow {
            key: i as u64,
            title: id.clone(),
            location: SourceLocation::file(&id),
            id,
            fingerprint: digest,
            normalised: digest,
            ..<DocumentRow>::default()
        };
        let (mut elements, mut sketch) = (Vec::new(), Vec::new());
        shingles::elements(terms, &sketching, &mut elements);
        sketcher.sketch(&elements, &mut scratch, &mut sketch);
        let pushed = memory.push(row.view(), terms, &sketch);
        pushed.expect("memory takes everything");
    }
    finished(memory, sketching)
}

/// A collection of documents with these ids; every document has the terms 1, 2, 3.
#[cfg(test)]
pub fn of_ids(ids: &[&str]) -> Collection {
    let mut memory = SegmentWriter::in_memory(200);
    for id in ids {
        let row = DocumentRow {
            id: (*id).to_owned(),
            location: SourceLocation::in_program(id),
            ..<DocumentRow>::default()
        };
        memory.push(row.view(), &[1, 2, 3], &[0; 200]).unwrap();
    }
    finished(memory, Sketching::default())
}

fn finished(memory: SegmentWriter, sketching: Sketching) -> Collection {
    let settings = Settings {
        sketching,
        ..Settings::default()
    };
    let segment = memory.finish().expect("columns fit");
    Collection::new(settings, vec![segment], Vec::new(), |_, _| true)
}
