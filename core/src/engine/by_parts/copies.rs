//! Documents with the same shingle set. Their sketches are equal, so that only documents with equal prints of sketches are
//! compared: by the prints of their sets, confirmed on the sets. Documents without terms are not grouped.

use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_128;

use super::Folder;
use super::budget::Budget;
use super::documents::Documents;
use super::steps::Step;
use crate::engine::cancel::Cancel;
use crate::engine::progress::{Progress, Stage};
use crate::store::{FileRecord, FileWriter};
use crate::text::shingles;

/// Name of the state and of the file.
const STATE: &str = "copies";

/// For each document the first with the same shingle set.
pub(super) fn representatives(
    documents: &Documents,
    budget: Budget,
    folder: &Folder,
    cancel: &Cancel,
    progress: &mut dyn FnMut(Progress),
) -> anyhow::Result<Vec<u32>> {
    if let Some(file) = folder.state::<FileRecord>(STATE)? {
        return Ok(file.map::<u32>(folder.parts())?.to_vec());
    }
    folder.clear(|name| name == STATE)?;
    let count = documents.len() as u32;
    let mut of: Vec<u32> = (0..count).collect();
    let parts = budget.parts(u64::from(count) * 16);
    let mut step = Step::new(Stage::Copies, 0, progress);
    for part in 0..parts {
        cancel.check()?;
        let mut order: Vec<(u64, u32)> = Vec::new();
        for (segment, first) in documents.segments.iter().zip(&documents.firsts) {
            let prints = segment.prints.iter().zip(*first..).enumerate();
            let ours = prints.filter(|(row, (print, _))| {
                *print % parts == part && segment.documents.term_count(*row) > 0
            });
            order.extend(ours.map(|(_, (print, doc))| (*print, doc)));
        }
        order.par_sort_unstable();
        let groups = order
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|group| group.len() > 1);
        let groups: Vec<&[(u64, u32)]> = groups.collect();
        // Most groups are of two.
        let released = budget.scattered() / 2;
        for (at, some) in groups.chunks(released).enumerate() {
            cancel.check()?;
            // Documents of the parts before, and the share of this one.
            let share = (at * released) as f64 / groups.len() as f64;
            let done = f64::from(count) * (part as f64 + share) / parts as f64;
            step.at(done as u64, u64::from(count));
            let same: Vec<(u32, u32)> = some
                .par_iter()
                .flat_map_iter(|group| same_sets(documents, group))
                .collect();
            for (first, other) in same {
                of[other as usize] = first;
            }
            documents.release();
        }
    }
    let mut file = FileWriter::create(folder.parts(), STATE.to_owned())?;
    file.push(&of)?;
    folder.done(STATE, &file.finish()?.record)?;
    Ok(of)
}

/// Documents of a group with the set of an earlier one, as (first, other).
fn same_sets(documents: &Documents, group: &[(u64, u32)]) -> Vec<(u32, u32)> {
    let set = |doc| shingles::set(&documents.terms(doc), &documents.settings().sketching);
    let print = |doc| xxh3_128(bytemuck::cast_slice(&set(doc)));
    let mut order: Vec<(u128, u32)> = group.iter().map(|(_, doc)| (print(*doc), *doc)).collect();
    order.sort_unstable();
    let mut same = Vec::new();
    for equal in order
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|equal| equal.len() > 1)
    {
        let first = equal[0].1;
        let of_first = set(first);
        let others = equal[1..].iter().map(|(_, doc)| *doc);
        same.extend(
            others
                .filter(|doc| set(*doc) == of_first)
                .map(|doc| (first, doc)),
        );
    }
    same
}
