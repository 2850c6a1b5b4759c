//! A long run of fixed-width numbers that may lie in memory or in a mapped file; readers see a slice.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::Mmap;

use super::GrowableBuffer;

/// Numbers in memory or mapped from a file, read as one slice.
pub enum Column<T> {
    /// In memory.
    Memory(GrowableBuffer<T>),
    /// A mapped file whose bytes are the numbers, little-endian.
    Mapped(Mmap, PhantomData<T>),
}

impl<T: bytemuck::Pod> Column<T> {
    /// The numbers of a mapped file, which is mapped for reading only: what [`Column::release`] does
    /// would lose what was written into a map. `None` where its length is no multiple of the
    /// number's width.
    #[must_use]
    pub fn mapped(map: Mmap) -> Option<Self> {
        bytemuck::try_cast_slice::<u8, T>(&map)
            .is_ok()
            .then_some(())?;
        Some(Column::Mapped(map, PhantomData))
    }

    /// Bytes that lie in a mapped file rather than in memory.
    #[must_use]
    pub fn mapped_bytes(&self) -> usize {
        match self {
            Column::Memory(_) => 0,
            Column::Mapped(map, _) => map.len(),
        }
    }

    /// Hands the pages of a mapped file that were read so far back to the system, which counts them
    /// as this process's memory until then. The numbers are read from the file again when they are
    /// next asked for, most often from the system's cache. Does nothing for numbers in memory.
    pub fn release(&self) {
        #[cfg(unix)]
        if let Column::Mapped(map, _) = self {
            // SAFETY: the advice is unsound for memory whose content exists nowhere else, because it
            // reads as zeros afterwards. This is a shared map of a file, made for reading only
            // (`Mmap` cannot be written to): a page given back is filled from the same file by the
            // next access, on whatever thread, so slices handed out keep their values.
            // A system that refuses has lost nothing either.
            let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
        }
    }
}

impl<T: bytemuck::Pod> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Column::Memory(values) => values,
            // `mapped` has made sure of length; a map begins at a page, which aligns any number.
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
            Column::Memory(values) => write!(f, "Words({} in memory)", values.len()),
            Column::Mapped(map, _) => write!(f, "Words({} bytes mapped)", map.len()),
        }
    }
}
