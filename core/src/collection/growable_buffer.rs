//! A growable array of numbers for large columns.
//!
//! Large arrays use anonymous memory mappings with huge pages where the system supports them. With 4 KB
//! pages, tens of megabytes cause one page fault per page, which took a tenth of the whole run on 10,000
//! documents.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::MmapMut;

/// Size in bytes from which an array uses its own mapping.
const OWN: usize = 1 << 20;

/// A growable array in memory, read as a slice.
pub struct GrowableBuffer<T> {
    storage: Storage<T>,
}

enum Storage<T> {
    Short(Vec<T>),
    /// An anonymous mapping, of which `len` numbers are used.
    Long(MmapMut, usize, PhantomData<T>),
}

impl<T: bytemuck::Pod> GrowableBuffer<T> {
    /// Reserves space for about `numbers` numbers. Unused space takes address space only, no memory.
    pub fn expecting(numbers: usize) -> Self {
        let storage = match own(numbers.saturating_mul(size_of::<T>())) {
            Some(map) => Storage::Long(map, 0, PhantomData),
            None => Storage::Short(Vec::new()),
        };
        GrowableBuffer { storage }
    }

    /// Appends numbers.
    pub fn extend(&mut self, more: &[T]) {
        let len = self.len();
        let bytes = (len + more.len()) * size_of::<T>();
        let fits = match &self.storage {
            Storage::Short(values) => bytes < OWN || bytes <= values.capacity() * size_of::<T>(),
            Storage::Long(map, ..) => bytes <= map.len(),
        };
        if !fits {
            self.grow(bytes);
        }
        match &mut self.storage {
            Storage::Short(values) => values.extend_from_slice(more),
            Storage::Long(map, used, _) => {
                bytemuck::cast_slice_mut(map)[len..len + more.len()].copy_from_slice(more);
                *used += more.len();
            }
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
                self.storage = Storage::Long(map, len, PhantomData);
            }
            None if matches!(self.storage, Storage::Long(..)) => {
                self.storage = Storage::Short(self.to_vec());
            }
            None => {}
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

impl<T> Default for GrowableBuffer<T> {
    fn default() -> Self {
        GrowableBuffer {
            storage: Storage::Short(Vec::new()),
        }
    }
}

impl<T: bytemuck::Pod> From<Vec<T>> for GrowableBuffer<T> {
    fn from(values: Vec<T>) -> Self {
        GrowableBuffer {
            storage: Storage::Short(values),
        }
    }
}

impl<T: bytemuck::Pod> Deref for GrowableBuffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match &self.storage {
            Storage::Short(values) => values,
            // A mapping starts at a page boundary, which aligns any number.
            Storage::Long(map, len, _) => bytemuck::cast_slice(&map[..len * size_of::<T>()]),
        }
    }
}

impl<T> fmt::Debug for GrowableBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.storage {
            Storage::Short(values) => write!(f, "GrowableBuffer({})", values.len()),
            Storage::Long(_, len, _) => write!(f, "GrowableBuffer({len} in memory of their own)"),
        }
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
        let mut buffer = GrowableBuffer::from(values);
        buffer.extend(&[2; 100]);
        assert_eq!(buffer.as_ptr(), address);
        assert_eq!((buffer.len(), buffer[OWN]), (OWN + 100, 2));
    }

    proptest! {
        #[test]
        fn what_is_put_in_comes_out(
            expected in 0..400_000_usize,
            parts in prop::collection::vec((0..90_000_usize, any::<u64>()), 0..8),
        ) {
            let (mut room, mut plain) = (GrowableBuffer::expecting(expected), Vec::new());
            for (count, value) in parts {
                let part = vec![value; count];
                room.extend(&part);
                plain.extend(part);
                prop_assert!(*room == plain[..]);
            }
        }
    }
}
