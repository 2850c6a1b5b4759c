//! Byte columns for items that occur in a large share of the documents. The overlap of one document with
//! 64 others is then a sum of short byte runs, much cheaper than visiting each posting.

use bytemuck::{Pod, Zeroable};

use super::items::Items;

/// Documents per block.
pub const LANES: usize = 64;

/// An item needs at least one in this many documents for a column to be cheaper than its posting list.
const SHARE: usize = 24;

/// Minimum number of documents for columns to pay off; lower in tests, which have few documents.
const FEWEST: usize = if cfg!(test) { 3 } else { 4 * LANES };

/// Maximum size of all columns in bytes.
const MOST: usize = 128 << 20;

/// Maximum weight of an item with a column. Heavier items are rare among common ones and stay lists.
const HEAVIEST: u32 = 63;

/// Weights of one item in [`LANES`] documents, one byte each; one cache line.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Cell([u64; LANES / 8]);

/// Weights of the common items for all documents; 0 if the document lacks the item.
pub struct Dense {
    chosen: DenseItems,
    /// One [`Cell`] per block of [`LANES`] documents and column, block-major.
    cells: Vec<Cell>,
}

/// Selection of the items that get a column.
pub struct DenseItems {
    /// First item that may have a column; items are ordered from rare to common.
    first: u32,
    /// Column of each item from `first` on; `None` for heavy items.
    column: Vec<Option<u32>>,
    /// Number of columns.
    pub columns: usize,
}

impl DenseItems {
    /// Selects the most common items, as many as fit in the size limit.
    pub fn of(items: &Items) -> Self {
        let room = MOST / items.len().max(1);
        let common = |item: &u32| items.list(*item).len() * SHARE >= items.len();
        let count = items.count() as u32;
        let mut first = count;
        let mut columns = 0;
        // From the most common item downwards.
        while items.len() >= FEWEST && first > 0 && columns < room && common(&(first - 1)) {
            first -= 1;
            columns += usize::from(items.weight(first) <= HEAVIEST);
        }
        let mut next = 0;
        let column = (first..count).map(|item| {
            let light = items.weight(item) <= HEAVIEST;
            next += u32::from(light);
            light.then(|| next - 1)
        });
        DenseItems {
            first,
            column: column.collect(),
            columns,
        }
    }

    /// The column of `item`, if it has one.
    #[inline]
    pub fn column(&self, item: u32) -> Option<u32> {
        let at = item.checked_sub(self.first)?;
        self.column[at as usize]
    }
}

impl Dense {
    /// Builds the columns of the selected items.
    pub fn new(items: &Items, chosen: DenseItems) -> Self {
        let (blocks, columns) = (items.len().div_ceil(LANES), chosen.columns);
        let mut cells = vec![Cell::zeroed(); blocks * columns];
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut cells);
        for (item, to) in (chosen.first..).zip(&chosen.column) {
            let Some(to) = to else { continue };
            let weight = items.weight(item) as u8;
            for &document in items.list(item) {
                let (block, lane) = (document as usize / LANES, document as usize % LANES);
                bytes[(block * columns + *to as usize) * LANES + lane] = weight;
            }
        }
        Dense { chosen, cells }
    }

    /// Whether there are no columns.
    pub fn is_empty(&self) -> bool {
        self.chosen.columns == 0
    }

    /// Whether `item` has a column.
    #[inline]
    pub fn has(&self, item: u32) -> bool {
        self.chosen.column(item).is_some()
    }

    /// Splits a document's items (ascending): those with a column go to `columns` with their weights,
    /// the others to the callback `list`.
    pub fn split(
        &self,
        items: &Items,
        own: &[u32],
        columns: &mut Vec<(u32, u32)>,
        mut list: impl FnMut(u32),
    ) {
        columns.clear();
        for &item in own {
            match self.chosen.column(item) {
                Some(column) => columns.push((column, items.weight(item))),
                None => list(item),
            }
        }
    }

    /// Adds the weights of `columns` to `counts`, one count per document of `block`.
    #[inline]
    pub fn add(&self, block: usize, columns: &[(u32, u32)], counts: &mut [u32]) {
        let count = self.chosen.columns;
        let cells = &self.cells[block * count..(block + 1) * count];
        let mut rest = columns;
        while !rest.is_empty() {
            // As many columns as cannot overflow a byte, so that no carry reaches the next lane.
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
