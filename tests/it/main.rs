//! The integration tests, in one binary so that the dependencies are linked once.

mod architecture;
mod audit_walk;
mod bad_input;
mod bad_labels;
mod blocks;
mod brute;
mod changing;
mod colours;
mod columns;
mod commands;
mod compare_screen;
mod config;
mod copied_text;
mod copied_text_demo;
mod damage;
mod dates;
mod decisions;
mod described;
mod disguise;
#[cfg(target_os = "linux")]
mod disk;
mod distinct;
mod document_engine;
mod document_screen;
mod documents_in;
mod dragging;
mod explain;
mod figures;
mod filter;
mod first_signal;
mod fuzz_targets;
mod generations;
mod hostile;
mod ids;
mod incremental;
mod index_folder;
mod index_format;
#[cfg(target_os = "linux")]
mod interrupted;
mod keep;
mod keys;
#[cfg(target_os = "linux")]
mod killing;
#[cfg(target_os = "linux")]
mod large;
mod lecture;
mod lecture_screen;
mod limits;
mod linkage;
mod masked_k;
mod masked_places;
mod masks;
mod measures;
#[cfg(target_os = "linux")]
mod memory;
mod metadata;
mod methods;
mod mirrors;
#[cfg(target_os = "linux")]
mod neighbours;
mod opening;
mod output_files;
mod overlap;
mod own_ids;
mod packed;
mod page_blocks;
mod pair_list;
mod plain;
mod plots;
#[cfg(target_os = "linux")]
mod power_cut;
mod promises;
mod read_in_part;
mod real_files;
mod redraws;
mod report;
mod review;
mod scale;
mod screens;
mod scripts;
mod search_stopped;
mod seeds;
mod sets;
mod settings;
#[cfg(target_os = "linux")]
mod shortage;
mod sizes;
mod sketches;
mod sources;
mod support;
mod sweep;
mod synth;
mod terminal;
mod terms_page;
mod tune_screen;
mod tuning;
mod tuning_engine;
mod verify;
#[cfg(target_os = "linux")]
mod ways_out;
mod why;
mod worker;
mod world;
