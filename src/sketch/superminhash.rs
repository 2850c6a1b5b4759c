//! SuperMinHash (Ertl, "SuperMinHash - A New Minwise Hashing Algorithm for Jaccard Similarity
//! Estimation", 2017, algorithm 3).
//!
//! Each element shuffles the m positions with random numbers of its own (Fisher, Yates) and offers
//! the j-th in its order the number `r + j`, with r drawn from 0..1; a position keeps the least
//! number it is offered. An element thus reaches every position, but each at another step. Once all
//! positions hold a number of step a or less, nothing offered after step a can be less, and every
//! further element stops there; a histogram of the steps says what a is.
//!
//! *Cost*: about m steps for each of the first elements, few for those after: `s + m ln² m` steps for
//! s elements. Slow for short documents: each of the first elements costs as many steps as min-hash
//! computes values, and a step is dearer. *Error*: never above min-hash's, about half of it squared
//! for sets smaller than the sketch ([`super::theory`]). *Known weakness*: the slowest kind here;
//! positions are not independent of each other, so the curve of a banding, `1 - (1 - J^r)^b`, is a
//! close approximation only.

use super::bins::{self, FREE};
use super::minimum::Minimum;
use super::scratch::Scratch;
use crate::text::shingles::mix;

/// A seeded family of shuffles.
#[derive(Clone, Debug)]
pub struct SuperMinHash {
    positions: usize,
    key: u64,
}

impl SuperMinHash {
    /// Sketches of `positions` values from `seed`: the same on every platform.
    #[must_use]
    pub fn new(positions: usize, seed: u64) -> Self {
        SuperMinHash {
            positions,
            key: mix(seed ^ 0x736d_6873),
        }
    }

    /// The sketch of a document, appended to `out`. Without elements every value is
    /// [`EMPTY`](super::minhash::EMPTY).
    pub fn sketch(&self, elements: &[u64], scratch: &mut Scratch, out: &mut Vec<u32>) {
        if elements.is_empty() || self.positions == 0 {
            out.resize(out.len() + self.positions, super::minhash::EMPTY);
            return;
        }
        let last = self.positions - 1;
        let (least, steps) = (&mut scratch.least, &mut scratch.steps);
        least.clear();
        least.resize(self.positions, FREE);
        // How many positions hold a number of each step; those that hold none count as the last's.
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
                let held = least[position];
                if offered < held {
                    least[position] = offered;
                    let before = step_of(held).min(last);
                    if step < before {
                        steps[before] -= 1;
                        steps[step] += 1;
                        while steps[highest] == 0 {
                            highest -= 1;
                        }
                    }
                }
                step += 1;
            }
        }
        let positions = least.iter().enumerate();
        out.extend(positions.map(|(position, &kept)| bins::fold(kept, position)));
    }

    /// The value at `position`, the element that attains it and the step of its shuffle at which it
    /// does, as the definition has them; `None` for a document without elements.
    #[must_use]
    pub fn minimum(&self, position: usize, elements: &[u64]) -> Option<Minimum> {
        let mut places = Vec::new();
        let mut shuffle = Shuffle::new(&mut places, self.positions);
        let offers = elements.iter().enumerate().map(|(at, &element)| {
            shuffle.begin(self.start(element));
            let mut steps = (0..self.positions).map(|step| shuffle.next(step));
            let reached = steps.find(|(reached, _)| *reached == position);
            (reached.map_or(FREE, |(_, offered)| offered), at)
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

/// The positions in the random order of one element after the other, step by step.
struct Shuffle<'a> {
    /// For each place of the order the turn in which it was last touched (each element has one),
    /// above the position it then held; a place not yet touched in this turn holds its own number.
    /// So a new turn costs nothing.
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

    /// The position at place `step`, and the number it is offered: the step, then 32 random bits.
    /// Steps are taken in order from 0.
    #[inline]
    fn next(&mut self, step: usize) -> (usize, u64) {
        let random = bins::stream(self.start, step as u64);
        let other = step + bins::below(random >> 32, self.places.len() - step);
        let turn = self.turn << 32;
        let at = |place: usize| {
            let held = self.places[place];
            if held >= turn {
                held
            } else {
                turn | place as u64
            }
        };
        let (here, there) = (at(step), at(other));
        self.places[other] = here;
        self.places[step] = there;
        let position = there as u32 as usize;
        (position, (step as u64) << 32 | random & 0xffff_ffff)
    }
}
