//! The filter language of the lists: `of>20% words>50 from:orig_* -group:b unreviewed or draft`.
//!
//! Terms separated by spaces must all hold, `or` separates alternatives, a leading `-` negates one term. A term
//! compares a figure (`words>50`), names a field (`from:orig_*`, `unreviewed`), or is a plain word that a document's
//! name contains. Text in quotes is a plain word: `"a > b"`.
//!
//! [`Filter::parse`] parses it or locates the error, [`complete()`] proposes field names during typing, and
//! [`Filter::matches`] applies it to a [`Subject`], some of whose figures may be unknown.

mod classes;
mod expression;
mod field;
mod number;
mod parse;
mod pattern;
mod subject;

pub use crate::figures::Target;
pub use classes::FilterClasses;
pub use expression::{Filter, FilterError, Subject};
pub use field::{Completion, DecisionText, FIELDS, Field, FieldKind, Flag, complete};
pub use pattern::Pattern;
