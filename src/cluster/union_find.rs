//! union_find
