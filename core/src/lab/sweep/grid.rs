//! The grid of settings of a sweep: the Cartesian product of its lists.

use std::sync::Arc;

use anyhow::ensure;
use serde::{Deserialize, Serialize};

use crate::base::units;
use crate::lab::AreaEstimate;
use crate::settings::{Sketching, Unit};
use crate::similarity::Measure;

/// Values of each setting; the sweep covers their Cartesian product.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Units of a shingle.
    pub units: Vec<Unit>,
    /// Units per shingle, ascending.
    pub ks: Vec<usize>,
    /// Sets (false), bags (true), or both.
    pub bags: Vec<bool>,
    /// Similarity measures that the thresholds apply to.
    pub measures: Vec<Measure>,
    /// Thresholds, ascending, 0..=1.
    pub thresholds: Vec<f64>,
}

/// A setting without its threshold; the rows of one block are computed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingBlock {
    /// Unit of a shingle.
    pub unit: Unit,
    /// Units per shingle.
    pub k: usize,
    /// Bags instead of sets.
    pub bag: bool,
    /// Similarity measure that the thresholds apply to.
    pub measure: Measure,
}

/// A block with the area under the ROC curve over the labelled pairs, and its estimate from a sample.
pub type BlockArea = (SettingBlock, f64, Option<Arc<AreaEstimate>>);

/// The block with the greatest area; the first one if several are equal.
pub fn greatest(areas: &[BlockArea]) -> Option<&BlockArea> {
    areas.iter().rev().max_by(|x, y| x.1.total_cmp(&y.1))
}

/// Returns the 95 % interval of the greatest area minus the area of `block`; `None` if there are too few labels, and
/// for the greatest area itself.
pub fn behind(areas: &[BlockArea], block: &BlockArea) -> Option<(f64, f64)> {
    let best = greatest(areas)?.2.as_ref()?;
    best.difference(block.2.as_ref()?)
}

impl Grid {
    /// The varied values, by name of the setting.
    pub fn varied(&self) -> serde_json::Value {
        let names = |measures: &[Measure]| -> Vec<&str> {
            measures.iter().map(|measure| measure.name()).collect()
        };
        serde_json::json!({
            "unit": self.units.iter().map(|unit| unit.name()).collect::<Vec<_>>(),
            "k": self.ks,
            "bag": self.bags,
            "measure": names(&self.measures),
            "threshold": self.thresholds,
        })
    }

    /// Returns a sentence about the greatest area under the ROC curve: the block, whether its k is at an end of the
    /// grid, and for which other blocks the 95 % interval of the difference contains zero, the greatest areas first.
    pub fn greatest_area(&self, areas: &[BlockArea]) -> Option<String> {
        let (block, area, estimate) = greatest(areas)?;
        let ends = [self.ks.first(), self.ks.last()];
        let is_end = self.ks.len() > 1 && ends.contains(&Some(&block.k));
        let end = if is_end {
            " (an end of this grid: a wider one may have a better k)"
        } else {
            ""
        };
        let mut sentence = format!(
            "over all thresholds {}{end} orders the labelled pairs best: area under ROC {}",
            self.name(block),
            units::share(*area)
        );
        let mut as_good: Vec<_> = areas.iter().filter(|other| other.0 != *block).collect();
        let others = as_good.len();
        if estimate.as_ref().is_some_and(|e| e.interval.is_some()) {
            as_good.retain(|other| behind(areas, other).is_none_or(|behind| behind.0 <= 0.0));
            as_good.sort_by(|x, y| y.1.total_cmp(&x.1));
            let names = as_good.iter().take(3).map(|other| self.name(&other.0));
            let names = names.collect::<Vec<_>>().join(", ");
            sentence += &match as_good.len() {
                0 if others == 0 => String::new(),
                0 => "; all others are worse (95 %)".to_owned(),
                1..=3 => format!("; {names} may be as good (95 %)"),
                n => format!(
                    "; {names} and {} more of {others} others may be as good (95 %)",
                    n - 3
                ),
            };
        }
        let default = SettingBlock {
            unit: Unit::default(),
            k: Sketching::default().k,
            bag: false,
            measure: Measure::Jaccard,
        };
        if let Some((_, area, _)) = areas
            .iter()
            .find(|(other, ..)| *other == default && default != *block)
        {
            let (name, area) = (self.name(&default), units::share(*area));
            sentence += &format!("; {name}, the default, has {area}");
        }
        if others > 0 {
            sentence += "; the area decides on the setting";
        }
        Some(sentence)
    }

