//! The integration tests, in one binary so that the dependencies are linked once.

mod brute;
mod compare_screen;
mod document_screen;
mod keys;
mod screens;
mod store;
mod world;
