//! Relative sizes of collections, estimated only from searches (Bharat and Broder 1998; IIR 19.5).
//!
//! *Sampling* draws documents from each collection only through its search ([`Sampler`]). *Checking* tests whether a
//! drawn document is in another collection: a query of its rarest words, and a near-duplicate test on the hits. The
//! *estimate* needs no size: from |A∩B| = |A|·Pr(in B | in A) = |B|·Pr(in A | in B) follows |A|/|B| = Pr(in A | in B) /
//! Pr(in B | in A) ([`Ratio`]); more than two collections are reconciled by least squares (`ratio`). Since all
//! documents can be listed here, the truth is known ([`Collections`]), and [`measure()`] shows in which step an
//! estimate deviates from it.
//!
//! Each collection has its own full-text index in memory ([`IndexedCollection`]).

mod collections;
mod indexed_collection;
mod measure;
mod ratio;
mod sampler;

pub use collections::Collections;
pub use indexed_collection::{DocumentText, IndexedCollection, SharedVocabulary, Vocabulary};
pub use measure::{
    EstimateStep, Measurement, PairEstimate, SamplerResults, SideSample, Size, measure,
};
pub use ratio::{Ratio, Share};
pub use sampler::{OverlapConfig, Sampler};
