//! Columns: long arrays of fixed-width numbers, in memory or in a mapped file, read as a slice.
//!
//! Large arrays in memory are anonymous mappings with huge pages where the system supports them. With 4 KB
//! pages, tens of megabytes cause one page fault per page, which took a tenth of the whole run on 10,000
//! documents.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::{Mmap, MmapMut};

/// Size in bytes from which an array in memory uses its own mapping.
const OWN: usize = 1 << 20;

/// An array of numbers in memory or mapped from a file.
pub enum Column<T> {
    /// A vector in memory.
    Short(Vec<T>),
    /// An anonymous mapping, of which so many numbers are used.
    Long(MmapMut, usize, PhantomData<T>),
    /// A mapped file with the numbers in little-endian order.
    Mapped(Mmap, PhantomData<T>),
}

impl<T: bytemuck::Pod> Column<T> {
    /// Wraps a mapped file. The mapping must be read-only, because [`Column::release`] would lose data
    /// written to it. `None` if the length is not a multiple of the number's width.
    pub fn mapped(map: Mmap) -> Option<Self> {
        let fits = bytemuck::try_cast_slice::<u8, T>(&map).is_ok();
        fits.then_some(Column::Mapped(map, PhantomData))
    }

    /// An empty array with space for about `numbers` numbers. Unused space takes address space only, no memory.
    pub fn expecting(numbers: usize) -> Self {
        match own(numbers.saturating_mul(size_of::<T>())) {
            Some(map) => Column::Long(map, 0, PhantomData),
            None => Column::default(),
        }
    }

    /// Appends numbers to an array in memory.
    pub fn extend(&mut self, more: &[T]) {
        let len = self.len();
        let bytes = (len + more.len()) * size_of::<T>();
        let fits = match self {
            Column::Short(values) => bytes < OWN || bytes <= values.capacity() * size_of::<T>(),
            Column::Long(map, ..) => bytes <= map.len(),
            Column::Mapped(..) => false,
        };
        if !fits {
            self.grow(bytes);
        }
        match self {
            Column::Short(values) => values.extend_from_slice(more),
            Column::Long(map, used, _) => {
                bytemuck::cast_slice_mut(map)[len..len + more.len()].copy_from_slice(more);
                *used += more.len();
            }
            Column::Mapped(..) => {}
        }
    }

    /// Moves the data to a mapping of at least `bytes`. If the system cannot provide one, continues with
    /// a vector, whose growth reports the failure.
    fn grow(&mut self, bytes: usize) {
        let len = self.len();
        // Twice the size would suffice; more makes copying rare, and unused space is free.
        match own(bytes.saturating_mul(8)).or_else(|| own(bytes.saturating_mul(2))) {
            Some(mut map) => {
                bytemuck::cast_slice_mut(&mut map)[..len].copy_from_slice(self);
                *self = Column::Long(map, len, PhantomData);
            }
            None if matches!(self, Column::Short(_)) => {}
            None => *self = Column::Short(self.to_vec()),
        }
    }

    /// Bytes in a mapped file.
    pub fn mapped_bytes(&self) -> usize {
        match self {
            Column::Mapped(map, _) => map.len(),
            _ => 0,
        }
    }

    /// Releases the resident pages of a mapped file, which otherwise count as this process's memory.
    /// They are read again on the next access, usually from the page cache. No effect on numbers in
    /// memory.
    pub fn release(&self) {
        if let Column::Mapped(map, _) = self {
            // SAFETY: this advice is unsound for memory whose content exists nowhere else, because it
            // reads as zeros afterwards. This is a shared, read-only mapping of a file (`Mmap` cannot be
            // written to): the next access from any thread refills a released page from the same file,
            // so existing slices keep their values. If the system refuses, nothing is lost.
            let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }
}

/// Allocates an anonymous mapping if `bytes` is large; `None` otherwise or on failure.
fn own(bytes: usize) -> Option<MmapMut> {
    let map = (bytes >= OWN).then(|| MmapMut::map_anon(bytes).ok())??;
    // Only a hint: without huge pages the system uses small ones.
    #[cfg(target_os = "linux")]
    let _ = map.advise(memmap2::Advice::HugePage);
    Some(map)
}

impl<T: bytemuck::Pod> Deref for Column<T> {
    type Target = [T];

    // A mapping starts at a page boundary, which aligns any number.
    fn deref(&self) -> &[T] {
        match self {
            Column::Short(values) => values,
            Column::Long(map, len, _) => bytemuck::cast_slice(&map[..len * size_of::<T>()]),
            // `mapped` has checked the length.
            Column::Mapped(map, _) => bytemuck::cast_slice(map),
        }
    }
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Column::Short(Vec::new())
    }
}

impl<T> From<Vec<T>> for Column<T> {
    fn from(values: Vec<T>) -> Self {
        Column::Short(values)
    }
}

impl<T: bytemuck::Pod> fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Column({} values)", self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_vector_with_room_is_not_copied() {
        // As where the system gives no mapping.
        let mut values = vec![1_u64; OWN];
        values.reserve_exact(100);
        let address = values.as_ptr();
        let mut column = Column::from(values);
        column.extend(&[2; 100]);
        assert_eq!(column.as_ptr(), address);
        assert_eq!((column.len(), column[OWN]), (OWN + 100, 2));
    }

    proptest! {
        #[test]
        fn what_is_put_in_comes_out(
            expected in 0..400_000_usize,
            parts in prop::collection::vec((0..90_000_usize, any::<u64>()), 0..8),
        ) {
            let (mut column, mut plain) = (Column::expecting(expected), Vec::new());
            for (count, value) in parts {
                let part = vec![value; count];
                column.extend(&part);
                plain.extend(part);
                prop_assert!(*column == plain[..]);
            }
        }
    }
}
