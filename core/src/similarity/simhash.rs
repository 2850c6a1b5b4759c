//! SimHash fingerprints (Charikar 2002; Manku, Jain, Das Sarma 2007): 64 bits, each the sign of a sum
//! over the document's terms, so that similar texts differ in few bits.

/// 64-bit SimHash of a document's terms, weighted by frequency. Bit i is set if more than half of the
/// occurrences have bit i set in their hash.
pub fn simhash(terms: &[u64]) -> u64 {
    let set = votes(terms);
    let half = terms.len() as u64;
    let bits = set
        .iter()
        .enumerate()
        .filter(|(_, count)| u64::from(**count) * 2 > half);
    bits.fold(0, |fingerprint, (bit, _)| fingerprint | 1 << bit)
}

/// Returns for each bit, from the lowest, the number of `terms` with this bit set; the others vote against it.
pub fn votes(terms: &[u64]) -> [u32; 64] {
    let mut set = [0_u32; 64];
    for &term in terms {
        for (bit, count) in set.iter_mut().enumerate() {
            *count += (term >> bit & 1) as u32;
        }
    }
    set
}

/// Hamming distance of two fingerprints, 0..=64.
pub fn distance(a: u64, b: u64) -> u32 {
    (a ^ b).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_term_is_its_own_fingerprint() {
        assert_eq!(simhash(&[0xdead_beef]), 0xdead_beef);
        assert_eq!(simhash(&[]), 0);
    }
}
