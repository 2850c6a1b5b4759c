//! Pairs of documents of a cluster that are drawn at random, without those that are known.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::xxh3_128;

/// Drawn pairs, as pairs of the members that stand for the documents.
pub(super) struct DrawnPairs {
    /// The lesser member first; how often each is drawn, and whether it is known.
    drawn: BTreeMap<(u32, u32), (u64, bool)>,
    /// A bit for the hash of each: most pairs are none of them.
    filter: Vec<u64>,
}

/// Two of `documents` documents, by number, for each number of a draw; `None` where they are one. The hashes of the
/// numbers decide, so that no order of the documents does.
pub(super) fn draw(number: u64, documents: u64) -> Option<(u64, u64)> {
    let hash = xxh3_128(&number.to_le_bytes());
    let scaled = |half: u64| ((u128::from(half) * u128::from(documents)) >> 64) as u64;
    let (a, b) = (scaled(hash as u64), scaled((hash >> 64) as u64));
    (a != b).then_some((a.min(b), a.max(b)))
}

impl DrawnPairs {
    /// Draws `wanted` pairs of the documents of members that represent so many each. Pairs of one member are known.
    pub(super) fn new(weights: &[u64], wanted: u64) -> Self {
        let members = (0_u32..).zip(weights);
        let member_of: Vec<u32> = members
            .flat_map(|(member, weight)| std::iter::repeat_n(member, *weight as usize))
            .collect();
        let documents = member_of.len() as u64;
        let mut drawn = BTreeMap::new();
        for (a, b) in (0..wanted).filter_map(|number| draw(number, documents)) {
            let (i, j) = (member_of[a as usize], member_of[b as usize]);
            if i != j {
                drawn.entry((i, j)).or_insert((0, false)).0 += 1;
            }
        }
        let bits = (16 * drawn.len()).next_power_of_two().max(64);
        let mut filter = vec![0; bits / 64];
        for (i, j) in drawn.keys() {
            let bit = bit(*i, *j, bits);
            filter[bit / 64] |= 1 << (bit % 64);
        }
        DrawnPairs { drawn, filter }
    }

    /// Takes note that a pair of members is known.
    pub(super) fn mark_known(&mut self, i: u32, j: u32) {
        let (i, j) = (i.min(j), i.max(j));
        let bit = bit(i, j, 64 * self.filter.len());
        if self.filter[bit / 64] & (1 << (bit % 64)) != 0
            && let Some((_, is_known)) = self.drawn.get_mut(&(i, j))
        {
            *is_known = true;
        }
    }

    /// The drawn pairs of members that are not known.
    pub(super) fn others(&self) -> Vec<(u32, u32)> {
        let others = self.drawn.iter().filter(|(_, (_, is_known))| !is_known);
        others.map(|(pair, _)| *pair).collect()
    }

    /// How often a pair of members is drawn.
    pub(super) fn times(&self, i: u32, j: u32) -> u64 {
        self.drawn
            .get(&(i.min(j), i.max(j)))
            .map_or(0, |drawn| drawn.0)
    }
}

/// The bit of a pair among so many, a power of two.
fn bit(i: u32, j: u32, bits: usize) -> usize {
    let pair = (u64::from(i) << 32) | u64::from(j);
    (pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & (bits - 1)
}
