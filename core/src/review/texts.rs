//! Which texts of a journal are the same, without a collection.

use std::collections::HashMap;

use super::digest::Digest;
use super::thing::TextRef;
use super::{Act, Journal};

/// A checksum with what it is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    Text(Digest),
    Source(Digest),
}

/// The texts of some acts in groups. Two are in one group if their normalised texts are equal, or the bytes they
/// were read from, and if a chain of such texts joins them. People who judged the same files under other settings
/// are so compared.
#[derive(Default)]
pub struct Texts {
    numbers: HashMap<Mark, u32>,
    /// Union-find forest over the numbers.
    parents: Vec<u32>,
}

impl Texts {
    /// The texts of a journal.
    #[must_use]
    pub fn of(journal: &Journal) -> Self {
        Self::of_acts(journal.acts.iter().map(|line| &line.act))
    }

    fn of_acts<'a>(acts: impl Iterator<Item = &'a Act>) -> Self {
        let mut texts = Texts::default();
        for act in acts {
            for text in act.thing.texts() {
                let a = texts.number(Mark::Text(text.text));
                let b = texts.number(Mark::Source(text.source));
                let (a, b) = (texts.root(a), texts.root(b));
                texts.parents[a.max(b) as usize] = a.min(b);
            }
        }
        texts
    }

    fn number(&mut self, mark: Mark) -> u32 {
        let next = self.parents.len() as u32;
        let number = *self.numbers.entry(mark).or_insert(next);
        if number == next {
            self.parents.push(next);
        }
        number
    }

    fn root(&self, mut number: u32) -> u32 {
        while self.parents[number as usize] != number {
            number = self.parents[number as usize];
        }
        number
    }

    /// The group of a text of these acts; texts of no act are all in one group of their own.
    #[must_use]
    pub fn group(&self, text: &TextRef) -> u32 {
        let known = self.numbers.get(&Mark::Text(text.text));
        known.map_or(u32::MAX, |number| self.root(*number))
    }
}
