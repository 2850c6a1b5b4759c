//! simhash
