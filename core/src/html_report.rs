//! The report: a self-contained web page for people who do not have this program.
//!
//! [`report()`] answers a [`ReportQuestion`] about the pairs of a corpus; the command and the screens both use it. Its
//! figures equal the figures of lists and commands, because the same functions compute them; texts are read again from
//! their sources. Each part of the page is a file here and a template.
//!
//! Text of documents, their names and the notes of people are untrusted: they reach the page only as values of a
//! template that escapes them (`page`), after `base::sanitise` has made control characters visible.

mod basis;
mod clusters;
mod decisions;
mod documents;
mod gather;
mod histogram;
mod page;
mod pairs;
mod passages;
mod question;

pub use basis::compared;
pub use gather::report;
pub use page::Report;
pub use question::{ByRule, ReportPairs, ReportQuestion, ReportScope, Watch, aliases};

#[cfg(test)]
mod tests;
