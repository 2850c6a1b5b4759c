//! Shingles of all documents, partitioned by hash range as input of a join.

use rayon::prelude::*;

use crate::base::DocNo;

const CHUNK: usize = 256;

/// Target number of shingles per part, so that the counters stay in the CPU cache.
const PART_SIZE: usize = 1 << 18;

/// Number of shingles above which the repeats of a document are removed immediately. This limits the memory of a huge
/// document with few distinct words.
const DEDUP_THRESHOLD: usize = 1 << 12;

/// Shingles of some documents, possibly with repeats.
pub struct ShingleSets {
    /// The documents, in input order.
    pub(super) documents: Vec<DocNo>,
    chunks: Vec<Chunk>,
    /// Number of parts: a power of two greater than 1.
    pub(super) parts: usize,
    /// Total number of elements, repeats included.
    pub(super) elements: usize,
}

/// Shingles of [`CHUNK`] documents, ordered by part, then by document.
struct Chunk {
    hashes: Vec<u64>,
    /// End offsets in `hashes` per part and document, part-major.
    ends: Vec<u32>,
    documents: usize,
}

impl ShingleSets {
    /// Collects the elements that the callback appends for each of `documents` (in any order, repeats
    /// allowed). `expected` is the approximate total number.
    pub fn gather(
        documents: &[DocNo],
        expected: usize,
        elements: impl Fn(DocNo, &mut Vec<u64>) + Sync,
    ) -> Self {
        let parts = (expected / PART_SIZE).next_power_of_two().clamp(4, 64);
        let chunks: Vec<Chunk> = documents
            .par_chunks(CHUNK)
            .map_init(Vec::new, |buffer, chunk| {
                Chunk::new(chunk, parts, &elements, buffer)
            })
            .collect();
        ShingleSets {
            documents: documents.to_vec(),
            parts,
            elements: chunks.iter().map(|chunk| chunk.hashes.len()).sum(),
            chunks,
        }
    }

    /// Number of elements of each document in input order, repeats included.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.documents.len()];
        for part in 0..self.parts {
            self.each(part, |document, piece| {
                sizes[document as usize] += piece.len() as u32;
            });
        }
        sizes
    }

    /// All elements in `part`, as contiguous slices.
    pub(super) fn slabs(&self, part: usize) -> impl Iterator<Item = &[u64]> {
        let slab = move |chunk: &Chunk| {
            let first = part * chunk.documents;
            chunk.begin(first) as usize..chunk.ends[first + chunk.documents - 1] as usize
        };
        self.chunks
            .iter()
            .map(move |chunk| &chunk.hashes[slab(chunk)])
    }

    /// Calls `take` for each document (by input position) with its elements in `part`.
    pub(super) fn each(&self, part: usize, mut take: impl FnMut(u32, &[u64])) {
        for (c, chunk) in self.chunks.iter().enumerate() {
            let first = part * chunk.documents;
            let mut begin = chunk.begin(first);
            for (d, &end) in chunk.ends[first..first + chunk.documents]
                .iter()
                .enumerate()
            {
                let document = (c * CHUNK + d) as u32;
                take(document, &chunk.hashes[begin as usize..end as usize]);
                begin = end;
            }
        }
    }
}

impl Chunk {
    /// Start offset of entry `at` of `ends`.
    fn begin(&self, at: usize) -> u32 {
        at.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    fn new(
        documents: &[DocNo],
        parts: usize,
        elements: &impl Fn(DocNo, &mut Vec<u64>),
        buffer: &mut Vec<u64>,
    ) -> Self {
        let shift = 64 - parts.ilog2();
        let count = documents.len();
        buffer.clear();
        let mut begins = Vec::with_capacity(count + 1);
        let mut ends = vec![0_u32; parts * count];
        for (d, &doc) in documents.iter().enumerate() {
            let begin = buffer.len();
            begins.push(begin);
            elements(doc, buffer);
            if buffer.len() - begin > DEDUP_THRESHOLD {
                let mut hashes = buffer.split_off(begin);
                hashes.sort_unstable();
                hashes.dedup();
                buffer.append(&mut hashes);
            }
            for hash in &buffer[begin..] {
                ends[(hash >> shift) as usize * count + d] += 1;
            }
        }
        begins.push(buffer.len());
        // Turns lengths into start offsets; filling turns these into end offsets.
        let mut at = 0;
        for end in &mut ends {
            at += std::mem::replace(end, at);
        }
        let mut hashes = vec![0; buffer.len()];
        for (d, range) in begins.windows(2).enumerate() {
            for &hash in &buffer[range[0]..range[1]] {
                let slot = &mut ends[(hash >> shift) as usize * count + d];
                hashes[*slot as usize] = hash;
                *slot += 1;
            }
        }
        Chunk {
            hashes,
            ends,
            documents: count,
        }
    }
}
