//! The bottom layer: small types and helpers that every other part may use and that use nothing of ours.

pub mod document_number;
pub mod sanitise;
pub mod units;

pub use document_number::DocNo;
