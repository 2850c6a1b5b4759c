//! Items that a good part of all documents have, as columns of bytes: a document's overlap with 64
//! others at a time is a sum of short runs of bytes, which costs a fraction of looking at each
//! document of each list.

use bytemuck::{Pod, Zeroable};

use super::items::Items;

/// Documents that stand side by side.
pub const LANES: usize = 64;

/// One in so many documents must have an item for its column of bytes to be cheaper than its list.
const SHARE: usize = 24;

/// Documents from which columns are worth it. Tests, which have few, are to see it happen.
const FEWEST: usize = if cfg!(test) { 3 } else { 4 * LANES };

/// Bytes of all columns.
const MOST: usize = 128 << 20;

/// Items that weigh more than this are rare among common ones, and stay lists.
const HEAVIEST: u32 = 63;

/// The weights of one item in [`LANES`] documents, a byte each; a line of the cache.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Cell([u64; LANES / 8]);

/// The weights of common items in all documents; 0 where a document does not have the item.
pub struct Dense {
    /// The first item that may have a column: items stand from rare to common.
    first: u32,
    /// For each item from there on, its column; [`NONE`] for the heavy ones.
    column: Vec<u32>,
    columns: usize,
    /// Block after block of [`LANES`] documents, and in each one run of bytes a column.
    cells: Vec<Cell>,
}

/// No column.
const NONE: u32 = u32::MAX;

/// Which items would have a column.
pub struct Chosen {
    first: u32,
    column: Vec<u32>,
    columns: usize,
}

impl Chosen {
    /// Those of `items` that enough documents have, as many as there is room for.
    pub fn of(items: &Items) -> Self {
        let room = MOST / items.len().max(1);
        let common = |item: &u32| items.list(*item).len() * SHARE >= items.len();
        let count = items.count() as u32;
        let mut first = count;
        let mut columns = 0;
        // From the most common one down.
        while items.len() >= FEWEST && first > 0 && columns < room && common(&(first - 1)) {
            first -= 1;
            columns += usize::from(items.weight(first) <= HEAVIEST);
        }
        let mut next = 0;
        let column = (first..count).map(|item| {
            let light = items.weight(item) <= HEAVIEST;
            next += u32::from(light);
            if light { next - 1 } else { NONE }
        });
        Chosen {
            first,
            column: column.collect(),
            columns,
        }
    }

    /// Whether `item` has a column.
    pub fn has(&self, item: u32) -> bool {
        item >= self.first && self.column[(item - self.first) as usize] != NONE
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }
}

impl Dense {
    /// The columns of the chosen items.
    pub fn new(items: &Items, chosen: Chosen) -> Self {
        let Chosen {
            first,
            column,
            columns,
        } = chosen;
        let blocks = items.len().div_ceil(LANES);
        let mut cells = vec![Cell::zeroed(); blocks * columns];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut cells);
        for (at, &to) in column.iter().enumerate() {
            if to == NONE {
                continue;
            }
            let item = first + at as u32;
            let weight = items.weight(item) as u8;
            for &document in items.list(item) {
                let (block, lane) = (document as usize / LANES, document as usize % LANES);
                bytes[(block * columns + to as usize) * LANES + lane] = weight;
            }
        }
        Dense {
            first,
            column,
            columns,
            cells,
        }
    }

    /// Whether no item has a column.
    pub fn is_empty(&self) -> bool {
        self.columns == 0
    }

    /// Whether `item` has a column.
    #[inline]
    pub fn has(&self, item: u32) -> bool {
        item >= self.first && self.column[(item - self.first) as usize] != NONE
    }

    /// Of a document's items (rising), puts those with a column into `columns`, with their weights,
    /// and gives the others, which are lists, to `list`.
    pub fn split(
        &self,
        items: &Items,
        own: &[u32],
        columns: &mut Vec<(u32, u32)>,
        mut list: impl FnMut(u32),
    ) {
        columns.clear();
        for &item in own {
            if self.has(item) {
                let column = self.column[(item - self.first) as usize];
                columns.push((column, items.weight(item)));
            } else {
                list(item);
            }
        }
    }

    /// Adds to `counts`, one for each document of `block`, the weights of `columns` that it has.
    #[inline]
    pub fn add(&self, block: usize, columns: &[(u32, u32)], counts: &mut [u32]) {
        let cells = &self.cells[block * self.columns..(block + 1) * self.columns];
        let mut rest = columns;
        while !rest.is_empty() {
            // As many as surely fit into a byte together: no sum runs over into the next lane.
            let mut sum = 0;
            let fits = rest.iter().take_while(|(_, weight)| {
                sum += weight;
                sum <= 255
            });
            let (now, later) = rest.split_at(fits.count());
            rest = later;
            let mut lanes = [0_u64; LANES / 8];
            for (column, _) in now {
                let cell = &cells[*column as usize].0;
                for (lane, byte) in lanes.iter_mut().zip(cell) {
                    *lane += byte;
                }
            }
            let bytes: &[u8] = bytemuck::cast_slice(&lanes);
            for (count, byte) in counts.iter_mut().zip(bytes) {
                *count += u32::from(*byte);
            }
        }
    }
}
