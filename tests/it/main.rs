//! The integration tests, in one binary so that the dependencies are linked once.

mod bench;
mod brute;
mod compare_screen;
mod document_screen;
mod store;
