//! Reusable buffers for sketching.

/// Scratch buffers. Each kind of sketch clears the buffers that it uses.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Min-hash: the 32 bits of each element that are permuted.
    pub(super) values: Vec<u32>,
    /// Min-hash: the minima, padded to the kernel width.
    pub(super) minima: Vec<u32>,
    /// Other kinds: content of each bin.
    pub(super) least: Vec<u64>,
    /// SuperMinHash: shuffle of the current element.
    pub(super) shuffle: Vec<u64>,
    /// SuperMinHash: number of positions whose value is from each step.
    pub(super) steps: Vec<u32>,
    /// The 32-bit values of a sketch before packing.
    pub(super) whole: Vec<u32>,
}
