//! The doors of the tests, for the fuzz targets: see `tests/doors/mod.rs`.

#[path = "../tests/doors/mod.rs"]
pub mod doors;
