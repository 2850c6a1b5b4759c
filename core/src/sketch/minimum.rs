//! What a value of a sketch comes from, computed from the definition of its kind: the truth for tests,
//! and what a lecture shows of one value.

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
