//! Columns: long arrays of fixed-width numbers, in memory or in a mapped file, read as a slice.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::Mmap;

use super::GrowableBuffer;

/// An array of numbers in memory or mapped from a file.
pub enum Column<T> {
    /// In memory.
    Memory(GrowableBuffer<T>),
    /// A mapped file with the numbers in little-endian order.
    Mapped(Mmap, PhantomData<T>),
}

impl<T: bytemuck::Pod> Column<T> {
    /// Wraps a mapped file. The mapping must be read-only, because [`Column::release`] would lose data
    /// written to it. `None` if the length is not a multiple of the number's width.
    pub fn mapped(map: Mmap) -> Option<Self> {
        bytemuck::try_cast_slice::<u8, T>(&map)
            .is_ok()
            .then_some(())?;
        Some(Column::Mapped(map, PhantomData))
    }

    /// The same numbers in memory, where no other process can change them.
    pub fn in_memory(self) -> Self {
        match self {
            Column::Memory(_) => self,
            Column::Mapped(..) => Column::from(self.to_vec()),
        }
    }

    /// Bytes in a mapped file.
    pub fn mapped_bytes(&self) -> usize {
        match self {
            Column::Memory(_) => 0,
            Column::Mapped(map, _) => map.len(),
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

impl<T: bytemuck::Pod> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Column::Memory(values) => values,
            // `mapped` has checked the length; a mapping starts at a page boundary, which aligns any
            // number.
            Column::Mapped(map, _) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: bytemuck::Pod> From<Vec<T>> for Column<T> {
    fn from(values: Vec<T>) -> Self {
        Column::Memory(values.into())
    }
}

impl<T: bytemuck::Pod> From<GrowableBuffer<T>> for Column<T> {
    fn from(values: GrowableBuffer<T>) -> Self {
        Column::Memory(values)
    }
}

impl<T: bytemuck::Pod> fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Column::Memory(values) => write!(f, "Column({} in memory)", values.len()),
            Column::Mapped(map, _) => write!(f, "Column({} bytes mapped)", map.len()),
        }
    }
}
