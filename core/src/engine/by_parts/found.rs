//! Verified pairs on file, in batches.

use bytemuck::{Pod, Zeroable};
use serde::{Deserialize, Serialize};

use super::Folder;
use crate::base::DocNo;
use crate::collection::column::Column;
use crate::similarity::{Overlap, Pair};
use crate::store::{FileRecord, FileWriter};

/// A pair by the numbers of its documents in the scratch folder.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub(super) struct Found {
    pub a: u32,
    pub b: u32,
    shared: u32,
    size_a: u32,
    size_b: u32,
    agreeing: u32,
}

impl Found {
    /// The pair of a collection whose document `i` is `numbers[i]`.
    pub fn of(pair: &Pair, numbers: &[u32]) -> Self {
        let Overlap {
            shared,
            size_a,
            size_b,
        } = pair.overlap;
        Found {
            a: numbers[pair.a.index()],
            b: numbers[pair.b.index()],
            shared,
            size_a,
            size_b,
            agreeing: pair.agreeing,
        }
    }

    /// The pair of two documents of a collection, which stand for `a` and `b`.
    pub fn pair(&self, a: DocNo, b: DocNo) -> Pair {
        let overlap = Overlap {
            shared: self.shared,
            size_a: self.size_a,
            size_b: self.size_b,
        };
        Pair {
            a: a.min(b),
            b: a.max(b),
            overlap: match a < b {
                true => overlap,
                false => overlap.swapped(),
            },
            agreeing: self.agreeing,
        }
    }
}

/// What was verified. Recorded after each batch.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Batches {
    files: Vec<FileRecord>,
    /// Number of steps of the search that are done: candidates looked at, or pairs of blocks.
    pub done: u64,
    /// Number of candidates of the method among them.
    pub candidates: u64,
    /// Whether the pairs of a complete join of the documents of outsized buckets are there.
    pub joined: bool,
}

/// Name of the state.
const STATE: &str = "found";

impl Batches {
    /// None; files of an interrupted run are removed.
    pub fn anew(folder: &Folder) -> anyhow::Result<Self> {
        folder.clear(|name| name.starts_with("found-"))?;
        Ok(Batches::default())
    }

    /// Those of an interrupted run, without files that it did not finish.
    pub fn resumed(folder: &Folder) -> anyhow::Result<Self> {
        let batches: Batches = folder.state(STATE)?.unwrap_or_default();
        let known = |name: &str| batches.files.iter().any(|file| file.name == name);
        folder.clear(|name| name.starts_with("found-") && !known(name))?;
        Ok(batches)
    }

    /// Writes a batch; `done` steps led to it.
    pub fn add(&mut self, folder: &Folder, done: u64, pairs: Vec<Found>) -> anyhow::Result<()> {
        if !pairs.is_empty() {
            let name = format!("found-{}", self.files.len());
            let mut file = FileWriter::create(folder.parts(), name)?;
            file.push(&pairs)?;
            self.files.push(file.finish()?.record);
        }
        self.done += done;
        folder.done(STATE, self)
    }

    /// Hands each pair to `take`.
    pub fn each(&self, folder: &Folder, mut take: impl FnMut(&Found)) -> anyhow::Result<()> {
        for file in &self.files {
            let pairs: Column<Found> = file.map(folder.parts())?;
            pairs.iter().for_each(&mut take);
        }
        Ok(())
    }
}
