//! The integration tests, in one binary so that the dependencies are linked once.

mod architecture;
mod bench;
mod brute;
mod commands;
mod compare_screen;
mod document_screen;
mod incremental;
mod keys;
mod killing;
mod scale;
mod screens;
mod store;
mod support;
#[cfg(unix)]
mod terminal;
mod world;
