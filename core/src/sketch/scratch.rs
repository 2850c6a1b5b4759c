//! Reusable buffers for sketching, and what one value of a sketch comes from.

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
    pub(super) unpacked: Vec<u32>,
}

/// How one value of a sketch comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Minimum {
    /// The whole value; a packed sketch keeps its lowest bits.
    pub value: u32,
    /// Index of the element it is the value of: the first that attains the minimum.
    pub element: usize,
    /// The bin that kept it: the position itself, or with `oph` the one it was borrowed from.
    pub bin: usize,
    /// `fss`: the round, from 0, that filled the position. `superminhash`: the step, from 0, of the
    /// element's shuffle that reached it. `oph`, `minhash`: 0.
    pub step: usize,
}
