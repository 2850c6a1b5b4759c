//! Bit columns for items that many documents share. The overlaps of one document with 256 others are then a sum
//! of bit vectors, much cheaper than visiting each posting.
//!
//! The sum is kept as bit planes: plane `p` has bit `p` of each of the 256 sums. Eight columns of weight 1 are reduced
//! to one carry by full adders on whole planes (carry-save adders; the Harley-Seal population count, H. S. Warren,
//! *Hacker's Delight*, 2013, section 5-1). At the end the planes are transposed into one number for each document.

use super::items::Items;

const WORDS: usize = 4;

/// Documents per block.
pub const LANES: usize = 64 * WORDS;

/// An item gets a column if at least one in `MIN_SHARE` documents contains it; otherwise its posting list is cheaper.
const MIN_SHARE: usize = 96;

/// Minimum number of documents for columns to pay off; lower in tests, which have few documents.
const MIN_DOCS: usize = if cfg!(test) { 3 } else { LANES };

/// Maximum size of all columns in bytes.
const MAX_BYTES: usize = 128 << 20;

/// Maximum weight of an item with a column. Few common items are heavier; they keep their posting lists.
const MAX_WEIGHT: u32 = 63;

/// Bit planes of a sum.
const PLANES: usize = 16;

/// Maximum number of columns of weight 1 and of heavier columns per sum, so that no sum has more than [`PLANES`] bits.
const MAX_SUMMED: (usize, usize) = if cfg!(test) { (16, 2) } else { (1 << 15, 512) };

/// One bit for each document of a block.
type Plane = [u64; WORDS];

/// Bit columns of the items that many documents share.
pub struct BitColumns {
    dense: DenseItems,
    /// For each block of [`LANES`] documents: one plane per column, then one empty plane.
    planes: Vec<Plane>,
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

/// The columns of one document.
#[derive(Clone, Default)]
pub struct OwnColumns {
    /// Columns of weight 1, padded with the empty column to a multiple of eight.
    light: Vec<u32>,
    /// Columns of greater weight, with their weights.
    heavy: Vec<(u32, u32)>,
}

impl OwnColumns {
    /// Whether the document has no columns.
    pub fn is_empty(&self) -> bool {
        self.light.is_empty() && self.heavy.is_empty()
    }

