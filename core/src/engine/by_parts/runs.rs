//! External sort: numbers of 64 bits, of which a part is in memory, as one ascending sequence without repeats.
//!
//! Each part is sorted and written to an unnamed file; a heap merges the files. Cost: each number is written and read
//! once.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;

use rayon::prelude::*;

use crate::collection::column::Column;
use crate::store::{FileWriter, StoreError};

/// Numbers that are read before pages of the files are released: 32 MB.
const READ: u64 = 4 << 20;

/// Sorts numbers.
pub(super) struct Runs {
    folder: PathBuf,
    /// Numbers held in memory at most.
    most: usize,
    held: Vec<u64>,
    files: Vec<Column<u64>>,
}

impl Runs {
    /// Holds `most` numbers at most, and writes the others to unnamed files in `folder`.
    pub fn new(folder: PathBuf, most: usize) -> Self {
        Runs {
            folder,
            most,
            held: Vec::new(),
            files: Vec::new(),
        }
    }

    /// Takes numbers.
    pub fn extend(&mut self, mut numbers: &[u64]) -> Result<(), StoreError> {
        while !numbers.is_empty() {
            let room = self.most - self.held.len();
            let (now, later) = numbers.split_at(room.min(numbers.len()));
            self.held.extend_from_slice(now);
            numbers = later;
            if self.held.len() == self.most {
                self.sort();
                // Repeats may be most of them.
                if self.held.len() > self.most / 2 {
                    self.write()?;
                }
            }
        }
        Ok(())
    }

    fn sort(&mut self) {
        self.held.par_sort_unstable();
        self.held.dedup();
    }

    fn write(&mut self) -> Result<(), StoreError> {
        let mut file = FileWriter::temporary(&self.folder)?;
        file.push(&self.held)?;
        self.files.push(file.finish()?.map()?);
        self.held.clear();
        Ok(())
    }

    /// All numbers, ascending, each once.
    pub fn merged(mut self) -> Merged {
        self.sort();
        let mut columns = self.files;
        columns.push(self.held.into());
        let firsts = columns.iter().enumerate();
        let heap = firsts.filter_map(|(at, column)| Some(Reverse((*column.first()?, at))));
        Merged {
            heap: heap.collect(),
            next: vec![1; columns.len()],
            total: columns.iter().map(|column| column.len() as u64).sum(),
            columns,
            last: None,
            read: 0,
        }
    }
}

/// Merges sorted numbers.
pub(super) struct Merged {
    columns: Vec<Column<u64>>,
    /// The next number of each column, with the column.
    heap: BinaryHeap<Reverse<(u64, usize)>>,
    /// Index of the number after that.
    next: Vec<usize>,
    last: Option<u64>,
    read: u64,
    total: u64,
}

impl Merged {
    /// How many numbers are read, and how many there are, repeats among them.
    pub fn read(&self) -> (u64, u64) {
        (self.read, self.total)
    }
}

impl Iterator for Merged {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        loop {
            let Reverse((number, at)) = self.heap.pop()?;
            if let Some(next) = self.columns[at].get(self.next[at]) {
                self.heap.push(Reverse((*next, at)));
                self.next[at] += 1;
            }
            self.read += 1;
            if self.read.is_multiple_of(READ) {
                self.columns.iter().for_each(Column::release);
            }
            if self.last.replace(number) != Some(number) {
                return Some(number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn numbers_come_out_sorted_and_once(
            pushed in prop::collection::vec(prop::collection::vec(0_u64..200, 0..50), 0..12),
            most in 1_usize..40,
        ) {
            let temp = tempfile::tempdir().unwrap();
            let mut runs = Runs::new(temp.path().to_owned(), most);
            for numbers in &pushed {
                runs.extend(numbers).unwrap();
            }
            let want: BTreeSet<u64> = pushed.concat().into_iter().collect();
            let mut merged = runs.merged();
            let got: Vec<u64> = merged.by_ref().collect();
            let (read, total) = merged.read();
            prop_assert_eq!(read, total);
            prop_assert_eq!(got, Vec::from_iter(want));
            prop_assert_eq!(std::fs::read_dir(temp.path()).unwrap().count(), 0);
        }
    }
}
