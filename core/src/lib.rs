//! Near-duplicate documents: all parts of shinglescope that do not depend on a terminal.
//!
//! Data flows one way through the modules. [`base`] and [`settings`] hold shared types. [`corpus`] reads documents,
//! [`text`] splits them into terms and shingles, [`sketch`] computes min-hash sketches, and [`similarity`] the figures
//! of a pair. [`index`] holds the documents in memory and on disk, with their full text. [`candidates`] generates
//! candidate pairs and verifies them; [`cluster`] builds clusters from pairs. [`mask`] excludes text from the
//! comparison, [`evidence`] measures how much of one document occurs in another. [`review`] has the decisions of
//! people. [`mirrors`] finds hosts with the same pages, [`overlap`] estimates relative sizes of collections from
//! searches. [`config`] has everything that decides the figures, and the table of its settings. `worker` (feature
//! `tables`) has the steps of the pair search as functions of Arrow streams, for engines that distribute work over
//! machines. [`lab`] measures methods, sketches and settings against exact results and labels, and [`plot`] turns its
//! results into plots. [`lecture`] teaches all of it in stages. [`report`] has the formats of results, [`provenance`]
//! the origin of a result, and [`html_report`] the page for other readers. [`engine`] owns threads, cancellation and
//! progress. [`typeset`] lays out text in terminal cells, and [`synth`] generates corpora.

pub mod base;
pub mod candidates;
pub mod cluster;
pub mod config;
pub mod corpus;
pub mod engine;
pub mod evidence;
pub mod figures;
pub mod filter;
pub mod html_report;
pub mod index;
pub mod lab;
pub mod lecture;
pub mod mask;
pub mod mirrors;
pub mod overlap;
pub mod plot;
pub mod provenance;
pub mod report;
pub mod review;
pub mod settings;
pub mod similarity;
pub mod sketch;
pub mod synth;
pub mod text;
pub mod typeset;
pub mod worker;
