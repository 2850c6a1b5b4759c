//! The integration tests, in one binary so that the dependencies are linked once.

mod architecture;
mod bad_input;
mod bench;
mod brute;
#[cfg(unix)]
mod colours;
mod commands;
mod compare_screen;
mod damage;
mod disguise;
#[cfg(target_os = "linux")]
mod disk;
mod document_engine;
mod document_screen;
mod doors;
#[cfg(unix)]
mod hostile;
mod incremental;
mod index_folder;
mod keys;
mod killing;
#[cfg(target_os = "linux")]
mod large;
mod limits;
mod linkage;
mod measures;
mod methods;
#[cfg(target_os = "linux")]
mod neighbours;
mod plain;
mod plots;
#[cfg(target_os = "linux")]
mod power_cut;
mod promises;
#[cfg(unix)]
mod redraws;
mod released;
mod scale;
mod screens;
mod settings;
mod sizes;
mod sketches;
mod store;
mod support;
mod sweep;
#[cfg(unix)]
mod terminal;
mod tune_screen;
mod tuning;
mod tuning_engine;
mod verify;
#[cfg(target_os = "linux")]
mod ways_out;
mod why;
mod world;
