//! A long run of fixed-width numbers that may lie in memory or in a mapped file; readers see a slice.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::Mmap;

/// Numbers in memory or mapped from a file, read as one slice.
pub enum Words<T> {
    /// In memory.
    Memory(Vec<T>),
    /// A mapped file whose bytes are the numbers, little-endian.
    Mapped(Mmap, PhantomData<T>),
}

impl<T: bytemuck::Pod> Words<T> {
    /// The numbers of a mapped file. `None` where its length is no multiple of the number's width.
    #[must_use]
    pub fn mapped(map: Mmap) -> Option<Self> {
        bytemuck::try_cast_slice::<u8, T>(&map)
            .is_ok()
            .then_some(())?;
        Some(Words::Mapped(map, PhantomData))
    }
}

impl<T: bytemuck::Pod> Deref for Words<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        match self {
            Words::Memory(values) => values,
            // `mapped` has made sure of length; a map begins at a page, which aligns any number.
            Words::Mapped(map, _) => bytemuck::cast_slice(map),
        }
    }
}

impl<T: bytemuck::Pod> From<Vec<T>> for Words<T> {
    fn from(values: Vec<T>) -> Self {
        Words::Memory(values)
    }
}

impl<T> fmt::Debug for Words<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Words::Memory(values) => write!(f, "Words({} in memory)", values.len()),
            Words::Mapped(map, _) => write!(f, "Words({} bytes mapped)", map.len()),
        }
    }
}
