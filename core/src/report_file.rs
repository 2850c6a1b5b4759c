//! An audit as a web page that is complete in itself, a file to hand on.
//!
//! Text of documents, their names and the notes of people are foreign: they reach the page only as values of a template
//! that escapes them (`html`), after `base::sanitise` has made control characters visible.

mod charts;
mod html;
mod page;
mod words;

pub use crate::words::Language;
pub use html::write;
