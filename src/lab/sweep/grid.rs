//! The settings of a sweep: every one with every other.

use anyhow::ensure;

use crate::settings::{SketchKind, Unit};
use crate::similarity::Measure;

/// The settings to try, every one with every other.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// What a shingle has k of.
    pub units: Vec<Unit>,
    /// Units in a shingle, rising.
    pub ks: Vec<usize>,
    /// Sets, bags, or both.
    pub bags: Vec<bool>,
    /// What the threshold is held against.
    pub measures: Vec<Measure>,
    /// `None`: every pair there is. `Some`: the pairs that LSH finds with sketches of this kind.
    pub sketches: Vec<Option<SketchKind>>,
    /// Thresholds, rising.
    pub thresholds: Vec<f64>,
}

/// Everything about a setting but its threshold: rows of one block are made together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// What a shingle has k of.
    pub unit: Unit,
    /// Units in a shingle.
    pub k: usize,
    /// Bags instead of sets.
    pub bag: bool,
    /// What the threshold is held against.
    pub measure: Measure,
    /// LSH with these sketches; every pair there is, where none.
    pub sketch: Option<SketchKind>,
}

impl Grid {
    /// All blocks in the order of the rows: by unit, then k, sets before bags as given, measure,
    /// sketch.
    #[must_use]
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for &unit in &self.units {
            for &k in &self.ks {
                for &bag in &self.bags {
                    for &measure in &self.measures {
                        blocks.extend(self.sketches.iter().map(|&sketch| Block {
                            unit,
                            k,
                            bag,
                            measure,
                            sketch,
                        }));
                    }
                }
            }
        }
        blocks
    }

    /// Rows in all.
    #[must_use]
    pub fn len(&self) -> usize {
        let lists = [self.units.len(), self.ks.len(), self.bags.len()];
        let of_blocks = self.measures.len() * self.sketches.len();
        lists.iter().product::<usize>() * of_blocks * self.thresholds.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a sweep can be made of it.
    ///
    /// # Errors
    /// A list without values or with one twice, a k of 0, thresholds that do not rise or lie outside
    /// 0..=1; each in a sentence.
    pub fn check(&self) -> anyhow::Result<()> {
        let each = [
            ("unit", distinct(&self.units)),
            ("k", distinct(&self.ks)),
            ("choice of sets or bags", distinct(&self.bags)),
            ("measure", distinct(&self.measures)),
            ("sketch", distinct(&self.sketches)),
            ("threshold", distinct(&self.thresholds)),
        ];
        for (what, (any, once)) in each {
            ensure!(any, "the sweep has no {what}");
            ensure!(once, "the sweep names one {what} twice");
        }
        ensure!(!self.ks.contains(&0), "k is 0; a shingle has 1 or more");
        ensure!(
            self.ks.is_sorted() && self.thresholds.is_sorted(),
            "the values of a sweep rise"
        );
        let outside = self.thresholds.iter().find(|t| !(0.0..=1.0).contains(*t));
        if let Some(outside) = outside {
            anyhow::bail!("a threshold lies between 0 and 1, not at {outside}");
        }
        Ok(())
    }
}

/// Whether there is any, and whether each stands once.
fn distinct<T: PartialEq>(values: &[T]) -> (bool, bool) {
    let once = (1..values.len()).all(|i| !values[..i].contains(&values[i]));
    (!values.is_empty(), once)
}
