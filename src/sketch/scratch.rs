//! Buffers that sketching one document after another uses again.

/// Empty at first; every kind of sketch clears what it uses of it before it begins.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Min-hash: the 32 bits of each element that are permuted.
    pub(super) values: Vec<u32>,
    /// Min-hash: the minima, padded to the width of the kernels.
    pub(super) minima: Vec<u32>,
    /// The other kinds: what each bin has kept.
    pub(super) least: Vec<u64>,
    /// SuperMinHash: the shuffle of one element after the other.
    pub(super) shuffle: Vec<u64>,
    /// SuperMinHash: how many bins have kept something of each step.
    pub(super) steps: Vec<u32>,
    /// The whole values of a sketch that is then packed.
    pub(super) whole: Vec<u32>,
}
