//! Room for a long run of numbers that grows at its end.
//!
//! A long run lies in memory of its own, taken from the system in pages as large as it gives: tens of
//! megabytes in pages of 4 KB cost a fault for each, which was a tenth of a whole run over 10,000
//! documents.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::MmapMut;

/// Bytes from which a run has memory of its own.
const OWN: usize = 1 << 20;

/// Numbers in memory, one after the other; readers see a slice.
pub struct GrowableBuffer<T> {
    storage: Storage<T>,
}

enum Storage<T> {
    Short(Vec<T>),
    /// Memory of its own, `len` numbers of which are used.
    Long(MmapMut, usize, PhantomData<T>),
}

impl<T: bytemuck::Pod> GrowableBuffer<T> {
    /// Room set aside for about so many numbers. What is not used costs addresses, no memory.
    #[must_use]
    pub fn expecting(numbers: usize) -> Self {
        let storage = match own(numbers.saturating_mul(size_of::<T>())) {
            Some(map) => Storage::Long(map, 0, PhantomData),
            None => Storage::Short(Vec::new()),
        };
        GrowableBuffer { storage }
    }

    /// Puts numbers at the end.
    pub fn extend(&mut self, more: &[T]) {
        let len = self.len();
        let bytes = (len + more.len()) * size_of::<T>();
        let fits = match &self.storage {
            Storage::Short(_) => bytes < OWN,
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

    /// Moves to memory with room for at least `bytes`; stays where the system has none to give, so
    /// that the vector says so when it grows.
    fn grow(&mut self, bytes: usize) {
        let len = self.len();
        // Twice as much would do; more makes copying rare, and what is not used costs nothing.
        match own(bytes.saturating_mul(8)).or_else(|| own(bytes.saturating_mul(2))) {
            Some(mut map) => {
                bytemuck::cast_slice_mut(&mut map)[..len].copy_from_slice(self);
                self.storage = Storage::Long(map, len, PhantomData);
            }
            None => self.storage = Storage::Short(self.to_vec()),
        }
    }
}

/// Memory for so many bytes, where it is much.
fn own(bytes: usize) -> Option<MmapMut> {
    let map = (bytes >= OWN).then(|| MmapMut::map_anon(bytes).ok())??;
    // A wish: a system without large pages gives small ones.
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
            // A map begins at a page, which aligns any number.
            Storage::Long(map, len, _) => bytemuck::cast_slice(&map[..len * size_of::<T>()]),
        }
    }
}

impl<T> fmt::Debug for GrowableBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.storage {
            Storage::Short(values) => write!(f, "Room({})", values.len()),
            Storage::Long(_, len, _) => write!(f, "Room({len} in memory of their own)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
