//! Seeds: equal runs of terms in two documents, found from shared sequences of a few terms.

use crate::similarity::passages::Passage;

/// A seed with at most this number of pairs of positions is extended at all of them. A more frequent seed is paired
/// position by position in reading order, so that the work is linear in the lengths.
const MAX_PAIRS: u64 = 64;

/// (diagonal, left, whether the seed is rare): a seed at `left` in one document and at `left + diagonal` in the other.
type Hit = (i64, u32, bool);

/// Returns the equal runs of `seed` or more terms, ordered by left, then right position. They are extended while the
/// terms are equal; a run that consists only of frequent seeds (see [`MAX_PAIRS`]) ends where the pairing ends.
///
/// At most `8 (n + m)` runs for documents of n and m terms, since a seed of l × r ≤ 64 places has at most
/// 8 max(l, r) pairs.
pub(super) fn runs(left: &[u64], right: &[u64], seed: usize) -> Vec<Passage> {
    let mut hits = hits(left, right, seed);
    hits.sort_unstable();
    let mut runs: Vec<Passage> = Vec::new();
    // The run that grows: its diagonal, start and end in the left document.
    let mut open: Option<(i64, usize, usize)> = None;
    for (diagonal, at, is_rare) in hits {
        let at = at as usize;
        let mut from = at;
        let mut until = at + seed;
        let covered = match open {
            Some((d, _, end)) if d == diagonal => end,
            _ => 0,
        };
        if until <= covered {
            continue;
        }
        let right_index = |i: usize| (i as i64 + diagonal) as usize;
        if is_rare {
            while from > covered
                && right_index(from) > 0
                && left[from - 1] == right[right_index(from) - 1]
            {
                from -= 1;
            }
            while until < left.len()
                && right_index(until) < right.len()
                && left[until] == right[right_index(until)]
            {
                until += 1;
            }
        }
        match &mut open {
            Some((d, _, end)) if *d == diagonal && from <= *end => *end = until,
            _ => {
                runs.extend(open.map(run));
                open = Some((diagonal, from, until));
            }
        }
    }
    runs.extend(open.map(run));
    runs.sort_unstable();
    runs
}

fn run((diagonal, from, until): (i64, usize, usize)) -> Passage {
    Passage {
        left: from as u32,
        right: (from as i64 + diagonal) as u32,
        length: (until - from) as u32,
    }
}

/// A sequence of terms of the left document.
struct Sequence {
    hash: u64,
    first: u32,
    last: u32,
    left: u32,
    right: u32,
    /// The left place that the next right place is paired with, for a frequent sequence.
    next: u32,
}

const NONE: u32 = u32::MAX;

/// Returns every pair of places of a rare seed, and one pair for each place of a frequent seed.
fn hits(left: &[u64], right: &[u64], seed: usize) -> Vec<Hit> {
    let places = left.len() + 1 - seed;
    let size = (places * 2).next_power_of_two();
    let mut table = vec![NONE; size];
    let slot = |hash: u64| (hash >> 20) as usize & (size - 1);
    let mut sequences: Vec<Sequence> = Vec::with_capacity(places);
    // The next left place of the same sequence.
    let mut next = vec![NONE; places];
    for (at, terms) in left.windows(seed).enumerate() {
        let hash = hash(terms);
        let mut slot = slot(hash);
        let at = at as u32;
        loop {
            match table[slot] {
                NONE => {
                    table[slot] = sequences.len() as u32;
                    sequences.push(Sequence {
                        hash,
                        first: at,
                        last: at,
                        left: 1,
                        right: 0,
                        next: NONE,
                    });
                    break;
                }
                number if sequences[number as usize].hash == hash => {
                    let sequence = &mut sequences[number as usize];
                    next[sequence.last as usize] = at;
                    sequence.last = at;
                    sequence.left += 1;
                    break;
                }
                _ => slot = (slot + 1) & (size - 1),
            }
        }
    }
    // Places in the right document of sequences that the left document has.
    let mut matches: Vec<(u32, u32)> = Vec::new();
    for (at, terms) in right.windows(seed).enumerate() {
        let hash = hash(terms);
        let mut slot = slot(hash);
        loop {
            match table[slot] {
                NONE => break,
                number if sequences[number as usize].hash == hash => {
                    sequences[number as usize].right += 1;
                    matches.push((at as u32, number));
                    break;
                }
                _ => slot = (slot + 1) & (size - 1),
            }
        }
    }
    let mut hits: Vec<Hit> = Vec::with_capacity(matches.len());
    let mut hit = |i: u32, j: u32, is_rare: bool| {
        let (l, r) = (i as usize, j as usize);
        // Hashes of different terms may be equal.
        if left[l..l + seed] == right[r..r + seed] {
            hits.push((i64::from(j) - i64::from(i), i, is_rare));
        }
    };
    for &(j, number) in &matches {
        let sequence = &mut sequences[number as usize];
        if u64::from(sequence.left) * u64::from(sequence.right) <= MAX_PAIRS {
            let mut i = sequence.first;
            while i != NONE {
                hit(i, j, true);
                i = next[i as usize];
            }
        } else {
            let i = match sequence.next {
                NONE => sequence.first,
                i => i,
            };
            sequence.next = next[i as usize];
            hit(i, j, false);
        }
    }
    // If a frequent seed has more left than right places, the remaining left places are paired again with the right
    // places, from the first one.
    let mut all_right: Vec<(u32, u32)> = matches
        .into_iter()
        .filter(|(_, number)| {
            let s = &sequences[*number as usize];
            s.left > s.right && u64::from(s.left) * u64::from(s.right) > MAX_PAIRS
        })
        .map(|(j, number)| (number, j))
        .collect();
    all_right.sort_unstable();
    for right_places in all_right.chunk_by(|x, y| x.0 == y.0) {
        let sequence = &sequences[right_places[0].0 as usize];
        let mut i = sequence.first;
        for rank in 0..sequence.left as usize {
            if rank >= right_places.len() {
                hit(i, right_places[rank % right_places.len()].1, false);
            }
            i = next[i as usize];
        }
    }
    hits
}

fn hash(terms: &[u64]) -> u64 {
    terms.iter().fold(0x9e37_79b9_7f4a_7c15, |hash, term| {
        (hash.rotate_left(29) ^ term).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    })
}
