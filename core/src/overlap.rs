//! Relative sizes of collections that can only be queried (Bharat and Broder 1998; IIR 19.5).
//!
//! *Sampling* draws documents from each collection through its search alone ([`Sampler`]). *Checking* asks
//! whether a drawn document is in another collection: a query of its rarest words, and a near-duplicate test
//! on what comes back ([`Checker`]). The *estimate* needs no size: from |A∩B| = |A|·Pr(in B | in A) =
//! |B|·Pr(in A | in B) follows |A|/|B| = Pr(in A | in B) / Pr(in B | in A) ([`Ratio`]); more than two
//! collections are reconciled by least squares ([`sizes`]). Where the documents of both sides are at hand,
//! the truth is known ([`presence`]), and [`measure()`] shows in which step an estimate departs from it.
//!
//! No file, process or index is touched here: collections are seen through [`Searchable`].

mod checker;
mod collections;
mod measure;
mod measurement;
mod ratio;
mod sampler;
mod searchable;
mod share;
pub mod sizes;
mod steps;
mod trials;
mod truth;
mod vocabulary;

pub use checker::{Checked, Checker, CheckerConfig, check};
pub use collections::Collections;
pub use measure::{OverlapConfig, measure};
pub use measurement::{
    ByChecker, Measurement, PairEstimate, SamplerResults, SideSample, Size, Step,
};
pub use ratio::{Ratio, samples_for};
pub use sampler::{Reach, Sample, SampleConfig, Sampler, sample};
pub use searchable::{Document, Match, QueryAnswer, QueryError, Searchable};
pub use share::Share;
pub use trials::{Trial, trials};
pub use truth::presence;
pub use vocabulary::{Lexicon, Vocabulary};
