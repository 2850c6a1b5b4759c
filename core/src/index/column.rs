//! Columns: long arrays of fixed-width numbers, in memory or in a mapped file, read as a slice.
//!
//! Large arrays in memory use huge pages where the system supports them. With 4 KB pages, tens of megabytes cause one
//! page fault per page, which took a tenth of the whole run on 10,000 documents.

use std::marker::PhantomData;
use std::ops::Deref;

use memmap2::Mmap;

/// Minimum size in bytes of an array in memory that uses huge pages.
const MIN_HUGE: usize = 1 << 20;

/// An array of numbers in memory or mapped from a file.
#[derive(Debug)]
pub enum Column<T> {
    /// A vector in memory.
    Memory(Vec<T>),
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

    /// Appends numbers to an array in memory.
    pub fn extend(&mut self, appended: &[T]) {
        if let Column::Memory(values) = self {
            let before = values.capacity();
            values.extend_from_slice(appended);
            if values.capacity() > before {
                use_huge_pages(values);
            }
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
    /// They are read again on the next access, usually from the page cache. Has no effect on numbers in
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

/// Requests huge pages for the memory of a large array. Only a hint: the system may use small pages.
#[cfg_attr(not(target_os = "linux"), expect(unused_variables))]
fn use_huge_pages<T>(values: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        let bytes = values.capacity() * size_of::<T>();
        let start = values.as_mut_ptr().cast::<libc::c_void>();
        let before_page = start.align_offset(4096);
        if bytes >= MIN_HUGE {
            // SAFETY: the advice is about the pages of the vector's own memory and leaves their content as it is.
            unsafe {
                let start = start.byte_add(before_page);
                libc::madvise(start, bytes - before_page, libc::MADV_HUGEPAGE);
            }
        }
    }
}

impl<T: bytemuck::Pod> Deref for Column<T> {
    type Target = [T];

    // A mapping starts at a page boundary, which aligns any number.
    fn deref(&self) -> &[T] {
        match self {
            Column::Memory(values) => values,
            // `mapped` has checked the length.
            Column::Mapped(map, _) => bytemuck::cast_slice(map),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_column_contains_the_appended_numbers(
            parts in prop::collection::vec((0..90_000_usize, any::<u64>()), 0..8),
        ) {
            let (mut column, mut plain) = (Column::Memory(Vec::new()), Vec::new());
            for (count, value) in parts {
                let part = vec![value; count];
                column.extend(&part);
                plain.extend(part);
                prop_assert!(*column == plain[..]);
            }
        }
    }
}
