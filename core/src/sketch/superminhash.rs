//! SuperMinHash (Ertl, "SuperMinHash - A New Minwise Hashing Algorithm for Jaccard Similarity
//! Estimation", 2017, algorithm 3).
//!
//! Each element shuffles the m positions with its own random numbers (Fisher-Yates) and offers the j-th
//! position the number `r + j`, with r uniform in 0..1; a position keeps the minimum. An element thus
//! reaches every position, each at a different step. Once all positions have a number from step a or
//! earlier, later steps cannot improve any of them, and further elements stop after step a. A histogram
//! of the steps determines a.
//!
//! *Cost*: about m steps for each of the first elements, few for later ones: `s + m ln² m` steps for s
//! elements. Slow for short documents: each of the first elements takes as many steps as min-hash
//! computes values, and a step is more expensive. *Error*: never greater than with min-hash; about half the
//! variance for sets smaller than the sketch ([`super::theory`]). *Known weakness*: the slowest of all
//! kinds; positions are dependent, so the banding curve `1 - (1 - J^r)^b` is only a close approximation.

use super::bins;
use super::bins::{Minimum, SketchScratch};
use crate::text::shingles::mix;

/// A seeded family of shuffles.
#[derive(Clone, Debug)]
pub struct SuperMinHash {
    positions: usize,
    key: u64,
}

impl SuperMinHash {
    /// Creates sketches with `positions` values from `seed`; identical on every platform.
    pub fn new(positions: usize, seed: u64) -> Self {
        SuperMinHash {
            positions,
            key: mix(seed ^ 0x736d_6873),
        }
    }

    /// Appends the sketch of a document with at least one element to `out`, at least one value.
    pub fn sketch(&self, elements: &[u64], scratch: &mut SketchScratch, out: &mut Vec<u32>) {
        let last = self.positions - 1;
        let least = bins::empty(&mut scratch.least, self.positions);
        let steps = &mut scratch.steps;
        // Histogram of the steps; empty positions count as the last step.
        steps.clear();
        steps.resize(self.positions, 0);
        steps[last] = self.positions as u32;
        let mut highest = last;
        let mut shuffle = Shuffle::new(&mut scratch.shuffle, self.positions);
        for &element in elements {
            shuffle.begin(self.start(element));
            let mut step = 0;
            while step <= highest {
                let (position, offered) = shuffle.next(step);
                let current = least[position];
                if offered < current {
                    least[position] = offered;
                    let old_step = step_of(current).min(last);
                    if step < old_step {
                        steps[old_step] -= 1;
                        steps[step] += 1;
                        while steps[highest] == 0 {
                            highest -= 1;
                        }
                    }
                }
                step += 1;
            }
        }
        bins::fold_all(least, out);
    }

    /// The value at `position`, the element that attains it and the step of its shuffle, computed
    /// directly from the definition; `None` for a document without elements.
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        let mut places = Vec::new();
        let mut shuffle = Shuffle::new(&mut places, self.positions);
        let offers = elements.iter().enumerate().map(|(at, &element)| {
            shuffle.begin(self.start(element));
            let mut steps = (0..self.positions).map(|step| shuffle.next(step));
            let reached = steps.find(|(reached, _)| *reached == position);
            (reached.map_or(bins::FREE, |(_, offered)| offered), at)
        });
        let (least, element) = offers.min()?;
        Some(Minimum {
            value: bins::fold(least, position),
            element,
            bin: position,
            step: step_of(least),
        })
    }

    #[inline]
    fn start(&self, element: u64) -> u64 {
        mix(element ^ self.key)
    }
}

/// The step at which a number was offered.
#[inline]
fn step_of(offered: u64) -> usize {
    (offered >> 32) as usize
}

/// Incremental Fisher-Yates shuffle of the positions, for one element after another.
struct Shuffle<'a> {
    /// For each place, the turn in which it was last modified (one turn per element, upper 32 bits) and
    /// its position since then. A place that was not yet modified in this turn contains its own index, so a
    /// new turn needs no initialisation.
    places: &'a mut [u64],
    turn: u64,
    start: u64,
}

impl<'a> Shuffle<'a> {
    fn new(places: &'a mut Vec<u64>, positions: usize) -> Self {
        places.clear();
        places.resize(positions, 0);
        Shuffle {
            places,
            turn: 0,
            start: 0,
        }
    }

    #[inline]
    fn begin(&mut self, start: u64) {
        self.turn += 1;
        self.start = start;
    }

    /// The position at place `step` and the number offered to it: the step, then 32 random bits. Steps
    /// must be taken in order from 0.
    #[inline]
    fn next(&mut self, step: usize) -> (usize, u64) {
        let random = bins::stream(self.start, step as u64);
        let other = step + bins::below(random >> 32, self.places.len() - step);
        let turn = self.turn << 32;
        let at = |position: usize| {
            let entry = self.places[position];
            if entry >= turn {
                entry
            } else {
                turn | position as u64
            }
        };
        let (step_entry, other_entry) = (at(step), at(other));
        self.places[other] = step_entry;
        self.places[step] = other_entry;
        let position = other_entry as u32 as usize;
        (position, (step as u64) << 32 | random & 0xffff_ffff)
    }
}