    /// Removes all columns.
    pub fn clear(&mut self) {
        self.light.clear();
        self.heavy.clear();
    }
}

impl DenseItems {
    /// Selects the most common items, as many as fit in the size limit.
    pub fn new(items: &Items) -> Self {
        let limit = MAX_BYTES / items.len().div_ceil(8).max(1);
        let is_common = |item: &u32| items.list(*item).len() * MIN_SHARE >= items.len();
        let count = items.count() as u32;
        let mut first = count;
        let mut columns = 0;
        // From the most common item downwards.
        while items.len() >= MIN_DOCS && first > 0 && columns < limit && is_common(&(first - 1)) {
            first -= 1;
            columns += usize::from(items.weight(first) <= MAX_WEIGHT);
        }
        let mut next = 0;
        let column = (first..count).map(|item| {
            let is_light = items.weight(item) <= MAX_WEIGHT;
            next += u32::from(is_light);
            is_light.then(|| next - 1)
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

/// Bit of a document in its word: bit `8·b + r` is document `8·r + b`, which [`transposed`] puts in order.
fn bit(document: usize) -> usize {
    (document % 8) * 8 + (document % 64) / 8
}

impl BitColumns {
    /// Builds the columns of the selected items.
    pub fn new(items: &Items, dense: DenseItems) -> Self {
        let (blocks, step) = (items.len().div_ceil(LANES), dense.columns + 1);
        let mut planes = vec![Plane::default(); blocks * step];
        for (item, column) in (dense.first..).zip(&dense.column) {
            let Some(column) = column else { continue };
            for &document in items.list(item) {
                let document = document as usize;
                let plane = &mut planes[document / LANES * step + *column as usize];
                plane[(document % LANES) / 64] |= 1 << bit(document);
            }
        }
        BitColumns { dense, planes }
    }

    /// Whether there are no columns.
    pub fn is_empty(&self) -> bool {
        self.dense.columns == 0
    }

    /// Whether `item` has a column.
    #[inline]
    pub fn has(&self, item: u32) -> bool {
        self.dense.column(item).is_some()
    }

    /// Sets `columns` to the columns of a document with the items `own`.
    pub fn columns_of(&self, items: &Items, own: &[u32], columns: &mut OwnColumns) {
        columns.clear();
        for &item in own {
            let Some(column) = self.dense.column(item) else {
                continue;
            };
            match items.weight(item) {
                1 => columns.light.push(column),
                weight => columns.heavy.push((column, weight)),
            }
        }
        let padded_length = columns.light.len().next_multiple_of(8);
        columns
            .light
            .resize(padded_length, self.dense.columns as u32);
    }

    /// Adds the weights of `columns` to `counts`, one count per document of `block`.
    pub fn add(&self, block: usize, columns: &OwnColumns, counts: &mut [u32; LANES]) {
        let step = self.dense.columns + 1;
        let planes = &self.planes[block * step..(block + 1) * step];
        let (mut light, mut heavy) = (&columns.light[..], &columns.heavy[..]);
        while !(light.is_empty() && heavy.is_empty()) {
            let (light_batch, light_rest) = light.split_at(light.len().min(MAX_SUMMED.0));
            let (heavy_batch, heavy_rest) = heavy.split_at(heavy.len().min(MAX_SUMMED.1));
            (light, heavy) = (light_rest, heavy_rest);
            let weights = heavy_batch.iter().map(|(_, weight)| *weight as usize);
            let max_sum = light_batch.len() + weights.sum::<usize>();
            let used = (usize::BITS - max_sum.leading_zeros()) as usize;
            let mut sum = Sum::default();
            for columns in light_batch.as_chunks::<8>().0 {
                sum.add_eight(columns.map(|column| &planes[column as usize]), used);
            }
            for &(column, weight) in heavy_batch {
                sum.add(&planes[column as usize], weight, used);
            }
            sum.put(used, counts);
        }
    }
}

/// Sums of the documents of a block, as bit planes from the lowest up.
#[derive(Default)]
struct Sum([Plane; PLANES]);

/// Full adder: the sum of three bits in each lane, as the low bit and the carry.
#[inline(always)]
fn full_adder(a: &Plane, b: &Plane, c: &Plane) -> (Plane, Plane) {
    let (mut low, mut carry) = (Plane::default(), Plane::default());
    for word in 0..WORDS {
        let differ = a[word] ^ b[word];
        low[word] = differ ^ c[word];
        carry[word] = (a[word] & b[word]) | (differ & c[word]);
    }
    (low, carry)
}

impl Sum {
    /// Adds a bit of value `2^plane` in each lane; no sum reaches `2^used`.
    #[inline(always)]
    fn carry(&mut self, mut bits: Plane, plane: usize, used: usize) {
        for plane in &mut self.0[plane.min(used)..used] {
            for (sum, bit) in plane.iter_mut().zip(&mut bits) {
                (*sum, *bit) = (*sum ^ *bit, *sum & *bit);
            }
        }
    }

    /// Adds one for each of eight columns.
    #[inline(always)]
    fn add_eight(&mut self, columns: [&Plane; 8], used: usize) {
        let [a, b, c, d, e, f, g, h] = columns;
        let [ones, twos, fours, ..] = self.0;
        let (ones, first) = full_adder(&ones, a, b);
        let (ones, second) = full_adder(&ones, c, d);
        let (twos, low) = full_adder(&twos, &first, &second);
        let (ones, first) = full_adder(&ones, e, f);
        let (ones, second) = full_adder(&ones, g, h);
        let (twos, high) = full_adder(&twos, &first, &second);
        let (fours, eights) = full_adder(&fours, &low, &high);
        (self.0[0], self.0[1], self.0[2]) = (ones, twos, fours);
        self.carry(eights, 3, used);
    }

    fn add(&mut self, column: &Plane, weight: u32, used: usize) {
        for plane in (0..PLANES).filter(|plane| (weight >> plane) & 1 == 1) {
            self.carry(*column, plane, used);
        }
    }

    fn put(&self, used: usize, counts: &mut [u32; LANES]) {
        let planes = self.0.as_chunks::<8>().0;
        for (at, planes) in planes.iter().enumerate().take(used.div_ceil(8)) {
            let rows = transposed(*planes);
            for (word, counts) in counts.chunks_mut(64).enumerate() {
                for (row, counts) in rows.iter().zip(counts.chunks_mut(8)) {
                    for (count, byte) in counts.iter_mut().zip(row[word].to_le_bytes()) {
                        *count += u32::from(byte) << (8 * at);
                    }
                }
            }
        }
    }
}

/// Transposes 8×8 bit matrices: bit `r` of byte `b` of plane `p` becomes bit `p` of byte `b` of plane `r`. In the
/// result, byte `b` of plane `r` is the number whose bits the eight given planes have at position `8·b + r`.
#[inline(always)]
fn transposed(mut planes: [Plane; 8]) -> [Plane; 8] {
    const MASKS: [(usize, u64); 3] = [
        (1, 0x5555_5555_5555_5555),
        (2, 0x3333_3333_3333_3333),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
    ];
    for (by, mask) in MASKS {
        for low in (0..8).filter(|plane| plane & by == 0) {
            let (before, after) = planes.split_at_mut(low + by);
            for (x, y) in before[low].iter_mut().zip(&mut after[0]) {
                let swap = ((*x >> by) ^ *y) & mask;
                *x ^= swap << by;
                *y ^= swap;
            }
        }
    }
    planes
}
