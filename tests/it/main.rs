//! The integration tests, in one binary so that the dependencies are linked once.

mod architecture;
mod bad_input;
mod bench;
mod brute;
mod commands;
mod compare_screen;
mod document_screen;
mod incremental;
mod keys;
mod killing;
mod linkage;
mod measures;
mod methods;
mod scale;
mod screens;
mod settings;
mod sketches;
mod store;
mod support;
mod sweep;
#[cfg(unix)]
mod terminal;
mod verify;
mod why;
mod world;
