//! State of each screen.

pub mod blocks;
pub mod clusters;
pub mod compare;
pub mod corpus;
pub mod decisions;
pub mod document;
pub mod histogram;
pub mod lecture;
pub mod masked;
pub mod mirrors;
pub mod pair_list;
pub mod reanalysis;
pub mod search;
pub mod themes;
pub mod tune;