    /// The name of a block: `k 2`, with the other varied settings of the grid.
    pub fn name(&self, block: &SettingBlock) -> String {
        let mut name = format!("k {}", block.k);
        if self.units.len() > 1 {
            name += &format!(" {}", block.unit.nouns().1);
        }
        if self.bags.len() > 1 {
            name += if block.bag { " bags" } else { " sets" };
        }
        if self.measures.len() > 1 {
            name += &format!(" {}", block.measure);
        }
        name
    }

    /// The varied settings, for a caption: `k 1, 2`, then unit, repeats and measure if they differ from the defaults.
    pub fn caption(&self) -> String {
        let ks: Vec<String> = self.ks.iter().map(ToString::to_string).collect();
        let mut parts = vec![format!("k {}", ks.join(", "))];
        let mut add_part = |heading: &str, names: Vec<&str>, default: &str| {
            if names != [default] {
                parts.push(format!("{heading}{}", names.join(", ")));
            }
        };
        let units = self.units.iter().map(|unit| unit.name());
        add_part("unit ", units.collect(), Unit::default().name());
        let repeats = |bag: &bool| if *bag { "bags" } else { "sets" };
        add_part("", self.bags.iter().map(repeats).collect(), "sets");
        let measures = self.measures.iter().map(|measure| measure.name());
        add_part("", measures.collect(), Measure::default().name());
        parts.join("; ")
    }

    /// All blocks in row order: by unit, k, sets or bags, measure, each in the order of its list.
    pub fn blocks(&self) -> Vec<SettingBlock> {
        let mut blocks = Vec::new();
        for &unit in &self.units {
            for &k in &self.ks {
                for &bag in &self.bags {
                    blocks.extend(self.measures.iter().map(|&measure| SettingBlock {
                        unit,
                        k,
                        bag,
                        measure,
                    }));
                }
            }
        }
        blocks
    }

    /// Total number of rows.
    pub fn len(&self) -> usize {
        let shingle_settings = self.units.len() * self.ks.len() * self.bags.len();
        shingle_settings * self.measures.len() * self.thresholds.len()
    }

    /// Whether the grid has no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Validates the grid.
    ///
    /// # Errors
    /// An empty list or a repeated value, k = 0, values that are not ascending, a threshold outside
    /// 0..=1; each as a sentence.
    pub fn check(&self) -> anyhow::Result<()> {
        let lists = [
            ("unit", distinct(&self.units)),
            ("k", distinct(&self.ks)),
            ("choice of sets or bags", distinct(&self.bags)),
            ("measure", distinct(&self.measures)),
            ("threshold", distinct(&self.thresholds)),
        ];
        for (name, (is_present, is_distinct)) in lists {
            ensure!(is_present, "the sweep has no {name}");
            ensure!(is_distinct, "the sweep names one {name} twice");
        }
        ensure!(!self.ks.contains(&0), "k is 0; a shingle has 1 or more");
        ensure!(
            self.ks.is_sorted() && self.thresholds.is_sorted(),
            "the values of a sweep must be in ascending order"
        );
        let outside = self.thresholds.iter().find(|t| !(0.0..=1.0).contains(*t));
        if let Some(outside) = outside {
            anyhow::bail!("a threshold is between 0 and 1, not {outside}");
        }
        Ok(())
    }
}

/// (Whether there are values, whether all are distinct). Cost: O(n²).
fn distinct<T: PartialEq>(values: &[T]) -> (bool, bool) {
    let is_distinct = (1..values.len()).all(|i| !values[..i].contains(&values[i]));
    (!values.is_empty(), is_distinct)
}
